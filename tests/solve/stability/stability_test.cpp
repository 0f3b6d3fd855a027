// The stability of an equilibrium: motions without resistance, and the nodes that move in them.
#include <gtest/gtest.h>

#include "support/nets.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

Modes modes_of(const System& net) {
  const Equilibrium rest = solve_equilibrium(net);
  EXPECT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_TRUE(rest.report.modes.has_value());
  return rest.report.modes.value_or(Modes{-1, -1, -1, -1});
}

// Four springs in a square, two corners fixed: the opposite side swings, one mechanism.
System square(int dimension) {
  System net;
  net.dimension = dimension;
  for (auto [x, y] : {std::pair{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}}) {
    net.nodes.position.insert(net.nodes.position.end(), {x, y});
    if (dimension == 3) net.nodes.position.push_back(0);
  }
  net.springs = {{.ends = {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, .stiffness = {10}}};
  return net;
}

TEST(Modes, ASquareWithTwoFixedCornersHasOneMechanismAndItsNodesAreNamed) {
  System net = square(2);
  net.nodes.fixed = {{.nodes = {0, 1}}};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged());
  EXPECT_EQ(rest.state.position, net.nodes.position);  // nothing moved
  ASSERT_TRUE(rest.report.modes.has_value());
  EXPECT_EQ(rest.report.modes->mechanism, 1);
  EXPECT_EQ(rest.report.modes->rigid, 0);
  EXPECT_TRUE(rest.report.modes->neutral());
  EXPECT_TRUE(rest.report.modes->stable());
  EXPECT_EQ(rest.report.moving_nodes, (std::vector<int>{2, 3}));
  EXPECT_NE(rest.report.reason.find("node 2, node 3"), std::string::npos) << rest.report.reason;
}

// Maxwell: 8 axes - 4 springs = 4 motions in the plane, 3 of them rigid; in space 12 - 4 = 8, 6
// rigid.
TEST(Modes, AFreeSquareMovesRigidlyAndShears) {
  const Modes plane = modes_of(square(2));
  EXPECT_EQ(plane.rigid, 3);
  EXPECT_EQ(plane.mechanism, 1);
  const Modes space = modes_of(square(3));
  EXPECT_EQ(space.rigid, 6);
  EXPECT_EQ(space.mechanism, 2);
}

TEST(Modes, ABracedFreeBodyOnlyMovesRigidly) {
  System net = square(2);
  net.springs[0].ends.push_back({0, 2});
  const Modes modes = modes_of(net);
  EXPECT_EQ(modes.rigid, 3);
  EXPECT_EQ(modes.mechanism, 0);
  EXPECT_FALSE(modes.neutral());
}

TEST(Modes, AFixedNodeLeavesTheRotationAboutIt) {
  System net = square(2);
  net.springs[0].ends.push_back({0, 2});
  net.nodes.fixed = {{.nodes = {0}}};
  EXPECT_EQ(modes_of(net).rigid, 1);
  net.dimension = 2;
  net.nodes.fixed = {{.nodes = {0, 2}, .axes = kAxisX}};
  EXPECT_EQ(modes_of(net).rigid, 1);  // slides along y
}

// Two parts, each with its own rigid motions.
TEST(Modes, EachPartMovesOnItsOwn) {
  System net;
  net.dimension = 3;
  net.nodes.position = {0, 0, 0, 1, 0, 0, 5, 0, 0, 6, 1, 0};
  net.springs = {{.ends = {{0, 1}, {2, 3}}, .stiffness = {1}}};
  // A single spring in space: 3 translations and 2 rotations; it cannot turn about itself.
  EXPECT_EQ(modes_of(net).rigid, 10);
  EXPECT_EQ(modes_of(net).mechanism, 0);
}

TEST(Modes, ANodeOnSlackCablesAloneIsSlack) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0, 2, 0};
  net.nodes.fixed = {{.nodes = {0, 2}}};
  net.springs = {
      {.law = Law::cable, .ends = {{0, 1}, {1, 2}}, .stiffness = {1}, .rest_length = {1.5}}};
  const Modes modes = modes_of(net);
  EXPECT_EQ(modes.slack, 2);
  EXPECT_EQ(modes.mechanism, 0);
  EXPECT_TRUE(modes.neutral());
  EXPECT_EQ(solve_equilibrium(net).report.moving_nodes, std::vector<int>{1});
}

// A hanging weight is fixed by its tension: no zero mode in 3D, though one spring alone holds it.
TEST(Modes, TensionStiffensAcross) {
  System net;
  net.dimension = 3;
  net.nodes.position = {0, 0, 0, 0, 0, -1};
  net.nodes.fixed = {{.nodes = {0}}};
  net.springs = {{.ends = {{0, 1}}, .stiffness = {100}}};
  net.loads = {{.nodes = {1}, .force = {0, 0, -1}}};
  const Modes modes = modes_of(net);
  EXPECT_EQ(modes.rigid + modes.mechanism + modes.slack + modes.negative, 0);
}

}  // namespace
}  // namespace tensio
