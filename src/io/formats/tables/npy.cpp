// The .npy format: magic, version, a header in the spelling of a Python dict, then raw numbers.
#include "io/formats/tables/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <istream>

#include "core/index.hpp"
#include "io/text/characters.hpp"
#include "io/text/element_type.hpp"

namespace tensio::io {
namespace {

constexpr std::size_t kMaxHeader = 4096;

struct Header {
  std::string type = {};
  bool by_columns = false;
  std::vector<std::uint64_t> shape = {};
  bool has_type = false, has_order = false, has_shape = false;
};

// Reads the dict {'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : text_(text) {}

  // An empty text, or what is wrong.
  std::string parse(Header& header) {
    if (!accept('{')) return "the header is not a dict";
    while (!accept('}')) {
      std::string key;
      if (!quoted(key) || !accept(':')) return "the header has no key where one is expected";
      if (!member(key, header)) return fmt::format("the header's `{}` is not understood", key);
      if (!accept(',') && peek() != '}') return "the header's items are not separated by commas";
    }
    skip_space();
    if (position_ != text_.size()) return "the header continues after its dict";
    if (!header.has_type || !header.has_order || !header.has_shape) {
      return "the header lacks one of descr, fortran_order, shape";
    }
    return {};
  }

 private:
  void skip_space() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\n')) {
      ++position_;
    }
  }
  char peek() {
    skip_space();
    return position_ < text_.size() ? text_[position_] : '\0';
  }
  bool accept(char c) {
    if (peek() != c) return false;
    ++position_;
    return true;
  }
  bool word(std::string_view expected) {
    skip_space();
    if (text_.substr(position_, expected.size()) != expected) return false;
    position_ += expected.size();
    return true;
  }
  bool quoted(std::string& result) {
    const char quote = peek();
    if (quote != '\'' && quote != '"') return false;
    const std::size_t close = text_.find(quote, position_ + 1);
    if (close == std::string_view::npos) return false;
    result = shortened(text_.substr(position_ + 1, close - position_ - 1));
    position_ = close + 1;
    return true;
  }
  bool natural(std::uint64_t& result) {
    const char first = peek();
    if (first < '0' || first > '9') return false;
    result = 0;
    while (position_ < text_.size() && text_[position_] >= '0' && text_[position_] <= '9') {
      if (result > (1ULL << 50)) return false;
      result = result * 10 + static_cast<std::uint64_t>(text_[position_++] - '0');
    }
    return true;
  }
  bool member(const std::string& key, Header& header) {
    if (key == "descr" && !header.has_type) return header.has_type = quoted(header.type);
    if (key == "fortran_order" && !header.has_order) {
      header.by_columns = word("True");
      return header.has_order = header.by_columns || word("False");
    }
    if (key != "shape" || header.has_shape || !accept('(')) return false;
    while (!accept(')')) {
      std::uint64_t length = 0;
      if (!natural(length) || header.shape.size() == 32) return false;
      header.shape.push_back(length);
      if (!accept(',') && peek() != ')') return false;
    }
    return header.has_shape = true;
  }

  std::string_view text_;
  std::size_t position_ = 0;
};

constexpr ElementType kNpyTypes[] = {
    {"<f8", 8, load_as_double<double>},        {"<f4", 4, load_as_double<float>},
    {"<i8", 8, load_as_double<std::int64_t>},  {"<i4", 4, load_as_double<std::int32_t>},
    {"<u4", 4, load_as_double<std::uint32_t>}, {"|u1", 1, load_as_double<std::uint8_t>},
    {"|b1", 1, load_as_double<std::uint8_t>},
};

NpyArray failed(std::string error) {
  NpyArray array;
  array.error = std::move(error);
  return array;
}

// The header's text and where the numbers begin; an empty text where the file is too short.
std::string_view header_text(std::string_view bytes, std::size_t& data_begin) {
  const auto byte = [&](std::size_t i) { return usize(static_cast<unsigned char>(bytes[i])); };
  if (bytes.size() < 12) return {};
  const bool small = byte(6) == 1;
  const std::size_t length = small ? byte(8) + (byte(9) << 8)
                                   : byte(8) + (byte(9) << 8) + (byte(10) << 16) + (byte(11) << 24);
  const std::size_t begin = small ? 10 : 12;
  if (length > kMaxHeader || begin + length > bytes.size()) return {};
  data_begin = begin + length;
  return bytes.substr(begin, length);
}

void read_values(std::string_view data, const ElementType& type, bool by_columns, NpyArray& array) {
  const std::size_t count = array.rows * array.width;
  array.values.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t from = by_columns ? (i % array.width) * array.rows + i / array.width : i;
    array.values[i] = type.read(data.data() + from * type.size);
  }
}

}  // namespace

NpyLayout npy_layout(std::string_view bytes) {
  NpyLayout layout;
  const auto refused = [&](std::string error) {
    layout.error = std::move(error);
    return layout;
  };
  if (bytes.substr(0, 6) != "\x93NUMPY") return refused("it is no .npy file");
  if (bytes.size() < 8) return refused("the file is cut off");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) {
    return refused(fmt::format("format {} of .npy is not known; 1, 2 and 3 are", version));
  }
  const std::string_view text = header_text(bytes, layout.data_begin);
  if (text.empty()) return refused("the header is cut off or too long");
  Header header;
  if (const std::string error = HeaderParser(text).parse(header); !error.empty()) {
    return refused(error);
  }
  layout.type = header.type;
  layout.by_columns = header.by_columns;
  layout.shape = header.shape;
  return layout;
}

namespace {

NpyArray parse_array(const NpyLayout& header, std::string_view data);

}  // namespace

NpyArray parse_npy(std::string_view bytes) {
  const NpyLayout header = npy_layout(bytes);
  if (!header.error.empty()) return failed(header.error);
  return parse_array(header, bytes.substr(header.data_begin));
}

NpyArray parse_last_npy(std::string_view bytes) {
  NpyLayout header = npy_layout(bytes);
  if (!header.error.empty()) return failed(header.error);
  if (header.shape.size() < 2 || header.by_columns)
    return failed("it should have a row for each frame, in C order");
  const std::uint64_t frames = header.shape.front();
  const std::string_view data = bytes.substr(header.data_begin);
  if (frames == 0 || data.size() % frames != 0) return failed("it has no frames, or is cut off");
  header.shape.erase(header.shape.begin());
  const std::size_t size = data.size() / usize(frames);
  return parse_array(header, data.substr(data.size() - size));
}

namespace {

// A column of a scene: how its numbers are stored, and how many there are.
struct NpyColumn {
  const ElementType* type = nullptr;
  std::uint64_t rows = 0, width = 1;
  std::string error = {};
};

// The layout as a column, its size compared with the bytes of numbers before anything is allocated.
NpyColumn column_of(const NpyLayout& header, std::uint64_t bytes) {
  NpyColumn column;
  for (const ElementType& candidate : kNpyTypes) {
    if (candidate.name == header.type) column.type = &candidate;
  }
  if (column.type == nullptr) {
    column.error = fmt::format(
        "numbers of type `{}` are not read; save them as <f8, <f4, <i8, <i4, "
        "<u4, |u1 or |b1",
        header.type);
    return column;
  }
  if (header.shape.empty() || header.shape.size() > 2) {
    column.error =
        fmt::format("the array has {} dimensions; a column has 1 or 2", header.shape.size());
    return column;
  }
  column.rows = header.shape[0];
  if (header.shape.size() == 2) column.width = header.shape[1];
  const std::uint64_t rows = column.rows, width = column.width, size = column.type->size;
  if (!((width == 0 || rows <= bytes / size / width) && rows * width * size == bytes)) {
    column.error = fmt::format(
        "{} x {} numbers of {} bytes do not make the {} bytes in the file; "
        "it is cut off or has bytes too many",
        rows, width, size, bytes);
  }
  return column;
}

// An array without its numbers.
NpyArray empty_array(const NpyLayout& header, const NpyColumn& column, std::uint64_t rows) {
  if (!column.error.empty()) return failed(column.error);
  if (rows > static_cast<std::uint64_t>(INT32_MAX)) return failed("there are too many rows");
  NpyArray array;
  array.rows = usize(rows);
  array.width = usize(column.width);
  array.is_table = header.shape.size() == 2;
  array.is_mask = header.type == "|b1";
  return array;
}

NpyArray parse_array(const NpyLayout& header, std::string_view data) {
  const NpyColumn column = column_of(header, data.size());
  NpyArray array = empty_array(header, column, column.rows);
  if (array.error.empty()) read_values(data, *column.type, header.by_columns, array);
  return array;
}

}  // namespace

NpyArray read_npy_rows(std::istream& file, std::uint64_t first, std::size_t count) {
  const auto size = static_cast<std::int64_t>(file.seekg(0, std::ios::end).tellg());
  // bytes begin .. begin + length - 1 of the file
  const auto piece = [&](std::uint64_t begin, std::uint64_t length) {
    std::string bytes(usize(length), '\0');
    file.clear();
    file.seekg(static_cast<std::streamoff>(begin));
    file.read(bytes.data(), static_cast<std::streamsize>(length));
    bytes.resize(usize(file.gcount()));
    return bytes;
  };
  if (size < 0) return failed("the file cannot be read");
  const NpyLayout header = npy_layout(piece(0, std::min<std::uint64_t>(usize(size), 4108)));
  if (!header.error.empty()) return failed(header.error);
  const NpyColumn column = column_of(header, usize(size) - header.data_begin);
  NpyArray array = empty_array(header, column, count);
  if (!array.error.empty()) return array;
  if (first > column.rows || count > column.rows - first)
    return failed(fmt::format("rows {} to {} are asked for, but it has {}", first, first + count,
                              column.rows));

  // One piece by rows, or one of each column.
  const std::uint64_t width = column.width, bytes = column.type->size;
  std::string data;
  if (header.by_columns) {
    for (std::uint64_t k = 0; k < width; ++k)
      data += piece(header.data_begin + (k * column.rows + first) * bytes, count * bytes);
  } else {
    data = piece(header.data_begin + first * width * bytes, count * width * bytes);
  }
  if (data.size() != count * width * bytes) return failed("the file cannot be read");
  read_values(data, *column.type, header.by_columns, array);
  return array;
}

}  // namespace tensio::io
