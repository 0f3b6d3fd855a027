#include "backend/cpu/solvers/incomplete.hpp"

#include <algorithm>
#include <cstring>

#include "backend/common/small_blocks.hpp"
#include "backend/interrupt.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Pivots below this fraction of the diagonal entry are lost in rounding, or negative because the
/// factors are incomplete.
constexpr double kLeastPivot = 1e-6;

/// Nodes after which the observer is asked again: some milliseconds.
constexpr int kBetweenAsking = 16384;

/// Numbers behind the last block that may be read.
constexpr int kBehind = 4;

// D numbers that go through the same operations: registers of 16 bytes, which every processor has,
// hold two of them.
template <int D>
struct Row {
  typedef double Pair __attribute__((vector_size(16)));
  typedef float Narrow __attribute__((vector_size(8)));
  Pair pair;
  double third = 0;  // where there are three

  static Row load(const double* from) {
    Row row;
    std::memcpy(&row.pair, from, sizeof(Pair));
    if constexpr (D == 3) row.third = from[2];
    return row;
  }
  static Row load(const float* from) {
    Narrow narrow;
    std::memcpy(&narrow, from, sizeof(Narrow));
    Row row;
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
  Row& operator+=(const Row& other) {
    pair += other.pair;
    if constexpr (D == 3) third += other.third;
    return *this;
  }
  Row& operator-=(const Row& other) {
    pair -= other.pair;
    if constexpr (D == 3) third -= other.third;
    return *this;
  }
  friend Row operator*(double factor, const Row& row) {
    Row result;
    result.pair = factor * row.pair;
    if constexpr (D == 3) result.third = factor * row.third;
    return result;
  }
};

// The sum of factors times rows.
template <int D, class Factors>
Row<D> combination(const Factors& factors, const Row<D>* row) {
  Row<D> sum = factors[0] * row[0];
  for (int k = 1; k < D; ++k) sum += factors[k] * row[k];
  return sum;
}

template <int D>
void turn(const Row<D>* row, Row<D>* column) {
  using Pair = typename Row<D>::Pair;
  column[0].pair = Pair{row[0].pair[0], row[1].pair[0]};
  column[1].pair = Pair{row[0].pair[1], row[1].pair[1]};
  if constexpr (D == 3) {
    column[2].pair = Pair{row[0].third, row[1].third};
    column[0].third = row[2].pair[0];
    column[1].third = row[2].pair[1];
    column[2].third = row[2].third;
  }
}

// In single precision four fit: the last of them belongs to nobody.
template <int D>
struct Lanes {
  static constexpr int kCount = D == 2 ? 2 : 4;
  typedef float Row __attribute__((vector_size(kCount * sizeof(float))));
};

template <int D>
typename Lanes<D>::Row load(const float* from) {
  typename Lanes<D>::Row row;
  std::memcpy(&row, from, sizeof(row));
  return row;
}

template <int D>
void store(const typename Lanes<D>::Row& row, float* to) {
  std::memcpy(to, &row, sizeof(row));
}

// The rows of a block that is kept by columns.
template <int D>
void turn(const float* block, typename Lanes<D>::Row* row) {
  typename Lanes<D>::Row column[D];
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

// Whether the pivots of d are large enough beside the diagonal of `block`.
template <int D>
bool is_sound(const Block<D>& d, const Block<D>& block) {
  double l[D][D];
  for (int j = 0; j < D; ++j) {
    double pivot = d(j, j);
    for (int k = 0; k < j; ++k) pivot -= l[j][k] * l[j][k] * l[k][k];
    if (!(pivot > kLeastPivot * block(j, j))) return false;
    l[j][j] = pivot;
    for (int i = j + 1; i < D; ++i) {
      double entry = d(i, j);
      for (int k = 0; k < j; ++k) entry -= l[i][k] * l[j][k] * l[k][k];
      l[i][j] = entry / pivot;
    }
  }
  return true;
}

template <int D>
class RowsOfBlocks final : public MatrixRows<D> {
 public:
  explicit RowsOfBlocks(const BlockMatrix& A) : A_(A) {}
  void row(int node, Block<D>* lower, Block<D>& diagonal) const override {
    const int own = A_.net.diagonal[node];
    for (int slot = A_.net.row_start[node]; slot < own; ++slot) *lower++ = A_.block<D>(node, slot);
    diagonal = A_.block<D>(node, own);
  }

 private:
  const BlockMatrix& A_;
};

}  // namespace

template <int D>
Incomplete<D>::Incomplete(const NetworkData& net) : net_(net), start_(usize(net.node_count) + 1) {
  int longest = 0;
  for (std::size_t n = 0; n < usize(net.node_count); ++n) {
    const int length = net.diagonal[n] - net.row_start[n];
    start_[n + 1] = start_[n] + length;
    longest = std::max(longest, length);
  }
  lower_.resize(usize(start_.back()) * D * D + kBehind);
  inverse_.resize(usize(net.node_count) * D * D);
  scaled_.resize(usize(net.node_count) * D * D + kBehind);
  row_.resize(usize(longest));
  y_.resize(usize(net.node_count) * usize(Lanes<D>::kCount));
  u_.resize(y_.size());
  find_terms();
}

// The columns that the rows of a block share, before the block's own.
template <int D>
void Incomplete<D>::find_terms() {
  term_start_.reserve(usize(start_.back()) + 1);
  term_start_.push_back(0);
  for (int node = 0; node < net_.node_count; ++node) {
    if (node % kBetweenAsking == 0) ask(Activity::ordering);
    const int* column = net_.column.data() + net_.row_start[node];
    const int length = start_[usize(node) + 1] - start_[node];
    for (int e = 0; e < length; ++e) {
      const int k = column[e], first = start_[k], others = start_[usize(k) + 1] - first;
      const int* other = net_.column.data() + net_.row_start[k];
      for (int p = 0, q = 0; p < e && q < others;) {
        if (column[p] == other[q]) terms_.push_back({p, first + q});
        const bool both = column[p] == other[q], before = column[p] < other[q];
        p += both || before;
        q += !before;
      }
      term_start_.push_back(static_cast<int>(terms_.size()));
    }
  }
}

template <int D>
Factor Incomplete<D>::factorise(const BlockMatrix& A) {
  return factorise(RowsOfBlocks<D>(A));
}

template <int D>
Factor Incomplete<D>::factorise(const MatrixRows<D>& A) {
  for (int node = 0; node < net_.node_count; ++node) {
    if (node % kBetweenAsking == 0) ask(Activity::factorising);
    const int* column = net_.column.data() + net_.row_start[node];
    const int first = start_[node], length = start_[usize(node) + 1] - first;
    Block<D> diagonal;
    A.row(node, row_.data(), diagonal);
    // By columns, whose upper triangle counts: below, rounding makes it differ.
    Row<D> d[D];
    for (int j = 0; j < D; ++j) d[j] = Row<D>::load(diagonal.m + j * D);
    for (int e = 0; e < length; ++e) {
      double* own = row_[e].m;
      Row<D> s[D], b[D];
      for (int i = 0; i < D; ++i) s[i] = Row<D>::load(own + i * D);
      // Less L D Lᵀ of the columns that both rows have.
      for (int t = term_start_[first + e]; t < term_start_[usize(first + e) + 1]; ++t) {
        const double* a = row_[terms_[t].place].m;
        const float* other = lower_.data() + block_offset<D>(terms_[t].lower);
        for (int k = 0; k < D; ++k) b[k] = Row<D>::load(other + k * D);
        for (int i = 0; i < D; ++i) s[i] -= combination(a + i * D, b);
      }
      for (int i = 0; i < D; ++i) s[i].store(own + i * D);
      // L = L D times D⁻¹.
      const double* inverse = inverse_.data() + block_offset<D>(column[e]);
      Row<D> l[D], turned[D];
      for (int k = 0; k < D; ++k) b[k] = Row<D>::load(inverse + k * D);
      for (int i = 0; i < D; ++i) l[i] = combination(s[i], b);
      turn(l, turned);
      float* to = lower_.data() + block_offset<D>(first + e);
      for (int k = 0; k < D; ++k) turned[k].store(to + k * D);
      for (int j = 0; j < D; ++j) d[j] -= combination(s[j], turned);
    }
    Block<D> pivot;
    for (int i = 0; i < D; ++i)
      for (int j = i; j < D; ++j) pivot(i, j) = pivot(j, i) = d[j][i];
    double* inverse = inverse_.data() + block_offset<D>(node);
    // Where the factors break down, the diagonal block itself stands in.
    if (!(is_sound(pivot, diagonal) && invert(pivot, inverse)) && !invert(diagonal, inverse))
      return Factor::indefinite;
    for (int i = 0; i < D * D; ++i)
      scaled_[usize(node) * D * D + usize(i)] = static_cast<float>(inverse[i]);
  }
  return Factor::positive_definite;
}

template <int D>
void Incomplete<D>::solve(const double* r, double* z) {
  using Row = typename Lanes<D>::Row;
  constexpr int kCount = Lanes<D>::kCount;
  float *y = y_.data(), *u = u_.data();
  // In units of the largest, single precision is never too narrow.
  const double largest = largest_force(r, 0, net_.node_count * D);
  const double scale = largest > 0 ? 1 / largest : 0.0;
  // L y = r, u = D⁻¹ y
  for (int node = 0; node < net_.node_count; ++node) {
    Row sum = {};
    for (int i = 0; i < D; ++i) sum[i] = static_cast<float>(scale * r[axis_offset<D>(node) + i]);
    const int* column = net_.column.data() + net_.row_start[node];
    const float* block = lower_.data() + block_offset<D>(start_[node]);
    const int length = start_[usize(node) + 1] - start_[node];
    for (int e = 0; e < length; ++e, block += D * D) {
      const float* other = y + wide(column[e]) * kCount;
      Row part = load<D>(block) * other[0];
      for (int j = 1; j < D; ++j) part += load<D>(block + j * D) * other[j];
      sum -= part;
    }
    store<D>(sum, y + wide(node) * kCount);
    const float* inverse = scaled_.data() + block_offset<D>(node);
    Row scaled = load<D>(inverse) * sum[0];
    for (int j = 1; j < D; ++j) scaled += load<D>(inverse + j * D) * sum[j];
    store<D>(scaled, u + wide(node) * kCount);
  }
  // Lᵀ z = u
  for (int node = net_.node_count - 1; node >= 0; --node) {
    float own[D];
    for (int i = 0; i < D; ++i) own[i] = u[wide(node) * kCount + i];
    for (int i = 0; i < D; ++i) z[axis_offset<D>(node) + i] = largest * static_cast<double>(own[i]);
    const int* column = net_.column.data() + net_.row_start[node];
    const float* block = lower_.data() + block_offset<D>(start_[node]);
    const int length = start_[usize(node) + 1] - start_[node];
    for (int e = 0; e < length; ++e, block += D * D) {
      Row row[D];
      turn<D>(block, row);
      Row part = row[0] * own[0];
      for (int i = 1; i < D; ++i) part += row[i] * own[i];
      float* other = u + wide(column[e]) * kCount;
      store<D>(load<D>(other) - part, other);
    }
  }
}

template class Incomplete<2>;
template class Incomplete<3>;

namespace {

template <int D>
class IncompleteOnly final : public Preconditioner {
 public:
  explicit IncompleteOnly(const NetworkData& net) : factors_(net) {}
  Factor prepare(const BlockMatrix& A) override { return factors_.factorise(A); }
  void apply(const double* r, double* z) override { factors_.solve(r, z); }

 private:
  Incomplete<D> factors_;
};

}  // namespace

std::unique_ptr<Preconditioner> make_incomplete(const NetworkData& net) {
  if (net.dimension == 2) return std::make_unique<IncompleteOnly<2>>(net);
  return std::make_unique<IncompleteOnly<3>>(net);
}

}  // namespace tensio
