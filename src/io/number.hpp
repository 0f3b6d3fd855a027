// Decimal text to the nearest double.
#pragma once

#include <optional>
#include <string_view>

namespace tensio::io {

/// A number in JSON's spelling, rounded to the nearest double, ties to even; infinity when it is
/// too big.
double parse_number(std::string_view token);

/// All of a text as a number, also with a sign +, a bare point before or behind the digits; nothing
/// where it is something else.
std::optional<double> number_in(std::string_view text);

}  // namespace tensio::io
