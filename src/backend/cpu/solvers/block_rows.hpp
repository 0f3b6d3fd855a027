// Rows of small blocks in registers: two doubles, or four floats, at a time.
#pragma once

#include <cstring>

namespace tensio {

// D numbers that go through the same operations: registers of 16 bytes, which every processor has,
// hold two of them.
template <int D>
struct DoubleRow {
  typedef double Pair __attribute__((vector_size(16)));
  typedef float Narrow __attribute__((vector_size(8)));
  Pair pair;
  double third = 0;  // where there are three

  static DoubleRow load(const double* from) {
    DoubleRow row;
    std::memcpy(&row.pair, from, sizeof(Pair));
    if constexpr (D == 3) row.third = from[2];
    return row;
  }
  static DoubleRow load(const float* from) {
    Narrow narrow;
    std::memcpy(&narrow, from, sizeof(Narrow));
    DoubleRow row;
    row.pair = __builtin_convertvector(narrow, Pair);
    if constexpr (D == 3) row.third = static_cast<double>(from[2]);
    return row;
  }
  void store(double* to) const {
    std::memcpy(to, &pair, sizeof(Pair));
    if constexpr (D == 3) to[2] = third;
  }
  void store(float* to) const {
    const Narrow narrow = __builtin_convertvector(pair, Narrow);
    std::memcpy(to, &narrow, sizeof(Narrow));
    if constexpr (D == 3) to[2] = static_cast<float>(third);
  }
  double operator[](int i) const { return i == 2 ? third : pair[i]; }
  DoubleRow& operator+=(const DoubleRow& other) {
    pair += other.pair;
    if constexpr (D == 3) third += other.third;
    return *this;
  }
  DoubleRow& operator-=(const DoubleRow& other) {
    pair -= other.pair;
    if constexpr (D == 3) third -= other.third;
    return *this;
  }
  friend DoubleRow operator*(double factor, const DoubleRow& row) {
    DoubleRow result;
    result.pair = factor * row.pair;
    if constexpr (D == 3) result.third = factor * row.third;
    return result;
  }
};

// The sum of factors times rows.
template <int D, class Factors>
DoubleRow<D> combination(const Factors& factors, const DoubleRow<D>* row) {
  DoubleRow<D> sum = factors[0] * row[0];
  for (int k = 1; k < D; ++k) sum += factors[k] * row[k];
  return sum;
}

template <int D>
void turn(const DoubleRow<D>* row, DoubleRow<D>* column) {
  using Pair = typename DoubleRow<D>::Pair;
  column[0].pair = Pair{row[0].pair[0], row[1].pair[0]};
  column[1].pair = Pair{row[0].pair[1], row[1].pair[1]};
  if constexpr (D == 3) {
    column[2].pair = Pair{row[0].third, row[1].third};
    column[0].third = row[2].pair[0];
    column[1].third = row[2].pair[1];
    column[2].third = row[2].third;
  }
}

// All numbers of a block, two by two.
template <int D>
struct BlockPairs {
  using Pair = typename DoubleRow<D>::Pair;
  static constexpr int kPairs = D * D / 2;
  Pair pair[kPairs];
  double rest = 0;  // where their number is odd

  static BlockPairs load(const double* from) {
    BlockPairs block;
    std::memcpy(block.pair, from, sizeof(block.pair));
    if constexpr (D == 3) block.rest = from[D * D - 1];
    return block;
  }
  /// to += factor times this
  void add_to(double factor, double* to) const {
    for (int i = 0; i < kPairs; ++i) {
      Pair sum;
      std::memcpy(&sum, to + 2 * i, sizeof(sum));
      sum += factor * pair[i];
      std::memcpy(to + 2 * i, &sum, sizeof(sum));
    }
    if constexpr (D == 3) to[D * D - 1] += factor * rest;
  }
};

// One half of a symmetric block, two numbers at a time: 00 01 (11 0) or 00 01 02 11 12 22 lie in
// the first numbers of a block that is being added up.
template <int D>
struct HalfBlock {
  using Pair = typename DoubleRow<D>::Pair;
  static constexpr int kPairs = D == 2 ? 2 : 3;
  Pair pair[kPairs];

  static HalfBlock of(const double* full) {
    if constexpr (D == 2)
      return {{Pair{full[0], full[1]}, Pair{full[3], 0}}};
    else
      return {{Pair{full[0], full[1]}, Pair{full[2], full[4]}, Pair{full[5], full[8]}}};
  }
  /// along n nᵀ + q I
  static HalfBlock of(const double* n, double along, double q) {
    if constexpr (D == 2) {
      return {{along * n[0] * Pair{n[0], n[1]} + Pair{q, 0}, Pair{along * n[1] * n[1] + q, 0}}};
    } else {
      const double a = along * n[0], b = along * n[1];
      return {{a * Pair{n[0], n[1]} + Pair{q, 0}, Pair{a, b} * Pair{n[2], n[1]} + Pair{0, q},
               Pair{b, along * n[2]} * Pair{n[2], n[2]} + Pair{0, q}}};
    }
  }
  HalfBlock& operator+=(const HalfBlock& other) {
    for (int i = 0; i < kPairs; ++i) pair[i] += other.pair[i];
    return *this;
  }
  /// to += factor times this
  void add_to(double factor, double* to) const {
    for (int i = 0; i < kPairs; ++i) {
      Pair sum;
      std::memcpy(&sum, to + 2 * i, sizeof(sum));
      sum += factor * pair[i];
      std::memcpy(to + 2 * i, &sum, sizeof(sum));
    }
  }
  /// What add_to() left there, as a whole block.
  static void complete(double* block) {
    if constexpr (D == 2) {
      block[3] = block[2];
      block[2] = block[1];
    } else {
      block[8] = block[5];
      block[7] = block[5] = block[4];
      block[4] = block[3];
      block[3] = block[1];
      block[6] = block[2];
    }
  }
};

// In single precision four fit: the last of them belongs to nobody.
template <int D>
struct FloatLanes {
  static constexpr int kCount = D == 2 ? 2 : 4;
  typedef float Row __attribute__((vector_size(kCount * sizeof(float))));
};

template <int D>
typename FloatLanes<D>::Row load(const float* from) {
  typename FloatLanes<D>::Row row;
  std::memcpy(&row, from, sizeof(row));
  return row;
}

template <int D>
void store(const typename FloatLanes<D>::Row& row, float* to) {
  std::memcpy(to, &row, sizeof(row));
}

// The rows of a block that is kept by columns.
template <int D>
void turn(const float* block, typename FloatLanes<D>::Row* row) {
  typename FloatLanes<D>::Row column[D];
  for (int j = 0; j < D; ++j) column[j] = load<D>(block + j * D);
  if constexpr (D == 2) {
    row[0] = __builtin_shufflevector(column[0], column[1], 0, 2);
    row[1] = __builtin_shufflevector(column[0], column[1], 1, 3);
  } else {
    const auto low = __builtin_shufflevector(column[0], column[1], 0, 4, 1, 5);
    const auto high = __builtin_shufflevector(column[0], column[1], 2, 6, 2, 6);
    row[0] = __builtin_shufflevector(low, column[2], 0, 1, 4, 4);
    row[1] = __builtin_shufflevector(low, column[2], 2, 3, 5, 5);
    row[2] = __builtin_shufflevector(high, column[2], 0, 1, 6, 6);
  }
}

}  // namespace tensio
