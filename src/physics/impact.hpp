// One node that an explicit step moved, and the obstacles on its way.
//
// The straight way of the step is followed relative to each obstacle's own. Where it first meets a
// contact surface (the obstacle's, offset by its thickness) the plane that touches there bounds the
// rest of the path: the obstacle lies behind it as a whole. With u the velocity relative to the
// obstacle and all impulses per mass:
//
//   normal     n.u' = e u*, with u*² = (n.u_0)² + 2 (n.a) (n.way): the speed at the surface;
//              0 where u* <= 2 h |n.a|: such a speed the forces make within two steps
//   push       the impulse along n that leads there from the velocity after the step
//   friction_of  the impulse across n that stops the node, at most friction x push
//
// Several obstacles in one step are swept in order until their impulses agree.
#pragma once

#include "physics/obstacle.hpp"

namespace tensio {

/// Obstacles that one node meets in one step; further ones wait for the next.
inline constexpr int kMostContacts = 8;

/// A node's step, before contact.
template <int D>
struct NodeStep {
  Vec<D> x0, v0;  ///< at its start
  Vec<D> x, v;    ///< at its end
  Vec<D> free;    ///< 1 for axes that are free, 0 for fixed ones
  double h;
  double share;  ///< of the change in velocity that the displacement has felt: x - x0 = h (v0 +
                 ///< share (v - v0))
};

template <int D>
struct ContactPoint {
  int solid;
  double s;       ///< fraction of the step at which they meet
  double speed;   ///< u*
  double bounce;  ///< least n.u afterwards
  Vec<D> normal;
  Vec<D> place;    ///< where they meet, carried on to the end of the step
  Vec<D> carried;  ///< the obstacle's velocity
  double friction;
  double push = 0;
  Vec<D> friction_of{};
  bool sticks = false;
};

template <int D>
struct ContactPoints {
  ContactPoint<D> of[kMostContacts];
  int count = 0;

  TENSIO_HD bool has(int solid) const {
    for (int i = 0; i < count; ++i)
      if (of[i].solid == solid) return true;
    return false;
  }
};

template <int D>
TENSIO_HD inline Vec<D> masked(const Vec<D>& a, const Vec<D>& free) {
  Vec<D> r;
  for (int i = 0; i < D; ++i) r[i] = a[i] * free[i];
  return r;
}

/// How often impulses of several obstacles are swept; with one, once is exact.
inline constexpr int kMostSweeps = 200;
/// Normals that lie in fixed axes but for this much push nothing.
inline constexpr double kNoNormal = 1e-12;

/// Pushes z to the right side of one meeting: n.z >= least. What was pushed before may be taken
/// back.
template <int D>
TENSIO_HD inline double push(const Vec<D>& normal, const Vec<D>& free, double least, double& pushed,
                             Vec<D>& z) {
  const Vec<D> way = masked(normal, free);
  const double size = dot(normal, way);
  if (size < kNoNormal) return 0;
  const double wanted = pushed + (least - dot(normal, z)) / size;
  const double change = (wanted > 0 ? wanted : 0) - pushed;
  pushed += change;
  z = sum(z, change, way);
  return change;
}

/// Stops z across one meeting, as far as friction can.
template <int D>
TENSIO_HD inline void friction_of(ContactPoint<D>& m, const Vec<D>& free, Vec<D>& z) {
  const Vec<D> way = masked(m.normal, free);
  const double size = dot(way, way);
  if (m.friction == 0 || size < kNoNormal) return;
  Vec<D> slip = masked(difference(z, m.carried), free);
  slip = sum(slip, -dot(slip, way) / size, way);
  Vec<D> wanted = difference(m.friction_of, slip);
  const double most = m.friction * m.push, wish = std::sqrt(dot(wanted, wanted));
  m.sticks = m.push > 0 && wish <= most;
  if (!m.sticks)
    for (int i = 0; i < D; ++i) wanted[i] *= wish > 0 ? most / wish : 0;
  z = sum(z, 1, difference(wanted, m.friction_of));
  m.friction_of = wanted;
}

/// The velocity after all meetings, from the one that the step gave.
template <int D>
TENSIO_HD inline Vec<D> velocity_after(const NodeStep<D>& step, ContactPoints<D>& met) {
  Vec<D> v = step.v;
  for (int i = 0; i < met.count; ++i) {
    met.of[i].push = 0;
    met.of[i].friction_of = Vec<D>{};
    met.of[i].sticks = false;
  }
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    const Vec<D> before = v;
    for (int i = 0; i < met.count; ++i) {
      ContactPoint<D>& m = met.of[i];
      push(m.normal, step.free, dot(m.normal, m.carried) + m.bounce, m.push, v);
      friction_of(m, step.free, v);
    }
    bool same = true;
    for (int i = 0; i < D; ++i) same = same && before[i] == v[i];
    if (same || met.count == 1) break;
  }
  return v;
}

/// Where the node ends: on the free side of every plane it met, and where it met one that holds it.
template <int D>
TENSIO_HD inline Vec<D> place_after(const NodeStep<D>& step, const ContactPoints<D>& met) {
  Vec<D> x = step.x;
  for (int i = 0; i < met.count; ++i)
    x = sum(x, step.share * (1 - met.of[i].s) * step.h, met.of[i].friction_of);
  for (int i = met.count - 1; i >= 0; --i)
    if (met.of[i].sticks) x = sum(x, 1, masked(difference(met.of[i].place, x), step.free));
  double pushed[kMostContacts] = {};
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    const Vec<D> before = x;
    for (int i = 0; i < met.count; ++i)
      push(met.of[i].normal, step.free, dot(met.of[i].normal, met.of[i].place), pushed[i], x);
    bool same = true;
    for (int i = 0; i < D; ++i) same = same && before[i] == x[i];
    if (same || met.count == 1) break;
  }
  return x;
}

/// The solid's shift at a fraction s of the step, from those at its ends.
template <int D>
TENSIO_HD inline Vec<D> shift_at(const double* before, const Solid& solid, double s) {
  const Vec<D> begin = load<D>(before, 0);
  return sum(begin, s, difference(load<D>(solid.shift, 0), begin));
}

/// Impacts slower than the velocity that the node's forces make in this many steps do not bounce: a
/// node that lies on an obstacle rests. One step would be enough, but the positions of explicit
/// Euler are a step behind.
inline constexpr double kRests = 2;
/// How near to a contact surface, in parts of the thickness, a node counts as being on it.
inline constexpr double kOnSurface = 1e-9;

/// Where on the path from p, at fraction s, to the state (x, v) at the end of the step the node
/// meets the solid: part of the remaining path, or 1 where it ends on the surface and presses on;
/// 2: nowhere. `before`: the solid's shift at the start of the step.
template <int D>
TENSIO_HD inline double meets(const Solid& solid, const double* before, const Vec<D>& p, double s,
                              const Vec<D>& x, const Vec<D>& v, double h) {
  const Vec<D> from = difference(p, shift_at<D>(before, solid, s));
  const Vec<D> end = difference(x, load<D>(solid.shift, 0));
  const double at = first_reach(solid, from, end, solid.thickness);
  if (at <= 1) return at;
  const Nearest<D> there = nearest(solid, end);
  if (there.distance > (1 + kOnSurface) * solid.thickness) return at;
  const Vec<D> way = difference(load<D>(solid.shift, 0), load<D>(before, 0));
  return dot(there.normal, v) < dot(there.normal, way) / h ? 1 : at;
}

/// The meeting with a solid at the place p and the fraction s of the step; p is put to the surface
/// where it is inside.
template <int D>
TENSIO_HD inline ContactPoint<D> contact_at(const NodeStep<D>& step, const Solid& solid,
                                            const double* before, Vec<D>& p, double s) {
  const Vec<D> begin = load<D>(before, 0), end = load<D>(solid.shift, 0);
  const Vec<D> shift = shift_at<D>(before, solid, s);
  const Nearest<D> at = nearest(solid, difference(p, shift));
  if (at.distance < solid.thickness)
    p = sum(p, 1, masked(sum(Vec<D>{}, solid.thickness - at.distance, at.normal), step.free));
  ContactPoint<D> m = {};
  m.s = s;
  m.normal = at.normal;
  m.friction = solid.friction;
  m.place = sum(p, 1, difference(end, shift));
  m.carried = sum(Vec<D>{}, 1 / step.h, difference(end, begin));
  // Relative to the obstacle: the speed at the start, and what the forces made of it on the way.
  const double at_start = dot(at.normal, difference(step.v0, m.carried));
  const double change = dot(at.normal, difference(step.v, step.v0));
  const double way = dot(at.normal, difference(difference(p, step.x0), difference(shift, begin)));
  const double square = at_start * at_start + 2 * change / step.h * way;
  m.speed = square > 0 ? std::sqrt(square) : 0;
  m.bounce = m.speed > kRests * std::fabs(change) ? solid.restitution * m.speed : 0;
  return m;
}

/// Takes the node's step through all meetings: x and v of `step` become those after them.
/// `before`: the shifts of the solids at the start of the step, three numbers for each.
template <int D>
TENSIO_HD inline ContactPoints<D> meet_all(NodeStep<D>& step, const Solid* solids, int count,
                                           const double* before) {
  ContactPoints<D> met;
  Vec<D> p = step.x0, x = step.x, v = step.v;
  double s = 0;
  while (met.count < kMostContacts) {
    double first = 2;
    int which = -1;
    for (int i = 0; i < count; ++i) {
      const double at = met.has(i) ? 2 : meets(solids[i], before + 3 * i, p, s, x, v, step.h);
      if (at >= first) continue;
      first = at;
      which = i;
    }
    if (which < 0) break;
    p = sum(p, first, difference(x, p));
    s += first * (1 - s);
    ContactPoint<D>& m = met.of[met.count++];
    m = contact_at(step, solids[which], before + 3 * which, p, s);
    m.solid = which;
    v = velocity_after(step, met);
    x = place_after(step, met);
  }
  step.x = x;
  step.v = v;
  return met;
}

}  // namespace tensio
