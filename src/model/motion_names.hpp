// The names that events and probes use: what they stand for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tensio/model/system.hpp"

namespace tensio {

/// What an event can set; motion_names.cpp has the names in this order.
enum class EventValue {
  gravity,
  drag,
  wind_velocity,
  wind_density,
  wind_drag_coefficient,
  stiffness,  ///< of a spring set, as the next two
  rest_length,
  damping,
};
struct EventTarget {
  EventValue value = EventValue::gravity;
  int set = -1;  ///< the spring set, or -1
};
/// What "gravity" or "net.stiffness" stands for; empty where there is nothing of that name.
std::optional<EventTarget> event_target(const System& system, std::string_view name);
/// How many numbers it takes; a spring set also accepts one number for all springs.
std::size_t event_numbers(const System& system, const EventTarget& target);

/// What a probe can watch; motion_names.cpp has the names in this order.
enum class Quantity {
  position,
  displacement,
  velocity,
  force,
  reaction,
  node_energy,
  tension,  ///< of springs, as all that follow
  strain,
  length,
  spring_energy,
  stress,
  broken,
};
struct ProbeQuantity {
  Quantity quantity = Quantity::position;
  int axis = -1;  ///< -1: the length of the vector, or no vector at all
};
/// What "position.z" stands for, of nodes or of springs; empty where there is nothing of that name.
std::optional<ProbeQuantity> probe_quantity(std::string_view name, bool of_springs);

}  // namespace tensio
