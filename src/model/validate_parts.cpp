// What can be wrong with the parts of springs: damping, viscous, yield, break and active.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/problems.hpp"

namespace tensio {

namespace {

// Of two alternatives, exactly one must be given.
bool check_one_of(const std::string& pointer, const char* what, const char* a, bool has_a,
                  const char* b, bool has_b, Problems& problems) {
  if (has_a != has_b) return true;
  if (has_a)
    problems.add(fmt::format("{}/{}", pointer, b), "",
                 fmt::format("both {} and {} are given; give one of them", a, b));
  else
    problems.add(pointer, "",
                 fmt::format("{} has neither {} nor {}; give one of them", what, a, b));
  return false;
}

// Who has the parts: a material, or as many springs as a set has.
struct Items {
  std::size_t count;
  const char* name;
};

void check_positive(const std::string& pointer, const char* key, const Column& column,
                    const Items& items, Problems& problems) {
  const std::string place = fmt::format("{}/{}", pointer, key);
  if (!problems.check_column(place, key, column, items.count, items.name)) return;
  // Pointers of good items are not made: a column may have millions.
  for (std::size_t i = 0; i < column.size() && !problems.full(); ++i)
    if (!(column[i] > 0.0)) problems.check_positive(item_pointer(place, column, i), key, column[i]);
}

void check_viscous(const std::string& pointer, const Viscous& viscous, const Items& items,
                   Problems& problems) {
  if (viscous.stiffness.empty())
    problems.add(pointer, "", "viscous has no stiffness; give that of its spring [N/m]");
  check_positive(pointer, "stiffness", viscous.stiffness, items, problems);
  check_one_of(pointer, "viscous", "viscosity", !viscous.viscosity.empty(), "time",
               !viscous.time.empty(), problems);
  check_positive(pointer, "viscosity", viscous.viscosity, items, problems);
  check_positive(pointer, "time", viscous.time, items, problems);
}

// The limit of yield and break.
void check_limit(const std::string& pointer, const char* what, const Column& strain,
                 const Column& force, const Items& items, Problems& problems) {
  check_one_of(pointer, what, "strain", !strain.empty(), "force", !force.empty(), problems);
  check_positive(pointer, "strain", strain, items, problems);
  check_positive(pointer, "force", force, items, problems);
}

void check_yield(const std::string& pointer, const Yield& yield, const Items& items,
                 Problems& problems) {
  check_limit(pointer, "yield", yield.strain, yield.force, items, problems);
  const Column& hardening = yield.hardening;
  const std::string place = pointer + "/hardening";
  if (!problems.check_column(place, "hardening", hardening, items.count, items.name)) return;
  for (std::size_t i = 0; i < hardening.size() && !problems.full(); ++i)
    if (!(hardening[i] >= 0.0) || !(hardening[i] < 1.0))
      problems.add(item_pointer(place, hardening, i), fmt::format("{}", hardening[i]),
                   fmt::format("hardening is {}; it must be from 0 to below 1, the stiffness "
                               "beyond the yield over that before",
                               hardening[i]));
}

double lowest(const Waveform& wave) {
  if (wave.shape == Waveform::Shape::constant) return wave.value;
  if (wave.shape == Waveform::Shape::sine) return wave.offset - std::abs(wave.amplitude);
  double least = wave.points[0][1];
  for (const auto& point : wave.points) least = std::min(least, point[1]);
  return least;
}

void check_factor(const std::string& pointer, const char* key, const std::optional<Waveform>& wave,
                  bool may_be_zero, Problems& problems) {
  if (!wave || !check_wave(pointer, key, *wave, problems)) return;
  const double least = lowest(*wave);
  if (least > 0.0 || (least == 0.0 && may_be_zero)) return;
  problems.add(pointer, fmt::format("{}", least),
               fmt::format("the factor on {} falls to {}; it must {}", key, least,
                           may_be_zero ? "not be negative" : "stay positive"));
}

void check_active(const std::string& pointer, const Active& active, Problems& problems) {
  if (!active.rest_length && !active.stiffness)
    problems.add(pointer, "",
                 "active changes nothing; give a factor on rest_length or stiffness over time");
  check_factor(pointer + "/rest_length", "rest_length", active.rest_length, false, problems);
  check_factor(pointer + "/stiffness", "stiffness", active.stiffness, true, problems);
}

template <class Owner>
void check_all(const std::string& pointer, const Owner& owner, bool damping, bool damping_time,
               const Items& items, Problems& problems) {
  if (damping && damping_time)
    problems.add(pointer + "/damping_time", "",
                 "both damping and damping_time are given; give one of them");
  if (owner.viscous) check_viscous(pointer + "/viscous", *owner.viscous, items, problems);
  if (owner.yield) check_yield(pointer + "/yield", *owner.yield, items, problems);
  if (owner.breaks)
    check_limit(pointer + "/break", "break", owner.breaks->strain, owner.breaks->force, items,
                problems);
  if (owner.active) check_active(pointer + "/active", *owner.active, problems);
}

}  // namespace

void check_parts(const std::string& pointer, const Material& material, Problems& problems) {
  check_all(pointer, material, material.damping.has_value(), material.damping_time.has_value(),
            {1, "material"}, problems);
}

void check_parts(const std::string& pointer, const SpringSet& set, Problems& problems) {
  check_all(pointer, set, !set.damping.empty(), !set.damping_time.empty(),
            {set.ends.size(), "springs"}, problems);
}

void check_parts_fit(const std::string& pointer, const SpringSet& set, const SpringColumns& columns,
                     Problems& problems) {
  // What comes from the material is refused at the set that names it.
  const auto refuse = [&](const char* key, bool own, const char* reason) {
    problems.add(own ? fmt::format("{}/{}", pointer, key) : pointer + "/material", "",
                 fmt::format("{} is not for springs of the law {}: {}", key, to_string(columns.law),
                             reason));
  };
  const bool has_rest = has_rest_length(columns.law);
  if (columns.yield && !(is_straight(columns.law) && has_rest))
    refuse("yield", set.yield.has_value(), "only linear, cable and strut springs yield");
  if (columns.breaks && !columns.breaks->strain.empty() && !has_rest)
    refuse("break", set.breaks.has_value(), "without a rest length it has no strain; give a force");
  if (columns.active && columns.active->rest_length && !has_rest)
    refuse("active", set.active.has_value(), "it has no rest length to change");
  if (!columns.damping_time.empty() && columns.law == Law::constant_tension)
    refuse("damping_time", !set.damping_time.empty(), "it has no stiffness; give damping");
}

}  // namespace tensio
