// The largest eigenvalue of a symmetric matrix that is known by its products.
#pragma once

#include <functional>
#include <vector>

namespace tensio {

/// out = matrix x y.
using Product = std::function<void(const std::vector<double>& y, std::vector<double>& out)>;

struct Largest {
  double found = 0;    ///< not above the largest eigenvalue
  double at_most = 0;  ///< not below it, and at most 4 % of the eigenvalues' range above
};

/// So many steps bracket it to 4 %; the width goes with one over their square.
inline constexpr int kLanczosSteps = 64;

/// Lanczos' method from a start drawn once and for all; y has `size` components, of which only
/// those in `axes` are not zero. The same bits on every machine.
Largest largest_eigenvalue(std::size_t size, const std::vector<int>& axes, const Product& product,
                           int steps = kLanczosSteps);

}  // namespace tensio
