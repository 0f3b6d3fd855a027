// Graphs, nets and bridges.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "tensio/scenes/lattices.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

using scenes::Graph;

TEST(Graph, HasTheEdgesOfItsName) {
  const auto edges = [](Graph::Kind kind, int size) {
    Graph options;
    options.graph = kind;
    options.size = size;
    return scenes::graph(options).springs[0].ends.size();
  };
  EXPECT_EQ(edges(Graph::Kind::grid, 25), 40u);
  EXPECT_EQ(edges(Graph::Kind::grid, 26), 40u);
  EXPECT_EQ(edges(Graph::Kind::tree, 31), 30u);
  EXPECT_EQ(edges(Graph::Kind::ring, 12), 12u);
  EXPECT_EQ(edges(Graph::Kind::complete, 7), 21u);
  EXPECT_EQ(edges(Graph::Kind::petersen, 3), 15u);
  EXPECT_EQ(edges(Graph::Kind::random, 40), 60u);
}

TEST(Graph, PutsStrutsBetweenNodesThatAreNoNeighbours) {
  Graph options;
  options.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}};
  options.reach = 3;
  options.length = 2;
  options.stiffness = 10;
  options.repulsion = 0.1;
  const System path = scenes::graph(options);
  const SpringSet& struts = path.springs[1];
  EXPECT_EQ(struts.ends, (std::vector<std::array<int, 2>>{{0, 2}, {0, 3}, {1, 3}, {1, 4}, {2, 4}}));
  EXPECT_EQ(struts.rest_length, (Column{4, 6, 4, 6, 4}));
  EXPECT_EQ(struts.law, Law::strut);
  EXPECT_DOUBLE_EQ(struts.stiffness[0], 1);
  EXPECT_DOUBLE_EQ(struts.stiffness[1], 4.0 / 9);
}

TEST(Graph, IsLaidOutBySolving) {
  // a path becomes straight: every spring and every strut has its rest length
  Graph options;
  options.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}};
  const Equilibrium rest = solve_equilibrium(scenes::graph(options));
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  const std::vector<double>& x = rest.state.position;
  EXPECT_NEAR(std::hypot(x[8] - x[0], x[9] - x[1]), 4, 1e-6);
}

TEST(Graph, RefusesEdgesThatAreNone) {
  Graph options;
  options.edges = {{0, 0}};
  EXPECT_THROW(scenes::graph(options), Error);
  options.edges = {{0, 1}, {1, 0}};
  EXPECT_THROW(scenes::graph(options), Error);
  options.edges = {{0, -1}};
  EXPECT_THROW(scenes::graph(options), Error);
  options.edges = {{0, 2000000000}};
  EXPECT_THROW(scenes::graph(options), Error);
}

TEST(Net, SaddleIsInBalanceAsDrawn) {
  scenes::Net options;
  options.mass_per_length = 0;
  System net = scenes::net(options);
  for (const Group& group : net.groups)
    if (group.name == "rim") net.nodes.fixed.push_back({.nodes = group.members});
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged());
  for (std::size_t i = 0; i < rest.state.position.size(); ++i)
    EXPECT_NEAR(rest.state.position[i], net.nodes.position[i], 1e-9);
}

TEST(Bridge, TrussCarriesItsWeightAndPullsItsDiagonals) {
  for (const int dimension : {2, 3}) {
    System bridge = scenes::bridge({.dimension = dimension});
    bridge.gravity[usize(dimension - 1)] = -9.81;
    for (const Group& group : bridge.groups)
      if (group.name == "deck_ends") bridge.nodes.fixed.push_back({.nodes = group.members});
    const Equilibrium rest = solve_equilibrium(bridge);
    ASSERT_TRUE(rest.converged());
    ASSERT_TRUE(rest.report.modes.has_value());
    EXPECT_EQ(rest.report.modes->mechanism, 0);
    double lift = 0;
    for (std::size_t i = usize(dimension - 1); i < rest.reaction.size(); i += usize(dimension))
      lift += rest.reaction[i];
    EXPECT_NEAR(lift, 3000 * 60 * 9.81, 1);
    // of the plane truss: all diagonals but the end posts pull
    if (dimension == 3) continue;
    std::size_t spring = 0;
    for (const SpringSet& set : bridge.springs)
      for (std::size_t i = 0; i < set.ends.size(); ++i, ++spring) {
        if (set.name != "diagonals") continue;
        const bool end_post = i == 0 || i + 1 == set.ends.size();
        EXPECT_EQ(rest.tension[spring] > 0, !end_post) << i;
      }
  }
}

TEST(Bridge, SuspendedDeckRestsWhereItIsDrawn) {
  scenes::Bridge options;
  options.design = scenes::Bridge::Design::suspension;
  options.dimension = 2;
  System bridge = scenes::bridge(options);
  bridge.gravity = {0, -9.81, 0};
  for (const Group& group : bridge.groups)
    if (group.name == "deck_ends" || group.name == "anchors" || group.name == "tower_bases")
      bridge.nodes.fixed.push_back({.nodes = group.members});
  const Equilibrium rest = solve_equilibrium(bridge);
  ASSERT_TRUE(rest.converged());
  // without the cables it would sag by 90 mm and more
  for (std::size_t i = 0; i < rest.state.position.size(); ++i)
    EXPECT_NEAR(rest.state.position[i], bridge.nodes.position[i], 0.05);
}

TEST(Rope, HasThePullOfItsStretch) {
  for (const int segments : {3, 50}) {
    System rope = scenes::rope({.segments = segments, .length = 10, .span = 10.1});
    rope.nodes.fixed.push_back({.nodes = {0, segments}});
    const Equilibrium rest = solve_equilibrium(rope);
    ASSERT_TRUE(rest.converged());
    for (const double tension : rest.tension) EXPECT_NEAR(tension, 1e5 * 0.01, 1e-6);
    double mass = 0;
    for (const double one : node_masses(rope)) mass += one;
    EXPECT_NEAR(mass, 1, 1e-12);
  }
  EXPECT_THROW(scenes::rope({.axial_stiffness = 1, .stiffness = 1}), Error);
}

}  // namespace
}  // namespace tensio
