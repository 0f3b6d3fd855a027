// The prefactored steps of implicit motion, at rest: a step of infinite length.
//
//   repeat:  f = -dE/dx;  stop if f is small
//            p = B f       with B near the inverse of the projected matrix, corrected by the last
//            x += t p      steps; t = 1, and less until the energy falls enough (Armijo)
//
// B begins as the cycle over two levels of SolverKind::prefactored. That costs a tenth of solving
// with a factor of the matrix, and takes hardly more steps: the negative stiffness that the
// projected matrix leaves out is what limits both. Where wrinkles form, the true matrix is
// indefinite until the end.
#include "solve/methods/two_level_descent.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solve/methods/line_search.hpp"
#include "solve/methods/recent_steps.hpp"

namespace tensio {

namespace {

/// Resists modes without stiffness, in units of the stiffness of each node's springs. The cycle
/// works in single precision with this shift, and in double precision with smaller ones.
constexpr double kShift = 2e-5;
/// The matrix is made again after kReuse steps, and after one that was shorter than kShort.
constexpr int kReuse = 20;
constexpr double kShort = 0.1;
/// Nets with fewer axes have a factor of their matrix in no time, and keep the bits they always
/// had.
constexpr std::size_t kSmall = 2500;

class TwoLevelDescent final : public Iteration {
 public:
  TwoLevelDescent(Backend& backend, VectorId x, const Limits& limits)
      : Iteration(backend, x, limits, make_scratch(backend)),
        system_(*backend.solver(SolverKind::prefactored)) {
    for (int i = 0; i < kStored; ++i) {
      const VectorId s = backend.make_vector();
      recent_.set_vectors(i, s, backend.make_vector());
    }
  }

 private:
  static constexpr int kStored = 5;

  std::string no_step() const override { return "no step lowers the energy any more"; }

  bool step() override {
    if ((reused_ == 0 || reused_ >= kReuse || shown_.length < kShort) && !renew()) return false;
    ++reused_;
    if (!direction() || !line_search()) {
      // The stored steps mislead.
      if (recent_.empty()) return false;
      recent_.forget();
      if (!renew() || !direction() || !line_search()) return false;
    }
    recent_.remember(backend_, x_, trial_, f_, trial_f_);
    backend_.copy(trial_, x_);
    std::swap(f_, trial_f_);
    return true;
  }

  bool renew() {
    reused_ = 0;
    const MatrixKind kind{.projected = true, .shift = kShift, .begin = x_};
    return system_.prepare(x_, kind) == Factor::positive_definite;
  }

  // p = B f.
  bool direction() {
    recent_.apply(backend_, f_, p_, [&](VectorId p) { system_.solve(p, p, 0); });
    backend_.remove_rigid_motions(x_, p_);
    slope_ = backend_.dot(f_, p_);
    return slope_ > 0 && std::isfinite(slope_);
  }

  // The trial becomes x + t p; a step that is too long is shortened to the minimum of the parabola
  // through the energy and slope at 0 and the energy at t.
  bool line_search() {
    double part = 0.5;
    for (double t = 1; t > 1e-12; t *= part) {
      backend_.combine(x_, t, p_, trial_);
      const StateValue value = backend_.evaluate(trial_, trial_f_, Want::energy_and_norms);
      const double fall = energy_.value - value.energy.value;
      const bool closer =
          t * slope_ <= energy_.noise() && value.norms.largest_force < norms_.largest_force;
      if ((fall >= kArmijo * t * slope_ && fall > 0) || closer) {
        known_ = value;
        shown_.length = t;
        return true;
      }
      part =
          std::isfinite(fall) ? std::clamp(0.5 * t * slope_ / (t * slope_ - fall), 0.1, 0.6) : 0.1;
    }
    return false;
  }

  LinearSystem& system_;
  RecentSteps<kStored> recent_;
  double slope_ = 0;
  int reused_ = 0;  // steps with the matrix at hand
};

}  // namespace

bool can_descend(Backend& backend) {
  return backend.net().constrained.size() >= kSmall && backend.net().solids.empty() &&
         backend.solver(SolverKind::prefactored) != nullptr;
}

NewtonResult two_level_descent(Backend& backend, VectorId x, const Limits& limits,
                               const Watch& watch) {
  return TwoLevelDescent(backend, x, limits).run(watch);
}

}  // namespace tensio
