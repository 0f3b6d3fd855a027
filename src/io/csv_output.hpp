// Rows of comma-separated values [RFC 4180, with plain line ends].
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tensio::io {

/// The text, in quotes where a comma, a quote or a line end would be taken for the table's own.
std::string csv_field(std::string_view text);
/// Appends the number with the fewest digits that read back as the same bits; nothing where it is
/// not finite.
void append_csv_number(std::string& row, double number);
/// A row "time,value,...\n".
std::string csv_row(double time, std::span<const double> values);

}  // namespace tensio::io
