// The factorisation by blocks against the one by single entries.
#include "backend/cpu/solvers/block_ldlt.hpp"

#include <gtest/gtest.h>

#include "backend/backend.hpp"
#include "backend/cpu/kernels/simd.hpp"
#include "backend/cpu/solvers/fronts.hpp"
#include "core/index.hpp"
#include "support/nets.hpp"
#include "tensio/tensio.hpp"

namespace tensio {
namespace {

// K of a net in its drawn shape, plus `shift` times the stiffness of each node's springs.
struct Matrix {
  Network network;
  ScalarMatrix scalar;

  explicit Matrix(const System& net, double shift, bool projected = true)
      : network(compile(net)), scalar(network.data()) {
    const std::unique_ptr<Backend> backend = make_backend(network.data(), {});
    const VectorId x = backend->make_vector();
    backend->set_start(x);
    scalar.gather(network.data(), backend->stiffness(x, projected).data(), shift);
  }
  std::vector<double> times(const std::vector<double>& x) const {
    std::vector<double> y(x.size(), 0.0);
    for (int c = 0; c < scalar.size(); ++c)
      for (int e = scalar.outer()[usize(c)]; e < scalar.outer()[usize(c) + 1]; ++e) {
        const int row = scalar.inner()[usize(e)];
        const double value = scalar.values()[usize(e)];
        y[usize(row)] += value * x[usize(c)];
        if (row != c) y[usize(c)] += value * x[usize(row)];
      }
    return y;
  }
  std::vector<double> right() const {
    Random random(7);
    std::vector<double> result(usize(scalar.size()));
    for (double& value : result) value = random.uniform(-1, 1);
    return result;
  }
};

double largest(const std::vector<double>& x) {
  double most = 0;
  for (double value : x) most = std::max(most, std::abs(value));
  return most;
}

System some_net(int dimension, int nodes, std::uint64_t seed) {
  Random random(seed);
  return testing::random_net(dimension, nodes, 2 * nodes, random);
}

System strands(int count) {
  System net = scenes::hair({.strands = count, .segments = 12});
  net.nodes.fixed.push_back({.nodes = net.groups[0].members});
  return net;
}

std::vector<double> solved(const Matrix& matrix, int threads) {
  const auto solver = make_block_ldlt_solver(matrix.scalar, threads);
  EXPECT_EQ(solver->factorise(matrix.scalar), Factor::positive_definite);
  std::vector<double> x = matrix.right();
  solver->solve(x.data());
  return x;
}

TEST(BlockLdlt, SolvesWithMatricesOfAllShapes) {
  std::vector<System> nets = {
      strands(7), scenes::shell({.segments = 8}),
      scenes::lattice({.shape = scenes::Lattice::Shape::fcc, .cells = {4, 4, 4}}),
      scenes::chain({.links = 300})};
  for (int dimension : {2, 3})
    for (std::uint64_t seed : {1u, 2u, 3u}) nets.push_back(some_net(dimension, 300, seed));
  for (const System& net : nets) {
    const Matrix matrix(net, 0.01);
    const std::vector<double> x = solved(matrix, 1), right = matrix.right();
    std::vector<double> rest = matrix.times(x);
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= right[i];
    EXPECT_LT(largest(rest), 1e-9 * largest(right));
  }
}

// On the last fronts of the solid body several threads work together.
TEST(BlockLdlt, GivesTheSameBitsOnAnyNumberOfThreadsAndWithAnyVectors) {
  const System solid = scenes::lattice({.shape = scenes::Lattice::Shape::fcc, .cells = {6, 6, 6}});
  EXPECT_GT(Fronts(Matrix(solid, 0.01).scalar).largest, 400);
  for (const System& net : {strands(100), scenes::cloth({.columns = 30}), solid}) {
    const Matrix matrix(net, 0.01);
    const std::vector<double> one = solved(matrix, 1);
    for (int threads : {2, 3, 8}) EXPECT_EQ(solved(matrix, threads), one) << threads;
    for (SimdLevel level : simd_levels()) {
      choose_simd_level(level);
      EXPECT_EQ(solved(matrix, 1), one) << to_string(level);
    }
    choose_simd_level({});
  }
}

// Subtrees of large nets are solved with side by side; unconnected parts and single fronts are all
// that small ones have.
TEST(BlockLdlt, SolvesInSinglePrecisionWithTheSameBitsOnAnyNumberOfThreads) {
  for (const System& net :
       {scenes::cloth({.columns = 60}), strands(100), scenes::chain({.links = 300}),
        scenes::lattice({.shape = scenes::Lattice::Shape::fcc, .cells = {4, 4, 4}})}) {
    const Matrix matrix(net, 0.1);
    const std::vector<double> exact = solved(matrix, 1);
    std::vector<double> one;
    for (int threads : {1, 2, 8}) {
      const auto solver = make_block_ldlt_solver(matrix.scalar, threads, SolvePrecision::single);
      ASSERT_EQ(solver->factorise(matrix.scalar), Factor::positive_definite);
      std::vector<double> x = matrix.right();
      solver->solve(x.data());
      if (threads == 1) one = x;
      EXPECT_EQ(x, one) << threads;
      // In any unit.
      std::vector<double> large = matrix.right();
      for (double& value : large) value *= 0x1p200;
      solver->solve(large.data());
      for (double& value : large) value *= 0x1p-200;
      EXPECT_EQ(large, one) << threads;
    }
    for (std::size_t i = 0; i < one.size(); ++i)
      ASSERT_NEAR(one[i], exact[i], 1e-4 * largest(exact)) << i;
  }
}

TEST(BlockLdlt, CountsNegativePivotsAndFindsANegativeDirection) {
  for (std::uint64_t seed : {1u, 2u, 3u}) {
    const Matrix matrix(some_net(3, 200, seed), -0.05, false);
    const auto blocks = make_block_ldlt_solver(matrix.scalar, 1);
    const auto entries = make_ldlt_solver(matrix.scalar);
    EXPECT_EQ(blocks->factorise(matrix.scalar), Factor::indefinite);
    EXPECT_EQ(entries->factorise(matrix.scalar), Factor::indefinite);
    EXPECT_GT(blocks->negative_pivots(), 0);
    EXPECT_EQ(blocks->negative_pivots(), entries->negative_pivots());
    std::vector<double> v(usize(matrix.scalar.size()));
    blocks->negative_direction(v.data());
    const std::vector<double> Av = matrix.times(v);
    double curvature = 0;
    for (std::size_t i = 0; i < v.size(); ++i) curvature += v[i] * Av[i];
    EXPECT_LT(curvature, 0.0);
  }
}

// Where only a positive definite matrix is of use.
TEST(BlockLdlt, EndsAtANegativePivotIfAsked) {
  for (std::uint64_t seed : {1u, 2u, 3u}) {
    const Matrix matrix(some_net(3, 200, seed), -0.05, false);
    for (int threads : {1, 3}) {
      const auto solver = make_block_ldlt_solver(matrix.scalar, threads);
      EXPECT_EQ(solver->factorise(matrix.scalar, FactorUntil::negative_pivot), Factor::indefinite);
      EXPECT_EQ(solver->negative_pivots(), -1);
      // What was left unfinished has no influence on the next one.
      EXPECT_EQ(solver->factorise(matrix.scalar), Factor::indefinite);
      EXPECT_GT(solver->negative_pivots(), 0);
      const Matrix positive(some_net(3, 200, seed), 0.1);
      std::vector<double> x = positive.right();
      EXPECT_EQ(solver->factorise(positive.scalar, FactorUntil::negative_pivot),
                Factor::positive_definite);
      EXPECT_EQ(solver->negative_pivots(), 0);
      solver->solve(x.data());
      EXPECT_EQ(x, solved(positive, threads));
    }
  }
}

TEST(BlockLdlt, ReportsAPivotOfZero) {
  const Matrix matrix(scenes::chain({.links = 40}), -1, false);
  Matrix zero = matrix;
  const std::vector<double> none(usize(zero.network.data().column.size()) * 9, 0.0);
  zero.scalar.gather(zero.network.data(), none.data(), 0);
  const auto solver = make_block_ldlt_solver(zero.scalar, 1);
  EXPECT_EQ(solver->factorise(zero.scalar), Factor::failed);
  EXPECT_EQ(solver->negative_pivots(), -1);
}

// A strand is eliminated from end to end: each section of nodes fills in with the next ones only.
TEST(Fronts, OfStrandsGrowWithTheirNumberOnly) {
  const Fronts one(ScalarMatrix(compile(strands(1)).data()));
  const Fronts many(ScalarMatrix(compile(strands(50)).data()));
  EXPECT_EQ(many.largest, one.largest);
  EXPECT_NEAR(many.work, 50 * one.work, 0.05 * many.work);
  EXPECT_GT(many.parts.size(), 16u);
}

// With nodes numbered along one side, a square of n x n nodes fills in n³ entries by node; a good
// order has about n² log n.
TEST(Fronts, OfASquareNetFillInLittle) {
  const Fronts fronts(ScalarMatrix(compile(scenes::net({.columns = 60})).data()));
  EXPECT_LT(fronts.entries, 0.5 * 9 * 60 * 60 * 60);
}

}  // namespace
}  // namespace tensio
