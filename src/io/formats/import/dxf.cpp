// Drawings as DXF text: lines, polylines and 3D faces; a layer is a set of springs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "io/formats/import/readers.hpp"
#include "io/text/characters.hpp"
#include "io/text/text_scanner.hpp"

namespace tensio::io {
namespace {

using Point = std::array<double, 3>;

// The data between two codes 0: an entity, or a part of one.
struct Entity {
  std::string_view type;
  std::string layer;
  std::array<Point, 4> points = {};  // codes 10, 11, 12, 13
  std::array<bool, 4> has_point = {};
  std::vector<Point> vertices = {};  // every 10 of a LWPOLYLINE
  std::array<int, 5> numbers = {};   // codes 70 to 74
  double elevation = 0;              // 38
  bool has_bulge = false;            // 42
  Point normal = {0, 0, 1};          // 210
};

Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Point unit(const Point& a) {
  const double length = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  return {a[0] / length, a[1] / length, a[2] / length};
}

// The place of a point given in an entity's own axes, which follow from its normal.
Point in_space(const Point& point, const Point& normal) {
  if (normal[0] == 0 && normal[1] == 0 && normal[2] > 0) return point;
  const Point z = unit(normal);
  const bool is_steep = std::abs(z[0]) < 1.0 / 64 && std::abs(z[1]) < 1.0 / 64;
  const Point x = unit(cross(is_steep ? Point{0, 1, 0} : Point{0, 0, 1}, z));
  const Point y = unit(cross(z, x));
  Point result;
  for (std::size_t i = 0; i < 3; ++i)
    result[i] = point[0] * x[i] + point[1] * y[i] + point[2] * z[i];
  return result;
}

class DxfReader {
 public:
  DxfReader(const ForeignFile& file, Draft& draft)
      : file_(file), scanner_(file, {}), draft_(draft) {}

  void read() {
    if (file_.bytes.substr(0, 18) == "AutoCAD Binary DXF")
      file_.fail("this DXF file is binary; save it as text (ASCII DXF)");
    draft_.merges_equal = true;
    bool in_entities = false, has_entities = false, ended = false;
    next_code();
    while (!ended) {
      if (code_ != 0) fail_at_code("a code 0 is expected here");
      if (value_ == "EOF") {
        ended = true;
      } else if (value_ == "SECTION") {
        next_code();
        if (code_ != 2) fail_at_code("the name of the section (code 2) is expected here");
        in_entities = value_ == "ENTITIES";
        has_entities = has_entities || in_entities;
        skip_to_zero();
      } else if (value_ == "ENDSEC") {
        in_entities = false;
        skip_to_zero();
      } else if (in_entities) {
        read_entity();
      } else {
        skip_to_zero();
      }
    }
    if (!has_entities) file_.fail("there is no section ENTITIES in this file");
  }

 private:
  [[noreturn]] void fail_at_code(const std::string& message) const {
    scanner_.fail_at(code_text_, fmt::format("{}, not code {}", message, code_));
  }

  // A line with a code, and one with its value; 999 is a comment.
  void next_code() {
    do {
      if (!scanner_.take_line(code_text_))
        scanner_.fail("the file ends without `EOF`; it may be cut off");
      code_ = scanner_.to_whole(code_text_, "the code of a value", -10, 1100);
      if (!scanner_.take_line(value_))
        scanner_.fail(fmt::format("the file ends where the value of code {} is expected", code_));
    } while (code_ == 999);
  }

  void skip_to_zero() {
    do {
      next_code();
    } while (code_ != 0);
  }

  double number() const { return scanner_.to_number(value_, fmt::format("code {}", code_)); }
  int whole() const {
    return scanner_.to_whole(value_, fmt::format("code {}", code_), std::numeric_limits<int>::min(),
                             std::numeric_limits<int>::max());
  }

  // The values up to the next code 0.
  Entity read_values() {
    Entity entity;
    entity.type = value_;
    type_place_ = value_;
    for (next_code(); code_ != 0; next_code()) {
      if (code_ == 8) entity.layer = value_ == "0" ? std::string() : std::string(value_);
      if (code_ >= 10 && code_ <= 33 && code_ % 10 <= 3) {
        const auto which = usize(code_ % 10);
        const auto axis = usize(code_ / 10 - 1);
        if (code_ == 10) entity.vertices.push_back({});
        if (axis > 0 && which == 0 && entity.vertices.empty())
          fail_at_code("x (code 10) must come before y and z");
        entity.points[which][axis] = number();
        if (which == 0) entity.vertices.back()[axis] = number();
        entity.has_point[which] = true;
      }
      if (code_ >= 70 && code_ <= 74) entity.numbers[code_ - 70] = whole();
      if (code_ == 38) entity.elevation = number();
      if (code_ == 42) entity.has_bulge = entity.has_bulge || number() != 0;
      if (code_ == 210 || code_ == 220 || code_ == 230) entity.normal[code_ / 10 - 21] = number();
    }
    const Point& n = entity.normal;
    if (n[0] == 0 && n[1] == 0 && n[2] == 0)
      scanner_.fail_at(type_place_, "the extrusion direction (codes 210, 220, 230) is zero");
    return entity;
  }

  int add_node(const Point& place) { return draft_.add_node(place[0], place[1], place[2]); }

  void read_entity() {
    const Entity entity = read_values();
    const bool ends_attributes = in_insert_ && entity.type == "SEQEND";
    in_insert_ = entity.type == "INSERT" || entity.type == "ATTRIB";
    // The attributes of an INSERT end like the vertices of a POLYLINE.
    if (ends_attributes) return;
    const int label = draft_.label(entity.layer);
    if (entity.type == "LINE") {
      require_points(entity, 2);
      const int a = add_node(entity.points[0]);
      draft_.add_line(a, add_node(entity.points[1]), label);
    } else if (entity.type == "POINT") {
      require_points(entity, 1);
      draft_.keep(add_node(entity.points[0]), label);
    } else if (entity.type == "3DFACE") {
      add_face(entity, label);
    } else if (entity.type == "LWPOLYLINE") {
      add_light_polyline(entity, label);
    } else if (entity.type == "POLYLINE") {
      read_polyline(entity, label);
    } else if (entity.type == "VERTEX" || entity.type == "SEQEND") {
      scanner_.fail_at(entity.type, fmt::format("{} is outside a POLYLINE", entity.type));
    } else {
      draft_.skip(shortened(entity.type, 40));
    }
  }

  void require_points(const Entity& entity, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i)
      if (!entity.has_point[i])
        scanner_.fail_at(entity.type, fmt::format("this {} lacks its point {} (code {})",
                                                  entity.type, i + 1, 10 + i));
  }

  void add_face(const Entity& entity, int label) {
    require_points(entity, 3);
    // a triangle has its third corner twice, or no fourth
    const std::size_t count = entity.has_point[3] && entity.points[3] != entity.points[2] ? 4 : 3;
    std::vector<int> corners;
    for (std::size_t i = 0; i < count; ++i) corners.push_back(add_node(entity.points[i]));
    draft_.add_face(corners, label);
  }

  void note_bulge(const Entity& entity, const char* what) {
    if (entity.has_bulge) draft_.skip(what);
  }

  void add_light_polyline(const Entity& entity, int label) {
    if (entity.vertices.empty())
      scanner_.fail_at(entity.type, "this LWPOLYLINE has no vertices (code 10)");
    std::vector<int> nodes;
    for (Point place : entity.vertices) {
      place[2] = entity.elevation;
      nodes.push_back(add_node(in_space(place, entity.normal)));
    }
    note_bulge(entity, "arc of LWPOLYLINE (its ends are joined by a straight line)");
    draft_.add_polyline(nodes, (entity.numbers[0] & 1) != 0, label);
  }

  // VERTEX entities up to SEQEND: a line through points, a net of them, or points and faces.
  void read_polyline(const Entity& head, int label) {
    const int flags = head.numbers[0];
    const bool is_net = (flags & 16) != 0, has_faces = (flags & 64) != 0;
    const bool is_flat = (flags & (8 | 16 | 64)) == 0;
    std::vector<int> nodes;
    std::vector<std::pair<std::string_view, std::array<int, 4>>> faces;
    while (value_ == "VERTEX") {
      const Entity vertex = read_values();
      const int kind = vertex.numbers[0];
      if (has_faces && (kind & 128) != 0 && (kind & 64) == 0) {
        faces.push_back(
            {vertex.type,
             {vertex.numbers[1], vertex.numbers[2], vertex.numbers[3], vertex.numbers[4]}});
        continue;
      }
      require_points(vertex, 1);
      // points that a spline was made from are not on it
      if ((kind & 16) != 0) continue;
      Point place = vertex.points[0];
      if (is_flat) {
        place[2] = head.points[0][2];
        place = in_space(place, head.normal);
      }
      note_bulge(vertex, "arc of POLYLINE (its ends are joined by a straight line)");
      nodes.push_back(add_node(place));
    }
    if (value_ != "SEQEND")
      scanner_.fail_at(value_, fmt::format("`{}` is found where VERTEX or SEQEND is expected",
                                           shortened(value_)));
    skip_to_zero();
    if (is_net) return add_net(head, nodes, label);
    if (!has_faces) return draft_.add_polyline(nodes, (flags & 1) != 0, label);
    for (const auto& [place, corners] : faces) add_face_of(place, corners, nodes, label);
  }

  // Numbers count from 1; a sign hides an edge, 0 means no corner.
  void add_face_of(std::string_view place, const std::array<int, 4>& numbers,
                   const std::vector<int>& nodes, int label) {
    std::vector<int> corners;
    for (const int number : numbers) {
      if (number == 0) continue;
      const double index = std::abs(static_cast<double>(number));
      if (index > static_cast<double>(nodes.size()))
        scanner_.fail_at(
            place, fmt::format("a face has the vertex {}; there are {}", number, nodes.size()));
      corners.push_back(nodes[static_cast<std::size_t>(index) - 1]);
    }
    if (corners.size() < 3)
      scanner_.fail_at(place,
                       fmt::format("a face has {} vertices; it needs at least 3", corners.size()));
    draft_.add_face(corners, label);
  }

  void add_net(const Entity& head, const std::vector<int>& nodes, int label) {
    const double m = head.numbers[1], n = head.numbers[2];
    if (m < 2 || n < 2 || m * n != static_cast<double>(nodes.size()))
      scanner_.fail_at(head.type,
                       fmt::format("this net of {} x {} points has {}", m, n, nodes.size()));
    const auto rows = static_cast<std::size_t>(m), columns = static_cast<std::size_t>(n);
    const std::size_t last_row = (head.numbers[0] & 1) != 0 ? rows : rows - 1;
    const std::size_t last_column = (head.numbers[0] & 32) != 0 ? columns : columns - 1;
    const auto node = [&](std::size_t i, std::size_t j) {
      return nodes[(i % rows) * columns + j % columns];
    };
    for (std::size_t i = 0; i < last_row; ++i)
      for (std::size_t j = 0; j < last_column; ++j)
        draft_.add_face(
            std::array<int, 4>{node(i, j), node(i, j + 1), node(i + 1, j + 1), node(i + 1, j)},
            label);
  }

  const ForeignFile& file_;
  TextScanner scanner_;
  Draft& draft_;
  int code_ = 0;
  std::string_view code_text_;
  std::string_view value_;
  std::string_view type_place_;
  bool in_insert_ = false;  // or in its attributes
};

}  // namespace

void read_dxf(const ForeignFile& file, Draft& draft) { DxfReader(file, draft).read(); }

}  // namespace tensio::io
