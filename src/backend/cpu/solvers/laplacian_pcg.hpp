// Conjugate gradients on K of a net whose springs pull, with the scalar Laplacian as
// preconditioner.
//
// The block of a spring has the eigenvalues tangent (along) and q = T/l (across, D - 1 times). With
// their mean w for its weight in the scalar Laplacian P, which has one number for each pair of
// nodes,
//
//   min(tangent, q)/w P  <=  K  <=  max(tangent, q)/w P
//
// so that the iterations depend on how far the springs are stretched, and not on the size of the
// net. P has a factor 27 times cheaper than K's in space, and one is used for a whole solve.
//
// The same bounds show that K is positive definite without a factorisation of it.
#pragma once

#include <memory>
#include <vector>

#include "backend/cpu/solvers/scalar_laplacian.hpp"
#include "backend/loops.hpp"
#include "core/parallel.hpp"

namespace tensio {

/// The blocks of all springs of a state, and bounds on them.
template <int D>
struct SpringBlocks {
  std::vector<SpringStiffness<D>> block;
  bool none_negative = false;  // tangent and q of every spring are at least 0
  double least = 0, most = 0;  // sums of the smaller and the larger of tangent and q

  void take(const NetworkData& net, const double* x, const Extras& extras, ThreadPool& pool);
};

template <int D>
class NodePcg {
 public:
  NodePcg(const NetworkData& net, ThreadPool& pool, bool reproducible);

  /// Takes the springs at x; factorises P the first time. False where that has no factor, or the
  /// springs are stretched too little for quick convergence.
  [[nodiscard]] bool prepare(const double* x, const Extras& extras);
  /// result = K⁻¹ right, to max|right - K result| <= tolerance max|right|. False where K is not
  /// positive definite or too many iterations are needed.
  [[nodiscard]] bool solve(const double* right, double* result, double tolerance);
  /// With the springs at x: every eigenvalue of K is certainly above `part` of the largest.
  [[nodiscard]] bool surely_above(const double* x, const Extras& extras, double part);
  int iterations() const { return iterations_; }  ///< of all solves so far

 private:
  bool factorise();
  void product(const double* u, double* y);
  double dot(const std::vector<double>& u, const std::vector<double>& v);

  const NetworkData& net_;
  ThreadPool& pool_;
  bool reproducible_;
  std::unique_ptr<ScalarLaplacian> matrix_;  // analysed where it is needed first
  SpringBlocks<D> springs_;
  std::vector<double> weight_;
  enum class State { open, factorised, useless } state_ = State::open;
  int iterations_ = 0;
  std::vector<double> r_, z_, p_, Kp_;
};

}  // namespace tensio
