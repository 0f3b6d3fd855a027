#include "model/edge_faces.hpp"
#include "core/index.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace tensio {

EdgeFaces edge_faces(std::span<const int> a, std::span<const int> b,
                     std::span<const int> face_start, std::span<const int> face_nodes) {
  const auto size = [](int n) { return usize(n); };
  // The springs between two nodes, lower node first.
  std::map<std::array<int, 2>, std::vector<std::size_t>> springs;
  for (std::size_t s = 0; s < a.size(); ++s)
    springs[{std::min(a[s], b[s]), std::max(a[s], b[s])}].push_back(s);
  std::vector<std::vector<int>> faces(a.size());
  for (std::size_t face = 0; face + 1 < face_start.size(); ++face) {
    const int begin = face_start[face], end = face_start[face + 1];
    for (int c = begin; c < end; ++c) {
      const int here = face_nodes[size(c)], next = face_nodes[size(c + 1 < end ? c + 1 : begin)];
      const auto found = springs.find({std::min(here, next), std::max(here, next)});
      if (found == springs.end()) continue;
      for (std::size_t s : found->second)
        if (faces[s].empty() || faces[s].back() != static_cast<int>(face))
          faces[s].push_back(static_cast<int>(face));
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
