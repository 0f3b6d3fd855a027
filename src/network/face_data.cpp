#include "network/face_data.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "network/network_data.hpp"

namespace tensio {

namespace {

std::size_t size(int n) { return static_cast<std::size_t>(n); }

}  // namespace

void set_face_actions(FaceData& faces, double time) {
  if (!faces.pressure.empty()) std::fill(faces.pressure.begin(), faces.pressure.end(), 0.0);
  for (const FacePressure& load : faces.pressures) {
    const double p = value_at(load.pressure, time);
    for (int face : load.faces) faces.pressure[size(face)] += p;
  }
  if (faces.wind)
    for (std::size_t axis = 0; axis < faces.wind->velocity.size() && axis < 3; ++axis)
      faces.wind_velocity[axis] = value_at(faces.wind->velocity[axis], time);
}

EdgeFaces edge_faces(const NetworkData& net) {
  // The springs between two nodes, lower node first.
  std::map<std::array<int, 2>, std::vector<int>> springs;
  for (int s = 0; s < net.spring_count; ++s) {
    const auto [low, high] = std::minmax(net.a[size(s)], net.b[size(s)]);
    springs[{low, high}].push_back(s);
  }
  std::vector<std::vector<int>> faces(size(net.spring_count));
  for (int face = 0; face < net.faces.count(); ++face) {
    const int begin = net.faces.start[size(face)], end = net.faces.start[size(face) + 1];
    for (int c = begin; c < end; ++c) {
      const int next = c + 1 < end ? c + 1 : begin;
      const auto [low, high] = std::minmax(net.faces.nodes[size(c)], net.faces.nodes[size(next)]);
      const auto found = springs.find({low, high});
      if (found == springs.end()) continue;
      for (int s : found->second)
        if (faces[size(s)].empty() || faces[size(s)].back() != face) faces[size(s)].push_back(face);
    }
  }
  EdgeFaces result;
  result.start.push_back(0);
  for (const std::vector<int>& of_spring : faces) {
    result.faces.insert(result.faces.end(), of_spring.begin(), of_spring.end());
    result.start.push_back(static_cast<int>(result.faces.size()));
  }
  return result;
}

}  // namespace tensio
