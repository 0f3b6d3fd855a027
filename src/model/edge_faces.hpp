// Which faces lie beside a spring.
#pragma once

#include <span>
#include <vector>

namespace tensio {

/// For each spring the faces that have it for an edge, ascending, as start and list.
struct EdgeFaces {
  std::vector<int> start, faces;
};

/// Springs from nodes a to b; corners of faces as start and list. Nodes have any numbers, as long
/// as both use the same.
EdgeFaces edge_faces(std::span<const int> a, std::span<const int> b,
                     std::span<const int> face_start, std::span<const int> face_nodes);

}  // namespace tensio
