// Cut a row of nodes into pieces of equal work, and list what belongs to each.
#include "network/partition.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/assert.hpp"
#include "network/network_data.hpp"
#include "network/ordering.hpp"
#include "network/space_curve.hpp"

namespace tensio {

namespace {

// Nodes along the curve, ties by node.
std::vector<int> curve_order(const DividedNet& net) {
  const std::vector<std::uint64_t> key = curve_keys(net.dimension, net.position);
  std::vector<std::pair<std::uint64_t, int>> places(key.size());
  for (std::size_t i = 0; i < key.size(); ++i) places[i] = {key[i], static_cast<int>(i)};
  std::sort(places.begin(), places.end());
  std::vector<int> order(key.size());
  for (std::size_t i = 0; i < key.size(); ++i) order[i] = places[i].second;
  return order;
}

// Where the piece of each rank begins in the row.
std::vector<int> cut_row(const DividedNet& net, const std::vector<int>& order, int ranks) {
  const int n = net.node_count();
  std::vector<std::int64_t> weight(usize(n), 2);
  for (int node : net.a) ++weight[node];
  for (int node : net.b) ++weight[node];
  // A node belongs to the rank in whose share of the work its middle lies.
  const std::int64_t total = 2 * (std::int64_t{n} + net.spring_count());
  std::vector<int> first(usize(ranks) + 1, 0);
  std::int64_t before = 0;
  for (int node : order) {
    const std::int64_t middle = 2 * before + weight[node];
    ++first[usize(middle * ranks / (2 * total)) + 1];
    before += weight[node];
  }
  for (std::size_t r = 0; r < usize(ranks); ++r) first[r + 1] += first[r];
  // No rank is empty where each can have a node, such as beside a node with very many springs.
  if (n < ranks) return first;
  for (int r = 1; r < ranks; ++r) first[r] = std::max(first[r], first[r - 1] + 1);
  for (int r = ranks - 1; r > 0; --r) first[r] = std::min(first[r], first[r + 1] - 1);
  return first;
}

Partition cut_at_ranks(const DividedNet& net, const std::vector<int>& order, int ranks,
                       NodeRow chosen) {
  Partition result;
  result.chosen = chosen;
  result.first = cut_row(net, order, ranks);
  result.owner.resize(order.size());
  for (int r = 0; r < ranks; ++r)
    for (int i = result.first[r]; i < result.first[r + 1]; ++i) result.owner[order[i]] = r;
  // Rows: by rank, then ascending.
  result.node.resize(order.size());
  result.row.resize(order.size());
  std::vector<int> next(result.first.begin(), result.first.end() - 1);
  for (int node = 0; node < net.node_count(); ++node) {
    const int row = next[result.owner[node]]++;
    result.row[node] = row;
    result.node[row] = node;
  }
  return result;
}

std::int64_t cut_springs(const DividedNet& net, const Partition& partition) {
  std::int64_t count = 0;
  for (std::size_t s = 0; s < net.a.size(); ++s)
    count += partition.owner[net.a[s]] != partition.owner[net.b[s]];
  return count;
}

std::span<const int> corners_of(const DividedNet& net, int face) {
  const int begin = net.face_start[face], end = net.face_start[usize(face) + 1];
  return net.face_nodes.subspan(usize(begin), usize(end - begin));
}

// Calls use(rank, node) for each node that a rank needs and does not own, more than once for some.
template <class Use>
void for_each_need(const DividedNet& net, const Partition& partition, const Use& use) {
  const std::vector<int>& owner = partition.owner;
  for (std::size_t s = 0; s < net.a.size(); ++s) {
    const int a = net.a[s], b = net.b[s];
    if (owner[a] == owner[b]) continue;
    use(owner[a], b);
    use(owner[b], a);
  }
  for (int face = 0; face < net.face_count(); ++face)
    for (int mine : corners_of(net, face))
      for (int other : corners_of(net, face))
        if (owner[mine] != owner[other]) use(owner[mine], other);
}

void sort_unique(std::vector<std::pair<int, int>>& pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

// The springs with an own end, and the faces with an own corner.
void list_springs(const DividedNet& net, const Partition& partition, int rank, RankPart& part) {
  const std::vector<int>& owner = partition.owner;
  for (int s = 0; s < net.spring_count(); ++s)
    if (owner[net.a[s]] == rank || owner[net.b[s]] == rank) part.springs.push_back(s);
  for (int face = 0; face < net.face_count(); ++face)
    for (int node : corners_of(net, face))
      if (owner[node] == rank) {
        part.faces.push_back(face);
        break;
      }
}

}  // namespace

DividedNet divided(const NetworkData& net) {
  DividedNet view;
  view.dimension = net.dimension;
  view.position = net.position;
  view.a = net.a;
  view.b = net.b;
  view.face_start = net.faces.start;
  view.face_nodes = net.faces.nodes;
  return view;
}

std::string_view to_string(NodeRow row) {
  switch (row) {
    case NodeRow::fewest_cuts: return "fewest_cuts";
    case NodeRow::space_filling: return "space_filling";
    case NodeRow::breadth_first: return "breadth_first";
  }
  return "";
}

Partition partition(const DividedNet& net, int ranks, NodeRow wanted) {
  TENSIO_ASSERT(ranks >= 1 && ranks <= kMostRanks);
  const auto breadth_first = [&] {
    return cut_at_ranks(net, breadth_first_order(net.node_count(), net.a, net.b), ranks,
                        NodeRow::breadth_first);
  };
  if (wanted == NodeRow::breadth_first) return breadth_first();
  Partition along_curve = cut_at_ranks(net, curve_order(net), ranks, NodeRow::space_filling);
  if (wanted == NodeRow::space_filling || ranks == 1) return along_curve;
  Partition over_springs = breadth_first();
  return cut_springs(net, over_springs) < cut_springs(net, along_curve) ? over_springs
                                                                        : along_curve;
}

RankPart part_of_rank(const DividedNet& net, const Partition& partition, int rank) {
  RankPart part;
  const auto own = partition.node.begin() + partition.first[rank];
  part.own_count = partition.own_count(rank);
  part.nodes.assign(own, own + part.own_count);
  list_springs(net, partition, rank, part);

  // (owner, ghost), and (rank that needs it, own node)
  std::vector<std::pair<int, int>> ghosts, sent;
  for_each_need(net, partition, [&](int needs, int node) {
    if (needs == rank) ghosts.push_back({partition.owner[node], node});
    if (partition.owner[node] == rank) sent.push_back({needs, node});
  });
  sort_unique(ghosts);
  sort_unique(sent);
  for (const auto& [owner, node] : ghosts) {
    const int local = static_cast<int>(part.nodes.size());
    if (part.neighbours.empty() || part.neighbours.back().rank != owner)
      part.neighbours.push_back({owner, {}, local, local});
    part.neighbours.back().receive_end = local + 1;
    part.nodes.push_back(node);
  }
  // Who sends also receives, so both lists have the same ranks.
  std::size_t neighbour = 0;
  for (const auto& [to, node] : sent) {
    while (part.neighbours[neighbour].rank != to) ++neighbour;
    part.neighbours[neighbour].send.push_back(partition.row[node] - partition.first[rank]);
  }

  std::vector<int> local(usize(net.node_count()), -1);
  for (std::size_t i = 0; i < part.nodes.size(); ++i) local[part.nodes[i]] = static_cast<int>(i);
  for (int s : part.springs) {
    part.a.push_back(local[net.a[s]]);
    part.b.push_back(local[net.b[s]]);
  }
  return part;
}

std::vector<RankCounts> count_ranks(const DividedNet& net, const Partition& partition) {
  const std::vector<int>& owner = partition.owner;
  std::vector<RankCounts> counts(usize(partition.rank_count()));
  for (int r = 0; r < partition.rank_count(); ++r) counts[r].own = partition.own_count(r);
  for (std::size_t s = 0; s < net.a.size(); ++s) {
    const int p = owner[net.a[s]], q = owner[net.b[s]];
    ++counts[p].springs;
    if (p == q) continue;
    ++counts[q].springs;
    ++counts[p].border_springs;
    ++counts[q].border_springs;
  }
  // (rank, ghost), then (rank, owner of one of its ghosts)
  std::vector<std::pair<int, int>> pairs;
  for_each_need(net, partition, [&](int rank, int node) { pairs.push_back({rank, node}); });
  sort_unique(pairs);
  for (auto& [rank, node] : pairs) {
    ++counts[rank].ghosts;
    ++counts[owner[node]].sent;
    node = owner[node];
  }
  sort_unique(pairs);
  for (const auto& [rank, other] : pairs) ++counts[rank].neighbours;
  return counts;
}

}  // namespace tensio
