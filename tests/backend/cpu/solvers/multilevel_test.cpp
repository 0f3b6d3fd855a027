// Incomplete factors in domains, and the levels above them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "backend/backend.hpp"
#include "backend/cpu/solvers/coarse_matrix.hpp"
#include "backend/cpu/solvers/group_transfer.hpp"
#include "backend/cpu/solvers/incomplete.hpp"
#include "backend/cpu/solvers/spring_matrix.hpp"
#include "backend/cpu/solvers/step_matrix.hpp"
#include "backend/loops.hpp"
#include "core/index.hpp"
#include "support/nets.hpp"
#include "tensio/tensio.hpp"

namespace tensio {
namespace {

// Large enough for three domains.
const Network& large_cloth() {
  static const Network network = [] {
    System net = testing::cloth_of_threads(320, true);
    net.nodes.fixed = {{.nodes = {0, 319}}};
    net.springs[0].rest_length = {0.098};
    return compile(net);
  }();
  return network;
}

std::vector<double> random_numbers(const NetworkData& net, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> numbers(net.constrained.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = net.constrained[i] ? 0.0 : random.uniform(-1, 1);
  return numbers;
}

double product_of(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// The projected K + g M of the net as it starts, spring by spring.
template <int D>
struct SpringsAtStart {
  SpringsAtStart(const NetworkData& net, double g, ThreadPool& pool,
                 std::vector<NodeBlock<D>> blocks = {})
      : springs(usize(net.spring_count)), matrix(net, pool) {
    spring_stiffnesses<D>(net, net.position.data(), true, 0, net.spring_count, springs.data());
    std::vector<double> at_node(net.mass.size());
    for (std::size_t n = 0; n < at_node.size(); ++n) at_node[n] = g * net.mass[n];
    matrix.set(springs.data(), at_node, blocks);
  }
  std::vector<SpringStiffness<D>> springs;
  SpringMatrix<D> matrix;
};

// The same by blocks.
std::vector<double> matrix_of(const NetworkData& net, double g) {
  EquilibriumOptions options;
  options.linear_solver = LinearSolver::pcg;
  const std::unique_ptr<Backend> backend = make_backend(net, options);
  const VectorId x = backend->make_vector();
  backend->set_start(x);
  backend->set_inertia(g, x);
  const auto K = backend->stiffness(x, true);
  return {K.begin(), K.end()};
}

TEST(DomainOrder, JoinsDomainsByRowsThatComeLastOnly) {
  const NetworkData& net = large_cloth().data();
  for (int wanted : {1, 2, 5, 16}) {
    const DomainOrder order(net, wanted);
    ASSERT_EQ(order.domains(), wanted);
    std::vector<int> domain(usize(net.node_count), -1), sorted = order.node;
    for (int d = 0; d < wanted; ++d)
      for (int p = order.start[usize(d)]; p < order.start[usize(d) + 1]; ++p)
        domain[usize(order.node[usize(p)])] = d;
    for (int s = 0; s < net.spring_count; ++s) {
      const int a = domain[usize(net.a[usize(s)])], b = domain[usize(net.b[usize(s)])];
      ASSERT_TRUE(a == b || a < 0 || b < 0) << s;
    }
    std::sort(sorted.begin(), sorted.end());
    for (int node = 0; node < net.node_count; ++node) {
      ASSERT_EQ(sorted[usize(node)], node);
      ASSERT_EQ(domain[usize(node)] < 0, order.comes_last(node));
    }
  }
}

// All nodes at one: every domain would be joined to every other.
TEST(DomainOrder, KeepsFewerDomainsWhereTooManyRowsWouldComeLast) {
  System net = testing::square_net(40, 2, 0.9);
  SpringSet far;
  for (int node = 1; node < 1600; ++node) far.ends.push_back({0, node});
  far.stiffness = {1};
  net.springs.push_back(far);
  const Network network = compile(net);
  EXPECT_EQ(DomainOrder(network.data(), 8).domains(), 1);
}

template <int D>
std::vector<double> solved(Incomplete<D>& factors, const std::vector<double>& r) {
  factors.solve(r.data(), 1);
  std::vector<double> z(r.size());
  constexpr std::size_t kWidth = D == 2 ? 2 : 4;
  for (std::size_t i = 0; i < z.size(); ++i)
    z[i] = static_cast<double>(factors.rows()[i / D * kWidth + i % D]);
  return z;
}

TEST(IncompleteFactors, AreSymmetricAndPositiveDefinite) {
  const NetworkData& net = large_cloth().data();
  ThreadPool pool(1);
  const SpringsAtStart<3> A(net, 1e3, pool);
  Incomplete<3> factors(net, pool, folded_springs(net));
  EXPECT_GT(factors.domains(), 2);
  ASSERT_EQ(factors.factorise(A.matrix), Factor::positive_definite);
  const std::vector<double> r = random_numbers(net, 1), s = random_numbers(net, 2);
  const std::vector<double> Mr = solved<3>(factors, r), Ms = solved<3>(factors, s);
  const double rr = product_of(r, Mr), ss = product_of(s, Ms);
  EXPECT_GT(rr, 0);
  EXPECT_GT(ss, 0);
  EXPECT_NEAR(product_of(s, Mr), product_of(r, Ms), 1e-6 * std::sqrt(rr * ss));
}

// Where the pattern has all of the fill, the factors are exact, and domains would spoil that.
TEST(IncompleteFactors, AreExactForChains) {
  System net;
  net.dimension = 2;
  SpringSet set;
  for (int i = 0; i < 100000; ++i) {
    net.nodes.position.push_back(i);
    net.nodes.position.push_back(0.3 * (i % 2));
    if (i > 0) set.ends.push_back({i - 1, i});
  }
  set.stiffness = {100};
  set.rest_length = {1};
  net.springs = {set};
  net.nodes.mass = {1};
  net.nodes.fixed = {{.nodes = {0}}};
  const Network network = compile(net);
  const NetworkData& data = network.data();
  const std::vector<double> K = matrix_of(data, 10);
  ThreadPool pool(1);
  const SpringsAtStart<2> springs(data, 10, pool);
  Incomplete<2> factors(data, pool, folded_springs(data));
  EXPECT_EQ(factors.domains(), 1);
  ASSERT_EQ(factors.factorise(springs.matrix), Factor::positive_definite);
  const std::vector<double> r = random_numbers(data, 3);
  const std::vector<double> z = solved<2>(factors, r);
  const BlockMatrix A{data, K.data(), 0};
  for (int node = 0; node < data.node_count; ++node) {
    double rest[2] = {r[usize(2 * node)], r[usize(2 * node) + 1]};
    for (int slot = data.row_start[usize(node)]; slot < data.row_start[usize(node) + 1]; ++slot) {
      const Block<2> block = A.block<2>(node, slot);
      const std::size_t other = usize(2 * data.column[usize(slot)]);
      for (int i = 0; i < 2; ++i) rest[i] -= block(i, 0) * z[other] + block(i, 1) * z[other + 1];
    }
    ASSERT_LT(std::max(std::abs(rest[0]), std::abs(rest[1])), 1e-4) << node;
  }
}

// y = A x
std::vector<double> product_with(const BlockMatrix& A, const std::vector<double>& x) {
  std::vector<double> y(x.size());
  for (int node = 0; node < A.net.node_count; ++node)
    for (int slot = A.net.row_start[usize(node)]; slot < A.net.row_start[usize(node) + 1]; ++slot) {
      const Block<3> block = A.block<3>(node, slot);
      const int other = A.net.column[usize(slot)];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) y[usize(3 * node + i)] += block(i, j) * x[usize(3 * other + j)];
    }
  for (std::size_t axis = 0; axis < y.size(); ++axis)
    if (A.net.constrained[axis]) y[axis] = 0;
  return y;
}

// Products with K, whose diagonal has more at one node, by blocks and by springs.
TEST(SpringMatrix, MultipliesLikeItsBlocks) {
  const NetworkData& net = large_cloth().data();
  constexpr int kNode = 5000;
  const Block<3> more = {{7, 1, 2, 1, 8, 3, 2, 3, 9}};
  std::vector<double> K = matrix_of(net, 1e3);
  for (std::size_t e = 0; e < 9; ++e) K[usize(net.diagonal[kNode]) * 9 + e] += more.m[e];
  const std::vector<double> u = random_numbers(net, 8), r = random_numbers(net, 9);
  const std::vector<double> expected = product_with(BlockMatrix{net, K.data(), 0}, u);
  const double size = std::sqrt(product_of(expected, expected));
  std::vector<float> padded(usize(4 * net.node_count)), rest(padded.size());
  for (std::size_t i = 0; i < u.size(); ++i) padded[i / 3 * 4 + i % 3] = static_cast<float>(u[i]);
  std::vector<double> one;
  for (int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    SpringsAtStart<3> A(net, 1e3, pool, {{kNode, more}});
    std::vector<double> exact(u.size()), single(u.size()), subtracted(r);
    const double along = A.matrix.multiply_exactly(u.data(), exact.data());
    EXPECT_NEAR(along, product_of(u, expected), 1e-10 * size * std::sqrt(product_of(u, u)));
    A.matrix.multiply(u.data(), single.data());
    A.matrix.subtract_exactly(u.data(), 0, subtracted.data());
    A.matrix.subtract(r.data(), 0.5, padded.data(), rest.data());
    for (std::size_t i = 0; i < u.size(); ++i) {
      ASSERT_NEAR(exact[i], expected[i], 1e-12 * size);
      ASSERT_NEAR(single[i], expected[i], 1e-6 * size);
      ASSERT_NEAR(static_cast<double>(rest[i / 3 * 4 + i % 3]), 0.5 * r[i] - expected[i],
                  1e-6 * size);
      if (!net.constrained[i]) ASSERT_NEAR(subtracted[i], r[i] - expected[i], 1e-12 * size);
    }
    if (threads == 1) one = single;
    EXPECT_EQ(single, one) << threads;
  }
}

TEST(GroupTransfer, RestrictsTheMatrix) {
  const NetworkData& net = large_cloth().data();
  const std::vector<double> K = matrix_of(net, 1e3);
  const BlockMatrix A{net, K.data(), 0};
  ThreadPool pool(2);
  const SpringsAtStart<3> springs(net, 1e3, pool);
  const LowerPattern pattern = unfolded_pattern(net, folded_springs(net));
  GroupTransfer<3> transfer(net, interpolate(net, graph_of(pattern), 9), pool);
  CoarseMatrix coarse(3, transfer.coarse_start(), transfer.coarse_group(), 1);
  transfer.prepare(springs.matrix, coarse.matrix().values());

  // Pᵀ A P c by the nodes, and by the lower triangle.
  Random random(7);
  std::vector<double> c(usize(3 * transfer.groups())), expected(c.size()), found(c.size());
  for (double& value : c) value = random.uniform(-1, 1);
  std::vector<double> motion(net.constrained.size(), 0.0);
  transfer.extend(c.data(), motion.data());
  transfer.restrict_to(product_with(A, motion).data(), expected.data());
  const ScalarMatrix& lower = coarse.matrix();
  for (std::size_t column = 0; column < c.size(); ++column)
    for (int e = lower.outer()[column]; e < lower.outer()[column + 1]; ++e) {
      const std::size_t row = usize(lower.inner()[usize(e)]);
      found[row] += lower.values()[usize(e)] * c[column];
      if (row != column) found[column] += lower.values()[usize(e)] * c[row];
    }
  const double scale = std::sqrt(product_of(expected, expected));
  for (std::size_t i = 0; i < c.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-12 * scale);

  // 2 Pᵀ r of padded rows, and 3 y + P c.
  const std::vector<double> r = random_numbers(net, 8);
  std::vector<float> padded(usize(4 * net.node_count));
  for (std::size_t i = 0; i < r.size(); ++i) padded[i / 3 * 4 + i % 3] = static_cast<float>(r[i]);
  transfer.restrict_to(r.data(), expected.data());
  transfer.restrict_rows(padded.data(), 2, found.data());
  const double size = std::sqrt(product_of(expected, expected));
  for (std::size_t i = 0; i < c.size(); ++i) ASSERT_NEAR(found[i], 2 * expected[i], 1e-6 * size);
  std::vector<double> z(r.size());
  const double along = transfer.extend_rows(c.data(), padded.data(), 3, r.data(), z.data());
  for (std::size_t i = 0; i < r.size(); ++i) ASSERT_NEAR(z[i], 3 * r[i] + motion[i], 1e-6);
  EXPECT_NEAR(along, product_of(r, z), 1e-9 * std::abs(along));
}

// Its diagonal is zero where a whole group is fixed; a net without supports has motions without
// stiffness.
TEST(CoarseMatrix, DistinguishesIndefiniteFromSingular) {
  CoarseMatrix coarse(2, {0, 2, 3}, {0, 1, 1}, 1);
  // Columns from the diagonal on: a spring along x between two groups.
  coarse.matrix().values() = {1, 0, -1, 0, 0, 0, 0, 1, 0, 0};
  EXPECT_NE(coarse.factorise(5), Factor::indefinite);
  coarse.matrix().values() = {1, 0, -2, 0, 0, 0, 0, 1, 0, 0};
  EXPECT_EQ(coarse.factorise(5), Factor::indefinite);
}

struct Solved {
  std::vector<double> right, solution;
  std::int64_t iterations;
};

Solved solve_large(LinearSolver solver, double g, double tolerance, int threads) {
  const NetworkData& net = large_cloth().data();
  EquilibriumOptions options;
  options.linear_solver = solver;
  options.threads = threads;
  const std::unique_ptr<Backend> backend = make_backend(net, options);
  const VectorId x = backend->make_vector(), f = backend->make_vector(), p = backend->make_vector();
  backend->set_start(x);
  backend->set_inertia(g, x);
  std::vector<double> right(net.constrained.size());
  Random random(5);
  for (double& value : right) value = random.uniform(-1, 1);
  backend->upload(right, f);
  const double zero = 0;
  for (int axis = 0; axis < static_cast<int>(right.size()); ++axis)
    if (net.constrained[usize(axis)]) backend->set_entries({&axis, 1}, {&zero, 1}, f);
  EXPECT_NE(backend->factorise(x, {.projected = true}), Factor::indefinite);
  EXPECT_TRUE(backend->solve(f, p, tolerance));
  std::vector<double> solution(right.size());
  backend->download(f, right);
  backend->download(p, solution);
  return {right, solution, backend->linear_iterations()};
}

TEST(MultilevelSolver, GivesTheSameBitsInSeveralDomainsOnAnyNumberOfThreads) {
  for (LinearSolver solver : {LinearSolver::incomplete, LinearSolver::multilevel}) {
    const double g = solver == LinearSolver::incomplete ? 1e4 : 100;
    const Solved one = solve_large(solver, g, 1e-6, 1);
    for (int threads : {2, 3, 8}) {
      const Solved several = solve_large(solver, g, 1e-6, threads);
      EXPECT_EQ(several.solution, one.solution) << to_string(solver) << ' ' << threads;
      EXPECT_EQ(several.iterations, one.iterations);
    }
  }
}

// Springs inside the iterations are in single precision; the residual is not.
TEST(MultilevelSolver, ReachesTolerancesBeyondSinglePrecision) {
  const NetworkData& net = large_cloth().data();
  const std::vector<double> K = matrix_of(net, 100);
  for (LinearSolver solver : {LinearSolver::incomplete, LinearSolver::multilevel}) {
    constexpr double kTolerance = 1e-11;
    const Solved found = solve_large(solver, 100, kTolerance, 1);
    const std::vector<double> product = product_with(BlockMatrix{net, K.data(), 0}, found.solution);
    double right = 0, rest = 0;
    for (std::size_t i = 0; i < product.size(); ++i) {
      right += found.right[i] * found.right[i];
      rest += (found.right[i] - product[i]) * (found.right[i] - product[i]);
    }
    EXPECT_LT(std::sqrt(rest), 1.1 * kTolerance * std::sqrt(right)) << to_string(solver);
  }
}

// hw of 1,000: a step of 0.1 s where the stiffest motions take 0.6 ms.
TEST(MultilevelSolver, TakesFewIterationsInALargeCloth) {
  EXPECT_LE(solve_large(LinearSolver::multilevel, 100, 1e-6, 1).iterations, 15);
}

}  // namespace
}  // namespace tensio
