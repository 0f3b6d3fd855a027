// Characters of UTF-8, and text that is fit to be shown in a message.
#include "io/text/characters.hpp"

#include "tensio/words.hpp"

namespace tensio::io {

// [RFC 3629, section 4]
unsigned code_point(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 1) return byte(0);
  unsigned code = byte(0) & (0x7fu >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte(i) & 0x3fu);
  return code;
}

// [ISO 6429], and the marks and overrides of the bidirectional algorithm [Unicode Standard Annex 9,
// section 2].
bool is_control(unsigned code) {
  if (code < 0x20) return code != '\t';
  if (code >= 0x7f && code < 0xa0) return true;
  return code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return text.substr(0, 0);
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::string shortened(std::string_view text, std::size_t limit) {
  std::string result;
  while (!text.empty() && result.size() < limit) {
    const std::size_t length = utf8_length(text);
    const char c = text[0];
    if (is_space(c)) {
      if (result.empty() || result.back() != ' ') result += ' ';
    } else if (length == 0 || static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      result += kReplacement;
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return text.empty() ? result : result + "...";
}

}  // namespace tensio::io
