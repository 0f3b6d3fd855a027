// Decimal text to the nearest double.
#pragma once

#include <string_view>

namespace tensio::io {

/// A number in JSON's spelling, rounded to the nearest double, ties to even; infinity when it is
/// too big.
double parse_number(std::string_view token);

}  // namespace tensio::io
