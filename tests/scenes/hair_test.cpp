// Strands of hair: where they stand, how they bend and twist.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "support/bodies.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/scenes/rods.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio::scenes {
namespace {

using testing::group;
using testing::total_mass;

const double kPi = std::acos(-1.0);

std::array<double, 3> place(const System& system, int node) {
  std::array<double, 3> p = {};
  for (int k = 0; k < system.dimension; ++k)
    p[usize(k)] = system.nodes.position[usize(node * system.dimension + k)];
  return p;
}

TEST(Hair, StandsOnADiscOrASphere) {
  const System disc = hair({.strands = 30, .segments = 4});
  ASSERT_EQ(group(disc, "root_pins").size(), 30u);
  ASSERT_EQ(group(disc, "tips").size(), 30u);
  EXPECT_EQ(group(disc, "roots").size(), 150u);
  EXPECT_EQ(group(disc, "strand_29").size(), 25u);
  for (int node : group(disc, "root_pins")) {
    const auto p = place(disc, node);
    EXPECT_LE(std::hypot(p[0], p[1]), 0.1);
    EXPECT_EQ(p[2], 0);
  }
  for (int node : group(disc, "tips")) EXPECT_NEAR(place(disc, node)[2], 0.2, 1e-12);

  const System head = hair({.strands = 30, .segments = 4, .spread = 90});
  double lowest = 1;
  for (int node : group(head, "root_pins")) {
    const auto p = place(head, node);
    EXPECT_NEAR(std::hypot(p[0], p[1], p[2]), 0.1, 1e-12);
    lowest = std::min(lowest, p[2]);
  }
  EXPECT_GE(lowest, 0);
  EXPECT_LT(lowest, 0.005);
  for (int node : group(head, "tips")) {
    const auto p = place(head, node);
    EXPECT_NEAR(std::hypot(p[0], p[1], p[2]), 0.3, 1e-12);
  }
}

TEST(Hair, CurlsAsLongAsAsked) {
  const Hair options = {.strands = 3, .segments = 60, .curl_radius = 0.01, .curl_pitch = 0.03};
  const System system = hair(options);
  const std::vector<int> axis = group(system, "axis");
  double length = 0;
  for (std::size_t i = 1; i <= 60; ++i) {
    const auto a = place(system, axis[i - 1]), b = place(system, axis[i]);
    length += std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  }
  EXPECT_NEAR(length, 0.2, 0.002);
  // The number of turns, each of one pitch.
  const double turns = 0.2 / std::hypot(0.03, 2 * kPi * 0.01);
  EXPECT_NEAR(place(system, axis[60])[2], turns * 0.03, 1e-9);
}

TEST(Hair, RestsAsItIsDrawn) {
  for (const Hair& options :
       {Hair{.strands = 2, .segments = 8}, Hair{.dimension = 2, .strands = 2, .segments = 8},
        Hair{.strands = 2, .segments = 12, .spread = 60, .curl_radius = 0.02},
        Hair{.dimension = 2, .strands = 2, .segments = 12, .spread = 60, .curl_radius = 0.02}}) {
    const System system = hair(options);
    EXPECT_TRUE(validate(system).empty());
    const ModesResult found = find_modes(system, {.count = 1, .about = About::drawn});
    EXPECT_EQ(found.mechanisms->count, 0);
    EXPECT_EQ(found.mechanisms->rigid, options.dimension == 2 ? 6 : 12);
  }
}

// Bundles of strands bend as rods do: a force on each tip.
TEST(Hair, BendsAsARod) {
  const Hair options = {.strands = 4, .diameter = 1e-3};
  System system = hair(options);
  system.nodes.fixed = {{.nodes = group(system, "roots")}};
  system.loads = {{.nodes = group(system, "tips"), .force = {1e-6, 0, 0}}};
  const Equilibrium rest = solve_equilibrium(system, {.method = Method::linear});
  const double bending = 4e9 * kPi * 1e-12 / 64, beam = 1e-6 * 0.008 / (3 * bending);
  for (int tip : group(system, "tips"))
    EXPECT_NEAR(rest.displacement[usize(3 * tip)] / beam, 1, 0.005);
}

// Ten turns of wire with a force along their axis on the tip: at an angle t from it the twisting
// moment is F R (1 - cos t), the bending one F R sin t.
TEST(Hair, CurlsActAsCoilSprings) {
  const double around = std::hypot(0.004, 2 * kPi * 0.01);
  const Hair options = {.strands = 1,
                        .segments = 400,
                        .length = 10 * around,
                        .curl_radius = 0.01,
                        .curl_pitch = 0.004,
                        .diameter = 1e-3};
  System system = hair(options);
  system.nodes.fixed = {{.nodes = group(system, "roots")}};
  const auto tip = group(system, "tips")[0];
  system.loads = {{.nodes = {tip}, .force = {0, 0, 1e-4}}};
  const Equilibrium rest = solve_equilibrium(system, {.method = Method::linear});
  const double bending = 4e9 * kPi * 1e-12 / 64, twist = bending / 1.3;
  const double coil = 1e-4 * 1e-6 * 20 * kPi * (1.5 / twist + 0.5 / bending);
  EXPECT_NEAR(rest.displacement[usize(3 * tip + 2)] / coil, 1, 0.005);
}

// A strand of 20 cm cannot stand against its weight from the side.
TEST(Hair, FallsUnderItsWeight) {
  System system = hair({.strands = 3, .segments = 10, .damping_time = 0.01});
  system.nodes.fixed = {{.nodes = group(system, "roots")}};
  system.gravity = {9.81, 0, 0};
  Simulation run(system, {.integrator = Integrator::implicit_euler, .time_step = 0.005});
  ASSERT_EQ(run.run_until(0.5).status, MotionStatus::finished);
  for (int node : group(system, "tips")) EXPECT_LT(run.state().position[usize(3 * node + 2)], 0.1);
}

TEST(Hair, WeighsWhatIsAsked) {
  EXPECT_NEAR(total_mass(hair({.strands = 10})) / (1300 * kPi * 1.6e-9 * 2), 1, 1e-12);
  testing::expect_even_mass(hair({.strands = 3, .total_mass = 7}), 7);
}

const auto refusal = testing::refusals_of<Hair>(hair);

TEST(Hair, RefusesBadOptionsByName) {
  EXPECT_EQ(refusal({.strands = 0}), "strands is 0; it must be at least 1");
  EXPECT_EQ(refusal({.spread = 181}), "spread is 181; it must be from 0 to 180");
  EXPECT_EQ(refusal({.curl_radius = 0.001, .curl_pitch = 0.005}),
            "segments is 20; this number of curls needs 150 or more");
  EXPECT_EQ(refusal({.strands = 1000000}),
            "this part would have 105000000 nodes; at most 100000000 are generated");
}

}  // namespace
}  // namespace tensio::scenes
