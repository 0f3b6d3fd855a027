// Newton's method with predicted tensions.
//
//   repeat:  f = -dE/dx;  stop if f is small
//            H p = f      with H = sum over springs of tangent n nᵀ + q' (1 - n nᵀ)
//            x += p       q' = (T + tangent n.dp) / l for the next step, dp of the spring's ends
//
// A step that turns a spring by an angle a stretches it by l a²/2, because positions move along
// straight lines. In a stiff spring that changes the tension, and with it q = T/l, by more than all
// forces that are to be balanced. The tension that the linear equations predicted is right to first
// order, and the next step, which solves with the true forces, removes the stretch. This is
// Newton's method for positions and tensions as separate unknowns, with the tensions eliminated
// [Magisano et al. 2017, for finite elements].
//
// Along the way the energy may rise. If it has not fallen below that of the best state after some
// steps, the iteration returns to that state and takes the step from there shortened by a line
// search (a watchdog [Chamberlain et al. 1982]).
//
// If H is not positive definite, max(q', 0) replaces q'. If a step turns a spring by more than half
// a radian, H is made again with more stiffness across at the springs whose energy would rise above
// the quadratic one: one soft part of a large net does not shorten the step of the others.
#include "solve/methods/mixed_newton.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solve/methods/line_search.hpp"

namespace tensio {

namespace {

/// If a step turns a spring further, the matrix is made again, up to kMostRepeats times.
constexpr double kLargestTurn = 0.5;
constexpr int kMostRepeats = 2;
/// Steps that turn a spring further are shortened.
constexpr double kMostTurn = 1;
/// Steps without a lower energy before the iteration returns to the best state.
constexpr int kMostWithoutGain = 5;
/// Steps with the projected matrix after K was not positive definite.
constexpr int kProjectedSteps = 3;
/// What remains of the added stiffness from step to step.
constexpr double kRemains = 0.25;
/// Resists modes without stiffness; larger ones if that does not suffice.
constexpr double kShifts[] = {1e-8, 1e-6, 1e-4, 1e-2};

class MixedNewton final : public Iteration {
 public:
  MixedNewton(Backend& backend, VectorId x, const Limits& limits)
      : Iteration(backend, x, limits, make_scratch(backend)),
        best_x_(backend.make_vector()),
        best_p_(backend.make_vector()),
        predicted_(backend.make_vector(Items::springs)),
        next_(backend.make_vector(Items::springs)),
        added_(backend.make_vector(Items::springs)) {}

  /// The best state, where the last one has a higher energy.
  void restore() {
    if (started_ && energy_.value > best_energy_) backend_.copy(best_x_, x_);
  }

 private:
  std::string no_step() const override { return "no step lowers the energy any more"; }

  bool step() override {
    const bool lower = !started_ || returned_ ||
                       energy_.value < best_energy_ - kArmijo * best_slope_ ||
                       best_slope_ <= energy_.noise();
    if (!lower && ++waited_ >= kMostWithoutGain) return return_to_best();
    if (!direction()) return false;
    if (lower) {
      backend_.copy(x_, best_x_);
      backend_.copy(p_, best_p_);
      best_energy_ = energy_.value;
      best_slope_ = slope_;
      started_ = true;
      returned_ = false;
      waited_ = 0;
    }
    shown_.length = 1;
    if (turn_ > kMostTurn) {
      shown_.length = kMostTurn / turn_;
      backend_.combine(x_, shown_.length, p_, trial_);
      (void)backend_.predict_across(x_, trial_, next_, -1);
    }
    backend_.copy(trial_, x_);
    std::swap(predicted_, next_);
    has_predicted_ = true;
    projected_iterations_ += shown_.projected;
    return true;
  }

  // p with H p = f, and the state x + p that it leads to.
  bool direction() {
    for (int repeat = 0;; ++repeat) {
      if (!factorise(repeat)) return false;
      if (!backend_.solve(f_, p_, 1e-12)) return false;
      backend_.remove_rigid_motions(x_, p_);
      slope_ = backend_.dot(f_, p_);
      if (!(slope_ > 0) || !std::isfinite(slope_)) return false;
      backend_.combine(x_, 1, p_, trial_);
      turn_ = backend_.predict_across(x_, trial_, next_, -1);
      if (turn_ <= kLargestTurn || repeat == kMostRepeats) break;
      (void)backend_.predict_across(x_, trial_, next_, added_);
    }
    backend_.axpy(kRemains - 1, added_, added_);
    return true;
  }

  // H: as it is, if that is positive definite, else projected.
  bool factorise(int repeat) {
    MatrixKind kind = {false, kShifts[0]};
    if (has_predicted_) kind.across = predicted_;
    kind.added = added_;
    kind.only_positive = true;
    shown_.projected = false;
    if (projected_steps_ == 0) {
      if (is_positive(backend_.factorise(x_, kind))) return true;
      projected_steps_ = kProjectedSteps;
    } else if (repeat == 0) {
      --projected_steps_;
    }
    shown_.projected = true;
    kind.projected = true;
    for (double shift : kShifts) {
      kind.shift = shift;
      if (is_positive(backend_.factorise(x_, kind))) return true;
    }
    return false;
  }
  static bool is_positive(Factor factor) {
    return factor == Factor::positive_definite || factor == Factor::nearly_singular;
  }

  // x = the best state plus its step, shortened until the energy falls.
  bool return_to_best() {
    has_predicted_ = false;
    returned_ = true;
    waited_ = 0;
    shown_.projected = false;
    for (double t = 1; t > 1e-12; t *= part_) {
      backend_.combine(best_x_, t, best_p_, trial_);
      const EnergyValue energy = backend_.energy(trial_);
      const double fall = best_energy_ - energy.value;
      part_ = std::isfinite(fall)
                  ? std::clamp(0.5 * t * best_slope_ / (t * best_slope_ - fall), 0.1, 0.6)
                  : 0.1;
      if (!(fall >= kArmijo * t * best_slope_ && fall > 0) && t * best_slope_ > energy.noise())
        continue;
      backend_.copy(trial_, x_);
      known_energy_ = energy;
      shown_.length = t;
      return true;
    }
    return false;
  }

  VectorId best_x_, best_p_;  // the state of lowest energy, and the step from it
  double best_energy_ = 0, best_slope_ = 0;
  VectorId predicted_, next_;  // q' of the springs, of this step and the next
  VectorId added_;             // to it
  double slope_ = 0, turn_ = 0, part_ = 0.5;
  int waited_ = 0, projected_steps_ = 0;
  bool started_ = false, returned_ = false, has_predicted_ = false;
};

}  // namespace

NewtonResult mixed_newton(Backend& backend, VectorId x, const Limits& limits, const Watch& watch) {
  MixedNewton method(backend, x, limits);
  NewtonResult result = method.run(watch);
  if (result.status != Status::converged) method.restore();
  return result;
}

}  // namespace tensio
