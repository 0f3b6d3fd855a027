// Incomplete Cholesky factors by blocks: M = L D Lᵀ with the pattern of the matrix's lower triangle
// [Meijerink and van der Vorst 1977], nodes in compiled order.
//
// L is kept in single precision: it steers conjugate gradients, whose own numbers are double, and
// half of the memory makes each iteration faster (the number of iterations is the same).
#pragma once

#include <vector>

#include "backend/cpu/preconditioner.hpp"

namespace tensio {

template <int D>
class Incomplete {
 public:
  explicit Incomplete(const NetworkData& net);

  [[nodiscard]] Factor factorise(const BlockMatrix& A);
  void solve(const double* r, double* z);

 private:
  const NetworkData& net_;
  std::vector<int> start_;       // of each node's row in L
  std::vector<float> lower_;     // unit lower triangle, blocks by rows
  std::vector<double> inverse_;  // of D
  std::vector<float> scaled_;    // the same, for solving
  std::vector<Block<D>> row_;    // L D of the row at hand
  std::vector<float> y_;
};

}  // namespace tensio
