// Newton for nets whose stiffnesses lie many powers of ten apart.
#pragma once

#include "network/network_data.hpp"
#include "solve/methods/newton.hpp"
#include "tensio/model/options.hpp"

namespace tensio {

/// newton(), with a way around crawling: far from rest, stiff springs among soft ones leave only
/// narrow curved valleys to walk in, and steps become short. Where that happens the stiff springs
/// are first taken for softer ones, and then made as stiff as they are in a few solves, each from
/// the last. Where the net has no such springs this is newton().
NewtonResult newton_from_soft(Backend& backend, const NetworkData& net, VectorId x,
                              const EquilibriumOptions& options, const Watch& watch);

}  // namespace tensio
