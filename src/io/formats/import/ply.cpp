// PLY, as text or binary: vertices, faces and edges; other elements are skipped.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/index.hpp"
#include "io/formats/import/readers.hpp"
#include "io/text/characters.hpp"
#include "io/text/number_source.hpp"
#include "io/text/text_scanner.hpp"

namespace tensio::io {
namespace {

// Elements, and properties of each.
constexpr std::size_t kMostDeclared = 200;

struct NumberName {
  std::string_view name;
  NumberType number;
};
constexpr NumberName kNumberNames[] = {
    {"char", NumberType::int8},      {"int8", NumberType::int8},
    {"uchar", NumberType::uint8},    {"uint8", NumberType::uint8},
    {"short", NumberType::int16},    {"int16", NumberType::int16},
    {"ushort", NumberType::uint16},  {"uint16", NumberType::uint16},
    {"int", NumberType::int32},      {"int32", NumberType::int32},
    {"uint", NumberType::uint32},    {"uint32", NumberType::uint32},
    {"float", NumberType::float32},  {"float32", NumberType::float32},
    {"double", NumberType::float64}, {"float64", NumberType::float64}};

struct Property {
  std::string name;
  NumberType number;
  std::optional<NumberType> count;  // of a list
};

struct Element {
  std::string name;
  int count;
  std::vector<Property> properties;
};

class PlyReader {
 public:
  PlyReader(const ForeignFile& file, Draft& draft) : scanner_(file), draft_(draft) {}

  void read() {
    read_header();
    if (format_ == "ascii") {
      NumberSource numbers(scanner_);
      return read_elements(numbers);
    }
    NumberSource numbers(scanner_,
                         format_ == "binary_big_endian" ? ByteOrder::big : ByteOrder::little);
    numbers.begin_data();
    read_elements(numbers);
  }

 private:
  void read_header() {
    if (!scanner_.next_line() || scanner_.word("ply") != "ply")
      scanner_.fail("a PLY file begins with a line `ply`");
    for (;;) {
      if (!scanner_.next_line()) scanner_.fail("the file ends where `end_header` is expected");
      const std::string_view word = scanner_.word("a statement");
      if (word == "end_header") break;
      if (word == "comment" || word == "obj_info") {
        scanner_.rest();
      } else if (word == "format") {
        read_format();
      } else if (word == "element") {
        read_element();
      } else if (word == "property") {
        read_property();
      } else {
        scanner_.fail(fmt::format(
            "`{}` is not a statement of a PLY header; these are format, comment, element, "
            "property and end_header",
            shortened(word)));
      }
      scanner_.end_line("the statement");
    }
    scanner_.end_line("`end_header`");
    if (format_.empty()) scanner_.fail("the header lacks a line `format ascii 1.0` or the like");
    check_elements();
  }

  void read_format() {
    format_ = std::string(scanner_.word("the format"));
    if (format_ != "ascii" && format_ != "binary_little_endian" && format_ != "binary_big_endian")
      scanner_.fail(
          fmt::format("the format `{}` is none of ascii, binary_little_endian and "
                      "binary_big_endian",
                      shortened(format_)));
    if (scanner_.word("the version") != "1.0") scanner_.fail("the version of a PLY file is 1.0");
  }

  void read_element() {
    Element element;
    element.name = std::string(scanner_.word("the name of the element"));
    for (const Element& other : elements_)
      if (other.name == element.name)
        scanner_.fail(fmt::format("the element `{}` is declared twice", shortened(element.name)));
    element.count = scanner_.whole("the number of items", 0, kLargestInt);
    scanner_.expect_room(element.count, 1, "items");
    elements_.push_back(std::move(element));
    if (elements_.size() > kMostDeclared) scanner_.fail("there are too many elements");
  }

  void read_property() {
    if (elements_.empty()) scanner_.fail("there is a property before the first element");
    Property property = {};
    std::string_view type = scanner_.word("the type of the property");
    if (type == "list") {
      property.count = number_of(scanner_.word("the type of the list's count"));
      if (*property.count == NumberType::float32 || *property.count == NumberType::float64)
        scanner_.fail("the count of a list must have a type of whole numbers");
      type = scanner_.word("the type of the list");
    }
    property.number = number_of(type);
    property.name = std::string(scanner_.word("the name of the property"));
    for (const Property& other : elements_.back().properties)
      if (other.name == property.name)
        scanner_.fail(fmt::format("the property `{}` is declared twice", shortened(property.name)));
    elements_.back().properties.push_back(std::move(property));
    if (elements_.back().properties.size() > kMostDeclared)
      scanner_.fail("there are too many properties");
  }

  NumberType number_of(std::string_view type) const {
    for (const NumberName& candidate : kNumberNames)
      if (candidate.name == type) return candidate.number;
    scanner_.fail(
        fmt::format("`{}` is not a type of a PLY file; the types are char, uchar, short, ushort, "
                    "int, uint, float, double",
                    shortened(type)));
  }

  void check_elements() {
    for (const Element& element : elements_) {
      // each item has at least a byte, so that the count is bounded by the file
      if (element.properties.empty() && element.count > 0)
        scanner_.fail(fmt::format("the element `{}` has no properties", shortened(element.name)));
      if (element.name == "vertex") vertices_ = element.count;
      if (element.name == "vertex")
        for (const char* axis : {"x", "y", "z"}) require(element, {axis}, false);
      if (element.name == "face") require(element, {"vertex_indices", "vertex_index"}, true);
      if (element.name == "edge")
        for (const char* end : {"vertex1", "vertex2"}) require(element, {end}, false);
    }
    if (vertices_ < 0) scanner_.fail("the header declares no element `vertex`");
  }

  // Which property has one of the names.
  std::size_t place_of(const Element& element, const std::vector<std::string_view>& names) const {
    for (std::size_t i = 0; i < element.properties.size(); ++i)
      for (const std::string_view name : names)
        if (element.properties[i].name == name) return i;
    return element.properties.size();
  }

  void require(const Element& element, const std::vector<std::string_view>& names,
               bool list) const {
    const std::size_t place = place_of(element, names);
    if (place == element.properties.size())
      scanner_.fail(
          fmt::format("the element `{}` lacks the property `{}`", element.name, names[0]));
    if (element.properties[place].count.has_value() != list)
      scanner_.fail(fmt::format("the property `{}` of the element `{}` must {}be a list",
                                element.properties[place].name, element.name, list ? "" : "not "));
  }

  void read_elements(NumberSource& numbers) {
    for (const Element& element : elements_) {
      if (element.name == "vertex") {
        read_vertices(element, numbers);
      } else if (element.name == "face") {
        read_faces(element, numbers);
      } else if (element.name == "edge") {
        read_edges(element, numbers);
      } else {
        each_item(element, numbers, [](const auto&) {});
        if (element.count > 0) draft_.skip(element.name, element.count);
      }
    }
    const bool more = numbers.is_binary() ? scanner_.bytes_left() > 0 : scanner_.next_line();
    if (more) numbers.fail("something follows the items that the header declares");
  }

  // Calls take(values) for each item; the values of property i are values[i].
  template <class Take>
  void each_item(const Element& element, NumberSource& numbers, Take take) {
    std::vector<std::string> what;
    for (const Property& property : element.properties)
      what.push_back(
          fmt::format("`{}` of `{}`", shortened(property.name), shortened(element.name)));
    std::vector<std::vector<double>> values(element.properties.size());
    for (int item = 0; item < element.count; ++item) {
      if (!numbers.is_binary() && !scanner_.next_line())
        scanner_.fail(fmt::format("the file ends behind {} of {} items `{}`", item, element.count,
                                  shortened(element.name)));
      for (std::size_t i = 0; i < values.size(); ++i) {
        const Property& property = element.properties[i];
        std::size_t count = 1;
        if (property.count) {
          const double given = numbers.next(*property.count, "the length of " + what[i]);
          if (given < 0 || given != std::floor(given) ||
              given > static_cast<double>(scanner_.bytes_left()))
            numbers.fail(fmt::format("the length of {} is {}, which cannot be", what[i], given));
          count = static_cast<std::size_t>(given);
        }
        values[i].clear();
        for (std::size_t k = 0; k < count; ++k)
          values[i].push_back(numbers.next(property.number, what[i]));
      }
      if (!numbers.is_binary()) scanner_.end_line("the values of this line");
      take(values);
    }
  }

  int vertex_of(double number, const NumberSource& numbers) const {
    if (number != std::floor(number) || number < 0 || number >= vertices_)
      numbers.fail(
          fmt::format("there is no vertex {}: there are {}, counted from 0", number, vertices_));
    return static_cast<int>(number);
  }

  void read_vertices(const Element& element, NumberSource& numbers) {
    const std::size_t x = place_of(element, {"x"});
    const std::size_t y = place_of(element, {"y"});
    const std::size_t z = place_of(element, {"z"});
    each_item(element, numbers, [&](const auto& values) {
      draft_.add_node(values[x][0], values[y][0], values[z][0]);
    });
  }

  void read_faces(const Element& element, NumberSource& numbers) {
    const std::size_t list = place_of(element, {"vertex_indices", "vertex_index"});
    std::vector<int> corners;
    each_item(element, numbers, [&](const auto& values) {
      corners.clear();
      for (const double number : values[list]) corners.push_back(vertex_of(number, numbers));
      if (corners.size() < 3)
        numbers.fail(fmt::format("a face has {} corners; it needs at least 3", corners.size()));
      draft_.add_face(corners);
    });
  }

  void read_edges(const Element& element, NumberSource& numbers) {
    const std::size_t a = place_of(element, {"vertex1"});
    const std::size_t b = place_of(element, {"vertex2"});
    each_item(element, numbers, [&](const auto& values) {
      draft_.add_line(vertex_of(values[a][0], numbers), vertex_of(values[b][0], numbers));
    });
  }

  TextScanner scanner_;
  Draft& draft_;
  std::string format_;
  std::vector<Element> elements_;
  int vertices_ = -1;
};

}  // namespace

void read_ply(const ForeignFile& file, Draft& draft) { PlyReader(file, draft).read(); }

}  // namespace tensio::io
