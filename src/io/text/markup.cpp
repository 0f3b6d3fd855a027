// Pieces of XML and HTML text.
#include "io/text/markup.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/text/characters.hpp"

#include "tensio/words.hpp"

namespace tensio::io {

namespace {
// XML 1.0 has no control characters but tab and line ends, and neither U+FFFE nor U+FFFF.
bool is_allowed(std::string_view character) {
  const auto head = static_cast<unsigned char>(character[0]);
  if (head < 0x20) return head == '\t' || head == '\n' || head == '\r';
  return character != "\xEF\xBF\xBE" && character != "\xEF\xBF\xBF";
}

std::string_view entity(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return {};
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0 || !is_allowed(text.substr(0, length))) {
      result += kReplacement;
    } else if (const std::string_view word = entity(text[0]); !word.empty()) {
      result += word;
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string clipped(std::string_view text, std::size_t limit) {
  std::string result;
  std::size_t count = 0;
  std::size_t kept = 0;  // bytes of the first limit - 1 characters
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text[0];
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space || (!result.empty() && result.back() != ' ')) {
      if (++count == limit) kept = result.size();
      if (count > limit) return result.substr(0, kept) + "\xE2\x80\xA6";
      result += space ? " " : length == 0 ? kReplacement : text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string number_text(double number, int digits) {
  if (!std::isfinite(number)) return "-";
  const std::string text = fmt::format("{:.{}g}", number == 0 ? 0.0 : number, digits);
  return text[0] == '-' ? "\xE2\x88\x92" + text.substr(1) : text;
}

std::string count_text(std::size_t count) { return grouped(static_cast<long long>(count)); }

std::string count_text(std::size_t count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count_text(count), count == 1 ? singular : plural);
}

std::string pixels(double value) {
  const double tenths = std::round(10 * value) / 10;
  return fmt::format("{}", tenths == 0 ? 0.0 : tenths);
}

}  // namespace tensio::io
