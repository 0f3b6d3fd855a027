#include "backend/cpu/solvers/coarse_matrix.hpp"

#include "backend/cpu/solvers/block_ldlt.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// What is added to the diagonal, as a fraction, where motions without stiffness leave pivots that
/// are rounding alone.
constexpr double kCoarseShift = 1e-8;

}  // namespace

CoarseMatrix::CoarseMatrix(int d, const std::vector<int>& start, const std::vector<int>& group,
                           int threads)
    : matrix_(d, start, group),
      solver_(make_block_ldlt_solver(matrix_, threads, SolvePrecision::single)) {}

Factor CoarseMatrix::factorise(double empty) {
  const auto diagonal = [&](int column) -> double& {
    return matrix_.values()[usize(matrix_.outer()[column])];
  };
  for (int column = 0; column < matrix_.size(); ++column)
    if (diagonal(column) == 0.0) diagonal(column) = empty;
  if (solver_->factorise(matrix_) == Factor::positive_definite) return Factor::positive_definite;
  for (int column = 0; column < matrix_.size(); ++column) diagonal(column) *= 1 + kCoarseShift;
  const Factor factor = solver_->factorise(matrix_);
  return factor == Factor::failed ? Factor::indefinite : factor;
}

}  // namespace tensio
