// VTK's XML files: pieces of points and cells, and the arrays that say more of them.
#include "io/formats/vtk/vtk_xml_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "core/index.hpp"
#include "io/formats/vtk/vtk_data.hpp"
#include "io/text/characters.hpp"
#include "io/text/inflate.hpp"
#include "io/text/xml_scanner.hpp"

namespace tensio::io {
namespace {

constexpr std::size_t kMostArrays = 10000;  // of one piece
constexpr std::size_t kMostComponents = 1000;

// The arrays of one part of a piece.
struct Section {
  std::string_view name = {};
  std::vector<VtkArrayTag> arrays = {};
};

struct Piece {
  std::size_t offset = 0;  // of its tag
  std::size_t points = 0;
  std::array<std::size_t, 4> cells = {};  // verts, lines, polys, strips; or all cells in the first
  std::vector<Section> sections = {};

  const Section* find(std::string_view name) const {
    for (const Section& section : sections) {
      if (section.name == name) return &section;
    }
    return nullptr;
  }
};

constexpr std::array<std::string_view, 4> kPolySections = {"Verts", "Lines", "Polys", "Strips"};
constexpr std::array<const char*, 4> kPolyCounts = {"NumberOfVerts", "NumberOfLines",
                                                    "NumberOfPolys", "NumberOfStrips"};
// What a cell of n points is, in each section; 0 where there is none.
std::uint8_t poly_type(std::size_t section, std::size_t count) {
  switch (section) {
    case 0: return count == 1 ? kVtkVertex : kVtkVertices;
    case 1: return count == 2 ? kVtkLine : kVtkPolyline;
    case 2: return count == 3 ? kVtkTriangle : count == 4 ? kVtkQuad : kVtkPolygon;
    default: return kVtkStrip;
  }
}

class Reader {
 public:
  Reader(std::string_view bytes, const std::string& name) : bytes_(bytes), xml_(bytes, name) {}

  VtkMesh read() {
    read_head();
    read_tags();
    for (const VtkArrayTag& tag : field_data_) {
      mesh_.field_data.push_back({tag.name, tag.components, numbers(tag, std::nullopt)});
    }
    for (std::size_t i = 0; i < pieces_.size(); ++i) add_piece(pieces_[i], i == 0);
    return std::move(mesh_);
  }

 private:
  void read_head() {
    if (!xml_.next() || xml_.tag().name != "VTKFile") {
      xml_.fail("it is not a VTK XML file: its outermost tag is not VTKFile");
    }
    const XmlTag& tag = xml_.tag();
    const std::string* type = tag.find("type");
    if (type == nullptr || (*type != "PolyData" && *type != "UnstructuredGrid")) {
      fail_attribute(tag, "type", "PolyData and UnstructuredGrid are read");
    }
    polydata_ = *type == "PolyData";
    if (const std::string* compressor = tag.find("compressor")) encoding_.compressor = *compressor;
    if (const std::string* order = tag.find("byte_order")) {
      if (*order != "LittleEndian" && *order != "BigEndian") {
        fail_attribute(tag, "byte_order", "it is LittleEndian or BigEndian");
      }
      encoding_.big_endian = *order == "BigEndian";
    }
    if (const std::string* header = tag.find("header_type")) {
      if (*header != "UInt32" && *header != "UInt64") {
        fail_attribute(tag, "header_type", "it is UInt32 or UInt64");
      }
      encoding_.header_size = *header == "UInt64" ? 8 : 4;
    }
  }

  [[noreturn]] void fail_attribute(const XmlTag& tag, std::string_view name,
                                   const std::string& allowed) const {
    for (const XmlAttribute& attribute : tag.attributes) {
      if (attribute.name == name) {
        xml_.fail(attribute.offset, attribute.value,
                  fmt::format("`{}` is `{}`; {}", name, shortened(attribute.value), allowed));
      }
    }
    xml_.fail(fmt::format("<{}> has no `{}`; {}", tag.name, name, allowed));
  }

  // The most numbers that the file may contain.
  std::size_t room() const {
    return bytes_.size() * (encoding_.compressor.empty() ? 1 : kMostInflation);
  }

  // A count, which cannot be larger than the file.
  std::size_t count_of(const XmlTag& tag, const char* name, bool needed) const {
    const std::string* text = tag.find(name);
    if (text == nullptr && !needed) return 0;
    if (text == nullptr) fail_attribute(tag, name, "it is a number from 0 on");
    std::uint64_t count = 0;
    for (const char c : *text) {
      if (c < '0' || c > '9' || count > (std::uint64_t{1} << 40)) {
        fail_attribute(tag, name, "it is a whole number from 0 on");
      }
      count = 10 * count + static_cast<std::uint64_t>(c - '0');
    }
    if (text->empty() || count > room()) {
      fail_attribute(tag, name, "is more than a file of this size can contain");
    }
    return usize(count);
  }

  void read_tags() {
    while (!appended_ && xml_.next()) {
      const XmlTag& tag = xml_.tag();
      // the numbers come before whatever follows their tag
      if (pending_ != nullptr) pending_->content = xml_.content();
      pending_ = nullptr;
      if (tag.closes) continue;
      const std::string_view parent =
          xml_.open().size() > 1 ? xml_.open()[xml_.open().size() - 2] : std::string_view();
      if (tag.name == "AppendedData") {
        read_appended();
      } else if (tag.name == "Piece") {
        read_piece(tag);
      } else if (tag.name == "DataArray") {
        read_array(tag, parent);
      } else if (parent == "Piece" && !pieces_.empty()) {
        pieces_.back().sections.push_back({tag.name, {}});
      }
    }
    if (pieces_.empty()) xml_.fail(0, "VTKFile", "there is no <Piece> in it, so no points");
  }

  void read_appended() {
    const std::string* encoding = xml_.tag().find("encoding");
    if (encoding == nullptr || (*encoding != "raw" && *encoding != "base64")) {
      fail_attribute(xml_.tag(), "encoding", "it is raw or base64");
    }
    std::size_t at = xml_.position();
    while (at < bytes_.size() && bytes_[at] != '_' &&
           (bytes_[at] == ' ' || bytes_[at] == '\n' || bytes_[at] == '\r' || bytes_[at] == '\t')) {
      ++at;
    }
    if (at >= bytes_.size() || bytes_[at] != '_')
      xml_.fail("the appended data do not begin with _");
    appended_ = VtkAppended{bytes_.substr(at + 1), *encoding == "base64"};
  }

  void read_piece(const XmlTag& tag) {
    Piece piece{.offset = tag.offset, .points = count_of(tag, "NumberOfPoints", true)};
    if (polydata_) {
      for (std::size_t i = 0; i < 4; ++i) piece.cells[i] = count_of(tag, kPolyCounts[i], false);
    } else {
      piece.cells[0] = count_of(tag, "NumberOfCells", true);
    }
    pieces_.push_back(std::move(piece));
  }

  void read_array(const XmlTag& tag, std::string_view parent) {
    std::vector<VtkArrayTag>* arrays = nullptr;
    if (parent == "FieldData") {
      arrays = &field_data_;
    } else if (!pieces_.empty() && !pieces_.back().sections.empty() &&
               pieces_.back().sections.back().name == parent) {
      arrays = &pieces_.back().sections.back().arrays;
    }
    const std::string* type = tag.find("type");
    // texts and other types are ignored
    if (arrays == nullptr || type == nullptr || !is_vtk_number(*type)) return;
    if (arrays->size() >= kMostArrays) xml_.fail("there are too many arrays");
    VtkArrayTag array{.type = *type, .tag_offset = tag.offset};
    if (const std::string* name = tag.find("Name")) array.name = *name;
    array.components = count_of(tag, "NumberOfComponents", false);
    if (array.components == 0) array.components = 1;
    if (const std::string* format = tag.find("format")) array.format = *format;
    if (array.format == "appended") array.data_offset = count_of(tag, "offset", true);
    arrays->push_back(std::move(array));
    pending_ = tag.empty ? nullptr : &arrays->back();
  }

  // Arrays may refer to the same bytes; the total is limited to what the file has room for.
  std::vector<double> numbers(const VtkArrayTag& tag, std::optional<std::size_t> expected) {
    std::vector<double> values = vtk_numbers(xml_, tag, encoding_, appended_, expected);
    taken_ += values.size();
    if (taken_ > room()) {
      xml_.fail(tag.tag_offset, tag.name,
                "the arrays up to this one have more numbers than the file has room for");
    }
    return values;
  }

  const VtkArrayTag& array_of(const Piece& piece, const Section* section, std::string_view where,
                              std::string_view name) const {
    if (section != nullptr) {
      for (const VtkArrayTag& tag : section->arrays) {
        if (tag.name == name || name.empty()) return tag;
      }
    }
    xml_.fail(piece.offset, "Piece",
              name.empty() ? fmt::format("this piece has no array in <{}>", where)
                           : fmt::format("this piece has no array `{}` in <{}>", name, where));
  }

  void add_piece(const Piece& piece, bool first) {
    const std::size_t before = mesh_.points.size() / 3;
    if (before + piece.points > usize(std::numeric_limits<int>::max())) {
      xml_.fail(piece.offset, "Piece", "there are more points than 2^31");
    }
    if (piece.points > 0) {
      const VtkArrayTag& tag = array_of(piece, piece.find("Points"), "Points", {});
      if (tag.components != 3) {
        xml_.fail(tag.tag_offset, tag.name, "points have 3 components in VTK, with z = 0 in 2D");
      }
      const std::vector<double> points = numbers(tag, 3 * piece.points);
      for (const double x : points) {
        if (!std::isfinite(x)) xml_.fail(tag.tag_offset, tag.name, "a point is not finite");
      }
      mesh_.points.insert(mesh_.points.end(), points.begin(), points.end());
    }
    std::size_t cells = 0;
    if (polydata_) {
      for (std::size_t i = 0; i < 4; ++i) {
        if (piece.cells[i] == 0) continue;
        add_cells(piece, piece.find(kPolySections[i]), i, before);
        cells += piece.cells[i];
      }
    } else if (piece.cells[0] > 0) {
      add_cells(piece, piece.find("Cells"), 0, before);
      cells = piece.cells[0];
    }
    add_data(piece.find("PointData"), piece.points, mesh_.point_data, first);
    add_data(piece.find("CellData"), cells, mesh_.cell_data, first);
  }

  void add_cells(const Piece& piece, const Section* section, std::size_t kind, std::size_t before) {
    const std::string_view where = polydata_ ? kPolySections[kind] : std::string_view("Cells");
    const std::size_t count = piece.cells[kind];
    const VtkArrayTag& ends_tag = array_of(piece, section, where, "offsets");
    const VtkArrayTag& nodes_tag = array_of(piece, section, where, "connectivity");
    const std::vector<double> ends = numbers(ends_tag, count);
    const std::vector<double> nodes = numbers(nodes_tag, std::nullopt);
    std::vector<double> types;
    if (!polydata_) types = numbers(array_of(piece, section, where, "types"), count);
    double last = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!(ends[i] >= last) || ends[i] > static_cast<double>(nodes.size()) ||
          ends[i] != std::floor(ends[i])) {
        xml_.fail(ends_tag.tag_offset, "offsets",
                  fmt::format("cell {} ends at {}, but the one before at {} and there are {} "
                              "points of cells",
                              i, ends[i], last, nodes.size()));
      }
      for (auto at = static_cast<std::size_t>(last); at < static_cast<std::size_t>(ends[i]); ++at) {
        const double node = nodes[at];
        if (!(node >= 0) || !(node < static_cast<double>(piece.points)) ||
            node != std::floor(node)) {
          xml_.fail(nodes_tag.tag_offset, "connectivity",
                    fmt::format("cell {} has point {}; the points are 0 to {}", i, node,
                                static_cast<double>(piece.points) - 1));
        }
        mesh_.nodes.push_back(static_cast<int>(before) + static_cast<int>(node));
      }
      const auto size = static_cast<std::size_t>(ends[i] - last);
      const bool known = polydata_ || (types[i] >= 0 && types[i] <= 255);
      mesh_.types.push_back(polydata_ ? poly_type(kind, size)
                            : known   ? static_cast<std::uint8_t>(types[i])
                                      : std::uint8_t{0});
      mesh_.start.push_back(mesh_.nodes.size());
      last = ends[i];
    }
  }

  // Arrays that every piece has; those of one piece alone are left out.
  void add_data(const Section* section, std::size_t count, std::vector<VtkArray>& data,
                bool first) {
    const std::vector<VtkArrayTag> none;
    const std::vector<VtkArrayTag>& tags = section == nullptr ? none : section->arrays;
    if (first) {
      for (const VtkArrayTag& tag : tags) {
        if (tag.components > kMostComponents) continue;
        data.push_back({tag.name, tag.components, numbers(tag, count * tag.components)});
      }
      return;
    }
    std::erase_if(data, [&](VtkArray& array) {
      const auto found = std::find_if(tags.begin(), tags.end(), [&](const VtkArrayTag& tag) {
        return tag.name == array.name && tag.components == array.components;
      });
      if (found == tags.end()) return true;
      const std::vector<double> more = numbers(*found, count * array.components);
      array.values.insert(array.values.end(), more.begin(), more.end());
      return false;
    });
  }

  std::string_view bytes_;
  XmlScanner xml_;
  bool polydata_ = false;
  VtkEncoding encoding_ = {};
  std::vector<Piece> pieces_ = {};
  std::vector<VtkArrayTag> field_data_ = {};
  VtkArrayTag* pending_ = nullptr;  // whose content is being read
  std::optional<VtkAppended> appended_ = {};
  std::size_t taken_ = 0;  // numbers
  VtkMesh mesh_ = {};
};

}  // namespace

const VtkArray* find_array(const std::vector<VtkArray>& arrays, std::string_view name) {
  for (const VtkArray& array : arrays) {
    if (array.name == name) return &array;
  }
  return nullptr;
}

VtkMesh parse_vtk_xml(std::string_view bytes, const std::string& name) {
  return Reader(bytes, name).read();
}

}  // namespace tensio::io
