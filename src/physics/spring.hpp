// One spring between two nodes: the vector calculus, written once for every law, 2D and 3D.
//
//   d = x_b - x_a (+ the offset of a periodic cell),  l = |d|,  n = d / l
//   force on a: +T n = q d, on b: -q d
//   block B = d²U/dd² = tangent n nᵀ + q (I - n nᵀ)
//   d²U/d(a,b)² = [ B -B; -B B ]: the off-diagonal blocks are -B whole, and equal each other
//
// The eigenvalues of B are the tangent along and q across, so the nearest positive semidefinite
// block has max(tangent, 0) and max(q, 0) in their places.
#pragma once

#include <cmath>

#include "core/vec.hpp"
#include "physics/spring_law.hpp"

namespace tensio {

/// Springs outside periodic cells have no offset, and pay nothing for it.
struct NoOffset {};

template <int D>
TENSIO_HD inline Vec<D> spring_vector(const Vec<D>& a, const Vec<D>& b, NoOffset) {
  Vec<D> d;
  for (int i = 0; i < D; ++i) d[i] = b[i] - a[i];
  return d;
}

/// The offset of a spring that crosses the border of a periodic cell.
template <int D>
TENSIO_HD inline Vec<D> spring_vector(const Vec<D>& a, const Vec<D>& b, const Vec<D>& offset) {
  Vec<D> d;
  for (int i = 0; i < D; ++i) d[i] = b[i] - a[i] + offset[i];
  return d;
}

template <int D>
TENSIO_HD inline double length(const Vec<D>& d) {
  return std::sqrt(dot(d, d));
}

// `more` is what the law needs beyond k and l0.

template <Law law, int D, class Offset, class More = NoMore>
TENSIO_HD inline double spring_energy(const Vec<D>& a, const Vec<D>& b, double k, double l0,
                                      const Offset& offset, const More& more = {}) {
  return evaluate<law>(length(spring_vector(a, b, offset)), k, l0, more).energy;
}

/// The force on end a of a spring along d whose law is value(l); end b gets its negative.
/// Coincident ends feel none.
template <int D, class Value>
TENSIO_HD inline Vec<D> spring_force(const Vec<D>& d, Value&& value) {
  Vec<D> f = d;
  const double q = value(length(d)).q;
  for (int i = 0; i < D; ++i) f[i] *= q;
  return f;
}

template <Law law, int D, class Offset, class More = NoMore>
TENSIO_HD inline Vec<D> spring_force(const Vec<D>& a, const Vec<D>& b, double k, double l0,
                                     const Offset& offset, const More& more = {}) {
  return spring_force(spring_vector(a, b, offset),
                      [&](double l) { return evaluate<law>(l, k, l0, more); });
}

/// What B is made of: B = along n nᵀ + q I.
template <int D>
struct SpringStiffness {
  Vec<D> n;
  double along, q;
};

template <int D>
TENSIO_HD inline SpringStiffness<D> stiffness_of(const Vec<D>& d, double l, double tangent,
                                                 double q) {
  // n has no length where the ends coincide: the block is then q I.
  const double inverse = l > 0.0 ? 1.0 / l : 0.0;
  SpringStiffness<D> parts;
  for (int i = 0; i < D; ++i) parts.n[i] = d[i] * inverse;
  parts.along = tangent - q;
  parts.q = q;
  return parts;
}

template <int D>
TENSIO_HD inline Block<D> block_of(const SpringStiffness<D>& parts) {
  const Vec<D>& n = parts.n;
  const double along = parts.along, q = parts.q;
  Block<D> block;
  for (int i = 0; i < D; ++i)
    for (int j = i; j < D; ++j) {
      const double value = along * (n[i] * n[j]) + (i == j ? q : 0.0);
      block(i, j) = value;
      block(j, i) = value;
    }
  return block;
}

template <int D>
TENSIO_HD inline Block<D> block_of(const Vec<D>& d, double l, double tangent, double q) {
  return block_of(stiffness_of(d, l, tangent, q));
}

/// B of a spring d of length l; `projected`: its nearest positive semidefinite block.
template <int D>
TENSIO_HD inline SpringStiffness<D> stiffness_of(const Vec<D>& d, double l, double tangent,
                                                 double q, bool projected) {
  if (projected) {
    if (tangent < 0.0) tangent = 0.0;
    if (q < 0.0) q = 0.0;
  }
  return stiffness_of(d, l, tangent, q);
}

template <int D, class Value>
TENSIO_HD inline SpringStiffness<D> spring_stiffness(const Vec<D>& d, bool projected,
                                                     Value&& law_value) {
  const double l = length(d);
  const LawValue value = law_value(l);
  return stiffness_of(d, l, value.tangent, value.q, projected);
}

template <int D, class Value>
TENSIO_HD inline Block<D> spring_block(const Vec<D>& d, bool projected, Value&& law_value) {
  return block_of(spring_stiffness(d, projected, law_value));
}

template <Law law, int D, class Offset, class More = NoMore>
TENSIO_HD inline Block<D> spring_block(const Vec<D>& a, const Vec<D>& b, double k, double l0,
                                       const Offset& offset, bool projected,
                                       const More& more = {}) {
  return spring_block(spring_vector(a, b, offset), projected,
                      [&](double l) { return evaluate<law>(l, k, l0, more); });
}

// ---- axial damping: the ends feel each other's velocity along the spring ----

/// The force on end a, +c (n . dv) n with dv = v_b - v_a. Coincident ends have no axis and feel
/// none.
template <int D>
TENSIO_HD inline Vec<D> damping_force(const Vec<D>& d, const Vec<D>& dv, double c) {
  const double factor = laws::dashpot_of<Law::linear>(length(d), c, 0.0) * dot(d, dv);
  Vec<D> f;
  for (int i = 0; i < D; ++i) f[i] = factor * d[i];
  return f;
}

/// As spring_force(), of a spring and its dashpot: what the dashpot adds to q is added first.
template <Law law, int D, class Value>
TENSIO_HD inline Vec<D> damped_force(const Vec<D>& d, const Vec<D>& dv, double c, double l0,
                                     Value&& value) {
  return spring_force(d, [&](double l) {
    LawValue both = value(l);
    both.q = both.q + laws::dashpot_of<law>(l, c, l0) * dot(d, dv);
    return both;
  });
}

/// The power that its dashpot takes.
template <Law law, int D>
TENSIO_HD inline double damping_power(const Vec<D>& d, const Vec<D>& dv, double c, double l0) {
  const double rate = dot(d, dv);
  return laws::dashpot_of<law>(length(d), c, l0) * rate * rate;
}

/// -df_a/dv_a = c n nᵀ: with it D_aa = D_bb = -c n nᵀ and D_ab = D_ba = +c n nᵀ.
template <int D>
TENSIO_HD inline Block<D> damping_block(const Vec<D>& d, double c) {
  return block_of(d, length(d), dot(d, d) > 0.0 ? c : 0.0, 0.0);
}

/// d²U/d(a,b)² by rows, from B.
template <int D>
TENSIO_HD inline void spring_hessian(const Block<D>& block, double* hessian) {
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j) {
      const double value = block(i, j);
      hessian[i * 2 * D + j] = value;
      hessian[i * 2 * D + D + j] = -value;
      hessian[(D + i) * 2 * D + j] = -value;
      hessian[(D + i) * 2 * D + D + j] = value;
    }
}

}  // namespace tensio
