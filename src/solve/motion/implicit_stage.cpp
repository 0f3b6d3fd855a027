#include "solve/motion/implicit_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "core/index.hpp"
#include "solve/methods/newton.hpp"
#include "solve/motion/prefactored.hpp"

namespace tensio {

namespace {

/// The most directions that a step with an unsymmetric derivative combines.
constexpr std::size_t kDirections = 10;
/// If such a step does not converge, this number of solves leads to it from dashpots with an
/// energy.
constexpr int kTurns = 8;
/// A prefactored step may take this multiple of Newton's iterations.
constexpr int kCheaper = 4;
/// Where one of Newton's iterations costs as much as kDear prefactored ones, it is the last resort:
/// steps are halved kHalvingsBefore times before.
constexpr double kDear = 7;
constexpr int kHalvingsBefore = 2;
/// What may be halved then ends after this part of its iterations.
constexpr int kHalvedEarlier = 2;
/// With the accuracy preview a step ends at this residual, or after kPreviewIterations,
constexpr double kPreviewTolerance = 5e-2;
/// where faces act at this one: wind is small beside the tensions that a residual is measured by.
constexpr double kPreviewToleranceOfFaces = 1e-3;
constexpr int kPreviewIterations = 8;
/// and begins with this part of the last acceleration: with all of it, errors of steps that end
/// early grow from step to step.
constexpr double kPreviewAcceleration = 0.5;

// l* with (l - l*) / b = n . v: the springs of `from` along their directions at x. With `turning`
// below 1 that is interpolated with their lengths in `from`, for which there is an energy.
void prepare_dashpots(Stepper& m, const ImplicitStage& stage, double turning, VectorId x) {
  const VectorId l_star = m.spring_work(kLStar);
  m.backend.lengths_along(x, stage.from, l_star);
  if (turning < 1) {
    const VectorId lengths = m.spring_work(kLengths);
    m.backend.lengths(stage.from, lengths);
    m.backend.combine(l_star, -1, lengths, l_star);
    m.backend.combine(lengths, turning, l_star, l_star);
  }
  m.histories.prepare(stage.tau, {stage.b, l_star});
}

// Sets inertia, dashpots, loads and supports for the stage.
void begin_stage(Stepper& m, const ImplicitStage& stage) {
  m.net.set_time(stage.t);
  m.histories.prepare(stage.tau,
                      has_dashpots(m) ? Dashpot{stage.b, m.spring_work(kLStar)} : Dashpot{});
  const double slower = 1 + m.net.data.drag * stage.b;
  const VectorId y = m.work(kY);
  m.backend.copy(stage.from, y);
  m.backend.axpy(stage.b / slower, stage.carried, y);
  m.backend.set_inertia(slower / (stage.b * stage.b), y);
  m.place_supports(stage.t, m.x, m.v);
}

// x is the end of the stage; v becomes the velocity there.
void end_stage(Stepper& m, const ImplicitStage& stage) {
  m.backend.set_inertia(0, m.work(kY));
  m.release_face_forces();
  m.histories.prepare(stage.tau);
  m.backend.copy(m.x, m.v);
  m.backend.axpy(-1, stage.from, m.v);
  m.backend.axpy(1 / stage.b - 1, m.v, m.v);
  m.place_supports(stage.t, m.x, m.v);
}

StepResult reported(const NewtonResult& found, double h) {
  StepResult result{.good = found.status == Status::converged,
                    .iterations = found.iterations,
                    .projected = found.projected_iterations > 0};
  if (!result.good)
    result.reason = fmt::format(
        "{} (iteration {}); use a time_step smaller than {:.3g}, or a larger max_iterations",
        found.reason, found.iterations, h);
  return result;
}

// Newton's method for dashpots that act exactly along the springs at the end. If springs turn far
// it may fail: then it goes in steps from dashpots that ignore the rotation to those that do not.
NewtonResult converge_exactly(Stepper& m, const ImplicitStage& stage, NewtonOptions options,
                              const Scratch& scratch) {
  double turning = 1;
  const auto refresh = [&](VectorId x) { prepare_dashpots(m, stage, turning, x); };
  const auto subtract_unsymmetric = [&](VectorId x, VectorId u, VectorId f) {
    m.backend.subtract_turning(x, stage.from, turning / stage.b, u, f);
  };
  std::array<VectorId, 2 * kDirections + 1> space;
  for (std::size_t i = 0; i < space.size(); ++i) space[i] = m.work(kSpace + i);
  options.prepare = std::cref(refresh);
  options.subtract_unsymmetric = std::cref(subtract_unsymmetric);
  options.space = space;
  const VectorId begin = m.work(kBegin);
  m.backend.copy(m.x, begin);
  NewtonResult found = newton(m.backend, m.x, options, {}, scratch);
  if (found.status == Status::converged) return found;
  m.backend.copy(begin, m.x);
  int iterations = found.iterations;
  for (int turn = 0; turn <= kTurns; ++turn) {
    turning = static_cast<double>(turn) / kTurns;
    found = newton(m.backend, m.x, options, {}, scratch);
    iterations += found.iterations;
    if (found.status != Status::converged) break;
  }
  found.iterations = iterations;
  return found;
}

StepResult one_newton_step(Stepper& m, double h) {
  const VectorId f = m.work(kF), p = m.work(kP);
  m.backend.forces(m.x, f, true);
  for (bool projected : {false, true}) {
    const Factor factor = m.backend.factorise(m.x, {projected, 0});
    if (factor == Factor::indefinite || factor == Factor::failed) continue;
    m.backend.copy(m.v, p);
    m.backend.axpy(h - 1, p, p);
    if (!m.backend.solve(f, p, m.options.tolerance, m.options.warm_start)) continue;
    m.backend.axpy(1, p, m.x);
    return {.iterations = 1, .projected = projected};
  }
  return {.good = false,
          .reason = fmt::format("the matrix is not positive definite, even projected; use a "
                                "time_step smaller than {:.3g}",
                                h)};
}

bool can_be_prefactored(const Stepper& m) {
  return m.backend.solver(SolverKind::prefactored) != nullptr;
}

bool is_preview(const Stepper& m) { return m.options.accuracy == Accuracy::preview; }

double preview_tolerance(const Stepper& m) {
  return std::max(m.options.tolerance,
                  m.net.data.faces.act() ? kPreviewToleranceOfFaces : kPreviewTolerance);
}

NewtonResult solve_prefactored(Stepper& m, VectorId begin, Limits limits, const Scratch& scratch) {
  if (is_preview(m)) {
    limits.tolerance = preview_tolerance(m);
    limits.max_iterations = std::min(limits.max_iterations, kPreviewIterations);
  } else {
    limits.max_iterations *= kCheaper;
  }
  std::array<VectorId, kPrefactoredSpace> space;
  for (std::size_t i = 0; i < space.size(); ++i) space[i] = m.work(kSpace + i);
  NewtonResult found = prefactored(m.backend, m.x, begin, limits, scratch, space);
  if (is_preview(m) && found.status != Status::converged && std::isfinite(found.residual))
    found.status = Status::converged;
  return found;
}

}  // namespace

bool is_prefactored(const Stepper& m) {
  const bool first = m.options.method == StepMethod::prefactored;
  return (is_preview(m) || first != m.methods.other_first) && can_be_prefactored(m);
}

bool has_dashpots(const Stepper& m) { return !m.net.data.damping.empty(); }

void save_start(Stepper& m, VectorId x, VectorId v) {
  m.backend.copy(m.x, x);
  m.backend.copy(m.v, v);
}

void store_past(Stepper& m, double h, VectorId x, VectorId v) {
  m.past.known = true;
  m.past.h = h;
  m.backend.copy(x, m.past.x);
  m.backend.copy(v, m.past.v);
}

void set_dashpot_lengths(Stepper& m, VectorId x) {
  if (has_dashpots(m)) m.backend.lengths(x, m.spring_work(kLStar));
}

void set_dashpot_lengths(Stepper& m, VectorId x, VectorId x_past) {
  if (!has_dashpots(m)) return;
  const VectorId l_star = m.spring_work(kLStar), change = m.spring_work(kLengths);
  m.backend.lengths(x, l_star);
  m.backend.lengths(x_past, change);
  m.backend.combine(l_star, -1, change, change);
  m.backend.divide(change, 3);
  m.backend.axpy(1, change, l_star);
}

void freeze_faces(Stepper& m, double t, double h, double ahead) {
  if (!m.net.data.faces.act()) return;
  const VectorId x = m.work(kGuess), v = m.work(kGuessV);
  m.backend.copy(m.x, x);
  m.backend.axpy(ahead, m.v, x);
  m.backend.copy(m.v, v);
  if (m.past.known && m.past.h == h) {
    m.backend.axpy(ahead / h, m.v, v);
    m.backend.axpy(-ahead / h, m.past.v, v);
  }
  m.freeze_face_forces(t + ahead, x, v);
}

void predict(Stepper& m, double seconds, double h, VectorId v) {
  if (m.found.known) {
    m.backend.axpy(-seconds / h, m.x, m.x);
    m.backend.axpy(seconds / h, m.found.x, m.x);
    return;
  }
  if (!m.options.warm_start) return;
  const VectorId x = m.work(kTrial);
  m.backend.copy(m.x, x);
  m.backend.axpy(seconds, v, x);
  // With the last acceleration, prefactored steps take a third fewer iterations.
  if (is_prefactored(m) && m.past.known) {
    const double part = is_preview(m) ? kPreviewAcceleration : 1;
    m.backend.axpy(part * seconds * seconds / m.past.h, v, x);
    m.backend.axpy(-part * seconds * seconds / m.past.h, m.past.v, x);
  }
  if (!m.backend.shortens(m.x, x, 0.5)) m.backend.copy(x, m.x);
}

namespace {

// From the x that there is, by one method and then by the other.
// `energy`: that of the end, where it was computed.
StepResult solve_from_here(Stepper& m, const ImplicitStage& stage, double h,
                           std::optional<EnergyValue>& energy) {
  NewtonOptions options;
  options.tolerance = m.options.tolerance;
  options.max_iterations = m.options.max_iterations * m.patience;
  options.in_motion = true;
  if (is_preview(m)) options.tolerance = preview_tolerance(m);
  const Scratch scratch{m.work(kF), m.work(kP), m.work(kTrial), m.work(kTrialF)};
  // Newton's method continues where the prefactored one ended, since each of its iterations costs
  // more; that one begins at the start again, since Newton's method may have gone astray.
  const bool either = can_be_prefactored(m) && !stage.exact_dashpots;
  bool prefactored_next = is_prefactored(m) && either;
  const bool halve_first = m.options.substeps && m.halvings < kHalvingsBefore && prefactored_next &&
                           m.backend.newton_cost() > kDear;
  const bool may_retry = !halve_first && (prefactored_next || (either && m.options.substeps));
  if (may_retry) m.backend.copy(m.x, m.work(kStageStart));
  NewtonResult found;
  bool retried = false, by_newton = false;
  for (int attempt = 0;; ++attempt) {
    const int before = found.iterations;
    by_newton = !prefactored_next;
    NewtonOptions limits = options;
    // Prefactored steps may take kCheaper times their max_iterations.
    if (attempt == 0 && may_retry && m.methods.trying)
      limits.max_iterations =
          std::min(limits.max_iterations,
                   m.methods.most_iterations(by_newton ? m.backend.newton_cost() : kCheaper));
    if (halve_first && m.halvings == 0 && !is_preview(m))
      limits.max_iterations = std::max(1, limits.max_iterations / kHalvedEarlier);
    // A whole step that is tried between others in halves is limited to what those took.
    if (halve_first && m.halvings == 0 && m.halves.work > 0)
      limits.max_iterations =
          std::min(limits.max_iterations, static_cast<int>(m.halves.work / kCheaper) + 1);
    if (prefactored_next && attempt > 0) m.backend.copy(m.work(kStageStart), m.x);
    found = prefactored_next       ? solve_prefactored(m, stage.from, limits, scratch)
            : stage.exact_dashpots ? converge_exactly(m, stage, limits, scratch)
                                   : newton(m.backend, m.x, limits, {}, scratch);
    found.iterations += before;
    if (found.status == Status::converged || !may_retry || attempt == 1) break;
    retried = true;
    prefactored_next = !prefactored_next;
  }
  energy = found.energy;
  StepResult result = reported(found, h);
  result.by_newton = by_newton;
  result.halve_next = halve_first && !result.good;
  result.retried = retried && result.good;
  result.preview = is_preview(m) && found.residual > m.options.tolerance;
  return result;
}

// The end that was found lies higher than the start of the step, in an energy that the stage could
// only lower from there: the extrapolation of the start led to another minimum. x becomes the
// start.
bool ends_higher(Stepper& m, const ImplicitStage& stage, const std::optional<EnergyValue>& end) {
  const VectorId start = m.work(kBegin);
  m.backend.copy(stage.from, start);
  m.place_supports(stage.t, start, m.v);
  const EnergyValue before = m.backend.energy(start), now = end ? *end : m.backend.energy(m.x);
  if (!(now.value - before.value > now.noise() + before.noise())) return false;
  m.backend.copy(start, m.x);
  return true;
}

}  // namespace

StepResult solve_stage(Stepper& m, const ImplicitStage& stage, double h) {
  begin_stage(m, stage);
  std::optional<EnergyValue> energy;
  StepResult result = solve_from_here(m, stage, h, energy);
  if (result.good && stage.lowers_energy && ends_higher(m, stage, energy)) {
    const StepResult again = solve_from_here(m, stage, h, energy);
    result.good = again.good;
    result.reason = again.reason;
    result.iterations += again.iterations;
    result.projected |= again.projected;
    result.by_newton = again.by_newton;
    result.halve_next = again.halve_next;
    result.retried |= again.retried;
  }
  end_stage(m, stage);
  return result;
}

StepResult solve_stage_linearly(Stepper& m, const ImplicitStage& stage, double h) {
  begin_stage(m, stage);
  const StepResult result = one_newton_step(m, h);
  end_stage(m, stage);
  return result;
}

std::optional<double> euler_dashpot_power(Stepper& m, double h, bool once, VectorId start) {
  if (!has_dashpots(m)) return {};
  const VectorId lengths = m.spring_work(kLengths), l_star = m.spring_work(kLStar);
  if (once)
    m.backend.lengths_along(start, m.x, lengths);
  else
    m.backend.lengths(m.x, lengths);
  return m.backend.dashpot_power({{h, l_star}, lengths, once ? l_star : lengths});
}

std::optional<double> midpoint_dashpot_power(Stepper& m, double b, VectorId from) {
  const auto& laws = m.net.data.laws;
  if (!has_dashpots(m) || std::none_of(laws.begin(), laws.end(), [](const LawRange& range) {
        return can_be_slack(range.law);
      }))
    return {};
  const VectorId lengths = m.spring_work(kLengths), l_star = m.spring_work(kLStar);
  m.backend.lengths(m.x, lengths);
  m.backend.lengths_along(m.x, from, l_star);
  return m.backend.dashpot_power({{b, l_star}, lengths, lengths});
}

void record_stage(Stepper& m, double t, double b, double weight, std::optional<double> dashpots) {
  if (dashpots) m.histories.prepare(b, {b, m.spring_work(kLStar)});
  m.record(t, m.x, m.v, weight, dashpots);
  if (dashpots) m.histories.prepare(b);
}

}  // namespace tensio
