// From the names in a scene to what they stand for.
#include "model/motion_names.hpp"

#include "core/enum_names.hpp"
#include "core/index.hpp"

namespace tensio {

std::optional<EventTarget> event_target(const System& system, std::string_view name) {
  const auto of_scene =
      enum_value(name, EventValue::gravity,
                 {"gravity", "drag", "wind.velocity", "wind.density", "wind.drag_coefficient"});
  if (of_scene) return EventTarget{*of_scene, -1};
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return std::nullopt;
  const auto of_set = enum_value(name.substr(dot + 1), EventValue::stiffness,
                                 {"stiffness", "rest_length", "damping"});
  if (!of_set) return std::nullopt;
  for (std::size_t s = 0; s < system.springs.size(); ++s)
    if (system.springs[s].name == name.substr(0, dot))
      return EventTarget{*of_set, static_cast<int>(s)};
  return std::nullopt;
}

std::size_t event_numbers(const System& system, const EventTarget& target) {
  if (target.set >= 0) return system.springs[target.set].ends.size();
  const bool vector =
      target.value == EventValue::gravity || target.value == EventValue::wind_velocity;
  return vector ? usize(system.dimension) : 1;
}

std::optional<ProbeQuantity> probe_quantity(std::string_view name, bool of_springs) {
  if (of_springs) {
    const auto found = enum_value(name, Quantity::tension,
                                  {"tension", "strain", "length", "energy", "stress", "broken"});
    return found ? std::optional(ProbeQuantity{*found, -1}) : std::nullopt;
  }
  if (name == "energy") return ProbeQuantity{Quantity::node_energy, -1};
  int axis = -1;
  if (name.size() > 2 && name[name.size() - 2] == '.') {
    const std::size_t place = std::string_view("xyz").find(name.back());
    if (place == std::string_view::npos) return std::nullopt;
    axis = static_cast<int>(place);
    name.remove_suffix(2);
  }
  const auto vector = enum_value(name, Quantity::position,
                                 {"position", "displacement", "velocity", "force", "reaction"});
  return vector ? std::optional(ProbeQuantity{*vector, axis}) : std::nullopt;
}

}  // namespace tensio
