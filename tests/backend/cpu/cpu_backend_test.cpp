// The CPU backend: the same bits on any number of threads, and solvers that agree.
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "backend/backend.hpp"
#include "backend/loops.hpp"
#include "core/hash.hpp"
#include "core/index.hpp"
#include "core/parallel.hpp"
#include "support/nets.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {
namespace {

System large_net(int dimension, bool all_laws) {
  Random random(17);
  testing::RandomNet wish;
  wish.dimension = dimension;
  wish.nodes = 6000;
  wish.chords = 14000;
  wish.all_laws = all_laws;
  return random_net(random, wish);
}

EquilibriumOptions with_threads(int threads, LinearSolver solver = LinearSolver::ldlt) {
  EquilibriumOptions options;
  options.threads = threads;
  options.linear_solver = solver;
  return options;
}

template <int D>
void check_serial_bits() {
  const System system = large_net(D, true);
  const Network network = compile(system);
  const NetworkData& net = network.data();
  std::vector<double> f(net.constrained.size(), 0.0);
  std::vector<double> K(usize(net.block_count()) * D * D, 0.0);
  scatter_forces<D>(net, net.beginning().data(), f.data());
  scatter_stiffness<D>(net, net.beginning().data(), false, K.data());
  for (std::size_t i = 0; i < f.size(); ++i) f[i] += net.external[i];
  for (int threads : {1, 2, 3, 8, 16})
    for (int repeat = 0; repeat < 3; ++repeat) {
      const std::unique_ptr<Backend> backend = make_backend(net, with_threads(threads));
      const VectorId x = backend->make_vector(), force = backend->make_vector();
      backend->set_start(x);
      backend->forces(x, force, false);
      std::vector<double> user(f.size()), expected(f.size());
      backend->download(force, user);
      for (std::size_t i = 0; i < f.size(); ++i)
        expected[usize(net.node_user[i / D]) * D + i % D] = f[i];
      ASSERT_EQ(hash_bits(user), hash_bits(expected)) << threads << " threads";
      const std::span<const double> values = backend->stiffness(x, false);
      ASSERT_EQ(hash_bits(values), hash_bits(K)) << threads << " threads";
    }
}

TEST(CpuBackend, ForcesAndStiffnessHaveTheBitsOfTheSerialLoopIn2D) { check_serial_bits<2>(); }
TEST(CpuBackend, ForcesAndStiffnessHaveTheBitsOfTheSerialLoopIn3D) { check_serial_bits<3>(); }

TEST(CpuBackend, EnergyHasTheSameBitsOnAnyNumberOfThreads) {
  const Network network = compile(large_net(3, true));
  std::vector<double> values;
  for (int threads : {1, 2, 3, 8, 16}) {
    const std::unique_ptr<Backend> backend = make_backend(network.data(), with_threads(threads));
    const VectorId x = backend->make_vector();
    backend->set_start(x);
    values.push_back(backend->energy(x).value);
    EXPECT_EQ(values.back(), values.front());
    EXPECT_NE(values.back(), 0.0);
  }
}

std::vector<LinearSolver> all_solvers() {
  std::vector<LinearSolver> solvers = {LinearSolver::ldlt, LinearSolver::pcg,
                                       LinearSolver::incomplete, LinearSolver::multilevel};
  if (has_cholmod()) solvers.push_back(LinearSolver::cholmod);
  return solvers;
}

// Promise D1 for solves: each linear solver on each number of threads.
// Against a loop over all springs; where several are largest, the first one is meant.
TEST(CpuBackend, TheLargestStrainIsThatOfOneLoopOnAnyNumberOfThreads) {
  const System system = large_net(3, false);
  const Network network = compile(system);
  const NetworkData& net = network.data();
  const int count = net.spring_count;
  ASSERT_GT(count, 3 * kSumBlock);
  std::vector<double> x(system.nodes.position);
  const auto check = [&](int spring, bool finite) {
    for (int threads : {1, 2, 3, 8}) {
      const std::unique_ptr<Backend> backend = make_backend(net, with_threads(threads));
      const VectorId id = backend->make_vector(), v = backend->make_vector();
      backend->upload(x, id);
      const LargestStrain found = backend->largest_strain(id, v);
      EXPECT_EQ(found.spring, spring) << threads;
      EXPECT_EQ(found.finite, finite) << threads;
    }
  };
  const auto strain = [&](int s) {
    double square = 0;
    for (int k = 0; k < 3; ++k) {
      const double d = x[usize(net.node_user[usize(net.a[usize(s)])]) * 3 + usize(k)] -
                       x[usize(net.node_user[usize(net.b[usize(s)])]) * 3 + usize(k)];
      square += d * d;
    }
    const double l0 = net.rest_length[usize(s)];
    return (std::sqrt(square) - l0) / l0;
  };
  int most = 0;
  for (int s = 1; s < count; ++s)
    if (strain(s) > strain(most)) most = s;
  check(most, true);
  // All nodes at one point: every strain is -1, none is above zero.
  const std::vector<double> drawn = x;
  x.assign(x.size(), 1.0);
  check(-1, true);
  // A length that overflows at a node near the end: the first of its springs.
  x = drawn;
  x[usize(net.node_user[usize(net.b[usize(count) - 5])]) * 3] = 1e200;
  int first = 0;
  while (std::isfinite(strain(first))) ++first;
  check(first, false);
}

TEST(CpuBackend, SolvesHaveTheSameBitsOnAnyNumberOfThreads) {
  const System net = testing::perturbed(testing::square_net(70, 3, 0.8), 0.2);
  for (LinearSolver solver : all_solvers()) {
    std::uint64_t first = 0;
    for (int threads : {1, 2, 3, 8, 16}) {
      const Equilibrium rest = solve_equilibrium(net, with_threads(threads, solver));
      ASSERT_TRUE(rest.converged()) << rest.report.reason;
      const std::uint64_t hash =
          hash_bits(rest.state.position, hash_bits(rest.tension, hash_bits(rest.reaction)));
      if (first == 0) first = hash;
      EXPECT_EQ(hash, first) << to_string(solver) << " on " << threads << " threads";
    }
  }
}

// The symbolic analysis stays with the net; solves that follow, or run beside, give the same bits.
TEST(CpuBackend, OneNetworkCanBeSolvedAgainAndAtTheSameTime) {
  const Network network = compile(testing::perturbed(testing::square_net(30, 3, 0.8), 0.2));
  std::vector<LinearSolver> solvers = {LinearSolver::ldlt};
  if (has_cholmod()) solvers.push_back(LinearSolver::cholmod);
  for (LinearSolver solver : solvers) {
    const auto hash = [&] {
      return hash_bits(solve_equilibrium(network, with_threads(1, solver)).state.position);
    };
    const std::uint64_t first = hash();
    EXPECT_EQ(hash(), first) << to_string(solver);
    std::uint64_t beside[4];
    std::vector<std::thread> threads;
    for (std::uint64_t& result : beside) threads.emplace_back([&] { result = hash(); });
    for (std::thread& thread : threads) thread.join();
    for (std::uint64_t result : beside) EXPECT_EQ(result, first) << to_string(solver);
  }
}

TEST(CpuBackend, LinearSolversAgree) {
  const System net = testing::perturbed(testing::square_net(20, 3, 0.7), 0.1);
  const Equilibrium ldlt = solve_equilibrium(net, with_threads(1, LinearSolver::ldlt));
  for (LinearSolver solver : all_solvers()) {
    const Equilibrium other = solve_equilibrium(net, with_threads(1, solver));
    ASSERT_TRUE(other.converged());
    EXPECT_EQ(other.report.linear_solver, solver);
    for (std::size_t i = 0; i < ldlt.state.position.size(); ++i)
      EXPECT_NEAR(other.state.position[i], ldlt.state.position[i], 1e-9);
  }
}

// Two springs in a line, compressed to half: the transverse stiffness is 2 T / l = -2.
TEST(CpuBackend, AnIndefiniteMatrixIsReportedAsSuch) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0, 2, 0};
  net.nodes.fixed = {{.nodes = {0, 2}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}}, .stiffness = {1}, .rest_length = {2}}};
  const Network network = compile(net);
  for (LinearSolver solver : all_solvers()) {
    const std::unique_ptr<Backend> backend = make_backend(network.data(), with_threads(1, solver));
    const VectorId x = backend->make_vector();
    backend->set_start(x);
    EXPECT_EQ(backend->factorise(x, {}), Factor::indefinite) << to_string(solver);
    EXPECT_EQ(backend->factorise(x, {.projected = true, .shift = 1e-8}), Factor::positive_definite)
        << to_string(solver);
  }
}

// The same line without stress: no transverse stiffness at all.
TEST(CpuBackend, ASingularMatrixIsNotTakenForAGoodOne) {
  const Network network = compile(testing::unstressed_line());
  for (LinearSolver solver : all_solvers()) {
    const std::unique_ptr<Backend> backend = make_backend(network.data(), with_threads(1, solver));
    const VectorId x = backend->make_vector();
    backend->set_start(x);
    EXPECT_NE(backend->factorise(x, {}), Factor::positive_definite) << to_string(solver);
  }
}

// With more than a tenth of the axes fixed the matrix keeps the unknowns alone, else identity rows:
// both must give the same step.
TEST(CpuBackend, IdentityRowsAndEliminationGiveTheSameAnswer) {
  for (int extra : {0, 400}) {
    System net = testing::perturbed(testing::square_net(12, 2, 0.7), 0.1);
    // A free chain far away that hangs from one more fixed node dilutes the share of fixed axes.
    SpringSet chain;
    int last = net.node_count();
    net.nodes.position.insert(net.nodes.position.end(), {100, 0});
    net.nodes.fixed.push_back({.nodes = {last}});
    for (int i = 0; i < extra; ++i, ++last) {
      net.nodes.position.insert(net.nodes.position.end(), {101.0 + i, 0});
      chain.ends.push_back({last, last + 1});
    }
    chain.law = Law::force_density;
    chain.stiffness = {1};
    if (extra > 0) net.springs.push_back(chain);
    std::vector<double> start = net.nodes.start;
    net.nodes.start = net.nodes.position;
    std::copy(start.begin(), start.end(), net.nodes.start.begin());
    const Equilibrium rest = solve_equilibrium(net, with_threads(1));
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    // The net's rest state is the drawn one.
    for (std::size_t i = 0; i < 288; ++i)
      EXPECT_NEAR(rest.state.position[i], net.nodes.position[i], 1e-9);
  }
}

}  // namespace
}  // namespace tensio
