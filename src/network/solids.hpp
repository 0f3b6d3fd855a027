// Obstacles of a scene as the passes read them.
#pragma once

#include <vector>

#include "physics/obstacle.hpp"
#include "tensio/model/system.hpp"

namespace tensio {

/// A thickness that is not given, as a part of the springs' mean length.
inline constexpr double kDefaultThickness = 0.01;

/// The obstacles of a system whose springs have this mean length, where they are at the start time.
std::vector<Solid> solids_of(const System& system, double length_scale);
/// Puts them where they are at a time.
void move_solids(const std::vector<Obstacle>& obstacles, double time, std::vector<Solid>& solids);

}  // namespace tensio
