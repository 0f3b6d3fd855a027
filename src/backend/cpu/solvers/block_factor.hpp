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
  static Lanes of(const double* from) {
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
  void store(Real* to) const { std::memcpy(to, part, sizeof(part)); }
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
  void multiply(const Lanes& other) {
    for (int i = 0; i < kParts; ++i) part[i] *= other.part[i];
  }
};

/// Where the lanes of a node begin, and those of a block, which is kept by columns.
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
};

template <int D, class Real>
class BlockFactor {
 public:
  explicit BlockFactor(LowerPattern pattern);

  /// Products of two blocks in a factorisation with this pattern.
  static double work(const LowerPattern& pattern);
  /// With padded blocks by columns. Where the factors break down, the diagonal block itself stands
  /// in; false where that is not positive definite either.
  [[nodiscard]] bool factorise(const Real* lower, const Real* diagonal);
  /// L D Lᵀ z = r, by padded rows; what is behind the D numbers of a row of z means nothing.
  void solve(const Real* r, Real* z) const;

 private:
  using Lane = Lanes<D, Real>;
  /// One term of a block: a block of the row at hand times one of an earlier row.
  struct Term {
    int own, other;
  };
  bool invert_pivot(const Lane* pivot, const Real* diagonal, Real* inverse) const;

  LowerPattern pattern_;
  std::vector<int> term_start_;  // of each block of L
  std::vector<Term> terms_;
  // L and Lᵀ block by block, each by columns, not padded: padded lanes read what stands behind.
  std::vector<Real> lower_, upper_;
  std::vector<Real> inverse_;  // of D
  std::vector<Real> row_;      // L D of the row at hand
};

}  // namespace tensio
