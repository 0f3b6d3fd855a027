// A net as arrays for numpy: nodes, springs and faces, at one time or at many.
#include <cstdint>

#include "io/mesh_writers.hpp"
#include "io/npy_output.hpp"

namespace tensio::io {
namespace {

using Shape = std::vector<std::uint64_t>;

std::vector<int> flat_ends(const NetView& net) {
  std::vector<int> ends;
  for (const SpringFact& spring : net.springs) {
    ends.insert(ends.end(), spring.ends.begin(), spring.ends.end());
  }
  return ends;
}

// The rows of all frames, one behind the other; empty where one frame has none.
struct Series {
  std::vector<double> position = {}, velocity = {}, tension = {};
  std::vector<unsigned char> broken = {};
};

template <class Number>
void add(std::vector<Number>& all, const std::vector<Number>& row, std::size_t before) {
  if (before > 0 && all.empty()) return;
  if (row.empty()) {
    all.clear();
  } else {
    all.insert(all.end(), row.begin(), row.end());
  }
}

Series series_of(const FrameSource& frames) {
  Series series;
  for (std::size_t i = 0; i < frames.times().size(); ++i) {
    const Snapshot frame = frames.frame(i);
    add(series.position, frame.position, i);
    add(series.velocity, frame.velocity, i);
    add(series.tension, frame.tension, i);
    add(series.broken, frame.broken, i);
  }
  return series;
}

}  // namespace

std::string npz_bytes(const System& system, const FrameSource& frames) {
  const Series series = series_of(frames);
  const Snapshot first = frames.frame(0);
  const NetView net(system, first);
  const std::uint64_t nodes = net.node_count, springs = net.springs.size();
  const auto axes = static_cast<std::uint64_t>(system.dimension);
  const std::uint64_t count = frames.times().size();
  std::vector<NamedBytes> members;
  const auto put = [&](const char* name, const Shape& shape, const auto& values) {
    if (!values.empty() || shape[0] == 0) {
      members.emplace_back(std::string(name) + ".npy", npy_bytes(shape, std::span(values)));
    }
  };
  const auto put_frames = [&](const char* name, Shape shape, const auto& values) {
    if (values.empty()) return;
    if (count > 1) shape.insert(shape.begin(), count);
    put(name, shape, values);
  };
  const SpringNumbers numbers = spring_numbers(system);
  put_frames("position", {nodes, axes}, series.position);
  put_frames("velocity", {nodes, axes}, series.velocity);
  put_frames("tension", {springs}, series.tension);
  put_frames("broken", {springs}, series.broken);
  put("time", {count}, frames.times());
  put("drawn", {nodes, axes}, system.nodes.position);
  put("mass", {nodes}, node_masses(system));
  put("held", {nodes}, held_axes(system));
  put("ends", {springs, 2}, flat_ends(net));
  put("stiffness", {springs}, numbers.stiffness);
  put("rest_length", {springs}, numbers.rest_length);
  put("face_start", {system.faces.start.size()}, system.faces.start);
  put("face_nodes", {system.faces.nodes.size()}, system.faces.nodes);
  return npz_archive(members);
}

}  // namespace tensio::io
