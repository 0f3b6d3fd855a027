// Making curves, and finding where they take a value.
#include "physics/curve.hpp"
#include "core/index.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tensio {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The slope at a point between two secants [Fritsch and Butland 1984]: their harmonic mean,
// weighted by the widths; 0 at a peak. So no cubic overshoots its points.
double inner_slope(double width0, double secant0, double width1, double secant1) {
  if (!(secant0 * secant1 > 0.0)) return 0.0;
  const double w0 = 2.0 * width1 + width0, w1 = width1 + 2.0 * width0;
  return (w0 + w1) / (w0 / secant0 + w1 / secant1);
}

// The slope at an end, from the parabola through three points, fixed to what keeps the cubic
// monotone: the secant's sign, and at most 3 times its size where the next secant turns.
double end_slope(double width, double secant, double next_width, double next_secant) {
  const double slope =
      ((2.0 * width + next_width) * secant - width * next_secant) / (width + next_width);
  if (!(slope * secant > 0.0)) return 0.0;
  if (secant * next_secant < 0.0 && std::abs(slope) > 3.0 * std::abs(secant)) return 3.0 * secant;
  return slope;
}

std::vector<double> slopes_at(std::span<const std::array<double, 2>> points) {
  const std::size_t pieces = points.size() - 1;
  std::vector<double> width(pieces), secant(pieces), slope(points.size());
  for (std::size_t i = 0; i < pieces; ++i) {
    width[i] = points[i + 1][0] - points[i][0];
    secant[i] = (points[i + 1][1] - points[i][1]) / width[i];
  }
  if (pieces == 1) return {secant[0], secant[0]};
  slope.front() = end_slope(width[0], secant[0], width[1], secant[1]);
  slope.back() =
      end_slope(width[pieces - 1], secant[pieces - 1], width[pieces - 2], secant[pieces - 2]);
  for (std::size_t i = 1; i < pieces; ++i)
    slope[i] = inner_slope(width[i - 1], secant[i - 1], width[i], secant[i]);
  return slope;
}

// ---- roots of polynomials, for the inverse ----

double horner(const std::vector<double>& c, double u) {
  double sum = 0;
  for (std::size_t i = c.size(); i-- > 0;) sum = sum * u + c[i];
  return sum;
}

std::vector<double> derivative(const std::vector<double>& c) {
  std::vector<double> result;
  for (std::size_t i = 1; i < c.size(); ++i) result.push_back(static_cast<double>(i) * c[i]);
  return result;
}

// No root is farther from 0 than this [Cauchy].
double root_bound(const std::vector<double>& c) {
  double largest = 0;
  for (std::size_t i = 0; i + 1 < c.size(); ++i) largest = std::max(largest, std::abs(c[i]));
  return 1.0 + largest / std::abs(c.back());
}

// The root between low and high, where c has opposite signs: Newton's step where it stays between
// them and is less than half the step before last, else halving.
double root_between(const std::vector<double>& c, const std::vector<double>& slope, double low,
                    double high) {
  const bool rises = horner(c, high) > 0.0;
  double u = low + 0.5 * (high - low), last = high - low, before_last = last;
  for (;;) {
    const double value = horner(c, u);
    if (value == 0.0) return u;
    ((value > 0.0) == rises ? high : low) = u;
    const double newton = u - value / horner(slope, u);
    if (newton == u) return u;
    const bool good = newton > low && newton < high && std::abs(newton - u) < 0.5 * before_last;
    const double next = good ? newton : low + 0.5 * (high - low);
    if (!(next > low && next < high)) return u;
    before_last = last;
    last = std::abs(next - u);
    u = next;
  }
}

// All roots in low .. high, ascending: between two roots of the derivative there is at most one.
std::vector<double> roots(std::vector<double> c, double low, double high) {
  while (!c.empty() && c.back() == 0.0) c.pop_back();
  if (c.size() < 2) return {};
  const double bound = root_bound(c);
  low = std::max(low, -bound);
  high = std::min(high, bound);
  if (!(low <= high)) return {};
  const std::vector<double> slope = derivative(c);
  std::vector<double> borders = {low};
  for (double turn : roots(slope, low, high)) borders.push_back(turn);
  borders.push_back(high);
  std::vector<double> found;
  for (std::size_t i = 0; i < borders.size(); ++i) {
    const double here = horner(c, borders[i]);
    if (i > 0 && horner(c, borders[i - 1]) * here < 0.0)
      found.push_back(root_between(c, slope, borders[i - 1], borders[i]));
    if (here == 0.0) found.push_back(borders[i]);
  }
  return found;
}

}  // namespace

Curve polynomial_curve(std::span<const double> coefficients) {
  Curve curve;
  curve.pieces = 1;
  curve.degree = static_cast<int>(coefficients.size());
  curve.rows = {0.0, 0.0, 0.0};  // it starts at 0, where F and f are 0
  curve.rows.insert(curve.rows.end(), coefficients.begin(), coefficients.end());
  return curve;
}

Curve table_curve(std::span<const std::array<double, 2>> points) {
  const std::vector<double> slope = slopes_at(points);
  Curve curve;
  curve.degree = 3;
  const auto add_piece = [&](double start, double integral, double c0, double c1, double c2,
                             double c3) {
    curve.rows.insert(curve.rows.end(), {start, integral, c0, c1, c2, c3});
    ++curve.pieces;
  };
  add_piece(points[0][0], 0.0, points[0][1], slope[0], 0.0, 0.0);
  double integral = 0.0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double h = points[i + 1][0] - points[i][0];
    const double secant = (points[i + 1][1] - points[i][1]) / h;
    const double c2 = (3.0 * secant - 2.0 * slope[i] - slope[i + 1]) / h;
    const double c3 = (slope[i] + slope[i + 1] - 2.0 * secant) / (h * h);
    add_piece(points[i][0], integral, points[i][1], slope[i], c2, c3);
    integral +=
        h * (0.5 * (points[i][1] + points[i + 1][1]) + h * (slope[i] - slope[i + 1]) / 12.0);
  }
  add_piece(points.back()[0], integral, points.back()[1], slope.back(), 0.0, 0.0);
  if (points.front()[0] <= 0.0 && points.back()[0] >= 0.0) {
    const double at_zero = curve_at(curve.view(), 0.0).integral;
    const auto width = usize(curve.view().width());
    for (std::size_t row = 0; row < curve.rows.size(); row += width) curve.rows[row + 1] -= at_zero;
  }
  return curve;
}

double curve_inverse(const CurveView& curve, double value, double lowest, double highest) {
  double best = std::numeric_limits<double>::quiet_NaN();
  const auto offer = [&](double e) {
    if (e >= lowest && e <= highest && !(std::abs(e) >= std::abs(best))) best = e;
  };
  if (curve_at(curve, 0.0).value == value) offer(0.0);
  for (int i = 0; i < curve.pieces; ++i) {
    const double* row = curve.rows + i * curve.width();
    const double start = row[0];
    const double low = i == 0 ? -kInfinity : 0.0;
    const double high = i + 1 == curve.pieces ? kInfinity : row[curve.width()] - start;
    std::vector<double> c(row + 2, row + curve.width());
    c[0] -= value;
    for (double u : roots(c, low, high)) offer(start + u);
    if (i > 0 && c[0] == 0.0) offer(start);
  }
  return best;
}

}  // namespace tensio
