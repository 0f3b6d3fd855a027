// The largest eigenvalue of a symmetric matrix that is given by its products.
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

/// This number of steps brackets it to 4 %; the width is proportional to 1 / steps².
inline constexpr int kLanczosSteps = 64;

/// Lanczos' method from a fixed pseudorandom start; y has `size` components, of which only those in
/// `axes` are not zero. The same bits on every machine.
Largest largest_eigenvalue(std::size_t size, const std::vector<int>& axes, const Product& product,
                           int steps = kLanczosSteps);

}  // namespace tensio
