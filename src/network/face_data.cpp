#include "network/face_data.hpp"

#include <algorithm>

namespace tensio {

namespace {}  // namespace

void set_face_actions(FaceData& faces, double time) {
  if (!faces.pressure.empty()) std::fill(faces.pressure.begin(), faces.pressure.end(), 0.0);
  for (const FacePressure& load : faces.pressures) {
    const double p = value_at(load.pressure, time);
    for (int face : load.faces) faces.pressure[face] += p;
  }
  if (faces.wind)
    for (std::size_t axis = 0; axis < faces.wind->velocity.size() && axis < 3; ++axis)
      faces.wind_velocity[axis] = value_at(faces.wind->velocity[axis], time);
}

}  // namespace tensio
