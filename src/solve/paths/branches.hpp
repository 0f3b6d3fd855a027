// The first states of the curves that leave a path at a bifurcation.
#pragma once

#include <string>
#include <vector>

#include "solve/paths/arc_length.hpp"
#include "tensio/solve/follow.hpp"

namespace tensio {

/// A bifurcation on a path.
struct BranchPoint {
  PathState at = {};
  PathState secant = {};  ///< of the path there, as a tangent
  int modes = 1;          ///< that change their sign together
};

/// A state on a branch, and the direction of the branch at its beginning, as a unit tangent.
struct BranchStart {
  PathState direction = {};
  PathState first = {};
};

struct BranchStarts {
  std::vector<BranchStart> starts = {};  ///< on both sides of the path
  std::string problem = {};              ///< why there are none, or empty
};

BranchStarts find_branches(ArcLength& arc, const BranchPoint& point, double first_step);

}  // namespace tensio
