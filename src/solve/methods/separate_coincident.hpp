// Springs of zero length that want to be longer have no direction: they are given one.
#pragma once

#include <vector>

#include "network/network_data.hpp"

namespace tensio {

/// Moves the free ends of every pushing spring of zero length apart to its rest length, along an
/// axis chosen from the spring's id; `position` in the user's order. False where there was none.
bool part_coincident_ends(const NetworkData& net, std::vector<double>& position);

}  // namespace tensio
