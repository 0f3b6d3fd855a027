// An order of the nodes that keeps neighbours close in memory.
#pragma once

#include <span>
#include <vector>

namespace tensio {

/// order[i] is the node at place i, breadth-first over the springs from a far end of each connected
/// part; parts follow each other by their lowest nodes.
std::vector<int> breadth_first_order(int node_count, std::span<const int> a,
                                     std::span<const int> b);

/// order[i] is the user's node at place i. The user's own order is kept where it is local already;
/// otherwise nodes follow breadth-first from a far end of each part.
std::vector<int> local_node_order(int node_count, const std::vector<int>& a,
                                  const std::vector<int>& b);

}  // namespace tensio
