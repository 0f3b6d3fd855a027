// Derivatives by finite differences that know how good they are.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

namespace tensio::testing {

struct Difference {
  double value = 0;
  double error = HUGE_VAL;  // its own estimate
};

// The derivative of f at 0 by central differences with smaller and smaller steps, extrapolated
// (Ridders 1982). It does not know what it is compared with.
inline Difference ridders(const std::function<double(double)>& f, double step) {
  constexpr int kRows = 7;
  double table[kRows][kRows];
  Difference best;
  for (int i = 0; i < kRows; ++i, step /= 2) {
    table[i][0] = (f(step) - f(-step)) / (2 * step);
    for (int j = 1; j <= i; ++j) {
      const double power = std::pow(4.0, j);
      table[i][j] = (power * table[i][j - 1] - table[i - 1][j - 1]) / (power - 1);
      const double error = std::max(std::abs(table[i][j] - table[i][j - 1]),
                                    std::abs(table[i][j] - table[i - 1][j - 1]));
      if (error <= best.error) best = {table[i][j], error};
    }
    if (i > 0 && std::abs(table[i][i] - table[i - 1][i - 1]) > 2 * best.error) break;
  }
  return best;
}

/// The derivative at 0 with an error below `wanted` by its own estimate, where some first step from
/// 0.01 down to 1e-4 gives that; else the best. A kink within a step may deceive one estimate: two
/// first steps have to agree.
inline Difference derivative_at_0(const std::function<double(double)>& f, double wanted) {
  Difference best, before = ridders(f, 1e-2);
  for (double step = 2e-3; step > 5e-5 && !(best.error < wanted); step /= 5) {
    Difference next = ridders(f, step);
    const Difference alone = next;
    next.error = std::max(next.error, std::abs(next.value - before.value));
    if (next.error < best.error) best = next;
    before = alone;
  }
  return best;
}

}  // namespace tensio::testing
