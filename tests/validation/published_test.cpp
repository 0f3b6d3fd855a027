// Published tables and closed forms of statics, with their tolerances.
#include <gtest/gtest.h>

#include <cmath>

#include "tensio/equilibrium.hpp"

namespace tensio {
namespace {

// Saafan 1970: 12 cables, 4 free nodes, 8 kip on each; EA 2724 kip, pretension 5.459 kip in the
// level cables and 5.325 kip in the inclined ones. Published: -0.1324, -0.1324, -1.4707 ft.
TEST(Published, SaafansFourNodeNet) {
  const double ea = 2724, level = 5.459, inclined = 5.325;
  System net;
  net.dimension = 3;
  net.nodes.position = {100, 100, 0,  200, 100, 0,  100, 200, 0,  200, 200, 0,
                        0,   100, 30, 100, 0,   30, 300, 100, 30, 200, 0,   30,
                        0,   200, 30, 100, 300, 30, 300, 200, 30, 200, 300, 30};
  net.nodes.fixed = {{.nodes = {4, 5, 6, 7, 8, 9, 10, 11}}};
  net.loads = {{.nodes = {0, 1, 2, 3}, .force = {0, 0, -8}}};
  // The classical straight element: k = EA / drawn length, rest length L (1 - T / EA).
  const double slope = std::sqrt(100.0 * 100 + 30 * 30);
  net.springs = {{.name = "level",
                  .law = Law::cable,
                  .ends = {{0, 1}, {2, 3}, {0, 2}, {1, 3}},
                  .stiffness = {ea / 100},
                  .pretension = {level}},
                 {.name = "inclined",
                  .law = Law::cable,
                  .ends = {{0, 4}, {0, 5}, {1, 6}, {1, 7}, {2, 8}, {2, 9}, {3, 10}, {3, 11}},
                  .stiffness = {ea / slope},
                  .pretension = {inclined}}};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_NEAR(rest.displacement[0], -0.1324, 0.002 * 0.1324);
  EXPECT_NEAR(rest.displacement[1], -0.1324, 0.002 * 0.1324);
  EXPECT_NEAR(rest.displacement[2], -1.4707, 0.002 * 1.4707);
  // A separate program's digits for the same data.
  EXPECT_NEAR(rest.displacement[2], -1.4713389834724506, 1e-6);
  EXPECT_NEAR(rest.tension[0], 12.676301788197465, 1e-6);
  EXPECT_NEAR(rest.tension[4], 13.308496284254456, 1e-6);
}

System two_springs(double half, double stiffness, double rest_length, double load) {
  System net;
  net.dimension = 3;
  net.nodes.position = {-half, 0, 0, 0, 0, 0, half, 0, 0};
  net.nodes.fixed = {{.nodes = {0, 2}}, {.nodes = {1}, .axes = kAxisY}};
  net.springs = {
      {.ends = {{0, 1}, {1, 2}}, .stiffness = {stiffness}, .rest_length = {rest_length}}};
  net.loads = {{.nodes = {1}, .force = {0, 0, load}}};
  return net;
}

// Two unstressed cables in a line, loaded across: the stiffness is singular at the start.
TEST(Published, FlatTwoCableMechanism) {
  const Equilibrium rest = solve_equilibrium(two_springs(2, 1759291.886010284, 2, 888.808));
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_NEAR(rest.state.position[5], 0.126554, 1e-6);
  EXPECT_NEAR(rest.tension[0], 7037.17, 0.02);
  EXPECT_NEAR(rest.reaction[2], -444.404, 0.001);
}

// Feron: P = 2 EA (sqrt(1 + z²) - 1) z / sqrt(1 + z²), solved exactly.
TEST(Published, LooseTwoBarMechanism) {
  const Equilibrium rest = solve_equilibrium(two_springs(1, 25e6, 1, -1e5));
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_NEAR(rest.state.position[5], -0.1597443048503233, 1e-9 * 0.16);
  EXPECT_NEAR(rest.tension[1], 316968.654097799, 1e-9 * 316968);
}

TEST(Published, PrestressedTightRope) {
  const double loads[] = {0, -5109, -9988};
  const double z[] = {0, -0.07506887221571541, -0.1052327856630379};
  const double tension[] = {19999.6787200205, 34124.49854136529, 47718.735775584726};
  for (int stage = 0; stage < 3; ++stage) {
    const Equilibrium rest =
        solve_equilibrium(two_springs(1, 5019999.678720021, 0.996016, loads[stage]));
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_NEAR(rest.state.position[5], z[stage], 1e-9);
    EXPECT_NEAR(rest.tension[0], tension[stage], 1e-9 * tension[stage]);
  }
}

// One of three cables is shortened by 52.110 mm; the start is a straight line.
TEST(Published, ThreeCablesShortenedByTurnbuckle) {
  System net;
  net.dimension = 3;
  net.nodes.position = {0, 0, 1, 0, 0, 0, 4, 0, 0, 2, 0, 0};
  net.nodes.fixed = {{.nodes = {0, 1, 2}}};
  net.springs = {
      {.law = Law::cable,
       .ends = {{0, 3}},
       .stiffness = {1611104.1550573546},
       .rest_length = {2.18395797749979}},
      {.ends = {{1, 3}, {2, 3}}, .stiffness = {1759291.886010284}, .rest_length = {2.0}}};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_NEAR(rest.state.position[9], 1.999524, 1e-6);
  EXPECT_NEAR(rest.state.position[10], 0, 1e-6);
  EXPECT_NEAR(rest.state.position[11], 0.118795, 1e-6);
  EXPECT_NEAR(rest.tension[0], 1823.48, 0.2);
  EXPECT_NEAR(rest.tension[1], 5365.62, 0.2);
  EXPECT_NEAR(rest.tension[2], 7037.17, 0.2);
}

}  // namespace
}  // namespace tensio
