// Rows of comma-separated values [RFC 4180, with plain line ends].
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tensio/files/table.hpp"

namespace tensio::io {

using tensio::csv_field;

/// Appends the number with the fewest digits that read back as the same bits; nothing where it is
/// not finite.
void append_csv_number(std::string& row, double number);
/// A row "time,value,...\n".
std::string csv_row(double time, std::span<const double> values);

}  // namespace tensio::io
