// What contact does to one node in an explicit step, beside its state: which obstacles it touches,
// energies and impulses.
#pragma once

#include <cstdint>

#include "backend/contact_passes.hpp"
#include "core/host_device.hpp"
#include "physics/impact.hpp"
#include "physics/node.hpp"

namespace tensio {

/// Which solids the node touches now: those that push it, and those that it has not yet left. Calls
/// begins(solid, speed) where a touch begins. True where any touch has changed.
template <int D, class Begins>
TENSIO_HD inline bool update_touches(const Solid* solids, int count, const ContactPoints<D>& met,
                                     const Vec<D>& x, std::uint8_t* touching, Begins&& begins) {
  bool changed = false;
  for (int i = 0; i < count; ++i) {
    const ContactPoint<D>* pushes = nullptr;
    for (int m = 0; m < met.count; ++m)
      if (met.of[m].solid == i && met.of[m].push > 0) pushes = &met.of[m];
    const std::uint8_t before = touching[i];
    if (pushes) {
      if (!before) begins(i, pushes->speed);
      touching[i] = 1;
    } else if (before) {
      const Solid& solid = solids[i];
      const double distance = nearest(solid, difference(x, load<D>(solid.shift, 0))).distance;
      if (distance > (1 + kTouchEnds) * solid.thickness) touching[i] = 0;
    }
    changed |= touching[i] != before;
  }
  return changed;
}

/// Of one node in one step.
struct ContactEnergy {
  double dissipated, work;
};

/// The net loses its kinetic energy at the start and the work of its forces along the path, less
/// the kinetic energy at the end; and the work that the obstacle did by its motion. `s` is the step
/// after contact, v_free its velocity before.
template <int D>
TENSIO_HD inline ContactEnergy contact_energy(double mass, const NodeStep<D>& s,
                                              const Vec<D>& v_free, const ContactPoints<D>& met) {
  const Vec<D> made = masked(difference(v_free, s.v0), s.free);
  double work = 0;
  for (int i = 0; i < met.count; ++i) {
    const ContactPoint<D>& m = met.of[i];
    work += mass * (m.push * dot(m.normal, m.carried) + dot(m.friction_of, m.carried));
  }
  return {node_kinetic_energy(mass, masked(s.v0, s.free)) -
              node_kinetic_energy(mass, masked(s.v, s.free)) +
              mass / s.h * dot(made, difference(s.x, s.x0)) + work,
          work};
}

}  // namespace tensio
