// Formats of surfaces alone: OFF and STL.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/index.hpp"
#include "io/formats/export/mesh_writers.hpp"
#include "io/text/markup.hpp"

namespace tensio::io {

void require_faces(const NetView& net, const char* format) {
  if (!net.faces.empty()) return;
  throw Error(fmt::format(
      "{} contains only faces, and this net has none; obj, ply, vtp, vtu and gltf contain springs",
      format));
}

void note_left_springs(const NetView& net, const char* format, Notes& notes) {
  std::vector<std::array<int, 2>> edges;
  for (const std::size_t f : net.faces) {
    const std::span<const int> corners = net.corners(f);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const int a = corners[i], b = corners[(i + 1) % corners.size()];
      edges.push_back({std::min(a, b), std::max(a, b)});
    }
  }
  std::sort(edges.begin(), edges.end());
  std::size_t left = 0;
  for (const std::size_t s : net.whole) {
    const auto [a, b] = net.springs[s].ends;
    const std::array<int, 2> edge = {std::min(a, b), std::max(a, b)};
    left += std::binary_search(edges.begin(), edges.end(), edge) ? 0 : 1;
  }
  if (left == 0) return;
  notes.push_back(fmt::format("{} contains only faces: {} no edge of a face and left out", format,
                              count_text(left, "spring is", "springs are")));
}

std::string off_text(const NetView& net, Notes& notes) {
  require_faces(net, "off");
  note_left_springs(net, "off", notes);
  std::string text = fmt::format("OFF\n{} {} 0\n", net.node_count, net.faces.size());
  for (std::size_t node = 0; node < net.node_count; ++node) {
    const Vector p = net.point(node);
    fmt::format_to(std::back_inserter(text), "{} {} {}\n", p[0], p[1], p[2]);
  }
  for (const std::size_t f : net.faces) {
    const std::span<const int> corners = net.corners(f);
    text += std::to_string(corners.size());
    for (const int corner : corners) fmt::format_to(std::back_inserter(text), " {}", corner);
    text += '\n';
  }
  return text;
}

// As text, in which doubles keep their bits; the binary form has float32 alone.
std::string stl_text(const NetView& net, Notes& notes) {
  require_faces(net, "stl");
  note_left_springs(net, "stl", notes);
  const std::string name = net.system.title.empty() ? "net" : one_word(net.system.title);
  std::string text = "solid " + name + '\n';
  for (const std::size_t f : net.faces) {
    for (const std::array<int, 3>& triangle : triangles(net.corners(f))) {
      std::array<Vector, 3> p;
      for (std::size_t i = 0; i < 3; ++i) p[i] = net.point(usize(triangle[i]));
      Vector ab, ac;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        ab[axis] = p[1][axis] - p[0][axis];
        ac[axis] = p[2][axis] - p[0][axis];
      }
      Vector normal = cross(ab, ac);
      const double length = magnitude(normal);
      for (double& component : normal) component = length > 0 ? component / length : 0.0;
      fmt::format_to(std::back_inserter(text), "facet normal {} {} {}\nouter loop\n", normal[0],
                     normal[1], normal[2]);
      for (const Vector& v : p) {
        fmt::format_to(std::back_inserter(text), "vertex {} {} {}\n", v[0], v[1], v[2]);
      }
      text += "endloop\nendfacet\n";
    }
  }
  return text + "endsolid " + name + '\n';
}

}  // namespace tensio::io
