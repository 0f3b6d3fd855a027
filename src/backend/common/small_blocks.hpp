// Blocks of 2 x 2 and 3 x 3: inverses of symmetric ones, and solutions of any.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/vec.hpp"

namespace tensio {

/// Inverse of a symmetric block, by rows; false unless it is positive definite.
inline bool invert(const Block<2>& a, double* inverse) {
  const double det = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
  if (!(a(0, 0) > 0.0) || !(det > 0.0)) return false;
  inverse[0] = a(1, 1) / det;
  inverse[1] = inverse[2] = -a(0, 1) / det;
  inverse[3] = a(0, 0) / det;
  return true;
}

inline bool invert(const Block<3>& a, double* inverse) {
  const double c00 = a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1);
  const double c01 = a(1, 2) * a(2, 0) - a(1, 0) * a(2, 2);
  const double c02 = a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0);
  const double c11 = a(0, 0) * a(2, 2) - a(0, 2) * a(2, 0);
  const double c12 = a(0, 1) * a(2, 0) - a(0, 0) * a(2, 1);
  const double c22 = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
  const double det = a(0, 0) * c00 + a(0, 1) * c01 + a(0, 2) * c02;
  if (!(a(0, 0) > 0.0) || !(c22 > 0.0) || !(det > 0.0)) return false;
  inverse[0] = c00 / det;
  inverse[1] = inverse[3] = c01 / det;
  inverse[2] = inverse[6] = c02 / det;
  inverse[4] = c11 / det;
  inverse[5] = inverse[7] = c12 / det;
  inverse[8] = c22 / det;
  return true;
}

/// Solves A x = b by elimination with full pivoting; false, and x is zero, where a pivot is within
/// rounding of the largest. Overwrites A, given by rows.
template <int D>
bool solve_pivoted(double (&A)[D][D], const double* b, double* x) {
  constexpr double kRounding = D * std::numeric_limits<double>::epsilon();
  int row[D], column[D];  // swapped with the k-th
  double largest = 0, y[D];
  bool regular = true;
  for (int k = 0; k < D; ++k) {
    row[k] = column[k] = k;
    for (int j = k; j < D; ++j)
      for (int i = k; i < D; ++i)
        if (std::abs(A[i][j]) > std::abs(A[row[k]][column[k]])) {
          row[k] = i;
          column[k] = j;
        }
    for (int j = 0; j < D; ++j) std::swap(A[k][j], A[row[k]][j]);
    for (int i = 0; i < D; ++i) std::swap(A[i][k], A[i][column[k]]);
    const double pivot = std::abs(A[k][k]);
    largest = std::max(largest, pivot);
    regular = regular && pivot > kRounding * largest;
    if (!regular) break;
    for (int i = k + 1; i < D; ++i) {
      A[i][k] /= A[k][k];
      for (int j = k + 1; j < D; ++j) A[i][j] -= A[i][k] * A[k][j];
    }
  }
  if (!regular) {
    std::fill_n(x, D, 0.0);
    return false;
  }
  std::copy_n(b, D, y);
  for (int k = 0; k < D; ++k) std::swap(y[k], y[row[k]]);
  for (int k = 0; k < D; ++k)
    for (int i = k + 1; i < D; ++i) y[i] -= y[k] * A[i][k];
  for (int k = D - 1; k >= 0; --k) {
    y[k] /= A[k][k];
    for (int i = 0; i < k; ++i) y[i] -= y[k] * A[i][k];
  }
  for (int k = D - 1; k >= 0; --k) std::swap(y[k], y[column[k]]);
  std::copy_n(y, D, x);
  return true;
}

}  // namespace tensio
