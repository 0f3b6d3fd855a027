#include "solve/methods/saddle.hpp"

namespace tensio {

namespace {

// Makes p as long as a spring; returns the factor.
double scale_to_spring(Backend& backend, VectorId p) {
  const double factor = backend.net().length_scale / backend.max_abs(p);
  backend.axpy(factor - 1, p, p);
  return factor;
}

// p = a direction of negative stiffness as long as a spring; returns its curvature p.K p.
double take_direction(Backend& backend, VectorId x, VectorId p, VectorId product) {
  backend.negative_direction(p);
  backend.remove_rigid_motions(x, p);
  (void)scale_to_spring(backend, p);
  backend.copy(p, product);
  backend.axpy(-1, product, product);
  backend.subtract_product(p, product);
  return -backend.dot(p, product);
}

// The same for a mode so soft that its curvature is lost in the rounding of K.
double take_mode(Backend& backend, VectorId p, const NegativeModes& negative) {
  backend.upload(negative.mode, p);
  const double factor = scale_to_spring(backend, p);
  return negative.curvature * factor * factor;
}

}  // namespace

double step_off_saddle(Backend& backend, VectorId x, const NegativeModes& negative,
                       const EnergyValue& energy, const Scratch& scratch) {
  const double curvature = negative.mode.empty()
                               ? take_direction(backend, x, scratch.p, scratch.trial_f)
                               : take_mode(backend, scratch.p, negative);
  const double noise = energy.noise();
  // Both signs are tried, then shorter steps.
  for (double t = 1; t > 1e-9; t *= 0.5)
    for (double length : {t, -t}) {
      backend.copy(x, scratch.trial);
      backend.axpy(length, scratch.p, scratch.trial);
      const double fall = energy.value - backend.energy(scratch.trial).value;
      if (!(fall > noise) || fall < -0.1 * t * t * curvature) continue;
      backend.copy(scratch.trial, x);
      return t;
    }
  return 0;
}

}  // namespace tensio
