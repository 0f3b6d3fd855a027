// Newton's method with predicted tensions, for narrow curved valleys of the energy.
#pragma once

#include "solve/methods/iteration.hpp"

namespace tensio {

/// Moves x towards equilibrium by Newton's method with predicted tensions. Ends at the tolerance,
/// or at the iteration limit with the state of lowest energy. Needs a direct linear solver; does
/// not count modes or leave saddle points.
NewtonResult mixed_newton(Backend& backend, VectorId x, const Limits& limits, const Watch& watch);

}  // namespace tensio
