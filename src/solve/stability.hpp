// What a rest state can do without resistance: its negative and zero modes, told apart.
#pragma once

#include <Eigen/Core>
#include <span>
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

/// Nodes that belong together, in compiled order.
struct Part {
  std::vector<int> nodes;
  int rigid = 0;          ///< its rigid motions without resistance
  Eigen::MatrixXd modes;  ///< [axes of the part x rigid], orthonormal columns
};

/// The parts that springs join, and those of their rigid motions that the fixed axes allow and the
/// blocks K do not resist by more than `zero`. Positions in the user's order.
std::vector<Part> rigid_parts(const NetworkData& net, const std::vector<double>& user,
                              std::span<const double> K, double zero);

/// Judges the state x, a rest state with `negative` negative modes.
Stability judge(Backend& backend, const NetworkData& net, VectorId x, int negative);

}  // namespace tensio
