// The stability of an equilibrium: its negative modes, and its zero modes by kind.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "backend/backend.hpp"
#include "network/network_data.hpp"
#include "solve/stability/soft_modes.hpp"

namespace tensio {

/// If every mode is stiffer than this part of the largest eigenvalue of K, none can be zero.
inline constexpr double kZeroMode = 1e-9;

struct Stability {
  bool known = false;  ///< false if the net is too large to factorise
  int negative = 0;
  int rigid = 0;                 ///< motions of whole parts
  int slack = 0;                 ///< motions of parts that only slack springs connect
  int mechanism = 0;             ///< all other motions without resistance
  std::vector<int> moving = {};  ///< nodes that move most in them, user's order, at most five
  SoftModes soft = {};           ///< the modes that this follows from
};

/// Nodes that springs join, in compiled order.
struct Part {
  std::vector<int> nodes;
  int rigid = 0;          ///< its rigid motions without resistance
  Eigen::MatrixXd modes;  ///< [axes of the part x rigid], orthonormal columns
};

/// The parts that springs join, and those of their rigid motions that the fixed axes allow and the
/// springs do not resist. Positions in the user's order.
std::vector<Part> rigid_parts(const StiffnessForm& form, const std::vector<double>& user);

/// Assesses the equilibrium x. `negative`: modes that the solve counted, which are not counted
/// again if there are certainly no others; below 0: the net is too large to factorise.
Stability judge(Backend& backend, const NetworkData& net, VectorId x, int negative);

}  // namespace tensio
