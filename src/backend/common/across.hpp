// The springs' stiffness across: what a step predicts for it, and its replacement in K.
#pragma once

#include <algorithm>
#include <cmath>

#include "backend/loops.hpp"

namespace tensio {

/// A step from x to y as spring s sees it.
template <int D>
struct SpringStep {
  double along = 0, across2 = 0;  ///< along its direction at x, and the square of the rest
  double before = 0, after = 0;   ///< its lengths

  SpringStep(const NetworkData& net, const double* x, const double* y, int s) {
    const Vec<D> d = vector_of<D>(net, x, s), e = vector_of<D>(net, y, s);
    before = length(d);
    after = length(e);
    double square = 0;
    for (int i = 0; i < D; ++i) {
      const double change = e[i] - d[i];
      along += before > 0.0 ? d[i] / before * change : 0.0;
      square += change * change;
    }
    across2 = std::max(square - along * along, 0.0);
  }
  /// The angle by which it turns, to first order.
  double turn() const { return before > 0.0 ? std::sqrt(across2) / before : 0.0; }
};

/// What the values of a spring at x say of a step to y.
struct PredictedSpring {
  double across = 0;  ///< see Evaluation::predict_across
  double energy = 0;  ///< at y, if it were quadratic, with max(q, 0) across
  double turn = 0;    ///< zero if the spring carries no force
};

template <Law law, int D>
PredictedSpring predicted_spring(const NetworkData& net, const double* x, const double* y, int s,
                                 const Extras& extras) {
  const SpringStep<D> step(net, x, y, s);
  const LawValue value = value_of<law>(net, s, step.before, extras);
  const double tension = value.tension + value.tangent * step.along;
  PredictedSpring spring;
  spring.across = step.after > 0.0 ? tension / step.after : value.q;
  spring.energy = value.energy + value.tension * step.along +
                  0.5 * value.tangent * step.along * step.along +
                  0.5 * std::max(value.q, 0.0) * step.across2;
  if (value.tension != 0.0 || value.tangent != 0.0) spring.turn = step.turn();
  return spring;
}

/// The stiffness across that the quadratic energy `model` lacks at y; none for turns below 1e-4.
template <Law law, int D>
double needed_across(const NetworkData& net, const double* x, const double* y, int s,
                     const Extras& extras, double model) {
  const SpringStep<D> step(net, x, y, s);
  if (!(step.turn() > 1e-4)) return 0.0;
  const LawValue value = value_of<law>(net, s, step.after, extras);
  const double lacking = 2.0 * (value.energy - model) / step.across2;
  return std::clamp(lacking, 0.0, std::abs(net.stiffness[usize(s)]));
}

/// Puts other stiffnesses across into the springs begin .. end - 1; `across` and `added` may be
/// null.
template <int D>
void replace_across(const double* across, const double* added, bool projected, int begin, int end,
                    SpringStiffness<D>* springs) {
  if (!across && !added) return;
  for (int s = begin; s < end; ++s) {
    const double tangent = springs[s].along + springs[s].q;
    double q = across ? across[s] : springs[s].q;
    if (projected) q = std::max(q, 0.0);
    if (added) q += added[s];
    springs[s].along = tangent - q;
    springs[s].q = q;
  }
}

}  // namespace tensio
