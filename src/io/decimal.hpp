// Decimal text to the nearest double, exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tensio::io {

/// A decimal number as digits without leading zeros, times ten to the power `exponent`.
struct Decimal {
  static constexpr std::size_t kMaxDigits = 800;  ///< enough to decide any rounding
  char digits[kMaxDigits + 1];
  std::size_t count = 0;
  std::uint64_t leading = 0;  ///< the first 19 digits
  long long exponent = 0;
  bool digits_lost = false;  ///< there were more than kMaxDigits, and not all were 0
};

/// Reads a number in JSON's spelling, without its sign.
Decimal read_decimal(std::string_view token);

/// The double nearest to a decimal, ties to even; infinity when it is too big. It compares big
/// integers, so it is exact and slow: for the few numbers that floating point cannot decide.
double nearest_double(const Decimal& decimal);

}  // namespace tensio::io
