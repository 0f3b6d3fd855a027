// Pairwise grouping [Notay 2010], by the stiffness of springs.
#include "backend/cpu/solvers/node_groups.hpp"
#include "core/index.hpp"

#include <cmath>
#include <numeric>

namespace tensio {

namespace {

struct Neighbours {
  std::vector<int> start, other;
  std::vector<double> stiffness;
};

// The springs between groups, from both sides.
Neighbours neighbours(const NetworkData& net, const NodeGroups& groups) {
  Neighbours found;
  found.start.assign(usize(groups.count) + 1, 0);
  const auto for_springs = [&](auto&& visit) {
    for (std::size_t s = 0; s < net.a.size(); ++s) {
      const int a = groups.of_node[net.a[s]], b = groups.of_node[net.b[s]];
      if (a == b) continue;
      visit(a, b, std::abs(net.stiffness[s]));
      visit(b, a, std::abs(net.stiffness[s]));
    }
  };
  for_springs([&](int from, int, double) { ++found.start[usize(from) + 1]; });
  std::partial_sum(found.start.begin(), found.start.end(), found.start.begin());
  std::vector<int> next(found.start.begin(), found.start.end() - 1);
  found.other.resize(usize(found.start.back()));
  found.stiffness.resize(found.other.size());
  for_springs([&](int from, int to, double k) {
    const std::size_t place = usize(next[from]++);
    found.other[place] = to;
    found.stiffness[place] = k;
  });
  return found;
}

}  // namespace

NodeGroups single_nodes(const NetworkData& net) {
  NodeGroups groups{net.node_count, std::vector<int>(usize(net.node_count))};
  std::iota(groups.of_node.begin(), groups.of_node.end(), 0);
  return groups;
}

NodeGroups paired(const NetworkData& net, const NodeGroups& groups) {
  const Neighbours near = neighbours(net, groups);
  std::vector<int> pair(usize(groups.count), -1);
  std::vector<double> between(usize(groups.count), -1.0);  // of the group at hand; -1: none
  NodeGroups result;
  for (int group = 0; group < groups.count; ++group) {
    if (pair[group] >= 0) continue;
    for (int e = near.start[group]; e < near.start[usize(group) + 1]; ++e) {
      double& sum = between[near.other[e]];
      sum = (sum < 0 ? 0.0 : sum) + near.stiffness[e];
    }
    int best = -1;
    for (int e = near.start[group]; e < near.start[usize(group) + 1]; ++e) {
      const int other = near.other[e];
      if (pair[other] >= 0) continue;
      const double gain = best < 0 ? 1.0 : between[other] - between[best];
      if (gain > 0 || (gain == 0 && other < best)) best = other;
    }
    for (int e = near.start[group]; e < near.start[usize(group) + 1]; ++e)
      between[near.other[e]] = -1.0;
    pair[group] = result.count;
    if (best >= 0) pair[best] = result.count;
    ++result.count;
  }
  result.of_node.reserve(groups.of_node.size());
  for (int group : groups.of_node) result.of_node.push_back(pair[group]);
  return result;
}

}  // namespace tensio
