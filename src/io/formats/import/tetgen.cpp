// Meshes of TetGen and Triangle: points in NAME.node, and beside it elements in NAME.ele, faces in
// NAME.face and edges in NAME.edge. Numbers begin at 0 or 1, as those of the points do.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/index.hpp"
#include "io/formats/import/marks.hpp"
#include "io/formats/import/readers.hpp"
#include "io/text/characters.hpp"
#include "io/text/text_scanner.hpp"

namespace tensio::io {
namespace {

constexpr std::string_view kPointsEnding = ".node";
constexpr std::string_view kElementEndings[] = {".ele", ".face", ".edge"};

std::size_t ending_begin(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? name.size() : dot;
}

class TetgenReader {
 public:
  explicit TetgenReader(Draft& draft) : draft_(draft) {}

  void read_points(const ForeignFile& file) {
    TextScanner scanner(file, "#");
    if (!scanner.next_line()) scanner.file().fail("the file is empty; it should have points");
    const int count = scanner.whole("the number of points", 0, kLargestInt);
    dimension_ = scanner.more() ? scanner.whole("the dimension", 2, 3) : 3;
    const int attributes = scanner.more() ? scanner.whole("the number of attributes", 0, 1000) : 0;
    const bool marked = scanner.more() && scanner.whole("0 or 1 for boundary markers", 0, 1) == 1;
    scanner.end_line("the four counts");
    scanner.expect_room(count, 2 * usize(dimension_), "points");
    if (count == 0) scanner.file().fail("there is no point in this file");
    draft_.dimension = dimension_;
    std::vector<int> nodes, markers;
    for (int i = 0; i < count; ++i) {
      if (!scanner.next_line())
        scanner.fail(fmt::format("the file ends behind {} of {} points", i, count));
      const int number = scanner.whole("the number of a point", 0, kLargestInt);
      if (i == 0) begin_with(scanner, number);
      if (number != first_ + i)
        scanner.fail(fmt::format("point {} follows point {}; points are numbered in their order",
                                 number, first_ + i - 1));
      const double x = scanner.number("x of a point");
      const double y = scanner.number("y of a point");
      const double z = dimension_ == 3 ? scanner.number("z of a point") : 0.0;
      nodes.push_back(draft_.add_node(x, y, z));
      for (int k = 0; k < attributes; ++k) scanner.number("an attribute of a point");
      markers.push_back(marked ? marker(scanner) : 0);
      scanner.end_line("the values of a point");
    }
    expect_end(scanner, "points");
    add_marked_points(draft_, nodes, markers);
  }

  void read_elements(const ForeignFile& file, std::string_view ending) {
    TextScanner scanner(file, "#");
    if (!scanner.next_line()) scanner.file().fail("the file is empty; it should have elements");
    const int count = scanner.whole("the number of elements", 0, kLargestInt);
    int corners = ending == ".face" ? 3 : 2, attributes = 0;
    bool marked = false;
    if (ending == ".ele") {
      corners = scanner.more() ? scanner.whole("the number of corners", 3, 10) : 4;
      if (corners != 3 && corners != 4 && corners != 6 && corners != 10)
        scanner.fail(
            fmt::format("elements of {} corners are not known; triangles have 3 or 6, "
                        "tetrahedra 4 or 10",
                        corners));
      if (dimension_ == 2 && (corners == 4 || corners == 10))
        scanner.fail("the points lie in the plane; its elements have 3 or 6 corners");
      attributes = scanner.more() ? scanner.whole("the number of attributes", 0, 1000) : 0;
    } else {
      marked = scanner.more() && scanner.whole("0 or 1 for boundary markers", 0, 1) == 1;
    }
    scanner.end_line("the counts");
    scanner.expect_room(count, 2 * usize(corners) + 1, "elements");
    std::vector<int> nodes, markers;
    for (int i = 0; i < count; ++i) {
      if (!scanner.next_line())
        scanner.fail(fmt::format("the file ends behind {} of {} elements", i, count));
      scanner.whole("the number of an element", 0, kLargestInt);
      read_corners(scanner, corners, nodes);
      markers.push_back(marked ? marker(scanner) : 0);
      for (int k = 0; k < attributes; ++k) {
        const double value = scanner.number("an attribute of an element");
        // the region of an element, as a whole number
        if (k == 0 && std::floor(value) == value && std::abs(value) < kLargestInt)
          markers.back() = static_cast<int>(value);
      }
      // tetrahedra or triangles beside a face or an edge may follow
      while (ending != ".ele" && scanner.more()) scanner.number("a number behind the corners");
      scanner.end_line("the values of an element");
    }
    expect_end(scanner, "elements");
    add_elements(usize(corners), nodes, markers);
  }

 private:
  static int marker(TextScanner& scanner) {
    return scanner.whole("a boundary marker", -kLargestInt, kLargestInt);
  }

  void begin_with(const TextScanner& scanner, int number) {
    if (number > 1)
      scanner.fail(fmt::format("the first point has the number {}; it is 0 or 1", number));
    first_ = number;
  }

  static void expect_end(TextScanner& scanner, const char* what) {
    if (!scanner.next_line()) return;
    scanner.word({});
    scanner.fail(fmt::format("something follows the {} that the file announces", what));
  }

  void read_corners(TextScanner& scanner, int corners, std::vector<int>& nodes) const {
    for (int k = 0; k < corners; ++k) {
      const int last = first_ + draft_.node_count() - 1;
      const int number = scanner.whole("a corner", -1, kLargestInt);
      if (number < first_ || number > last)
        scanner.fail(
            fmt::format("a corner is point {}, but the points are {} to {}", number, first_, last));
      nodes.push_back(number - first_);
    }
  }

  void add_elements(std::size_t corners, const std::vector<int>& nodes,
                    const std::vector<int>& markers) {
    // Those of second order have points within their edges behind their corners.
    const std::size_t taken = corners == 6 ? 3 : corners == 10 ? 4 : corners;
    const char* kind = taken == 2 ? "line" : taken == 4 ? "volume" : "surface";
    if (taken < corners && !markers.empty())
      draft_.simplify(fmt::format("element of {} points", corners),
                      static_cast<int>(markers.size()));
    const std::vector<int> labels = labels_of_marks(draft_, kind, markers);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const std::span<const int> element(nodes.data() + i * corners, taken);
      if (taken == 2) {
        draft_.add_line(element[0], element[1], labels[i]);
      } else if (taken == 3) {
        draft_.add_face(element, labels[i]);
      } else {
        draft_.add_cell(CellShape::tetrahedron, element, labels[i]);
      }
    }
  }

  Draft& draft_;
  int dimension_ = 3;
  int first_ = 0;  // number of the first point
};

}  // namespace

void read_tetgen(const ForeignFile& file, Draft& draft) {
  const std::size_t dot = ending_begin(file.name);
  const std::string stem = file.name.substr(0, dot);
  const std::string ending = file.name.substr(dot);
  const auto is_ending = [&](std::string_view known) { return same_word(ending, known); };
  const auto beside = [&](std::string_view other) {
    return file.beside ? file.beside(stem + std::string(other)) : std::nullopt;
  };
  TetgenReader reader(draft);
  const auto own = std::find_if(std::begin(kElementEndings), std::end(kElementEndings), is_ending);
  if (own != std::end(kElementEndings)) {
    const std::optional<std::string> points = beside(kPointsEnding);
    if (!points)
      file.fail(
          fmt::format("its points are in a file of their own, which was not found: `{}{}`; "
                      "put it beside this one",
                      stem, kPointsEnding));
    reader.read_points({*points, stem + std::string(kPointsEnding)});
    return reader.read_elements(file, *own);
  }
  // The points: all that is beside them is taken.
  reader.read_points(file);
  for (const std::string_view other : kElementEndings) {
    const std::optional<std::string> bytes = beside(other);
    if (bytes) reader.read_elements({*bytes, stem + std::string(other)}, other);
  }
}

}  // namespace tensio::io
