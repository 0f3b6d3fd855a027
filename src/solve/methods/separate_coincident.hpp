// Springs of zero length under compression have no direction: they are given one.
#pragma once

#include <vector>

#include "network/network_data.hpp"

namespace tensio {

/// Moves the free ends of every spring of zero length that is in compression apart to its rest
/// length, along an axis chosen by the spring's id; `position` in the user's order. False if there
/// is no such spring.
bool separate_coincident_ends(const NetworkData& net, std::vector<double>& position);

}  // namespace tensio
