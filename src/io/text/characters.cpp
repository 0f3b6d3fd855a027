// Characters of UTF-8, and text that is fit to be shown in a message.
#include "io/text/characters.hpp"

#include "tensio/words.hpp"

namespace tensio::io {

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
      result += "\xEF\xBF\xBD";
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return text.empty() ? result : result + "...";
}

}  // namespace tensio::io
