#include "physics/maxwell.hpp"

#include <algorithm>

#include "core/elementary.hpp"

namespace tensio {

namespace {

/// Below, differences of exponentials lose digits, and their series are summed.
constexpr double kShort = 0.5;
/// Beyond, squares of z overflow; nothing is left of the tension at the start long before.
constexpr double kLongest = 1e150;
/// The terms are at most (2z)^n / (n + 1)!.
constexpr int kTerms = 20;

}  // namespace

MaxwellStep maxwell_step(double k, double eta, double h) {
  const double z = std::min(k * h / eta, kLongest);
  MaxwellStep step;
  step.decay = exponential(-z);
  step.taken = z / k;
  if (z >= kShort) {
    step.share = (1 - step.decay) / z;
    step.p = (1 - step.decay * step.decay) / (2 * z);
    step.q = (step.share - step.p) / z;
    step.r = (1 - 2 * step.share + step.p) / (z * z);
    return step;
  }
  // (-z)^n / (n + 1)! times 1, 2^n, (1 - 2^n) / z and (2^n - 2) / z²
  step.share = step.p = 1;
  step.q = step.r = 0;
  double one = 1, two = 1;            // the term of f, and of p
  double less_one = 0, less_two = 0;  // (-z)^(n-1) / (n + 1)!, and with n - 2
  for (int n = 1; n <= kTerms; ++n) {
    less_two = n == 2 ? 1. / 6 : less_two * -z / (n + 1);
    less_one = n == 1 ? 0.5 : less_one * -z / (n + 1);
    one *= -z / (n + 1);
    two *= -2 * z / (n + 1);
    const double power = static_cast<double>(1 << n);
    step.share += one;
    step.p += two;
    step.q += less_one * (power - 1);
    if (n >= 2) step.r += less_two * (power - 2);
  }
  return step;
}

}  // namespace tensio
