// The method of Dormand and Prince 1980, with steps of its own choice: orders 5 and 4 from the same
// stages; their difference is the error. Maxwell branches are of second order: their error is the
// difference between a linear change of length over the step and one through the lengths of two
// stages.
#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "solve/motion/integrators.hpp"

namespace tensio {

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

struct DormandPrince {
  DormandPrince(Stepper& stepper, double time)
      : m(stepper),
        t(time),
        branches(m.histories.has_branches()),
        xs(m.work(2)),
        vs(m.work(3)),
        ex(m.work(4)),
        ev(m.work(5)) {}

  /// The step h with its stages; xs and vs become the state at its end.
  void take_stages(double h) {
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
  }

  struct Estimate {
    double error;   ///< relative to the allowed one
    double factor;  ///< for the next step
  };
  Estimate estimate(double h) {
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
    Estimate result;
    result.error = std::max(m.backend.max_abs(ex), h * m.backend.max_abs(ev)) / scale;
    result.factor = step_factor(result.error, 5);
    if (!branches) return result;
    m.backend.lengths(xs, m.spring_work(2));
    const Histories::Waypoint path[] = {{kAt[kInner[0]], m.spring_work(0)},
                                        {kAt[kInner[1]], m.spring_work(1)},
                                        {1, m.spring_work(2)}};
    const double of_branches = m.histories.branch_error(h, path) / scale;
    result.factor = std::min(result.factor, step_factor(of_branches, 3));
    if (result.error <= 1 && !(of_branches <= result.error)) result.error = of_branches;
    return result;
  }

  void accept() {
    m.backend.copy(xs, m.x);
    m.backend.copy(vs, m.v);
  }

  static constexpr int kStages = 7, kFirstSlope = 8;
  static constexpr double kAt[] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
  static constexpr double kSlope[6][6] = {
      {1. / 5},
      {3. / 40, 9. / 40},
      {44. / 45, -56. / 15, 32. / 9},
      {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
      {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
      {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
  static constexpr double kError[] = {71. / 57600,      0,         -71. / 16695, 71. / 1920,
                                      -17253. / 339200, 22. / 525, -1. / 40};
  static constexpr int kInner[] = {2, 3};  // stages whose lengths branch_error() uses

  VectorId slope_x(int i) { return m.work(usize(kFirstSlope + 2 * i)); }
  VectorId slope_v(int i) { return m.work(usize(kFirstSlope + 2 * i + 1)); }

  Stepper& m;
  double t;
  bool branches;  // of Maxwell
  VectorId xs, vs, ex, ev;
};

}  // namespace

StepResult rk45(Stepper& m, double t, double h_most) {
  constexpr int kMostTries = 60;
  DormandPrince method(m, t);
  double h = m.next_step > 0 ? std::min(m.next_step, h_most) : h_most;
  for (int tries = 0; tries < kMostTries; ++tries) {
    const EnergyBalance before = m.balance;
    method.take_stages(h);
    const auto [error, factor] = method.estimate(h);
    if (error <= 1) {
      method.accept();
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
