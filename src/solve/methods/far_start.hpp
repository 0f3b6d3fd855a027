// Newton's method with other methods before it where it would be slow.
#pragma once

#include "solve/methods/newton.hpp"
#include "tensio/model/options.hpp"

namespace tensio {

/// newton(), with cheaper steps first if a large net is far from equilibrium and K is not positive
/// definite; and with predicted tensions, or rounded laws of cables and struts, where that does not
/// suffice or Newton's method is slow.
NewtonResult newton_far_start(Backend& backend, VectorId x, const EquilibriumOptions& options,
                              const Limits& limits, const Watch& watch);

}  // namespace tensio
