// Strings and numbers as JSON text, for files and for the program's output.
#pragma once

#include <string>
#include <string_view>

namespace tensio::io {

/// The text in quotes. Characters that a terminal would act on are escaped; bytes that are not
/// UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

/// Appends the fewest digits that read back as the same double; null for NaN and infinity, which
/// JSON does not have.
void append_json_number(std::string& text, double number);

}  // namespace tensio::io
