// Points that lie on each other.
#pragma once

#include <vector>

namespace tensio::io {

/// For each point (three numbers), the first point of the list that it becomes one with: the
/// earliest that stays and is no farther than `distance`, 0 for equal ones; else itself.
std::vector<int> nearest_before(const std::vector<double>& positions, double distance);

}  // namespace tensio::io
