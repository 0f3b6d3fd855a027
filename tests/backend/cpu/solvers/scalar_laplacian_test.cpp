// Node matrices against dense ones.
#include "backend/cpu/solvers/scalar_laplacian.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "backend/backend.hpp"
#include "core/hash.hpp"
#include "core/index.hpp"
#include "support/allocations.hpp"
#include "support/nets.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {
namespace {

std::size_t at(int i) { return usize(i); }

std::vector<LinearSolver> solvers() {
  std::vector<LinearSolver> all = {LinearSolver::ldlt};
  if (built_with_cholmod()) all.push_back(LinearSolver::cholmod);
  return all;
}

struct Case {
  NetworkData net;
  std::vector<double> weight, diagonal, right;
};

Case random_case(int seed, int dimension, int nodes, int chords) {
  Random random(static_cast<std::uint64_t>(seed));
  testing::RandomNet wish;
  wish.dimension = dimension;
  wish.nodes = nodes;
  wish.chords = chords;
  Case made{compile(random_net(random, wish)).data(), {}, {}, {}};
  for (int s = 0; s < made.net.spring_count; ++s) made.weight.push_back(random.uniform(0, 1e4));
  for (int i = 0; i < made.net.node_count; ++i) made.diagonal.push_back(random.uniform(0.1, 2));
  for (std::size_t i = 0; i < made.net.constrained.size(); ++i) {
    made.right.push_back(random.uniform(-1, 1));
    if (random.uniform(0, 1) < 0.1) made.net.constrained[i] = 1;
  }
  return made;
}

// One axis at a time; fixed axes of a node that is not fixed on all are unknowns with nothing to
// carry.
std::vector<double> dense_solution(const Case& of) {
  const NetworkData& net = of.net;
  const int n = net.node_count, d = net.dimension;
  const auto constrained = [&](int node, int axis) {
    return net.constrained[at(node * d + axis)] != 0;
  };
  const auto all_fixed = [&](int node) {
    for (int axis = 0; axis < d; ++axis)
      if (!constrained(node, axis)) return false;
    return true;
  };
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) A(i, i) = of.diagonal[at(i)];
  for (int s = 0; s < net.spring_count; ++s) {
    const int a = net.a[at(s)], b = net.b[at(s)];
    A(a, a) += of.weight[at(s)];
    A(b, b) += of.weight[at(s)];
    A(a, b) -= of.weight[at(s)];
    A(b, a) -= of.weight[at(s)];
  }
  for (int i = 0; i < n; ++i)
    if (all_fixed(i)) {
      A.row(i).setZero();
      A.col(i).setZero();
      A(i, i) = 1;
    }
  const Eigen::LLT<Eigen::MatrixXd> factor(A);
  std::vector<double> result(of.right.size());
  for (int axis = 0; axis < d; ++axis) {
    Eigen::VectorXd right(n);
    for (int i = 0; i < n; ++i) right[i] = constrained(i, axis) ? 0 : of.right[at(i * d + axis)];
    const Eigen::VectorXd u = factor.solve(right);
    for (int i = 0; i < n; ++i) result[at(i * d + axis)] = constrained(i, axis) ? 0 : u[i];
  }
  return result;
}

TEST(ScalarLaplacian, SolvesAsADenseMatrixDoes) {
  int seed = 0;
  for (int dimension : {2, 3})
    for (auto [nodes, chords] : {std::pair(2, 0), {9, 0}, {40, 60}, {150, 1500}, {400, 500}}) {
      const Case made = random_case(++seed, dimension, nodes, chords);
      const std::vector<double> expected = dense_solution(made);
      for (LinearSolver solver : solvers()) {
        ScalarLaplacian matrix(made.net, solver);
        ASSERT_TRUE(matrix.factorise(made.weight, made.diagonal));
        std::vector<double> result(made.right.size());
        matrix.solve(made.right.data(), result.data());
        for (std::size_t i = 0; i < result.size(); ++i)
          ASSERT_NEAR(result[i], expected[i], 1e-9) << to_string(solver) << ", " << nodes;
        std::vector<double> in_place = made.right;
        matrix.solve(in_place.data(), in_place.data());
        EXPECT_EQ(hash_bits(in_place), hash_bits(result));
      }
    }
}

TEST(ScalarLaplacian, SolvesInSinglePrecisionToItsDigits) {
  int seed = 20;
  for (int dimension : {2, 3})
    for (auto [nodes, chords] : {std::pair(2, 0), {9, 0}, {40, 60}, {150, 1500}, {400, 500}}) {
      Case made = random_case(++seed, dimension, nodes, chords);
      // Whatever the units: the largest force is 1 to it.
      for (double& force : made.right) force *= 1e-60;
      const std::vector<double> expected = dense_solution(made);
      double largest = 0;
      for (double u : expected) largest = std::max(largest, std::abs(u));
      for (LinearSolver solver : solvers()) {
        ScalarLaplacian matrix(made.net, solver);
        ASSERT_TRUE(matrix.factorise(made.weight, made.diagonal, Precision::single_precision));
        std::vector<double> result(made.right.size());
        matrix.solve(made.right.data(), result.data());
        for (std::size_t i = 0; i < result.size(); ++i)
          ASSERT_NEAR(result[i], expected[i], 1e-4 * largest) << to_string(solver) << ", " << nodes;
        // Another factorisation may have another precision.
        ASSERT_TRUE(matrix.factorise(made.weight, made.diagonal));
        matrix.solve(made.right.data(), result.data());
        for (std::size_t i = 0; i < result.size(); ++i)
          ASSERT_NEAR(result[i], expected[i], 1e-9 * largest) << to_string(solver) << ", " << nodes;
      }
    }
}

TEST(ScalarLaplacian, TakesOtherValuesAndFixedNodesWithoutAnotherAnalysis) {
  Case made = random_case(5, 3, 60, 80);
  for (LinearSolver solver : solvers()) {
    ScalarLaplacian matrix(made.net, solver);
    for (int round = 0; round < 3; ++round) {
      for (double& w : made.weight) w *= 0.3;
      for (int axis = 0; axis < 3; ++axis) made.net.constrained[at(3 * (10 + round) + axis)] ^= 1;
      ASSERT_TRUE(matrix.factorise(made.weight, made.diagonal));
      const std::vector<double> expected = dense_solution(made);
      std::vector<double> result(made.right.size());
      matrix.solve(made.right.data(), result.data());
      for (std::size_t i = 0; i < result.size(); ++i) ASSERT_NEAR(result[i], expected[i], 1e-9);
    }
  }
}

TEST(ScalarLaplacian, SaysWhereItIsNotPositiveDefinite) {
  Case made = random_case(6, 2, 30, 20);
  for (LinearSolver solver : solvers()) {
    ScalarLaplacian matrix(made.net, solver);
    ASSERT_TRUE(matrix.factorise(made.weight, made.diagonal));
    std::vector<double> none(made.diagonal.size(), -1e6);
    EXPECT_FALSE(matrix.factorise(made.weight, none)) << to_string(solver);
    EXPECT_TRUE(matrix.factorise(made.weight, made.diagonal));
  }
}

TEST(ScalarLaplacian, AllocatesNothingToSolve) {
  if (!testing::can_count_allocations()) GTEST_SKIP() << "a sanitizer counts";
  const Case made = random_case(7, 3, 500, 900);
  for (LinearSolver solver : solvers()) {
    ScalarLaplacian matrix(made.net, solver);
    ASSERT_TRUE(matrix.factorise(made.weight, made.diagonal));
    std::vector<double> result(made.right.size());
    testing::start_counting_allocations();
    matrix.solve(made.right.data(), result.data());
    EXPECT_EQ(testing::counted_allocations(), 0);
  }
}

TEST(ScalarLaplacian, IsTakenByCholmodWhereLargeAndNotToBeReproducible) {
  const Case small = random_case(8, 2, 30, 20), large = random_case(9, 2, 2000, 100);
  EXPECT_EQ(choose_node_solver(small.net, false), LinearSolver::ldlt);
  EXPECT_EQ(choose_node_solver(large.net, true), LinearSolver::ldlt);
  EXPECT_EQ(choose_node_solver(large.net, false),
            built_with_cholmod() ? LinearSolver::cholmod : LinearSolver::ldlt);
}

}  // namespace
}  // namespace tensio
