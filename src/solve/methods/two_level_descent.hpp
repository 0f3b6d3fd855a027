// L-BFGS with a cycle over two levels, for large nets far from equilibrium.
#pragma once

#include "solve/methods/iteration.hpp"

namespace tensio {

/// Whether the backend has such a cycle, and the net is large enough and without obstacles.
bool can_descend(Backend& backend);

/// Moves x closer to equilibrium; stalled where the matrix cannot be factorised, too.
NewtonResult two_level_descent(Backend& backend, VectorId x, const Limits& limits,
                               const Watch& watch);

}  // namespace tensio
