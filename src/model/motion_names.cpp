// From the names in a scene to what they stand for.
#include "model/motion_names.hpp"
#include "core/index.hpp"

#include <utility>

namespace tensio {

std::optional<EventTarget> event_target(const System& system, std::string_view name) {
  static constexpr std::pair<std::string_view, EventValue> kScene[] = {
      {"gravity", EventValue::gravity},
      {"drag", EventValue::drag},
      {"wind.velocity", EventValue::wind_velocity},
      {"wind.density", EventValue::wind_density},
      {"wind.drag_coefficient", EventValue::wind_drag_coefficient}};
  static constexpr std::pair<std::string_view, EventValue> kSet[] = {
      {"stiffness", EventValue::stiffness},
      {"rest_length", EventValue::rest_length},
      {"damping", EventValue::damping}};
  for (const auto& [known, value] : kScene)
    if (name == known) return EventTarget{value, -1};
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return std::nullopt;
  for (const auto& [known, value] : kSet) {
    if (name.substr(dot + 1) != known) continue;
    for (std::size_t s = 0; s < system.springs.size(); ++s)
      if (system.springs[s].name == name.substr(0, dot))
        return EventTarget{value, static_cast<int>(s)};
  }
  return std::nullopt;
}

std::size_t event_numbers(const System& system, const EventTarget& target) {
  if (target.set >= 0) return system.springs[target.set].ends.size();
  const bool vector =
      target.value == EventValue::gravity || target.value == EventValue::wind_velocity;
  return vector ? usize(system.dimension) : 1;
}

std::optional<ProbeQuantity> probe_quantity(std::string_view name, bool of_springs) {
  static constexpr std::pair<std::string_view, Quantity> kVectors[] = {
      {"position", Quantity::position},
      {"displacement", Quantity::displacement},
      {"velocity", Quantity::velocity},
      {"force", Quantity::force},
      {"reaction", Quantity::reaction}};
  static constexpr std::pair<std::string_view, Quantity> kOfSprings[] = {
      {"tension", Quantity::tension}, {"strain", Quantity::strain},
      {"length", Quantity::length},   {"energy", Quantity::spring_energy},
      {"stress", Quantity::stress},   {"broken", Quantity::broken}};
  if (of_springs) {
    for (const auto& [known, quantity] : kOfSprings)
      if (name == known) return ProbeQuantity{quantity, -1};
    return std::nullopt;
  }
  if (name == "energy") return ProbeQuantity{Quantity::node_energy, -1};
  int axis = -1;
  if (name.size() > 2 && name[name.size() - 2] == '.') {
    const std::size_t place = std::string_view("xyz").find(name.back());
    if (place == std::string_view::npos) return std::nullopt;
    axis = static_cast<int>(place);
    name.remove_suffix(2);
  }
  for (const auto& [known, quantity] : kVectors)
    if (name == known) return ProbeQuantity{quantity, axis};
  return std::nullopt;
}

}  // namespace tensio
