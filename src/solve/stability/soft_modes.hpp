// Zero and negative modes of K, distinguished from soft ones by the stiffness at their own nodes.
//
// Modes softer than 1e-9 of the stiffness of the nodes that they move are candidates, counted by
// the pivots of K shifted by that much. Their space is found by inverse iteration, and each one's
// stiffness is summed over the springs (stiffness_form.hpp), at a state that one more Newton step
// has brought closer to equilibrium. A mode is zero if that stiffness is within its rounding.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "solve/stability/stiffness_form.hpp"

namespace tensio {

/// What may be assumed about the forces at a state.
enum class Balance {
  none,     ///< forces need not balance
  at_rest,  ///< forces balance, to the tolerance of the solve
  polish,   ///< the same, and Newton steps may refine a copy of the state first
};

struct SoftModes {
  bool known = false;    ///< false if the net is too large to factorise
  bool balanced = true;  ///< the state is an equilibrium
  int negative = 0;      ///< all of K
  int zero = 0;
  /// `shapes` contains the zero modes; false if there are too many to be found one by one, and they
  /// are only counted.
  bool listed = true;
  Eigen::MatrixXd shapes = {};  ///< [axes x zero] in compiled order, orthonormal
  /// The refined state, in the user's order, if that is closer to equilibrium than x.
  std::vector<double> polished = {};
  /// The most negative of the candidates, if one is negative, and its v.K v; else empty.
  Eigen::VectorXd negative_shape = {};
  double curvature = 0;
  /// The most candidates that are found one by one.
  static constexpr int kMost = 50;
};

/// Of the state x.
SoftModes soft_modes(Backend& backend, VectorId x, Balance balance);

/// Of a matrix without negative modes, given as blocks and as a form.
SoftModes soft_modes(Backend& backend, std::span<const double> blocks, const StiffnessForm& form);

/// Combines the orthonormal columns V so that those without stiffness come first; returns their
/// number. V remains orthonormal.
int zeros_first(const StiffnessForm& form, Eigen::MatrixXd& V);

}  // namespace tensio
