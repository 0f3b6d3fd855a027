// Small vectors and blocks of 2 or 3 axes, for host and device.
#pragma once

#include <cstddef>

#include "core/host_device.hpp"

namespace tensio {

template <int D>
struct Vec {
  double v[D];

  TENSIO_HD double& operator[](int i) { return v[i]; }
  TENSIO_HD double operator[](int i) const { return v[i]; }
};

/// A D x D block by rows.
template <int D>
struct Block {
  double m[D * D];

  TENSIO_HD double& operator()(int i, int j) { return m[i * D + j]; }
  TENSIO_HD double operator()(int i, int j) const { return m[i * D + j]; }
};

template <int D>
TENSIO_HD inline Vec<D> load(const double* x, int node) {
  Vec<D> r;
  // Springs have D numbers each, too: more than an int counts.
  const double* own = x + static_cast<std::ptrdiff_t>(node) * D;
  for (int i = 0; i < D; ++i) r[i] = own[i];
  return r;
}

/// Summed from the first axis on: the order is part of the result.
template <int D>
TENSIO_HD inline double dot(const Vec<D>& a, const Vec<D>& b) {
  double sum = a[0] * b[0];
  for (int i = 1; i < D; ++i) sum += a[i] * b[i];
  return sum;
}

/// a + s b.
template <int D>
TENSIO_HD inline Vec<D> sum(const Vec<D>& a, double s, const Vec<D>& b) {
  Vec<D> r;
  for (int i = 0; i < D; ++i) r[i] = a[i] + s * b[i];
  return r;
}

}  // namespace tensio
