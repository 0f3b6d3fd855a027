// Methods for large nets: conjugate gradients with the scalar Laplacian if springs are in tension,
// cheap steps if the start is far from equilibrium, stability without a factorisation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "backend/backend.hpp"
#include "core/random.hpp"
#include "solve/stability/stability.hpp"
#include "support/differences.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

constexpr int kSide = 30;

// A square net of 1 m x 1 m fixed at its rim; springs are `rest` of their spacing long, and inner
// nodes are up to a tenth of it off.
System stretched(double rest) {
  System net;
  net.gravity = {0, 0, -9.81};
  const double spacing = 1.0 / (kSide - 1);
  Random random(3);
  Fixed rim;
  SpringSet springs;
  for (int j = 0; j < kSide; ++j)
    for (int i = 0; i < kSide; ++i) {
      const int node = j * kSide + i;
      const bool constrained = i == 0 || j == 0 || i == kSide - 1 || j == kSide - 1;
      if (constrained) rim.nodes.push_back(node);
      for (double at : {i * spacing, j * spacing, 0.0})
        net.nodes.position.push_back(constrained ? at : at + 0.1 * spacing * random.uniform(-1, 1));
      if (i + 1 < kSide) springs.ends.push_back({node, node + 1});
      if (j + 1 < kSide) springs.ends.push_back({node, node + kSide});
    }
  springs.stiffness = {100};
  springs.rest_length = {rest * spacing};
  net.nodes.mass = {0.5 / (kSide * kSide)};
  net.nodes.fixed = {rim};
  net.springs = {springs};
  return net;
}

// A cloth, flat, that will hang by two corners.
System flat_cloth(double stiffness) {
  System cloth = stretched(1);
  const double spacing = 1.0 / (kSide - 1);
  for (int node = 0; node < kSide * kSide; ++node) {
    double* at = cloth.nodes.position.data() + 3 * static_cast<std::ptrdiff_t>(node);
    at[0] = node % kSide * spacing;
    at[1] = node / kSide * spacing;
    at[2] = 0;
  }
  SpringSet across;
  for (int j = 0; j + 1 < kSide; ++j)
    for (int i = 0; i + 1 < kSide; ++i) {
      across.ends.push_back({j * kSide + i, j * kSide + i + kSide + 1});
      across.ends.push_back({j * kSide + i + 1, j * kSide + i + kSide});
    }
  cloth.springs[0].stiffness = {stiffness};
  across.stiffness = {0.2 * stiffness};
  cloth.springs.push_back(across);
  cloth.nodes.fixed[0].nodes = {0, kSide - 1};
  return cloth;
}

Equilibrium rest_of(const System& system, EquilibriumOptions options) {
  return solve_equilibrium(system, options);
}

double apart(const Equilibrium& a, const Equilibrium& b) {
  return testing::largest_difference(a.state.position, b.state.position);
}

TEST(LargeNets, NetsInTensionAgreeWithAFactorisation) {
  const System net = stretched(0.8);
  EquilibriumOptions direct;
  direct.linear_solver = LinearSolver::ldlt;
  const Equilibrium usual = rest_of(net, {}), expected = rest_of(net, direct);
  ASSERT_TRUE(usual.converged()) << usual.report.reason;
  EXPECT_EQ(usual.report.linear_solver, LinearSolver::pcg);
  EXPECT_NE(usual.report.linear_note.find("the springs are in tension"), std::string::npos);
  EXPECT_EQ(expected.report.linear_solver, LinearSolver::ldlt);
  EXPECT_EQ(expected.report.linear_note, "");
  EXPECT_LE(usual.report.residual, 1e-10);
  EXPECT_LT(apart(usual, expected), 1e-9);
  // The verdict is the same, although one was reported without a factorisation.
  ASSERT_TRUE(usual.report.modes && expected.report.modes);
  EXPECT_TRUE(usual.report.modes->stable() && !usual.report.modes->neutral());
  EXPECT_TRUE(expected.report.modes->stable() && !expected.report.modes->neutral());
  EXPECT_EQ(usual.report.mechanisms, expected.report.mechanisms);
  EXPECT_NEAR(*usual.report.lowest_stiffness / *expected.report.lowest_stiffness, 1, 1e-7);
}

TEST(LargeNets, HardlyStretchedNetsAreFactorised) {
  System net = stretched(1);
  net.gravity = {0, 0, -0.1};
  const Equilibrium rest = rest_of(net, {});
  EXPECT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_NE(rest.report.linear_solver, LinearSolver::pcg);
  EXPECT_EQ(rest.report.linear_note.find("the springs are in tension"), std::string::npos);
}

TEST(LargeNets, AnyNumberOfThreadsGivesTheSameBits) {
  for (const bool reproducible : {false, true}) {
    EquilibriumOptions options;
    options.reproducible = reproducible;
    options.stability = false;
    options.threads = 1;
    const System net = stretched(0.8);
    const Equilibrium one = rest_of(net, options);
    for (int threads : {2, 3, 8, 16}) {
      options.threads = threads;
      EXPECT_EQ(rest_of(net, options).state.position, one.state.position) << threads;
    }
  }
}

TEST(LargeNets, StabilityIsNotAssessedOnRequest) {
  const System net = stretched(0.8);
  EquilibriumOptions options;
  options.stability = false;
  const Equilibrium with = rest_of(net, {}), without = rest_of(net, options);
  EXPECT_TRUE(with.report.judged);
  EXPECT_FALSE(without.report.judged);
  EXPECT_FALSE(without.report.modes || without.report.mechanisms || without.report.self_stresses ||
               without.report.lowest_stiffness);
  EXPECT_EQ(with.state.position, without.state.position);
  EXPECT_EQ(with.report.iterations, without.report.iterations);
}

// A strut on the point of buckling: rest, but not stable; without a verdict nobody looks.
TEST(LargeNets, WithoutStabilityASaddleIsNotLeft) {
  System strut;
  strut.dimension = 2;
  strut.nodes.position = {0, 0, 0, 1, 0, 2};
  strut.nodes.fixed = {{.nodes = {0}}, {.nodes = {2}, .axes = kAxisX}};
  strut.springs = {{.ends = {{0, 1}, {1, 2}}, .stiffness = {100}}};
  strut.loads = {{.nodes = {2}, .force = {0, -1}}};
  EquilibriumOptions options;
  const Equilibrium left = rest_of(strut, options);
  options.stability = false;
  const Equilibrium stays = rest_of(strut, options);
  EXPECT_TRUE(stays.converged());
  EXPECT_NEAR(stays.state.position[5], 1.98, 1e-9);
  // It falls over, and hangs.
  EXPECT_TRUE(left.converged()) << left.report.reason;
  EXPECT_LT(left.state.position[5], 0);
}

TEST(LargeNets, AFlatClothConverges) {
  const Equilibrium rest = rest_of(flat_cloth(100), {});
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_NE(rest.report.linear_note.find("steps of lbfgs"), std::string::npos);
  ASSERT_TRUE(rest.report.modes);
  EXPECT_TRUE(rest.report.modes->stable());
  // The edge opposite to the corners that are fixed is below them.
  EXPECT_LT(rest.state.position[3 * (kSide * kSide - 1) + 2], -0.9);
}

// Stiff springs leave narrow valleys, where cheap steps alone take too long.
TEST(LargeNets, AStiffClothConvergesWithReusedFactors) {
  for (const bool reproducible : {false, true}) {
    EquilibriumOptions options;
    options.reproducible = reproducible;
    options.threads = 1;
    const System cloth = flat_cloth(1e4);
    const Equilibrium rest = rest_of(cloth, options);
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_NE(rest.report.linear_note.find("then"), std::string::npos) << rest.report.linear_note;
    EXPECT_LE(rest.report.residual, 1e-10);
    ASSERT_TRUE(rest.report.modes);
    EXPECT_TRUE(rest.report.modes->stable());
    EXPECT_LT(rest.state.position[3 * (kSide * kSide - 1) + 2], -0.9);
    options.threads = 3;
    EXPECT_EQ(rest_of(cloth, options).state.position, rest.state.position);
  }
}

TEST(LargeNets, StepsWithReusedFactorsCanBeInterrupted) {
  struct Stop : Observer {
    bool observe(const Frame& frame) override { return frame.iteration < 350; }
  } stop;
  const Equilibrium rest = solve_equilibrium(flat_cloth(1e4), {}, &stop);
  EXPECT_EQ(rest.report.status, Status::interrupted);
  EXPECT_EQ(rest.report.iterations, 350);
}

// What is certain agrees with what pivots count, whatever the net.
TEST(LargeNets, CertaintiesAgreeWithPivots) {
  for (double part : {0.5, 0.7, 1.02}) {
    const Network net = compile(stretched(part));
    const auto backend = make_backend(net.data(), {});
    const VectorId x = backend->make_vector();
    backend->set_start(x);
    const double largest = backend->largest_eigenvalue(x);
    const int negative = backend->negative_modes(x, kZeroMode * largest);
    if (backend->surely_semidefinite(x)) EXPECT_EQ(negative, 0) << part;
    EXPECT_EQ(backend->surely_semidefinite(x), part < 0.8) << part;
    for (double bound : {kZeroMode, 1e-5, 1e-3, 0.1})
      if (backend->surely_above(x, bound))
        EXPECT_EQ(backend->negative_modes(x, -bound * largest), 0) << part << ' ' << bound;
    EXPECT_EQ(backend->surely_above(x, kZeroMode), part < 0.8) << part;
    EXPECT_FALSE(backend->surely_above(x, 0.1)) << part;
  }
}

}  // namespace
}  // namespace tensio
