// Negative modes of a rest state, and one to leave it by.
#pragma once

#include <vector>

#include "backend/backend.hpp"

namespace tensio {

struct FallingModes {
  int count = -1;  ///< at least; 0: there is none; below 0: the net is too large to factorise
  /// A mode in the user's order, and its v.K v; empty: backend.negative_direction() gives one.
  std::vector<double> mode = {};
  double curvature = 0;
};

FallingModes falling_modes(Backend& backend, VectorId x);

}  // namespace tensio
