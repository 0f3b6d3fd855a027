// Negative modes of an equilibrium, and one of them as a direction to leave it.
#pragma once

#include <vector>

#include "backend/backend.hpp"

namespace tensio {

struct NegativeModes {
  int count = -1;  ///< a lower bound; 0: none; below 0: the net is too large to factorise
  /// A mode in the user's order, and its v.K v; empty: backend.negative_direction() gives one.
  std::vector<double> mode = {};
  double curvature = 0;
};

NegativeModes find_negative_modes(Backend& backend, VectorId x);

}  // namespace tensio
