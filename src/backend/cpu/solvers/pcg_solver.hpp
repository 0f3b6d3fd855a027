// Conjugate gradients on K as it is, by blocks or by springs.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "backend/cpu/solvers/preconditioner.hpp"
#include "core/parallel.hpp"

namespace tensio {

template <int D>
class PcgSolver {
 public:
  /// Products with A: x is zero on fixed axes, and y becomes so.
  struct Products {
    /// y = A x, and x · y: those of the iterations.
    std::function<double(const double* x, double* y)> fast;
    /// y = A x to all digits, where the other has fewer.
    std::function<void(const double* x, double* y)> exact;
  };

  PcgSolver(const NetworkData& net, ThreadPool& pool,
            std::unique_ptr<Preconditioner<D>> preconditioner, Products products);

  /// Takes a matrix; `indefinite` where the preconditioner notices that it is.
  [[nodiscard]] Factor prepare(const Matrix<D>& A) { return preconditioner_->prepare(A); }
  /// result = A⁻¹ right to |right - A result| <= tolerance |right|; false where a direction of
  /// negative curvature was met. Both vectors are zero on axes that are not unknowns. With `guess`
  /// it begins at what `result` holds on the unknowns.
  [[nodiscard]] bool solve(const double* right, double* result, double tolerance, bool guess);
  int iterations() const { return iterations_; }  ///< of all solves so far

 private:
  double move(double alpha, double* result);
  double residual(const double* right, const double* result);
  double multiply(const double* x, double* y);

  const NetworkData& net_;
  ThreadPool& pool_;
  std::unique_ptr<Preconditioner<D>> preconditioner_;
  Products products_;
  bool is_exact_ = false;  // fast products do not lead to the solution at hand
  int iterations_ = 0;
  std::vector<double> r_, z_, p_, Ap_;
};

}  // namespace tensio
