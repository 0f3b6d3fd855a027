// Connected parts of a net, their loads and their supports.
#pragma once

#include <string>
#include <vector>

#include "network/network_data.hpp"

namespace tensio {

/// A sentence that names a part whose loads cannot be balanced; empty if there is none.
/// A part can balance a load along an axis only if one of its nodes is fixed on that axis.
std::string unsupported_load(const NetworkData& net);

/// "node 7", or "node 7 (tip)"; `node` in compiled order.
std::string node_text(const NetworkData& net, int node);
/// "spring 10 (nodes 10-11)", with the ends' labels if they have one; compiled order.
std::string spring_text(const NetworkData& net, int spring);

}  // namespace tensio
