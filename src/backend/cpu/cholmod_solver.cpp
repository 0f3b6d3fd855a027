// SuiteSparse CHOLMOD, supernodal.
#if defined(TENSIO_HAS_CHOLMOD)

#include <dlfcn.h>
#include <suitesparse/cholmod.h>

#include <cstring>
#include <mutex>

#include "backend/cpu/direct_solver.hpp"
#include "tensio/error.hpp"

namespace tensio {

namespace {

// More BLAS threads give other bits, and fight with ours; OpenBLAS alone needs telling.
void hold_blas_to_one_thread() {
  using SetThreads = void (*)(int);
  static const auto set_threads =
      reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
  if (set_threads) set_threads(1);
}

// METIS draws from the C library's one random stream.
std::mutex& analysis_lock() {
  static std::mutex lock;
  return lock;
}

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
    refuse_if_out_of_memory();
  }
  ~CholmodSolver() override {
    cholmod_free_factor(&factor_, &common_);
    cholmod_finish(&common_);
  }

  double factor_entries() const override { return entries_; }
  double factor_work() const override { return work_; }

  Factor factorise(const ScalarMatrix& matrix) override {
    cholmod_sparse view = view_of(matrix);
    cholmod_factorize(&view, factor_, &common_);
    refuse_if_out_of_memory();
    if (common_.status != CHOLMOD_OK || factor_->minor < factor_->n) return Factor::indefinite;
    // The squared ratio of the factor's diagonal entries bounds the conditioning from above.
    return cholmod_rcond(factor_, &common_) < kSingularPivot ? Factor::nearly_singular
                                                             : Factor::positive_definite;
  }

  void solve(double* right) override {
    cholmod_dense b;
    std::memset(&b, 0, sizeof b);
    b.nrow = b.d = b.nzmax = factor_->n;
    b.ncol = 1;
    b.x = right;
    b.xtype = CHOLMOD_REAL;
    b.dtype = CHOLMOD_DOUBLE;
    cholmod_dense* result = cholmod_solve(CHOLMOD_A, factor_, &b, &common_);
    refuse_if_out_of_memory();
    std::memcpy(right, result->x, factor_->n * sizeof(double));
    cholmod_free_dense(&result, &common_);
  }

 private:
  static cholmod_sparse view_of(const ScalarMatrix& matrix) {
    cholmod_sparse view;
    std::memset(&view, 0, sizeof view);
    view.nrow = view.ncol = static_cast<std::size_t>(matrix.size());
    view.nzmax = matrix.inner().size();
    view.p = const_cast<int*>(matrix.outer().data());
    view.i = const_cast<int*>(matrix.inner().data());
    view.x = const_cast<double*>(matrix.values().data());
    view.stype = -1;  // the lower triangle
    view.itype = CHOLMOD_INT;
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    view.sorted = 1;
    view.packed = 1;
    return view;
  }
  void refuse_if_out_of_memory() const {
    if (common_.status == CHOLMOD_OUT_OF_MEMORY || common_.status == CHOLMOD_TOO_LARGE ||
        factor_ == nullptr)
      throw Error("the matrix is too large to factorise in memory; take the linear solver pcg",
                  ErrorKind::limit);
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
