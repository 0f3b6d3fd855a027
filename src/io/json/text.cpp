// Scanning of well-formed JSON text; every function also stops safely at the end of the text.
#include "io/json/text.hpp"

#include "io/text/characters.hpp"

namespace tensio::io {
namespace {

bool ends_a_token(char c) {
  return is_space(c) || c == ',' || c == ':' || c == ']' || c == '}' || c == '/' || c == '[' ||
         c == '{' || c == '"';
}

// The first byte behind a comment that begins at `offset`.
std::size_t comment_end(std::string_view text, std::size_t offset) {
  const bool block = offset + 1 < text.size() && text[offset + 1] == '*';
  const std::size_t end = block ? text.find("*/", offset + 2) : text.find('\n', offset);
  if (end == std::string_view::npos) return text.size();
  return end + (block ? 2 : 1);
}

std::size_t string_end(std::string_view text, std::size_t offset) {
  std::size_t i = offset + 1;
  while (i < text.size() && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
  return i < text.size() ? i + 1 : text.size();
}

}  // namespace

std::size_t skip_to_value(std::string_view text, std::size_t offset) {
  while (offset < text.size()) {
    const char c = text[offset];
    if (is_space(c) || c == ',' || c == ':') {
      ++offset;
    } else if (c == '/') {
      offset = comment_end(text, offset);
    } else {
      break;
    }
  }
  return offset;
}

std::size_t value_end(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return text.size();
  if (text[offset] == '"') return string_end(text, offset);
  std::size_t i = offset;
  if (text[i] != '[' && text[i] != '{') {
    while (i < text.size() && !ends_a_token(text[i])) ++i;
    return i;
  }
  // brackets are counted without looking at their kind: the text is known to be well formed
  std::size_t depth = 0;
  while (i < text.size()) {
    const char c = text[i];
    if (c == '"') {
      i = string_end(text, i);
    } else if (c == '/') {
      i = comment_end(text, i);
    } else {
      if (c == '[' || c == '{') ++depth;
      if ((c == ']' || c == '}') && --depth == 0) return i + 1;
      ++i;
    }
  }
  return text.size();
}

std::string value_as_written(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return {};
  // a long array is not worth finding its end
  const std::string_view window = text.substr(0, offset + 200);
  return shortened(text.substr(offset, value_end(window, offset) - offset));
}

std::size_t offset_in_string(std::string_view text, std::size_t offset, std::size_t index) {
  std::size_t i = offset + 1;
  for (std::size_t passed = 0; passed < index && i < text.size() && text[i] != '"'; ++passed) {
    if (text[i] != '\\') {
      ++i;
    } else if (i + 1 < text.size() && text[i + 1] == 'u') {
      i += 6;
    } else {
      i += 2;
    }
  }
  return i < text.size() ? i : offset;
}

ItemCursor::ItemCursor(std::string_view text, std::size_t offset)
    : text_(text), position_(offset + 1) {}

std::size_t ItemCursor::next() {
  const std::size_t begin = skip_to_value(text_, position_);
  const bool closed = begin >= text_.size() || text_[begin] == ']' || text_[begin] == '}';
  position_ = closed ? begin : value_end(text_, begin);
  return begin;
}

}  // namespace tensio::io
