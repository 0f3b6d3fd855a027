#include "backend/cpu/solvers/elimination_order.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cstdint>
#include <numeric>

#include "core/assert.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// A group is merged with its parent where the columns of both are at most `columns`, and at most
/// `zeros` of the entries of both together are zeros that this adds.
struct Merging {
  int columns;
  double zeros;
};
constexpr Merging kMerging[] = {{12, 0.5}, {36, 0.2}, {72, 0.1}, {1 << 30, 0.03}};

// The elimination tree [Liu 1990] of the nodes in an order, and the entries of each column of the
// factor below its diagonal, both by nodes.
class Tree {
 public:
  Tree(const NodeGraph& graph, std::vector<int> node) : graph_(&graph), node_(std::move(node)) {
    place_.resize(node_.size());
    for (std::size_t i = 0; i < node_.size(); ++i) place_[node_[i]] = static_cast<int>(i);
  }

  /// False where the factor has more entries than `most`; then nothing else is valid.
  bool build(std::int64_t most) {
    const int size = graph_->size();
    parent_.assign(usize(size), -1);
    count_.assign(usize(size), 0);
    std::vector<int> seen(usize(size), -1);
    entries_ = 0;
    for (int k = 0; k < size; ++k) {
      seen[k] = k;
      const std::size_t node = usize(node_[k]);
      for (int e = graph_->start[node]; e < graph_->start[node + 1]; ++e)
        // Row k has an entry in each column on the path from here up to k.
        for (int j = place_[graph_->neighbour[e]]; j < k && seen[j] != k; j = parent_[j]) {
          if (parent_[j] < 0) parent_[j] = k;
          seen[j] = k;
          count_[j] += graph_->axes[node];
          entries_ += graph_->axes[node] * graph_->axes[node_[j]];
        }
      if (entries_ > most) return false;
    }
    return true;
  }
  std::int64_t entries() const { return entries_; }

  /// Children before their parents, each subtree in one piece, the widest last, next to its parent.
  void sort_by_subtrees() {
    const std::vector<int> order = post_order();
    const std::size_t size = order.size();
    std::vector<int> now(size), node(size), parent(size), count(size);
    for (std::size_t i = 0; i < size; ++i) now[order[i]] = static_cast<int>(i);
    for (std::size_t i = 0; i < size; ++i) {
      const int before = order[i];
      node[i] = node_[before];
      parent[i] = parent_[before] < 0 ? -1 : now[parent_[before]];
      count[i] = count_[before];
      place_[node[i]] = static_cast<int>(i);
    }
    node_ = std::move(node);
    parent_ = std::move(parent);
    count_ = std::move(count);
  }

  const std::vector<int>& node() const { return node_; }      // at each place
  const std::vector<int>& place() const { return place_; }    // of each node
  const std::vector<int>& parent() const { return parent_; }  // of each place
  const std::vector<int>& count() const { return count_; }    // rows below, by axes

 private:
  std::vector<int> post_order() const {
    const int size = graph_->size();
    std::vector<int> by_count(usize(size)), first(usize(size), -1), next(usize(size), -1), roots;
    std::iota(by_count.begin(), by_count.end(), 0);
    std::stable_sort(by_count.begin(), by_count.end(),
                     [&](int a, int b) { return count_[a] < count_[b]; });
    // Lists of children, the first that is found being the one of the most rows.
    for (int i : by_count)
      if (parent_[i] >= 0) {
        next[i] = first[parent_[i]];
        first[parent_[i]] = i;
      }
    // Visited from the end: the root last, before it the widest child.
    std::vector<int> order(usize(size)), stack;
    int at = size;
    for (int root = size - 1; root >= 0; --root) {
      if (parent_[root] >= 0) continue;
      stack.push_back(root);
      while (!stack.empty()) {
        const int i = stack.back();
        stack.pop_back();
        order[--at] = i;
        const std::size_t begin = stack.size();
        for (int child = first[i]; child >= 0; child = next[child]) stack.push_back(child);
        std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(begin), stack.end());
      }
    }
    TENSIO_ASSERT(at == 0);
    return order;
  }

  const NodeGraph* graph_;
  std::vector<int> node_, place_, parent_, count_;
  std::int64_t entries_ = 0;
};

std::vector<int> minimum_degree(const NodeGraph& graph) {
  const int size = graph.size();
  Eigen::SparseMatrix<double, Eigen::ColMajor, int> pattern(size, size);
  pattern.resizeNonZeros(static_cast<Eigen::Index>(graph.neighbour.size()) + size);
  // With the diagonal: columns without it would be ordered last.
  int at = 0;
  for (int node = 0; node < size; ++node) {
    pattern.outerIndexPtr()[node] = at;
    pattern.innerIndexPtr()[at++] = node;
    for (int e = graph.start[node]; e < graph.start[usize(node) + 1]; ++e)
      pattern.innerIndexPtr()[at++] = graph.neighbour[e];
    std::sort(pattern.innerIndexPtr() + pattern.outerIndexPtr()[node],
              pattern.innerIndexPtr() + at);
  }
  pattern.outerIndexPtr()[size] = at;
  std::fill_n(pattern.valuePtr(), at, 1.0);
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern, order);
  return {order.indices().data(), order.indices().data() + size};
}

Tree best_tree(const NodeGraph& graph) {
  Tree tree(graph, minimum_degree(graph));
  tree.build(INT64_MAX);
  std::vector<int> same(graph.axes.size());
  std::iota(same.begin(), same.end(), 0);
  Tree natural(graph, std::move(same));
  if (natural.build(tree.entries())) tree = std::move(natural);
  tree.sort_by_subtrees();
  return tree;
}

// Groups while they grow: columns and rows below, by axes.
struct Growing {
  int first, last;  // places
  std::int64_t columns, rows, zeros;

  std::int64_t entries() const { return columns * (columns + 1) / 2 + columns * rows; }
};

Growing joined(const Growing& child, const Growing& parent) {
  Growing both{child.first, parent.last, child.columns + parent.columns, parent.rows, 0};
  both.zeros = child.zeros + parent.zeros + both.entries() - child.entries() - parent.entries();
  return both;
}

bool worth_merging(const Growing& both) {
  for (const Merging& rule : kMerging)
    if (both.columns <= rule.columns)
      return static_cast<double>(both.zeros) <= rule.zeros * static_cast<double>(both.entries());
  return false;
}

// Columns that follow each other in the tree with the same rows, then merged: each group with those
// that end just before it begins, as long as it is their parent.
std::vector<Growing> find_groups(const NodeGraph& graph, const Tree& tree) {
  std::vector<Growing> groups;
  for (int place = 0; place < graph.size(); ++place) {
    const int axes = graph.axes[tree.node()[place]], rows = tree.count()[place];
    Growing group{place, place, axes, rows, 0};
    while (!groups.empty() && tree.parent()[groups.back().last] >= group.first &&
           tree.parent()[groups.back().last] <= group.last) {
      const Growing both = joined(groups.back(), group);
      // With the same rows there are no more zeros than there were.
      if (both.zeros > groups.back().zeros + group.zeros && !worth_merging(both)) break;
      group = both;
      groups.pop_back();
    }
    groups.push_back(group);
  }
  return groups;
}

}  // namespace

EliminationOrder order_elimination(const NodeGraph& graph) {
  const Tree tree = best_tree(graph);
  const std::vector<Growing> groups = find_groups(graph, tree);
  EliminationOrder result;
  result.place = tree.place();
  std::vector<int> group_of(graph.axes.size());
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (int i = groups[g].first; i <= groups[g].last; ++i) group_of[i] = static_cast<int>(g);
  // The rows below a group are those of its nodes and of its children that are not in it.
  std::vector<std::vector<int>> children(groups.size());
  std::vector<int> seen(graph.axes.size(), -1);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const int first = groups[g].first, last = groups[g].last;
    const std::size_t begin = result.row.size();
    const auto add = [&](int row) {
      if (row <= last || seen[row] == static_cast<int>(g)) return;
      seen[row] = static_cast<int>(g);
      result.row.push_back(row);
    };
    for (int i = first; i <= last; ++i) {
      const std::size_t node = usize(tree.node()[i]);
      for (int e = graph.start[node]; e < graph.start[node + 1]; ++e)
        add(tree.place()[graph.neighbour[e]]);
    }
    for (int child : children[g])
      for (std::size_t r = result.groups[child].row_begin; r < result.groups[child].row_end; ++r)
        add(result.row[r]);
    std::sort(result.row.begin() + static_cast<std::ptrdiff_t>(begin), result.row.end());
    const int parent = begin == result.row.size() ? -1 : group_of[result.row[begin]];
    if (parent >= 0) children[parent].push_back(static_cast<int>(g));
    result.groups.push_back({first, last - first + 1, parent, begin, result.row.size()});
  }
  return result;
}

}  // namespace tensio
