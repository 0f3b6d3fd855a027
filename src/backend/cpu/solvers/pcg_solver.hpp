// Conjugate gradients on the blocks of K as they are.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "backend/cpu/solvers/preconditioner.hpp"
#include "core/parallel.hpp"

namespace tensio {

class PcgSolver {
 public:
  /// y = A x; x is zero on fixed axes, and y becomes so.
  using Product = std::function<void(const double* x, double* y)>;

  PcgSolver(const NetworkData& net, ThreadPool& pool,
            std::unique_ptr<Preconditioner> preconditioner, Product product);

  /// Takes a matrix; `indefinite` where the preconditioner notices that it is.
  [[nodiscard]] Factor prepare(const BlockMatrix& A) { return preconditioner_->prepare(A); }
  /// result = A⁻¹ right to |right - A result| <= tolerance |right|; false where a direction of
  /// negative curvature was met. Both vectors are zero on axes that are not unknowns. With `guess`
  /// it begins at what `result` holds on the unknowns.
  [[nodiscard]] bool solve(const double* right, double* result, double tolerance, bool guess);
  int iterations() const { return iterations_; }  ///< of all solves so far

 private:
  double move(double alpha, double* result);
  double dot(const std::vector<double>& x, const std::vector<double>& y);

  const NetworkData& net_;
  ThreadPool& pool_;
  std::unique_ptr<Preconditioner> preconditioner_;
  Product product_;
  int iterations_ = 0;
  std::vector<double> r_, z_, p_, Ap_;
};

}  // namespace tensio
