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

void check_viscous(const std::string& pointer, const Viscous& viscous, Problems& problems) {
  problems.check_positive(pointer + "/stiffness", "stiffness", viscous.stiffness);
  check_one_of(pointer, "viscous", "viscosity", viscous.viscosity.has_value(), "time",
               viscous.time.has_value(), problems);
  if (viscous.viscosity)
    problems.check_positive(pointer + "/viscosity", "viscosity", *viscous.viscosity);
  if (viscous.time) problems.check_positive(pointer + "/time", "time", *viscous.time);
}

// The limit of yield and break.
void check_limit(const std::string& pointer, const char* what, const std::optional<double>& strain,
                 const std::optional<double>& force, Problems& problems) {
  check_one_of(pointer, what, "strain", strain.has_value(), "force", force.has_value(), problems);
  if (strain) problems.check_positive(pointer + "/strain", "strain", *strain);
  if (force) problems.check_positive(pointer + "/force", "force", *force);
}

void check_yield(const std::string& pointer, const Yield& yield, Problems& problems) {
  check_limit(pointer, "yield", yield.strain, yield.force, problems);
  if (!(yield.hardening >= 0.0) || !(yield.hardening < 1.0))
    problems.add(
        pointer + "/hardening", fmt::format("{}", yield.hardening),
        fmt::format("hardening is {}; it must be from 0 to below 1, the stiffness beyond the yield "
                    "over that before",
                    yield.hardening));
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
               Problems& problems) {
  if (damping && damping_time)
    problems.add(pointer + "/damping_time", "",
                 "both damping and damping_time are given; give one of them");
  if (owner.viscous) check_viscous(pointer + "/viscous", *owner.viscous, problems);
  if (owner.yield) check_yield(pointer + "/yield", *owner.yield, problems);
  if (owner.breaks)
    check_limit(pointer + "/break", "break", owner.breaks->strain, owner.breaks->force, problems);
  if (owner.active) check_active(pointer + "/active", *owner.active, problems);
}

}  // namespace

void check_parts(const std::string& pointer, const Material& material, Problems& problems) {
  check_all(pointer, material, material.damping.has_value(), material.damping_time.has_value(),
            problems);
}

void check_parts(const std::string& pointer, const SpringSet& set, Problems& problems) {
  check_all(pointer, set, !set.damping.empty(), !set.damping_time.empty(), problems);
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
  if (columns.breaks && columns.breaks->strain && !has_rest)
    refuse("break", set.breaks.has_value(), "without a rest length it has no strain; give a force");
  if (columns.active && columns.active->rest_length && !has_rest)
    refuse("active", set.active.has_value(), "it has no rest length to change");
  if (!columns.damping_time.empty() && columns.law == Law::constant_tension)
    refuse("damping_time", !set.damping_time.empty(), "it has no stiffness; give damping");
}

}  // namespace tensio
