#include "solve/methods/far_start.hpp"

#include <algorithm>

#include "solve/methods/mixed_newton.hpp"
#include "solve/methods/other_methods.hpp"
#include "solve/methods/slack_continuation.hpp"
#include "solve/methods/two_level_descent.hpp"

namespace tensio {

namespace {

/// Iterations after which Newton's method counts as slow; most solves end within 30.
constexpr int kSlow = 200;
/// Where the warm start of a large net ends: a step of Newton's method costs as much as fifty of
/// its cheap steps. If matrices are factorised the first ones are enough, the fewer in the plane,
/// where predicted tensions follow.
constexpr double kWarmTolerance = 1e-4;
constexpr int kMostCheap = 2000, kFirstCheap = 300, kFirstCheapInPlane = 100;
/// Where the methods of hard nets end: the usual Newton's method needs a few steps from there.
constexpr double kNearTolerance = 1e-6;
constexpr int kMostMixed = 400;
/// In space: wrinkles of surfaces make the matrix indefinite until the end, so that steps with a
/// positive definite one are taken; each costs a hundredth of Newton's.
constexpr int kMostDescent = 4000;
/// Iterations of that cycle which one of Newton's must cost at least: in rods and hair, where it
/// costs few, the cycle takes very many.
constexpr double kDear = 7;
/// Steps with reused factors cost a tenth of Newton's. In the plane predicted tensions are soon
/// better.
constexpr int kMostReused = 1000, kFirstReusedInPlane = 50;

class FarStart {
 public:
  FarStart(Backend& backend, VectorId x, const EquilibriumOptions& options, const Limits& limits,
           const Watch& watch)
      : backend_(backend), x_(x), options_(options), limits_(limits), watch_(watch) {}

  NewtonResult solve() {
    NewtonOptions newton_options{limits_};
    newton_options.stop_far = backend_.large_at_rest();
    const bool direct = is_direct(backend_.linear_solver());
    if ((direct || backend_.iterates_at_rest()) && backend_.net().solids.empty())
      newton_options.max_iterations = std::min(limits_.max_iterations, limits_.done + kSlow);
    result_ = newton(backend_, x_, newton_options, watch_);
    const bool slow = result_.status == Status::iteration_limit && !exhausted();
    if (unfinished() && backend_.iterates_at_rest()) return solve_with_factors();
    if (!result_.far && !slow) return result_;
    count(result_);
    const bool ready = result_.far && take_cheap_steps();
    if (!ready && direct) help();
    if (result_.status == Status::interrupted) return reported();
    newton_options.stop_far = false;
    newton_options.shown = true;
    newton_options.done = result_.iterations;
    newton_options.max_iterations = limits_.max_iterations;
    result_ = newton(backend_, x_, newton_options, watch_);
    count(result_);
    return reported();
  }

 private:
  // Conjugate gradients do not lead there.
  NewtonResult solve_with_factors() {
    backend_.take_factors();
    count(result_);
    limits_.done = result_.iterations;
    limits_.shown = true;
    return solve();
  }
  bool exhausted() const { return result_.iterations >= limits_.max_iterations; }
  bool unfinished() const {
    return (result_.status == Status::iteration_limit || result_.status == Status::stalled) &&
           !exhausted();
  }
  void count(const NewtonResult& result) { projected_ += result.projected_iterations; }

  NewtonResult reported() const {
    NewtonResult all = result_;
    all.projected_iterations = projected_;
    all.cheap_iterations = cheap_;
    all.reused_iterations = reused_;
    all.two_level_iterations = descent_;
    all.mixed_iterations = mixed_;
    all.slack_iterations = slack_;
    return all;
  }

  // True if Newton's method can continue from there.
  bool take_cheap_steps() {
    LinearSystem* const laplacian = backend_.solver(SolverKind::laplacian);
    if (!laplacian || laplacian->prepare(x_, {}) != Factor::positive_definite) return false;
    const bool direct = is_direct(backend_.linear_solver());
    const int first = backend_.net().dimension == 2 ? kFirstCheapInPlane : kFirstCheap;
    cheap_ = warm_start(FirstMatrix::scalar_laplacian, direct ? first : kMostCheap);
    return result_.status != Status::iteration_limit;
  }

  // Where neither cheap steps nor Newton's are good.
  void help() {
    int before = result_.iterations;
    if (has_slack_springs(backend_, x_)) {
      result_ = slack_continuation(backend_, x_, further(limits_.tolerance, limits_.max_iterations),
                                   watch_);
      slack_ = result_.iterations - before;
      return count(result_);
    }
    const bool large = backend_.large_at_rest(), plane = backend_.net().dimension == 2;
    if (large && !plane && backend_.newton_cost() > kDear) return descend();
    if (large && plane) {
      reused_ = warm_start(FirstMatrix::projected, kFirstReusedInPlane);
      if (!unfinished()) return;
    }
    before = result_.iterations;
    result_ = mixed_newton(backend_, x_, further(kNearTolerance, kMostMixed), watch_);
    mixed_ = result_.iterations - before;
    count(result_);
    if (unfinished() && large) reused_ += warm_start(FirstMatrix::projected, kMostReused);
  }

  void descend() {
    if (!can_descend(backend_)) {
      reused_ = warm_start(FirstMatrix::projected, kMostReused);
      return;
    }
    const int before = result_.iterations;
    result_ = two_level_descent(backend_, x_, further(kNearTolerance, kMostDescent), watch_);
    descent_ = result_.iterations - before;
  }

  Limits further(double tolerance, int most) const {
    Limits limits = limits_;
    limits.tolerance = std::max(tolerance, limits_.tolerance);
    limits.done = result_.iterations;
    limits.max_iterations =
        result_.iterations + std::min(most, limits_.max_iterations - result_.iterations);
    limits.shown = true;
    limits.count_modes = false;
    return limits;
  }

  int warm_start(FirstMatrix first, int most) {
    EquilibriumOptions warm = options_;
    warm.tolerance = std::max(kWarmTolerance, options_.tolerance);
    warm.max_iterations = std::min(result_.iterations + most, limits_.max_iterations);
    warm.stability = false;
    const int before = result_.iterations;
    result_ = lbfgs_warm_start(backend_, x_, warm, first, before, watch_);
    return result_.iterations - before;
  }

  Backend& backend_;
  VectorId x_;
  const EquilibriumOptions& options_;
  Limits limits_;
  const Watch& watch_;
  NewtonResult result_;
  int cheap_ = 0, reused_ = 0, descent_ = 0, mixed_ = 0, slack_ = 0, projected_ = 0;
};

}  // namespace

NewtonResult newton_far_start(Backend& backend, VectorId x, const EquilibriumOptions& options,
                              const Limits& limits, const Watch& watch) {
  return FarStart(backend, x, options, limits, watch).solve();
}

}  // namespace tensio
