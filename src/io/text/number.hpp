// Decimal text to the nearest double.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>

namespace tensio::io {

/// A number that is not known: NaN.
inline constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

/// A number in JSON's spelling, rounded to the nearest double, ties to even; infinity when it is
/// too big.
double parse_number(std::string_view token);

/// Bytes of the decimal number at the head of a text: "1.5", "+.5e-3"; 0 where there is none.
std::size_t number_length(std::string_view text);

/// A text that is a decimal number and nothing else; infinity when it is too big.
std::optional<double> whole_text_number(std::string_view text);

}  // namespace tensio::io
