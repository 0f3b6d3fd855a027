// Characters of a text, the same in every locale.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tensio::io {

/// White space of JSON and XML.
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// U+FFFD, which replaces bytes that are not UTF-8 and characters that cannot be shown.
inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// The code point of one character in UTF-8.
unsigned code_point(std::string_view character);
/// Whether a terminal acts on a character instead of showing it: control characters (C0 except for
/// tabs, C1), marks that change the direction of writing, separators of lines.
bool is_control(unsigned code_point);

/// The text without white space at its ends; a part of it, also where nothing is left.
std::string_view trimmed(std::string_view text);

/// At most about `limit` bytes of a text, for a message: cut between characters and marked with
/// "...", white space as single spaces, what cannot be shown as U+FFFD.
std::string shortened(std::string_view text, std::size_t limit = 60);

}  // namespace tensio::io
