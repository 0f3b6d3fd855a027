// Gmsh .msh, versions 2.2 and 4.1, as text or binary: lines, faces, cells and physical groups.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <map>
#include <utility>

#include "core/index.hpp"
#include "io/formats/import/readers.hpp"
#include "io/text/characters.hpp"
#include "io/text/number_source.hpp"

namespace tensio::io {
namespace {

struct GmshCell {
  int number;
  std::size_t nodes;
  const char* name;
  int linear;  // the number of the type that its corners, which come first, are
  std::size_t corners;
};
// Behind the first seven and the point those of higher order.
constexpr GmshCell kElementTypes[] = {
    {1, 2, "line", 1, 2},
    {2, 3, "triangle", 2, 3},
    {3, 4, "quadrangle", 3, 4},
    {4, 4, "tetrahedron", 4, 4},
    {5, 8, "hexahedron", 5, 8},
    {6, 6, "prism", 6, 6},
    {7, 5, "pyramid", 7, 5},
    {15, 1, "point", 15, 1},
    {8, 3, "3-node line", 1, 2},
    {9, 6, "6-node triangle", 2, 3},
    {10, 9, "9-node quadrangle", 3, 4},
    {11, 10, "10-node tetrahedron", 4, 4},
    {12, 27, "27-node hexahedron", 5, 8},
    {13, 18, "18-node prism", 6, 6},
    {14, 14, "14-node pyramid", 7, 5},
    {16, 8, "8-node quadrangle", 3, 4},
    {17, 20, "20-node hexahedron", 5, 8},
    {18, 15, "15-node prism", 6, 6},
    {19, 13, "13-node pyramid", 7, 5},
    {20, 9, "9-node triangle", 2, 3},
    {21, 10, "10-node triangle", 2, 3},
    {22, 12, "12-node triangle", 2, 3},
    {23, 15, "15-node triangle", 2, 3},
    {24, 15, "15-node triangle (incomplete)", 2, 3},
    {25, 21, "21-node triangle", 2, 3},
    {26, 4, "4-node line", 1, 2},
    {27, 5, "5-node line", 1, 2},
    {28, 6, "6-node line", 1, 2},
    {29, 20, "20-node tetrahedron", 4, 4},
    {30, 35, "35-node tetrahedron", 4, 4},
    {31, 56, "56-node tetrahedron", 4, 4},
    {92, 64, "64-node hexahedron", 5, 8},
    {93, 125, "125-node hexahedron", 5, 8}};

constexpr const char* kDimensionNames[] = {"point", "line", "surface", "volume"};
// What a group is about, by the type of its elements.
int dimension_of(int type) { return type == 15 ? 0 : type == 1 ? 1 : type <= 3 ? 2 : 3; }

class GmshReader {
 public:
  GmshReader(const ForeignFile& file, Draft& draft)
      : file_(file), scanner_(file), draft_(draft), numbers_(scanner_) {}

  void read() {
    read_format();
    while (scanner_.next_line()) {
      const std::string name(scanner_.word("a section"));
      if (name.size() < 2 || name[0] != '$' || name.compare(0, 4, "$End") == 0)
        scanner_.fail(fmt::format("`{}` is found where a section such as `$Nodes` should begin",
                                  shortened(name)));
      read_section(name);
    }
    if (!has_nodes_) file_.fail("there is no section `$Nodes` in this file");
    if (!has_elements_) file_.fail("there is no section `$Elements` in this file");
  }

 private:
  void read_format() {
    if (!scanner_.next_line() || scanner_.word("$MeshFormat") != "$MeshFormat")
      scanner_.fail("a .msh file begins with a line `$MeshFormat`");
    const std::string version(scanner_.flowing_word("the version"));
    if (version != "2.2" && version != "4.1" && version != "2")
      scanner_.fail(fmt::format("version `{}` is not read; save the mesh as version 2.2 or 4.1",
                                shortened(version)));
    is_old_ = version[0] == '2';
    const bool is_binary = scanner_.whole("0 (text) or 1 (binary)", 0, 1) == 1;
    scanner_.whole("the size of a number, 8 bytes,", 8, 8);
    if (is_binary) {
      scanner_.go_to(scanner_.line_end());
      // a 1 shows the order of bytes
      const int one = ByteScanner(file_, scanner_.offset(), ByteOrder::little).get<int>("the one");
      if (one != 1 && one != 0x01000000)
        file_.fail_at_byte(scanner_.offset(), "the number 1 is expected here, in bytes");
      scanner_.go_to(scanner_.offset() + 4);
      numbers_.set_order(one == 1 ? ByteOrder::little : ByteOrder::big);
    }
    end_section("$MeshFormat");
  }

  void read_section(const std::string& name) {
    if (name == "$PhysicalNames") {
      read_names();
    } else if (name == "$Entities" && !is_old_) {
      numbers_.begin_data();
      read_entities();
    } else if (name == "$Nodes") {
      if (has_nodes_) scanner_.fail("the section `$Nodes` is given twice");
      has_nodes_ = true;
      if (is_old_) {
        read_old_nodes();
      } else {
        read_nodes();
      }
      index_nodes();
    } else if (name == "$Elements") {
      if (!has_nodes_) scanner_.fail("`$Elements` comes before `$Nodes`");
      has_elements_ = true;
      if (is_old_) {
        read_old_elements();
      } else {
        read_elements();
      }
    } else {
      return skip_section(name);
    }
    end_section(name);
  }

  void end_section(const std::string& name) {
    const std::string end = "$End" + name.substr(1);
    if (scanner_.flowing_word(fmt::format("`{}`", end)) != end)
      scanner_.fail(fmt::format("`{}` is expected here", end));
  }

  void skip_section(const std::string& name) {
    const std::string end = "\n$End" + name.substr(1);
    const std::size_t found = file_.bytes.find(end, scanner_.offset());
    if (found == std::string_view::npos)
      scanner_.fail(fmt::format("the section `{}` has no end", shortened(name)));
    scanner_.go_to(found + end.size());
  }

  int whole(const char* what, int low, int high, bool is_size = false) {
    return numbers_.whole(is_size ? NumberType::uint64 : NumberType::int32, what, low, high);
  }
  double number(const char* what) { return numbers_.flowing(NumberType::float64, what); }
  int count_of(const char* what, NumberType least) {
    const int count = whole(what, 0, kLargestInt, true);
    numbers_.expect_room(usize(count), least, what);
    return count;
  }

  // Names are text in binary files too.
  void read_names() {
    const int count = scanner_.flowing_whole("the number of names", 0, kLargestInt);
    scanner_.expect_room(count, 6, "names");
    for (int i = 0; i < count; ++i) {
      const int dimension = scanner_.flowing_whole("the dimension of a physical group", 0, 3);
      const int tag = scanner_.whole("the number of a physical group", 0, kLargestInt);
      std::string_view name = scanner_.rest();
      if (name.size() < 2 || name.front() != '"' || name.back() != '"')
        scanner_.fail("the name of a physical group must be in quotes");
      name = name.substr(1, name.size() - 2);
      names_[{dimension, tag}] = std::string(name);
    }
  }

  std::string group_name(int dimension, int tag) const {
    const auto found = names_.find({dimension, tag});
    return found != names_.end() && !found->second.empty()
               ? found->second
               : fmt::format("{}_{}", kDimensionNames[dimension], tag);
  }

  // Which physical groups each point, curve, surface and volume belongs to.
  void read_entities() {
    int counts[4];
    for (int dimension = 0; dimension < 4; ++dimension)
      counts[dimension] = count_of("the number of entities", NumberType::float64);
    for (int dimension = 0; dimension < 4; ++dimension) {
      for (int i = 0; i < counts[dimension]; ++i) {
        const int tag = whole("the tag of an entity", -kLargestInt, kLargestInt);
        for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k) number("a bound of an entity");
        std::vector<std::string> groups;
        const int physical = count_of("the number of physical groups", NumberType::int32);
        for (int k = 0; k < physical; ++k) {
          const int group = whole("a physical group", -kLargestInt, kLargestInt);
          groups.push_back(group_name(dimension, std::abs(group)));
        }
        if (groups.size() > kMaxGroupsOfElement)
          numbers_.fail(fmt::format("an entity belongs to more than {} physical groups",
                                    kMaxGroupsOfElement));
        const int bounding =
            dimension == 0 ? 0 : count_of("the number of bounding entities", NumberType::int32);
        for (int k = 0; k < bounding; ++k) whole("a bounding entity", -kLargestInt, kLargestInt);
        entities_[{dimension, tag}] = draft_.label(groups);
      }
    }
  }

  void add_node(int tag) {
    const double x = number("x of a node");
    const double y = number("y of a node");
    const double z = number("z of a node");
    tags_.emplace_back(tag, draft_.add_node(x, y, z));
  }

  void read_old_nodes() {
    const int count = scanner_.flowing_whole("the number of nodes", 0, kLargestInt);
    numbers_.begin_data();
    numbers_.expect_room(usize(count), NumberType::float64, "nodes");
    for (int i = 0; i < count; ++i) add_node(whole("the number of a node", 0, kLargestInt));
  }

  // How many blocks a section has, and how many items they contain together.
  std::array<int, 2> begin_blocks(const char* total_name, NumberType least) {
    numbers_.begin_data();
    const int blocks = count_of("the number of blocks", NumberType::int32);
    const int total = count_of(total_name, least);
    whole("the least tag", 0, kLargestInt, true);
    whole("the greatest tag", 0, kLargestInt, true);
    return {blocks, total};
  }

  void read_nodes() {
    const auto [blocks, total] = begin_blocks("the number of nodes", NumberType::float64);
    for (int block = 0; block < blocks; ++block) {
      const int dimension = whole("the dimension of a block", 0, 3);
      whole("the entity of a block", -kLargestInt, kLargestInt);
      const int parameters = whole("0 or 1 for parameters", 0, 1) * dimension;
      const int count = count_of("the number of nodes of a block", NumberType::float64);
      std::vector<int> tags;
      tags.reserve(usize(count));
      for (int i = 0; i < count; ++i)
        tags.push_back(whole("the tag of a node", 0, kLargestInt, true));
      for (const int tag : tags) {
        add_node(tag);
        for (int k = 0; k < parameters; ++k) number("a parameter of a node");
      }
    }
    if (draft_.node_count() != total)
      numbers_.fail(fmt::format("the blocks contain {} nodes, but {} are announced",
                                draft_.node_count(), total));
  }

  void index_nodes() {
    std::sort(tags_.begin(), tags_.end());
    for (std::size_t i = 1; i < tags_.size(); ++i)
      if (tags_[i].first == tags_[i - 1].first)
        numbers_.fail(fmt::format("two nodes have the number {}", tags_[i].first));
  }

  int node_of(int tag) const {
    const auto found = std::lower_bound(tags_.begin(), tags_.end(), std::pair(tag, 0));
    if (found == tags_.end() || found->first != tag)
      numbers_.fail(fmt::format("an element joins node {}, which is not there", tag));
    return found->second;
  }

  const GmshCell& type_of(int number) const {
    for (const GmshCell& type : kElementTypes)
      if (type.number == number) return type;
    numbers_.fail(fmt::format("elements of type {} are not known", number));
  }

  void read_old_elements() {
    const int count = scanner_.flowing_whole("the number of elements", 0, kLargestInt);
    numbers_.begin_data();
    numbers_.expect_room(usize(count), NumberType::int32, "elements");
    for (int done = 0; done < count;) {
      // binary: blocks of elements of a type; text: each says its type
      int tag_count = 0, type = 0, in_block = 1;
      if (numbers_.is_binary()) {
        type = whole("the type of elements", 1, kLargestInt);
        in_block = whole("the number of elements of a block", 1, count - done);
        tag_count = whole("the number of tags", 0, 100);
      }
      for (int i = 0; i < in_block; ++i, ++done) {
        whole("the number of an element", 0, kLargestInt);
        if (!numbers_.is_binary()) {
          type = whole("the type of an element", 1, kLargestInt);
          tag_count = whole("the number of tags", 0, 100);
        }
        const GmshCell& element = type_of(type);
        int physical = 0;
        for (int k = 0; k < tag_count; ++k) {
          const int tag = whole("a tag of an element", -kLargestInt, kLargestInt);
          if (k == 0) physical = std::abs(tag);
        }
        const int label = physical == 0 ? 0 : old_label(dimension_of(element.linear), physical);
        add_element(element, label, false);
      }
    }
  }

  int old_label(int dimension, int physical) {
    const auto [entry, is_new] = entities_.try_emplace({dimension, physical}, 0);
    if (is_new) entry->second = draft_.label(group_name(dimension, physical));
    return entry->second;
  }

  void read_elements() {
    const auto [blocks, total] = begin_blocks("the number of elements", NumberType::int32);
    int found = 0;
    for (int block = 0; block < blocks; ++block) {
      const int dimension = whole("the dimension of a block", 0, 3);
      const int entity = whole("the entity of a block", -kLargestInt, kLargestInt);
      const GmshCell& type = type_of(whole("the type of elements", 1, kLargestInt));
      const int count = count_of("the number of elements of a block", NumberType::int32);
      const auto label = entities_.find({dimension, entity});
      for (int i = 0; i < count; ++i, ++found) {
        whole("the tag of an element", 0, kLargestInt, true);
        add_element(type, label == entities_.end() ? 0 : label->second, true);
      }
    }
    if (found != total)
      numbers_.fail(
          fmt::format("the blocks contain {} elements, but {} are announced", found, total));
  }

  void add_element(const GmshCell& type, int label, bool is_size) {
    nodes_.clear();
    for (std::size_t i = 0; i < type.nodes; ++i)
      nodes_.push_back(node_of(whole("a node of an element", 0, kLargestInt, is_size)));
    if (type.linear != type.number) draft_.simplify(type.name);
    nodes_.resize(type.corners);
    switch (type.linear) {
      case 1: return draft_.add_line(nodes_[0], nodes_[1], label);
      case 2:
      case 3: return draft_.add_face(nodes_, label);
      case 4: return draft_.add_cell(CellShape::tetrahedron, nodes_, label);
      case 5: return draft_.add_cell(CellShape::hexahedron, nodes_, label);
      case 6: return draft_.add_cell(CellShape::wedge, nodes_, label);
      case 7: return draft_.add_cell(CellShape::pyramid, nodes_, label);
      default: draft_.add_point(nodes_[0], label);
    }
  }

  const ForeignFile& file_;
  TextScanner scanner_;
  Draft& draft_;
  NumberSource numbers_;
  bool is_old_ = false;
  bool has_nodes_ = false;
  bool has_elements_ = false;
  std::map<std::pair<int, int>, std::string> names_;  // by dimension and number
  std::map<std::pair<int, int>, int> entities_;       // labels, by dimension and tag
  std::vector<std::pair<int, int>> tags_;             // of nodes, and their ids
  std::vector<int> nodes_;
};

}  // namespace

void read_gmsh(const ForeignFile& file, Draft& draft) { GmshReader(file, draft).read(); }

}  // namespace tensio::io
