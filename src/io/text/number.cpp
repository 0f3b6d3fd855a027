// Short numbers by one exact operation, the others by the C library, in its own plain locale.
//
// RapidJSON 1.1.0 rounds some long numbers wrongly, so it hands numbers over as text.
#include "io/text/number.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/system.hpp"

namespace tensio::io {
namespace {

// Powers of ten that are doubles to the bit.
constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                              1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                              1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kLargestPower = 22;

// Digits and a power of ten that are both exact: one operation, one rounding [Clinger 1990].
bool quick(std::string_view token, double& result) {
  std::uint64_t digits = 0;
  int power = 0;
  bool behind_point = false;
  std::size_t i = 0;
  for (; i < token.size() && token[i] != 'e' && token[i] != 'E'; ++i) {
    if (token[i] == '.') {
      behind_point = true;
      continue;
    }
    if (digits >= (std::uint64_t{1} << 53) / 10) return false;
    digits = digits * 10 + static_cast<std::uint64_t>(token[i] - '0');
    if (behind_point) --power;
  }
  if (i < token.size()) {
    const bool minus = ++i < token.size() && token[i] == '-';
    if (i < token.size() && (token[i] == '-' || token[i] == '+')) ++i;
    if (token.size() - i > 3) return false;
    int written = 0;
    for (; i < token.size(); ++i) written = written * 10 + (token[i] - '0');
    power += minus ? -written : written;
  }
  if (power < -kLargestPower || power > kLargestPower) return false;
  const double whole = static_cast<double>(digits);
  result = power < 0 ? whole / kPowers[-power] : whole * kPowers[power];
  return true;
}

std::size_t skip_digits(std::string_view text, std::size_t& i) {
  const std::size_t begin = i;
  while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i;
  return i - begin;
}

}  // namespace

double parse_number(std::string_view token) {
  const bool negative = !token.empty() && token[0] == '-';
  if (negative) token.remove_prefix(1);
  double result = 0;
  if (!quick(token, result)) result = system::plain_number(std::string(token).c_str());
  return negative ? -result : result;
}

std::size_t number_length(std::string_view text) {
  std::size_t i = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  std::size_t digits = skip_digits(text, i);
  if (i < text.size() && text[i] == '.') digits += skip_digits(text, ++i);
  if (digits == 0) return 0;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    std::size_t exponent = i + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (skip_digits(text, exponent) > 0) i = exponent;
  }
  return i;
}

std::optional<double> whole_text_number(std::string_view text) {
  if (text.empty() || number_length(text) != text.size()) return std::nullopt;
  if (text[0] == '+') text.remove_prefix(1);
  return parse_number(text);
}

}  // namespace tensio::io
