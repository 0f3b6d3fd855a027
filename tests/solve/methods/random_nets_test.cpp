// Newton's method on many random nets: every run ends at a stable equilibrium.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/index.hpp"
#include "support/nets.hpp"
#include "support/rounds.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

// 5 to 44 nodes, none to 4 of them fixed, near and far starts. Springs of constant tension are
// left out: they may pull their ends to a point, where the energy has no gradient.
System net_number(int seed) {
  Random random(static_cast<std::uint64_t>(seed));
  testing::RandomNet wish;
  wish.dimension = 2 + seed % 2;
  wish.nodes = 5 + seed % 40;
  wish.chords = seed % 60;
  wish.all_laws = seed % 4 == 3;
  wish.fixed = seed % 5;
  System net = random_net(random, wish);
  std::erase_if(net.springs, [](const SpringSet& s) { return s.law == Law::constant_tension; });
  for (SpringSet& set : net.springs)
    if (set.law == Law::force_density)
      for (double& k : set.stiffness) k *= 0.3;
  return seed % 2 ? testing::perturbed(net, 1.0, static_cast<std::uint64_t>(seed)) : net;
}

void all_come_to_a_stable_rest(int first, int last) {
  for (int seed = first; seed < last; ++seed) {
    const Equilibrium rest = solve_equilibrium(net_number(seed));
    EXPECT_TRUE(rest.converged()) << "net " << seed << ": " << rest.report.reason;
    ASSERT_TRUE(rest.report.modes.has_value()) << "net " << seed;
    EXPECT_TRUE(rest.report.modes->stable()) << "net " << seed;
  }
}

TEST(RandomNets, ReachAStableEquilibrium) {
  all_come_to_a_stable_rest(0, testing::rounds(500));
}
TEST(RandomNetsLong, ReachAStableEquilibrium) { all_come_to_a_stable_rest(500, 5000); }

// A column of two springs, pushed straight down onto its foot: upright it balances, but unstably.
TEST(Saddles, AStraightColumnBuckles) {
  for (int dimension : {2, 3}) {
    System net;
    net.dimension = dimension;
    const double heights[] = {0, 1, 2};
    for (double y : heights)
      for (int axis = 0; axis < dimension; ++axis)
        net.nodes.position.push_back(axis == 1 ? y : 0.0);
    net.nodes.fixed = {{.nodes = {0}}, {.nodes = {2}, .axes = kAxisX | kAxisZ}};
    net.springs = {{.ends = {{0, 1}, {1, 2}}, .stiffness = {100}}};
    // A weak spring to the side keeps the bent column from folding up.
    net.nodes.position.insert(net.nodes.position.end(), {1.0, 1.0});
    if (dimension == 3) net.nodes.position.push_back(0.0);
    net.nodes.fixed.push_back({.nodes = {3}});
    net.springs.push_back({.ends = {{1, 3}}, .stiffness = {1}, .rest_length = {1}});
    std::vector<double> down(usize(dimension), 0.0);
    down[1] = -5;
    net.loads = {{.nodes = {2}, .force = down}};
    // Something under the load, so that the energy is bounded below.
    net.springs.push_back({.ends = {{0, 2}}, .stiffness = {4}});
    const Equilibrium rest = solve_equilibrium(net);
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_TRUE(rest.report.modes->stable());
    // The middle left the line.
    const auto d = usize(dimension);
    double aside = std::abs(rest.state.position[d]);
    if (dimension == 3) aside += std::abs(rest.state.position[d + 2]);
    EXPECT_GT(aside, 0.1);
  }
}

// A flat net whose springs are too long for their frame must leave the plane.
TEST(Saddles, AFlatCompressedNetBuckles) {
  const System net = testing::square_net(8, 3, 1.1);
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_TRUE(rest.report.modes->stable());
  double height = 0;
  for (std::size_t i = 2; i < rest.state.position.size(); i += 3)
    height = std::max(height, std::abs(rest.state.position[i]));
  EXPECT_GT(height, 0.1);
}

// SpringSys's stiffness matrix at rest: its lowest eigenvalue is 1.419, so it is stable.
TEST(Saddles, AStableStateIsNotLeft) {
  const Equilibrium rest = solve_equilibrium(testing::springsys());
  EXPECT_TRUE(rest.report.modes->stable());
  EXPECT_FALSE(rest.report.modes->neutral());
  EXPECT_LE(rest.report.iterations, 8);
}

TEST(Saddles, LinearTheoryDoesNotAssessStability) {
  EquilibriumOptions options;
  options.method = Method::linear;
  EXPECT_FALSE(solve_equilibrium(testing::springsys(), options).report.modes.has_value());
}

}  // namespace
}  // namespace tensio
