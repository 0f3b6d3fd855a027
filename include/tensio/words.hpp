// Words and counts for messages, as the library and its programs both need them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tensio {

/// The fewest insertions, deletions, replacements and swaps of neighbours that make `b` of `a`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// A count with its thousands set apart: "12,000".
std::string grouped(long long count);
/// A count and what is counted: "1 node", "12000 nodes".
std::string counted(std::size_t count, std::string_view singular, std::string_view plural);

/// Bytes of the UTF-8 character at the head of a text; 0 where there is none.
std::size_t utf8_length(std::string_view text);

}  // namespace tensio
