// An exact solution for few unknowns: the matrix of groups of nodes.
#pragma once

#include <memory>
#include <vector>

#include "backend/common/direct_solver.hpp"

namespace tensio {

class CoarseMatrix {
 public:
  /// With blocks of d x d numbers: for each group those that it is joined to, from itself on and
  /// ascending.
  CoarseMatrix(int d, const std::vector<int>& start, const std::vector<int>& group, int threads);

  double work() const { return solver_->factor_work(); }
  /// What factorise() takes: of each column the entries from the diagonal on.
  ScalarMatrix& matrix() { return matrix_; }
  /// `empty`: what stands on the diagonal where it is zero. `indefinite` where the values are so by
  /// more than rounding explains.
  [[nodiscard]] Factor factorise(double empty);
  /// In place, with factors in single precision.
  void solve(double* right) { solver_->solve(right); }

 private:
  ScalarMatrix matrix_;
  std::unique_ptr<InertiaSolver> solver_;
};

}  // namespace tensio
