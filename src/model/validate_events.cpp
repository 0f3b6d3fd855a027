// What can be wrong with events and probes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/index.hpp"
#include "core/pointer.hpp"
#include "model/motion_names.hpp"
#include "model/problems.hpp"

namespace tensio {

namespace {

class EventChecker {
 public:
  EventChecker(const System& system, bool springs_good, Problems& problems)
      : system_(system), springs_good_(springs_good), problems_(problems) {}

  void check(const std::string& pointer, const Event& event) {
    problems_.check_from_zero(pointer + "/at", "at", event.at);
    problems_.check_ids(pointer + "/free", event.free, system_.node_count(), "node");
    problems_.check_ids(pointer + "/fix", event.fix, system_.node_count(), "node");
    for (std::size_t i = 0; i < event.fix.size() && !problems_.full(); ++i)
      if (std::find(event.free.begin(), event.free.end(), event.fix[i]) != event.free.end())
        problems_.add(fmt::format("{}/fix/{}", pointer, i), std::to_string(event.fix[i]),
                      fmt::format("node {} is freed and fixed by one event; it can do one of them",
                                  node_label(system_, event.fix[i])));
    std::set<std::string> seen;
    for (const auto& [name, values] : event.set) {
      const std::string place = pointer + "/set/" + pointer_part(name);
      if (!seen.insert(name).second)
        problems_.add(place, name, fmt::format("`{}` is set twice by one event", name));
      check_set(place, name, values);
    }
  }

 private:
  void check_set(const std::string& place, const std::string& name,
                 const std::vector<double>& values) {
    const auto target = event_target(system_, name);
    if (!target)
      return problems_.add(
          place, name,
          fmt::format("an event cannot set `{}`; it can set gravity, drag, wind.velocity, "
                      "wind.density, wind.drag_coefficient, and of a spring set SET that has a "
                      "name SET.stiffness, SET.rest_length and SET.damping",
                      name));
    const std::size_t count = event_numbers(system_, *target);
    if (values.size() != count && !(target->set >= 0 && values.size() == 1))
      return problems_.add(place, std::to_string(values.size()),
                           fmt::format("{} has {} numbers; give {}", name, values.size(), count));
    for (const double value : values)
      if (!std::isfinite(value))
        return problems_.add(place, fmt::format("{}", value),
                             fmt::format("{} is {}; it must be finite", name, value));
    const bool of_wind = target->value == EventValue::wind_velocity ||
                         target->value == EventValue::wind_density ||
                         target->value == EventValue::wind_drag_coefficient;
    if (of_wind && !system_.wind)
      problems_.add(place, name,
                    fmt::format("{} is set, but the scene has no wind; give it one, of velocity 0 "
                                "before",
                                name));
    if (target->set >= 0 && springs_good_) check_law(place, name, *target);
    check_sign(place, name, *target, values);
  }

  SpringColumns columns_of(const EventTarget& target) const {
    return tensio::columns_of(system_, system_.springs[target.set]);
  }

  Law law_of(const EventTarget& target) const { return columns_of(target).law; }

  void check_law(const std::string& place, const std::string& name, const EventTarget& target) {
    const Law law = law_of(target);
    if (target.value == EventValue::rest_length && !has_rest_length(law))
      problems_.add(
          place, name,
          fmt::format("springs of the law {} have no rest length to set", to_string(law)));
    if (target.value == EventValue::stiffness && law == Law::constant_tension)
      problems_.add(place, name,
                    fmt::format("springs of the law {} have no stiffness to set", to_string(law)));
  }

  void check_sign(const std::string& place, const std::string& name, const EventTarget& target,
                  const std::vector<double>& values) {
    if (target.value == EventValue::gravity || target.value == EventValue::wind_velocity) return;
    if (target.value == EventValue::stiffness && law_of(target) == Law::force_density) return;
    const bool divides = target.value == EventValue::rest_length && columns_of(target).has_ea();
    if (!divides) return problems_.check_all_from_zero(place, name.c_str(), values);
    for (std::size_t i = 0; i < values.size() && !problems_.full(); ++i) {
      if (values[i] == 0.0)
        problems_.add(item_pointer(place, values, i), "0",
                      fmt::format("{} is 0; the stiffness of these springs is EA / rest length, so "
                                  "it must be positive",
                                  name));
      else if (!(values[i] > 0.0 && std::isfinite(values[i])))
        problems_.check_from_zero(item_pointer(place, values, i), name.c_str(), values[i]);
    }
  }

  const System& system_;
  const bool springs_good_;
  Problems& problems_;
};

class ProbeChecker {
 public:
  ProbeChecker(const System& system, bool springs_good, Problems& problems)
      : system_(system), springs_good_(springs_good), problems_(problems) {}

  void check(const std::string& pointer, const Probe& probe) {
    check_name(pointer + "/name", probe.name);
    if (probe.nodes.empty() == probe.springs.empty())
      return problems_.add(pointer, "",
                           probe.nodes.empty()
                               ? "this probe watches nothing; name some nodes or springs"
                               : "a probe watches nodes or springs; make a probe of each");
    const bool good =
        problems_.check_ids(pointer + "/nodes", probe.nodes, system_.node_count(), "node") &&
        problems_.check_ids(pointer + "/springs", probe.springs, system_.spring_count(), "spring");
    const auto quantity = probe_quantity(probe.quantity, !probe.springs.empty());
    if (!quantity)
      return problems_.add(
          pointer + "/quantity", probe.quantity,
          probe.springs.empty()
              ? fmt::format("`{}` cannot be watched of nodes; position, displacement, velocity, "
                            "force, reaction, each also with .x, .y or .z, and energy can",
                            probe.quantity)
              : fmt::format("`{}` cannot be watched of springs; tension, strain, length, energy, "
                            "stress and broken can",
                            probe.quantity));
    if (quantity->axis >= system_.dimension)
      problems_.add(pointer + "/quantity", probe.quantity,
                    fmt::format("`{}` asks for {}, which there is not in {} dimensions",
                                probe.quantity, "xyz"[quantity->axis], system_.dimension));
    if (good && springs_good_) check_springs(pointer, probe, quantity->quantity);
  }

 private:
  void check_name(const std::string& pointer, const std::string& name) {
    if (name.empty())
      problems_.add(pointer, "", "a probe needs a name, which heads its column in probes.csv");
    else if (name.find_first_of(",\"\r\n") != std::string::npos)
      problems_.add(pointer, name,
                    "the name of a probe heads a column of probes.csv; it holds no commas, quotes "
                    "or ends of lines");
    else if (!names_.insert(name).second)
      problems_.add(pointer, name,
                    fmt::format("the name `{}` is given to two probes; names must differ", name));
  }

  // A stress needs a section, a strain a rest length.
  void check_springs(const std::string& pointer, const Probe& probe, Quantity quantity) {
    if (quantity != Quantity::stress && quantity != Quantity::strain) return;
    std::vector<int> ids = probe.springs;
    std::sort(ids.begin(), ids.end());
    std::size_t next = 0;
    int first = 0;
    for (const SpringSet& set : system_.springs) {
      const int end = first + static_cast<int>(set.ends.size());
      const Law law = columns_of(system_, set).law;
      for (; next < ids.size() && ids[next] < end && !problems_.full(); ++next) {
        const std::string label = spring_label(system_, ids[next]);
        if (quantity == Quantity::strain && !has_rest_length(law))
          problems_.add(pointer + "/quantity", probe.quantity,
                        fmt::format("{} has the law {}, which has no rest length, so it has no "
                                    "strain",
                                    label, to_string(law)));
        else if (quantity == Quantity::stress && !area_of(system_, set, usize(ids[next] - first)))
          problems_.add(pointer + "/quantity", probe.quantity,
                        fmt::format("{} has no stress, as its section is not known; give area or "
                                    "diameter in its material, or in its set with youngs_modulus",
                                    label));
        else
          continue;
        return;  // one spring says enough
      }
      first = end;
    }
  }

  const System& system_;
  const bool springs_good_;
  Problems& problems_;
  std::set<std::string> names_;
};

}  // namespace

void check_events(const System& system, bool springs_good, Problems& problems) {
  EventChecker checker(system, springs_good, problems);
  for (std::size_t i = 0; i < system.events.size() && !problems.full(); ++i)
    checker.check(fmt::format("/events/{}", i), system.events[i]);
}

void check_probes(const System& system, bool springs_good, Problems& problems) {
  ProbeChecker checker(system, springs_good, problems);
  for (std::size_t i = 0; i < system.probes.size() && !problems.full(); ++i)
    checker.check(fmt::format("/probes/{}", i), system.probes[i]);
}

}  // namespace tensio
