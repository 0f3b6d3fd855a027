// A sine of our own: the machine's may differ in the last bit.
#pragma once

#include <cmath>

namespace tensio {

inline constexpr double kTwoPi = 6.283185307179586;
inline constexpr double kPi = kTwoPi / 2;

/// sin(2 pi u), |u| at most a quarter: the Taylor series, which is exact to rounding there.
inline double sine_of_quarter(double u) {
  const double x = kTwoPi * u, x2 = x * x;
  double sum = 0;
  for (int n = 21; n >= 3; n -= 2) sum = (1 + sum) * (-x2 / (n * (n - 1)));
  return x * (1 + sum);
}

/// sin(2 pi u) for any u: whole turns go, and what is beyond a quarter is mirrored.
inline double sine_of_turns(double u) {
  u -= std::floor(u + 0.5);
  if (u > 0.25) u = 0.5 - u;
  if (u < -0.25) u = -0.5 - u;
  return sine_of_quarter(u);
}

}  // namespace tensio
