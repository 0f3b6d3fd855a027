// Groups of nodes, and how nodes move with them.
#include "backend/cpu/solvers/interpolation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "backend/cpu/solvers/step_matrix.hpp"
#include "support/nets.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {
namespace {

// Threads and diagonals between neighbours, and springs to the neighbour but one.
System sheet(int side) {
  System net;
  net.dimension = 3;
  SpringSet near, bend;
  const auto id = [&](int i, int j) { return i * side + j; };
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      net.nodes.position.insert(net.nodes.position.end(), {1.0 * j, 1.0 * i, 0.0});
      if (i + 1 < side) near.ends.push_back({id(i, j), id(i + 1, j)});
      if (j + 1 < side) near.ends.push_back({id(i, j), id(i, j + 1)});
      if (i + 1 < side && j + 1 < side) near.ends.push_back({id(i, j), id(i + 1, j + 1)});
      if (i + 1 < side && j + 1 < side) near.ends.push_back({id(i + 1, j), id(i, j + 1)});
      if (i + 2 < side) bend.ends.push_back({id(i, j), id(i + 2, j)});
      if (j + 2 < side) bend.ends.push_back({id(i, j), id(i, j + 2)});
    }
  near.stiffness = {1e4};
  bend.stiffness = {1e2};
  net.springs = {near, bend};
  return net;
}

LowerPattern pattern_of(const NetworkData& net, const std::vector<int>& middle) {
  std::vector<std::vector<int>> rows(static_cast<std::size_t>(net.node_count));
  for (std::size_t s = 0; s < net.a.size(); ++s)
    if (middle[s] < 0)
      rows[static_cast<std::size_t>(std::max(net.a[s], net.b[s]))].push_back(
          std::min(net.a[s], net.b[s]));
  LowerPattern pattern;
  for (std::vector<int>& row : rows) {
    std::sort(row.begin(), row.end());
    pattern.column.insert(pattern.column.end(), row.begin(), row.end());
    pattern.start.push_back(static_cast<int>(pattern.column.size()));
  }
  return pattern;
}

TEST(FoldedSprings, AreThoseOverAMiddleNodeAndNoOthers) {
  const Network net = compile(sheet(9));
  const std::vector<int> middle = folded_springs(net.data());
  int folded = 0;
  for (std::size_t s = 0; s < middle.size(); ++s) {
    const double k = net.data().stiffness[s];
    EXPECT_EQ(middle[s] >= 0, k == 1e2) << s;
    if (middle[s] < 0) continue;
    ++folded;
    const double* x = net.data().position.data();
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(x[3 * middle[s] + i],
                  0.5 * (x[3 * net.data().a[s] + i] + x[3 * net.data().b[s] + i]), 1e-12);
  }
  EXPECT_EQ(folded, 2 * 9 * 7);
}

TEST(Interpolation, HasWeightsThatAddUpToOneInRandomNets) {
  for (int seed = 1; seed <= 6; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    testing::RandomNet wish;
    wish.dimension = seed % 2 ? 3 : 2;
    wish.nodes = 40 * seed;
    wish.chords = 60 * seed;
    const Network net = compile(random_net(random, wish));
    const std::vector<int> middle = folded_springs(net.data());
    const PatternGraph graph = graph_of(pattern_of(net.data(), middle));
    for (int apart : {2, 4}) {
      const Interpolation groups = interpolate(net.data(), graph, apart);
      EXPECT_GE(groups.count, 1);
      EXPECT_LT(groups.count, wish.nodes);
      for (std::size_t n = 0; n + 1 < groups.start.size(); ++n) {
        double sum = 0;
        for (int e = groups.start[n]; e < groups.start[n + 1]; ++e)
          sum += groups.weight[static_cast<std::size_t>(e)];
        EXPECT_NEAR(sum, 1, 1e-12) << n;
      }
    }
  }
}

TEST(Interpolation, NearlyReproducesLinearMotionsInsideASheet) {
  const Network net = compile(sheet(41));
  const NetworkData& data = net.data();
  const Interpolation groups =
      interpolate(data, graph_of(pattern_of(data, folded_springs(data))), 4);
  // What a group moves by is the motion at its centre: of all nodes by their weights.
  std::vector<double> weight(static_cast<std::size_t>(groups.count), 0.0), mean(weight);
  const auto x_of = [&](std::size_t n) {
    return data.position[3 * n] + 0.5 * data.position[3 * n + 1];
  };
  const auto for_weights = [&](std::size_t n, auto&& visit) {
    for (int e = groups.start[n]; e < groups.start[n + 1]; ++e)
      visit(static_cast<std::size_t>(groups.group[static_cast<std::size_t>(e)]),
            groups.weight[static_cast<std::size_t>(e)]);
  };
  for (std::size_t n = 0; n < data.mass.size(); ++n)
    for_weights(n, [&](std::size_t g, double w) {
      weight[g] += w;
      mean[g] += w * x_of(n);
    });
  double worst = 0;
  for (std::size_t n = 0; n < data.mass.size(); ++n) {
    const double x = data.position[3 * n], y = data.position[3 * n + 1];
    if (x < 6 || y < 6 || x > 34 || y > 34) continue;
    double value = 0;
    for_weights(n, [&](std::size_t g, double w) { value += w * mean[g] / weight[g]; });
    worst = std::max(worst, std::abs(value - x_of(n)));
  }
  // Groups that move each on its own are up to 3 off.
  EXPECT_LT(worst, 1);
}

}  // namespace
}  // namespace tensio
