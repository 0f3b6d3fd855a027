// Newton's method for nets whose stiffnesses differ by many powers of ten.
#pragma once

#include "network/network_data.hpp"
#include "solve/methods/newton.hpp"
#include "tensio/model/options.hpp"

namespace tensio {

/// newton(), with stiffness continuation if that is slow: far from equilibrium, stiff springs among
/// soft ones form narrow curved valleys of the energy, in which steps are short. Then the stiffness
/// is limited to a low value first, and the limit raised in a few solves, each from the last. If
/// the net has no such springs this is newton().
NewtonResult newton_with_continuation(Backend& backend, const NetworkData& net, VectorId x,
                                      const EquilibriumOptions& options, const Watch& watch);

}  // namespace tensio
