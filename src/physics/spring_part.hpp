// What one step adds to a spring's elastic law: yielding, and one more linear spring.
//
// Histories are frozen within a step, so that the law of the step is a function of the length
// alone:
//
//   yield   where |T| > yield:  T = sign(T) (yield + ratio (|T| - yield)),  tangent x ratio
//   added   T += stiffness l - force: dashpots and Maxwell branches, with numbers from the
//           integrator
//   dashpot of a law that can be slack: T += damping (l - from) where low <= l <= high, nothing
//           elsewhere; `from` is not slack, so that the force begins at 0 where the spring tightens
#pragma once

#include <limits>

#include "core/host_device.hpp"
#include "physics/spring_law.hpp"

namespace tensio {

struct SpringPart {
  double stiffness = 0;
  double force = 0;
  double yield = std::numeric_limits<double>::infinity();
  double ratio = 0;
  double damping = 0;
  double from = 0;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// Beyond the yield force the law is linear with the tangent it has there, times the ratio.
TENSIO_HD inline LawValue with_part(LawValue value, double l, const SpringPart& part) {
  const double sign = value.tension < 0.0 ? -1.0 : 1.0;
  const double beyond = sign * value.tension - part.yield;
  if (beyond > 0.0 && value.tangent > 0.0) {
    // U at the yield point, and the area under the flatter line from there.
    const double stretch = beyond / value.tangent;
    value.energy -= stretch * (part.yield + 0.5 * beyond);
    value.energy += stretch * (part.yield + 0.5 * part.ratio * beyond);
    value.tension = sign * (part.yield + part.ratio * beyond);
    value.tangent *= part.ratio;
    value.q = l > 0.0 ? value.tension / l : value.tangent;
  }
  if (part.stiffness != 0.0 || part.force != 0.0) {
    const double added = part.stiffness * l - part.force;
    value.energy += l * (0.5 * part.stiffness * l - part.force);
    value.tension += added;
    value.tangent += part.stiffness;
    value.q += part.force == 0.0 || l == 0.0 ? part.stiffness : added / l;
  }
  if (part.damping != 0.0) {
    const double nearest = l < part.low ? part.low : l > part.high ? part.high : l;
    const double added = part.damping * (nearest - part.from);
    value.energy += 0.5 * added * (nearest - part.from);
    if (nearest == l) {
      value.tension += added;
      value.tangent += part.damping;
      value.q += l == 0.0 ? part.damping : added / l;
    }
  }
  return value;
}

}  // namespace tensio
