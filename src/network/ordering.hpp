// An order of the nodes that keeps neighbours close in memory.
#pragma once

#include <vector>

namespace tensio {

/// order[i] is the user's node at place i. The user's own order is kept where it is local already;
/// otherwise nodes follow breadth-first from a far end of each part.
std::vector<int> local_node_order(int node_count, const std::vector<int>& a,
                                  const std::vector<int>& b);

}  // namespace tensio
