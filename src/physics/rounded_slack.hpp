// Cables and struts whose kink at the rest length is rounded, for methods that approach the true
// law by smaller and smaller widths.
//
//   e = l - l0 (cable) or l0 - l (strut),  h = sqrt(e² + w²),  g = (e + h) / 2
//   U = k g²/2,  T = ± k g²/h,  tangent = k (g/h)² (2 - e/h)
//
// g is a positive, increasing and convex function of e that tends to max(e, 0) for w -> 0. The law
// is therefore smooth; that of a cable is convex, and a slack cable retains a small tension.
#pragma once

#include <cmath>

#include "physics/spring_law.hpp"

namespace tensio {

/// `width` is w in units of the rest length, which is positive.
template <Law law>
TENSIO_HD inline LawValue rounded_slack(double l, double k, double l0, double width) {
  static_assert(law == Law::cable || law == Law::strut);
  const double e = law == Law::cable ? l - l0 : l0 - l, w = width * l0;
  const double h = std::sqrt(e * e + w * w);
  // Without cancellation where the spring is slack.
  const double g = e > 0.0 ? 0.5 * (e + h) : 0.5 * w * w / (h - e);
  const double part = g / h, size = k * g * part;
  const double tension = law == Law::cable ? size : -size;
  const double tangent = k * part * part * (2.0 - e / h);
  return {0.5 * k * g * g, tension, tangent, l > 0.0 ? tension / l : tangent};
}

}  // namespace tensio
