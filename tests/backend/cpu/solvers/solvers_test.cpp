// The linear solvers against each other, on matrices of random nets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "backend/backend.hpp"
#include "core/index.hpp"
#include "support/nets.hpp"
#include "tensio/tensio.hpp"

namespace tensio {
namespace {

constexpr LinearSolver kIterative[] = {LinearSolver::pcg, LinearSolver::incomplete,
                                       LinearSolver::multilevel};

EquilibriumOptions with(LinearSolver solver, int threads = 1) {
  EquilibriumOptions options;
  options.linear_solver = solver;
  options.threads = threads;
  return options;
}

// Random springs, some nodes fixed along some axes, masses of all sizes.
System shaken_net(int dimension, int nodes, std::uint64_t seed) {
  Random random(seed);
  System net = testing::random_net(dimension, nodes, 3 * nodes, random);
  net.nodes.mass.clear();
  for (int i = 0; i < nodes; ++i) net.nodes.mass.push_back(random.uniform(0.1, 3));
  return net;
}

// Zero on fixed axes.
void upload_to_unknowns(Backend& backend, const NetworkData& net, const std::vector<double>& user,
                        VectorId to) {
  backend.upload(user, to);
  const double zero = 0;
  for (int axis = 0; axis < static_cast<int>(net.constrained.size()); ++axis)
    if (net.constrained[usize(axis)]) backend.set_entries({&axis, 1}, {&zero, 1}, to);
}

struct Problem {
  Network network;
  std::vector<double> right;

  Problem(const System& net, std::uint64_t seed) : network(compile(net)) {
    Random random(seed);
    right.resize(net.nodes.position.size());
    for (double& value : right) value = random.uniform(-1, 1);
  }

  // (K projected + g M)⁻¹ right; empty where the solver would not.
  std::vector<double> solved(LinearSolver solver, double g, double tolerance, int threads = 1) {
    const NetworkData& net = network.data();
    const std::unique_ptr<Backend> backend = make_backend(net, with(solver, threads));
    const VectorId x = backend->make_vector(), f = backend->make_vector(),
                   p = backend->make_vector();
    backend->set_start(x);
    backend->set_inertia(g, x);
    upload_to_unknowns(*backend, net, right, f);
    if (backend->factorise(x, {.projected = true}) == Factor::indefinite) return {};
    if (!backend->solve(f, p, tolerance)) return {};
    std::vector<double> result(right.size());
    backend->download(p, result);
    return result;
  }
};

TEST(LinearSolvers, AgreeOnRandomNets) {
  for (int dimension : {2, 3})
    for (std::uint64_t seed : {1u, 2u, 3u, 4u, 5u}) {
      System net = shaken_net(dimension, 400, seed);
      net.nodes.fixed = {{.nodes = {0, 7, 11}},
                         {.nodes = {20, 21, 22, 23}, .axes = 2},
                         {.nodes = {30, 31}, .axes = 1}};
      Problem problem(net, seed);
      for (double g : {1e-3, 1.0, 1e3}) {
        const std::vector<double> exact = problem.solved(LinearSolver::ldlt, g, 0);
        double size = 0;
        for (double value : exact) size = std::max(size, std::abs(value));
        for (LinearSolver solver : kIterative) {
          const std::vector<double> found = problem.solved(solver, g, 1e-13);
          ASSERT_EQ(found.size(), exact.size()) << to_string(solver);
          for (std::size_t i = 0; i < exact.size(); ++i)
            ASSERT_NEAR(found[i], exact[i], 1e-9 * size) << to_string(solver) << ' ' << g;
        }
      }
    }
}

TEST(LinearSolvers, GiveTheSameBitsOnAnyNumberOfThreads) {
  for (int dimension : {2, 3}) {
    Problem problem(shaken_net(dimension, 5000, 9), 9);
    for (LinearSolver solver : kIterative) {
      const std::vector<double> one = problem.solved(solver, 1.0, 1e-8);
      ASSERT_FALSE(one.empty());
      for (int threads : {2, 3, 8, 16})
        EXPECT_EQ(problem.solved(solver, 1.0, 1e-8, threads), one)
            << to_string(solver) << ", threads: " << threads;
    }
  }
}

// A net pushed together has no stiffness across; with little inertia its matrix is indefinite,
// though every diagonal block may be positive.
TEST(LinearSolvers, NoticeAnIndefiniteMatrix) {
  System net = testing::square_net(20, 3, 1.3);
  net.nodes.mass = {1};
  const Network network = compile(net);
  Random random(4);
  std::vector<double> right(net.nodes.position.size());
  for (double& value : right) value = random.uniform(-1, 1);
  for (LinearSolver solver : kIterative) {
    const std::unique_ptr<Backend> backend = make_backend(network.data(), with(solver));
    const VectorId x = backend->make_vector(), f = backend->make_vector(),
                   p = backend->make_vector();
    backend->set_start(x);
    for (double g : {1e-6, 0.5, 2.0}) {
      backend->set_inertia(g, x);
      upload_to_unknowns(*backend, network.data(), right, f);
      const bool positive = backend->factorise(x, {}) != Factor::indefinite;
      EXPECT_FALSE(positive && backend->solve(f, p, 1e-10)) << to_string(solver) << ' ' << g;
    }
    backend->set_inertia(1e3, x);
    EXPECT_EQ(backend->factorise(x, {}), Factor::positive_definite) << to_string(solver);
    EXPECT_TRUE(backend->solve(f, p, 1e-10)) << to_string(solver);
  }
}

// A net that nothing holds: its whole motion has no stiffness, and no force in this problem.
TEST(LinearSolvers, SolveWithAFreeNet) {
  System net = testing::square_net(16, 2, 0.8);
  net.nodes.fixed.clear();
  const Network network = compile(net);
  for (LinearSolver solver : kIterative) {
    const std::unique_ptr<Backend> backend = make_backend(network.data(), with(solver));
    const VectorId x = backend->make_vector(), u = backend->make_vector(),
                   f = backend->make_vector(), p = backend->make_vector();
    backend->set_start(x);
    std::vector<double> shape(net.nodes.position.size());
    Random random(8);
    for (double& value : shape) value = random.uniform(-1, 1);
    backend->upload(shape, u);
    ASSERT_NE(backend->factorise(x, {.projected = true}), Factor::indefinite) << to_string(solver);
    backend->copy(u, f);
    backend->axpy(-1, f, f);
    backend->subtract_product(u, f);  // f = -K u
    ASSERT_TRUE(backend->solve(f, p, 1e-10)) << to_string(solver);
    const double before = backend->max_abs(f);
    backend->subtract_product(p, f);
    EXPECT_LT(backend->max_abs(f), 1e-7 * before) << to_string(solver);
  }
}

}  // namespace
}  // namespace tensio
