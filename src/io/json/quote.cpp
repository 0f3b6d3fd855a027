// Escapes and digits of JSON text [RFC 8259].
#include "io/json/quote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "io/text/characters.hpp"
#include "tensio/words.hpp"

namespace tensio::io {

std::string json_string(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const char c = text.front();
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length);
    if (length == 0) {
      result += kReplacement;
    } else if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (is_control(code_point(character))) {
      result += fmt::format("\\u{:04x}", code_point(character));
    } else {
      result += character;
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result += '"';
}

void append_json_number(std::string& text, double number) {
  if (!std::isfinite(number)) {
    text += "null";
  } else if (number == 0 && std::signbit(number)) {
    // many readers take -0 for the integer 0 and lose the sign
    text += "-0.0";
  } else {
    fmt::format_to(std::back_inserter(text), "{}", number);
  }
}

}  // namespace tensio::io
