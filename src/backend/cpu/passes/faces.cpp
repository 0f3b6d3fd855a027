// Pressure and wind: forces on the corners of faces, then summed at the nodes in the order of faces
// and corners, whatever the threads.
#include <algorithm>

#include "backend/cpu/cpu_backend.hpp"
#include "core/index.hpp"
#include "physics/face.hpp"

namespace tensio {

namespace {

template <int D>
Vec<D> relative_wind(const FaceData& faces, Vec<D> velocity) {
  for (int i = 0; i < D; ++i) velocity[i] = faces.wind_velocity[i] - velocity[i];
  return velocity;
}

// The forces on the corners of one face, written to `force`; v null: no wind.
template <int D>
void corner_forces(const FaceData& faces, int face, const double* x, const double* v,
                   double* force) {
  const int begin = faces.start[face], corners = faces.start[usize(face) + 1] - begin;
  std::fill(force, force + wide(corners) * D, 0.0);
  if (!faces.here(face)) return;
  const auto corner = [&](const double* values, int c) {
    return load<D>(values, faces.nodes[begin + c]);
  };
  const auto position = [&](int c) { return corner(x, c); };
  if (!faces.pressure.empty() && faces.pressure[face] != 0.0)
    add_pressure<D>(corners, position, faces.pressure[face], force);
  if (v == nullptr || !faces.wind || !meets_wind<D>(corners)) return;
  Vec<D> mean{};
  for (int c = 0; c < corners; ++c) add_scaled(1.0 / corners, corner(v, c), mean.v);
  const double factor = 0.5 * faces.wind->density * faces.wind->drag_coefficient;
  const Vec<D> wind =
      wind_on_face(vector_area<D>(corners, position), relative_wind(faces, mean), factor);
  for (int c = 0; c < corners; ++c) add_scaled(1.0 / corners, wind, force + wide(c) * D);
}

}  // namespace

template <int D>
void CpuBackend<D>::face_forces(VectorId xid, VectorId vid, VectorId fid) {
  const FaceData& faces = net_.faces;
  const double* x = at(xid);
  const double* v = vid < 0 ? nullptr : at(vid);
  double* f = at(fid);
  corner_force_.resize(faces.nodes.size() * D);
  pool_.parallel_for(faces.count(), [&](int begin, int end) {
    for (int face = begin; face < end; ++face)
      corner_forces<D>(faces, face, x, v, corner_force_.data() + wide(faces.start[face]) * D);
  });
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for (int node = begin; node < end; ++node) {
      Vec<D> sum{};
      if (!faces.corner_start.empty())
        for (int c = faces.corner_start[node]; c < faces.corner_start[usize(node) + 1]; ++c)
          add_scaled(1.0, load<D>(corner_force_.data(), faces.corner[c]), sum.v);
      if (v != nullptr && faces.wind && !faces.node_area.empty()) {
        const double factor = 0.5 * faces.wind->density * faces.wind->drag_coefficient;
        add_scaled(
            1.0,
            wind_on_node(faces.node_area[node], relative_wind(faces, load<D>(v, node)), factor),
            sum.v);
      }
      for (int i = 0; i < D; ++i) f[wide(node) * D + i] = sum[i];
    }
  });
}

template class CpuBackend<2>;
template class CpuBackend<3>;

}  // namespace tensio
