// How far two lists of numbers are apart.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace tensio::testing {

/// Infinity where a number is NaN in one of them, or missing.
inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (a.size() != b.size()) return kInfinity;
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(a[i] - b[i]);
    largest = std::isnan(difference) ? kInfinity : std::max(largest, difference);
    if (largest == kInfinity) break;
  }
  return largest;
}

}  // namespace tensio::testing
