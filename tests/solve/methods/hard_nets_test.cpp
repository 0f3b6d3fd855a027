// Nets whose equilibrium Newton's method alone finds slowly: disordered nets with hardly more
// springs than degrees of freedom, nets of slack cables, and cloth that wrinkles. Bounds on
// iterations are twice what was measured.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "backend/backend.hpp"
#include "core/index.hpp"
#include "core/random.hpp"
#include "solve/methods/mixed_newton.hpp"
#include "solve/methods/newton.hpp"
#include "solve/methods/slack_continuation.hpp"
#include "solve/methods/two_level_descent.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

// A triangular lattice, its nodes moved at random, its springs thinned to a mean degree. It starts
// sheared, with its rim fixed there.
System disordered(int side, double degree, int seed) {
  constexpr double kShear = 0.02;
  System net;
  net.dimension = 2;
  Random random(static_cast<std::uint64_t>(seed));
  std::vector<std::array<int, 2>> ends;
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      const int node = j * side + i;
      const double x = i + 0.5 * (j % 2) + 0.4 * random.uniform(-1, 1);
      const double y = 0.87 * j + 0.4 * random.uniform(-1, 1);
      net.nodes.position.insert(net.nodes.position.end(), {x, y});
      net.nodes.start.insert(net.nodes.start.end(), {x + kShear * y, y});
      if (i == 0 || j == 0 || i == side - 1 || j == side - 1)
        net.nodes.fixed.push_back({.nodes = {node}, .move = {kShear * y, 0}});
      const int above = node + side + j % 2;
      if (i + 1 < side) ends.push_back({node, node + 1});
      if (j + 1 < side) {
        if (i + j % 2 < side) ends.push_back({node, above});
        if (i + j % 2 > 0) ends.push_back({node, above - 1});
      }
    }
  const auto wanted = usize(static_cast<int>(0.5 * degree * side * side));
  SpringSet springs;
  springs.stiffness = {1};
  for (std::size_t i = 0; i < wanted; ++i) {
    std::swap(ends[i], ends[i + usize(random.index(static_cast<int>(ends.size() - i)))]);
    springs.ends.push_back(ends[i]);
  }
  net.springs = {springs};
  return net;
}

// A square net of cables, longer than their spans by a tenth, with point loads.
System slack_cables(int side, double stiffness) {
  System net;
  const double spacing = 1.0 / (side - 1);
  Fixed rim;
  SpringSet cables;
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      const int node = j * side + i;
      net.nodes.position.insert(net.nodes.position.end(), {i * spacing, j * spacing, 0});
      if (i == 0 || j == 0 || i == side - 1 || j == side - 1) rim.nodes.push_back(node);
      if (i + 1 < side) cables.ends.push_back({node, node + 1});
      if (j + 1 < side) cables.ends.push_back({node, node + side});
    }
  cables.law = Law::cable;
  cables.stiffness = {stiffness};
  cables.rest_length = {1.1 * spacing};
  net.nodes.fixed = {rim};
  net.springs = {cables};
  for (int i : {side / 4, side / 2, 3 * side / 4})
    net.loads.push_back(
        {.nodes = {i * side + side / 2, (i - 1) * side + side / 3}, .force = {0, 0, -1}});
  return net;
}

// A flat cloth of 1 kg with threads, diagonals and bend springs, fixed at two corners.
System hanging_cloth(int side) {
  System net;
  net.gravity = {0, 0, -9.81};
  const double spacing = 1.0 / (side - 1);
  const auto add = [&](int right, int up, double stiffness) {
    SpringSet springs;
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) {
        const int k = i + right, m = j + up;
        if (k >= 0 && k < side && m < side) springs.ends.push_back({j * side + i, m * side + k});
      }
    springs.stiffness = {stiffness};
    net.springs.push_back(springs);
  };
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i)
      net.nodes.position.insert(net.nodes.position.end(), {i * spacing, j * spacing, 0});
  net.nodes.mass.assign(usize(side * side), 1.0 / (side * side));
  net.nodes.fixed = {{.nodes = {0, side - 1}}};
  add(1, 0, 1e4);
  add(0, 1, 1e4);
  add(1, 1, 1e3);
  add(-1, 1, 1e3);
  add(2, 0, 1e2);
  add(0, 2, 1e2);
  return net;
}

struct Measured {
  NewtonResult result;
  double energy = 0;
};

// A method from the start of a net.
template <class Method>
Measured measured(const System& system, Method&& method) {
  const Network network = compile(system);
  const auto backend = make_backend(network.data(), {});
  const VectorId x = backend->make_vector();
  backend->set_start(x);
  Measured all{method(*backend, x)};
  all.energy = backend->energy(x).value;
  return all;
}

TEST(HardNets, PredictedTensionsFindTheRestOfDisorderedNetsInFewSteps) {
  for (int seed : {1, 2, 3}) {
    const System net = disordered(20, 4.0, seed);
    const Measured mixed = measured(net, [](Backend& backend, VectorId x) {
      return mixed_newton(backend, x, {1e-8, 400}, {});
    });
    EXPECT_EQ(mixed.result.status, Status::converged) << seed << mixed.result.reason;
    EXPECT_LE(mixed.result.iterations, 26) << seed;
    EXPECT_LE(mixed.result.residual, 1e-8) << seed;
  }
}

TEST(HardNets, LargeDisorderedNetsConverge) {
  for (double degree : {4.4, 4.0}) {
    const Equilibrium rest = solve_equilibrium(disordered(40, degree, 1));
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_LE(rest.report.residual, 1e-10);
    EXPECT_LE(rest.report.iterations, degree > 4.2 ? 610 : 730);
    EXPECT_EQ(rest.report.linear_note.find("predicted tensions") != std::string::npos,
              degree < 4.2);
    ASSERT_TRUE(rest.report.modes);
    EXPECT_TRUE(rest.report.modes->stable());
  }
}

TEST(HardNets, RoundedLawsFindTheRestOfSlackCables) {
  const System net = slack_cables(20, 1e4);
  const Measured rounded = measured(net, [](Backend& backend, VectorId x) {
    return slack_continuation(backend, x, {1e-10, 10000}, {});
  });
  EXPECT_LE(rounded.result.iterations, 100);
  // The true law from there: a few steps.
  const Measured both = measured(net, [](Backend& backend, VectorId x) {
    const NewtonResult first = slack_continuation(backend, x, {1e-10, 10000}, {});
    EXPECT_EQ(backend.net().slack_width, 0);
    NewtonOptions options{Limits{1e-10, 10000, first.iterations}};
    NewtonResult last = newton(backend, x, options, {});
    last.iterations -= first.iterations;
    return last;
  });
  EXPECT_EQ(both.result.status, Status::converged) << both.result.reason;
  EXPECT_LE(both.result.iterations, 4);
  // The energy of cables is convex, so any method must find the same.
  EquilibriumOptions options;
  options.method = Method::lbfgs;
  options.tolerance = 1e-7;
  options.max_iterations = 100000;
  const Equilibrium other = solve_equilibrium(net, options);
  ASSERT_TRUE(other.converged()) << other.report.reason;
  EXPECT_NEAR(other.report.energy, solve_equilibrium(net).report.energy,
              1e-6 * std::abs(other.report.energy));
}

TEST(HardNets, TwoLevelDescentFromAFlatClothEndsWhereNewtonsMethodNeedsFewSteps) {
  const System net = hanging_cloth(30);
  int descent = 0;
  const Measured both = measured(net, [&](Backend& backend, VectorId x) {
    EXPECT_TRUE(can_descend(backend));
    const NewtonResult first = two_level_descent(backend, x, {1e-6, 4000}, {});
    EXPECT_EQ(first.status, Status::converged) << first.reason;
    EXPECT_LE(first.residual, 1e-6);
    descent = first.iterations;
    NewtonResult last = newton(backend, x, NewtonOptions{Limits{1e-10, 10000, descent}}, {});
    last.iterations -= descent;
    return last;
  });
  EXPECT_EQ(both.result.status, Status::converged) << both.result.reason;
  EXPECT_LE(descent, 1200);
  EXPECT_LE(both.result.iterations, 10);
}

TEST(HardNets, LargeClothHangsAfterAFewStepsOfNewtonsMethod) {
  const Equilibrium rest = solve_equilibrium(hanging_cloth(40));
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_NE(rest.report.linear_note.find("cycle over two levels"), std::string::npos)
      << rest.report.linear_note;
  EXPECT_LE(rest.report.iterations, 1800);
  ASSERT_TRUE(rest.report.modes);
  EXPECT_TRUE(rest.report.modes->stable());
}

TEST(HardNets, DescentOnTwoLevelsStopsOnRequest) {
  const Measured stopped = measured(hanging_cloth(30), [](Backend& backend, VectorId x) {
    return two_level_descent(backend, x, {1e-6, 4000},
                             [](const NewtonStep& step) { return step.iteration < 7; });
  });
  EXPECT_EQ(stopped.result.status, Status::interrupted);
  EXPECT_EQ(stopped.result.iterations, 7);
}

TEST(HardNets, AnyNumberOfThreadsGivesTheSameBits) {
  for (const System& net : {disordered(40, 4.0, 2), slack_cables(30, 1e4), hanging_cloth(30)}) {
    EquilibriumOptions options;
    options.stability = false;
    options.reproducible = true;
    options.threads = 1;
    const Equilibrium one = solve_equilibrium(net, options);
    EXPECT_TRUE(one.converged()) << one.report.reason;
    for (int threads : {2, 3}) {
      options.threads = threads;
      EXPECT_EQ(solve_equilibrium(net, options).state.position, one.state.position) << threads;
    }
  }
}

}  // namespace
}  // namespace tensio
