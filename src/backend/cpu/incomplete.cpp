#include "backend/cpu/incomplete.hpp"

#include <algorithm>

#include "backend/cpu/small_blocks.hpp"

namespace tensio {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Pivots below this fraction of the diagonal entry are lost in rounding, or negative because the
/// factors are incomplete.
constexpr double kLeastPivot = 1e-6;

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

}  // namespace

template <int D>
Incomplete<D>::Incomplete(const NetworkData& net) : net_(net), start_(at(net.node_count) + 1) {
  int longest = 0;
  for (std::size_t n = 0; n < at(net.node_count); ++n) {
    const int length = net.diagonal[n] - net.row_start[n];
    start_[n + 1] = start_[n] + length;
    longest = std::max(longest, length);
  }
  lower_.resize(at(start_.back()) * D * D);
  inverse_.resize(at(net.node_count) * D * D);
  scaled_.resize(inverse_.size());
  row_.resize(at(longest));
  y_.resize(net.held.size());
}

template <int D>
Factor Incomplete<D>::factorise(const BlockMatrix& A) {
  for (int node = 0; node < net_.node_count; ++node) {
    const int first = net_.row_start[at(node)], length = net_.diagonal[at(node)] - first;
    const int* column = net_.column.data() + first;
    float* lower = lower_.data() + wide(start_[at(node)]) * D * D;
    const Block<D> diagonal = A.block<D>(node, net_.diagonal[at(node)]);
    Block<D> d = diagonal;
    for (int e = 0; e < length; ++e) {
      const int k = column[e];
      Block<D> s = A.block<D>(node, first + e);
      // Less L D Lᵀ of the columns that both rows have.
      const int* other = net_.column.data() + net_.row_start[at(k)];
      const int others = net_.diagonal[at(k)] - net_.row_start[at(k)];
      const float* other_lower = lower_.data() + wide(start_[at(k)]) * D * D;
      for (int p = 0, q = 0; p < e && q < others;) {
        if (column[p] < other[q]) {
          ++p;
        } else if (column[p] > other[q]) {
          ++q;
        } else {
          subtract_product_transposed(row_[at(p)], other_lower + wide(q) * D * D, s);
          ++p;
          ++q;
        }
      }
      row_[at(e)] = s;
      Block<D> inverse;
      std::copy_n(inverse_.data() + wide(k) * D * D, D * D, inverse.m);
      const Block<D> l = product(s, inverse);
      subtract_product_transposed(l, s.m, d);
      for (int i = 0; i < D * D; ++i) lower[e * D * D + i] = static_cast<float>(l.m[i]);
    }
    // Both triangles differ by rounding.
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < i; ++j) d(i, j) = d(j, i);
    double* inverse = inverse_.data() + wide(node) * D * D;
    // Where the factors break down, the diagonal block itself stands in.
    if (!(is_sound(d, diagonal) && invert(d, inverse)) && !invert(diagonal, inverse))
      return Factor::indefinite;
    for (int i = 0; i < D * D; ++i)
      scaled_[at(node) * D * D + at(i)] = static_cast<float>(inverse[i]);
  }
  return Factor::positive_definite;
}

template <int D>
void Incomplete<D>::solve(const double* r, double* z) {
  float* y = y_.data();
  // In units of the largest, single precision is never too narrow.
  const double largest = largest_force(r, 0, net_.node_count * D);
  const double scale = largest > 0 ? 1 / largest : 0.0;
  // L y = r
  for (int node = 0; node < net_.node_count; ++node) {
    float sum[D];
    for (int i = 0; i < D; ++i) sum[i] = static_cast<float>(scale * r[wide(node) * D + i]);
    const int* column = net_.column.data() + net_.row_start[at(node)];
    const float* block = lower_.data() + wide(start_[at(node)]) * D * D;
    const int length = start_[at(node) + 1] - start_[at(node)];
    for (int e = 0; e < length; ++e, block += D * D) {
      const float* other = y + wide(column[e]) * D;
      for (int i = 0; i < D; ++i) {
        float part = block[i * D] * other[0];
        for (int j = 1; j < D; ++j) part += block[i * D + j] * other[j];
        sum[i] -= part;
      }
    }
    for (int i = 0; i < D; ++i) y[wide(node) * D + i] = sum[i];
  }
  // y = D⁻¹ y, then Lᵀ z = y
  for (int node = 0; node < net_.node_count; ++node) {
    const float* inverse = scaled_.data() + wide(node) * D * D;
    float sum[D];
    for (int i = 0; i < D; ++i) {
      sum[i] = inverse[i * D] * y[wide(node) * D];
      for (int j = 1; j < D; ++j) sum[i] += inverse[i * D + j] * y[wide(node) * D + j];
    }
    for (int i = 0; i < D; ++i) y[wide(node) * D + i] = sum[i];
  }
  for (int node = net_.node_count - 1; node >= 0; --node) {
    float own[D];
    for (int i = 0; i < D; ++i) own[i] = y[wide(node) * D + i];
    for (int i = 0; i < D; ++i) z[wide(node) * D + i] = largest * static_cast<double>(own[i]);
    const int* column = net_.column.data() + net_.row_start[at(node)];
    const float* block = lower_.data() + wide(start_[at(node)]) * D * D;
    const int length = start_[at(node) + 1] - start_[at(node)];
    for (int e = 0; e < length; ++e, block += D * D) {
      float* other = y + wide(column[e]) * D;
      for (int j = 0; j < D; ++j) {
        float part = block[j] * own[0];
        for (int i = 1; i < D; ++i) part += block[i * D + j] * own[i];
        other[j] -= part;
      }
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
