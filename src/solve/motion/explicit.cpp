// Explicit integrators: forces at known states, no equations to solve. Moving supports are set to
// their positions before forces are computed, and by the Stepper at the end of each step.
#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "solve/motion/integrators.hpp"
#include "solve/motion/stepper.hpp"

namespace tensio {

// x += h v, v += h a(x, v), both from the old state.
StepResult explicit_euler(Stepper& m, double t, double h) {
  const VectorId a = m.work(1);
  m.histories.prepare(0);
  m.acceleration(t, m.x, m.v, a, h);
  m.backend.axpy(h, m.v, m.x);
  m.backend.axpy(h, a, m.v);
  return {};
}

// v += h a(x, v), then x += h v with the new v.
StepResult symplectic_euler(Stepper& m, double t, double h) {
  const VectorId a = m.work(1);
  m.histories.prepare(0);
  m.acceleration(t, m.x, m.v, a, h);
  m.backend.axpy(h, a, m.v);
  m.backend.axpy(h, m.v, m.x);
  return {};
}

// x += h v + h²/2 a; then v += h/2 (a + a') with a' at the new x and at v + h a, which is of
// second order also if forces depend on velocities.
StepResult velocity_verlet(Stepper& m, double t, double h) {
  const VectorId a = m.work(1), a_new = m.work(2), v_guess = m.work(3);
  m.histories.prepare(0);
  if (m.fresh)
    m.backend.copy(a_new, a);
  else
    m.acceleration(t, m.x, m.v, a, h / 2);
  m.backend.axpy(h, m.v, m.x);
  m.backend.axpy(h * h / 2, a, m.x);
  m.backend.copy(m.v, v_guess);
  m.backend.axpy(h, a, v_guess);
  m.place_supports(t + h, m.x, v_guess);
  m.histories.prepare(h);
  m.acceleration(t + h, m.x, v_guess, a_new, 0);
  m.backend.axpy(h / 2, a, m.v);
  m.backend.axpy(h / 2, a_new, m.v);
  m.place_supports(t + h, m.x, m.v);
  m.record(t + h, m.x, m.v, h / 2);
  m.fresh = m.steady();
  return {};
}

// The classical method of Runge and Kutta: four accelerations, weighted 1 2 2 1.
StepResult rk4(Stepper& m, double t, double h) {
  constexpr double kAt[] = {0, 0.5, 0.5, 1}, kWeight[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
  const VectorId a = m.work(1), xs = m.work(2), vs = m.work(3), dx = m.work(4), dv = m.work(5);
  m.backend.copy(m.x, dx);
  m.backend.copy(m.v, dv);
  m.backend.copy(m.x, xs);
  m.backend.copy(m.v, vs);
  for (int stage = 0; stage < 4; ++stage) {
    m.histories.prepare(kAt[stage] * h);
    m.acceleration(t + kAt[stage] * h, xs, vs, a, kWeight[stage] * h);
    m.backend.axpy(kWeight[stage] * h, vs, dx);
    m.backend.axpy(kWeight[stage] * h, a, dv);
    if (stage == 3) break;
    // The next stage, from the slopes (vs, a) of this one.
    const double ahead = kAt[stage + 1] * h;
    m.backend.copy(m.x, xs);
    m.backend.axpy(ahead, vs, xs);
    m.backend.copy(m.v, vs);
    m.backend.axpy(ahead, a, vs);
    m.place_supports(t + ahead, xs, vs);
  }
  m.backend.copy(dx, m.x);
  m.backend.copy(dv, m.v);
  return {};
}

namespace {

// The factor for the next step, from the error of the last one relative to the allowed error, which
// has the given order in the step. The root is found by bisection: pow() differs between machines.
double step_factor(double error, int order) {
  if (!std::isfinite(error)) return 0.2;
  double low = 0.1, high = 10;
  for (int i = 0; i < 60; ++i) {
    const double mid = 0.5 * (low + high);
    double power = mid;
    for (int k = 1; k < order; ++k) power *= mid;
    (power * error < 1 ? low : high) = mid;
  }
  return std::clamp(0.9 * low, 0.2, 5.0);
}

}  // namespace

// Dormand and Prince 1980: orders 5 and 4 from the same stages; their difference is the error.
// Maxwell branches are of second order: their error is the difference between a linear change of
// length over the step and one through the lengths of two stages.
StepResult rk45(Stepper& m, double t, double h_most) {
  constexpr double kAt[] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
  constexpr double kSlope[6][6] = {
      {1. / 5},
      {3. / 40, 9. / 40},
      {44. / 45, -56. / 15, 32. / 9},
      {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
      {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
      {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
  constexpr double kError[] = {71. / 57600,      0,         -71. / 16695, 71. / 1920,
                               -17253. / 339200, 22. / 525, -1. / 40};
  constexpr int kStages = 7, kFirst = 8;
  constexpr int kMostTries = 60;
  const VectorId xs = m.work(2), vs = m.work(3), ex = m.work(4), ev = m.work(5);
  constexpr int kInner[] = {2, 3};  // stages whose lengths branch_error() uses
  const bool branches = m.histories.has_branches();
  const auto slope_x = [&](int i) { return m.work(usize(kFirst + 2 * i)); };
  const auto slope_v = [&](int i) { return m.work(usize(kFirst + 2 * i + 1)); };
  double h = m.next_step > 0 ? std::min(m.next_step, h_most) : h_most;
  for (int tries = 0; tries < kMostTries; ++tries) {
    const EnergyBalance before = m.balance;
    m.begin_step(t, h);
    for (int stage = 0; stage < kStages; ++stage) {
      m.backend.copy(m.x, xs);
      m.backend.copy(m.v, vs);
      for (int i = 0; i < stage; ++i) {
        if (kSlope[stage - 1][i] == 0) continue;
        m.backend.axpy(h * kSlope[stage - 1][i], slope_x(i), xs);
        m.backend.axpy(h * kSlope[stage - 1][i], slope_v(i), vs);
      }
      m.place_supports(t + kAt[stage] * h, xs, vs);
      m.histories.prepare(kAt[stage] * h);
      m.acceleration(t + kAt[stage] * h, xs, vs, slope_v(stage),
                     stage < 6 ? h * kSlope[5][stage] : 0);
      m.backend.copy(vs, slope_x(stage));
      if (branches && stage == kInner[0]) m.backend.lengths(xs, m.spring_work(0));
      if (branches && stage == kInner[1]) m.backend.lengths(xs, m.spring_work(1));
    }
    for (VectorId error : {ex, ev}) {
      m.backend.copy(m.x, error);
      m.backend.axpy(-1, m.x, error);
    }
    for (int i = 0; i < kStages; ++i) {
      m.backend.axpy(h * kError[i], slope_x(i), ex);
      m.backend.axpy(h * kError[i], slope_v(i), ev);
    }
    // Positions relative to the springs' length, velocities relative to length over time.
    const double scale = m.options.tolerance * m.net.data.length_scale;
    double error = std::max(m.backend.max_abs(ex), h * m.backend.max_abs(ev)) / scale;
    double factor = step_factor(error, 5);
    if (branches) {
      m.backend.lengths(xs, m.spring_work(2));
      const Histories::Waypoint path[] = {{kAt[kInner[0]], m.spring_work(0)},
                                          {kAt[kInner[1]], m.spring_work(1)},
                                          {1, m.spring_work(2)}};
      const double of_branches = m.histories.branch_error(h, path) / scale;
      factor = std::min(factor, step_factor(of_branches, 3));
      if (error <= 1 && !(of_branches <= error)) error = of_branches;
    }
    if (error <= 1) {
      m.backend.copy(xs, m.x);
      m.backend.copy(vs, m.v);
      m.taken = h;
      // A step shortened by an event does not limit the next one.
      m.next_step = std::max(h * factor, h < m.next_step ? m.next_step : 0);
      return {};
    }
    m.balance = before;
    h *= factor;
    m.next_step = h;
  }
  return {.good = false, .reason = "rk45 found no step that is accurate enough"};
}

}  // namespace tensio
