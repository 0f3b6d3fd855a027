// SuiteSparse CHOLMOD, supernodal.
#if defined(TENSIO_HAS_CHOLMOD)

#include <cstring>
#include <mutex>

#include "backend/cpu/solvers/cholmod_solver.hpp"
#include "backend/cpu/solvers/cholmod_tools.hpp"

namespace tensio {

namespace {

class CholmodSolver final : public DirectSolver {
 public:
  explicit CholmodSolver(const ScalarMatrix& matrix) {
    hold_blas_to_one_thread();
    cholmod_start(&common_);
    common_.print = 0;
    common_.supernodal = CHOLMOD_SUPERNODAL;
    cholmod_sparse view = view_of(matrix);
    const std::lock_guard<std::mutex> lock(analysis_lock());
    factor_ = cholmod_analyze(&view, &common_);
    entries_ = common_.lnz;
    work_ = common_.fl;
    refuse_if_out_of_memory(common_, factor_);
  }
  ~CholmodSolver() override {
    cholmod_free_factor(&factor_, &common_);
    cholmod_finish(&common_);
  }

  double factor_entries() const override { return entries_; }
  double factor_work() const override { return work_; }

  using DirectSolver::factorise;
  Factor factorise(const ScalarMatrix& matrix, FactorUntil) override {
    const OnThisThread no_threads;
    cholmod_sparse view = view_of(matrix);
    cholmod_factorize(&view, factor_, &common_);
    refuse_if_out_of_memory(common_, factor_);
    if (common_.status != CHOLMOD_OK || factor_->minor < factor_->n) return Factor::indefinite;
    // The squared ratio of the factor's diagonal entries bounds the conditioning from above.
    return cholmod_rcond(factor_, &common_) < kSingularPivot ? Factor::nearly_singular
                                                             : Factor::positive_definite;
  }

  void solve(double* right) override {
    const OnThisThread no_threads;
    cholmod_dense b;
    std::memset(&b, 0, sizeof b);
    b.nrow = b.d = b.nzmax = factor_->n;
    b.ncol = 1;
    b.x = right;
    b.xtype = CHOLMOD_REAL;
    b.dtype = CHOLMOD_DOUBLE;
    cholmod_dense* result = cholmod_solve(CHOLMOD_A, factor_, &b, &common_);
    refuse_if_out_of_memory(common_, factor_);
    std::memcpy(right, result->x, factor_->n * sizeof(double));
    cholmod_free_dense(&result, &common_);
  }

 private:
  static cholmod_sparse view_of(const ScalarMatrix& matrix) {
    return lower_triangle(matrix.outer(), matrix.inner(), matrix.values());
  }

  cholmod_common common_;
  cholmod_factor* factor_ = nullptr;
  double entries_ = 0, work_ = 0;
};

}  // namespace

std::unique_ptr<DirectSolver> make_cholmod_solver(const ScalarMatrix& matrix) {
  return std::make_unique<CholmodSolver>(matrix);
}

}  // namespace tensio

#endif
