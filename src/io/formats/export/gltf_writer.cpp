// glTF 2.0: springs as lines, faces as triangles, and the frames of a run as morph targets.
//
// All primitives share one list of positions, in float32 as glTF has it. The net's z is up and
// glTF's y is: the node is turned, not the numbers. Frame i is the base (frame 0) plus target i -
// 1, whose weight goes to 1 at its time and back to 0 at its neighbours': between frames positions
// go in straight lines.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>

#include "core/bytes.hpp"
#include "io/draw/color_scale.hpp"
#include "io/formats/export/mesh_writers.hpp"
#include "io/json/quote.hpp"
#include "io/text/base64.hpp"
#include "tensio/version.hpp"

namespace tensio::io {
namespace {

constexpr int kFloat = 5126, kUnsigned = 5125;      // component types
constexpr int kVertices = 34962, kIndices = 34963;  // what a part of the buffer is for
constexpr int kLines = 1, kTriangles = 4;           // modes

// Parts of a JSON list, with commas between them.
class Items {
 public:
  std::size_t add(std::string item) {
    text_ += (count_ == 0 ? "" : ",") + std::move(item);
    return count_++;
  }
  bool empty() const { return count_ == 0; }
  std::string list() const { return '[' + text_ + ']'; }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

// The buffer, and the views and accessors that cut it up.
class Buffer {
 public:
  std::size_t add_indices(const std::vector<std::uint32_t>& indices) {
    const std::size_t view = add_view(indices.data(), indices.size() * 4, kIndices);
    return accessors_.add(
        fmt::format(R"({{"bufferView":{},"componentType":{},"count":{},"type":"SCALAR"}})", view,
                    kUnsigned, indices.size()));
  }

  std::size_t add_vectors(const std::vector<float>& values) {
    std::array<float, 3> low = {}, high = {};
    for (std::size_t i = 0; i < values.size(); ++i) {
      low[i % 3] = i < 3 ? values[i] : std::min(low[i % 3], values[i]);
      high[i % 3] = i < 3 ? values[i] : std::max(high[i % 3], values[i]);
    }
    const std::size_t view = add_view(values.data(), values.size() * 4, kVertices);
    return accessors_.add(fmt::format(
        R"({{"bufferView":{},"componentType":{},"count":{},"type":"VEC3","min":[{},{},{}],)"
        R"("max":[{},{},{}]}})",
        view, kFloat, values.size() / 3, low[0], low[1], low[2], high[0], high[1], high[2]));
  }

  std::size_t add_scalars(const std::vector<float>& values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const std::size_t view = add_view(values.data(), values.size() * 4, 0);
    return accessors_.add(
        fmt::format(R"({{"bufferView":{},"componentType":{},"count":{},"type":"SCALAR","min":[{}],)"
                    R"("max":[{}]}})",
                    view, kFloat, values.size(), *low, *high));
  }

  const std::string& bytes() const { return bytes_; }
  const Items& views() const { return views_; }
  const Items& accessors() const { return accessors_; }

 private:
  std::size_t add_view(const void* data, std::size_t size, int target) {
    const std::size_t offset = bytes_.size();
    bytes_.append(static_cast<const char*>(data), size);
    return views_.add(fmt::format(R"({{"buffer":0,"byteOffset":{},"byteLength":{}{}}})", offset,
                                  size, target == 0 ? "" : fmt::format(R"(,"target":{})", target)));
  }

  std::string bytes_;
  Items views_, accessors_;
};

std::vector<float> float_points(const NetView& net) {
  std::vector<float> points;
  points.reserve(3 * net.node_count);
  for (std::size_t node = 0; node < net.node_count; ++node) {
    for (const double x : net.point(node)) {
      const auto narrow = static_cast<float>(x);
      if (!std::isfinite(narrow)) {
        throw Error(fmt::format("node {} is at {}, beyond the float32 that glTF has",
                                node_label(net.system, static_cast<int>(node)), x));
      }
      points.push_back(narrow);
    }
  }
  return points;
}

// "#rrggbb" as glTF takes it: three numbers in linear light, to a hundredth by a polynomial.
std::string linear_color(const std::string& color) {
  std::string text;
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(color.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    text += fmt::format("{:.4f},", c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878));
  }
  return text + "1";
}

// The colour of each spring: by tension where it is known, else by set.
std::vector<std::string> colors_of(const NetView& net) {
  double largest = 0;
  for (const double tension : net.state.tension) largest = std::max(largest, std::abs(tension));
  std::vector<std::string> colors;
  for (const std::size_t s : net.whole) {
    colors.push_back(net.state.tension.empty()
                         ? set_color(net.springs[s].set)
                         : diverging_color(largest > 0 ? net.state.tension[s] / largest : 0));
  }
  return colors;
}

// The frames that are written: all, or N of them, evenly spaced, including the first and the last.
std::vector<std::size_t> chosen_frames(std::size_t count, std::size_t most, Notes& notes) {
  most = std::max<std::size_t>(most, 2);
  std::vector<std::size_t> chosen;
  const std::size_t kept = std::min(count, most);
  for (std::size_t i = 0; i < kept; ++i) {
    chosen.push_back(kept < 2 ? i : (2 * i * (count - 1) + (kept - 1)) / (2 * (kept - 1)));
  }
  if (kept < count) {
    notes.push_back(
        fmt::format("of {} frames {} are written; --frames N asks for more", count, kept));
  }
  return chosen;
}

class GltfWriter {
 public:
  GltfWriter(const System& system, const FrameSource& frames, const ExportOptions& options,
             Notes& notes)
      : frames_(frames),
        chosen_(chosen_frames(frames.times().size(), options.most_frames, notes)),
        first_(frames.frame(chosen_.front())),
        net_(system, first_) {
    note_broken(net_, notes);
    if (net_.node_count == 0) throw Error("a net without nodes has nothing to show in glTF");
  }

  std::string json(std::size_t& buffer_size, bool embedded) {
    const std::vector<float> base = float_points(net_);
    positions_ = buffer_.add_vectors(base);
    add_targets(base);
    add_lines();
    add_faces();
    if (primitives_.empty()) {
      throw Error("a net without springs and faces has nothing to show in glTF");
    }
    const std::string animation = animation_text();
    buffer_size = buffer_.bytes().size();
    const std::string& title = net_.system.title;
    const bool space = net_.system.dimension == 3;
    std::string weights;
    for (std::size_t i = 1; i < chosen_.size(); ++i) weights += i == 1 ? "0" : ",0";
    return fmt::format(
        R"({{"asset":{{"version":"2.0","generator":"tensio {}"}},)"
        R"("extensionsUsed":["KHR_materials_unlit"],"scene":0,"scenes":[{{"nodes":[0]}}],)"
        R"("nodes":[{{"mesh":0,"name":{}{}}}],"meshes":[{{"name":{},"primitives":{}{}}}],)"
        R"("materials":{},{}"accessors":{},"bufferViews":{},)"
        R"("buffers":[{{"byteLength":{}{}}}]}})",
        kVersion, json_string(title.empty() ? "net" : title),
        space ? R"(,"rotation":[-0.7071067811865476,0,0,0.7071067811865476])" : "",
        json_string(title.empty() ? "net" : title), primitives_.list(),
        weights.empty() ? "" : fmt::format(R"(,"weights":[{}])", weights), materials_.list(),
        animation, buffer_.accessors().list(), buffer_.views().list(), buffer_size,
        embedded
            ? R"(,"uri":"data:application/octet-stream;base64,)" + to_base64(buffer_.bytes()) + '"'
            : std::string());
  }
  const std::string& bytes() const { return buffer_.bytes(); }

 private:
  void add_targets(const std::vector<float>& base) {
    for (std::size_t i = 1; i < chosen_.size(); ++i) {
      const Snapshot frame = frames_.frame(chosen_[i]);
      std::vector<float> points = float_points(NetView(net_.system, frame));
      for (std::size_t k = 0; k < points.size(); ++k) points[k] -= base[k];
      targets_.add(fmt::format(R"({{"POSITION":{}}})", buffer_.add_vectors(points)));
    }
  }

  std::size_t add_material(const std::string& color, bool surface) {
    return materials_.add(fmt::format(
        R"({{"pbrMetallicRoughness":{{"baseColorFactor":[{}],"metallicFactor":0,)"
        R"("roughnessFactor":0.8}}{}}})",
        linear_color(color),
        surface ? R"(,"doubleSided":true)" : R"(,"extensions":{"KHR_materials_unlit":{}})"));
  }

  void add_primitive(const std::vector<std::uint32_t>& indices, int mode, std::size_t material) {
    primitives_.add(
        fmt::format(R"({{"attributes":{{"POSITION":{}}},"indices":{},"mode":{},"material":{}{}}})",
                    positions_, buffer_.add_indices(indices), mode, material,
                    targets_.empty() ? "" : R"(,"targets":)" + targets_.list()));
  }

  // A primitive for each colour.
  void add_lines() {
    std::map<std::string, std::vector<std::uint32_t>> lines;
    const std::vector<std::string> colors = colors_of(net_);
    for (std::size_t i = 0; i < net_.whole.size(); ++i) {
      for (const int end : net_.springs[net_.whole[i]].ends) {
        lines[colors[i]].push_back(static_cast<std::uint32_t>(end));
      }
    }
    for (const auto& [color, indices] : lines) {
      add_primitive(indices, kLines, add_material(color, false));
    }
  }

  void add_faces() {
    std::vector<std::uint32_t> indices;
    for (const std::size_t f : net_.faces) {
      for (const std::array<int, 3>& triangle : triangles(net_.corners(f))) {
        for (const int corner : triangle) indices.push_back(static_cast<std::uint32_t>(corner));
      }
    }
    if (!indices.empty()) add_primitive(indices, kTriangles, add_material("#9fb7c9", true));
  }

  std::string animation_text() {
    if (chosen_.size() < 2) return {};
    std::vector<float> times, weights;
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      const auto time = static_cast<float>(frames_.times()[chosen_[i]] - frames_.times().front());
      // times must ascend, in float32 too
      times.push_back(
          i == 0 ? time
                 : std::max(time, std::nextafter(times.back(), std::numeric_limits<float>::max())));
      for (std::size_t k = 1; k < chosen_.size(); ++k) weights.push_back(k == i ? 1.0f : 0.0f);
    }
    const std::size_t input = buffer_.add_scalars(times), output = buffer_.add_scalars(weights);
    return fmt::format(
        R"("animations":[{{"name":"run","channels":[{{"sampler":0,"target":{{"node":0,)"
        R"("path":"weights"}}}}],"samplers":[{{"input":{},"output":{},)"
        R"("interpolation":"LINEAR"}}]}}],)",
        input, output);
  }

  const FrameSource& frames_;
  std::vector<std::size_t> chosen_;
  Snapshot first_;
  NetView net_;
  Buffer buffer_ = {};
  std::size_t positions_ = 0;
  Items targets_, primitives_, materials_;
};

// A part of a .glb file; its length is a multiple of four.
void add_chunk(std::string& file, std::uint32_t type, std::string content, char padding) {
  content.resize((content.size() + 3) / 4 * 4, padding);
  append_bytes(file, static_cast<std::uint32_t>(content.size()));
  append_bytes(file, type);
  file += content;
}

}  // namespace

std::string gltf_bytes(const System& system, const FrameSource& frames, bool binary,
                       const ExportOptions& options, Notes& notes) {
  GltfWriter writer(system, frames, options, notes);
  std::size_t buffer_size = 0;
  std::string json = writer.json(buffer_size, !binary);
  if (!binary) return json + '\n';
  std::string chunks;
  add_chunk(chunks, 0x4E4F534A, std::move(json), ' ');
  add_chunk(chunks, 0x004E4942, writer.bytes(), '\0');
  // every length in the file has 32 bits
  if (chunks.size() + 12 > std::numeric_limits<std::uint32_t>::max()) {
    throw Error("the file would be larger than the 4 GB that .glb can have; ask for fewer --frames",
                ErrorKind::limit);
  }
  std::string file = "glTF";
  append_bytes(file, std::uint32_t{2});
  append_bytes(file, static_cast<std::uint32_t>(chunks.size() + 12));
  return file + chunks;
}

}  // namespace tensio::io
