// Factors by blocks: exact with all the fill, incomplete without.
#include "backend/cpu/solvers/block_factor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/random.hpp"

namespace tensio {
namespace {

template <int D, class Real>
struct Matrix {
  static constexpr int kWidth = Lanes<D, Real>::kWidth;
  LowerPattern pattern;
  std::vector<Real> lower, diagonal;

  // Blocks of springs between nodes, and some mass at each.
  Matrix(int nodes, const std::vector<std::pair<int, int>>& springs, Random& random) {
    std::vector<std::vector<int>> rows(static_cast<std::size_t>(nodes));
    for (const auto& [a, b] : springs)
      rows[static_cast<std::size_t>(std::max(a, b))].push_back(std::min(a, b));
    for (std::vector<int>& row : rows) {
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
      pattern.column.insert(pattern.column.end(), row.begin(), row.end());
      pattern.start.push_back(static_cast<int>(pattern.column.size()));
    }
    lower.assign(pattern.column.size() * D * D + kBehindBlocks, Real(0));
    diagonal.assign(static_cast<std::size_t>(nodes) * D * kWidth, Real(0));
    for (int n = 0; n < nodes; ++n)
      for (int i = 0; i < D; ++i) entry(diagonal, n, i, i) = Real(0.3);
    for (const auto& [a, b] : springs) {
      double n[D];
      for (double& value : n) value = random.uniform(-1, 1);
      const int slot = pattern.slot(std::max(a, b), std::min(a, b));
      for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j) {
          const Real value = static_cast<Real>(n[i] * n[j]);
          entry(diagonal, a, i, j) += value;
          entry(diagonal, b, i, j) += value;
          below(lower, slot, i, j) -= value;
        }
    }
  }
  static Real& entry(std::vector<Real>& blocks, int block, int i, int j) {
    return blocks[static_cast<std::size_t>((block * D + j) * kWidth + i)];
  }
  static Real& below(std::vector<Real>& blocks, int block, int i, int j) {
    return blocks[static_cast<std::size_t>((block * D + j) * D + i)];
  }
  // The blocks of a pattern that has more.
  std::vector<Real> spread(const LowerPattern& wider) const {
    std::vector<Real> result(wider.column.size() * D * D + kBehindBlocks, Real(0));
    for (int row = 0; row < pattern.rows(); ++row)
      for (int e = pattern.start[static_cast<std::size_t>(row)];
           e < pattern.start[static_cast<std::size_t>(row) + 1]; ++e)
        std::copy_n(
            lower.begin() + e * D * D, D * D,
            result.begin() + wider.slot(row, pattern.column[static_cast<std::size_t>(e)]) * D * D);
    return result;
  }
  // Largest entry of b - A x, over the largest of b.
  double residual(const std::vector<Real>& x, const std::vector<Real>& b) const {
    std::vector<double> rest(b.begin(), b.end());
    const auto subtract = [&](Real value, int row, int i, int col, int j) {
      rest[static_cast<std::size_t>(row * kWidth + i)] -=
          static_cast<double>(value) *
          static_cast<double>(x[static_cast<std::size_t>(col * kWidth + j)]);
    };
    auto &own = const_cast<std::vector<Real>&>(diagonal),
         &off = const_cast<std::vector<Real>&>(lower);
    double largest = 0, force = 0;
    for (int row = 0; row < pattern.rows(); ++row) {
      for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j) subtract(entry(own, row, i, j), row, i, row, j);
      for (int e = pattern.start[static_cast<std::size_t>(row)];
           e < pattern.start[static_cast<std::size_t>(row) + 1]; ++e) {
        const int col = pattern.column[static_cast<std::size_t>(e)];
        for (int i = 0; i < D; ++i)
          for (int j = 0; j < D; ++j) {
            subtract(below(off, e, i, j), row, i, col, j);
            subtract(below(off, e, i, j), col, j, row, i);
          }
      }
    }
    for (std::size_t i = 0; i < rest.size(); ++i) {
      largest = std::max(largest, std::abs(rest[i]));
      force = std::max(force, std::abs(static_cast<double>(b[i])));
    }
    return largest / force;
  }
  std::vector<Real> random_right(Random& random) const {
    std::vector<Real> b(static_cast<std::size_t>(pattern.rows() * kWidth), Real(0));
    for (int n = 0; n < pattern.rows(); ++n)
      for (int i = 0; i < D; ++i)
        b[static_cast<std::size_t>(n * kWidth + i)] = static_cast<Real>(random.uniform(-1, 1));
    return b;
  }
};

std::vector<std::pair<int, int>> random_springs(int nodes, int count, Random& random) {
  std::vector<std::pair<int, int>> springs;
  while (static_cast<int>(springs.size()) < count) {
    const int a = static_cast<int>(random.uniform(0, nodes)) % nodes;
    const int b = static_cast<int>(random.uniform(0, nodes)) % nodes;
    if (a != b) springs.emplace_back(a, b);
  }
  return springs;
}

template <int D, class Real>
double residual_with_fill(int nodes, int springs, bool fill) {
  Random random(static_cast<std::uint64_t>(nodes + D));
  const Matrix<D, Real> matrix(nodes, random_springs(nodes, springs, random), random);
  const LowerPattern pattern = fill ? matrix.pattern.filled() : matrix.pattern;
  BlockFactor<D, Real> factor(pattern);
  EXPECT_TRUE(factor.factorise(matrix.spread(pattern).data(), matrix.diagonal.data()));
  const std::vector<Real> b = matrix.random_right(random);
  std::vector<Real> x(b.size(), Real(0));
  factor.solve(b.data(), x.data());
  return matrix.residual(x, b);
}

TEST(BlockFactor, IsExactWithAllTheFill) {
  EXPECT_LT((residual_with_fill<2, double>(60, 200, true)), 1e-12);
  EXPECT_LT((residual_with_fill<3, double>(60, 200, true)), 1e-12);
  EXPECT_LT((residual_with_fill<2, float>(60, 200, true)), 1e-4);
  EXPECT_LT((residual_with_fill<3, float>(60, 200, true)), 1e-4);
}

TEST(BlockFactor, IsIncompleteWithoutIt) {
  const double residual = residual_with_fill<3, double>(60, 200, false);
  EXPECT_GT(residual, 1e-3);
  EXPECT_LT(residual, 10);
}

TEST(BlockFactor, NeedsNoFillInAChain) {
  Random random(3);
  std::vector<std::pair<int, int>> chain;
  for (int n = 0; n + 1 < 50; ++n) chain.emplace_back(n, n + 1);
  const Matrix<3, double> matrix(50, chain, random);
  EXPECT_EQ(matrix.pattern.filled().column, matrix.pattern.column);
  EXPECT_EQ((BlockFactor<3, double>::work(matrix.pattern)), 0);
}

TEST(WaveOrder, KeepsTheOrderOfNeighboursAndPutsRowsThatDoNotWaitTogether) {
  Random random(6);
  const Matrix<2, double> matrix(70, random_springs(70, 150, random), random);
  const LowerPattern& pattern = matrix.pattern;
  const std::vector<int> place = wave_order(pattern);
  const LowerPattern moved = pattern.reordered(place);
  std::vector<int> seen(place.size(), 0), chain(place.size(), 0);
  for (int where : place) ++seen[static_cast<std::size_t>(where)];
  for (int count : seen) EXPECT_EQ(count, 1);
  ASSERT_EQ(moved.column.size(), pattern.column.size());
  for (int row = 0; row < pattern.rows(); ++row)
    for (int e = pattern.start[static_cast<std::size_t>(row)];
         e < pattern.start[static_cast<std::size_t>(row) + 1]; ++e) {
      const auto a = static_cast<std::size_t>(row);
      const auto b = static_cast<std::size_t>(pattern.column[static_cast<std::size_t>(e)]);
      chain[a] = std::max(chain[a], chain[b] + 1);
      EXPECT_LT(place[b], place[a]);
      const int slot = moved.slot(place[a], place[b]);
      ASSERT_LT(slot, moved.start[static_cast<std::size_t>(place[a]) + 1]);
      EXPECT_EQ(moved.column[static_cast<std::size_t>(slot)], place[b]);
    }
  for (std::size_t a = 0; a < place.size(); ++a)
    for (std::size_t b = 0; b < place.size(); ++b)
      if (chain[a] < chain[b]) {
        EXPECT_LT(place[a], place[b]);
      }
}

TEST(BlockFactor, RefusesADiagonalThatIsNotPositive) {
  Random random(4);
  Matrix<2, float> matrix(3, {{0, 1}, {1, 2}}, random);
  Matrix<2, float>::entry(matrix.diagonal, 1, 0, 0) = -1;
  BlockFactor<2, float> factor(matrix.pattern);
  EXPECT_FALSE(factor.factorise(matrix.lower.data(), matrix.diagonal.data()));
}

}  // namespace
}  // namespace tensio
