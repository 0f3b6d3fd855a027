// Kinds of characters, the same in every locale.
#pragma once

#include <string_view>

namespace tensio::io {

/// White space of JSON and XML.
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// The text without white space at its ends.
constexpr std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace tensio::io
