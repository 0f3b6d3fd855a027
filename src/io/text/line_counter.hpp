// Lines and columns of places in a text.
#pragma once

#include <cstddef>
#include <string_view>

namespace tensio::io {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct LineColumn {
  int line = 1;
  int column = 1;  ///< in bytes
};

/// Turns ascending offsets into lines and columns, reading the text once. A byte order mark is not
/// counted.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text);
  LineColumn at(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t line_begin_ = 0;
  int line_ = 1;
};

}  // namespace tensio::io
