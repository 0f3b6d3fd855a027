// Newton's method with a line search on the energy.
//
//   repeat:  f = -dE/dx;  stop where f is small
//            H p = f      with H = K while that is positive definite, else a nearby matrix that is
//            x += t p     with t = 1, 1/2, 1/4, ... until the energy falls enough (Armijo)
//
// At rest the signs of K's eigenvalues are counted; from a saddle a step along a direction of
// negative stiffness leads on.
//
// Near the end the energy changes by less than its own rounding; there a step counts when it makes
// the largest force smaller.
//
// A step in time is an equilibrium with inertia, which makes most matrices positive definite: the
// ladder is short, and rest states need not be minima of E.
#include "solve/methods/newton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "solve/methods/line_search.hpp"

namespace tensio {

namespace {

/// Fraction of the predicted fall in energy that a step must reach.
constexpr int kMaxHalvings = 60;
constexpr double kShortStep = 0.25;
/// Of the force, what a step with the whole derivative may leave.
constexpr double kWhole = 1e-3;
/// The same for steps whose linear system is not solved exactly: the first step, at most, and
/// relative to the square by which the force fell.
constexpr double kFirstForcing = 0.5, kMostForcing = 0.5, kForcing = 0.9;

/// What stands in for K, in the order of trying. A small shift settles zero modes and slightly
/// negative ones and keeps what K knows; the projection settles all; larger shifts turn the step
/// towards the force itself.
constexpr MatrixKind kLadder[] = {{false, 0},    {false, 1e-10}, {false, 1e-8}, {false, 1e-6},
                                  {false, 1e-4}, {false, 1e-3},  {false, 1e-2}, {true, 1e-10},
                                  {true, 1e-8},  {true, 1e-6},   {true, 1e-4},  {true, 1e-2},
                                  {true, 1}};
/// The same for steps in time. Inertia holds what has no stiffness, so that the projection needs no
/// shift; but it is slow to leave the neighbourhood of a saddle, so that shifts are tried before
/// it.
constexpr MatrixKind kMotionLadder[] = {{false, 0},    {false, 1e-5}, {false, 1e-4},
                                        {false, 1e-3}, {false, 1e-2}, {false, 1e-1},
                                        {true, 0},     {true, 1e-2},  {true, 1}};

class Newton final : public Iteration {
 public:
  Newton(Backend& backend, VectorId x, const NewtonOptions& options, const Scratch& scratch)
      : Iteration(backend, x, options, scratch), options_(options) {}

 private:
  std::string no_step() const override {
    return options_.prepare ? "no step lowers the forces any more"
                            : "no step lowers the energy any more";
  }
  // Why no step helps, where that can be reported.
  std::string advice() const override {
    const NetworkData& net = backend_.net();
    double largest = 0;
    for (double coordinate : net.position) largest = std::max(largest, std::abs(coordinate));
    if (!(largest > kFarFromOrigin * net.length_scale)) return {};
    return fmt::format(
        "; coordinates up to {:.3g} leave no precision for springs of length {:.3g}: move the net "
        "to the origin",
        largest, net.length_scale);
  }
  void prepare(VectorId x) override {
    if (options_.prepare) options_.prepare(x);
  }

  // One step down, with the first matrix of the ladder that yields one.
  bool step() override {
    const std::span<const MatrixKind> ladder = limits_.in_motion
                                                   ? std::span<const MatrixKind>(kMotionLadder)
                                                   : std::span<const MatrixKind>(kLadder);
    const int rungs = static_cast<int>(ladder.size());
    for (int rung = 0; rung < rungs; rung = rung == 0 ? fallback_ : rung + 1) {
      const MatrixKind kind = ladder[rung];
      if (rung > 0 && options_.stop_far && shown_.residual > kFarFromRest) {
        far_ = true;
        return false;
      }
      if (!direction(kind) || !line_search()) continue;
      // Short steps ask for a larger shift next time, full ones for a smaller.
      if (rung > 0 && shown_.length < kShortStep) fallback_ = std::min(rung + 1, rungs - 1);
      if (rung > 0 && shown_.length == 1) fallback_ = std::max(rung - 1, 1);
      shown_.leaves_saddle = false;
      shown_.projected = limits_.in_motion ? rung > 0 : kind.projected;
      projected_iterations_ += shown_.projected;
      return true;
    }
    return false;
  }

  // p with H p = f, if H is positive definite.
  bool direction(MatrixKind kind) {
    if (!kind.projected && kind.shift == 0 && nodewise_direction()) return true;
    const Factor factor = backend_.factorise(x_, kind);
    if (factor == Factor::indefinite || factor == Factor::failed) return false;
    // With inertia a matrix is near to singular only beside much stiffer springs.
    if (factor == Factor::nearly_singular && kind.shift == 0 && !limits_.in_motion) return false;
    // Iterative solvers need no more digits than the step deserves.
    const double tolerance = std::clamp(0.1 * shown_.residual, 1e-12, 1e-3);
    if (!backend_.solve(f_, p_, tolerance)) return false;
    backend_.remove_rigid_motions(x_, p_);
    if (options_.subtract_rest) solve_whole(kind);
    slope_ = backend_.dot(f_, p_);
    return (slope_ > 0 || options_.subtract_rest) && std::isfinite(slope_);
  }

  // p with K p = f by conjugate gradients over the nodes, where the springs pull; as near as the
  // step deserves.
  bool nodewise_direction() {
    by_nodes_ = false;
    if (limits_.in_motion || options_.subtract_rest) return false;
    LinearSystem* const system = backend_.solver(SolverKind::nodewise);
    if (!system || system->prepare(x_, {}) == Factor::failed) return false;
    if (!system->solve(f_, p_, forcing())) return false;
    backend_.remove_rigid_motions(x_, p_);
    slope_ = backend_.dot(f_, p_);
    return by_nodes_ = slope_ > 0 && std::isfinite(slope_);
  }

  // What a step may leave of the force [Eisenstat and Walker 1996, choice 2]: as little as the last
  // one lets expect, less so where that would be a fall all of a sudden, and no less than is asked
  // for in the end.
  double forcing() {
    const double ratio = shown_.residual / last_residual_;
    double part = last_residual_ > 0 ? kForcing * ratio * ratio : kFirstForcing;
    if (const double before = kForcing * forcing_ * forcing_; before > 0.1)
      part = std::max(part, before);
    last_residual_ = shown_.residual;
    forcing_ = std::min(part, kMostForcing);
    return std::max(forcing_, 0.5 * limits_.tolerance / shown_.residual);
  }

  // p with (K + rest) p = f, nearly: the best in the space of H⁻¹ r for the residuals r on the way
  // (GCR). It shortens f, however far it comes.
  void solve_whole(MatrixKind kind) {
    if (kind.projected) (void)backend_.stiffness(x_, false);
    const VectorId r = options_.space[0];
    const std::size_t most = (options_.space.size() - 1) / 2;
    const double enough = kWhole * kWhole * backend_.dot(f_, f_);
    backend_.copy(f_, r);
    for (std::size_t k = 0; k < most; ++k) {
      const VectorId z = options_.space[2 * k + 1], q = options_.space[2 * k + 2];
      if (k == 0) {
        backend_.copy(p_, z);
        backend_.axpy(-1, p_, p_);
      } else if (!backend_.solve(r, z, kWhole)) {
        return;
      }
      // q = -(K + rest) z, at right angles to those before.
      backend_.copy(z, q);
      backend_.axpy(-1, q, q);
      backend_.subtract_product(z, q);
      options_.subtract_rest(x_, z, q);
      for (std::size_t i = 0; i < k; ++i) {
        const VectorId other = options_.space[2 * i + 2];
        const double along = backend_.dot(q, other) / backend_.dot(other, other);
        backend_.axpy(-along, other, q);
        backend_.axpy(-along, options_.space[2 * i + 1], z);
      }
      const double length = backend_.dot(q, q);
      if (!(length > 0)) return;
      const double part = -backend_.dot(r, q) / length;
      backend_.axpy(part, q, r);
      backend_.axpy(part, z, p_);
      if (backend_.dot(r, r) <= enough) return;
    }
  }

  // x += t p for the first t that goes down enough.
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

  // Forces that no energy belongs to are computed again at the trial, and put back if that fails.
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

  // Where energies cannot tell: by the tolerance or, among stiff springs, in units of rounding.
  bool comes_closer() {
    return distance_from_rest(backend_.force_norms(trial_, trial_f_), limits_.tolerance) <
           distance_from_rest(norms_, limits_.tolerance);
  }

  // From a rest state with negative modes: a step along one of them, to where the energy is lower.
  bool goes_on() override {
    if (limits_.in_motion) return false;
    const FallingModes falling = negative_modes();
    if (falling.count <= 0 || !options_.leave_saddles || !may_go_on()) return false;
    // As long as a spring of the net; its curvature p.K p; then both ways along it, and shorter.
    const double curvature = !falling.mode.empty() ? take_mode(falling) : take_direction();
    const double noise = energy_.noise();
    for (double t = 1; t > 1e-9; t *= 0.5)
      for (double way : {t, -t}) {
        backend_.copy(x_, trial_);
        backend_.axpy(way, p_, trial_);
        const double fall = energy_.value - backend_.energy(trial_).value;
        if (!(fall > noise) || fall < -0.1 * t * t * curvature) continue;
        backend_.copy(trial_, x_);
        ++shown_.iteration;
        shown_.length = t;
        shown_.projected = false;
        shown_.leaves_saddle = true;
        measure();
        return true;
      }
    return false;
  }

  // p = a direction of negative stiffness, and its curvature.
  double take_direction() {
    backend_.negative_direction(p_);
    backend_.remove_rigid_motions(x_, p_);
    (void)lengthen();
    backend_.copy(p_, trial_f_);
    backend_.axpy(-1, trial_f_, trial_f_);
    backend_.subtract_product(p_, trial_f_);
    return -backend_.dot(p_, trial_f_);
  }

  // The same for a mode so soft that K itself does not tell its curvature.
  double take_mode(const FallingModes& falling) {
    backend_.upload(falling.mode, p_);
    const double factor = lengthen();
    return falling.curvature * factor * factor;
  }

  // Makes p as long as a spring; the factor.
  double lengthen() {
    const double factor = backend_.net().length_scale / backend_.max_abs(p_);
    backend_.axpy(factor - 1, p_, p_);
    return factor;
  }

  // One more full step, kept if it lowers the residual. It costs as much as those before where they
  // are not exact.
  bool polish() override {
    if (by_nodes_) return false;
    if (!direction(kLadder[0])) return false;
    backend_.copy(x_, trial_);
    backend_.axpy(1, p_, trial_);
    prepare(trial_);
    if (!(relative_residual(backend_.force_norms(trial_, trial_f_)) < shown_.residual))
      return false;
    backend_.copy(trial_, x_);
    ++shown_.iteration;
    shown_.length = 1;
    shown_.projected = false;
    shown_.leaves_saddle = false;
    return true;
  }

  const NewtonOptions& options_;
  double slope_ = 0;
  int fallback_ = 1;       // the rung tried first where K does not serve
  bool by_nodes_ = false;  // the last step
  double forcing_ = 0, last_residual_ = 0;
  std::optional<EnergyValue> trial_energy_;
};

}  // namespace

NewtonResult newton(Backend& backend, VectorId x, const NewtonOptions& options,
                    const Watch& watch) {
  return newton(backend, x, options, watch, make_scratch(backend));
}

NewtonResult newton(Backend& backend, VectorId x, const NewtonOptions& options, const Watch& watch,
                    const Scratch& scratch) {
  return Newton(backend, x, options, scratch).run(watch);
}

}  // namespace tensio
