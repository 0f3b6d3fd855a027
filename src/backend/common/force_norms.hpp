// Norms of the forces at a state, with the rounding of the terms that are summed at each node.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "backend/common/node_terms.hpp"
#include "backend/loops.hpp"

namespace tensio {

/// The rounding of a spring's force at its ends: one ulp of its tension, and the change of the
/// force by one ulp of a coordinate.
template <Law law, int D>
double spring_rounding(const NetworkData& net, const double* x, int s, const double* spring_force,
                       const Extras& extras) {
  const auto i = usize(s);
  const Vec<D> a = load<D>(x, net.a[i]), b = load<D>(x, net.b[i]);
  double coordinate = 0;
  for (int axis = 0; axis < D; ++axis)
    coordinate = std::max({coordinate, std::abs(a[axis]), std::abs(b[axis])});
  // So far from the origin that its shape is lost, a net is not at rest by rounding.
  coordinate = std::min(coordinate, kFarFromOrigin * net.length_scale);
  const double tension = length(load<D>(spring_force, s));
  const double l = length(spring_vector(a, b, NoOffset{}));
  double stiffness = net.stiffness[i];
  if constexpr (!is_straight(law)) stiffness = value_of<law>(net, s, l, extras).tangent;
  if (extras.parts) stiffness += extras.parts[i].stiffness + extras.parts[i].damping;
  // Across a short spring it is the direction that changes.
  const double across = l > 0.0 ? tension / l : 0.0;
  return tension + std::max(std::abs(stiffness), across) * coordinate;
}

/// From the forces on the nodes (zero on fixed axes), and those and the roundings of the springs.
template <int D>
ForceNorms force_norms(const NetworkData& net, const NodeTerms<D>& nodes, const double* x,
                       const double* f, const double* spring_force, const double* rounding) {
  ForceNorms norms;
  norms.largest_force = largest_force(f, 0, static_cast<int>(net.constrained.size()));
  for (int s = 0; s < net.spring_count; ++s)
    norms.largest_tension = std::max(norms.largest_tension, length(load<D>(spring_force, s)));
  for (double e : net.external)
    norms.largest_external = std::max(norms.largest_external, std::abs(e));
  norms.largest_inertia = nodes.largest_inertia(x);
  // Each node's force against the rounding of its own terms.
  constexpr double ulp = std::numeric_limits<double>::epsilon();
  for (int node = 0; node < net.node_count; ++node) {
    const auto n = usize(node);
    double terms = 0;
    for (int e = net.incidence_start[n]; e < net.incidence_start[n + 1]; ++e)
      terms += rounding[net.incident[e]];
    for (std::size_t axis = n * D; axis < n * D + D; ++axis) {
      if (f[axis] == 0.0) continue;
      const double in_ulp =
          std::abs(f[axis]) /
          (ulp * (terms + std::abs(net.external[axis]) + nodes.rounding(x, axis)));
      // A NaN is as far from rest as can be.
      norms.largest_in_ulp = in_ulp >= 0 ? std::max(norms.largest_in_ulp, in_ulp)
                                         : std::numeric_limits<double>::infinity();
    }
  }
  return norms;
}

}  // namespace tensio
