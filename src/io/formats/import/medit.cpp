// MEDIT meshes (.mesh) as text: edges, triangles, quadrilaterals and cells, with references.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "core/index.hpp"
#include "io/formats/import/marks.hpp"
#include "io/formats/import/readers.hpp"
#include "io/text/characters.hpp"
#include "io/text/text_scanner.hpp"

namespace tensio::io {
namespace {

// A section of elements: its keyword, the corners of one, and what one becomes.
struct MeditElement {
  const char* keyword;
  std::size_t corners;
  const char* kind;  // of its groups
  bool is_line, is_face;
  CellShape shape;
};
constexpr MeditElement kMeditElements[] = {
    {"Edges", 2, "line", true, false, {}},
    {"Triangles", 3, "surface", false, true, {}},
    {"Quadrilaterals", 4, "surface", false, true, {}},
    {"Tetrahedra", 4, "volume", false, false, CellShape::tetrahedron},
    {"Hexahedra", 8, "volume", false, false, CellShape::hexahedron},
    {"Hexaedra", 8, "volume", false, false, CellShape::hexahedron},
    {"Prisms", 6, "volume", false, false, CellShape::wedge},
    {"Pentahedra", 6, "volume", false, false, CellShape::wedge},
    {"Pyramids", 5, "volume", false, false, CellShape::pyramid}};
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

bool begins_with_letter(std::string_view word) {
  return (word[0] >= 'A' && word[0] <= 'Z') || (word[0] >= 'a' && word[0] <= 'z');
}

class MeditReader {
 public:
  MeditReader(const ForeignFile& file, Draft& draft) : scanner_(file, "#"), draft_(draft) {}

  void read() {
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
  void read_heading() {
    const std::string_view bytes = scanner_.file().bytes;
    std::uint32_t one = 0;
    if (bytes.size() >= sizeof one) std::memcpy(&one, bytes.data(), sizeof one);
    if (one == 1 || one == 0x01000000)
      scanner_.file().fail("this MEDIT file is binary (.meshb); save it as text (.mesh)");
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
    if (dimension_ == 0) scanner_.fail("`Vertices` comes before `Dimension`");
    if (has_vertices_) scanner_.fail("the section `Vertices` is given twice");
    has_vertices_ = true;
    const int count = scanner_.flowing_whole("the number of vertices", 0, kLargestInt);
    scanner_.expect_room(count, 2 * usize(dimension_) + 1, "vertices");
    std::vector<int> nodes, references;
    for (int i = 0; i < count; ++i) {
      const double x = scanner_.flowing_number("x of a vertex");
      const double y = scanner_.flowing_number("y of a vertex");
      const double z = dimension_ == 3 ? scanner_.flowing_number("z of a vertex") : 0.0;
      nodes.push_back(draft_.add_node(x, y, z));
      references.push_back(reference());
    }
    add_marked_points(draft_, nodes, references);
  }

  int reference() { return scanner_.flowing_whole("a reference", -kLargestInt, kLargestInt); }

  // The vertices may come later, so that the numbers are checked at the end.
  void read_elements(const MeditElement& element) {
    const int count = scanner_.flowing_whole("the number of elements", 0, kLargestInt);
    scanner_.expect_room(count, 2 * element.corners + 1, "elements");
    std::vector<int> nodes, references;
    for (int i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < element.corners; ++k) {
        nodes.push_back(scanner_.flowing_whole("a vertex of an element", 1, kLargestInt) - 1);
        if (nodes.back() <= greatest_) continue;
        greatest_ = nodes.back();
        place_of_greatest_ = scanner_.last();
      }
      references.push_back(reference());
    }
    const std::vector<int> labels = labels_of_marks(draft_, element.kind, references);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const std::span<const int> corners(nodes.data() + i * element.corners, element.corners);
      if (element.is_line) {
        draft_.add_line(corners[0], corners[1], labels[i]);
      } else if (element.is_face) {
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
    scanner_.fail_at(place_of_greatest_, fmt::format("an element has the vertex {}; there are {}",
                                                     place_of_greatest_, draft_.node_count()));
  }

  TextScanner scanner_;
  Draft& draft_;
  int dimension_ = 0;
  bool has_vertices_ = false;
  int greatest_ = -1;  // id of a vertex of an element, and where it stands
  std::string_view place_of_greatest_ = {};
};

}  // namespace

void read_medit(const ForeignFile& file, Draft& draft) { MeditReader(file, draft).read(); }

}  // namespace tensio::io
