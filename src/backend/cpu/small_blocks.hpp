// Symmetric 2 x 2 and 3 x 3 blocks.
#pragma once

#include "core/vec.hpp"

namespace tensio {

/// Inverse of a symmetric block, by rows; false unless it is positive definite.
inline bool invert(const Block<2>& a, double* inverse) {
  const double det = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
  if (!(a(0, 0) > 0.0) || !(det > 0.0)) return false;
  inverse[0] = a(1, 1) / det;
  inverse[1] = inverse[2] = -a(0, 1) / det;
  inverse[3] = a(0, 0) / det;
  return true;
}

inline bool invert(const Block<3>& a, double* inverse) {
  const double c00 = a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1);
  const double c01 = a(1, 2) * a(2, 0) - a(1, 0) * a(2, 2);
  const double c02 = a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0);
  const double c11 = a(0, 0) * a(2, 2) - a(0, 2) * a(2, 0);
  const double c12 = a(0, 1) * a(2, 0) - a(0, 0) * a(2, 1);
  const double c22 = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
  const double det = a(0, 0) * c00 + a(0, 1) * c01 + a(0, 2) * c02;
  if (!(a(0, 0) > 0.0) || !(c22 > 0.0) || !(det > 0.0)) return false;
  inverse[0] = c00 / det;
  inverse[1] = inverse[3] = c01 / det;
  inverse[2] = inverse[6] = c02 / det;
  inverse[4] = c11 / det;
  inverse[5] = inverse[7] = c12 / det;
  inverse[8] = c22 / det;
  return true;
}

}  // namespace tensio
