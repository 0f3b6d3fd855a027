// The backward differentiation formula of second order: a stage (implicit_stage.hpp) from the
// extrapolation of the last two states. If there is only one, as at the start and after events, a
// step of backward Euler gives the second: its error in one step is of the order of BDF2's in many.
#include "solve/motion/implicit_stage.hpp"
#include "solve/motion/integrators.hpp"

namespace tensio {

namespace {

// to = (4 now - past) / 3 = now + (now - past) / 3: values that do not change, as on fixed axes,
// keep their bits.
void extrapolate(Stepper& m, VectorId now, VectorId past, VectorId to) {
  m.backend.combine(now, -1, past, to);
  m.backend.combine(now, 1. / 3, to, to);
}

}  // namespace

StepResult bdf2(Stepper& m, double t, double h) {
  const VectorId x = m.work(kStart), v = m.work(kStartV);
  save_start(m, x, v);
  StepResult result;
  if (m.past.known && m.past.h == h) {
    const VectorId from = m.work(kFrom), carried = m.work(kCarried);
    extrapolate(m, x, m.past.x, from);
    extrapolate(m, v, m.past.v, carried);
    set_dashpot_lengths(m, x, m.past.x);
    m.histories.prepare(0);
    m.record(t, m.x, m.v, h / 2);
    freeze_faces(m, t, h, h);
    predict(m, h, h, v);
    result = solve_stage(m, {t + h, 2 * h / 3, h, from, carried}, h);
    if (result.good) m.record(t + h, m.x, m.v, h / 2);
  } else {
    // Backward Euler records the work of supports by the forces at the end of the step.
    m.histories.prepare(0);
    m.record_supports(t, m.x, m.v, h / 2);
    result = implicit_euler(m, t, h);
    if (result.good) m.record_supports(t + h, m.x, m.v, -h / 2);
  }
  if (result.good)
    store_past(m, h, x, v);
  else
    m.past.known = false;
  return result;
}

}  // namespace tensio
