// Conjugate gradients with d x d block Jacobi, on the blocks of K as they are.
#pragma once

#include <vector>

#include "backend/backend.hpp"
#include "core/parallel.hpp"

namespace tensio {

class PcgSolver {
 public:
  PcgSolver(const NetworkData& net, ThreadPool& pool);

  /// Takes K and the shift, inverts the diagonal blocks; `indefinite` where one of them is.
  [[nodiscard]] Factor prepare(const double* K, double shift);
  /// result = A⁻¹ right to |right - A result| <= tolerance |right|; false where a direction of
  /// negative curvature was met. Both vectors are zero on axes that are no unknowns. With `guess`
  /// it begins at what `result` holds on the unknowns.
  [[nodiscard]] bool solve(const double* right, double* result, double tolerance, bool guess);

 private:
  void product(const double* x, double* y);
  void precondition(const double* r, double* z);
  double dot(const std::vector<double>& x, const std::vector<double>& y);

  const NetworkData& net_;
  ThreadPool& pool_;
  const double* K_ = nullptr;
  double shift_ = 0;
  std::vector<double> inverse_;  // diagonal blocks
  std::vector<double> r_, z_, p_, Ap_;
};

}  // namespace tensio
