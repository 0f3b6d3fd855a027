// Pressure and wind: faces first, then nodes, so that the bits do not depend on the threads.
#include "backend/common/face_forces.hpp"
#include "backend/cpu/cpu_backend.hpp"

namespace tensio {

template <int D>
void CpuBackend<D>::face_forces(VectorId xid, VectorId vid, VectorId fid) {
  const FaceView faces = view_of(net_.faces);
  const bool wind = vid >= 0;
  const auto x = [all = at(xid)](int node) { return load<D>(all, node); };
  const auto v = [all = wind ? at(vid) : nullptr](int node) { return load<D>(all, node); };
  double* f = at(fid);
  corner_force_.resize(net_.faces.nodes.size() * D);
  pool_.parallel_for(faces.count, [&](int begin, int end) {
    for (int face = begin; face < end; ++face)
      corner_forces<D>(faces, face, x, v, wind, corner_force_.data());
  });
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for (int node = begin; node < end; ++node) {
      const Vec<D> sum = face_force_on<D>(faces, node, v, wind, corner_force_.data());
      for (int i = 0; i < D; ++i) f[axis_offset<D>(node) + i] = sum[i];
    }
  });
}

#ifndef TENSIO_GROUPED
template class CpuBackend<2>;
template class CpuBackend<3>;
#endif

}  // namespace tensio
