// Pressure and wind on a device, and products of vectors: what the passes do for one face, one node
// and one block.
#pragma once

#include "backend/common/face_view.hpp"
#include "backend/cuda/device_views.hpp"

namespace tensio {

/// The forces on the corners of one face.
template <int D>
struct FaceCorners {
  FaceView faces;
  const NodeRow<D>*x, *v;  ///< v null: no wind
  double* force;

  TENSIO_HD void operator()(int face) const {
    corner_forces<D>(
        faces, face, [this](int node) { return load<D>(x[node].v, 0); },
        [this](int node) { return load<D>(v[node].v, 0); }, v != nullptr, force);
  }
};

/// The force of faces and wind on one node.
template <int D>
struct CornerSum {
  FaceView faces;
  const NodeRow<D>* v;
  const double* force;
  NodeRow<D>* f;

  TENSIO_HD void operator()(int node) const {
    const Vec<D> sum = face_force_on<D>(
        faces, node, [this](int i) { return load<D>(v[i].v, 0); }, v != nullptr, force);
    NodeRow<D> row{};
    for (int i = 0; i < D; ++i) row.v[i] = sum[i];
    f[node] = row;
  }
};

/// The sum of products of the numbers of two vectors in one block of axes, in their order.
struct ProductSum {
  const double *x, *y;  ///< rows of `row` numbers, of which D are axes
  int axes, d, row, block, blocks;
  double* sums;

  TENSIO_HD void operator()(int i) const {
    const int begin = i * block, end = axes - begin < block ? axes : begin + block;
    double sum = 0;
    for (int axis = begin; axis < end; ++axis) {
      const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(axis / d) * row + axis % d;
      sum += x[at] * y[at];
    }
    sums[i] = sum;
  }
};

}  // namespace tensio
