// A sparse Cholesky factor in panels of columns that share their rows, and solving with it for the
// axes of all nodes at once: plain loops, so the factor alone decides the bits.
#pragma once

#include <cstddef>
#include <vector>

namespace tensio {

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
  void solve(double* x, int width) const;

 private:
  struct Panel {
    int column, columns;  // first, and how many
    int row, rows;        // below the diagonal block: where they begin in row_, how many
    std::size_t value;    // where the diagonal block begins
  };
  void append(int column, int columns, const int* rows, int row_count);
  template <class ValueOf>
  void fill(const Panel& panel, ValueOf&& value_of);
  template <int W>
  void forward(const Panel& panel, double* x) const;
  template <int W>
  void backward(const Panel& panel, double* x) const;
  template <int W>
  void solve(double* x) const;

  std::vector<Panel> panels_;
  std::vector<int> row_;
  // Of each panel: the diagonal block by columns with reciprocals on its diagonal, and the rows
  // below in strips of at most kStrip columns, each by rows.
  std::vector<double> value_;
};

}  // namespace tensio
