// A sparse Cholesky factor in panels of columns that share their rows, and solving with it for the
// axes of all nodes together: plain loops, so the factor alone decides the bits. In single
// precision (Real = float) it takes half of the memory, and of the time.
#pragma once

#include <cstddef>
#include <vector>

namespace tensio {

template <class Real>
class Panels {
 public:
  /// L of L Lᵀ by columns: rows ascending, the diagonal first.
  struct Columns {
    const int* start;
    const int* row;
    const double* value;
  };
  /// Columns with the same rows below are taken together.
  void take(int size, const Columns& columns);
  /// The same with panels that are known: the columns of panel i begin at column[i], its rows at
  /// row_start[i], its values, by columns, at value_start[i].
  struct Known {
    int count;
    const int* column;
    const int* row_start;
    const int* row;
    const int* value_start;
    const double* value;
  };
  void take(const Known& known);

  /// Solves L Lᵀ x = x in place, for 2 or 4 numbers in each row.
  void solve(Real* x, int width) const;

 private:
  struct Panel {
    int column, columns;  // first, and how many
    int row, rows;        // below the diagonal block: where they begin in row_, how many
    std::size_t value;    // where the diagonal block begins
  };
  /// Whether wide panels are cut into narrow ones, which makes them quicker and changes sums.
  static constexpr bool kNarrow = sizeof(Real) < sizeof(double);

  template <class ValueOf>
  void append(int column, int columns, const int* rows, int row_count, ValueOf&& value_of);
  template <class ValueOf>
  void fill(const Panel& panel, ValueOf&& value_of);
  template <int W>
  void forward(const Panel& panel, Real* x) const;
  template <int W>
  void backward(const Panel& panel, Real* x) const;
  template <int W>
  void solve(Real* x) const;

  std::vector<Panel> panels_;
  std::vector<int> row_;
  // Of each panel: the diagonal block by columns with reciprocals on its diagonal, and the rows
  // below in strips of at most kStrip columns, each by rows.
  std::vector<Real> value_;
};

}  // namespace tensio
