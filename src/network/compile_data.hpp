// The arrays of a compiled net, for those who change their values.
#pragma once

#include <memory>

#include "network/network_data.hpp"

namespace tensio {

/// As compile(); without `matrices` the pattern of K is left out, which explicit steps do not need.
std::shared_ptr<NetworkData> compile_data(const System& system, bool matrices = true,
                                          Validated validated = Validated::no);

/// The springs of each node, from their ends.
void build_incidence(NetworkData& net);
/// The pattern of K, from the springs of each node.
void build_pattern(NetworkData& net);

/// Computes again what depends on stiffnesses, rest lengths and fixed axes: node_stiffness, the
/// scales, and which axes are constrained.
void derive_scales(NetworkData& net);

}  // namespace tensio
