// What every use of CHOLMOD shares.
#pragma once

#include <dlfcn.h>
#include <suitesparse/cholmod.h>

#include <cstring>
#include <mutex>
#include <vector>

#include "tensio/error.hpp"

namespace tensio {

// More BLAS threads give other bits, and fight with ours; only OpenBLAS must be set to one.
inline void hold_blas_to_one_thread() {
  using SetThreads = void (*)(int);
  static const auto set_threads =
      reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
  if (set_threads) set_threads(1);
}

/// While it lives CHOLMOD's own loops, which would start four threads of OpenMP whatever the
/// machine or the environment says, stay on the caller's thread. They only copy and clear: bits do
/// not depend on it.
class OnThisThread {
 public:
  OnThisThread() : before_(levels() ? levels()() : 0) {
    if (set_levels()) set_levels()(0);
  }
  // With 0 another thread was here first, where levels are those of the process, and puts them
  // back.
  ~OnThisThread() {
    if (set_levels() && before_ > 0) set_levels()(before_);
  }
  OnThisThread(const OnThisThread&) = delete;
  OnThisThread& operator=(const OnThisThread&) = delete;

 private:
  using Levels = int (*)();
  using SetLevels = void (*)(int);
  // Where CHOLMOD was built without OpenMP neither is there.
  static Levels levels() {
    static const auto found =
        reinterpret_cast<Levels>(dlsym(RTLD_DEFAULT, "omp_get_max_active_levels"));
    return found;
  }
  static SetLevels set_levels() {
    static const auto found =
        levels() ? reinterpret_cast<SetLevels>(dlsym(RTLD_DEFAULT, "omp_set_max_active_levels"))
                 : nullptr;
    return found;
  }

  int before_;
};

// METIS draws from the C library's one random stream.
inline std::mutex& analysis_lock() {
  static std::mutex lock;
  return lock;
}

/// The lower triangle of a symmetric matrix by columns, as CHOLMOD sees it.
inline cholmod_sparse lower_triangle(const std::vector<int>& start, const std::vector<int>& row,
                                     const std::vector<double>& value) {
  cholmod_sparse view;
  std::memset(&view, 0, sizeof view);
  view.nrow = view.ncol = start.size() - 1;
  view.nzmax = row.size();
  view.p = const_cast<int*>(start.data());
  view.i = const_cast<int*>(row.data());
  view.x = const_cast<double*>(value.data());
  view.stype = -1;
  view.itype = CHOLMOD_INT;
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = 1;
  view.packed = 1;
  return view;
}

inline void refuse_if_out_of_memory(const cholmod_common& common, const cholmod_factor* factor) {
  if (common.status == CHOLMOD_OUT_OF_MEMORY || common.status == CHOLMOD_TOO_LARGE ||
      factor == nullptr)
    throw Error("the matrix is too large to factorise in memory; use the linear solver pcg",
                ErrorKind::limit);
}

}  // namespace tensio
