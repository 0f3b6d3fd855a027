// Products with the stiffness of all springs, without the matrix: +B (u_b - u_a) on b and
// -B (u_b - u_a) on a, with B the block of a spring. scatter_* and gather_* as in loops.hpp.
#pragma once

#include "core/index.hpp"
#include "network/network_data.hpp"
#include "physics/spring.hpp"

namespace tensio {

template <int D>
inline Vec<D> times_difference(const SpringStiffness<D>& parts, const double* u, int a, int b) {
  const Vec<D> d = spring_vector(load<D>(u, a), load<D>(u, b), NoOffset{});
  const double along = parts.along * dot(parts.n, d);
  Vec<D> result;
  for (int i = 0; i < D; ++i) result[i] = along * parts.n[i] + parts.q * d[i];
  return result;
}

/// y += (sum of the spring blocks) u.
template <int D>
void scatter_product(const NetworkData& net, const SpringStiffness<D>* stiffness, const double* u,
                     double* y) {
  for (int s = 0; s < net.spring_count; ++s) {
    const int a = net.a[s], b = net.b[s];
    const Vec<D> change = times_difference(stiffness[s], u, a, b);
    for (int i = 0; i < D; ++i) {
      y[axis_offset<D>(a) + i] -= change[i];
      y[axis_offset<D>(b) + i] += change[i];
    }
  }
}

/// The same for the rows begin .. end - 1; each change is computed at both ends.
template <int D>
void gather_product(const NetworkData& net, const SpringStiffness<D>* stiffness, const double* u,
                    int begin, int end, double* y) {
  for (int node = begin; node < end; ++node) {
    const auto n = usize(node);
    Vec<D> sum = load<D>(y, node);
    for (int e = net.incidence_start[n]; e < net.incidence_start[n + 1]; ++e) {
      const int s = net.incident[e];
      const int a = net.a[s], b = net.b[s];
      const Vec<D> change = times_difference(stiffness[s], u, a, b);
      for (int i = 0; i < D; ++i) sum[i] += node == a ? -change[i] : change[i];
    }
    for (int i = 0; i < D; ++i) y[axis_offset<D>(node) + i] = sum[i];
  }
}

}  // namespace tensio
