// Conjugate gradients on the blocks of K as they are.
#pragma once

#include <memory>
#include <vector>

#include "backend/cpu/preconditioner.hpp"
#include "core/parallel.hpp"

namespace tensio {

class PcgSolver {
 public:
  PcgSolver(const NetworkData& net, ThreadPool& pool,
            std::unique_ptr<Preconditioner> preconditioner);

  /// Takes K and the shift; `indefinite` where the preconditioner notices that they are.
  [[nodiscard]] Factor prepare(const double* K, double shift);
  /// result = A⁻¹ right to |right - A result| <= tolerance |right|; false where a direction of
  /// negative curvature was met. Both vectors are zero on axes that are no unknowns. With `guess`
  /// it begins at what `result` holds on the unknowns.
  [[nodiscard]] bool solve(const double* right, double* result, double tolerance, bool guess);

 private:
  void product(const double* x, double* y);
  double dot(const std::vector<double>& x, const std::vector<double>& y);

  ThreadPool& pool_;
  BlockMatrix A_;
  std::unique_ptr<Preconditioner> preconditioner_;
  std::vector<double> r_, z_, p_, Ap_;
};

}  // namespace tensio
