// Nets as arrays for numpy (.npz), as `tensio convert` writes them: of several frames the last.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/index.hpp"
#include "io/formats/import/readers.hpp"
#include "io/formats/tables/npy.hpp"
#include "io/formats/tables/npz_reader.hpp"
#include "io/text/inflate.hpp"

namespace tensio::io {
namespace {

class NpzNetReader {
 public:
  NpzNetReader(const ForeignFile& file, Draft& draft) : file_(file), draft_(draft) {}

  void read() {
    for (NpzMember& member : npz_members_of(file_.bytes, file_.name)) {
      const std::string name = member.name;
      members_.insert_or_assign(name, std::move(member));
    }
    draft_.is_table = true;
    draft_.edges_of_faces = false;
    const NpyArray* time = find("time", false);
    has_frames_ = time != nullptr && time->rows > 1;
    if (has_frames_) draft_.skip("frame before the last", static_cast<int>(time->rows - 1));
    read_nodes();
    read_springs();
    read_faces();
  }

 private:
  [[noreturn]] void fail(const char* name, const std::string& message) const {
    file_.fail(fmt::format("the array `{}` {}", name, message));
  }

  std::string bytes_of(const NpzMember& member) const {
    const std::string_view packed = file_.bytes.substr(usize(member.offset), usize(member.size));
    if (!member.deflated) return std::string(packed);
    if (!can_inflate())
      file_.fail(fmt::format("it is compressed, and {}; save it with numpy.savez", kWithoutZlib));
    std::optional<std::string> bytes = inflated(packed, usize(member.full_size), DeflateForm::raw);
    if (!bytes) file_.fail(fmt::format("its member `{}` is damaged", member.name));
    return std::move(*bytes);
  }

  // The array of that name, or nullptr; of one with a row for each frame the last row.
  const NpyArray* find(const char* name, bool of_frames) {
    const auto member = members_.find(std::string(name) + ".npy");
    if (member == members_.end()) return nullptr;
    const auto known = arrays_.find(name);
    if (known != arrays_.end()) return &known->second;
    const std::string bytes = bytes_of(member->second);
    NpyArray array = of_frames && has_frames_ ? parse_last_npy(bytes) : parse_npy(bytes);
    if (!array.error.empty()) fail(name, "is refused: " + array.error);
    return &arrays_.emplace(name, std::move(array)).first->second;
  }

  const NpyArray& need(const char* name, bool of_frames) {
    const NpyArray* array = find(name, of_frames);
    if (array == nullptr)
      file_.fail(
          fmt::format("there is no array `{}` in this file; a net has position and ends", name));
    return *array;
  }

  // The same, with one number for each of `count` items.
  const NpyArray* column(const char* name, std::size_t count, bool of_frames) {
    const NpyArray* array = find(name, of_frames);
    if (array != nullptr && (array->width != 1 || array->rows != count))
      fail(name,
           fmt::format("has {} x {} numbers; it should have {}", array->rows, array->width, count));
    return array;
  }

  double from_zero(const char* name, double value) const {
    if (!(value >= 0) || std::isinf(value))
      fail(name, fmt::format("has the number {}; it must be finite and not negative", value));
    return value;
  }

  int index(const char* name, double value, std::size_t count) const {
    if (!(value >= 0) || std::floor(value) != value || value >= static_cast<double>(count))
      fail(name, fmt::format("has the number {}; it must be a whole one from 0 to {}", value,
                             static_cast<double>(count) - 1));
    return static_cast<int>(value);
  }

  void read_nodes() {
    const NpyArray& position = need("position", true);
    const std::size_t axes = position.width, count = position.rows;
    if (!position.is_table || (axes != 2 && axes != 3))
      fail("position", "must have a row of 2 or 3 coordinates for each node");
    draft_.dimension = static_cast<int>(axes);
    const NpyArray* velocity = find("velocity", true);
    if (velocity && (velocity->width != axes || velocity->rows != count))
      fail("velocity", "must have as many rows and columns as `position`");
    const NpyArray* drawn = find("drawn", false);
    if (drawn && drawn->values != position.values) draft_.skip("drawn (the shape as drawn)");
    const NpyArray* mass = column("mass", count, false);
    const NpyArray* fixed = column("fixed", count, false);
    const auto row = [&](const NpyArray& array, const char* name, std::size_t i) {
      std::array<double, 3> values = {};
      for (std::size_t axis = 0; axis < axes; ++axis) {
        values[axis] = array.values[i * axes + axis];
        if (!std::isfinite(values[axis]))
          fail(name, fmt::format("of node {} is {}; it must be finite", i, values[axis]));
      }
      return values;
    };
    for (std::size_t i = 0; i < count; ++i) {
      const auto [x, y, z] = row(position, "position", i);
      draft_.add_node(x, y, z);
      if (velocity) {
        const auto [vx, vy, vz] = row(*velocity, "velocity", i);
        draft_.set_velocity(vx, vy, vz);
      }
      if (mass) draft_.set_mass(from_zero("mass", mass->values[i]));
      const int fixed_axes = fixed ? index("fixed", fixed->values[i], 8) : 0;
      if (fixed_axes != 0) draft_.fix(static_cast<std::uint8_t>(fixed_axes));
    }
  }

  void read_springs() {
    const NpyArray& ends = need("ends", false);
    const auto nodes = usize(draft_.node_count());
    if (ends.rows > 0 && ends.width != 2) fail("ends", "must have a row of two nodes per spring");
    const NpyArray* stiffness = column("stiffness", ends.rows, false);
    const NpyArray* rest_length = find("rest_length", false);
    // of a run in which it changes there is one for each frame
    if (rest_length && has_frames_ && rest_length->is_table) {
      arrays_.erase("rest_length");
      rest_length = find("rest_length", true);
    }
    if (rest_length) rest_length = column("rest_length", ends.rows, true);
    const NpyArray* broken = column("broken", ends.rows, true);
    for (const char* damage : {"plastic_elongation", "hardening_force", "viscous_tension"})
      if (find(damage, true)) draft_.skip(damage);
    for (std::size_t i = 0; i < ends.rows; ++i) {
      draft_.add_line(index("ends", ends.values[2 * i], nodes),
                      index("ends", ends.values[2 * i + 1], nodes));
      // NaN stands for springs without one
      if (stiffness && !std::isnan(stiffness->values[i]))
        draft_.set_value(&SpringSet::stiffness, from_zero("stiffness", stiffness->values[i]));
      if (rest_length && !std::isnan(rest_length->values[i]))
        draft_.set_value(&SpringSet::rest_length, from_zero("rest_length", rest_length->values[i]));
      if (broken) draft_.set_value(&SpringSet::broken, index("broken", broken->values[i], 2));
    }
  }

  void read_faces() {
    const NpyArray* starts = find("face_start", false);
    const NpyArray* corners = find("face_nodes", false);
    if (!starts || !corners) return;
    const auto nodes = usize(draft_.node_count());
    std::vector<int> face;
    for (std::size_t i = 0; i + 1 < starts->values.size(); ++i) {
      const int begin = index("face_start", starts->values[i], corners->values.size() + 1);
      const int end = index("face_start", starts->values[i + 1], corners->values.size() + 1);
      if (end < begin) fail("face_start", "must ascend");
      face.clear();
      for (int k = begin; k < end; ++k)
        face.push_back(index("face_nodes", corners->values[usize(k)], nodes));
      if (face.size() < 2)
        fail("face_start", fmt::format("gives face {} {} corners", i, end - begin));
      draft_.add_face(face);
    }
  }

  const ForeignFile& file_;
  Draft& draft_;
  bool has_frames_ = false;
  std::map<std::string, NpzMember> members_;
  std::map<std::string, NpyArray, std::less<>> arrays_;
};

}  // namespace

void read_npz(const ForeignFile& file, Draft& draft) { NpzNetReader(file, draft).read(); }

}  // namespace tensio::io
