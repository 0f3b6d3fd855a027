#include "backend/cpu/solvers/panels.hpp"

#include <algorithm>
#include <cstring>

#include "core/assert.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Columns whose part of a solution is kept in registers.
constexpr int kStrip = 4;

// W numbers that go through the same operations, in registers of 16 bytes, which every processor
// has: compilers do not find them by themselves.
template <int W, class Real>
struct Row {
  static constexpr int kAtOnce = W * sizeof(Real) > 16 ? 16 / sizeof(Real) : W;
  static constexpr int kParts = W / kAtOnce;
  typedef Real Part __attribute__((vector_size(kAtOnce * sizeof(Real))));
  Part part[kParts];

  void load(const Real* x, int row) {
    std::memcpy(part, x + static_cast<std::ptrdiff_t>(row) * W, sizeof(part));
  }
  void store(Real* x, int row) const {
    std::memcpy(x + static_cast<std::ptrdiff_t>(row) * W, part, sizeof(part));
  }
  void set_product(Real factor, const Row& row) {
    for (int i = 0; i < kParts; ++i) part[i] = factor * row.part[i];
  }
  void add_product(Real factor, const Row& row) {
    for (int i = 0; i < kParts; ++i) part[i] += factor * row.part[i];
  }
  void subtract(const Row& row) {
    for (int i = 0; i < kParts; ++i) part[i] -= row.part[i];
  }
};

// x[row] -= values . of, for rows of C values each.
template <int W, int C, class Real>
void subtract_from_rows(const int* row, int rows, const Real* value, const Real* of, Real* x) {
  Row<W, Real> u[C];
  for (int j = 0; j < C; ++j) u[j].load(of, j);
  for (int r = 0; r < rows; ++r, value += C) {
    Row<W, Real> to, sum;
    sum.set_product(value[0], u[0]);
    for (int j = 1; j < C; ++j) sum.add_product(value[j], u[j]);
    to.load(x, row[r]);
    to.subtract(sum);
    to.store(x, row[r]);
  }
}

// to -= the sum of values of each row times x[row].
template <int W, int C, class Real>
void subtract_rows(const int* row, int rows, const Real* value, const Real* x, Real* to) {
  Row<W, Real> sum[C] = {};
  for (int r = 0; r < rows; ++r, value += C) {
    Row<W, Real> from;
    from.load(x, row[r]);
    for (int j = 0; j < C; ++j) sum[j].add_product(value[j], from);
  }
  for (int j = 0; j < C; ++j) {
    Row<W, Real> own;
    own.load(to, j);
    own.subtract(sum[j]);
    own.store(to, j);
  }
}

// Calls f<C>(first column) for strips of C <= kStrip columns.
template <class F>
void for_strips(int columns, F&& f) {
  int column = 0;
  for (; column + kStrip <= columns; column += kStrip) f.template operator()<kStrip>(column);
  switch (columns - column) {
    case 1: f.template operator()<1>(column); break;
    case 2: f.template operator()<2>(column); break;
    case 3: f.template operator()<3>(column); break;
    default: break;
  }
}

}  // namespace

template <class Real>
template <class ValueOf>
void Panels<Real>::append(int column, int columns, const int* rows, int row_count,
                          ValueOf&& value_of) {
  const int first_row = static_cast<int>(row_.size());
  row_.insert(row_.end(), rows, rows + row_count);
  const int most = kNarrow ? kStrip : columns;
  for (int first = 0; first < columns; first += most) {
    const int width = std::min(most, columns - first), above = first + width;
    panels_.push_back({column + first, width, first_row + above, row_count - above, value_.size()});
    value_.resize(value_.size() + usize(width) * usize(row_count - first));
    fill(panels_.back(), [&](int i, int j) { return value_of(first + i, first + j); });
  }
}

// value_of(row of the panel, column of it).
template <class Real>
template <class ValueOf>
void Panels<Real>::fill(const Panel& panel, ValueOf&& value_of) {
  Real* to = value_.data() + panel.value;
  for (int j = 0; j < panel.columns; ++j)
    for (int i = 0; i < panel.columns; ++i)
      *to++ = static_cast<Real>(i < j ? 0.0 : i == j ? 1.0 / value_of(i, j) : value_of(i, j));
  for_strips(panel.columns, [&]<int C>(int first) {
    for (int r = 0; r < panel.rows; ++r)
      for (int j = 0; j < C; ++j) *to++ = static_cast<Real>(value_of(panel.columns + r, first + j));
  });
}

template <class Real>
void Panels<Real>::take(int size, const Columns& columns) {
  panels_.clear();
  row_.clear();
  value_.clear();
  // Column j + 1 joins column j where its rows are those of j without the first.
  const auto same = [&](int j) {
    const int begin = columns.start[j] + 1, end = columns.start[j + 1];
    const int next = columns.start[j + 1];
    return end - begin == columns.start[j + 2] - next &&
           std::equal(columns.row + begin, columns.row + end, columns.row + next);
  };
  for (int first = 0, last = 0; first < size; first = last) {
    for (last = first + 1; last < size && same(last - 1); ++last) {
    }
    append(first, last - first, columns.row + columns.start[first],
           columns.start[first + 1] - columns.start[first],
           [&](int i, int j) { return columns.value[columns.start[first + j] + i - j]; });
  }
}

template <class Real>
void Panels<Real>::take(const Known& known) {
  panels_.clear();
  row_.clear();
  value_.clear();
  for (int p = 0; p < known.count; ++p) {
    const int rows = known.row_start[p + 1] - known.row_start[p];
    const double* value = known.value + known.value_start[p];
    append(known.column[p], known.column[p + 1] - known.column[p], known.row + known.row_start[p],
           rows, [&](int i, int j) { return value[static_cast<std::ptrdiff_t>(j) * rows + i]; });
  }
}

template <class Real>
template <int W>
void Panels<Real>::forward(const Panel& panel, Real* x) const {
  const Real* value = value_.data() + panel.value;
  Real* own = x + static_cast<std::ptrdiff_t>(panel.column) * W;
  const int n = panel.columns;
  for (int j = 0; j < n; ++j, value += n) {
    Row<W, Real> done, other, change;
    other.load(own, j);
    done.set_product(value[j], other);
    done.store(own, j);
    for (int k = j + 1; k < n; ++k) {
      change.set_product(value[k], done);
      other.load(own, k);
      other.subtract(change);
      other.store(own, k);
    }
  }
  const int* row = row_.data() + panel.row;
  for_strips(n, [&]<int C>(int first) {
    subtract_from_rows<W, C>(row, panel.rows, value, own + first * W, x);
    value += static_cast<std::ptrdiff_t>(panel.rows) * C;
  });
}

template <class Real>
template <int W>
void Panels<Real>::backward(const Panel& panel, Real* x) const {
  const int n = panel.columns;
  const Real* block = value_.data() + panel.value;
  const Real* value = block + static_cast<std::ptrdiff_t>(n) * n;
  Real* own = x + static_cast<std::ptrdiff_t>(panel.column) * W;
  const int* row = row_.data() + panel.row;
  for_strips(n, [&]<int C>(int first) {
    subtract_rows<W, C>(row, panel.rows, value, x, own + first * W);
    value += static_cast<std::ptrdiff_t>(panel.rows) * C;
  });
  for (int j = n - 1; j >= 0; --j) {
    const Real* column = block + static_cast<std::ptrdiff_t>(j) * n;
    Row<W, Real> sum, other, change;
    sum.load(own, j);
    for (int k = j + 1; k < n; ++k) {
      other.load(own, k);
      change.set_product(column[k], other);
      sum.subtract(change);
    }
    change.set_product(column[j], sum);
    change.store(own, j);
  }
}

template <class Real>
template <int W>
void Panels<Real>::solve(Real* x) const {
  for (const Panel& panel : panels_) forward<W>(panel, x);
  for (std::size_t p = panels_.size(); p-- > 0;) backward<W>(panels_[p], x);
}

template <class Real>
void Panels<Real>::solve(Real* x, int width) const {
  TENSIO_ASSERT(width == 2 || width == 4);
  width == 2 ? solve<2>(x) : solve<4>(x);
}

template class Panels<float>;
template class Panels<double>;

}  // namespace tensio
