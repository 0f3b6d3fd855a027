#include "backend/cpu/solvers/fronts.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "backend/cpu/solvers/elimination_order.hpp"
#include "core/assert.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Subtrees are divided until none has more than this part of all work, and then put together to
/// this number of tasks. Neither depends on the threads.
constexpr double kMostOfAll = 1.0 / 32;
constexpr int kTasks = 32;

double work_of(const Front& front) {
  double work = 0;
  for (int j = 0; j < front.columns; ++j) {
    const double below = front.size() - j;
    work += 0.5 * below * below;
  }
  return work;
}

NodeGraph graph_of(const ScalarMatrix& matrix, std::vector<int>& node_of) {
  NodeGraph graph;
  node_of.resize(usize(matrix.size()));
  for (int c = 0; c < matrix.size(); ++c) {
    if (c == 0 || matrix.node(c) != matrix.node(c - 1)) graph.axes.push_back(0);
    node_of[c] = graph.size() - 1;
    ++graph.axes.back();
  }
  // The first column of a node has rows of all nodes after it that it is joined with.
  const auto for_joined = [&](auto&& visit) {
    for (int c = 0; c < matrix.size(); ++c) {
      if (c > 0 && node_of[c] == node_of[c - 1]) continue;
      int before = node_of[c];
      for (int e = matrix.outer()[c]; e < matrix.outer()[usize(c) + 1]; ++e) {
        const int other = node_of[matrix.inner()[e]];
        if (other != before) visit(node_of[c], other);
        before = other;
      }
    }
  };
  graph.start.assign(usize(graph.size()) + 1, 0);
  for_joined([&](int a, int b) {
    ++graph.start[usize(a) + 1];
    ++graph.start[usize(b) + 1];
  });
  std::partial_sum(graph.start.begin(), graph.start.end(), graph.start.begin());
  graph.neighbour.resize(usize(graph.start.back()));
  std::vector<int> next(graph.start.begin(), graph.start.end() - 1);
  for_joined([&](int a, int b) {
    graph.neighbour[next[a]++] = b;
    graph.neighbour[next[b]++] = a;
  });
  return graph;
}

// Pieces of the workspace: the first that is large enough is taken.
class Pieces {
 public:
  std::size_t take(std::size_t size) {
    for (auto piece = free_.begin(); piece != free_.end(); ++piece) {
      if (piece->second < size) continue;
      const auto [begin, length] = *piece;
      free_.erase(piece);
      if (length > size) free_[begin + size] = length - size;
      return begin;
    }
    // At the end, together with what is free there.
    std::size_t begin = end_;
    if (!free_.empty() && std::prev(free_.end())->first + std::prev(free_.end())->second == end_) {
      begin = std::prev(free_.end())->first;
      free_.erase(std::prev(free_.end()));
    }
    end_ = begin + size;
    return begin;
  }
  void give_back(std::size_t begin, std::size_t size) {
    if (size == 0) return;
    auto piece = free_.emplace(begin, size).first;
    if (const auto next = std::next(piece);
        next != free_.end() && begin + piece->second == next->first) {
      piece->second += next->second;
      free_.erase(next);
    }
    if (piece == free_.begin()) return;
    if (const auto before = std::prev(piece); before->first + before->second == begin) {
      before->second += piece->second;
      free_.erase(piece);
    }
  }
  std::size_t end() const { return end_; }

 private:
  std::map<std::size_t, std::size_t> free_;  // begin, length
  std::size_t end_ = 0;
};

std::size_t update_size(const Front& front) { return usize(front.rows) * usize(front.rows); }

}  // namespace

Fronts::Fronts(const ScalarMatrix& matrix) {
  std::vector<int> node_of;
  const NodeGraph graph = graph_of(matrix, node_of);
  const EliminationOrder order = order_elimination(graph);
  lay_out(graph.axes, order);
  // The axes of a node follow each other.
  std::vector<int> begin(graph.axes.size() + 1, 0), node_at(graph.axes.size());
  for (std::size_t node = 0; node < graph.axes.size(); ++node)
    node_at[order.place[node]] = static_cast<int>(node);
  for (std::size_t i = 0; i < node_at.size(); ++i) begin[i + 1] = begin[i] + graph.axes[node_at[i]];
  place.resize(usize(matrix.size()));
  for (int c = 0, axis = 0; c < matrix.size(); ++c) {
    axis = c > 0 && node_of[c] == node_of[c - 1] ? axis + 1 : 0;
    place[c] = begin[order.place[node_of[c]]] + axis;
  }
  find_parents_rows();
  find_entries(matrix);
  divide_into_tasks();
  place_updates();
}

void Fronts::lay_out(const std::vector<int>& node_axes, const EliminationOrder& order) {
  std::vector<int> axes(node_axes.size()), begin(node_axes.size() + 1, 0);
  for (std::size_t node = 0; node < axes.size(); ++node) axes[order.place[node]] = node_axes[node];
  for (std::size_t i = 0; i < axes.size(); ++i) begin[i + 1] = begin[i] + axes[i];
  for (const NodeGroup& group : order.groups) {
    Front next = {};
    next.column = begin[group.first];
    next.columns = begin[usize(group.first) + usize(group.count)] - next.column;
    next.parent = group.parent;
    next.row_begin = row.size();
    for (std::size_t r = group.row_begin; r < group.row_end; ++r)
      for (int axis = 0; axis < axes[order.row[r]]; ++axis)
        row.push_back(begin[order.row[r]] + axis);
    next.rows = static_cast<int>(row.size() - next.row_begin);
    next.value = value_count;
    value_count += usize(next.columns) * usize(next.size());
    largest = std::max(largest, next.size());
    work += work_of(next);
    entries += next.columns * (0.5 * (next.columns + 1) + next.rows);
    front.push_back(next);
  }
}

void Fronts::find_parents_rows() {
  in_parent.resize(row.size());
  child_start.assign(front.size() + 1, 0);
  for (const Front& now : front) {
    if (now.parent < 0) continue;
    ++child_start[usize(now.parent) + 1];
    const Front& parent = front[now.parent];
    const int* const rows = row.data() + parent.row_begin;
    int at = 0;
    for (std::size_t r = now.row_begin; r < now.row_begin + usize(now.rows); ++r) {
      if (row[r] < parent.column + parent.columns) {
        in_parent[r] = row[r] - parent.column;
        continue;
      }
      while (rows[at] < row[r]) ++at;
      TENSIO_ASSERT(at < parent.rows && rows[at] == row[r]);
      in_parent[r] = parent.columns + at;
    }
  }
  std::partial_sum(child_start.begin(), child_start.end(), child_start.begin());
  child.resize(usize(child_start.back()));
  std::vector<int> next(child_start.begin(), child_start.end() - 1);
  for (std::size_t f = 0; f < front.size(); ++f)
    if (front[f].parent >= 0) child[next[front[f].parent]++] = static_cast<int>(f);
}

void Fronts::find_entries(const ScalarMatrix& matrix) {
  std::vector<int> front_of(place.size());
  for (std::size_t f = 0; f < front.size(); ++f)
    for (int c = 0; c < front[f].columns; ++c) front_of[front[f].column + c] = static_cast<int>(f);
  // Twice over the matrix: to count, and to fill in.
  std::vector<std::size_t> next(front.size() + 1, 0);
  const auto for_entries = [&](auto&& visit) {
    for (int c = 0; c < matrix.size(); ++c)
      for (int e = matrix.outer()[c]; e < matrix.outer()[usize(c) + 1]; ++e) {
        const int a = place[c], b = place[matrix.inner()[e]];
        visit(e, std::min(a, b), std::max(a, b));
      }
  };
  for_entries([&](int, int column, int) { ++next[usize(front_of[column]) + 1]; });
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (std::size_t f = 0; f < front.size(); ++f) {
    front[f].entry_begin = next[f];
    front[f].entry_end = next[f + 1];
  }
  entry.resize(next.back());
  for_entries([&](int source, int column, int other) {
    const std::size_t f = usize(front_of[column]);
    const Front& now = front[f];
    int local = other - now.column;
    if (local >= now.columns) {
      const auto begin = row.begin() + static_cast<std::ptrdiff_t>(now.row_begin);
      const auto found = std::lower_bound(begin, begin + now.rows, other);
      TENSIO_ASSERT(found != begin + now.rows && *found == other);
      local = now.columns + static_cast<int>(found - begin);
    }
    const std::size_t target = usize(column - now.column) * usize(now.size()) + usize(local);
    entry[next[f]++] = {source, static_cast<std::uint32_t>(target)};
  });
}

void Fronts::divide_into_tasks() {
  std::vector<double> subtree(front.size());
  for (std::size_t f = 0; f < front.size(); ++f) {
    subtree[f] += work_of(front[f]);
    if (front[f].parent >= 0) subtree[front[f].parent] += subtree[f];
  }
  // Fronts follow their children, and a subtree is in one piece: those of a task lie together.
  const double most = kMostOfAll * work;
  double done = 0, done_parts = 0;
  std::vector<std::uint8_t> is_last(front.size(), 0);
  for (std::size_t f = front.size(); f-- > 0;) {
    const int parent = front[f].parent;
    is_last[f] = subtree[f] > most && (parent < 0 || is_last[parent]);
  }
  const auto add = [&](std::vector<Task>& all, double& sum, std::size_t f) {
    const auto task = std::min(usize(kTasks - 1), static_cast<std::size_t>(kTasks * sum / work));
    if (all.size() <= task) all.resize(task + 1);
    all[task].push_back(static_cast<int>(f));
  };
  std::vector<std::size_t> waiting_tasks, waiting_parts;
  for (std::size_t f = 0; f < front.size(); ++f) {
    const int parent = front[f].parent;
    waiting_parts.push_back(f);
    if (is_last[f]) {
      last.push_back(static_cast<int>(f));
    } else {
      waiting_tasks.push_back(f);
      if (parent < 0 || is_last[parent]) {
        for (std::size_t i : waiting_tasks) add(tasks, done, i);
        waiting_tasks.clear();
        done += subtree[f];
      }
    }
    if (parent < 0) {
      for (std::size_t i : waiting_parts) add(parts, done_parts, i);
      waiting_parts.clear();
      done_parts += subtree[f];
    }
  }
  std::erase_if(tasks, [](const Task& task) { return task.empty(); });
  std::erase_if(parts, [](const Task& part) { return part.empty(); });
}

// Each task has a piece of the workspace for itself; what it leaves to the last fronts lies in
// theirs.
void Fronts::place_updates() {
  std::vector<std::uint8_t> is_last(front.size(), 0);
  for (int f : last) is_last[f] = 1;
  const auto stays_in_task = [&](int f) {
    return front[f].parent >= 0 && !is_last[f] && !is_last[front[f].parent];
  };
  const auto give_back_children = [&](Pieces& pieces, int f) {
    for (int c = child_start[f]; c < child_start[usize(f) + 1]; ++c)
      pieces.give_back(front[child[c]].update, update_size(front[child[c]]));
  };
  std::vector<std::size_t> begin;
  for (const Task& task : tasks) {
    Pieces pieces;
    for (int f : task) {
      if (stays_in_task(f)) front[f].update = pieces.take(update_size(front[f]));
      give_back_children(pieces, f);
    }
    begin.push_back(update_count);
    update_count += pieces.end();
  }
  for (std::size_t t = 0; t < tasks.size(); ++t)
    for (int f : tasks[t])
      if (stays_in_task(f)) front[f].update += begin[t];
  Pieces pieces;
  for (const Task& task : tasks)
    for (int f : task)
      if (!stays_in_task(f)) front[f].update = pieces.take(update_size(front[f]));
  for (int f : last) {
    front[f].update = pieces.take(update_size(front[f]));
    give_back_children(pieces, f);
  }
  for (std::size_t f = 0; f < front.size(); ++f)
    if (!stays_in_task(static_cast<int>(f))) front[f].update += update_count;
  update_count += pieces.end();
}

}  // namespace tensio
