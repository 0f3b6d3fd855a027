// The largest stable time step of an integrator, known before the first step.
#pragma once

#include <optional>
#include <span>

#include "backend/backend.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "solve/motion/linear_net.hpp"
#include "tensio/model/motion.hpp"

namespace tensio {

struct StableStep {
  enum class Kind {
    limit,        ///< at most the true limit, and at least 0.9 of it
    bound,        ///< at most the true limit; how far below it is not known
    none_stable,  ///< errors grow at any step
    no_limit,     ///< any step is stable: nothing oscillates, or the integrator is implicit
    unknown,      ///< the stiffness is NaN or infinite, or the net is too large
  };
  Kind kind = Kind::no_limit;
  std::optional<double> step = {};  ///< of limit and bound
  /// Of none_stable in a net with damping: the fastest vibration that is not damped [1/s]. With a
  /// step h it grows by the factor e in 2 / (h undamped²).
  double undamped = 0;
};

/// Up to this number of unknowns all eigenvalues of small motions are computed, if needed.
inline constexpr std::size_t kMostDenseStep = 100;

struct StableSearch {
  Shape shape = Shape::current;
  int threads = 1;  ///< 0: all; results do not depend on it
  std::size_t most_dense = kMostDenseStep;
};

/// For small motions about x, with axial damping and drag; or for motions of any size, if the
/// springs do not become stiffer than at x. Cables and struts that are slack there count as taut.
/// Physically unstable motions, as of a strut about to buckle, are ignored. Histories must be
/// prepared for x.
StableStep stable_time_step(Backend& backend, const DynamicNetwork& net, VectorId x,
                            Integrator integrator, const StableSearch& how = {});

/// Whether a step surely is at most stable_time_step() of the net at x, of which a cheap bound of
/// the largest eigenvalues is enough: true for most good steps, false for other integrators.
/// For nets without histories and functions.
bool is_certainly_stable(const NetworkData& net, std::span<const double> x, Integrator integrator,
                         double time_step);

}  // namespace tensio
