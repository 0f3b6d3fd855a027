// The compiled faces and their loads: pressure, and wind on them and on nodes with an area.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/shared_array.hpp"
#include "tensio/model/motion.hpp"

namespace tensio {

/// A pressure on some faces over time.
struct FacePressure {
  std::vector<int> faces;
  Waveform pressure;
};

struct FaceData {
  // Faces in the user's order: corners nodes[start[f] .. start[f + 1]), compiled nodes
  SharedArray<int> start, nodes;
  std::vector<double> pressure;    // now, of each; empty where none has any
  std::vector<std::uint8_t> gone;  // each; empty where none can go
  // Corners at each node: places in `nodes`, ascending
  SharedArray<int> corner_start, corner;

  SharedArray<FacePressure> pressures;
  std::optional<Wind> wind;
  double wind_velocity[3] = {0, 0, 0};  // now
  SharedArray<double> node_area;  // that wind meets at nodes without such faces; empty where none

  int count() const { return start.empty() ? 0 : static_cast<int>(start.size()) - 1; }
  bool here(int face) const { return gone.empty() || !gone[face]; }
  /// Pressure or wind may act.
  bool act() const { return !pressure.empty() || (wind && (!start.empty() || !node_area.empty())); }
};

/// Pressure and wind as they are at a time.
void set_face_actions(FaceData& faces, double time);

}  // namespace tensio
