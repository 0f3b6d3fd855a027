// Characters of UTF-8, and text that is fit to be shown in a message.
#include "io/text/characters.hpp"

namespace tensio::io {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return text.substr(0, 0);
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned head = byte(0);
  const std::size_t length = head < 0x80   ? 1
                             : head < 0xC2 ? 0
                             : head < 0xE0 ? 2
                             : head < 0xF0 ? 3
                             : head < 0xF5 ? 4
                                           : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (head == 0xE0 && byte(1) < 0xA0) || (head == 0xF0 && byte(1) < 0x90);
  const bool outside = (head == 0xED && byte(1) > 0x9F) || (head == 0xF4 && byte(1) > 0x8F);
  return overlong || outside ? 0 : length;
}

std::string shortened(std::string_view text, std::size_t limit) {
  std::string result;
  while (!text.empty() && result.size() < limit) {
    const std::size_t length = character_length(text);
    const char c = text[0];
    if (is_space(c)) {
      if (result.empty() || result.back() != ' ') result += ' ';
    } else if (length == 0 || static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      result += "\xEF\xBF\xBD";
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return text.empty() ? result : result + "...";
}

}  // namespace tensio::io
