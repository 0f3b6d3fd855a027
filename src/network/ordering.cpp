// Breadth-first node order [Cuthill and McKee 1969], taken only where it helps.
#include "network/ordering.hpp"
#include "core/index.hpp"

#include <cstdlib>
#include <numeric>

namespace tensio {

namespace {

// Mean distance of a spring's ends in the user's order, against that of a lattice in space.
bool is_local(int node_count, const std::vector<int>& a, const std::vector<int>& b) {
  double span = 0;
  for (std::size_t s = 0; s < a.size(); ++s) span += std::abs(a[s] - b[s]);
  if (a.empty()) return true;
  // mean <= 2 n^(2/3), without a cube root: its last bit differs between platforms.
  const double mean = span / static_cast<double>(a.size()), n = node_count;
  return mean * mean * mean <= 8.0 * n * n;
}

struct Adjacency {
  std::vector<int> start, neighbour;
};

Adjacency adjacency(int node_count, std::span<const int> a, std::span<const int> b) {
  Adjacency graph;
  graph.start.assign(usize(node_count) + 1, 0);
  for (std::size_t s = 0; s < a.size(); ++s) {
    ++graph.start[usize(a[s]) + 1];
    ++graph.start[usize(b[s]) + 1];
  }
  for (std::size_t i = 0; i < usize(node_count); ++i) graph.start[i + 1] += graph.start[i];
  std::vector<int> next(graph.start.begin(), graph.start.end() - 1);
  graph.neighbour.resize(2 * a.size());
  for (std::size_t s = 0; s < a.size(); ++s) {
    graph.neighbour[next[a[s]]++] = b[s];
    graph.neighbour[next[b[s]]++] = a[s];
  }
  return graph;
}

// Appends all nodes reachable from `root` that are not yet seen; returns the last one.
int sweep(const Adjacency& graph, int root, std::vector<char>& seen, std::vector<int>& order) {
  std::size_t head = order.size();
  order.push_back(root);
  seen[root] = 1;
  for (; head < order.size(); ++head) {
    const std::size_t node = usize(order[head]);
    for (int e = graph.start[node]; e < graph.start[node + 1]; ++e) {
      const int other = graph.neighbour[e];
      if (seen[other]) continue;
      seen[other] = 1;
      order.push_back(other);
    }
  }
  return order.back();
}

}  // namespace

std::vector<int> breadth_first_order(int node_count, std::span<const int> a,
                                     std::span<const int> b) {
  std::vector<int> order;
  order.reserve(usize(node_count));
  const Adjacency graph = adjacency(node_count, a, b);
  std::vector<char> seen(usize(node_count), 0);
  for (int i = 0; i < node_count; ++i) {
    if (seen[i]) continue;
    // A first sweep finds a far end of the part; the order starts from there.
    const std::size_t begin = order.size();
    const int far_end = sweep(graph, i, seen, order);
    for (std::size_t j = begin; j < order.size(); ++j) seen[order[j]] = 0;
    order.resize(begin);
    sweep(graph, far_end, seen, order);
  }
  return order;
}

std::vector<int> local_node_order(int node_count, const std::vector<int>& a,
                                  const std::vector<int>& b) {
  if (!is_local(node_count, a, b)) return breadth_first_order(node_count, a, b);
  std::vector<int> order(usize(node_count));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace tensio
