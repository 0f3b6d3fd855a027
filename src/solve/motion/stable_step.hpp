// The largest time step with which an integrator does not blow up, told before the first step.
#pragma once

#include <optional>

#include "backend/backend.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "solve/motion/linear_net.hpp"
#include "tensio/model/motion.hpp"

namespace tensio {

struct StableStep {
  enum class Kind {
    limit,        ///< at most the true limit, and at least 0.9 of it
    bound,        ///< at most the true limit; how far below it is not known
    none_stable,  ///< the integrator grows at any step
    no_limit,     ///< no step is too long: nothing to oscillate, or the integrator does not mind
    unknown,      ///< the stiffness is not a number, or the net too large to tell
  };
  Kind kind = Kind::no_limit;
  std::optional<double> step = {};  ///< of limit and bound
  /// Of none_stable in a net with damping: the fastest vibration that is not damped [1/s]. With a
  /// step h it grows by the factor e in 2 / (h undamped²).
  double undamped = 0;
};

/// Up to so many unknowns all eigenvalues of small motions are computed, where they are needed.
inline constexpr std::size_t kMostDenseStep = 100;

/// For small motions about x, with axial damping and drag; or for motions of any size, as far as
/// the springs get no stiffer than at x. Cables and struts that are slack there count as taut.
/// Motions that grow by themselves, as of a strut about to buckle, are no fault of the step and do
/// not count. What springs with a memory add must be prepared for x.
StableStep stable_time_step(Backend& backend, const DynamicNetwork& net, VectorId x,
                            Integrator integrator, Shape shape = Shape::at_hand,
                            std::size_t most_dense = kMostDenseStep);

}  // namespace tensio
