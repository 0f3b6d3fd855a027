// Coarse unknowns of a net, and how the motion of all nodes follows from theirs.
//
// Groups of nodes grow around seeds that are some springs apart. A node moves with the groups near
// it, by weights that reproduce every motion that is linear in the drawn positions, as far as the
// groups near it allow. A function of topology and drawn positions alone: what breaks, yields or is
// fixed changes nothing.
#pragma once

#include <vector>

#include "backend/cpu/solvers/block_factor.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// Neighbours of all nodes, from both sides; `slot` is that of the block below the diagonal.
struct PatternGraph {
  std::vector<int> start = {0}, other, slot;
};
PatternGraph graph_of(const LowerPattern& pattern);

struct Interpolation {
  int count = 0;                        ///< groups
  std::vector<int> start = {0}, group;  ///< of each node
  std::vector<double> weight;           ///< their sum is 1 at each node
};

/// Seeds are at least `apart` springs from each other.
Interpolation interpolate(const NetworkData& net, const PatternGraph& graph, int apart);

}  // namespace tensio
