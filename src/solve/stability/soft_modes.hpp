// Zero and negative modes of K, told from soft ones by their stiffness at their own nodes.
//
// Modes softer than 1e-9 of the stiffness of the nodes that they move are candidates, counted by
// the pivots of K shifted by that much. Their space is found by inverse iteration, and each one's
// stiffness is summed over the springs (stiffness_form.hpp), at a state that one more Newton step
// has brought closer to rest. A mode is zero where that stiffness is within its rounding.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "solve/stability/stiffness_form.hpp"

namespace tensio {

/// What a state is.
enum class Balance {
  none,     ///< forces need not balance
  at_rest,  ///< forces balance, as well as they do
  polish,   ///< the same, and Newton steps may be taken for the verdict, which leave x alone
};

struct SoftModes {
  bool known = false;    ///< false where the net is too large to factorise
  bool balanced = true;  ///< of a state at rest
  int negative = 0;      ///< all of K
  int zero = 0;
  /// The zero modes' shapes are `shapes`; false where there are too many to be found one by one,
  /// and they are counted alone.
  bool listed = true;
  Eigen::MatrixXd shapes = {};  ///< [axes x zero] in compiled order, orthonormal
  /// The state they were judged at, in the user's order, where that is closer to rest than x.
  std::vector<double> polished = {};
  /// The most negative of the candidates, if one is negative, and its v.K v; else empty.
  Eigen::VectorXd falling = {};
  double curvature = 0;
  /// The most candidates that are reported one by one.
  static constexpr int kMost = 50;
};

/// Of the state x.
SoftModes soft_modes(Backend& backend, VectorId x, Balance balance);

/// Of a matrix without negative modes, given as blocks and as a form.
SoftModes soft_modes(Backend& backend, std::span<const double> blocks, const StiffnessForm& form);

/// Of the columns V, orthonormal, those combinations that have no stiffness: how many, and they
/// come first in V, which stays orthonormal.
int zeros_first(const StiffnessForm& form, Eigen::MatrixXd& V);

}  // namespace tensio
