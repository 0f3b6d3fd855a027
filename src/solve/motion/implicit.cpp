// Implicit integrators: a step is an equilibrium with inertia, the least of E(x) + g/2 |x - y|²_M.
#include "solve/motion/mover.hpp"
#include "solve/newton.hpp"

namespace tensio {

namespace {

/// The new velocity is rate x - z.
struct Scheme {
  double g;     ///< of the inertia
  VectorId y;   ///< about which it acts
  double rate;  ///< v = rate x - z
  VectorId z;
};

// Drag is inertia of its own: -drag M v pulls x towards z / rate.
void add_drag(Mover& m, Scheme& scheme) {
  const double d = m.net.data.drag;
  if (d == 0) return;
  const double g = scheme.g + d * scheme.rate;
  m.backend.axpy(scheme.g / g - 1, scheme.y, scheme.y);
  m.backend.axpy(d / g, scheme.z, scheme.y);
  scheme.g = g;
}

StepResult minimise(Mover& m, const Scheme& scheme) {
  m.backend.set_inertia(scheme.g, scheme.y);
  NewtonOptions options;
  options.tolerance = m.options.tolerance;
  options.max_iterations = m.options.max_iterations;
  options.leave_saddles = false;
  const NewtonResult found = newton(m.backend, m.x, options, {});
  m.backend.set_inertia(0, scheme.y);
  return {.good = found.status == Status::converged,
          .reason = found.reason,
          .iterations = found.iterations,
          .projected = found.projected_iterations > 0};
}

// v = rate x - z.
void velocity(Mover& m, const Scheme& scheme) {
  m.backend.copy(scheme.z, m.v);
  m.backend.axpy(-2, m.v, m.v);
  m.backend.axpy(scheme.rate, m.x, m.v);
}

Scheme backward_euler(Mover& m, double h) {
  const Scheme scheme{1 / (h * h), m.work(1), 1 / h, m.work(2)};
  m.backend.copy(m.x, scheme.y);
  m.backend.axpy(h, m.v, scheme.y);
  m.backend.copy(m.x, scheme.z);
  m.backend.axpy(1 / h - 1, scheme.z, scheme.z);
  return scheme;
}

}  // namespace

StepResult implicit_euler(Mover& m, double t, double h) {
  Scheme scheme = backward_euler(m, h);
  add_drag(m, scheme);
  std::vector<double> lengths(m.net.data.a.size());
  m.backend.spring_lengths(m.x, lengths);
  m.memory.prepare(h, {h, lengths});
  m.net.set_time(t + h);
  m.place_supports(t + h, m.x, m.v);
  const StepResult result = minimise(m, scheme);
  velocity(m, scheme);
  m.place_supports(t + h, m.x, m.v);
  m.memory.prepare(h);
  m.book(t + h, m.x, m.v, h);
  return result;
}

StepResult linearly_implicit_euler(Mover& m, double t, double h) { return implicit_euler(m, t, h); }
StepResult implicit_midpoint(Mover& m, double t, double h) { return implicit_euler(m, t, h); }
StepResult bdf2(Mover& m, double t, double h) { return implicit_euler(m, t, h); }

}  // namespace tensio
