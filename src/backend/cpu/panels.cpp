#include "backend/cpu/panels.hpp"

#include <algorithm>

#include "core/assert.hpp"

namespace tensio {

namespace {

/// Columns whose part of a solution is kept in registers.
constexpr int kStrip = 4;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

template <int W>
const double* row_of(const double* x, int row) {
  return x + static_cast<std::ptrdiff_t>(row) * W;
}
template <int W>
double* row_of(double* x, int row) {
  return x + static_cast<std::ptrdiff_t>(row) * W;
}

// x[row] -= values . of, for rows of C values each.
template <int W, int C>
void subtract_from_rows(const int* row, int rows, const double* value, const double* of,
                        double* x) {
  double u[C][W];
  for (int j = 0; j < C; ++j)
    for (int i = 0; i < W; ++i) u[j][i] = of[j * W + i];
  for (int r = 0; r < rows; ++r, value += C) {
    double* to = row_of<W>(x, row[r]);
    double sum[W];
    for (int i = 0; i < W; ++i) sum[i] = value[0] * u[0][i];
    for (int j = 1; j < C; ++j)
      for (int i = 0; i < W; ++i) sum[i] += value[j] * u[j][i];
    for (int i = 0; i < W; ++i) to[i] -= sum[i];
  }
}

// to -= the sum of values of each row times x[row].
template <int W, int C>
void subtract_rows(const int* row, int rows, const double* value, const double* x, double* to) {
  double sum[C][W] = {};
  for (int r = 0; r < rows; ++r, value += C) {
    const double* from = row_of<W>(x, row[r]);
    for (int j = 0; j < C; ++j)
      for (int i = 0; i < W; ++i) sum[j][i] += value[j] * from[i];
  }
  for (int j = 0; j < C; ++j)
    for (int i = 0; i < W; ++i) to[j * W + i] -= sum[j][i];
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

void Panels::append(int column, int columns, const int* rows, int row_count) {
  panels_.push_back(
      {column, columns, static_cast<int>(row_.size()), row_count - columns, value_.size()});
  row_.insert(row_.end(), rows + columns, rows + row_count);
  value_.resize(value_.size() + at(columns) * at(row_count));
}

// value_of(row of the panel, column of it).
template <class ValueOf>
void Panels::fill(const Panel& panel, ValueOf&& value_of) {
  double* to = value_.data() + panel.value;
  for (int j = 0; j < panel.columns; ++j)
    for (int i = 0; i < panel.columns; ++i)
      *to++ = i < j ? 0.0 : i == j ? 1.0 / value_of(i, j) : value_of(i, j);
  for_strips(panel.columns, [&]<int C>(int first) {
    for (int r = 0; r < panel.rows; ++r)
      for (int j = 0; j < C; ++j) *to++ = value_of(panel.columns + r, first + j);
  });
}

void Panels::take(int size, const Columns& columns) {
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
           columns.start[first + 1] - columns.start[first]);
    fill(panels_.back(),
         [&](int i, int j) { return columns.value[columns.start[first + j] + i - j]; });
  }
}

void Panels::take(const Known& known) {
  panels_.clear();
  row_.clear();
  value_.clear();
  for (int p = 0; p < known.count; ++p) {
    const int rows = known.row_start[p + 1] - known.row_start[p];
    append(known.column[p], known.column[p + 1] - known.column[p], known.row + known.row_start[p],
           rows);
    const double* value = known.value + known.value_start[p];
    fill(panels_.back(),
         [&](int i, int j) { return value[static_cast<std::ptrdiff_t>(j) * rows + i]; });
  }
}

template <int W>
void Panels::forward(const Panel& panel, double* x) const {
  const double* value = value_.data() + panel.value;
  double* own = row_of<W>(x, panel.column);
  const int n = panel.columns;
  for (int j = 0; j < n; ++j, value += n) {
    for (int i = 0; i < W; ++i) own[j * W + i] *= value[j];
    for (int k = j + 1; k < n; ++k)
      for (int i = 0; i < W; ++i) own[k * W + i] -= value[k] * own[j * W + i];
  }
  const int* row = row_.data() + panel.row;
  for_strips(n, [&]<int C>(int first) {
    subtract_from_rows<W, C>(row, panel.rows, value, own + first * W, x);
    value += static_cast<std::ptrdiff_t>(panel.rows) * C;
  });
}

template <int W>
void Panels::backward(const Panel& panel, double* x) const {
  const int n = panel.columns;
  const double* block = value_.data() + panel.value;
  const double* value = block + static_cast<std::ptrdiff_t>(n) * n;
  double* own = row_of<W>(x, panel.column);
  const int* row = row_.data() + panel.row;
  for_strips(n, [&]<int C>(int first) {
    subtract_rows<W, C>(row, panel.rows, value, x, own + first * W);
    value += static_cast<std::ptrdiff_t>(panel.rows) * C;
  });
  for (int j = n - 1; j >= 0; --j) {
    const double* column = block + static_cast<std::ptrdiff_t>(j) * n;
    for (int k = j + 1; k < n; ++k)
      for (int i = 0; i < W; ++i) own[j * W + i] -= column[k] * own[k * W + i];
    for (int i = 0; i < W; ++i) own[j * W + i] *= column[j];
  }
}

template <int W>
void Panels::solve(double* x) const {
  for (const Panel& panel : panels_) forward<W>(panel, x);
  for (std::size_t p = panels_.size(); p-- > 0;) backward<W>(panels_[p], x);
}

void Panels::solve(double* x, int width) const {
  TENSIO_ASSERT(width == 2 || width == 4);
  width == 2 ? solve<2>(x) : solve<4>(x);
}

}  // namespace tensio
