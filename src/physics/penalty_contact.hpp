// One node and one obstacle in an implicit step, or at rest: the penalty between the contact
// surface and the obstacle resists like a spring, and friction like a dashpot that slips.
//
//   z        where the contact is felt, the end of the step
//   depth    thickness - d(z), where that is positive
//   U        kappa/2 depth²,  force +kappa depth n,
//            block kappa (n nᵀ - depth bend (I - n nᵀ - along alongᵀ))
//   slide    r = the part of z - x_0 - (way of the obstacle) across n. Friction is the derivative
//   of
//            F r²/(2 e) up to r = e, then F (r - e/2), with F = friction x push and
//            e = (slip speed) x h. Push and n are those of the last solve, and where it slips
//            friction is linear about the r of that: F (s + (r - (r.s) s) / |r_last|) with s its
//            direction. What is solved has no kinks.
#pragma once

#include "physics/obstacle.hpp"

namespace tensio {

/// What is known of a node at an obstacle before the step is solved.
struct PenaltyPoint {
  int node = 0;
  int solid = 0;
  /// The plane through `place` across `normal` stands for the contact surface: its way would lead
  /// the node too deep.
  bool plane = false;
  double normal[3] = {0, 0, 0};
  double place[3] = {0, 0, 0};  ///< at the end of the step
  double push = 0;              ///< normal force [N] by which friction goes
  double slide[3] = {0, 0, 0};  ///< unit vector where it slips; zero where it holds
  double slid = 0;              ///< how far, where it slips
};

/// The obstacle as the node at z feels it; `point` may be none.
template <int D>
TENSIO_HD inline Nearest<D> penalty_nearest(const Solid& solid, const PenaltyPoint* point,
                                            const Vec<D>& z) {
  if (!point || !point->plane) return nearest(solid, difference(z, load<D>(solid.shift, 0)));
  const Vec<D> normal = load<D>(point->normal, 0);
  return {solid.thickness + dot(normal, difference(z, load<D>(point->place, 0))), normal};
}

/// block += factor n nᵀ, block += factor I.
template <int D>
TENSIO_HD inline void add_outer(double factor, const Vec<D>& n, Block<D>& block) {
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j) block(i, j) += factor * (n[i] * n[j]);
}
template <int D>
TENSIO_HD inline void add_diagonal(double factor, Block<D>& block) {
  for (int i = 0; i < D; ++i) block(i, i) += factor;
}

/// What the penalty does to a node.
template <int D>
struct PenaltyValue {
  double energy = 0;
  double push = 0;  ///< normal force
  Vec<D> force{};
  Block<D> block{};
};

template <int D>
TENSIO_HD inline PenaltyValue<D> penalty_force(const Nearest<D>& near, double thickness,
                                               double kappa, bool projected) {
  PenaltyValue<D> r;
  const double depth = thickness - near.distance;
  if (!(depth > 0)) return r;
  r.energy = 0.5 * kappa * depth * depth;
  r.push = kappa * depth;
  r.force = sum(r.force, r.push, near.normal);
  add_outer(kappa, near.normal, r.block);
  if (!projected && near.bend != 0) {
    const double bend = r.push * near.bend;
    add_diagonal(-bend, r.block);
    add_outer(bend, near.normal, r.block);
    add_outer(bend, near.along, r.block);
  }
  return r;
}

/// Adds friction of at most `most`: `way` is the node's relative to the obstacle, e how far it
/// holds.
template <int D>
TENSIO_HD inline void add_friction(const PenaltyPoint& point, const Vec<D>& way, double most,
                                   double e, PenaltyValue<D>& r) {
  const Vec<D> slide = load<D>(point.slide, 0), normal = load<D>(point.normal, 0);
  const bool slips = dot(slide, slide) > 0;
  // Along the slide its size is the same; across, it turns.
  Vec<D> across = sum(way, -dot(way, normal), normal);
  const double stiffness = most / (slips ? point.slid : e);
  add_diagonal(stiffness, r.block);
  add_outer(-stiffness, normal, r.block);
  if (slips) {
    const double along = dot(slide, across);
    r.energy += most * along;
    r.force = sum(r.force, -most, slide);
    across = sum(across, -along, slide);
    add_outer(-stiffness, slide, r.block);
  }
  r.energy += 0.5 * stiffness * dot(across, across);
  r.force = sum(r.force, -stiffness, across);
}

/// Friction of at most `most` against a way across n: it grows up to the way e, and holds there.
template <int D>
TENSIO_HD inline Vec<D> friction_against(const Vec<D>& way, const Vec<D>& normal, double most,
                                         double e) {
  const Vec<D> across = sum(way, -dot(way, normal), normal);
  const double size = std::sqrt(dot(across, across));
  return sum(Vec<D>{}, -most / (size > e ? size : e), across);
}

/// Brings what friction goes by up to date with a way that came out, and says how much friction
/// changes by that. What slid back is fixed; what was fixed and went too far slips if it may.
template <int D>
TENSIO_HD inline double update_friction(const Vec<D>& way, const Vec<D>& normal, double friction,
                                        double push, double e, bool may_slip, PenaltyPoint& point) {
  PenaltyValue<D> before;
  if (point.push > 0) add_friction(point, way, friction * point.push, e, before);
  const Vec<D> across = sum(way, -dot(way, normal), normal);
  const double size = std::sqrt(dot(across, across));
  const Vec<D> change = difference(before.force, friction_against(way, normal, friction * push, e));
  const Vec<D> slide = load<D>(point.slide, 0);
  const bool slipped = dot(slide, slide) > 0, back = slipped && dot(slide, across) < 0;
  const bool slips = size > e && !back && (slipped || may_slip);
  for (int i = 0; i < D; ++i) {
    point.slide[i] = slips ? across[i] / size : 0;
    point.normal[i] = normal[i];
  }
  point.slid = slips ? size : 0;
  point.push = push;
  return std::sqrt(dot(change, change));
}

}  // namespace tensio
