// Equilibrium on obstacles of nets without stress.
#include "solve/methods/rest_on_obstacles.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/obstacles.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

using testing::floor_of;

// A bar from (0, 0.5) to (1, y), drawn at its rest length, over a floor with a penalty of 0.01.
System bar_over_floor(double y) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0.5, 1, y};
  net.nodes.fixed = {{.nodes = {0}}};
  net.springs = {{.ends = {{0, 1}}, .stiffness = {100}}};
  net.obstacles = {floor_of()};
  return net;
}

// Turned up about its end, the bar has its rest length and is clear of the floor: the energy is 0.
TEST(RestOnObstacles, AnUnstressedBarTurnsOutOfTheFloor) {
  for (double y : {0.02, 0.01, 0.00999, 0.005, 0.0, -0.1, -0.3}) {
    const Equilibrium rest = solve_equilibrium(bar_over_floor(y));
    ASSERT_TRUE(rest.converged()) << y << ": " << rest.report.reason;
    EXPECT_TRUE(std::isfinite(rest.report.residual));
    EXPECT_NEAR(rest.tension[0], 0, 1e-9) << y;
    EXPECT_NEAR(rest.report.energy, 0, 1e-12) << y;
    EXPECT_GE(rest.state.position[3], std::min(y, 0.01) < 0.01 ? 0.01 - 1e-9 : y - 1e-12) << y;
    EXPECT_NEAR(rest.length[0], std::hypot(1, 0.5 - y), 1e-11) << y;
  }
}

TEST(RestOnObstacles, AFreeUnstressedNetLeavesTheObstaclesItIsDrawnIn) {
  System net;
  net.nodes.position = {0, 0, 0.004, 1, 0, 0.004, 0, 1, 0.004, 0, 0, 1};
  net.springs = {{.ends = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}}, .stiffness = {100}}};
  net.obstacles = {floor_of(0, 0, 3)};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  for (double tension : rest.tension) EXPECT_NEAR(tension, 0, 1e-8);
  for (std::size_t z = 2; z < rest.state.position.size(); z += 3)
    EXPECT_GE(rest.state.position[z], 0.01 * (1 - 1e-6));
}

// A straight chain of three bars drawn through a disc is stressed once it lies around it: with the
// two nodes at (+-a, h) the disc pushes along their radii.
TEST(RestOnObstacles, AnUnstressedChainThroughADiscIsStretchedAroundIt) {
  System net;
  net.dimension = 2;
  net.nodes.position = {-1.5, 0, -0.5, 0, 0.5, 0, 1.5, 0};
  net.nodes.fixed = {{.nodes = {0, 3}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}, {2, 3}}, .stiffness = {100}}};
  Obstacle disc;
  disc.kind = Obstacle::Kind::sphere;
  disc.point = {0, -0.4};
  disc.radius = 0.7;
  disc.thickness = 0.01;
  net.obstacles = {disc};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_LE(rest.report.residual, 1e-10);
  const double a = rest.state.position[4], h = rest.state.position[5];
  EXPECT_NEAR(rest.state.position[2], -a, 1e-9);
  EXPECT_NEAR(std::hypot(a, h + 0.4), 0.705, 0.005 + 1e-9);
  // Along the tangent of the disc, (-(h + 0.4), a): the middle bar pulls against the outer one.
  const double outer = rest.tension[2], middle = rest.tension[1];
  EXPECT_GT(outer, 0.1);
  const double tx = -(h + 0.4), ty = a, l = std::hypot(1.5 - a, h);
  EXPECT_NEAR(outer * ((1.5 - a) / l * tx - h / l * ty) - middle * tx, 0, 1e-7);
}

}  // namespace
}  // namespace tensio
