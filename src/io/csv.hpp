// Text files of two columns: time and value.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace tensio::io {

/// Appends the rows of a .csv text, two numbers each, the first ascending. Parted by a comma, a
/// semicolon or a tab; a first line of words, empty lines and lines that begin with # are passed
/// over. Gives why it is refused, or an empty text.
std::string parse_csv_pairs(std::string_view text, std::vector<std::array<double, 2>>& rows);

}  // namespace tensio::io
