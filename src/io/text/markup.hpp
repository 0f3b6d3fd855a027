// Pieces of XML and HTML text.
#pragma once

#include <string>
#include <string_view>

namespace tensio::io {

/// The text with all markup of XML and HTML escaped, for content and for attributes in double
/// quotes. What XML cannot represent becomes U+FFFD.
std::string escaped(std::string_view text);

/// At most `limit` characters of a text, the last an ellipsis where it was cut; white space as
/// single spaces. Not escaped.
std::string clipped(std::string_view text, std::size_t limit);

/// A number for people: `digits` significant ones, a true minus sign, "-" where there is none.
std::string number_text(double number, int digits = 5);
/// A count with its thousands set apart: "12,000".
std::string count_text(std::size_t count);
/// The same with what is counted: "1 node", "12,000 nodes".
std::string count_text(std::size_t count, std::string_view singular, std::string_view plural);

/// A length on the page, in tenths of a pixel.
std::string pixels(double value);

}  // namespace tensio::io
