// What a rest state can do without resistance: its negative and zero modes, distinguished.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "backend/backend.hpp"
#include "network/network_data.hpp"
#include "solve/stability/soft_modes.hpp"

namespace tensio {

/// Where every mode is stiffer than this part of the largest eigenvalue of K, none can be zero.
inline constexpr double kZeroMode = 1e-9;

struct Stability {
  bool known = false;  ///< false where the net is too large to factorise
  int negative = 0;
  int rigid = 0;                 ///< motions of whole parts
  int slack = 0;                 ///< motions of parts that hang on slack springs alone
  int mechanism = 0;             ///< all other motions without resistance
  std::vector<int> moving = {};  ///< nodes that move most in them, user's order, at most five
  SoftModes soft = {};           ///< what it was found by
};

/// Nodes that belong together, in compiled order.
struct Part {
  std::vector<int> nodes;
  int rigid = 0;          ///< its rigid motions without resistance
  Eigen::MatrixXd modes;  ///< [axes of the part x rigid], orthonormal columns
};

/// The parts that springs join, and those of their rigid motions that the fixed axes allow and the
/// springs do not resist. Positions in the user's order.
std::vector<Part> rigid_parts(const StiffnessForm& form, const std::vector<double>& user);

/// Judges the rest state x. `negative`: modes counted on the way, which are not counted again where
/// there are surely no others; below 0: the net is too large to factorise.
Stability judge(Backend& backend, const NetworkData& net, VectorId x, int negative);

}  // namespace tensio
