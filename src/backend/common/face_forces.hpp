// Pressure and wind: forces on the corners of faces, then summed at the nodes in the order of faces
// and corners.
#pragma once

#include <algorithm>

#include "backend/loops.hpp"
#include "physics/face.hpp"

namespace tensio {

template <int D>
Vec<D> relative_wind(const FaceData& faces, Vec<D> velocity) {
  for (int i = 0; i < D; ++i) velocity[i] = faces.wind_velocity[i] - velocity[i];
  return velocity;
}

/// The forces on the corners of one face, written to its place in `force`; v null: no wind.
template <int D>
void corner_forces(const FaceData& faces, int face, const double* x, const double* v,
                   double* all_forces) {
  const int begin = faces.start[face], corners = faces.start[usize(face) + 1] - begin;
  double* force = all_forces + axis_offset<D>(begin);
  std::fill(force, force + axis_offset<D>(corners), 0.0);
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
  for (int c = 0; c < corners; ++c) add_scaled(1.0 / corners, wind, force + axis_offset<D>(c));
}

/// The force on a node: of its corners, and of the wind on its own area.
template <int D>
Vec<D> face_force_on(const FaceData& faces, int node, const double* v, const double* all_forces) {
  Vec<D> sum{};
  if (!faces.corner_start.empty())
    for (int c = faces.corner_start[node]; c < faces.corner_start[usize(node) + 1]; ++c)
      add_scaled(1.0, load<D>(all_forces, faces.corner[c]), sum.v);
  if (v != nullptr && faces.wind && !faces.node_area.empty()) {
    const double factor = 0.5 * faces.wind->density * faces.wind->drag_coefficient;
    const Vec<D> wind = relative_wind(faces, load<D>(v, node));
    add_scaled(1.0, wind_on_node(faces.node_area[node], wind, factor), sum.v);
  }
  return sum;
}

}  // namespace tensio
