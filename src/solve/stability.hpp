// What a rest state can do without resistance: its negative and zero modes, told apart.
#pragma once

#include <vector>

#include "backend/backend.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// Modes whose stiffness is within this fraction of the largest eigenvalue of K count as zero.
inline constexpr double kZeroMode = 1e-9;

struct Stability {
  bool known = false;  ///< false where the net is too large to factorise
  int negative = 0;
  int rigid = 0;                 ///< motions of whole parts
  int slack = 0;                 ///< motions of parts that hang on slack springs alone
  int mechanism = 0;             ///< all other motions without resistance
  std::vector<int> moving = {};  ///< nodes that move most in them, user's order, at most five
};

/// Judges the state x, a rest state with `negative` negative modes.
Stability judge(Backend& backend, const NetworkData& net, VectorId x, int negative);

}  // namespace tensio
