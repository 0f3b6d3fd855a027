#include "backend/cpu/solvers/interpolation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "backend/common/small_blocks.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// A group counts up to this many times the distance of neighbouring groups,
constexpr double kReach = 1.2;
/// and the nearest ones alone: corners of a cell of a sheet, or of a solid,
constexpr int kMostGroups = 8, kSheetGroups = 4;
/// where a group of a solid has more neighbours than this.
constexpr int kSheetNeighbours = 12;
/// Smaller weights are left out: with those of 0.03 the groups' matrix of a cloth takes five times
/// as long to factorise, for the same number of iterations; without those of 0.3, twice as many.
constexpr double kLeastWeight = 0.15;
/// What is added to the moments of the groups' positions, as a part of their scale: directions in
/// which groups hardly differ are left as they are.
constexpr double kFlat = 0.02;

// The group of each node: that of its nearest seed, by springs.
std::vector<int> groups_around_seeds(const PatternGraph& graph, int apart, int& count) {
  const std::size_t nodes = graph.start.size() - 1;
  std::vector<int> distance(nodes, apart), seeds, queue;
  for (std::size_t n = 0; n < nodes; ++n) {
    if (distance[n] < apart) continue;
    seeds.push_back(static_cast<int>(n));
    distance[n] = 0;
    queue.assign(1, static_cast<int>(n));
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (int e = graph.start[queue[i]]; e < graph.start[usize(queue[i]) + 1]; ++e) {
        int& other = distance[graph.other[e]];
        if (other <= distance[queue[i]] + 1) continue;
        other = distance[queue[i]] + 1;
        queue.push_back(graph.other[e]);
      }
  }
  count = static_cast<int>(seeds.size());
  std::vector<int> group(nodes, -1);
  for (std::size_t s = 0; s < seeds.size(); ++s) group[seeds[s]] = static_cast<int>(s);
  queue = seeds;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (int e = graph.start[queue[i]]; e < graph.start[usize(queue[i]) + 1]; ++e)
      if (int& other = group[graph.other[e]]; other < 0) {
        other = group[queue[i]];
        queue.push_back(graph.other[e]);
      }
  return group;
}

// For each group, itself and those that springs lead to, ascending.
std::vector<std::vector<int>> neighbours_of(const PatternGraph& graph,
                                            const std::vector<int>& group, int count) {
  std::vector<std::vector<int>> near(usize(count));
  for (std::size_t n = 0; n < group.size(); ++n) {
    near[group[n]].push_back(group[n]);
    for (int e = graph.start[n]; e < graph.start[n + 1]; ++e)
      if (const int other = group[graph.other[e]]; other != group[n])
        near[group[n]].push_back(other);
  }
  for (std::vector<int>& groups : near) {
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  }
  return near;
}

template <int D>
class Weights {
 public:
  Weights(const NetworkData& net, const PatternGraph& graph, int apart) : net_(net) {
    result_.count = 0;
    group_ = groups_around_seeds(graph, apart, result_.count);
    near_ = neighbours_of(graph, group_, result_.count);
    find_centres();
    for (int node = 0; node < net.node_count; ++node) append(node);
  }
  Interpolation take() { return std::move(result_); }

 private:
  struct Near {
    int group;
    double distance, part, offset[D];
  };

  void find_centres() {
    centre_.assign(usize(result_.count), Vec<D>{});
    std::vector<int> nodes(usize(result_.count), 0);
    for (std::size_t n = 0; n < group_.size(); ++n) {
      const Vec<D> x = load<D>(net_.position.data(), static_cast<int>(n));
      for (int i = 0; i < D; ++i) centre_[group_[n]][i] += x[i];
      ++nodes[group_[n]];
    }
    for (std::size_t g = 0; g < nodes.size(); ++g)
      for (int i = 0; i < D; ++i) centre_[g][i] /= nodes[g];
    spacing_.assign(nodes.size(), 0.0);
    for (std::size_t g = 0; g < nodes.size(); ++g) {
      // The nearest ones set the scale.
      std::vector<double> distance;
      for (int other : near_[g])
        if (other != static_cast<int>(g)) distance.push_back(between(centre_[g], centre_[other]));
      std::sort(distance.begin(), distance.end());
      const std::size_t some = (distance.size() + 1) / 2;
      for (std::size_t i = 0; i < some; ++i) spacing_[g] += distance[i] / static_cast<double>(some);
    }
  }
  static double between(const Vec<D>& x, const Vec<D>& y) {
    double sum = 0;
    for (int i = 0; i < D; ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
    return std::sqrt(sum);
  }

  void append(int node) {
    const int own = group_[node];
    const Vec<D> x = load<D>(net_.position.data(), node);
    const double reach = kReach * spacing_[own];
    std::vector<Near>& near = found_;
    near.clear();
    for (int other : near_[own]) {
      Near one{other, between(x, centre_[other]), 0, {}};
      if (!(one.distance < reach)) continue;
      const double away = one.distance / reach;
      one.part = (1 - away * away) * (1 - away * away);
      for (int i = 0; i < D; ++i) one.offset[i] = (centre_[other][i] - x[i]) / spacing_[own];
      near.push_back(one);
    }
    const int most =
        static_cast<int>(near_[own].size()) > kSheetNeighbours ? kMostGroups : kSheetGroups;
    std::stable_sort(near.begin(), near.end(),
                     [](const Near& a, const Near& b) { return a.distance < b.distance; });
    if (static_cast<int>(near.size()) > most) near.resize(usize(most));
    if (near.empty() || !weigh(near)) near.assign(1, {own, 0, 1, {}});
    double sum = 0;
    for (Near& one : near) {
      if (std::abs(one.part) < kLeastWeight) one.part = 0;
      sum += one.part;
    }
    for (const Near& one : near) {
      if (one.part == 0) continue;
      result_.group.push_back(one.group);
      result_.weight.push_back(one.part / sum);
    }
    result_.start.push_back(static_cast<int>(result_.group.size()));
  }

  // Moving least squares: parts times a linear function, so that linear motions are reproduced.
  static bool weigh(std::vector<Near>& near) {
    double moment[D + 1][D + 1] = {}, right[D + 1] = {1}, factor[D + 1];
    for (const Near& one : near) {
      double p[D + 1] = {1};
      for (int i = 0; i < D; ++i) p[i + 1] = one.offset[i];
      for (int i = 0; i <= D; ++i)
        for (int j = 0; j <= D; ++j) moment[i][j] += one.part * p[i] * p[j];
    }
    for (int i = 1; i <= D; ++i) moment[i][i] += kFlat * moment[0][0];
    if (!solve_pivoted(moment, right, factor)) return false;
    double sum = 0;
    for (Near& one : near) {
      double value = factor[0];
      for (int i = 0; i < D; ++i) value += factor[i + 1] * one.offset[i];
      one.part *= value;
      sum += one.part;
    }
    for (Near& one : near) one.part /= sum;
    return sum > 0 && std::isfinite(sum);
  }

  const NetworkData& net_;
  Interpolation result_;
  std::vector<int> group_;
  std::vector<std::vector<int>> near_;
  std::vector<Vec<D>> centre_;
  std::vector<double> spacing_;
  std::vector<Near> found_;
};

}  // namespace

PatternGraph graph_of(const LowerPattern& pattern) {
  PatternGraph graph;
  const auto nodes = usize(pattern.rows());
  graph.start.assign(nodes + 1, 0);
  for (std::size_t row = 0; row < nodes; ++row)
    for (int e = pattern.start[row]; e < pattern.start[row + 1]; ++e) {
      ++graph.start[row + 1];
      ++graph.start[usize(pattern.column[e]) + 1];
    }
  std::partial_sum(graph.start.begin(), graph.start.end(), graph.start.begin());
  graph.other.resize(usize(graph.start.back()));
  graph.slot.resize(graph.other.size());
  std::vector<int> next(graph.start.begin(), graph.start.end() - 1);
  for (std::size_t row = 0; row < nodes; ++row)
    for (int e = pattern.start[row]; e < pattern.start[row + 1]; ++e)
      for (const auto& [from, to] : {std::pair(static_cast<int>(row), pattern.column[e]),
                                     std::pair(pattern.column[e], static_cast<int>(row))}) {
        const auto place = usize(next[from]++);
        graph.other[place] = to;
        graph.slot[place] = e;
      }
  return graph;
}

Interpolation interpolate(const NetworkData& net, const PatternGraph& graph, int apart) {
  if (net.dimension == 2) return Weights<2>(net, graph, apart).take();
  return Weights<3>(net, graph, apart).take();
}

}  // namespace tensio
