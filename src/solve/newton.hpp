// Newton's method on a backend: from a start to a state where the forces balance.
#pragma once

#include <functional>
#include <string>

#include "backend/backend.hpp"
#include "tensio/report.hpp"

namespace tensio {

struct NewtonOptions {
  double tolerance = 1e-10;
  int max_iterations = 10000;
  bool leave_saddles = true;  ///< go on from a rest state that is not stable
};

/// One iteration, as an observer may see it.
struct NewtonStep {
  int iteration = 0;
  double residual = 0;
  double energy = 0;
  double length = 0;  ///< fraction of the full step
  bool projected = false;
  bool leaves_saddle = false;  ///< a step along a direction of negative stiffness
};

struct NewtonResult {
  Status status = Status::stalled;
  std::string reason;
  int iterations = 0;
  int projected_iterations = 0;
  double residual = 0;
  double residual_force = 0;
  int negative_modes = -1;  ///< of the last state, where it is converged; -1: not known
};

/// A force within so many ulp of the terms summed at its node is zero to rounding.
inline constexpr double kRoundOffUlp = 8;

/// Largest force over the largest tension or load: what the tolerance is on.
double relative_residual(const ForceFacts& facts);
/// The residual is within the tolerance, or every force is zero to rounding.
bool at_rest(const ForceFacts& facts, double tolerance);
/// The sentence that goes with it.
std::string reason_for_rest(const ForceFacts& facts, double tolerance);
/// Negative modes of a rest state, by pivots; -1 where the net is too large to factorise.
int count_negative_modes(Backend& backend, VectorId x);

/// Moves x to equilibrium. `watch` sees the start and every iteration; false stops the solve.
NewtonResult newton(Backend& backend, VectorId x, const NewtonOptions& options,
                    const std::function<bool(const NewtonStep&)>& watch);

}  // namespace tensio
