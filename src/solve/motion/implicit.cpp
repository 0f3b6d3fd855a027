// Implicit integrators: a step is an equilibrium with inertia. All of them solve one stage
// (implicit_stage.hpp) of `b` seconds:
//
//   backward Euler   b = h      from x_n                   carried v_n
//   midpoint         b = h/2    from x_n                   carried v_n
//   BDF2 (bdf2.cpp)  b = 2h/3   from (4 x_n - x_{n-1})/3   carried (4 v_n - v_{n-1})/3
#include <utility>

#include "solve/motion/implicit_stage.hpp"
#include "solve/motion/integrators.hpp"

namespace tensio {

namespace {

StepResult backward_euler(Stepper& m, double t, double h, bool once) {
  const VectorId x = m.work(kFrom), v = m.work(kCarried);
  save_start(m, x, v);
  set_dashpot_lengths(m, x);
  const ImplicitStage stage{t + h, h, h, x, v, false, true};
  freeze_faces(m, t, h, 0);
  if (!once) predict(m, h, h, v);
  const StepResult result = once ? solve_stage_linearly(m, stage, h) : solve_stage(m, stage, h);
  if (result.good) record_stage(m, t + h, h, h, euler_dashpot_power(m, h, once, x));
  if (result.good && (is_prefactored(m) || result.retried)) store_past(m, h, x, v);
  return result;
}

}  // namespace

StepResult linearly_implicit_euler(Stepper& m, double t, double h) {
  return backward_euler(m, t, h, true);
}

StepResult implicit_euler(Stepper& m, double t, double h) { return backward_euler(m, t, h, false); }

// A stage of half a step, then extrapolation to the end. The power at the midpoint is that of the
// step.
StepResult implicit_midpoint(Stepper& m, double t, double h) {
  const VectorId x = m.work(kStart), v = m.work(kCarried), from = m.work(kFrom);
  save_start(m, x, v);
  m.backend.copy(x, from);
  const double middle = t + h / 2;
  // Dashpots see the velocity of the supports at the midpoint.
  m.place_supports_before(middle, h / 2, from);
  freeze_faces(m, t, h, h / 2);
  predict(m, h / 2, h, v);
  const StepResult result = solve_stage(m, {middle, h / 2, h / 2, from, v, has_dashpots(m)}, h);
  if (!result.good) return result;
  record_stage(m, middle, h / 2, h, midpoint_dashpot_power(m, h / 2, from));
  for (const auto& [state, start] : {std::pair(m.x, x), std::pair(m.v, v)}) {
    m.backend.axpy(1, state, state);
    m.backend.axpy(-1, start, state);
  }
  m.net.set_time(t + h);
  if (m.net.data.faces.act() || is_prefactored(m) || result.retried) store_past(m, h, x, v);
  return result;
}

}  // namespace tensio
