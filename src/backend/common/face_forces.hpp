// Pressure and wind on the host.
#pragma once

#include "backend/common/face_view.hpp"
#include "network/face_data.hpp"

namespace tensio {

inline FaceView view_of(const FaceData& faces) {
  const auto or_null = [](const auto& list) { return list.empty() ? nullptr : list.data(); };
  FaceView view{};
  view.count = faces.count();
  view.start = or_null(faces.start);
  view.nodes = or_null(faces.nodes);
  view.pressure = or_null(faces.pressure);
  view.gone = or_null(faces.gone);
  view.corner_start = or_null(faces.corner_start);
  view.corner = or_null(faces.corner);
  view.node_area = or_null(faces.node_area);
  view.wind = faces.wind.has_value();
  if (faces.wind) view.factor = 0.5 * faces.wind->density * faces.wind->drag_coefficient;
  for (int i = 0; i < 3; ++i) view.wind_velocity[i] = faces.wind_velocity[i];
  return view;
}

/// The forces on the corners of one face, written to its part of `force`; v null: no wind.
template <int D>
void corner_forces(const FaceData& faces, int face, const double* x, const double* v,
                   double* force) {
  corner_forces<D>(
      view_of(faces), face, [x](int node) { return load<D>(x, node); },
      [v](int node) { return load<D>(v, node); }, v != nullptr, force);
}

/// The force on a node: of its corners, and of the wind on its own area.
template <int D>
Vec<D> face_force_on(const FaceData& faces, int node, const double* v, const double* force) {
  return face_force_on<D>(
      view_of(faces), node, [v](int i) { return load<D>(v, i); }, v != nullptr, force);
}

}  // namespace tensio
