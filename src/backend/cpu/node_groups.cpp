// Pairwise grouping [Notay 2010], by the stiffness of springs.
#include "backend/cpu/node_groups.hpp"

#include <cmath>
#include <numeric>

namespace tensio {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Neighbours {
  std::vector<int> start, other;
  std::vector<double> stiffness;
};

// The springs between groups, from both sides.
Neighbours neighbours(const NetworkData& net, const NodeGroups& groups) {
  Neighbours found;
  found.start.assign(at(groups.count) + 1, 0);
  const auto for_springs = [&](auto&& visit) {
    for (std::size_t s = 0; s < net.a.size(); ++s) {
      const int a = groups.of_node[at(net.a[s])], b = groups.of_node[at(net.b[s])];
      if (a == b) continue;
      visit(a, b, std::abs(net.stiffness[s]));
      visit(b, a, std::abs(net.stiffness[s]));
    }
  };
  for_springs([&](int from, int, double) { ++found.start[at(from) + 1]; });
  std::partial_sum(found.start.begin(), found.start.end(), found.start.begin());
  std::vector<int> next(found.start.begin(), found.start.end() - 1);
  found.other.resize(at(found.start.back()));
  found.stiffness.resize(found.other.size());
  for_springs([&](int from, int to, double k) {
    const std::size_t place = at(next[at(from)]++);
    found.other[place] = to;
    found.stiffness[place] = k;
  });
  return found;
}

}  // namespace

NodeGroups single_nodes(const NetworkData& net) {
  NodeGroups groups{net.node_count, std::vector<int>(at(net.node_count))};
  std::iota(groups.of_node.begin(), groups.of_node.end(), 0);
  return groups;
}

NodeGroups paired(const NetworkData& net, const NodeGroups& groups) {
  const Neighbours near = neighbours(net, groups);
  std::vector<int> pair(at(groups.count), -1);
  std::vector<double> between(at(groups.count), -1.0);  // of the group at hand; -1: none
  NodeGroups result;
  for (int group = 0; group < groups.count; ++group) {
    if (pair[at(group)] >= 0) continue;
    for (int e = near.start[at(group)]; e < near.start[at(group) + 1]; ++e) {
      double& sum = between[at(near.other[at(e)])];
      sum = (sum < 0 ? 0.0 : sum) + near.stiffness[at(e)];
    }
    int best = -1;
    for (int e = near.start[at(group)]; e < near.start[at(group) + 1]; ++e) {
      const int other = near.other[at(e)];
      if (pair[at(other)] >= 0) continue;
      const double gain = best < 0 ? 1.0 : between[at(other)] - between[at(best)];
      if (gain > 0 || (gain == 0 && other < best)) best = other;
    }
    for (int e = near.start[at(group)]; e < near.start[at(group) + 1]; ++e)
      between[at(near.other[at(e)])] = -1.0;
    pair[at(group)] = result.count;
    if (best >= 0) pair[at(best)] = result.count;
    ++result.count;
  }
  result.of_node.reserve(groups.of_node.size());
  for (int group : groups.of_node) result.of_node.push_back(pair[at(group)]);
  return result;
}

}  // namespace tensio
