// Series in sums of two doubles, after the argument has been brought near to zero.
#include "core/elementary.hpp"

#include <cmath>
#include <limits>

#include "core/double_double.hpp"

namespace tensio {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kWhole = 9007199254740992.0;  // 2^53: from here on every double is a whole number

// pi / 2 and log 2, as sums of doubles
constexpr double kHalfPi[] = {1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33};
constexpr DoubleDouble kLog2 = {0.6931471805599453, 2.3190468138462996e-17};

// x^first / first! - x^(first + 2) / (first + 2)! + ...; |x| at most 0.8
DoubleDouble alternating(const DoubleDouble& x, int first) {
  constexpr int kLast = 27;
  const DoubleDouble square = x * x;
  DoubleDouble sum = 1.0;
  for (int n = kLast - (first == 0 ? 1 : 0); n > first; n -= 2) {
    sum = DoubleDouble(1.0) - sum * square / DoubleDouble(static_cast<double>(n) * (n - 1));
  }
  return first == 0 ? sum : sum * x;
}

// The sine of x and of `quarters` right angles more.
double sine_from(double x, double quarters) {
  if (!(std::fabs(x) < kWhole)) return kNone;
  const double n = std::floor(x / kHalfPi[0] + 0.5);
  DoubleDouble rest = x;
  for (const double part : kHalfPi) rest = rest - exact_product(n, part);
  const double quadrant = n + quarters - 4 * std::floor((n + quarters) / 4);
  const bool even = quadrant == 0 || quadrant == 2;
  const double value = alternating(rest, even ? 1 : 0).value();
  return quadrant < 2 ? value : -value;
}

// e^y for y = hi + lo.
double exponential_of(const DoubleDouble& y) {
  if (y.hi > 710) return kInfinite;
  if (y.hi < -746) return 0;
  const double n = std::floor(y.hi / kLog2.hi + 0.5);
  const DoubleDouble rest = y - kLog2 * n;
  DoubleDouble sum = 1.0;
  for (int i = 28; i > 0; --i) {
    sum = DoubleDouble(1.0) + sum * rest / DoubleDouble(static_cast<double>(i));
  }
  return std::ldexp(sum.value(), static_cast<int>(n));
}

// log of a positive number: m 2^n, and of m by the series of atanh.
DoubleDouble logarithm(double x) {
  int n = 0;
  double m = std::frexp(x, &n);
  if (m < 0.7071067811865476) {
    m *= 2;
    --n;
  }
  const DoubleDouble s = exact_sum(m, -1.0) / exact_sum(m, 1.0);
  const DoubleDouble square = s * s;
  DoubleDouble sum = 0.0;
  for (int i = 45; i > 0; i -= 2) {
    sum = sum * square + DoubleDouble(1.0) / DoubleDouble(static_cast<double>(i));
  }
  return kLog2 * DoubleDouble(static_cast<double>(n)) + sum * s * DoubleDouble(2.0);
}

double whole_power(double base, int exponent) {
  double result = 1;
  for (int i = 0; i < (exponent < 0 ? -exponent : exponent); ++i) result *= base;
  return exponent < 0 ? 1 / result : result;
}

}  // namespace

double sine(double x) { return x == 0.0 ? x : sine_from(x, 0); }

double cosine(double x) { return sine_from(x, 1); }

double exponential(double x) { return x != x ? x : exponential_of(x); }

double power(double base, double exponent) {
  constexpr double kMostMultiplied = 64;
  if (base != base || exponent != exponent) return kNone;
  const bool whole = exponent == std::floor(exponent);
  if (whole && std::fabs(exponent) <= kMostMultiplied) {
    return whole_power(base, static_cast<int>(exponent));
  }
  if (base < 0.0 && !whole) return kNone;
  const double size = std::fabs(base);
  if (size == 0.0) return exponent > 0.0 ? 0.0 : kInfinite;
  if (size > std::numeric_limits<double>::max()) return exponent > 0.0 ? kInfinite : 0.0;
  const bool odd = std::fabs(exponent) < kWhole && exponent - 2 * std::floor(exponent / 2) == 1;
  const DoubleDouble log = logarithm(size);
  const double about = exponent * log.hi;
  // beyond this the result is out of range, and products of two doubles would be too
  if (!(std::fabs(about) < 1000)) {
    const double end = size == 1.0 ? 1.0 : about > 0.0 ? kInfinite : 0.0;
    return base < 0.0 && odd ? -end : end;
  }
  const double result = exponential_of(log * DoubleDouble(exponent));
  return base < 0.0 && odd ? -result : result;
}

}  // namespace tensio
