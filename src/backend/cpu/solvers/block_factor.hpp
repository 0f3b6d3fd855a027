// Cholesky factors by blocks of D x D numbers: A = L D Lᵀ with the pattern that is given. Where
// that has all the fill, they are exact; with the pattern of A's lower triangle they are
// incomplete.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "core/index.hpp"

namespace tensio {

/// The D numbers of a node or of a column of a block, padded so that they fill registers of 16
/// bytes, which every processor has.
template <int D, class Real>
struct Lanes {
  static constexpr int kWidth = D == 2 ? 2 : 4;
  static constexpr int kBytes = kWidth * sizeof(Real) > 16 ? 16 : kWidth * sizeof(Real);
  static constexpr int kParts = static_cast<int>(kWidth * sizeof(Real)) / kBytes;
  typedef Real Part __attribute__((vector_size(kBytes)));
  Part part[kParts];

  static Lanes load(const Real* from) {
    Lanes lanes;
    std::memcpy(lanes.part, from, sizeof(lanes.part));
    return lanes;
  }
  /// Of D numbers, without a way through memory.
  template <class Number>
  static Lanes of(const Number* from) {
    const auto at = [&](int i) { return static_cast<Real>(from[i]); };
    Lanes lanes;
    if constexpr (D == 2)
      lanes.part[0] = Part{at(0), at(1)};
    else if constexpr (kParts == 1)
      lanes.part[0] = Part{at(0), at(1), at(2), Real(0)};
    else {
      lanes.part[0] = Part{at(0), at(1)};
      lanes.part[1] = Part{at(2), Real(0)};
    }
    return lanes;
  }
  /// The sum of each of D rows.
  static Lanes sums(const Lanes* rows) {
    Real sum[D];
    for (int j = 0; j < D; ++j) {
      sum[j] = rows[j][0] + rows[j][1];
      if constexpr (D == 3) sum[j] += rows[j][2];
    }
    return of(sum);
  }
  void store(Real* to) const { std::memcpy(to, part, sizeof(part)); }
  /// The D numbers alone.
  void store_own(Real* to) const {
    for (int i = 0; i < D; ++i) to[i] = (*this)[i];
  }
  Real operator[](int i) const {
    constexpr int kEach = kWidth / kParts;
    return part[i / kEach][i % kEach];
  }
  void set_product(Real factor, const Lanes& other) {
    for (int i = 0; i < kParts; ++i) part[i] = factor * other.part[i];
  }
  void add_product(Real factor, const Lanes& other) {
    for (int i = 0; i < kParts; ++i) part[i] += factor * other.part[i];
  }
  void subtract_product(Real factor, const Lanes& other) {
    for (int i = 0; i < kParts; ++i) part[i] -= factor * other.part[i];
  }
  void add(const Lanes& other) {
    for (int i = 0; i < kParts; ++i) part[i] += other.part[i];
  }
  void subtract(const Lanes& other) {
    for (int i = 0; i < kParts; ++i) part[i] -= other.part[i];
  }
  void add_product(const Lanes& a, const Lanes& b) {
    for (int i = 0; i < kParts; ++i) part[i] += a.part[i] * b.part[i];
  }
  void multiply(const Lanes& other) {
    for (int i = 0; i < kParts; ++i) part[i] *= other.part[i];
  }
};

/// Blocks below the diagonal are kept by columns, one behind the other, and not padded: what is
/// loaded with a column's padded lanes is the next column's, and this many numbers stand behind
/// the last one.
inline constexpr std::size_t kBehindBlocks = 4;

/// Where the lanes of a node begin, and those of a block that is padded.
template <int D, class Real>
constexpr std::ptrdiff_t lane_offset(int node) {
  return wide(node) * Lanes<D, Real>::kWidth;
}
template <int D, class Real>
constexpr std::ptrdiff_t padded_block(int slot) {
  return wide(slot) * D * Lanes<D, Real>::kWidth;
}

/// Blocks below the diagonal, by rows, columns ascending.
struct LowerPattern {
  std::vector<int> start = {0}, column;

  int rows() const { return static_cast<int>(start.size()) - 1; }
  /// The place of a block; it must be there.
  int slot(int row, int col) const;
  /// The same with every block that exact factors have.
  LowerPattern filled() const;
  /// Row i becomes place[i].
  LowerPattern reordered(const std::vector<int>& place) const;
};

/// Places of the rows with which neighbours keep their order, so that factors stay the same, and
/// rows that do not wait for each other stand together.
std::vector<int> wave_order(const LowerPattern& pattern);

template <int D, class Real>
class BlockFactor {
 public:
  explicit BlockFactor(LowerPattern pattern);

  /// Products of two blocks in a factorisation with this pattern.
  static double work(const LowerPattern& pattern);
  /// With blocks below the diagonal as kBehindBlocks says, and padded ones on it. Where the factors
  /// break down, the diagonal block itself stands in; false where that is not positive definite
  /// either.
  [[nodiscard]] bool factorise(const Real* lower, const Real* diagonal);
  /// L D Lᵀ z = r, by padded rows; what is behind the D numbers of a row of z means nothing.
  void solve(const Real* r, Real* z) const;

 private:
  using Lane = Lanes<D, Real>;
  /// One term of a block: a block of the row at hand times the one at a place of L.
  struct Term {
    int own, other;
  };
  bool invert_pivot(const Lane* pivot, const Real* diagonal, Real* inverse) const;

  LowerPattern pattern_;
  std::vector<int> term_start_;  // of each block of the pattern
  std::vector<Term> terms_;
  // L by columns of blocks, since both halves of a solve then go through it once in a row: where
  // those of each column begin, their rows, and the place of each block of the pattern.
  std::vector<int> below_start_, below_, place_;
  std::vector<Real> lower_;
  std::vector<Real> inverse_;  // of D
  std::vector<Real> row_;      // L D of the row at hand
};

}  // namespace tensio
