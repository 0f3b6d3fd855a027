// One node: its kinetic energy, its energy in gravity, its weight.
//
//   T = m v.v / 2,   V = -m g.x,   dV/dx = -m g,   weight +m g
//
// V has the sign of g.x on both sides of the origin; an absolute value would bend it at zero.
#pragma once

#include "core/vec.hpp"

namespace tensio {

template <int D>
TENSIO_HD inline double node_kinetic_energy(double mass, const Vec<D>& velocity) {
  return 0.5 * mass * dot(velocity, velocity);
}

template <int D>
TENSIO_HD inline double node_gravity_energy(double mass, const Vec<D>& gravity,
                                            const Vec<D>& position) {
  return -mass * dot(gravity, position);
}

template <int D>
TENSIO_HD inline Vec<D> node_gravity_gradient(double mass, const Vec<D>& gravity) {
  Vec<D> gradient;
  for (int i = 0; i < D; ++i) gradient[i] = -mass * gravity[i];
  return gradient;
}

}  // namespace tensio
