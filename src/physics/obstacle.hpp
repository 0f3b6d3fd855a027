// One obstacle and one point: how far, which way, and where a path first comes near.
//
// All four solids are convex. Their signed distance d is then a convex function of the place, so
// along a straight path it falls, then rises: Newton's method from the start never steps over the
// first place where d = level, and a plane that touches the solid has all of it on one side.
//
//   gradient of d = n (a unit vector, away from the solid)
//   second derivative of d = bend (I - n nᵀ - along alongᵀ)
#pragma once

#include <cmath>

#include "core/vec.hpp"

namespace tensio {

/// An obstacle in numbers. Of arrays of axes the first D count.
struct Solid {
  enum class Kind { plane, sphere, box, capsule };
  Kind kind = Kind::plane;
  double point[3] = {0, 0, 0};  ///< on the plane; the centre; one end of the capsule's core
  double axis[3] = {0, 0, 0};   ///< the plane's unit normal; the capsule's core, end to end
  double half[3] = {0, 0, 0};   ///< half the box's lengths along its own axes
  double turn[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  ///< the box's own axes
  double radius = 0;                                      ///< of sphere and capsule
  double thickness = 0;                                   ///< nodes keep this distance
  double friction = 0;
  double restitution = 0;
  double shift[3] = {0, 0, 0};  ///< from where it is drawn, at the time at hand
};

/// The solid as a point sees it.
template <int D>
struct Nearest {
  double distance;  ///< below zero inside
  Vec<D> normal;
  double bend = 0;  ///< curvature of the surface of this distance; 0 where it is flat
  Vec<D> along{};   ///< a further direction without curvature, or zero
};

template <int D>
TENSIO_HD inline Vec<D> difference(const Vec<D>& a, const Vec<D>& b) {
  Vec<D> r;
  for (int i = 0; i < D; ++i) r[i] = a[i] - b[i];
  return r;
}

/// A unit vector across `axis`; the last axis of space where that has no length.
template <int D>
TENSIO_HD inline Vec<D> across(const Vec<D>& axis) {
  int least = D - 1;
  for (int i = D - 1; i >= 0; --i)
    if (std::fabs(axis[i]) < std::fabs(axis[least])) least = i;
  Vec<D> r{};
  r[least] = 1;
  const double square = dot(axis, axis);
  if (square > 0) r = sum(r, -axis[least] / square, axis);
  const double size = std::sqrt(dot(r, r));
  for (int i = 0; i < D; ++i) r[i] /= size;
  return r;
}

/// Of a core of no width, `from` which the point lies; on the core itself the normal is `fallback`.
template <int D>
TENSIO_HD inline Nearest<D> nearest_round(const Vec<D>& from, double radius,
                                          const Vec<D>& fallback) {
  const double size = std::sqrt(dot(from, from));
  if (!(size > 0)) return {-radius, fallback};
  Nearest<D> r{size - radius, from, 1 / size};
  for (int i = 0; i < D; ++i) r.normal[i] /= size;
  return r;
}

template <int D>
TENSIO_HD inline Nearest<D> nearest_on_capsule(const Solid& solid, const Vec<D>& from_end) {
  const Vec<D> core = load<D>(solid.axis, 0);
  const double square = dot(core, core);
  const double ahead = dot(from_end, core);
  const bool beside = ahead > 0 && ahead < square;
  const double at = beside ? ahead / square : ahead > 0 && square > 0 ? 1 : 0;
  Nearest<D> r = nearest_round(sum(from_end, -at, core), solid.radius, across(core));
  if (!beside) return r;
  // A cylinder is straight along its axis; in the plane that leaves nothing that bends.
  if (D == 2) r.bend = 0;
  const double size = std::sqrt(square);
  for (int i = 0; i < D; ++i) r.along[i] = core[i] / size;
  return r;
}

template <int D>
TENSIO_HD inline Nearest<D> nearest_on_box(const Solid& solid, const Vec<D>& from_centre) {
  Vec<D> beyond, sign;
  int outside = 0, face = 0, level = 0;
  for (int i = 0; i < D; ++i) {
    const double at = dot(load<D>(solid.turn[i], 0), from_centre);
    sign[i] = at < 0 ? -1 : 1;
    beyond[i] = sign[i] * at - solid.half[i];
    if (beyond[i] > beyond[face]) face = i;
    if (beyond[i] > 0)
      ++outside;
    else
      level = i;
  }
  Nearest<D> r{beyond[face], Vec<D>{}};
  if (outside <= 1) {
    for (int j = 0; j < D; ++j) r.normal[j] = sign[face] * solid.turn[face][j];
    return r;
  }
  // From an edge or a corner.
  double square = 0;
  for (int i = 0; i < D; ++i)
    if (beyond[i] > 0) square += beyond[i] * beyond[i];
  r.distance = std::sqrt(square);
  r.bend = 1 / r.distance;
  for (int i = 0; i < D; ++i)
    if (beyond[i] > 0)
      r.normal = sum(r.normal, sign[i] * beyond[i] / r.distance, load<D>(solid.turn[i], 0));
  if (outside < D) r.along = load<D>(solid.turn[level], 0);
  return r;
}

/// The solid where it is drawn, as the point p sees it. Points of a moved solid are shifted back
/// before.
template <int D>
TENSIO_HD inline Nearest<D> nearest(const Solid& solid, const Vec<D>& p) {
  const Vec<D> from = difference(p, load<D>(solid.point, 0));
  switch (solid.kind) {
    case Solid::Kind::sphere: return nearest_round(from, solid.radius, across(Vec<D>{}));
    case Solid::Kind::box: return nearest_on_box(solid, from);
    case Solid::Kind::capsule: return nearest_on_capsule(solid, from);
    case Solid::Kind::plane: break;
  }
  const Vec<D> normal = load<D>(solid.axis, 0);
  return {dot(normal, from), normal};
}

/// Where on the way from `from` to `to`, 0 to 1, a point first has d <= level; 2: nowhere.
/// `level` is not negative.
template <int D>
TENSIO_HD inline double first_reach(const Solid& solid, const Vec<D>& from, const Vec<D>& to,
                                    double level) {
  const Vec<D> way = difference(to, from);
  constexpr double kNowhere = 2;
  // A path that only grazes is approached by halves; it does not enter.
  constexpr int kMostSteps = 100;
  double s = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    const Nearest<D> at = nearest(solid, sum(from, s, way));
    const double gap = at.distance - level;
    if (gap <= 0) return s;
    const double slope = dot(at.normal, way);
    if (!(slope < 0)) return kNowhere;
    const double next = s - gap / slope;
    if (next > 1) return kNowhere;
    if (!(next > s)) return s;
    s = next;
  }
  return kNowhere;
}

}  // namespace tensio
