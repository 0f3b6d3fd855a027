// Implicit integrators: a step is an equilibrium with inertia.
//
// All of them take one stage of `b` seconds, from a place and with a velocity that are known:
//
//   v = (x - from) / b,   M (v - carried) / b = force(x, v) - drag M v
//
//   backward Euler   b = h      from x_n                   carried v_n
//   midpoint         b = h/2    from x_n                   carried v_n
//   BDF2             b = 2h/3   from (4 x_n - x_{n-1})/3   carried (4 v_n - v_{n-1})/3
//
// which is where E(x) + g/2 |x - y|²_M is least, with g = (1 + drag b) / b² and
// y = from + b carried / (1 + drag b). Dashpots are springs of the stage: T = c (l - l*) / b; those
// of slack cables and struts transmit nothing.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "core/index.hpp"
#include "solve/methods/newton.hpp"
#include "solve/motion/integrators.hpp"
#include "solve/motion/prefactored.hpp"
#include "solve/motion/stepper.hpp"

namespace tensio {

namespace {

/// Vectors of the workspace, by number.
enum Work : std::size_t {
  kRecord,
  kFrom,
  kY,
  kCarried,
  kStart,
  kStartV,
  kF,
  kP,
  kTrial,
  kTrialF,
  kGuess,
  kGuessV,
  kBegin,
  kSpace  // and all that follow
};

/// Vectors of springs, by number: l* of dashpots, and lengths.
enum SpringWork : std::size_t { kLStar, kLengths };

/// Directions that a step with unsymmetric forces is made of, at most.
constexpr std::size_t kDirections = 10;
/// Where it does not converge at once, so many steps lead from dashpots with an energy to it.
constexpr int kTurns = 8;
/// A prefactored step may take so many iterations for each that Newton's method may.
constexpr int kCheaper = 4;

struct Stage {
  double t;  ///< its end
  double b;
  double tau;  ///< seconds since the springs' memory was brought up to date
  VectorId from, carried;
  /// Dashpots act exactly along the springs at the end: c (n . v) n. Else they are the law
  /// T = c (l - l*) / b, with the Stepper's l*, which has an energy.
  bool exact_dashpots = false;
};

// Newton's method knows all that there is; the other knows no obstacles, and needs an energy.
bool is_prefactored(const Stepper& m) {
  return m.options.method == StepMethod::prefactored && m.net.data.solids.empty() &&
         m.backend.solver(SolverKind::prefactored) != nullptr;
}

bool has_dashpots(const Stepper& m) { return !m.net.data.damping.empty(); }

// l* = the springs' lengths at x.
void lengths_before(Stepper& m, VectorId x) {
  if (has_dashpots(m)) m.backend.lengths(x, m.spring_work(kLStar));
}

// l* = (4 l_n - l_{n-1}) / 3.
void lengths_before(Stepper& m, VectorId x, VectorId x_past) {
  if (!has_dashpots(m)) return;
  const VectorId l_star = m.spring_work(kLStar), change = m.spring_work(kLengths);
  m.backend.lengths(x, l_star);
  m.backend.lengths(x_past, change);
  m.backend.combine(l_star, -1, change, change);
  m.backend.divide(change, 3);
  m.backend.axpy(1, change, l_star);
}

// to = (4 now - past) / 3 = now + (now - past) / 3: what stands still, as fixed axes do, stays to
// the bit.
void extrapolate(Stepper& m, VectorId now, VectorId past, VectorId to) {
  m.backend.combine(now, -1, past, to);
  m.backend.combine(now, 1. / 3, to, to);
}

// l* with (l - l*) / b = n . v: the springs of `from` along their directions at x. With `turning`
// below 1 that is mixed with their lengths in `from`, to which an energy belongs.
void prepare_dashpots(Stepper& m, const Stage& stage, double turning, VectorId x) {
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

// Pressure and wind push during the stage as they would `ahead` seconds after t, where the motion
// so far leads: as far from the truth as the square of the step.
void hold_faces(Stepper& m, double t, double h, double ahead) {
  if (!m.net.data.faces.act()) return;
  const VectorId x = m.work(kGuess), v = m.work(kGuessV);
  m.backend.copy(m.x, x);
  m.backend.axpy(ahead, m.v, x);
  m.backend.copy(m.v, v);
  if (m.past.known && m.past.h == h) {
    m.backend.axpy(ahead / h, m.v, v);
    m.backend.axpy(-ahead / h, m.past.v, v);
  }
  m.hold_face_forces(t + ahead, x, v);
}

// Inertia, dashpots, loads and supports as they are for the stage.
void begin_stage(Stepper& m, const Stage& stage) {
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
void end_stage(Stepper& m, const Stage& stage) {
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

// x goes to where Newton's method begins, `seconds` after the start of the step of h: on the way to
// where it was found to end, or where the motion would continue as it was. Among 300 random nets
// that saves up to half an iteration a step. Not where a spring would lose half of its length along
// itself: springs that are turned over are at rest, too, and no step should end there by chance.
void go_ahead(Stepper& m, double seconds, double h, VectorId v) {
  if (m.found.known) {
    m.backend.axpy(-seconds / h, m.x, m.x);
    m.backend.axpy(seconds / h, m.found.x, m.x);
    return;
  }
  const VectorId x = m.work(kTrial);
  m.backend.copy(m.x, x);
  m.backend.axpy(seconds, v, x);
  // Where iterations are cheap and many, the last acceleration saves a third of them.
  if (is_prefactored(m) && m.past.known && m.past.h == h) {
    m.backend.axpy(seconds * seconds / h, v, x);
    m.backend.axpy(-seconds * seconds / h, m.past.v, x);
  }
  if (!m.backend.shortens(m.x, x, 0.5)) m.backend.copy(x, m.x);
}

// Newton's method for dashpots that act exactly along the springs at the end. Springs that turn far
// may lead it astray: then it goes from dashpots that do not feel the turn to those that do.
NewtonResult converge_exactly(Stepper& m, const Stage& stage, NewtonOptions options,
                              const Scratch& scratch) {
  double turning = 1;
  const auto refresh = [&](VectorId x) { prepare_dashpots(m, stage, turning, x); };
  const auto subtract_rest = [&](VectorId x, VectorId u, VectorId f) {
    m.backend.subtract_turning(x, stage.from, turning / stage.b, u, f);
  };
  std::array<VectorId, 2 * kDirections + 1> space;
  for (std::size_t i = 0; i < space.size(); ++i) space[i] = m.work(kSpace + i);
  options.prepare = std::cref(refresh);
  options.subtract_rest = std::cref(subtract_rest);
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

// To the end of the stage, from where x is.
StepResult converge(Stepper& m, const Stage& stage, double h) {
  begin_stage(m, stage);
  NewtonOptions options;
  options.tolerance = m.options.tolerance;
  options.max_iterations = m.options.max_iterations;
  options.in_motion = true;
  const Scratch scratch{m.work(kF), m.work(kP), m.work(kTrial), m.work(kTrialF)};
  NewtonResult found;
  if (is_prefactored(m) && !stage.exact_dashpots) {
    Limits limits = options;
    limits.max_iterations *= kCheaper;
    std::array<VectorId, kPrefactoredSpace> space;
    for (std::size_t i = 0; i < space.size(); ++i) space[i] = m.work(kSpace + i);
    found = prefactored(m.backend, m.x, limits, scratch, space);
  }
  const bool by_newton = found.status != Status::converged;
  if (by_newton) {
    const int before = found.iterations;
    found = stage.exact_dashpots ? converge_exactly(m, stage, options, scratch)
                                 : newton(m.backend, m.x, options, {}, scratch);
    found.iterations += before;
  }
  end_stage(m, stage);
  StepResult result = reported(found, h);
  result.by_newton = by_newton;
  return result;
}

// One linear step has its dashpots where it began.
std::optional<double> euler_dashpot_power(Stepper& m, double h, bool once, VectorId start) {
  if (!has_dashpots(m)) return {};
  const VectorId lengths = m.spring_work(kLengths), l_star = m.spring_work(kLStar);
  if (once)
    m.backend.lengths_along(start, m.x, lengths);
  else
    m.backend.lengths(m.x, lengths);
  return m.backend.dashpot_power({{h, l_star}, lengths, once ? l_star : lengths});
}

// Of the midpoint, where it is not just that of the velocities there.
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

// Records the energies of a stage of b seconds that ended at t, for `weight` seconds. Where the
// power of the dashpots is given, supports bear those that the stage had.
void record_stage(Stepper& m, double t, double b, double weight, std::optional<double> dashpots) {
  if (dashpots) m.histories.prepare(b, {b, m.spring_work(kLStar)});
  m.record(t, m.x, m.v, weight, dashpots);
  if (dashpots) m.histories.prepare(b);
}

// Keeps x_n and v_n.
void keep_start(Stepper& m, VectorId x, VectorId v) {
  m.backend.copy(m.x, x);
  m.backend.copy(m.v, v);
}

// The state before this step, for the next one.
void remember(Stepper& m, double h, VectorId x, VectorId v) {
  m.past.known = true;
  m.past.h = h;
  m.backend.copy(x, m.past.x);
  m.backend.copy(v, m.past.v);
}

// x += p with H p = f, H being the matrix where x is, or its projection where it is not positive
// definite. Iterative solvers begin with the displacement of a motion that continues as it was.
StepResult one_newton_step(Stepper& m, double h) {
  const VectorId f = m.work(kF), p = m.work(kP);
  m.backend.forces(m.x, f, true);
  for (bool projected : {false, true}) {
    const Factor factor = m.backend.factorise(m.x, {projected, 0});
    if (factor == Factor::indefinite || factor == Factor::failed) continue;
    m.backend.copy(m.v, p);
    m.backend.axpy(h - 1, p, p);
    if (!m.backend.solve(f, p, m.options.tolerance, true)) continue;
    m.backend.axpy(1, p, m.x);
    return {.iterations = 1, .projected = projected};
  }
  return {.good = false,
          .reason = fmt::format("the matrix is not positive definite, even projected; use a "
                                "time_step smaller than {:.3g}",
                                h)};
}

StepResult backward_euler(Stepper& m, double t, double h, bool once) {
  const VectorId x = m.work(kFrom), v = m.work(kCarried);
  keep_start(m, x, v);
  lengths_before(m, x);
  const Stage stage{t + h, h, h, x, v};
  hold_faces(m, t, h, 0);
  StepResult result;
  if (once) {
    begin_stage(m, stage);
    result = one_newton_step(m, h);
    end_stage(m, stage);
  } else {
    go_ahead(m, h, h, v);
    result = converge(m, stage, h);
  }
  if (result.good) record_stage(m, t + h, h, h, euler_dashpot_power(m, h, once, x));
  if (result.good && is_prefactored(m)) remember(m, h, x, v);
  return result;
}

}  // namespace

StepResult linearly_implicit_euler(Stepper& m, double t, double h) {
  return backward_euler(m, t, h, true);
}

StepResult implicit_euler(Stepper& m, double t, double h) { return backward_euler(m, t, h, false); }

// A stage of half a step, and then as far again. The power at the midpoint is that of the step.
StepResult implicit_midpoint(Stepper& m, double t, double h) {
  const VectorId x = m.work(kStart), v = m.work(kCarried), from = m.work(kFrom);
  keep_start(m, x, v);
  m.backend.copy(x, from);
  const double middle = t + h / 2;
  // Dashpots feel the velocity that supports have in the middle.
  m.place_supports_before(middle, h / 2, from);
  hold_faces(m, t, h, h / 2);
  go_ahead(m, h / 2, h, v);
  const StepResult result = converge(m, {middle, h / 2, h / 2, from, v, has_dashpots(m)}, h);
  if (!result.good) return result;
  record_stage(m, middle, h / 2, h, midpoint_dashpot_power(m, h / 2, from));
  for (const auto& [state, start] : {std::pair(m.x, x), std::pair(m.v, v)}) {
    m.backend.axpy(1, state, state);
    m.backend.axpy(-1, start, state);
  }
  m.net.set_time(t + h);
  if (m.net.data.faces.act() || is_prefactored(m)) remember(m, h, x, v);
  return result;
}

// A stage from what the last two states extrapolate to. Where there is one state only, as at the
// start and after events, a step of backward Euler makes the second: its error in one step is of
// the order of BDF2's in many.
StepResult bdf2(Stepper& m, double t, double h) {
  const VectorId x = m.work(kStart), v = m.work(kStartV);
  keep_start(m, x, v);
  StepResult result;
  if (m.past.known && m.past.h == h) {
    const VectorId from = m.work(kFrom), carried = m.work(kCarried);
    extrapolate(m, x, m.past.x, from);
    extrapolate(m, v, m.past.v, carried);
    lengths_before(m, x, m.past.x);
    m.histories.prepare(0);
    m.record(t, m.x, m.v, h / 2);
    hold_faces(m, t, h, h);
    go_ahead(m, h, h, v);
    result = converge(m, {t + h, 2 * h / 3, h, from, carried}, h);
    if (result.good) m.record(t + h, m.x, m.v, h / 2);
  } else {
    // Backward Euler records the work of supports by the forces at the end of the step.
    m.histories.prepare(0);
    m.record_supports(t, m.x, m.v, h / 2);
    result = backward_euler(m, t, h, false);
    if (result.good) m.record_supports(t + h, m.x, m.v, -h / 2);
  }
  remember(m, h, x, v);
  m.past.known = result.good;
  return result;
}

}  // namespace tensio
