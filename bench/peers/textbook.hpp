// What the textbook programs share.
#pragma once

#include <Eigen/Sparse>

#include <vector>

#include "net_file.hpp"

using Matrix = Eigen::SparseMatrix<double>;
using Vector = Eigen::VectorXd;

/// Ones that take the axes that are not fixed.
inline Matrix selection(const Net& net) {
  std::vector<Eigen::Triplet<double>> entries;
  int row = 0;
  for (std::size_t n = 0; n < net.nodes(); ++n)
    for (int axis = 0; axis < 3 && net.fixed[n] == 0; ++axis)
      entries.emplace_back(row++, 3 * static_cast<int>(n) + axis, 1.0);
  Matrix p(row, 3 * static_cast<int>(net.nodes()));
  p.setFromTriplets(entries.begin(), entries.end());
  return p;
}
