// Groups of nodes that stiff springs hold together, as coarse unknowns.
#pragma once

#include <vector>

#include "network/network_data.hpp"

namespace tensio {

struct NodeGroups {
  int count = 0;
  std::vector<int> of_node;
};

/// Each node alone.
NodeGroups single_nodes(const NetworkData& net);
/// Pairs of groups with the most stiffness between them, in order of the groups: about half as
/// many. A function of the net's springs alone.
NodeGroups paired(const NetworkData& net, const NodeGroups& groups);

}  // namespace tensio
