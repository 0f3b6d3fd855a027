// The residual of a state, computed with twice the precision of doubles.
#pragma once

#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// The norms of the forces at a position (user's order): the largest net force on an axis that is
/// not constrained, tension and external force. If springs are so stiff that the rounding of a
/// length is a considerable force, a residual in doubles is mostly noise.
ForceNorms precise_norms(const NetworkData& net, const std::vector<double>& position);

/// Advice for nets so far from the origin that their coordinates lack precision; else empty.
std::string precision_advice(const NetworkData& net);

}  // namespace tensio
