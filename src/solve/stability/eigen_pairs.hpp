// The lowest eigenvalues of a net's stiffness, and their shapes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solve/stability/eigenproblem.hpp"
#include "tensio/solve/report.hpp"

namespace tensio {

/// Up to so many unknowns all eigenvalues are computed at once, by a full matrix.
inline constexpr int kMostDense = 3000;
/// At most so many are asked for one by one.
inline constexpr int kMostLanczos = 1000;

struct EigenPair {
  double value = 0;  ///< zero exactly for rigid motions and zero modes
  bool rigid = false;
  bool zero = false;      ///< no stiffness to speak of; rigid ones too
  double rounding = 0;    ///< what the value is uncertain by
  Eigen::VectorXd shape;  ///< all axes in the user's order, largest component 1
};

struct EigenPairs {
  std::vector<EigenPair> pairs;  ///< ascending
  bool complete = true;          ///< none was missed, as the pivots count them
  std::string problem;           ///< why there is none, or empty
};

/// The `count` lowest. By a full matrix where the net is small or most of them are asked for.
EigenPairs lowest_pairs(const Eigenproblem& eigenproblem, int count);

/// Smallest eigenvalue of K at x, rigid motions left out; zero where the modes hold a mechanism or
/// a slack part and nothing negative. Empty where it was not found.
std::optional<double> lowest_stiffness(Backend& backend, const NetworkData& net, VectorId x,
                                       const Modes& modes, const SoftModes& soft);

}  // namespace tensio
