// What line searches share.
#pragma once

#include <algorithm>
#include <cmath>

namespace tensio {

/// Fraction of the decrease predicted by the slope that a step must reach.
inline constexpr double kArmijo = 1e-4;

/// Which part of a step that was too long to take: the minimum of the cubic polynomial with the
/// fall of the energy along the step, and with these slopes downwards at its begin and end, each
/// times the length of the step; between 0.1 and 0.8. Where a cloth buckles, the energy grows with
/// the fourth power: a linear slope would lead to a fifth of the right step.
inline double part_of_step(double fall, double begin, double end) {
  constexpr double kShortest = 0.1, kLongest = 0.8;
  const double c = 3 * fall - begin - end;
  const double root = std::sqrt(std::max(c * c - begin * end, 0.0));
  const double part = 1 - (root - end - c) / (begin - end + 2 * root);
  return part > kShortest ? std::min(part, kLongest) : kShortest;
}

}  // namespace tensio
