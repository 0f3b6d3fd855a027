// Nets whose energy decreases without bound end as no_equilibrium with the reason; nets with an
// equilibrium, however far away, never do.
#include "solve/methods/unbounded.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

SpringSet springs(Law law, std::vector<std::array<int, 2>> ends, double stiffness) {
  SpringSet set;
  set.law = law;
  set.ends = std::move(ends);
  set.stiffness = {stiffness};
  return set;
}

Load load_on(int node, std::vector<double> force) {
  Load load;
  load.nodes = {node};
  load.force = std::move(force);
  return load;
}

// Two constant tensions of 10 N from (-1, 0) and (1, 0) hold node 2.
System two_tensions(double load, double shift = 0) {
  System net;
  net.dimension = 2;
  net.nodes.position = {shift - 1, shift, shift + 1, shift, shift, shift - 1};
  net.nodes.fixed = {{.nodes = {0, 1}}};
  net.springs = {springs(Law::constant_tension, {{0, 2}, {1, 2}}, 1)};
  net.springs[0].stiffness.clear();
  net.springs[0].pretension = {10};
  net.loads = {load_on(2, {0, -load})};
  return net;
}

System strut_pulled(bool free) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0};
  if (!free) net.nodes.fixed = {{.nodes = {0}}};
  net.springs = {springs(Law::strut, {{0, 1}}, 100)};
  net.loads = {load_on(1, {5, 0})};
  if (free) net.loads.push_back(load_on(0, {-5, 0}));
  return net;
}

System tripod(double lift) {
  System net;
  net.nodes.position = {1, 0, 0, -0.5, 0.75, 0, -0.5, -0.75, 0, 0, 0, 1};
  net.nodes.fixed = {{.nodes = {0, 1, 2}}};
  net.springs = {springs(Law::strut, {{0, 3}, {1, 3}, {2, 3}}, 100)};
  net.loads = {load_on(3, {0, 0, lift})};
  return net;
}

void expect_runs_away(const System& net, const std::vector<std::string>& words) {
  const Equilibrium rest = solve_equilibrium(net);
  EXPECT_EQ(rest.report.status, Status::no_equilibrium) << rest.report.reason;
  EXPECT_LE(rest.report.iterations, 50);
  for (const std::string& word : words)
    EXPECT_NE(rest.report.reason.find(word), std::string::npos) << rest.report.reason;
}

TEST(Runaway, StrutsPulledApartHaveNoEquilibrium) {
  expect_runs_away(strut_pulled(false), {"node 1 moves along (1, 0)", "pull with 5 ",
                                         "nothing holds it", "spring 0 (nodes 0-1), a strut"});
  expect_runs_away(strut_pulled(true), {"move apart", "pull with 10 ", "nothing holds them"});
}

TEST(Runaway, ATripodOfStrutsResistsCompressionAndIsLiftedByTension) {
  expect_runs_away(tripod(30), {"node 3", "(0, 0, 1)", "pull with 30 ", "a strut, never pulls"});
  EXPECT_TRUE(solve_equilibrium(tripod(-3)).converged());
}

// Together the two can hold 20 N. Below, 2 x 10 N x cos(angle) is the load.
TEST(Runaway, TwoConstantTensionsResistUpToTheirSum) {
  for (double shift : {0.0, 1000.0}) {
    expect_runs_away(two_tensions(21, shift), {"node 2", "(0, -1)", "21 ", "20 at most"});
    expect_runs_away(two_tensions(20.001, shift), {"node 2", "20.001 ", "20 at most"});
    for (double load : {19.0, 19.9999, 19.999999}) {
      const Equilibrium rest = solve_equilibrium(two_tensions(load, shift));
      ASSERT_TRUE(rest.converged()) << load << ": " << rest.report.reason;
      const double y = -load / std::sqrt(400 - load * load);
      EXPECT_NEAR(rest.state.position[5] - shift, y, 1e-2 * std::abs(y));
    }
  }
}

TEST(Runaway, IsSeenByEveryMethod) {
  for (Method method : {Method::fire, Method::lbfgs}) {
    EquilibriumOptions options;
    options.method = method;
    for (const System& net : {strut_pulled(false), tripod(30), two_tensions(25)})
      EXPECT_EQ(solve_equilibrium(net, options).report.status, Status::no_equilibrium)
          << to_string(method);
  }
}

// The curve ends level at 5 N.
TEST(Runaway, ATableResistsAsItsLastPiece) {
  System net = strut_pulled(false);
  net.springs[0].law = Law::table;
  net.springs[0].stiffness = {1};
  net.springs[0].points = {{-1, -10}, {0, 0}, {1, 5}, {2, 5}};
  net.loads = {load_on(1, {6, 0})};
  expect_runs_away(net, {"node 1", "pull with 6 ", "5 at most"});
  net.loads = {load_on(1, {4, 0})};
  EXPECT_TRUE(solve_equilibrium(net).converged());
  net.springs[0].points.back()[1] = 10;
  net.loads = {load_on(1, {6, 0})};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_NEAR(rest.tension[0], 6, 1e-9);
}

// Nodes 1, 2 and 3 are joined by cables, and a strut holds them to node 0.
TEST(Runaway, NodesJoinedByCablesMoveTogether) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0, 2, 0.5, 2, -0.5};
  net.nodes.fixed = {{.nodes = {0}}};
  net.springs = {springs(Law::cable, {{1, 2}, {1, 3}, {2, 3}}, 50),
                 springs(Law::strut, {{0, 1}}, 100)};
  net.loads = {load_on(2, {3, 1}), load_on(3, {3, -1})};
  expect_runs_away(net, {"and 2 other nodes move along (1, 0)", "pull with 6 ",
                         "spring 3 (nodes 0-1), a strut"});
}

TEST(Runaway, LargeDisplacementsAreNotUnbounded) {
  System net = strut_pulled(false);
  net.springs[0] = springs(Law::linear, {{0, 1}}, 1e-6);
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_NEAR(rest.state.position[2], 1 + 5 / 1e-6, 1e-3);
  // A strut lets go, and a floor far below stops the node.
  System falls = strut_pulled(false);
  falls.loads = {load_on(1, {0, -5})};
  falls.nodes.position[2] = 0;
  falls.nodes.position[3] = -1;
  Obstacle floor;
  floor.point = {0, -5000};
  floor.normal = {0, 1};
  falls.obstacles = {floor};
  const Equilibrium lies = solve_equilibrium(falls);
  ASSERT_TRUE(lies.converged()) << lies.report.reason;
  EXPECT_NEAR(lies.state.position[3], -5000, 10);
}

// One soft cable from each node to a support bounds the energy from below, whatever else there is.
TEST(Runaway, NoConnectedNetIsReportedAsUnbounded) {
  Random random(7);
  int converged = 0;
  for (int scene = 0; scene < 200; ++scene) {
    System net;
    net.dimension = 2 + scene % 2;
    const int nodes = 6;
    SpringSet ties = springs(Law::cable, {}, 1e-3), struts = springs(Law::strut, {}, 10),
              tensions = springs(Law::constant_tension, {}, 1);
    tensions.stiffness.clear();
    tensions.pretension = {2};
    for (int i = 0; i < nodes; ++i) {
      for (int axis = 0; axis < net.dimension; ++axis)
        net.nodes.position.push_back(random.uniform(-1, 1));
      if (i == 0) continue;
      ties.ends.push_back({0, i});
      (random.uniform(0, 1) < 0.5 ? struts : tensions).ends.push_back({i - 1, i});
      std::vector<double> force;
      for (int axis = 0; axis < net.dimension; ++axis) force.push_back(random.uniform(-20, 20));
      net.loads.push_back(load_on(i, force));
    }
    net.nodes.fixed = {{.nodes = {0}}};
    net.springs = {ties};
    if (!struts.ends.empty()) net.springs.push_back(struts);
    if (!tensions.ends.empty()) net.springs.push_back(tensions);
    const Equilibrium rest = solve_equilibrium(net);
    EXPECT_NE(rest.report.status, Status::no_equilibrium) << scene << ": " << rest.report.reason;
    converged += rest.converged();
  }
  EXPECT_GE(converged, 199);
}

// Turned by 90 degrees, 5 N leave 5 cos(90 degrees) = 3e-16 N, and sums of a few such 1e-13 N.
TEST(Runaway, LoadsOfAFreeBodyThatBalanceToRoundingBalance) {
  System net = strut_pulled(true);
  net.springs[0] = springs(Law::linear, {{0, 1}}, 100);
  net.loads = {load_on(0, {-5, 1e-13}), load_on(1, {5, 0})};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_NEAR(rest.tension[0], 5, 1e-9);
  // Beside 5 N, 1e-9 N count.
  net.loads = {load_on(0, {-5, 1e-9}), load_on(1, {5, 0})};
  EXPECT_EQ(solve_equilibrium(net).report.status, Status::no_equilibrium);
  net.loads = {load_on(0, {0, 1e-13})};
  EXPECT_EQ(solve_equilibrium(net).report.status, Status::no_equilibrium);
}

}  // namespace
}  // namespace tensio
