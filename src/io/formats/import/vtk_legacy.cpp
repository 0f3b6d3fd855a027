// Legacy VTK files, text or binary: poly data, unstructured and structured grids.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/index.hpp"
#include "io/formats/import/readers.hpp"
#include "io/formats/import/vtk_cells.hpp"
#include "io/text/characters.hpp"
#include "io/text/number_source.hpp"

namespace tensio::io {
namespace {

struct TypeName {
  std::string_view name;
  NumberType type;
};
// A vtkIdType is written with 4 bytes; `bit` and `string` arrays are not read.
constexpr TypeName kTypeNames[] = {{"char", NumberType::int8},
                                   {"signed_char", NumberType::int8},
                                   {"unsigned_char", NumberType::uint8},
                                   {"short", NumberType::int16},
                                   {"unsigned_short", NumberType::uint16},
                                   {"int", NumberType::int32},
                                   {"unsigned_int", NumberType::uint32},
                                   {"long", NumberType::int64},
                                   {"unsigned_long", NumberType::uint64},
                                   {"vtktypeint64", NumberType::int64},
                                   {"vtktypeuint64", NumberType::uint64},
                                   {"vtkIdType", NumberType::int32},
                                   {"float", NumberType::float32},
                                   {"double", NumberType::float64}};

class VtkReader {
 public:
  VtkReader(const ForeignFile& file, Draft& draft)
      : file_(file), scanner_(file), draft_(draft), numbers_(scanner_) {}

  void read() {
    read_heading();
    while (scanner_.next_line()) {
      const std::string_view word = scanner_.word("a keyword");
      if (same_word(word, "POINT_DATA") || same_word(word, "CELL_DATA")) break;
      read_keyword(word);
    }
    if (!has_points_) file_.fail("there are no POINTS in this file");
    if (dataset_ == "STRUCTURED_GRID") return add_grid();
    if (dataset_ != "UNSTRUCTURED_GRID") return;
    if (!has_cells_) file_.fail("there are no CELLS in this file");
    add_cells();
  }

 private:
  void read_heading() {
    std::string_view line;
    if (!scanner_.take_line(line) || line.substr(0, 23) != "# vtk DataFile Version ")
      scanner_.fail("a VTK file begins with `# vtk DataFile Version` and its number");
    if (!scanner_.take_line(line)) scanner_.fail("the file ends where its title is expected");
    if (!scanner_.next_line()) scanner_.fail("the file ends where ASCII or BINARY is expected");
    const std::string_view kind = scanner_.word("ASCII or BINARY");
    const bool is_binary = same_word(kind, "BINARY");
    if (!is_binary && !same_word(kind, "ASCII"))
      scanner_.fail(
          fmt::format("`{}` is found where ASCII or BINARY is expected", shortened(kind)));
    if (is_binary) numbers_.set_order(ByteOrder::big);
    if (!scanner_.next_line() || !same_word(scanner_.word("DATASET"), "DATASET"))
      scanner_.fail("`DATASET` and its kind are expected here");
    dataset_ = std::string(scanner_.word("the kind of the data set"));
    std::transform(dataset_.begin(), dataset_.end(), dataset_.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    if (dataset_ != "POLYDATA" && dataset_ != "UNSTRUCTURED_GRID" && dataset_ != "STRUCTURED_GRID")
      scanner_.fail(
          fmt::format("a data set `{}` is not read; these are: POLYDATA, UNSTRUCTURED_GRID, "
                      "STRUCTURED_GRID",
                      shortened(dataset_)));
  }

  void read_keyword(std::string_view word) {
    const bool poly = dataset_ == "POLYDATA";
    if (same_word(word, "POINTS")) return read_points();
    if (same_word(word, "METADATA")) return skip_metadata();
    if (same_word(word, "FIELD")) return skip_fields();
    if (same_word(word, "DIMENSIONS") && dataset_ == "STRUCTURED_GRID") return read_dimensions();
    if (same_word(word, "CELLS") && dataset_ == "UNSTRUCTURED_GRID") {
      has_cells_ = true;
      cells_ = read_lists("CELLS");
      return;
    }
    if (same_word(word, "CELL_TYPES") && dataset_ == "UNSTRUCTURED_GRID") return read_types();
    if (poly && same_word(word, "VERTICES")) return add_poly(read_lists("VERTICES"), 2);
    if (poly && same_word(word, "LINES")) return add_poly(read_lists("LINES"), 4);
    if (poly && same_word(word, "POLYGONS")) return add_poly(read_lists("POLYGONS"), 7);
    if (poly && same_word(word, "TRIANGLE_STRIPS"))
      return add_poly(read_lists("TRIANGLE_STRIPS"), 6);
    scanner_.fail(fmt::format("`{}` is not a keyword of {}", shortened(word), dataset_));
  }

  NumberType read_type(std::string_view what) {
    const std::string_view word = scanner_.word(what);
    for (const TypeName& candidate : kTypeNames)
      if (same_word(candidate.name, word)) return candidate.type;
    scanner_.fail(fmt::format("`{}` is not a supported type of numbers", shortened(word)));
  }

  void read_points() {
    if (has_points_) scanner_.fail("`POINTS` is given twice");
    has_points_ = true;
    const int count = scanner_.whole("the number of points", 0, kLargestInt);
    const NumberType type = read_type("the type of the points");
    scanner_.end_line("the type of the points");
    numbers_.begin_data();
    numbers_.expect_room(3 * usize(count), type, "points");
    for (int i = 0; i < count; ++i) {
      const double x = numbers_.flowing(type, "x of a point");
      const double y = numbers_.flowing(type, "y of a point");
      const double z = numbers_.flowing(type, "z of a point");
      draft_.add_node(x, y, z);
    }
  }

  void read_dimensions() {
    for (int& dimension : dimensions_)
      dimension = scanner_.whole("a dimension of the grid", 1, kLargestInt);
    scanner_.end_line("the dimensions");
  }

  int node(std::string_view what, NumberType type) {
    if (!has_points_) scanner_.fail("the points must come before the cells that join them");
    return numbers_.whole(type, what, 0, draft_.node_count() - 1);
  }

  // Cells as lists of points: each with its length in front, or, since 5.1, beginnings and points.
  Lists read_lists(const char* keyword) {
    const int first = scanner_.whole(fmt::format("the number of {}", keyword), 0, kLargestInt);
    const int second = scanner_.whole(fmt::format("the size of {}", keyword), 0, kLargestInt);
    scanner_.end_line("the two counts");
    const std::size_t behind = scanner_.line_end();
    if (scanner_.next_line() && same_word(scanner_.word({}), "OFFSETS"))
      return read_offsets(first, second);
    scanner_.go_to(behind);
    Lists lists;
    numbers_.expect_room(usize(second), NumberType::int32, keyword);
    int left = second;
    for (int i = 0; i < first; ++i) {
      const int count = numbers_.whole(NumberType::int32, "the number of points of a cell", 0,
                                       std::max(left - 1, 0));
      left -= count + 1;
      for (int k = 0; k < count; ++k) lists.add(node("a point of a cell", NumberType::int32));
      lists.end();
    }
    if (left != 0)
      numbers_.fail(fmt::format("{} are announced to take {} numbers, and take {}", keyword, second,
                                second - left));
    return lists;
  }

  Lists read_offsets(int starts, int nodes) {
    const NumberType start_type = read_type("the type of OFFSETS");
    numbers_.begin_data();
    numbers_.expect_room(usize(starts), start_type, "OFFSETS");
    std::vector<int> begins;
    begins.reserve(usize(starts));
    for (int i = 0; i < starts; ++i)
      begins.push_back(
          numbers_.whole(start_type, "an offset", begins.empty() ? 0 : begins.back(), nodes));
    if ((!begins.empty() && begins.front() != 0) || (!begins.empty() ? begins.back() : 0) != nodes)
      numbers_.fail(fmt::format("the offsets must run from 0 to {}", nodes));
    if (!scanner_.next_line() || !same_word(scanner_.word("CONNECTIVITY"), "CONNECTIVITY"))
      scanner_.fail("`CONNECTIVITY` is expected here");
    const NumberType type = read_type("the type of CONNECTIVITY");
    numbers_.begin_data();
    numbers_.expect_room(usize(nodes), type, "CONNECTIVITY");
    Lists lists;
    for (std::size_t cell = 0; cell + 1 < begins.size(); ++cell) {
      for (int i = begins[cell]; i < begins[cell + 1]; ++i)
        lists.add(node("a point of a cell", type));
      lists.end();
    }
    return lists;
  }

  void read_types() {
    const int count = scanner_.whole("the number of cell types", 0, kLargestInt);
    scanner_.end_line("the number of cell types");
    numbers_.begin_data();
    numbers_.expect_room(usize(count), NumberType::int32, "cell types");
    for (int i = 0; i < count; ++i)
      types_.push_back(numbers_.whole(NumberType::int32, "the type of a cell", 0, 255));
  }

  void add_poly(const Lists& lists, int type) {
    for (std::size_t i = 0; i < lists.count(); ++i) add_cell(type, lists.at(i), i);
  }

  void add_cells() {
    if (types_.size() != cells_.count())
      file_.fail(
          fmt::format("there are {} cells and {} cell types", cells_.count(), types_.size()));
    for (std::size_t i = 0; i < cells_.count(); ++i) add_cell(types_[i], cells_.at(i), i);
  }

  void add_cell(int type, std::span<const int> nodes, std::size_t cell) {
    const std::string fault = add_vtk_cell(draft_, type, nodes);
    if (!fault.empty()) file_.fail(fmt::format("cell {}: {}", cell, fault));
  }

  // Neighbours along each axis are joined; a flat grid has faces, a solid one cells.
  void add_grid() {
    const double points = static_cast<double>(dimensions_[0]) * dimensions_[1] * dimensions_[2];
    if (points != draft_.node_count())
      file_.fail(fmt::format("the grid has {} x {} x {} points, and {} are given", dimensions_[0],
                             dimensions_[1], dimensions_[2], draft_.node_count()));
    add_vtk_grid(draft_, dimensions_);
  }

  // Until an empty line.
  void skip_metadata() {
    std::string_view line;
    while (scanner_.take_line(line) && !line.empty()) {
    }
  }

  void skip_fields() {
    scanner_.word("the name of the field");
    const int arrays = scanner_.whole("the number of arrays", 0, kLargestInt);
    scanner_.expect_room(arrays, 4, "arrays");
    for (int i = 0; i < arrays; ++i) {
      if (!scanner_.next_line()) scanner_.fail("the file ends where an array is expected");
      if (same_word(scanner_.word("the name of an array"), "METADATA")) {
        skip_metadata();
        --i;
        continue;
      }
      const int width = scanner_.whole("the width of an array", 0, kLargestInt);
      const int rows = scanner_.whole("the length of an array", 0, kLargestInt);
      const NumberType type = read_type("the type of an array");
      numbers_.begin_data();
      const double count = static_cast<double>(width) * rows;
      if (count > static_cast<double>(scanner_.bytes_left()) + 1)
        numbers_.fail(fmt::format("an array of {} x {} does not fit into the {} bytes that follow",
                                  rows, width, scanner_.bytes_left()));
      for (double k = 0; k < count; ++k) numbers_.flowing(type, "a number of an array");
    }
  }

  const ForeignFile& file_;
  TextScanner scanner_;
  Draft& draft_;
  NumberSource numbers_;
  std::string dataset_;
  bool has_points_ = false;
  bool has_cells_ = false;
  std::array<int, 3> dimensions_ = {0, 0, 0};
  Lists cells_;
  std::vector<int> types_;
};

}  // namespace

void read_vtk(const ForeignFile& file, Draft& draft) { VtkReader(file, draft).read(); }

}  // namespace tensio::io
