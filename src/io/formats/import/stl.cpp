// STL, text and binary: triangles that share no vertices, so that equal ones become one node.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "io/formats/import/readers.hpp"
#include "io/text/byte_scanner.hpp"
#include "io/text/characters.hpp"
#include "io/text/text_scanner.hpp"

namespace tensio::io {
namespace {

constexpr std::size_t kHeader = 84;
constexpr std::size_t kTriangle = 50;
constexpr const char* kCoordinates[] = {"x of a vertex", "y of a vertex", "z of a vertex"};

void add_triangle(Draft& draft, const std::array<double, 9>& corners, int label) {
  std::array<int, 3> nodes;
  for (std::size_t k = 0; k < 3; ++k)
    nodes[k] = draft.add_node(corners[3 * k], corners[3 * k + 1], corners[3 * k + 2]);
  draft.add_face(nodes, label);
}

class StlText {
 public:
  StlText(const ForeignFile& file, Draft& draft) : scanner_(file), draft_(draft) {}

  void read() {
    bool open = false;
    int triangles = 0;
    while (scanner_.next_line()) {
      const std::string_view word = scanner_.word("a statement");
      if (!open && same_word(word, "solid")) {
        label_ = draft_.label(scanner_.rest());
        open = true;
      } else if (open && same_word(word, "facet")) {
        read_facet();
        ++triangles;
      } else if (open && same_word(word, "endsolid")) {
        scanner_.rest();
        open = false;
      } else {
        scanner_.fail(fmt::format("`{}` is found where {} is expected", shortened(word),
                                  open ? "`facet` or `endsolid`" : "`solid`"));
      }
    }
    if (open) scanner_.fail("the file ends where `facet` or `endsolid` is expected");
    if (triangles == 0) scanner_.file().fail("there is no triangle in this file");
  }

 private:
  void expect(std::string_view expected) {
    const std::string_view word = scanner_.flowing_word(expected);
    if (!same_word(word, expected))
      scanner_.fail(fmt::format("`{}` is found where `{}` is expected", shortened(word), expected));
  }

  void read_facet() {
    expect("normal");
    // normals follow from the corners, and some programs write nan
    for (int axis = 0; axis < 3; ++axis) scanner_.word("a number of the normal");
    expect("outer");
    expect("loop");
    std::array<double, 9> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      expect("vertex");
      for (std::size_t axis = 0; axis < 3; ++axis)
        corners[3 * k + axis] = scanner_.number(kCoordinates[axis]);
    }
    expect("endloop");
    expect("endfacet");
    add_triangle(draft_, corners, label_);
  }

  TextScanner scanner_;
  Draft& draft_;
  int label_ = 0;
};

void read_binary(const ForeignFile& file, Draft& draft, std::uint32_t count) {
  ByteScanner scanner(file, kHeader, ByteOrder::little);
  if (scanner.left() != count * kTriangle) {
    file.fail_at_byte(kHeader - 4,
                      fmt::format("the file announces {} triangles of 50 bytes, and {} bytes "
                                  "follow; a text file would begin with `solid`",
                                  count, scanner.left()));
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    for (int axis = 0; axis < 3; ++axis) scanner.get<float>("a normal");
    std::array<double, 9> corners;
    for (double& number : corners) {
      number = static_cast<double>(scanner.get<float>("a vertex"));
      if (!std::isfinite(number))
        scanner.fail(fmt::format("a vertex of triangle {} has a coordinate that is not finite", i));
    }
    scanner.get<std::uint16_t>("an attribute");
    add_triangle(draft, corners, 0);
  }
  if (count == 0) file.fail("there is no triangle in this file");
}

}  // namespace

void read_stl(const ForeignFile& file, Draft& draft) {
  draft.merges_equal = true;
  // binary files may begin with `solid` too, but their length follows from their count
  std::uint32_t count = 0;
  if (file.bytes.size() >= kHeader)
    count = ByteScanner(file, kHeader - 4, ByteOrder::little).get<std::uint32_t>("the count");
  const bool fits = file.bytes.size() >= kHeader &&
                    (file.bytes.size() - kHeader) / kTriangle == count &&
                    (file.bytes.size() - kHeader) % kTriangle == 0;
  const std::size_t first = file.bytes.find_first_not_of(" \t\r\n");
  const bool says_solid =
      first != std::string_view::npos && same_word(file.bytes.substr(first, 5), "solid");
  if (says_solid && !fits) return StlText(file, draft).read();
  if (file.bytes.size() < kHeader)
    file.fail(
        "this is not an STL file: it does not begin with `solid`, and is too short to be binary");
  read_binary(file, draft, count);
}

}  // namespace tensio::io
