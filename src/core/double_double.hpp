// Numbers of twice the precision, as sums of two doubles: for the few places where the rounding of
// a double would be all that is seen. The same bits on every platform, since nothing is fused.
#pragma once

#include <cmath>

namespace tensio {

struct DoubleDouble {
  double hi = 0;
  double lo = 0;  ///< at most half an ulp of hi

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double value) : hi(value) {}
  constexpr DoubleDouble(double high, double low) : hi(high), lo(low) {}

  double value() const { return hi + lo; }
};

/// a + b, exactly.
inline DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b, of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

/// a b, exactly: both are split into halves whose products fit.
inline DoubleDouble exact_product(double a, double b) {
  constexpr double kSplit = 134217729.0;  // 2^27 + 1
  const double ta = kSplit * a, tb = kSplit * b;
  const double a_high = ta - (ta - a), b_high = tb - (tb - b);
  const double a_low = a - a_high, b_low = b - b_high;
  const double product = a * b;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble high = exact_sum(a.hi, b.hi), low = exact_sum(a.lo, b.lo);
  const DoubleDouble sum = exact_sum(high.hi, high.lo + low.hi);
  return exact_sum(sum.hi, sum.lo + low.lo);
}
inline DoubleDouble operator-(const DoubleDouble& a) { return {-a.hi, -a.lo}; }
inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + -b; }
inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble product = exact_product(a.hi, b.hi);
  return exact_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}
inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
  const double first = a.hi / b.hi;
  const DoubleDouble left = a - b * first;
  const double second = left.hi / b.hi;
  const DoubleDouble rest = left - b * second;
  return exact_sum(first, second) + rest.hi / b.hi;
}
inline DoubleDouble sqrt(const DoubleDouble& a) {
  if (!(a.hi > 0.0)) return {};
  const double root = std::sqrt(a.hi);
  return exact_sum(root, (a - exact_product(root, root)).hi / (2.0 * root));
}

}  // namespace tensio
