// What is really out of balance at a state, beyond the rounding of doubles.
#pragma once

#include <vector>

#include "backend/backend.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// The forces at a position (user's order), computed with twice the digits: of force_norms() the
/// largest net force on an unknown axis, tension and external force. Where stiff springs make the
/// rounding of a length a force of its own, a residual from doubles is mostly noise.
ForceNorms precise_norms(const NetworkData& net, const std::vector<double>& position);

}  // namespace tensio
