// The order in which the threads of a device take nodes.
#pragma once

#include <vector>

#include "network/network_data.hpp"

namespace tensio {

/// All nodes along a Z-shaped curve [Morton 1966] through the drawn net, so that threads side by
/// side read the same neighbours.
std::vector<int> nodes_along_curve(const NetworkData& net);

}  // namespace tensio
