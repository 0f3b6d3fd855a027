// The lowest eigenvalues of a net's stiffness, and their shapes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solve/stability/eigenproblem.hpp"
#include "tensio/solve/report.hpp"

namespace tensio {

/// Up to this number of unknowns all eigenvalues can be computed, by a full matrix.
inline constexpr int kMostDense = 3000;
/// Of larger nets, at most this number of eigenvalues is computed, by Lanczos' method.
inline constexpr int kMostLanczos = 1000;

struct EigenPair {
  double value = 0;  ///< zero exactly for rigid motions and zero modes
  bool rigid = false;
  bool zero = false;      ///< its stiffness is within rounding; also true for rigid motions
  double rounding = 0;    ///< uncertainty of the value
  Eigen::VectorXd shape;  ///< all axes in the user's order, largest component 1
};

struct EigenPairs {
  std::vector<EigenPair> pairs;  ///< ascending
  bool complete = true;          ///< none was missed, according to the count of pivots
  std::string problem;           ///< why there are none, or empty
};

/// The `count` lowest. By a full matrix if the net is small or most of them are requested.
EigenPairs lowest_pairs(const Eigenproblem& eigenproblem, int count);

/// Smallest eigenvalue of K at x, rigid motions excluded; zero if the modes contain a mechanism or
/// a slack part and nothing negative. Empty if it was not found.
std::optional<double> lowest_stiffness(Backend& backend, const NetworkData& net, VectorId x,
                                       const Modes& modes, const SoftModes& soft);

}  // namespace tensio
