// Pressure and wind, for host and device: forces on the corners of faces, then summed at the nodes
// in the order of faces and corners.
#pragma once

#include <cstddef>
#include <cstdint>

#include "physics/face.hpp"

namespace tensio {

/// FaceData as plain pointers; null where a list is empty.
struct FaceView {
  int count;
  const int *start, *nodes;
  const double* pressure;
  const std::uint8_t* gone;
  const int *corner_start, *corner;
  const double* node_area;
  bool wind;
  double factor;  ///< of wind: 1/2 rho Cd
  double wind_velocity[3];
};

template <int D>
TENSIO_HD inline Vec<D> relative_wind(const FaceView& faces, Vec<D> velocity) {
  for (int i = 0; i < D; ++i) velocity[i] = faces.wind_velocity[i] - velocity[i];
  return velocity;
}

/// The forces on the corners of one face, written to its part of `all_forces`; x(node), v(node):
/// its position and velocity.
template <int D, class Position, class Velocity>
TENSIO_HD inline void corner_forces(const FaceView& faces, int face, Position&& x, Velocity&& v,
                                    bool with_wind, double* all_forces) {
  const int begin = faces.start[face], corners = faces.start[face + 1] - begin;
  double* const force = all_forces + static_cast<std::ptrdiff_t>(begin) * D;
  for (int i = 0; i < corners * D; ++i) force[i] = 0;
  if (faces.gone && faces.gone[face]) return;
  const auto position = [&](int c) { return x(faces.nodes[begin + c]); };
  if (faces.pressure && faces.pressure[face] != 0.0)
    add_pressure<D>(corners, position, faces.pressure[face], force);
  if (!with_wind || !faces.wind || !meets_wind<D>(corners)) return;
  Vec<D> mean{};
  for (int c = 0; c < corners; ++c) add_scaled(1.0 / corners, v(faces.nodes[begin + c]), mean.v);
  const Vec<D> wind =
      wind_on_face(vector_area<D>(corners, position), relative_wind(faces, mean), faces.factor);
  for (int c = 0; c < corners; ++c)
    add_scaled(1.0 / corners, wind, force + static_cast<std::ptrdiff_t>(c) * D);
}

/// The force on a node: of its corners, and of the wind on its own area.
template <int D, class Velocity>
TENSIO_HD inline Vec<D> face_force_on(const FaceView& faces, int node, Velocity&& v, bool with_wind,
                                      const double* all_forces) {
  Vec<D> sum{};
  if (faces.corner_start)
    for (int c = faces.corner_start[node]; c < faces.corner_start[node + 1]; ++c)
      add_scaled(1.0, load<D>(all_forces, faces.corner[c]), sum.v);
  if (with_wind && faces.wind && faces.node_area) {
    const Vec<D> wind = relative_wind(faces, v(node));
    add_scaled(1.0, wind_on_node(faces.node_area[node], wind, faces.factor), sum.v);
  }
  return sum;
}

}  // namespace tensio
