// The sentences for text that is not JSON.
#include "io/json/syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "io/json/text.hpp"
#include "io/json/value.hpp"
#include "io/text/characters.hpp"
#include "io/text/line_counter.hpp"

namespace tensio::io {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '+' ||
         c == '-';
}

// The word around `offset`, from its first letter on.
std::string_view word_at(std::string_view text, std::size_t& offset) {
  while (offset > 0 && is_word(text[offset - 1])) --offset;
  std::size_t end = offset;
  while (end < text.size() && is_word(text[end])) ++end;
  return text.substr(offset, end - offset);
}

std::string lower(std::string_view word) {
  std::string result(word);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// The last character that is not white space before `offset`, or 0.
char previous_character(std::string_view text, std::size_t offset) {
  while (offset > 0) {
    const char c = text[--offset];
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return c;
  }
  return '\0';
}

SyntaxReport unexpected_end(std::string_view text, const SyntaxFinding& finding) {
  if (finding.open_brackets.empty() && finding.fault == SyntaxFault::no_value) {
    return {0, "the file is empty; a scene is a JSON object such as {\"tensio\": 1, ...}"};
  }
  if (finding.open_brackets.empty()) return {text.size(), "the file ends within a value"};
  const std::size_t open = finding.open_brackets.back();
  const LineColumn place = LineCounter(text).at(open);
  return {text.size(),
          fmt::format("the file ends before `{}` of line {}, column {} is closed; {} bracket{} "
                      "missing, or the file was cut off",
                      text[open], place.line, place.column, finding.open_brackets.size(),
                      finding.open_brackets.size() == 1 ? " is" : "s are")};
}

SyntaxReport invalid_value(std::string_view text, std::size_t offset) {
  const char c = text[offset];
  if ((c == ']' || c == '}') && previous_character(text, offset) == ',') {
    return {offset,
            fmt::format("there is a comma before `{}` with no value after it; remove it", c)};
  }
  if (c == '\'') return {offset, "strings are in double quotes: write \"...\" for '...'"};
  if (!is_word(c) && (offset == 0 || !is_word(text[offset - 1]))) {
    return {offset, fmt::format("a value is expected here, not `{}`; values are numbers, "
                                "strings in double quotes, lists, objects, true, false, null",
                                shortened(text.substr(offset, 1)))};
  }
  std::size_t begin = offset;
  const std::string_view word = word_at(text, begin);
  const std::string small = lower(word);
  if (small == "nan" || small.find("inf") != std::string::npos) {
    return {begin,
            fmt::format("`{}` is not a number that a scene can contain; give a finite number",
                        shortened(word))};
  }
  if (small == "true" || small == "false" || small == "null") {
    return {begin, fmt::format("write `{}` in small letters", small)};
  }
  if (small == "none") return {begin, "write `null` for `None`"};
  if (word[0] == '+') return {begin, "a number has no plus sign in front; remove it"};
  if (word[0] == '.' || word.substr(0, 2) == "-.") {
    return {begin, "a number has a digit before its point: write 0.5 for .5"};
  }
  return {begin, fmt::format("`{}` is not a value; strings are in double quotes, numbers are "
                             "written as 1, -2.5 or 1e-3",
                             shortened(word))};
}

SyntaxReport missing_key(std::string_view text, std::size_t offset) {
  const char c = text[offset];
  if (c == '}' && previous_character(text, offset) == ',') {
    return {offset, "there is a comma before `}` with no member after it; remove it"};
  }
  if (c == '\'') return {offset, "keys are in double quotes: write \"key\" for 'key'"};
  if (is_word(c)) {
    std::size_t begin = offset;
    const std::string word = shortened(word_at(text, begin));
    return {begin, fmt::format("keys are in double quotes: write \"{}\" for {}", word, word)};
  }
  return {offset, fmt::format("a key in double quotes is expected here, not `{}`",
                              shortened(text.substr(offset, 1)))};
}

SyntaxReport missing_comma(std::string_view text, std::size_t offset, char closing) {
  const char c = text[offset];
  if (c >= '0' && c <= '9' && offset > 0 && text[offset - 1] == '0') {
    return {offset - 1, "a number may not begin with 0 unless a point follows; remove the zero"};
  }
  if (c == ']' || c == '}') {
    return {offset, fmt::format("`{}` is closed by `{}`; the brackets do not match",
                                closing == ']' ? '[' : '{', c)};
  }
  if (c == ':' && closing == ']') {
    return {offset, "`:` is not allowed in a list; keys belong in an object, { }"};
  }
  return {offset, fmt::format("a comma or `{}` is expected here, not `{}`", closing,
                              shortened(text.substr(offset, 1)))};
}

SyntaxReport bad_escape(std::string_view text, std::size_t offset) {
  if (text[offset] != '\\') {
    if (text[offset] == '\n' || text[offset] == '\r') {
      return {offset,
              "a string may not go over the end of a line; close it with a quote, or "
              "write \\n"};
    }
    return {offset, "there is a control character in a string; write it as an escape such as \\t"};
  }
  return {offset,
          fmt::format("`{}` is not an escape; allowed are \\\" \\\\ \\/ \\b \\f \\n \\r \\t "
                      "and \\u with four hexadecimal digits",
                      shortened(text.substr(offset, 2)))};
}

// A string that is never closed is best shown where it begins.
std::size_t unclosed_string_begin(std::string_view text, std::size_t end) {
  const std::size_t begin = text.rfind('\n', end == 0 ? 0 : end - 1);
  std::size_t i = begin == std::string_view::npos ? 0 : begin + 1;
  std::size_t open = end;
  while (i < end) {
    if (text[i] == '"') {
      open = i;
      const std::size_t close = value_end(text.substr(0, end), i);
      if (close >= end && text[end - 1] != '"') return open;
      i = close;
    } else {
      ++i;
    }
  }
  return open;
}

}  // namespace

SyntaxReport explain(std::string_view text, const SyntaxFinding& finding) {
  const std::size_t offset = std::min(finding.offset, text.size());
  switch (finding.fault) {
    case SyntaxFault::nul_byte:
      return {offset, "there is a zero byte in the file; a scene is plain UTF-8 text"};
    case SyntaxFault::unclosed_string:
      return {unclosed_string_begin(text, offset), "this string has no closing quote"};
    case SyntaxFault::bad_comment:
      if (offset >= text.size() && text.rfind("/*") != std::string_view::npos) {
        return {text.rfind("/*"), "this comment is never closed; end it with */"};
      }
      return {offset - 1, "`/` begins a comment only as // or /*"};
    case SyntaxFault::too_deep:
      return {offset, fmt::format("lists and objects are nested more than {} deep here; "
                                  "no scene needs that",
                                  kMaxDepth)};
    case SyntaxFault::bad_surrogate:
      return {offset, "this \\u escape is half of a pair; write the character itself"};
    case SyntaxFault::bad_encoding:
      return {offset, "this byte is not UTF-8; save the file as UTF-8"};
    case SyntaxFault::number_too_big:
      return {offset, fmt::format("`{}` is too big; numbers go up to 1.797e308",
                                  value_as_written(text, offset))};
    default: break;
  }
  if (offset >= text.size()) return unexpected_end(text, finding);
  switch (finding.fault) {
    case SyntaxFault::more_than_one_value:
      return {offset,
              "the scene ended before this; remove what follows, or look for a bracket "
              "closed too early"};
    case SyntaxFault::missing_key: return missing_key(text, offset);
    case SyntaxFault::missing_colon:
      return {offset, fmt::format("a colon is expected between key and value, not `{}`",
                                  shortened(text.substr(offset, 1)))};
    case SyntaxFault::missing_comma_in_object: return missing_comma(text, offset, '}');
    case SyntaxFault::missing_comma_in_array: return missing_comma(text, offset, ']');
    case SyntaxFault::no_value:
    case SyntaxFault::invalid_value: return invalid_value(text, offset);
    case SyntaxFault::bad_escape: return bad_escape(text, offset);
    case SyntaxFault::missing_fraction: return {offset, "a digit is expected behind the point"};
    case SyntaxFault::missing_exponent: return {offset, "a digit is expected in the exponent"};
    default: return {offset, "this is not JSON"};
  }
}

}  // namespace tensio::io
