// Graphs whose layout is an equilibrium.
#include <algorithm>
#include <cmath>
#include <set>

#include "core/index.hpp"
#include "core/sine.hpp"
#include "core/union_find.hpp"
#include "scenes/kinds.hpp"
#include "scenes/random_values.hpp"

namespace tensio::scenes {

template <>
void Table<Graph>::fill() {
  add({"graph", "", "which one"}, &Graph::graph, kAny,
      {"grid", "tree", "ring", "random", "complete", "petersen"});
  add({"edges", "", "pairs of nodes from 0, instead of a graph by name"}, &Graph::edges, kFromZero);
  add({"size", "", "number of nodes; of a grid, rounded down to a square"}, &Graph::size, {2});
  add({"degree", "", "random: neighbours of a node, on average"}, &Graph::degree, {2});
  add({"branches", "", "tree: of each node"}, &Graph::branches, kFromOne);
  add_length("length", "of springs between neighbours, at rest", &Graph::length);
  add({"stiffness", "N/m", "of them"}, &Graph::stiffness, kPositive);
  add({"repulsion", "", "struts between second neighbours: their stiffness over that"},
      &Graph::repulsion, kFromZero);
  add({"reach", "", "struts join nodes up to this many springs apart"}, &Graph::reach, kFromOne);
  add({"layout", "", "where nodes are drawn"}, &Graph::layout, kAny, {"circle", "random"});
  add_seed();
  add_node_mass();
  add_spring_options();
}

namespace {

using Edges = std::vector<std::array<int, 2>>;

constexpr std::size_t kMostStruts = 5'000'000;

int grid_side(const Graph& options) {
  int side = 1;
  while ((side + 1.0) * (side + 1.0) <= options.size) ++side;
  return side;
}

double node_count(const Graph& options) {
  if (!options.edges.empty()) {
    int last = 0;
    for (const auto& [a, b] : options.edges) last = std::max({last, a, b});
    return last + 1.0;
  }
  if (options.graph == Graph::Kind::petersen) return 10;
  if (options.graph == Graph::Kind::grid) return 1.0 * grid_side(options) * grid_side(options);
  return options.size;
}

Size size(const Graph& options) {
  const double n = node_count(options);
  if (!options.edges.empty()) return {n, static_cast<double>(options.edges.size())};
  if (options.graph == Graph::Kind::complete) return {n, 0.5 * n * (n - 1)};
  if (options.graph == Graph::Kind::random) return {n, 0.5 * n * options.degree};
  return {n, 2 * n};
}

// A tree of random shape, so that it is in one part, and random pairs besides.
Edges random_edges(const Graph& options) {
  Random random = stream(options.seed, Use::edges);
  const int n = options.size;
  std::set<std::array<int, 2>> known;
  Edges edges;
  for (int i = 1; i < n; ++i) {
    edges.push_back({random.index(i), i});
    known.insert(edges.back());
  }
  const double all = 0.5 * n * (n - 1.0);
  const double wanted = std::min(0.5 * n * options.degree, all);
  while (static_cast<double>(edges.size()) < wanted) {
    const int a = random.index(n), b = random.index(n);
    const std::array<int, 2> pair = {std::min(a, b), std::max(a, b)};
    if (a != b && known.insert(pair).second) edges.push_back(pair);
  }
  return edges;
}

Edges graph_edges(const Graph& options) {
  if (!options.edges.empty()) return options.edges;
  const int n = options.size;
  Edges edges;
  switch (options.graph) {
    case Graph::Kind::grid: {
      const int side = grid_side(options);
      for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
          const int i = y * side + x;
          if (x + 1 < side) edges.push_back({i, i + 1});
          if (y + 1 < side) edges.push_back({i, i + side});
        }
      break;
    }
    case Graph::Kind::tree:
      for (int i = 1; i < n; ++i) edges.push_back({(i - 1) / options.branches, i});
      break;
    case Graph::Kind::ring:
      for (int i = 0; i + 1 < n; ++i) edges.push_back({i, i + 1});
      if (n > 2) edges.push_back({0, n - 1});
      break;
    case Graph::Kind::random: return random_edges(options);
    case Graph::Kind::complete:
      for (int a = 0; a < n; ++a)
        for (int b = a + 1; b < n; ++b) edges.push_back({a, b});
      break;
    case Graph::Kind::petersen:
      for (int i = 0; i < 5; ++i) {
        edges.push_back({i, (i + 1) % 5});
        edges.push_back({i, i + 5});
        edges.push_back({5 + i, 5 + (i + 2) % 5});
      }
      break;
  }
  return edges;
}

// Struts to all nodes from the second neighbours on: as long as the path there, the weaker the
// longer.
SpringSet struts(const Graph& options, const Edges& edges, int count) {
  SpringSet set;
  set.name = "struts";
  set.law = Law::strut;
  std::vector<std::vector<int>> beside(usize(count));
  UnionFind joined(count);
  for (const auto& [a, b] : edges) {
    beside[a].push_back(b);
    beside[b].push_back(a);
    joined.join(a, b);
  }
  std::vector<std::size_t> part_size(usize(count), 0);
  for (int node = 0; node < count; ++node) ++part_size[joined.find(node)];
  std::vector<int> distance(usize(count), -1), reached;
  for (int from = 0; from < count; ++from) {
    const std::size_t whole = part_size[joined.find(from)];
    reached.assign(1, from);
    distance[from] = 0;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const int node = reached[next], steps = distance[node];
      if (node > from && steps > 1) {
        if (set.ends.size() == kMostStruts)
          refuse("reach", fmt::format("this graph would have more than {} struts; lower `reach`",
                                      kMostStruts));
        set.ends.push_back({from, node});
        set.rest_length.push_back(options.length * steps);
        set.stiffness.push_back(options.repulsion * options.stiffness * 4 / (1.0 * steps * steps));
      }
      // In a dense graph the first steps reach all nodes; looking at every edge again, for every
      // node, would take nodes x edges.
      if (steps == options.reach || reached.size() == whole) continue;
      for (const int other : beside[node]) {
        if (distance[other] >= 0) continue;
        distance[other] = steps + 1;
        reached.push_back(other);
      }
    }
    for (const int node : reached) distance[node] = -1;
  }
  return set;
}

void place(const Graph& options, int count, System& part) {
  const bool circle = options.layout == Graph::Layout::circle;
  Random random = stream(options.seed, Use::layout);
  const double radius = options.length * count / kTwoPi;
  const double side = options.length * std::sqrt(static_cast<double>(count));
  for (int i = 0; i < count; ++i) {
    const double turn = static_cast<double>(i) / count;
    for (int axis = 0; axis < options.dimension; ++axis) {
      const double round = axis == 0   ? sine_of_turns(turn + 0.25)
                           : axis == 1 ? sine_of_turns(turn)
                                       : 0;
      part.nodes.position.push_back(circle ? radius * round : random.uniform(0, side));
    }
  }
}

void check_edges(const Graph& options) {
  std::set<std::array<int, 2>> known;
  for (std::size_t i = 0; i < options.edges.size(); ++i) {
    const auto [a, b] = options.edges[i];
    if (a == b)
      refuse(fmt::format("edges/{}", i), fmt::format("an edge joins node {} to itself", a));
    if (!known.insert({std::min(a, b), std::max(a, b)}).second)
      refuse(fmt::format("edges/{}", i),
             fmt::format("the edge from {} to {} is there twice", a, b));
  }
}

}  // namespace

System graph(const Graph& options) {
  Table<Graph>::of_kind().check(options);
  check_edges(options);
  check_size(size(options), kMostNodes);
  System part;
  part.dimension = options.dimension;
  const Edges edges = graph_edges(options);
  const int count = static_cast<int>(node_count(options));
  place(options, count, part);
  SpringSet set;
  set.name = "edges";
  set.ends = edges;
  set.stiffness = {options.stiffness};
  set.rest_length = {options.length};
  apply(options.springs, set);
  part.springs.push_back(std::move(set));
  if (options.repulsion > 0) {
    SpringSet apart = struts(options, edges, count);
    if (!apart.ends.empty()) part.springs.push_back(std::move(apart));
  }
  part.groups = {{"first", {0}}};
  part.nodes.mass = {options.mass};
  spread_mass(options.total_mass, part);
  return part;
}

Kind graph_kind() {
  const Surroundings with = {
      .fixed = {"first"}, .gravity = Gravity::none, .drag = 1, .duration = 5};
  Generator about = {.name = "graph",
                     .summary = "A graph, laid out by springs",
                     .groups = {{"first", "node 0"}},
                     .springs = names_of(R"(
        edges: between neighbours
        struts: between nodes further apart)"),
                     .starters = {starter(2, with), starter(3, with)}};
  return kind_of<Graph>(std::move(about), &size, &graph);
}

}  // namespace tensio::scenes
