// Frames of a run for ParaView: PolyData files (.vtp) and the list of them with their times (.pvd).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/damage.hpp"
#include "model/edge_faces.hpp"
#include "tensio/model/system.hpp"
#include "tensio/motion/frame.hpp"

namespace tensio::io {

/// What all frames of a net share.
struct VtkNet {
  explicit VtkNet(const System& system);

  int dimension;
  std::vector<std::array<int, 2>> ends;  ///< of springs
  Faces faces;
  EdgeFaces edge_faces;
  SpringChanges changes;  ///< what is worth an array in each frame
  bool has_events;
};

/// One frame: nodes as points with velocity and mass, springs as lines with their id, tension,
/// strain and energy, and what of them changes with yielding, creep and muscles; faces as polygons
/// with their id. Each has the id -1 among the others, and a
/// face no tension. Numbers are appended to the XML as raw little-endian bytes. Springs that are
/// broken are left out with the faces beside them, and so are faces of two corners; a strain that
/// has no rest length to refer to is 0. In 2D z is 0.
std::string vtp_text(const MotionFrame& frame, const VtkNet& net);

/// The number of events of the scene that lie behind, in the field data of a frame.
inline constexpr const char* kEventCountArray = "events_applied";

/// "frame_000012.vtp": they sort up to a million of them.
std::string frame_name(std::uint64_t number);

/// A .pvd file is the head, a line for each frame, and the foot.
extern const std::string_view kPvdHead;
extern const std::string_view kPvdFoot;
std::string pvd_line(double time, const std::string& file);

}  // namespace tensio::io
