// MEDIT meshes, as text (.mesh) or binary (.meshb): edges, triangles, quadrilaterals and cells, with
// references.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "core/index.hpp"
#include "io/formats/import/marks.hpp"
#include "io/formats/import/readers.hpp"
#include "io/text/characters.hpp"
#include "io/text/number_source.hpp"
#include "io/text/text_scanner.hpp"

namespace tensio::io {
namespace {

// A section of elements: its keyword, its number in binary files, the nodes of one, which begin
// with its corners, and what one becomes.
struct MeditElement {
  const char* keyword;
  int code;
  std::size_t nodes, corners;
  const char* kind;  // of its groups
  CellShape shape;   // of volumes
};
constexpr CellShape kTetrahedron = CellShape::tetrahedron, kHexahedron = CellShape::hexahedron,
                    kWedge = CellShape::wedge, kPyramid = CellShape::pyramid;
constexpr MeditElement kMeditElements[] = {
    {"Edges", 5, 2, 2, "line", {}},
    {"Triangles", 6, 3, 3, "surface", {}},
    {"Quadrilaterals", 7, 4, 4, "surface", {}},
    {"Tetrahedra", 8, 4, 4, "volume", kTetrahedron},
    {"Hexahedra", 10, 8, 8, "volume", kHexahedron},
    {"Hexaedra", 10, 8, 8, "volume", kHexahedron},
    {"Prisms", 9, 6, 6, "volume", kWedge},
    {"Pentahedra", 9, 6, 6, "volume", kWedge},
    {"Pyramids", 49, 5, 5, "volume", kPyramid},
    // of higher order
    {"EdgesP2", 25, 3, 2, "line", {}},
    {"EdgesP3", 92, 4, 2, "line", {}},
    {"EdgesP4", 93, 5, 2, "line", {}},
    {"TrianglesP2", 24, 6, 3, "surface", {}},
    {"TrianglesP3", 90, 10, 3, "surface", {}},
    {"TrianglesP4", 91, 15, 3, "surface", {}},
    {"QuadrilateralsQ2", 27, 9, 4, "surface", {}},
    {"QuadrilateralsQ3", 88, 16, 4, "surface", {}},
    {"QuadrilateralsQ4", 89, 25, 4, "surface", {}},
    {"TetrahedraP2", 30, 10, 4, "volume", kTetrahedron},
    {"TetrahedraP3", 96, 20, 4, "volume", kTetrahedron},
    {"TetrahedraP4", 97, 35, 4, "volume", kTetrahedron},
    {"HexahedraQ2", 33, 27, 8, "volume", kHexahedron},
    {"HexahedraQ3", 98, 64, 8, "volume", kHexahedron},
    {"HexahedraQ4", 99, 125, 8, "volume", kHexahedron},
    {"PrismsP2", 86, 18, 6, "volume", kWedge},
    {"PrismsP3", 102, 40, 6, "volume", kWedge},
    {"PrismsP4", 103, 75, 6, "volume", kWedge},
    {"PyramidsP2", 87, 14, 5, "volume", kPyramid},
    {"PyramidsP3", 100, 30, 5, "volume", kPyramid},
    {"PyramidsP4", 101, 55, 5, "volume", kPyramid}};
// What these say is about surfaces and about the file; no node or spring is missing without it.
constexpr std::string_view kMeditIgnored[] = {"Corners",
                                              "Ridges",
                                              "RequiredVertices",
                                              "RequiredEdges",
                                              "RequiredTriangles",
                                              "RequiredQuadrilaterals",
                                              "Normals",
                                              "NormalAtVertices",
                                              "NormalAtTriangleVertices",
                                              "NormalAtQuadrilateralVertices",
                                              "Tangents",
                                              "TangentAtVertices",
                                              "TangentAtEdges",
                                              "AngleOfCornerBound",
                                              "BoundingBox",
                                              "Geometry",
                                              "Identifier"};
// Of binary files: the dimension, the vertices, the end, and what the names above are there.
constexpr int kDimensionCode = 3, kVerticesCode = 4, kEndCode = 54;
constexpr int kIgnoredCodes[] = {13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 50, 58, 59, 60};

bool begins_with_letter(std::string_view word) {
  return (word[0] >= 'A' && word[0] <= 'Z') || (word[0] >= 'a' && word[0] <= 'z');
}

class MeditReader {
 public:
  MeditReader(const ForeignFile& file, Draft& draft)
      : scanner_(file, "#"), draft_(draft), numbers_(scanner_) {}

  void read() {
    const std::string_view bytes = scanner_.file().bytes;
    std::uint32_t one = 0;
    if (bytes.size() >= sizeof one) std::memcpy(&one, bytes.data(), sizeof one);
    if (one == 1 || one == 0x01000000) return read_binary(one);
    read_heading();
    // a keyword may follow on the same line
    while (scanner_.more() || scanner_.next_line()) {
      const std::string_view keyword = scanner_.word("a keyword");
      if (same_word(keyword, "End")) break;
      read_section(keyword);
    }
    finish();
  }

 private:
  // A 1, the version, then sections: a number, where the next one begins, and how many items.
  void read_binary(std::uint32_t one) {
    const bool same_order = one == 1;
    const bool little = std::endian::native == std::endian::little;
    numbers_.set_order(same_order == little ? ByteOrder::little : ByteOrder::big);
    scanner_.go_to(sizeof one);
    const int version = numbers_.whole(NumberType::int32, "the version", 1, 4);
    coordinates_ = version == 1 ? NumberType::float32 : NumberType::float64;
    integers_ = version == 4 ? NumberType::int64 : NumberType::int32;
    const NumberType positions = version >= 3 ? NumberType::int64 : NumberType::int32;
    while (true) {
      if (scanner_.bytes_left() == 0)
        scanner_.file().fail("the file ends without the section End (54): a part of it is missing");
      const int code = numbers_.whole(NumberType::int32, "the number of a section", 0, kLargestInt);
      if (code == kEndCode) break;
      const double next = numbers_.next(positions, "where the next section begins");
      const double size = static_cast<double>(scanner_.file().bytes.size());
      if (next != 0 && (next < static_cast<double>(scanner_.offset()) || next > size))
        numbers_.fail(fmt::format("the next section would begin at byte {}; there are {}", next,
                                  scanner_.file().bytes.size()));
      read_section(code);
      if (next == 0) break;
      scanner_.go_to(static_cast<std::size_t>(next));
    }
    finish();
  }

  void read_section(int code) {
    if (code == kDimensionCode) {
      // of four bytes in all versions
      const int dimension = numbers_.whole(NumberType::int32, "the dimension", 2, 3);
      if (dimension_ != 0) numbers_.fail("the dimension is given twice");
      draft_.dimension = dimension_ = dimension;
      return;
    }
    if (code == kVerticesCode) return read_vertices();
    for (const MeditElement& element : kMeditElements)
      if (code == element.code) return read_elements(element);
    if (std::count(std::begin(kIgnoredCodes), std::end(kIgnoredCodes), code) == 0)
      draft_.skip(fmt::format("section {}", code));
  }

  void read_heading() {
    const std::string_view word = scanner_.flowing_word("MeshVersionFormatted");
    if (!same_word(word, "MeshVersionFormatted"))
      scanner_.fail(fmt::format("`{}` is not MeshVersionFormatted, with which a MEDIT file begins",
                                shortened(word)));
    scanner_.flowing_whole("the version", 1, 4);
  }

  void read_section(std::string_view keyword) {
    if (same_word(keyword, "Dimension")) {
      if (dimension_ != 0) scanner_.fail("the dimension is given twice");
      dimension_ = scanner_.flowing_whole("the dimension", 2, 3);
      draft_.dimension = dimension_;
      return;
    }
    if (same_word(keyword, "Vertices")) return read_vertices();
    for (const MeditElement& element : kMeditElements)
      if (same_word(keyword, element.keyword)) return read_elements(element);
    skip_section(keyword);
  }

  void read_vertices() {
    if (dimension_ == 0) numbers_.fail("`Vertices` comes before `Dimension`");
    if (has_vertices_) numbers_.fail("the section `Vertices` is given twice");
    has_vertices_ = true;
    const int count = numbers_.whole(integers_, "the number of vertices", 0, kLargestInt);
    expect_room(count, 2 * usize(dimension_) + 1, usize(dimension_), coordinates_, "vertices");
    std::vector<int> nodes, references;
    for (int i = 0; i < count; ++i) {
      const double x = numbers_.flowing(coordinates_, "x of a vertex");
      const double y = numbers_.flowing(coordinates_, "y of a vertex");
      const double z = dimension_ == 3 ? numbers_.flowing(coordinates_, "z of a vertex") : 0.0;
      nodes.push_back(draft_.add_node(x, y, z));
      references.push_back(reference());
    }
    add_marked_points(draft_, nodes, references);
  }

  int reference() { return numbers_.whole(integers_, "a reference", -kLargestInt, kLargestInt); }

  // Of items that take `least` characters of text, or `numbers` numbers and a reference.
  void expect_room(int count, std::size_t least, std::size_t numbers, NumberType type,
                   std::string_view what) const {
    if (!numbers_.is_binary()) return scanner_.expect_room(count, least, what);
    const std::size_t item = numbers * size_of(type) + size_of(integers_);
    if (usize(count) > scanner_.bytes_left() / item)
      numbers_.fail(fmt::format("{} {} do not fit into the {} bytes that follow", count, what,
                                scanner_.bytes_left()));
  }

  // The vertices may come later, so that the numbers are checked at the end.
  void read_elements(const MeditElement& element) {
    const int count = numbers_.whole(integers_, "the number of elements", 0, kLargestInt);
    expect_room(count, 2 * element.nodes + 1, element.nodes, integers_, "elements");
    std::vector<int> nodes, references;
    for (int i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < element.nodes; ++k) {
        const int node = numbers_.whole(integers_, "a vertex of an element", 1, kLargestInt) - 1;
        if (k < element.corners) nodes.push_back(node);
        if (node <= greatest_) continue;
        greatest_ = node;
        if (!numbers_.is_binary()) place_of_greatest_ = scanner_.last();
      }
      references.push_back(reference());
    }
    if (element.nodes > element.corners && count > 0) draft_.simplify(element.keyword, count);
    const std::vector<int> labels = labels_of_marks(draft_, element.kind, references);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const std::span<const int> corners(nodes.data() + i * element.corners, element.corners);
      if (element.corners == 2) {
        draft_.add_line(corners[0], corners[1], labels[i]);
      } else if (element.kind == std::string_view("surface")) {
        draft_.add_face(corners, labels[i]);
      } else {
        draft_.add_cell(element.shape, corners, labels[i]);
      }
    }
  }

  // Its items do not begin with letters, whatever they are.
  void skip_section(std::string_view keyword) {
    if (!begins_with_letter(keyword))
      scanner_.fail(
          fmt::format("`{}` is found where a keyword such as `Triangles` or `End` is "
                      "expected",
                      shortened(keyword)));
    const auto is_keyword = [&](std::string_view known) { return same_word(keyword, known); };
    if (std::none_of(std::begin(kMeditIgnored), std::end(kMeditIgnored), is_keyword))
      draft_.skip(shortened(keyword, 40));
    while (scanner_.more() || scanner_.next_line()) {
      const std::size_t begin = scanner_.offset();
      if (!begins_with_letter(scanner_.word({}))) continue;
      return scanner_.go_to(begin);
    }
  }

  void finish() {
    if (!has_vertices_) scanner_.file().fail("there is no section `Vertices` in this file");
    if (greatest_ < draft_.node_count()) return;
    if (numbers_.is_binary())
      scanner_.file().fail(fmt::format("an element has the vertex {}; there are {}", greatest_ + 1,
                                       draft_.node_count()));
    scanner_.fail_at(place_of_greatest_, fmt::format("an element has the vertex {}; there are {}",
                                                     place_of_greatest_, draft_.node_count()));
  }

  TextScanner scanner_;
  Draft& draft_;
  NumberSource numbers_;
  NumberType coordinates_ = NumberType::float64, integers_ = NumberType::int32;
  int dimension_ = 0;
  bool has_vertices_ = false;
  int greatest_ = -1;  // id of a vertex of an element, and where it stands
  std::string_view place_of_greatest_ = {};
};

}  // namespace

void read_medit(const ForeignFile& file, Draft& draft) { MeditReader(file, draft).read(); }

}  // namespace tensio::io
