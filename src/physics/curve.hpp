// Curves for the laws polynomial and table: piecewise polynomials f(e), with f' and the integral F
// from the same coefficients. A polynomial is a curve of one piece.
//
// A curve is a plain array of rows, one per piece, e ascending, which a device can read as well:
//
//   start, F(start), c0, c1, ... c_degree      f(e) = c0 + c1 u + c2 u² + ...,  u = e - start
//
// A piece reaches from its start to that of the next; the first one has no beginning and the last
// no end. F(0) = 0 where 0 is among a table's points or in a polynomial, else F is 0 at the first.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/host_device.hpp"

namespace tensio {

struct CurveView {
  const double* rows;
  int pieces;
  int degree;
  bool of_strain;  ///< e is the strain (l - l0)/l0 and not the stretch l - l0

  TENSIO_HD int width() const { return degree + 3; }
};

struct CurveValue {
  double integral;  ///< F
  double value;     ///< f
  double slope;     ///< f'
};

/// The row of the piece that e lies in.
TENSIO_HD inline const double* piece_at(const CurveView& curve, double e) {
  int low = 0, high = curve.pieces;  // the piece is in low .. high - 1
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (curve.rows[middle * curve.width()] <= e)
      low = middle;
    else
      high = middle;
  }
  return curve.rows + low * curve.width();
}

TENSIO_HD inline CurveValue curve_at(const CurveView& curve, double e) {
  const double* row = piece_at(curve, e);
  const double u = e - row[0];
  const double* c = row + 2;
  CurveValue sum{0, 0, 0};
  for (int i = curve.degree; i >= 0; --i) {
    sum.integral = sum.integral * u + c[i] / (i + 1);
    sum.slope = sum.slope * u + sum.value;
    sum.value = sum.value * u + c[i];
  }
  sum.integral = sum.integral * u + row[1];
  return sum;
}

/// A curve that holds its own rows.
struct Curve {
  std::vector<double> rows = {};
  int pieces = 0;
  int degree = 0;
  bool of_strain = false;

  CurveView view() const { return {rows.data(), pieces, degree, of_strain}; }
};

/// c1 e + c2 e² + ...
Curve polynomial_curve(std::span<const double> coefficients);
/// A cubic between each two of the points (e strictly ascending), with one slope at each point and
/// monotone between them; straight beyond the first and the last.
Curve table_curve(std::span<const std::array<double, 2>> points);

/// The e nearest to 0 in lowest .. highest with f(e) = value; NaN where there is none.
double curve_inverse(const CurveView& curve, double value, double lowest, double highest);

}  // namespace tensio
