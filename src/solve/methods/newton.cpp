// Newton's method with a line search on the energy.
//
//   repeat:  f = -dE/dx;  stop if f is small
//            H p = f      with H = K while that is positive definite, else a nearby matrix that is
//            x += t p     with t = 1, 1/2, 1/4, ... until the energy falls enough (Armijo)
//
// At equilibrium the negative eigenvalues of K are counted. From a saddle point the iteration
// continues with a step along a direction of negative stiffness.
//
// Near the end the energy changes by less than its own rounding error. Then a step is accepted if
// it makes the largest force smaller.
//
// A time step is an equilibrium with inertia, which makes most matrices positive definite: the list
// of matrices is short, and its equilibria need not be minima of E.
#include "solve/methods/newton.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "solve/methods/forcing.hpp"
#include "solve/methods/gcr.hpp"
#include "solve/methods/line_search.hpp"
#include "solve/methods/matrix_ladder.hpp"
#include "solve/methods/precise_forces.hpp"
#include "solve/methods/saddle.hpp"

namespace tensio {

namespace {

constexpr int kMaxHalvings = 60;

class Newton final : public Iteration {
 public:
  Newton(Backend& backend, VectorId x, const NewtonOptions& options, const Scratch& scratch)
      : Iteration(backend, x, options, scratch), options_(options) {}

 private:
  std::string no_step() const override {
    return options_.prepare ? "no step lowers the forces any more"
                            : "no step lowers the energy any more";
  }
  std::string advice() const override { return precision_advice(backend_.net()); }
  void prepare(VectorId x) override {
    if (options_.prepare) options_.prepare(x);
  }

  // One descent step, with the first matrix of the ladder that yields one.
  bool step() override {
    for (int rung = 0; rung < ladder_.size(); rung = ladder_.next(rung)) {
      if (rung > 0 && options_.stop_far && shown_.residual > kFarFromEquilibrium &&
          backend_.large_at_rest()) {
        far_ = true;
        return false;
      }
      if (!direction(ladder_[rung]) || !line_search()) continue;
      ladder_.adapt(rung, shown_.length);
      shown_.leaves_saddle = false;
      shown_.projected = limits_.in_motion ? rung > 0 : ladder_[rung].projected;
      projected_iterations_ += shown_.projected;
      return true;
    }
    return false;
  }

  // p with H p = f, if H is positive definite.
  bool direction(MatrixKind kind) {
    if (!kind.projected && kind.shift == 0 && nodewise_direction()) return true;
    if (!limits_.in_motion && backend_.solver(SolverKind::nodewise)) backend_.expect_solves(x_);
    kind.only_positive = true;
    const Factor factor = backend_.factorise(x_, kind);
    if (factor == Factor::indefinite || factor == Factor::failed) return false;
    // With inertia a matrix is nearly singular only because of much stiffer springs.
    if (factor == Factor::nearly_singular && kind.shift == 0 && !limits_.in_motion) return false;
    // Iterative solvers need no more accuracy than the step.
    const double tolerance = std::clamp(0.1 * shown_.residual, 1e-12, 1e-3);
    if (!backend_.solve(f_, p_, tolerance)) return false;
    backend_.remove_rigid_motions(x_, p_);
    if (options_.subtract_unsymmetric) solve_unsymmetric(kind);
    slope_ = backend_.dot(f_, p_);
    return (slope_ > 0 || options_.subtract_unsymmetric) && std::isfinite(slope_);
  }

  // p with (K + N) p = f, where N is the unsymmetric part of the derivative.
  void solve_unsymmetric(MatrixKind kind) {
    if (kind.projected) (void)backend_.stiffness(x_, false);
    solve_gcr(backend_, f_, p_, options_.space, [this](VectorId z, VectorId q) {
      backend_.subtract_product(z, q);
      options_.subtract_unsymmetric(x_, z, q);
    });
  }

  // p with K p = f by conjugate gradients with the scalar Laplacian, if the springs are in tension;
  // as accurate as the step requires.
  bool nodewise_direction() {
    by_nodes_ = false;
    if (limits_.in_motion || options_.subtract_unsymmetric) return false;
    LinearSystem* const system = backend_.solver(SolverKind::nodewise);
    if (!system || system->prepare(x_, {}) == Factor::failed) return false;
    if (!system->solve(f_, p_, forcing_.next(shown_.residual, limits_.tolerance))) return false;
    backend_.remove_rigid_motions(x_, p_);
    slope_ = backend_.dot(f_, p_);
    return by_nodes_ = slope_ > 0 && std::isfinite(slope_);
  }

  // x += t p for the first t that lowers the energy enough.
  bool line_search() {
    const double noise = energy_.noise();
    double t = 1;
    for (int halving = 0; halving < kMaxHalvings; ++halving, t *= 0.5) {
      backend_.copy(x_, trial_);
      backend_.axpy(t, p_, trial_);
      trial_energy_.reset();
      if ((slope_ > 0 && energy_falls(t)) ||
          (options_.prepare ? forces_fall(t) : t * slope_ <= noise && comes_closer())) {
        backend_.copy(trial_, x_);
        known_energy_ = options_.prepare ? std::nullopt : trial_energy_;
        shown_.length = t;
        return true;
      }
    }
    return false;
  }

  bool energy_falls(double t) {
    trial_energy_ = backend_.energy(trial_);
    const double fall = energy_.value - trial_energy_->value;
    return fall >= kArmijo * t * slope_ && fall > 0;
  }

  // Forces without an energy are prepared again at the trial position, and at x if the trial fails.
  bool forces_fall(double t) {
    options_.prepare(trial_);
    const ForceNorms summary = backend_.force_norms(trial_, trial_f_);
    const double part = 1 - kArmijo * t;
    if (backend_.dot(trial_f_, trial_f_) <= part * part * backend_.dot(f_, f_) ||
        distance_from_rest(summary, limits_.tolerance) <= 1)
      return true;
    options_.prepare(x_);
    return false;
  }

  // If energies cannot decide: relative to the tolerance or, among stiff springs, to rounding.
  bool comes_closer() {
    return distance_from_rest(backend_.force_norms(trial_, trial_f_), limits_.tolerance) <
           distance_from_rest(norms_, limits_.tolerance);
  }

  // From an equilibrium with negative modes: a step along one of them, to a lower energy.
  bool leave_saddle() override {
    if (limits_.in_motion) return false;
    const NegativeModes negative = negative_modes();
    if (negative.count <= 0 || !options_.leave_saddles || !may_continue()) return false;
    const double length =
        step_off_saddle(backend_, x_, negative, energy_, {f_, p_, trial_, trial_f_});
    if (length == 0) return false;
    count_step(length, true);
    measure();
    return true;
  }

  // One more full step, accepted if it lowers the residual. Not after inexact steps, where it would
  // cost as much as those before.
  bool polish() override {
    if (by_nodes_ || !options_.refine) return false;
    if (!direction(ladder_[0])) return false;
    backend_.copy(x_, trial_);
    backend_.axpy(1, p_, trial_);
    prepare(trial_);
    if (!(relative_residual(backend_.force_norms(trial_, trial_f_)) < shown_.residual))
      return false;
    backend_.copy(trial_, x_);
    count_step(1, false);
    return true;
  }

  void count_step(double length, bool leaves_saddle) {
    ++shown_.iteration;
    shown_.length = length;
    shown_.projected = false;
    shown_.leaves_saddle = leaves_saddle;
  }

  const NewtonOptions& options_;
  double slope_ = 0;
  MatrixLadder ladder_{limits_.in_motion};
  bool by_nodes_ = false;  // the last step, by nodewise_direction()
  Forcing forcing_;
  std::optional<EnergyValue> trial_energy_;
};

}  // namespace

NewtonResult newton(Backend& backend, VectorId x, const NewtonOptions& options, const Watch& watch,
                    const Scratch& scratch) {
  return Newton(backend, x, options, scratch).run(watch);
}

}  // namespace tensio
