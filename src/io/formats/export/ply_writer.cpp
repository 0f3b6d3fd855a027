// Stanford PLY, binary: vertices, faces and edges, with all that is known of them.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "core/bytes.hpp"
#include "io/formats/export/mesh_writers.hpp"

namespace tensio::io {

std::string ply_bytes(const NetView& net, Notes& notes) {
  note_broken(net, notes);
  note_laws(net, notes);
  const bool moving = !net.state.velocity.empty();
  const bool loaded = !net.state.tension.empty();
  const SpringNumbers numbers = spring_numbers(net);
  const std::vector<double> mass = node_masses(net.system);
  std::string text = "ply\nformat binary_little_endian 1.0\ncomment tensio\n";
  text += fmt::format("element vertex {}\n", net.node_count);
  for (const char* name : {"x", "y", "z"}) text += fmt::format("property double {}\n", name);
  if (moving) {
    for (const char* name : {"vx", "vy", "vz"}) text += fmt::format("property double {}\n", name);
  }
  text += "property double mass\n";
  if (!net.faces.empty()) {
    text +=
        fmt::format("element face {}\nproperty list int int vertex_indices\n", net.faces.size());
  }
  text +=
      fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\nproperty int set\n",
                  net.whole.size());
  const bool elastic = numbers.known();
  if (elastic) text += "property double stiffness\nproperty double rest_length\n";
  if (loaded) text += "property double tension\n";
  text += "end_header\n";

  ByteWriter bytes;
  const auto put_vector = [&](const Vector& v) {
    for (const double component : v) bytes.put(component);
  };
  for (std::size_t node = 0; node < net.node_count; ++node) {
    put_vector(net.point(node));
    if (moving) put_vector(net.velocity(node));
    bytes.put(mass[node]);
  }
  for (const std::size_t f : net.faces) {
    const std::span<const int> corners = net.corners(f);
    bytes.put(static_cast<std::int32_t>(corners.size()));
    for (const int corner : corners) bytes.put(static_cast<std::int32_t>(corner));
  }
  for (const std::size_t s : net.whole) {
    const SpringFact& spring = net.springs[s];
    for (const int end : spring.ends) bytes.put(static_cast<std::int32_t>(end));
    bytes.put(static_cast<std::int32_t>(spring.set));
    if (elastic) bytes.put(numbers.stiffness[s]);
    if (elastic) bytes.put(numbers.rest_length[s]);
    if (loaded) bytes.put(net.state.tension[s]);
  }
  return text + bytes.take();
}

}  // namespace tensio::io
