// A Maxwell branch, a spring k and a dashpot eta in line, over a time h in which its length changes
// linearly by dl. With tau = eta / k and z = h / tau the tension at the time u is
//
//   T(u) = T_n e^(-u/tau) + (eta/h) (1 - e^(-u/tau)) dl
//
// and integrals of it over the step follow in closed form: what the dashpot takes is
//
//   integral of T²/eta = z/k (T_n² p + 2 T_n (k dl) q + (k dl)² r)
//
//   p = (1 - e^(-2z)) / 2z      q = (f - p) / z      r = (1 - 2f + p) / z²      f = (1 - e^-z) / z
#pragma once

namespace tensio {

/// The numbers of a step that depend on k, eta and h alone.
struct MaxwellStep {
  double decay = 1;  ///< e^-z: of the tension at the start
  double share = 1;  ///< f: of k, the stiffness of the branch in this step
  double taken = 0;  ///< z / k
  double p = 1, q = 0.5, r = 1. / 3;
};

/// h is not negative; eta and k are positive.
MaxwellStep maxwell_step(double k, double eta, double h);

/// The tension at the end.
inline double maxwell_tension(const MaxwellStep& step, double k, double tension, double dl) {
  return step.decay * tension + step.share * k * dl;
}

/// What the dashpot takes in the step [J].
inline double maxwell_loss(const MaxwellStep& step, double k, double tension, double dl) {
  const double pull = k * dl;
  return step.taken *
         (step.p * tension * tension + 2 * step.q * tension * pull + step.r * pull * pull);
}

}  // namespace tensio
