// Rods against the formulas of beams: sag, twist, stretch, buckling, large bending.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "support/bodies.hpp"
#include "tensio/scenes/rods.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio::scenes {
namespace {

using testing::group;

const double kPi = std::acos(-1.0);

// The rod fixed by its first section, with a force on the last axis node.
System cantilever(const Rod& options, std::vector<double> force) {
  System system = rod(options);
  system.nodes.fixed = {{.nodes = group(system, "start")}};
  system.loads = {{.nodes = group(system, "end_pin"), .force = std::move(force)}};
  return system;
}

// First-order displacement of the last axis node.
double tip(const System& system, int axis) {
  const Equilibrium rest = solve_equilibrium(system, {.method = Method::linear});
  const int node = group(system, "end_pin")[0];
  return rest.displacement[usize(node * system.dimension + axis)];
}

Rod slender(int dimension, int segments = 40) {
  return {.dimension = dimension, .segments = segments, .length = 2, .diameter = 0.01};
}

TEST(Rod, SaysWhatItStandsFor) {
  const RodStiffness round = rod_stiffness({.youngs_modulus = 2e11, .diameter = 0.03});
  EXPECT_NEAR(round.axial, 2e11 * kPi * 0.03 * 0.03 / 4, 1e-3);
  EXPECT_NEAR(round.bending, 2e11 * kPi * std::pow(0.03, 4) / 64, 1e-9);
  EXPECT_EQ(round.bending, round.bending_z);
  EXPECT_NEAR(round.twist, 2e11 / 2.6 * kPi * std::pow(0.03, 4) / 32, 1e-9);

  const RodStiffness flat = rod_stiffness({.youngs_modulus = 2e11, .width = 0.04, .height = 0.02});
  EXPECT_NEAR(flat.bending, 2e11 * 0.04 * std::pow(0.02, 3) / 12, 1e-8);
  EXPECT_NEAR(flat.bending_z, 2e11 * 0.02 * std::pow(0.04, 3) / 12, 1e-8);
  EXPECT_NEAR(flat.twist, 2e11 / 2.6 * 0.2287 * 0.04 * std::pow(0.02, 3), 0.005 * flat.twist);

  const RodStiffness given =
      rod_stiffness({.axial_stiffness = 1e5, .bending_stiffness = 3, .twist_stiffness = 2});
  EXPECT_EQ(given.axial, 1e5);
  EXPECT_EQ(given.bending, 3);
  EXPECT_EQ(given.twist, 2);
  EXPECT_EQ(rod_stiffness({.dimension = 2}).twist, 0);
}

TEST(Rod, CantileverSagsUnderATipLoad) {
  for (int dimension : {2, 3}) {
    double coarser = 1;
    for (int segments : {10, 20, 40, 80}) {
      const Rod options = slender(dimension, segments);
      const RodStiffness is = rod_stiffness(options);
      std::vector<double> force(usize(dimension));
      force[1] = -1e-3;
      const double beam = -1e-3 * 8 / (3 * is.bending);
      const double error = std::abs(tip(cantilever(options, force), 1) / beam - 1);
      EXPECT_LT(error, coarser) << segments;
      if (segments == 40) EXPECT_LT(error, 0.002);
      coarser = error;
    }
  }
}

TEST(Rod, CantileverSagsUnderItsOwnWeight) {
  for (int dimension : {2, 3}) {
    System system = rod(slender(dimension));
    system.nodes.fixed = {{.nodes = group(system, "start")}};
    system.gravity = {0, -9.81, 0};
    const double weight = 9.81 * 1000 * kPi * 0.01 * 0.01 / 4;
    const double beam = -weight * 16 / (8 * rod_stiffness(slender(dimension)).bending);
    EXPECT_NEAR(tip(system, 1) / beam, 1, 0.002);
  }
}

TEST(Rod, FlatSectionsBendDifferentlyInBothDirections) {
  for (const double width : {0.01, 0.03}) {
    const Rod options = {.width = width, .height = 0.01};
    const RodStiffness is = rod_stiffness(options);
    EXPECT_NEAR(tip(cantilever(options, {0, 1e-3, 0}), 1) * 3 * is.bending / 1e-3, 1, 0.002);
    EXPECT_NEAR(tip(cantilever(options, {0, 0, 1e-3}), 2) * 3 * is.bending_z / 1e-3, 1, 0.002);
  }
}

// Between two sections away from the ends, where the pull has spread over the section.
TEST(Rod, StretchesByItsAxialStiffness) {
  for (int dimension : {2, 3})
    for (const double diameter : {0.01, 0.1}) {
      Rod options = slender(dimension);
      options.diameter = diameter;
      std::vector<double> force(usize(dimension));
      force[0] = 5;
      const System system = cantilever(options, force);
      const Equilibrium rest = solve_equilibrium(system, {.method = Method::linear});
      const std::vector<int> axis = group(system, "axis");
      const auto along = [&](std::size_t i) {
        return rest.displacement[usize(axis[i] * dimension)];
      };
      EXPECT_NEAR((along(30) - along(10)) / (5 * 1.0 / rod_stiffness(options).axial), 1, 1e-4);
      // The pull on the axis node alone stretches the end more.
      EXPECT_NEAR(along(40) / (5 * 2.0 / rod_stiffness(options).axial), 1, 0.01);
    }
}

TEST(Rod, TwistsByItsTwistStiffness) {
  for (const double diameter : {0.01, 0.1}) {
    Rod options = slender(3);
    options.diameter = diameter;
    const RodStiffness is = rod_stiffness(options);
    System system = rod(options);
    system.nodes.fixed = {{.nodes = group(system, "start")}};
    const std::vector<int> end = group(system, "end");
    // A pair of forces at the ghosts above and below.
    system.loads = {{.nodes = {end[1]}, .force = {0, 0, 1e-3}},
                    {.nodes = {end[2]}, .force = {0, 0, -1e-3}}};
    const Equilibrium rest = solve_equilibrium(system, {.method = Method::linear});
    double angle = 0;  // mean over the ghosts
    angle += rest.displacement[usize(end[1] * 3 + 2)];
    angle -= rest.displacement[usize(end[2] * 3 + 2)];
    angle -= rest.displacement[usize(end[3] * 3 + 1)];
    angle += rest.displacement[usize(end[4] * 3 + 1)];
    angle /= 4 * is.frame;
    EXPECT_NEAR(angle / (2e-3 * is.frame * 2 / is.twist), 1, 1e-6);
  }
}

// The load factor at which the lowest frequency falls to zero: a straight line from two loads
// shortly before. Euler's load is that of factor 1.
double buckling_factor(const System& system) {
  const auto squared = [&](double factor) {
    System loaded = system;
    for (Load& load : loaded.loads)
      for (double& f : load.force) f *= factor;
    const ModesResult found = find_modes(loaded, {.count = 1}, {.method = Method::plain_newton});
    EXPECT_EQ(found.problem, "");
    return found.modes.empty() ? 0 : found.modes[0].eigenvalue;
  };
  const double a = squared(0.9), b = squared(0.95);
  return 0.95 + 0.05 * b / (a - b);
}

TEST(Rod, BucklesAtEulersLoad) {
  for (int dimension : {2, 3}) {
    double coarser = 1;
    for (int segments : {5, 40}) {
      const Rod options = {.dimension = dimension, .segments = segments, .diameter = 0.05};
      std::vector<double> force(usize(dimension));
      force[0] = -kPi * kPi * rod_stiffness(options).bending / 4;
      const double error = std::abs(buckling_factor(cantilever(options, force)) - 1);
      EXPECT_LT(error, coarser) << segments;
      if (segments == 40) EXPECT_LT(error, 0.002);
      coarser = error;
    }
  }
}

TEST(Rod, BucklesBetweenPins) {
  const Rod options = {.dimension = 2, .diameter = 0.05};
  System system = rod(options);
  system.nodes.fixed = {{.nodes = group(system, "start_pin")},
                        {.nodes = group(system, "end_pin"), .axes = kAxisY}};
  const double euler = kPi * kPi * rod_stiffness(options).bending;
  system.loads = {{.nodes = group(system, "end_pin"), .force = {-euler, 0}}};
  EXPECT_NEAR(buckling_factor(system), 1, 0.002);
}

// Bisshopp and Drucker 1945: tip load F with F L² / EI = 5.
TEST(Rod, BendsFarAsTheElastica) {
  for (int dimension : {2, 3}) {
    const Rod options = slender(dimension);
    std::vector<double> force(usize(dimension));
    force[1] = -5 * rod_stiffness(options).bending / 4;
    const System system = cantilever(options, force);
    const Equilibrium rest = solve_equilibrium(system);
    ASSERT_TRUE(rest.converged());
    const auto node = usize(group(system, "end_pin")[0] * dimension);
    EXPECT_NEAR(-rest.displacement[node + 1] / 2, 0.71379, 0.002);
    EXPECT_NEAR(-rest.displacement[node] / 2, 0.38763, 0.002);
  }
}

// The lowest frequencies of a free rod in the plane: (k L)² sqrt(EI / (mass per length)) / L².
TEST(Rod, VibratesAsABeam) {
  const Rod options = slender(2);
  System system = rod(options);
  system.nodes.fixed = {{.nodes = group(system, "start")}};
  const ModesResult found = find_modes(system, {.count = 3});
  const double line_mass = 1000 * kPi * 0.01 * 0.01 / 4;
  const double base = std::sqrt(rod_stiffness(options).bending / line_mass) / 4;
  const double wanted[] = {1.8751, 4.6941, 7.8548};
  ASSERT_EQ(found.modes.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(found.modes[i].angular_frequency / (wanted[i] * wanted[i] * base), 1, 0.005);
}

TEST(Rod, RestsAsItIsDrawn) {
  for (Rod options :
       {Rod{.arc = 270}, Rod{.dimension = 2, .arc = -90},
        Rod{.points = {0, 0, 0, 1, 0, 0, 1, 1, 1}}, Rod{.points = {0, 0, 0, 0, 0, 2}}}) {
    options.segments = 24;
    const System system = rod(options);
    EXPECT_TRUE(validate(system).empty());
    const ModesResult found = find_modes(system, {.count = 1, .about = About::drawn});
    ASSERT_TRUE(found.mechanisms.has_value());
    EXPECT_EQ(found.mechanisms->count, 0);
    EXPECT_EQ(found.mechanisms->rigid, options.dimension == 2 ? 3 : 6);
  }
  // The polyline's ends are kept, and so is the arc's length.
  const System bent = rod({.dimension = 2, .segments = 90, .length = kPi, .arc = 180});
  const int end = group(bent, "end_pin")[0];
  EXPECT_NEAR(bent.nodes.position[usize(2 * end)], 0, 1e-12);
  EXPECT_NEAR(bent.nodes.position[usize(2 * end + 1)], 2, 1e-12);
}

TEST(Rod, WeighsWhatIsAsked) {
  const auto total = [](const Rod& options) { return testing::total_mass(rod(options)); };
  EXPECT_NEAR(total({.length = 2, .density = 500}), 500 * 2 * kPi * 1e-4, 1e-12);
  EXPECT_NEAR(total({.length = 2, .mass_per_length = 3}), 6, 1e-12);
  testing::expect_even_mass(rod({.total_mass = 7}), 7);
}

const auto refusal = testing::refusals_of<Rod>(rod);

TEST(Rod, RefusesBadOptionsByName) {
  EXPECT_EQ(refusal({.dimension = 4}), "dimension is 4; it must be 2 or 3");
  EXPECT_EQ(refusal({.segments = 0}), "segments is 0; it must be at least 2");
  EXPECT_EQ(refusal({.segments = 100000000}),
            "this part would have 500000005 nodes; at most 100000000 are generated");
  EXPECT_EQ(refusal({.length = -1}), "length is -1; it must be above 0");
  EXPECT_EQ(refusal({.length = std::nan("")}), "length is nan; it must be above 0");
  EXPECT_EQ(refusal({.points = {1, 2}}),
            "points is a list of 2 numbers; it must hold two points or more, 3 numbers each");
  EXPECT_EQ(refusal({.points = {1, 2, 3, 1, 2, 3}}),
            "points is a line of no length; its points must differ");
  EXPECT_EQ(refusal({.width = 0.1}), "height is missing; give both for a rectangular section");
  EXPECT_EQ(refusal({.frame = 1e-4}),
            "frame is 0.0001; so narrow a frame cannot have these stiffnesses: 0.0245 can, or "
            "leave it out");
}

}  // namespace
}  // namespace tensio::scenes
