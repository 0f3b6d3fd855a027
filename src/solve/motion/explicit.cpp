// Explicit integrators: forces at known states, no equations to solve. Moving supports are set to
// their positions before forces are computed, and by the Stepper at the end of each step.
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

// x += h v + h²/2 a; then v += h/2 (a + a') with a' at the new x and at the guess v + h a, which is
// of second order also if forces depend on velocities. The next step begins with this a'. It is
// computed again only where something changes with time or between steps.
StepResult velocity_verlet(Stepper& m, double t, double h) {
  const VectorId a = m.work(1), a_new = m.work(2), guess = m.guess_vector();
  m.histories.prepare(0);
  if (m.fresh) {
    m.backend.copy(a_new, a);
    m.balance.dissipated += h / 2 * m.fresh_power;
  } else {
    m.acceleration_without_loads(t, m.x, m.guess.known ? guess : m.v, a, h / 2);
    m.record_loads(m.v, h / 2);
  }
  m.backend.axpy(h, m.v, m.x);
  m.backend.axpy(h * h / 2, a, m.x);
  m.backend.copy(m.v, guess);
  m.backend.axpy(h, a, guess);
  m.place_supports(t + h, m.x, guess);
  m.histories.prepare(h);
  m.fresh_power = m.acceleration_without_loads(t + h, m.x, guess, a_new, h / 2);
  m.backend.axpy(h / 2, a, m.v);
  m.backend.axpy(h / 2, a_new, m.v);
  m.place_supports(t + h, m.x, m.v);
  m.record_loads(m.v, h / 2);
  m.guess.known = m.depends_on_velocities();
  m.fresh = m.unchanging();
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

}  // namespace tensio
