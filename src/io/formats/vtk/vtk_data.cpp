// The numbers of a VTK XML file's data arrays.
//
// Binary data are a count of bytes and the bytes. In base64, some writers encode the two as one
// text and some one behind the other, with padding between. Compressed data are blocks: their
// number, the size of a block, that of a last one that is shorter (0: there is none), the size of
// each when compressed; and then the blocks. In base64 the sizes are a text of their own.
#include "io/formats/vtk/vtk_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/index.hpp"
#include "io/text/base64.hpp"
#include "io/text/characters.hpp"
#include "io/text/element_type.hpp"
#include "io/text/inflate.hpp"
#include "io/text/number.hpp"

namespace tensio::io {
namespace {

constexpr ElementType kVtkTypes[] = {
    {"Float64", 8, load_as_double<double>},       {"Float32", 4, load_as_double<float>},
    {"Int64", 8, load_as_double<std::int64_t>},   {"Int32", 4, load_as_double<std::int32_t>},
    {"Int16", 2, load_as_double<std::int16_t>},   {"Int8", 1, load_as_double<std::int8_t>},
    {"UInt64", 8, load_as_double<std::uint64_t>}, {"UInt32", 4, load_as_double<std::uint32_t>},
    {"UInt16", 2, load_as_double<std::uint16_t>}, {"UInt8", 1, load_as_double<std::uint8_t>},
};

const ElementType* find_type(std::string_view name) {
  for (const ElementType& type : kVtkTypes) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

// A number as C++ streams write it.
std::optional<double> plain_number(std::string_view text) {
  const std::string_view bare = !text.empty() && text[0] == '-' ? text.substr(1) : text;
  if (bare == "nan" || bare == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (bare == "inf") {
    return (text[0] == '-' ? -1 : 1) * std::numeric_limits<double>::infinity();
  }
  return whole_text_number(text);
}

class Decoder {
 public:
  Decoder(const XmlScanner& xml, const VtkArrayTag& tag, const VtkEncoding& encoding)
      : xml_(xml), tag_(tag), encoding_(encoding) {}

  [[noreturn]] void fail(const std::string& message) const {
    xml_.fail(tag_.tag_offset, tag_.name,
              fmt::format("the array `{}` {}", shortened(tag_.name), message));
  }

  std::vector<double> ascii() const {
    std::vector<double> values;
    std::string_view text = tag_.content;
    for (;;) {
      std::size_t begin = 0;
      while (begin < text.size() && is_space(text[begin])) ++begin;
      text.remove_prefix(begin);
      if (text.empty()) return values;
      std::size_t end = 0;
      while (end < text.size() && !is_space(text[end])) ++end;
      const std::optional<double> number = plain_number(text.substr(0, end));
      if (!number) {
        fail(fmt::format("has `{}` among its numbers", shortened(text.substr(0, end))));
      }
      values.push_back(*number);
      text.remove_prefix(end);
    }
  }

  // A count of bytes, and the bytes.
  std::vector<double> counted(std::string_view bytes, const ElementType& type) const {
    if (bytes.size() < encoding_.header_size) fail("is cut off before its size");
    const std::uint64_t size = count_in(bytes);
    bytes.remove_prefix(encoding_.header_size);
    if (size > bytes.size()) {
      fail(fmt::format("is cut off: {} bytes of {} are there", bytes.size(), size));
    }
    if (size % type.size != 0) {
      fail(fmt::format("has {} bytes, which is not a multiple of the size of {}", size, type.name));
    }
    return numbers(bytes.substr(0, usize(size)), type);
  }

  std::vector<double> inline_binary(const ElementType& type) const {
    std::string text;
    for (const char c : tag_.content) {
      if (!is_space(c)) text += c;
    }
    if (text.empty()) return {};
    if (!encoding_.compressor.empty()) return compressed(text, true, type);
    const std::optional<std::string> bytes = from_base64(text);
    if (!bytes) fail("is not base64 text");
    return counted(*bytes, type);
  }

  std::vector<double> appended(const VtkAppended& block, const ElementType& type) const {
    if (tag_.data_offset > block.bytes.size()) {
      fail(fmt::format("begins at byte {} of the appended data, which have {}", tag_.data_offset,
                       block.bytes.size()));
    }
    const std::string_view rest = block.bytes.substr(usize(tag_.data_offset));
    if (!encoding_.compressor.empty()) return compressed(rest, block.base64, type);
    if (!block.base64) return counted(rest, type);
    // the size first, which says how long the text is
    const std::size_t head = (encoding_.header_size + 2) / 3 * 4;
    const std::optional<std::string> header = from_base64(rest.substr(0, head));
    if (!header || header->size() < encoding_.header_size) fail("is not base64 text");
    const std::uint64_t size = count_in(*header);
    if (size > rest.size()) fail(fmt::format("is cut off: it should have {} bytes", size));
    const bool apart = rest.substr(0, head).back() == '=';
    const std::size_t bytes = usize(size);
    const std::size_t length =
        apart ? head + (bytes + 2) / 3 * 4 : (encoding_.header_size + bytes + 2) / 3 * 4;
    const std::optional<std::string> all = from_base64(rest.substr(0, length));
    if (!all) fail("is not base64 text, or cut off");
    return counted(*all, type);
  }

 private:
  // `count` bytes from `place` on, which is moved behind them.
  std::string bytes_at(std::string_view text, bool base64, std::uint64_t count,
                       std::size_t& place) const {
    const std::uint64_t length = base64 ? (count + 2) / 3 * 4 : count;
    if (length > text.size() - place) fail("is cut off");
    const std::string_view part = text.substr(place, usize(length));
    place += usize(length);
    if (!base64) return std::string(part);
    std::optional<std::string> bytes = from_base64(part);
    if (!bytes || bytes->size() < count) fail("is not base64 text");
    return std::move(*bytes);
  }

  std::vector<double> compressed(std::string_view text, bool base64,
                                 const ElementType& type) const {
    if (encoding_.compressor != "vtkZLibDataCompressor")
      fail(
          fmt::format("is compressed by `{}`; vtkZLibDataCompressor is read: in ParaView's Save "
                      "Data, choose the Compressor Type ZLib or None",
                      shortened(encoding_.compressor)));
    if (!can_inflate())
      fail(
          fmt::format("is compressed, and {}: in ParaView's Save Data, choose the Compressor Type "
                      "None",
                      kWithoutZlib));
    const std::size_t word = encoding_.header_size;
    std::size_t place = 0;
    // three bytes at a time, so that a part of a text can be read
    const std::string first = bytes_at(text, base64, base64 ? (word + 2) / 3 * 3 : word, place);
    const std::uint64_t count = count_in(first);
    if (count == 0) return {};
    if (count > text.size()) fail(fmt::format("has {} blocks, more than it has bytes", count));
    place = 0;
    const std::string head = bytes_at(text, base64, (3 + count) * word, place);
    const auto number = [&](std::uint64_t i) {
      return count_in(std::string_view(head).substr(usize(i) * word));
    };
    const std::uint64_t whole = number(1), last = number(2) == 0 ? whole : number(2);
    std::uint64_t packed_size = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (number(3 + i) > text.size()) fail("is cut off");
      packed_size += number(3 + i);
    }
    const std::string packed = bytes_at(text, base64, packed_size, place);
    std::string bytes;
    std::size_t begin = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t size = i + 1 < count ? whole : last;
      const std::string_view block = std::string_view(packed).substr(begin, usize(number(3 + i)));
      begin += block.size();
      const std::optional<std::string> more = inflated(block, usize(size), DeflateForm::zlib);
      if (!more)
        fail(fmt::format("is damaged: block {} of {} is not {} bytes compressed by zlib", i + 1,
                         count, size));
      bytes += *more;
    }
    if (bytes.size() % type.size != 0)
      fail(fmt::format("has {} bytes, which is not a multiple of the size of {}", bytes.size(),
                       type.name));
    return numbers(bytes, type);
  }

  std::uint64_t count_in(std::string_view bytes) const {
    char raw[8] = {};
    std::memcpy(raw, bytes.data(), encoding_.header_size);
    if (encoding_.big_endian) std::reverse(raw, raw + encoding_.header_size);
    std::uint64_t count = 0;
    std::memcpy(&count, raw, sizeof count);
    return count;
  }

  std::vector<double> numbers(std::string_view bytes, const ElementType& type) const {
    std::vector<double> values;
    values.reserve(bytes.size() / type.size);
    for (std::size_t at = 0; at < bytes.size(); at += type.size) {
      char raw[8] = {};
      std::memcpy(raw, bytes.data() + at, type.size);
      if (encoding_.big_endian) std::reverse(raw, raw + type.size);
      values.push_back(type.read(raw));
    }
    return values;
  }

  const XmlScanner& xml_;
  const VtkArrayTag& tag_;
  const VtkEncoding& encoding_;
};

}  // namespace

bool is_vtk_number(std::string_view type) { return find_type(type) != nullptr; }

std::vector<double> vtk_numbers(const XmlScanner& xml, const VtkArrayTag& tag,
                                const VtkEncoding& encoding,
                                const std::optional<VtkAppended>& appended,
                                std::optional<std::size_t> expected) {
  const Decoder decoder(xml, tag, encoding);
  const ElementType* type = find_type(tag.type);
  if (type == nullptr) {
    decoder.fail(fmt::format("has the type `{}`; Float32, Float64 and Int8 to UInt64 are read",
                             shortened(tag.type)));
  }
  std::vector<double> values;
  if (tag.format == "ascii") {
    values = decoder.ascii();
  } else if (tag.format == "binary") {
    values = decoder.inline_binary(*type);
  } else if (tag.format == "appended") {
    if (!appended) decoder.fail("is appended, but the file has no <AppendedData>");
    values = decoder.appended(*appended, *type);
  } else {
    decoder.fail(fmt::format("has the format `{}`; ascii, binary and appended are read",
                             shortened(tag.format)));
  }
  if (expected && values.size() != *expected) {
    decoder.fail(fmt::format("has {} numbers; {} are needed", values.size(), *expected));
  }
  return values;
}

}  // namespace tensio::io
