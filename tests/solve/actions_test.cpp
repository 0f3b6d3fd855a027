// Temperatures, moved supports, weights of springs and utilisation against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "support/nets.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio {
namespace {

// A bar of 2 m between two fixed nodes.
System bar() {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 2, 0};
  net.nodes.fixed = {{.nodes = {0, 1}}};
  net.springs = {{.ends = {{0, 1}}, .axial_stiffness = {1000}, .expansion = {1e-3}}};
  return net;
}

System line() { return testing::two_in_line({.stiffness = {30, 60}}); }

// l0' = l0 (1 + a dT), T = EA (L - l0') / l0' = -EA a dT / (1 + a dT).
TEST(Temperature, CompressesAFixedBar) {
  System net = bar();
  net.loads = {{.springs = {0}, .temperature = 50}};
  const Equilibrium rest = solve_equilibrium(net);
  EXPECT_TRUE(rest.converged());
  EXPECT_NEAR(rest.tension[0], -1000 * 0.05 / 1.05, 1e-11);
  EXPECT_NEAR(rest.strain[0], -0.05 / 1.05, 1e-15);  // of the warm length
  EXPECT_NEAR(rest.reaction[0], 1000 * 0.05 / 1.05, 1e-11);
}

TEST(Temperature, LengthensAFreeBar) {
  System net = bar();
  net.nodes.fixed = {{.nodes = {0}}, {.nodes = {1}, .axes = kAxisY}};
  net.loads = {{.springs = {0}, .temperature = -50}};
  const Equilibrium rest = solve_equilibrium(net);
  EXPECT_NEAR(rest.length[0], 2 * 0.95, 1e-12);
  EXPECT_NEAR(rest.tension[0], 0, 1e-9);
}

// Two springs in series stretched by d: T = d k1 k2 / (k1 + k2) = 20 d.
TEST(MovedSupports, StretchTheNetAndShowTheirMove) {
  for (const bool as_load : {false, true}) {
    System net = line();
    if (as_load)
      net.loads = {{.nodes = {2}, .move = {0.25, 0}}, {.nodes = {2}, .move = {0.05, 0}}};
    else
      net.nodes.fixed = {
          {.nodes = {0}}, {.nodes = {1}, .axes = kAxisY}, {.nodes = {2}, .move = {0.3, 0}}};
    const Equilibrium rest = solve_equilibrium(net);
    ASSERT_TRUE(rest.converged());
    EXPECT_NEAR(rest.tension[0], 6, 1e-11);
    EXPECT_NEAR(rest.tension[1], 6, 1e-11);
    EXPECT_NEAR(rest.displacement[4], 0.3, 1e-15);
    EXPECT_NEAR(rest.displacement[2], 6.0 / 30, 1e-12);
    EXPECT_NEAR(rest.reaction[4], 6, 1e-11);
    // As a start it is in equilibrium; redrawn, the displacements are part of the shape.
    const Equilibrium again = solve_equilibrium(with_start(net, rest));
    EXPECT_EQ(again.report.iterations, 0);
    EXPECT_EQ(again.state.position, rest.state.position);
    const Equilibrium drawn = solve_equilibrium(redrawn(net, rest));
    EXPECT_EQ(drawn.report.iterations, 0);
    EXPECT_EQ(drawn.state.position, rest.state.position);
    EXPECT_EQ(drawn.displacement, std::vector<double>(6, 0.0));
  }
}

// First-order theory is linear in the move, however large, also across the spring's direction.
TEST(MovedSupports, AreLinearInFirstOrderTheory) {
  System net = line();
  net.springs[0].rest_length = {1, 2};  // T = 30 and 60: they resist across too
  net.nodes.fixed = {{.nodes = {0, 2}}};
  const auto displacement = [&](double x, double y) {
    System moved = net;
    moved.loads = {{.nodes = {2}, .move = {x, y}}};
    const Equilibrium rest = solve_equilibrium(moved, {.method = Method::linear});
    EXPECT_TRUE(rest.converged());
    EXPECT_LT(rest.report.residual_force, 1e-12);
    EXPECT_NEAR(rest.displacement[4], x, 1e-15);
    EXPECT_NEAR(rest.displacement[5], y, 1e-15);
    return rest.displacement;
  };
  const std::vector<double> none = displacement(0, 0), once = displacement(0.1, 0.2),
                            tenfold = displacement(1, 2);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(tenfold[i] - none[i], 10 * (once[i] - none[i]), 1e-12);
  // Across: q1 = 30/2, q2 = 60/3; along: k1 = 30, k2 = 60.
  EXPECT_NEAR(once[3] - none[3], 0.2 * 20 / 35, 1e-13);
  EXPECT_NEAR(once[2] - none[2], 0.1 * 60 / 90, 1e-13);
}

// The work of a moving support is what the net's energy gains: dE/dmove = reaction, and nothing
// but that; on nets with masses, loads and warm springs.
TEST(MovedSupports, DoTheWorkThatTheEnergyGains) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    System net = testing::random_net(random, {.dimension = 2 + static_cast<int>(seed % 2)});
    net.gravity = {0, -0.1, 0};
    net.nodes.mass = {0.3};
    net.springs[0].mass_per_length = {0.1};
    net.springs[0].expansion = {1e-3};
    const auto d = usize(net.dimension);
    net.loads = {{.nodes = {0, 5}, .force = std::vector<double>(d, 0.1)},
                 {.springs = {1, 2, 3}, .temperature = 50},
                 {.nodes = {1}, .move = std::vector<double>(d, 0.05)}};
    const Equilibrium rest = solve_equilibrium(net, {.tolerance = 1e-13});
    ASSERT_TRUE(rest.converged()) << seed;
    net.nodes.start = rest.state.position;
    for (std::size_t axis = 0; axis < d; ++axis) {
      const double step = 1e-5;
      double energy[2];
      for (int side : {0, 1}) {
        System moved = net;
        moved.loads[2].move[axis] += side == 0 ? -step : step;
        const Equilibrium there = solve_equilibrium(moved, {.tolerance = 1e-13});
        ASSERT_TRUE(there.converged()) << seed;
        energy[side] = there.report.energy;
      }
      EXPECT_NEAR((energy[1] - energy[0]) / (2 * step), rest.reaction[d + axis], 1e-6) << seed;
    }
  }
}

TEST(MovedSupports, AreInTheSelectionOfFreeAxes) {
  System net = line();
  net.loads = {{.nodes = {2}, .move = {0.25, 1}}};
  EXPECT_EQ(free_selection(compile(net)).b, (std::vector<double>{0, 0, 0, 0, 5.25, 1}));
}

// A hanging bar weighs half at each end: T = weight / 2, and all of it on the support.
TEST(Weights, OfSpringsHangOnTheirNodes) {
  System net;
  net.dimension = 2;
  net.gravity = {0, -10, 0};
  net.nodes.position = {0, 0, 0, -2};
  net.nodes.fixed = {{.nodes = {0}}};
  net.materials = {{.name = "rope", .axial_stiffness = 1e4, .mass_per_length = 3}};
  net.springs = {{.ends = {{0, 1}}, .material = "rope"}};
  const Equilibrium rest = solve_equilibrium(net);
  EXPECT_NEAR(rest.tension[0], 30, 1e-10);
  EXPECT_NEAR(rest.reaction[1], 60, 1e-10);
}

TEST(Utilisation, ComparesTensionsWithStrengths) {
  System net = line();
  net.loads = {{.nodes = {1}, .force = {9, 0}}};
  Equilibrium rest = solve_equilibrium(net);  // T = 3 and -6
  for (double use : rest.utilisation) EXPECT_TRUE(std::isnan(use));
  net.springs[0].strength = {12};
  rest = solve_equilibrium(net);
  EXPECT_NEAR(rest.utilisation[0], 0.25, 1e-12);
  EXPECT_TRUE(std::isnan(rest.utilisation[1]));
  net.springs[0].buckling_load = {4};
  rest = solve_equilibrium(net);
  EXPECT_NEAR(rest.utilisation[1], 1.5, 1e-12);
  net.loads.clear();
  EXPECT_EQ(solve_equilibrium(net).utilisation, (std::vector<double>{0, 0}));
  // A set without limits beside one with them.
  net.springs.push_back({.ends = {{0, 2}}, .stiffness = {1}});
  rest = solve_equilibrium(net);
  EXPECT_EQ(rest.utilisation[0], 0);
  EXPECT_TRUE(std::isnan(rest.utilisation[2]));
}

// ---- load steps ----

TEST(LoadSteps, EndWhereOneStepDoesAndAddUpTheirIterations) {
  System net = testing::square_net(6, 3, 0.9);
  net.springs[0].expansion = {1e-4};
  net.gravity = {0, 0, -1};
  net.nodes.mass = {0.2};
  net.loads = {{.nodes = {14}, .force = {0, 0, -1}},
               {.springs = {3, 4, 5}, .temperature = -40},
               {.nodes = {0, 1, 2, 3, 4, 5}, .move = {0, -0.2, 0}}};
  const Equilibrium once = solve_equilibrium(net, {});
  const Equilibrium steps = solve_equilibrium(net, {.load_steps = 4});
  ASSERT_TRUE(once.converged() && steps.converged());
  for (std::size_t i = 0; i < once.state.position.size(); ++i)
    EXPECT_NEAR(steps.state.position[i], once.state.position[i], 1e-8);
  EXPECT_GE(steps.report.iterations, 4);
  System saved = net;
  saved.equilibrium.load_steps = 4;
  saved = with_start(saved, steps);
  EXPECT_EQ(solve_equilibrium(saved).report.iterations, 0);
}

TEST(LoadSteps, SayAtWhichStepTheyEnd) {
  System net = line();
  net.springs[0].stiffness = {30};
  net.nodes.fixed[1] = {.nodes = {1}, .axes = kAxisX};
  net.loads = {{.nodes = {1}, .force = {0, 9}}};
  const Equilibrium rest = solve_equilibrium(net, {.max_iterations = 1, .load_steps = 3});
  EXPECT_EQ(rest.report.status, Status::iteration_limit);
  EXPECT_EQ(rest.report.reason.find("step 1 of 3: "), 0u) << rest.report.reason;
  EXPECT_THROW((void)solve_equilibrium(net, {.load_steps = 0}), Error);
  EXPECT_THROW((void)solve_equilibrium(compile(net), {.load_steps = 2}), Error);
}

// ---- materialised ----

// Solving the elastic net moves nothing and gives the same tensions.
void expect_same_rest(const System& net, const Equilibrium& rest) {
  const System elastic = materialised(net, rest);
  ASSERT_TRUE(validate(elastic).empty());
  const Equilibrium again = solve_equilibrium(elastic);
  ASSERT_TRUE(again.converged()) << again.report.reason;
  for (double u : again.displacement) EXPECT_NEAR(u, 0, 1e-9);
  double largest = 0;
  for (double tension : rest.tension) largest = std::max(largest, std::abs(tension));
  for (std::size_t s = 0; s < rest.tension.size(); ++s)
    EXPECT_NEAR(again.tension[s], rest.tension[s], 1e-9 * largest);
  // From somewhere else it comes back: the springs are elastic now.
  for (const SpringSet& set : elastic.springs)
    EXPECT_TRUE(set.law != Law::force_density && set.law != Law::constant_tension);
}

System force_density_net() {
  System net = testing::square_net(7, 3, 0);
  net.springs[0] = {.law = Law::force_density, .ends = net.springs[0].ends, .stiffness = {20}};
  for (std::size_t i = 2; i < net.nodes.position.size(); i += 3)
    net.nodes.position[i] = 0.3 * net.nodes.position[i - 2] * (net.nodes.position[i - 1] - 2);
  return net;
}

TEST(Materialised, AForceDensityNetStaysWhereItIs) {
  System net = force_density_net();
  net.springs[0].axial_stiffness = {5e4};
  net.loads = {{.nodes = {24}, .force = {0, 0, -3}}};
  expect_same_rest(net, solve_equilibrium(net));
}

TEST(Materialised, TakesEAFromTheMaterialAndWeighsItsUnstressedLength) {
  System net = force_density_net();
  net.gravity = {0, 0, -9.81};
  net.materials = {{.name = "strand",
                    .law = Law::cable,
                    .youngs_modulus = 160e9,
                    .diameter = 0.001,
                    .mass_per_length = 0.3}};
  net.springs[0].material = "strand";
  const Equilibrium rest = solve_equilibrium(net);
  const Weighed heavy = weighed(net, rest, {});
  ASSERT_TRUE(heavy.rest.converged()) << heavy.rest.report.reason;
  expect_same_rest(net, heavy.rest);
  const System elastic = materialised(net, heavy.rest);
  EXPECT_EQ(elastic.springs[0].law, Law::cable);
  // All that the supports hold is mass per length times length / (1 + T / EA), with lengths and
  // tensions of the elastic net; the sketch is shorter.
  const double ea = 160e9 * M_PI / 4 * 1e-6;
  const Equilibrium built = solve_equilibrium(elastic);
  double weight = 0, sketch = 0, constrained = 0;
  for (std::size_t s = 0; s < built.length.size(); ++s) {
    weight += 9.81 * 0.3 * built.length[s] / (1 + built.tension[s] / ea);
    const auto [a, b] = net.springs[0].ends[s];
    double square = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double d = net.nodes.position[usize(b) * 3 + i] - net.nodes.position[usize(a) * 3 + i];
      square += d * d;
    }
    sketch += 9.81 * 0.3 * std::sqrt(square);
  }
  // Half of what springs between fixed nodes weigh is at each of them.
  for (std::size_t i = 2; i < built.reaction.size(); i += 3) constrained += built.reaction[i];
  EXPECT_NEAR(constrained, weight, 1e-9 * weight);
  EXPECT_GT(std::abs(sketch - weight), 0.01 * weight);
  const Equilibrium drawn = solve_equilibrium(redrawn(net, rest));
  EXPECT_EQ(drawn.report.iterations, 0);
  EXPECT_EQ(drawn.tension, rest.tension);
}

TEST(Materialised, WithoutWeightNothingIsSolvedAgain) {
  System net = force_density_net();
  net.springs[0].axial_stiffness = {5e4};
  net.springs[0].mass_per_length = {0.3};
  const Equilibrium rest = solve_equilibrium(net);
  const Weighed light = weighed(net, rest, {});
  EXPECT_EQ(light.rest.state.position, rest.state.position);
  EXPECT_EQ(light.rest.report.iterations, rest.report.iterations);
  // In motion its mass is that of the unstressed lengths all the same.
  const System elastic = materialised(net, rest);
  double mass = 0, expected = 0;
  for (double m : node_masses(elastic)) mass += m;
  for (std::size_t s = 0; s < rest.length.size(); ++s)
    expected += 0.3 * rest.length[s] / (1 + rest.tension[s] / 5e4);
  EXPECT_NEAR(mass, expected, 1e-12 * expected);
}

TEST(Materialised, MixedLawsOfEitherSign) {
  System net = testing::springsys();
  net.springs = {{.law = Law::constant_tension,
                  .ends = {{0, 4}, {1, 4}},
                  .axial_stiffness = {900},
                  .pretension = {3, 2}},
                 {.law = Law::force_density,
                  .ends = {{4, 5}, {2, 5}, {3, 5}},
                  .stiffness = {1.5, 2, -0.5},
                  .youngs_modulus = {1e6},
                  .area = {1e-3}},
                 {.ends = {{0, 5}}, .stiffness = {4}, .rest_length = {1}}};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  ASSERT_LT(rest.tension[4], 0);
  expect_same_rest(net, rest);
}

void expect_refused(const System& net, const std::string& piece) {
  try {
    (void)materialised(net, solve_equilibrium(net));
    ADD_FAILURE() << "not refused: " << piece;
  } catch (const Error& error) {
    ASSERT_EQ(error.problems().size(), 1u);
    EXPECT_NE(error.problems()[0].message.find(piece), std::string::npos) << error.what();
  }
}

TEST(Materialised, SaysWhatItLacks) {
  System net = testing::springsys();
  net.springs[0] = {
      .name = "net", .law = Law::force_density, .ends = net.springs[0].ends, .stiffness = {2}};
  expect_refused(net, "set 0 (`net`) of force_density springs has no elastic stiffness");
  expect_refused(net, "give axial_stiffness or a material besides its stiffness");
  net.springs[0].stiffness.clear();
  net.springs[0].axial_stiffness = {2};
  expect_refused(net, "besides its stiffness or pretension");
  net.springs[0].axial_stiffness = {0.5};
  net.springs[0].stiffness = {2, 2, -0.5, 2, 2};
  expect_refused(net, "spring 2 (nodes 4-5) carries a compression of");
  net.materials = {{.name = "rope", .law = Law::cable}};
  net.springs[0].material = "rope";
  net.springs[0].axial_stiffness = {500};
  expect_refused(net, "which its material, a cable, cannot");
}

}  // namespace
}  // namespace tensio
