// Lines and columns, counted as the text is passed.
#include "io/text/line_counter.hpp"

#include <cstring>

#include "core/index.hpp"

namespace tensio::io {

LineCounter::LineCounter(std::string_view text) : text_(text) {
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) line_begin_ = kByteOrderMark.size();
}

LineColumn LineCounter::at(std::size_t offset) {
  if (offset > text_.size()) offset = text_.size();
  while (position_ < offset) {
    const void* found = std::memchr(text_.data() + position_, '\n', offset - position_);
    if (found == nullptr) break;
    position_ = usize(static_cast<const char*>(found) - text_.data()) + 1;
    line_begin_ = position_;
    ++line_;
  }
  return {line_, static_cast<int>(offset < line_begin_ ? 0 : offset - line_begin_) + 1};
}

}  // namespace tensio::io
