// A net as arrays for numpy: nodes, springs and faces, at one time or at many.
#include <cmath>
#include <cstdint>

#include "core/index.hpp"
#include "io/formats/export/mesh_writers.hpp"
#include "io/formats/tables/npy_output.hpp"
#include "model/damage.hpp"

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
  std::vector<double> position = {}, velocity = {}, tension = {}, rest_length = {};
  std::vector<double> plastic_elongation = {}, hardening_force = {}, viscous_tension = {};
  std::vector<unsigned char> broken = {};  // of all frames, once one has any
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

// Frames say which springs are broken once one is.
void add_broken(std::vector<unsigned char>& all, const std::vector<unsigned char>& row,
                std::size_t springs, std::size_t before) {
  if (row.empty() && all.empty()) return;
  all.resize(before * springs);
  all.insert(all.end(), row.begin(), row.end());
  all.resize((before + 1) * springs);
}

// The rest lengths of a frame: where it does not know one, or there is none, as the scene says.
std::vector<double> rest_lengths(std::vector<double> found, const std::vector<double>& given) {
  for (std::size_t s = 0; s < found.size(); ++s) {
    if (std::isnan(given[s]) || std::isnan(found[s])) found[s] = given[s];
  }
  return found;
}

Series series_of(const System& system, const FrameSource& frames,
                 const std::vector<double>& given) {
  Series series;
  const auto springs = usize(system.spring_count());
  for (std::size_t i = 0; i < frames.times().size(); ++i) {
    const Snapshot frame = frames.frame(i);
    add(series.position, frame.position, i);
    add(series.velocity, frame.velocity, i);
    add(series.tension, frame.tension, i);
    add(series.rest_length, rest_lengths(frame.rest_length, given), i);
    add(series.plastic_elongation, frame.plastic_elongation, i);
    add(series.hardening_force, frame.hardening_force, i);
    add(series.viscous_tension, frame.viscous_tension, i);
    add_broken(series.broken, frame.broken, springs, i);
  }
  if (series.broken.empty() && spring_changes(system).broken)
    series.broken.resize(frames.times().size() * springs);
  return series;
}

}  // namespace

std::string npz_bytes(const System& system, const FrameSource& frames) {
  const SpringNumbers numbers = spring_numbers(system);
  const Series series = series_of(system, frames, numbers.rest_length);
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
  put_frames("position", {nodes, axes}, series.position);
  put_frames("velocity", {nodes, axes}, series.velocity);
  put_frames("tension", {springs}, series.tension);
  put_frames("broken", {springs}, series.broken);
  put("time", {count}, frames.times());
  put("drawn", {nodes, axes}, system.nodes.position);
  put("mass", {nodes}, node_masses(system));
  put("fixed", {nodes}, fixed_axes(system));
  put("ends", {springs, 2}, flat_ends(net));
  put("stiffness", {springs}, numbers.stiffness);
  if (series.rest_length.empty()) {
    put("rest_length", {springs}, numbers.rest_length);
  } else {
    put_frames("rest_length", {springs}, series.rest_length);
  }
  put_frames("plastic_elongation", {springs}, series.plastic_elongation);
  put_frames("hardening_force", {springs}, series.hardening_force);
  put_frames("viscous_tension", {springs}, series.viscous_tension);
  put("face_start", {system.faces.start.size()}, system.faces.start);
  put("face_nodes", {system.faces.nodes.size()}, system.faces.nodes);
  return npz_archive(members);
}

}  // namespace tensio::io
