#include "model/damage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/index.hpp"
#include "model/loads.hpp"
#include "model/motion_names.hpp"
#include "model/resolve.hpp"

namespace tensio {

namespace {

// Carries out events on a scene.
class EventWriter {
 public:
  EventWriter(System& system, const std::vector<double>& position)
      : system_(system), position_(position) {}

  void apply(const Event& event) {
    for (int node : event.free) release(node);
    for (int node : event.fix) {
      release(node);
      fix(node);
    }
    for (const auto& [name, numbers] : event.set) {
      const std::optional<EventTarget> target = event_target(system_, name);
      if (!target) continue;
      if (target->set < 0)
        set_surroundings(target->value, numbers);
      else
        set_springs(target->value, usize(target->set), name, numbers);
    }
  }

 private:
  // Takes a node from all supports, and from the loads that move supports.
  void release(int node) {
    const auto without = [&](std::vector<int>& nodes) {
      nodes.erase(std::remove(nodes.begin(), nodes.end(), node), nodes.end());
      return nodes.empty();
    };
    std::erase_if(system_.nodes.fixed, [&](Fixed& fixed) { return without(fixed.nodes); });
    std::erase_if(system_.loads,
                  [&](Load& load) { return !load.move.empty() && without(load.nodes); });
  }

  // A support stands where it is drawn and moved to.
  void fix(int node) {
    Fixed fixed{.nodes = {node}};
    const std::size_t d = usize(system_.dimension);
    for (std::size_t i = usize(node) * d; i < (usize(node) + 1) * d; ++i)
      fixed.move.push_back(position_[i] - system_.nodes.position[i]);
    if (!any_nonzero(fixed.move)) fixed.move.clear();
    system_.nodes.fixed.push_back(std::move(fixed));
  }

  void set_surroundings(EventValue value, const std::vector<double>& numbers) {
    const auto wind = [&]() -> Wind& {
      if (!system_.wind) {
        system_.wind.emplace();
        system_.wind->velocity.resize(usize(system_.dimension));
      }
      return *system_.wind;
    };
    switch (value) {
      case EventValue::gravity:
        std::copy(numbers.begin(), numbers.end(), system_.gravity.begin());
        break;
      case EventValue::drag: system_.drag = numbers[0]; break;
      case EventValue::wind_density: wind().density = numbers[0]; break;
      case EventValue::wind_drag_coefficient: wind().drag_coefficient = numbers[0]; break;
      case EventValue::wind_velocity:
        for (std::size_t axis = 0; axis < numbers.size(); ++axis) {
          wind().velocity[axis] = {};
          wind().velocity[axis].value = numbers[axis];
        }
        break;
      default: break;
    }
  }

  void set_springs(EventValue value, std::size_t index, const std::string& name,
                   const std::vector<double>& numbers) {
    SpringSet& set = system_.springs[index];
    if (value == EventValue::damping) {
      set.damping = numbers;
      set.damping_time.clear();
      return;
    }
    refuse_hidden_effects(value, index, name);
    write_out(set, value);
    (value == EventValue::stiffness ? set.stiffness : set.rest_length) = numbers;
  }

  // Stiffness, rest length and damping as numbers of their own, none following from another; but
  // where an event sets the rest length of springs given by EA, EA stays.
  void write_out(SpringSet& set, EventValue value) {
    Column stiffness, axial_stiffness, rest_length, damping;
    const SpringColumns columns = columns_of(system_, set);
    const bool keeps_ea =
        value == EventValue::rest_length && columns.has_ea() && has_rest_length(columns.law);
    for (std::size_t i = 0; i < set.ends.size(); ++i) {
      const double drawn = drawn_length(system_, set.ends[i][0], set.ends[i][1]);
      const SpringValues values = resolve(columns, i, drawn);
      if (keeps_ea)
        axial_stiffness.push_back(columns.ea(i));
      else
        stiffness.push_back(values.stiffness);
      rest_length.push_back(values.rest_length);
      if (!columns.damping_time.empty()) damping.push_back(columns.damping_of(i, values.stiffness));
    }
    if (!damping.empty()) set.damping = std::move(damping);
    set.stiffness = std::move(stiffness);
    if (has_rest_length(columns.law)) set.rest_length = std::move(rest_length);
    set.axial_stiffness = std::move(axial_stiffness);
    for (Column* column :
         {&set.pretension, &set.youngs_modulus, &set.area, &set.diameter, &set.damping_time})
      column->clear();
  }

  // Masses, temperatures and the forces of yield strains follow from values before a run alone.
  void refuse_hidden_effects(EventValue value, std::size_t index, const std::string& name) const {
    const SpringColumns columns = columns_of(system_, system_.springs[index]);
    const bool length = value == EventValue::rest_length;
    const char* reason = nullptr;
    if (columns.yield && !columns.yield->strain.empty())
      reason =
          "that yields at a strain, whose force is that of the stiffness and rest length before";
    else if (length && any_nonzero(columns.mass_per_length))
      reason = "whose mass follows from its rest length";
    else if (length && any_nonzero(temperature_changes(system_)) && any_nonzero(columns.expansion))
      reason = "whose temperature changes its rest length";
    if (reason == nullptr) return;
    throw Error(
        fmt::format("an event has set `{}` of a set of springs {}, which a scene that starts later "
                    "cannot say; continue the run itself: `tensio resume`",
                    name, reason));
  }

  System& system_;
  const std::vector<double>& position_;
};

}  // namespace

SpringChanges spring_changes(const System& system) {
  SpringChanges changes;
  for (const SpringSet& set : system.springs) {
    const SpringColumns columns = columns_of(system, set);
    if (set.ends.empty()) continue;
    changes.broken |= columns.breaks != nullptr || any_nonzero(columns.broken);
    changes.plastic_elongation |=
        columns.yield != nullptr || any_nonzero(columns.plastic_elongation);
    changes.hardening_force |= (columns.yield && any_nonzero(columns.yield->hardening)) ||
                               any_nonzero(columns.hardening_force);
    changes.viscous_tension |= columns.viscous && any_nonzero(columns.viscous->stiffness);
    changes.rest_length |= columns.active && columns.active->rest_length;
  }
  changes.rest_length |= changes.plastic_elongation;
  for (const Event& event : system.events)
    for (const auto& [name, numbers] : event.set) {
      const std::optional<EventTarget> target = event_target(system, name);
      changes.rest_length |= target && target->value == EventValue::rest_length;
    }
  return changes;
}

std::vector<unsigned char> broken_springs(const System& system) {
  std::vector<unsigned char> broken;
  std::size_t first = 0;
  for (const SpringSet& set : system.springs) {
    if (any_nonzero(set.broken)) {
      broken.resize(usize(system.spring_count()));
      for (std::size_t i = 0; i < set.ends.size(); ++i)
        broken[first + i] = at(set.broken, i) != 0 ? 1 : 0;
    }
    first += set.ends.size();
  }
  return broken;
}

std::vector<unsigned char> broken_springs(const System& system,
                                          const std::vector<MotionEvent>& events) {
  std::vector<unsigned char> broken = broken_springs(system);
  for (const MotionEvent& event : events) {
    if (event.kind != MotionEvent::Kind::breaks) continue;
    broken.resize(usize(system.spring_count()));
    broken[event.spring] = 1;
  }
  return broken;
}

void apply_events(System& system, std::size_t count, const std::vector<double>& position) {
  std::vector<std::size_t> order(system.events.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return system.events[a].at < system.events[b].at;
  });
  order.resize(std::min(count, order.size()));
  EventWriter writer(system, position);
  for (std::size_t i : order) writer.apply(system.events[i]);
  std::sort(order.rbegin(), order.rend());
  for (std::size_t i : order) system.events.erase(system.events.begin() + static_cast<long>(i));
}

}  // namespace tensio
