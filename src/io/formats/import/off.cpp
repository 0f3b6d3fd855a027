// OFF of Geomview, as text: vertices and faces.
#include <fmt/format.h>

#include <limits>

#include "io/formats/import/readers.hpp"
#include "io/text/characters.hpp"
#include "io/text/text_scanner.hpp"

namespace tensio::io {
namespace {

// [ST][C][N]OFF: numbers behind x, y and z are colours, normals and the like.
void read_heading(TextScanner& scanner) {
  if (!scanner.next_line()) scanner.file().fail("the file is empty; it should begin with OFF");
  std::string_view word = scanner.word("OFF");
  const std::string_view whole = word;
  if (word.substr(0, 2) == "ST") word.remove_prefix(2);
  if (word.substr(0, 1) == "C") word.remove_prefix(1);
  if (word.substr(0, 1) == "N") word.remove_prefix(1);
  if (word == "4OFF" || word == "nOFF" || word == "4nOFF")
    scanner.fail(fmt::format("`{}` has points of other than three coordinates; give OFF", whole));
  if (word != "OFF")
    scanner.fail(
        fmt::format("`{}` is not OFF, which the file should begin with", shortened(whole)));
  if (scanner.more() && same_word(scanner.word({}), "BINARY"))
    scanner.fail("this OFF file is binary; write it as text");
}

}  // namespace

void read_off(const ForeignFile& file, Draft& draft) {
  TextScanner scanner(file, "#");
  read_heading(scanner);
  // the counts may be on the first line too
  scanner.go_to(0);
  scanner.next_line();
  scanner.word("OFF");
  if (!scanner.more() && !scanner.next_line())
    scanner.fail("the file ends where the numbers of vertices, faces and edges are expected");
  const int vertices = scanner.whole("the number of vertices", 0, kLargestInt);
  const int faces = scanner.whole("the number of faces", 0, kLargestInt);
  if (scanner.more()) scanner.whole("the number of edges", 0, kLargestInt);
  scanner.end_line("the three counts");
  scanner.expect_room(vertices, 6, "vertices");
  scanner.expect_room(faces, 4, "faces");

  for (int i = 0; i < vertices; ++i) {
    if (!scanner.next_line())
      scanner.fail(fmt::format("the file ends behind {} of {} vertices", i, vertices));
    const double x = scanner.number("x of a vertex");
    const double y = scanner.number("y of a vertex");
    const double z = scanner.number("z of a vertex");
    while (scanner.more()) scanner.number("a number behind x, y and z");
    draft.add_node(x, y, z);
  }
  std::vector<int> corners;
  for (int i = 0; i < faces; ++i) {
    if (!scanner.next_line())
      scanner.fail(fmt::format("the file ends behind {} of {} faces", i, faces));
    const int count = scanner.whole("the number of corners", 1, kLargestInt);
    scanner.expect_room(count, 2, "corners");
    corners.clear();
    for (int k = 0; k < count; ++k)
      corners.push_back(scanner.whole("a corner of a face", 0, vertices - 1));
    // a colour may follow
    while (scanner.more()) scanner.number("a number behind the corners");
    if (count == 1) {
      draft.skip("point");
    } else if (count == 2) {
      draft.add_line(corners[0], corners[1]);
    } else {
      draft.add_face(corners);
    }
  }
  if (scanner.next_line()) {
    scanner.word({});
    scanner.fail(fmt::format("something follows the {} faces that the file announces", faces));
  }
}

}  // namespace tensio::io
