// One face: its vector area, and the forces of pressure and wind on its corners.
//
//   3D        S = 1/2 sum of (x_i - x_0) x (x_i+1 - x_0): area times normal, which points to where
//             the corners go around counter-clockwise
//   2D line   S = (-d_y, d_x), d = x_b - x_a: its length, to the left of the way from a to b
//   2D region (three corners and more) has its normal out of the plane: pressure acts on its rim,
//             outwards where the corners go around counter-clockwise, and wind passes over it
//
// Pressure is p dV/dx, where V is the volume (in 2D the area) below the face: with closed surfaces
// it has the energy -p V, and the forces sum to zero. Wind is shared equally by the corners:
//
//   F = 1/2 rho Cd A |v_r . n| (v_r . n) n = factor |w| w S / |S|²,  w = v_r . S
//
// v_r being the wind's velocity less the mean velocity of the corners.
#pragma once

#include <cmath>

#include "core/vec.hpp"

namespace tensio {

/// Half the cross product of b - a and c - a: the vector area of a triangle.
TENSIO_HD inline Vec<3> triangle_area(const Vec<3>& a, const Vec<3>& b, const Vec<3>& c) {
  Vec<3> u, v, s;
  for (int i = 0; i < 3; ++i) {
    u[i] = b[i] - a[i];
    v[i] = c[i] - a[i];
  }
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    s[i] = 0.5 * (u[j] * v[k] - u[k] * v[j]);
  }
  return s;
}

/// Whether a face with this many corners has a normal that wind can act on.
template <int D>
TENSIO_HD inline bool meets_wind(int corners) {
  return D == 3 ? corners >= 3 : corners == 2;
}

/// S of a face that meets wind; x(i) is its corner i.
template <int D, class Corner>
TENSIO_HD inline Vec<D> vector_area(int corners, Corner&& x) {
  Vec<D> sum{};
  if constexpr (D == 2) {
    const Vec<2> a = x(0), b = x(1);
    sum[0] = a[1] - b[1];
    sum[1] = b[0] - a[0];
  } else {
    const Vec<3> first = x(0);
    for (int c = 1; c + 1 < corners; ++c) {
      const Vec<3> part = triangle_area(first, x(c), x(c + 1));
      for (int i = 0; i < 3; ++i) sum[i] += part[i];
    }
  }
  return sum;
}

/// f += factor s.
template <int D>
TENSIO_HD inline void add_scaled(double factor, const Vec<D>& s, double* f) {
  for (int i = 0; i < D; ++i) f[i] += factor * s[i];
}

/// Adds the forces of the pressure p on each corner to f (corners x D). More than three corners
/// need not lie in a plane: the face is then the fan of triangles about their mean.
template <int D, class Corner>
TENSIO_HD inline void add_pressure(int corners, Corner&& x, double p, double* f) {
  if constexpr (D == 2) {
    // A line is pushed to its left; the rim of a region to its right, which is outwards.
    const int sides = corners == 2 ? 1 : corners;
    const double half = corners == 2 ? 0.5 * p : -0.5 * p;
    for (int c = 0; c < sides; ++c) {
      const int next = (c + 1) % corners;
      const Vec<2> a = x(c), b = x(next);
      const Vec<2> left{{a[1] - b[1], b[0] - a[0]}};
      add_scaled(half, left, f + 2 * c);
      add_scaled(half, left, f + 2 * next);
    }
  } else if (corners == 3) {
    const Vec<3> s = triangle_area(x(0), x(1), x(2));
    for (int c = 0; c < 3; ++c) add_scaled(p / 3, s, f + 3 * c);
  } else {
    Vec<3> middle{};
    for (int c = 0; c < corners; ++c) add_scaled(1.0 / corners, x(c), middle.v);
    Vec<3> all{};
    for (int c = 0; c < corners; ++c) {
      const int next = (c + 1) % corners;
      const Vec<3> s = triangle_area(middle, x(c), x(next));
      add_scaled(p / 3, s, f + 3 * c);
      add_scaled(p / 3, s, f + 3 * next);
      add_scaled(1.0, s, all.v);
    }
    for (int c = 0; c < corners; ++c) add_scaled(p / (3.0 * corners), all, f + 3 * c);
  }
}

/// The force of wind on a whole face with vector area S; `relative` is v_r, `factor` 1/2 rho Cd.
template <int D>
TENSIO_HD inline Vec<D> wind_on_face(const Vec<D>& s, const Vec<D>& relative, double factor) {
  const double area = std::sqrt(dot(s, s));
  Vec<D> force{};
  if (!(area > 0.0)) return force;
  const double along = dot(relative, s) / area;  // v_r . n
  add_scaled(factor * std::abs(along) * along, s, force.v);
  return force;
}

/// The same on a node that stands for an area in every direction: factor A |v_r| v_r.
template <int D>
TENSIO_HD inline Vec<D> wind_on_node(double area, const Vec<D>& relative, double factor) {
  Vec<D> force{};
  add_scaled(factor * area * std::sqrt(dot(relative, relative)), relative, force.v);
  return force;
}

}  // namespace tensio
