// Quasi-Newton steps for the minimum of E(x) + g/2 |x - y|²_M [Liu, Bouaziz, Kavan 2017]:
//
//   repeat:  f = -gradient;  stop if f is small
//            p = B f          with B near the inverse of the matrix, corrected by the last steps
//            x += t p         with t = 1, and less until the energy falls enough (Armijo)
//
// B begins as the solver SolverKind::prefactored, and is corrected by each step s and the change y
// of the gradient along it (L-BFGS). Each iteration costs one pass over the springs and solves with
// existing factors.
#include "solve/motion/prefactored.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/assert.hpp"
#include "core/index.hpp"
#include "solve/methods/line_search.hpp"
#include "solve/methods/recent_steps.hpp"

namespace tensio {

namespace {

constexpr int kMostShorter = 30;
/// Iterations after which the matrix is computed again at the current state: first
/// kFirstInterval, then kIntervalGrowth times as many each time, as long as all steps are full
/// ones.
constexpr int kFirstInterval = 3;
constexpr int kIntervalGrowth = 4;
/// A new matrix costs as much as this many iterations: in the last ones it is not worth it.
constexpr int kIterationsToPrepare = 2;

/// A step ends where the energy was convex along its last kConvexSteps iterations; where it was
/// not, up to kLeave more may leave a saddle.
constexpr int kConvexSteps = 3, kLeave = 30;

class QuasiNewton {
 public:
  QuasiNewton(Backend& backend, VectorId x, VectorId begin, const Limits& limits,
              const Scratch& scratch, std::span<const VectorId> space)
      : backend_(backend),
        system_(*backend.solver(SolverKind::prefactored)),
        limits_(limits),
        begin_(begin),
        result_(x),
        x_(x),
        f_(scratch.f),
        p_(scratch.p),
        trial_(scratch.trial),
        trial_f_(scratch.trial_f) {
    TENSIO_ASSERT(space.size() >= usize(kPrefactoredSpace));
    for (std::size_t i = 0; i < kStoredSteps; ++i)
      recent_.set_vectors(static_cast<int>(i), space[2 * i], space[2 * i + 1]);
  }

  NewtonResult run() {
    now_ = backend_.evaluate(x_, f_, Want::energy_and_norms);
    if (!prepare_matrix()) return ended(Status::stalled, "the matrix is not positive definite");
    for (;;) {
      // Small forces at the start still accelerate.
      const double residual = relative_residual(now_.norms);
      const bool solved = iterations_ > 0 && residual <= limits_.tolerance;
      if (solved && (iterations_ >= limits_.max_iterations || !at_saddle()))
        return ended(Status::converged, "");
      if (!std::isfinite(residual))
        return ended(Status::stalled, "the positions became NaN or infinite");
      if (iterations_ >= limits_.max_iterations)
        return ended(Status::iteration_limit, "the limit of iterations was reached");
      if (!step()) return stopped();
      ++iterations_;
    }
  }

 private:
  bool prepare_matrix() {
    since_prepared_ = 0;
    prepare_after_ =
        prepare_after_ == 0 || shortened_ ? kFirstInterval : kIntervalGrowth * prepare_after_;
    const MatrixKind kind{.begin = prepared_++ == 0 ? begin_ : -1};
    return system_.prepare(x_, kind) == Factor::positive_definite;
  }

  bool step() {
    const bool due = since_prepared_ >= prepare_after_ &&
                     iterations_ + kIterationsToPrepare < limits_.max_iterations;
    if ((due || shortened_) && !prepare_matrix()) return false;
    ++since_prepared_;
    if (!direction() || !line_search()) {
      // The stored steps mislead.
      if (recent_.empty()) return false;
      recent_.forget();
      if (!prepare_matrix() || !direction() || !line_search()) return false;
    }
    const bool convex = recent_.remember_last(backend_, x_, trial_, f_, trial_f_, t_, slope_);
    since_concave_ = convex ? since_concave_ + 1 : 0;
    std::swap(x_, trial_);
    std::swap(f_, trial_f_);
    now_ = next_;
    return true;
  }

  // Where the energy was concave along one of the last steps, it falls further.
  bool at_saddle() {
    return since_concave_ < kConvexSteps && ++leaving_ <= kLeave &&
           t_ * slope_ > now_.energy.noise();
  }

  // p = B f.
  bool direction() {
    recent_.apply(backend_, f_, p_, [&](VectorId p) { system_.solve(p, p, 0); });
    slope_ = backend_.dot(f_, p_);
    return slope_ > 0 && std::isfinite(slope_);
  }

  // The trial becomes x + t p for the first t that lowers the energy enough.
  bool line_search() {
    const double noise = now_.energy.noise();
    t_ = 1;
    for (int i = 0; i < kMostShorter; ++i) {
      backend_.combine(x_, t_, p_, trial_);
      next_ = backend_.evaluate(trial_, trial_f_, Want::energy_and_norms);
      const double fall = now_.energy.value - next_.energy.value;
      shortened_ = i > 0;
      if (fall >= kArmijo * t_ * slope_ && fall > 0) return true;
      // If energies cannot decide: by the largest force.
      if (t_ * slope_ <= noise && next_.norms.largest_force < now_.norms.largest_force) return true;
      t_ *= part_of_step(fall, t_ * slope_, t_ * backend_.dot(trial_f_, p_));
    }
    return false;
  }

  // No further step: converged to rounding, or stalled.
  NewtonResult stopped() {
    now_.norms = backend_.force_norms(x_, f_);
    if (at_rest(now_.norms, limits_.tolerance)) return ended(Status::converged, "");
    return ended(Status::stalled, "no step lowers the energy any more");
  }

  NewtonResult ended(Status status, const char* reason) {
    if (x_ != result_) backend_.copy(x_, result_);
    NewtonResult result;
    result.status = status;
    result.reason = reason;
    result.iterations = iterations_;
    result.residual = relative_residual(now_.norms);
    result.residual_force = now_.norms.largest_force;
    result.energy = now_.energy;
    return result;
  }

  Backend& backend_;
  LinearSystem& system_;
  Limits limits_;
  VectorId begin_, result_, x_, f_, p_, trial_, trial_f_;
  StateValue now_, next_;
  RecentSteps<kStoredSteps> recent_;
  double slope_ = 0, t_ = 1;
  bool shortened_ = false;
  int since_prepared_ = 0, prepare_after_ = 0, prepared_ = 0, iterations_ = 0;
  int since_concave_ = kConvexSteps, leaving_ = 0;
};

}  // namespace

NewtonResult prefactored(Backend& backend, VectorId x, VectorId begin, const Limits& limits,
                         const Scratch& scratch, std::span<const VectorId> space) {
  return QuasiNewton(backend, x, begin, limits, scratch, space).run();
}

}  // namespace tensio
