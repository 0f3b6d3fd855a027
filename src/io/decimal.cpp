// Exact reading of decimals.
//
// With f and e of a double a = f 2^e, the decimal D 10^E rounds to a when it lies between the
// midpoints (2f - 1) 2^(e-1) and (2f + 1) 2^(e-1). Both sides become integers when the negative
// powers of 2 and 10 are moved across, and are then compared digit by digit.
#include "io/decimal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tensio::io {
namespace {

// A natural number of up to 8,192 bits, which is more than any comparison here needs.
class BigNatural {
 public:
  void multiply_add(std::uint32_t factor, std::uint32_t addend) {
    std::uint64_t carry = addend;
    for (std::size_t i = 0; i < size_; ++i) {
      carry += static_cast<std::uint64_t>(words_[i]) * factor;
      words_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words_[size_++] = static_cast<std::uint32_t>(carry);
  }
  void multiply_by_power(std::uint32_t base, int exponent) {
    for (; exponent > 0; --exponent) multiply_add(base, 0);
  }
  void multiply_by_power_of_two(int exponent) {
    for (; exponent >= 31; exponent -= 31) multiply_add(1U << 31, 0);
    if (exponent > 0) multiply_add(1U << exponent, 0);
  }
  static int compare(const BigNatural& a, const BigNatural& b) {
    if (a.size_ != b.size_) return a.size_ < b.size_ ? -1 : 1;
    for (std::size_t i = a.size_; i-- > 0;) {
      if (a.words_[i] != b.words_[i]) return a.words_[i] < b.words_[i] ? -1 : 1;
    }
    return 0;
  }

 private:
  std::array<std::uint32_t, 256> words_ = {};
  std::size_t size_ = 0;
};

// a = mantissa 2^exponent with an integer mantissa.
struct Binary {
  std::uint64_t mantissa = 0;
  int exponent = 0;
};

Binary split(double a) {
  if (a == 0) return {0, -1074};
  int exponent = 0;
  const double fraction = std::frexp(a, &exponent);
  // numbers below the smallest normal one have fewer digits
  const int lowest = std::max(exponent - 53, -1074);
  return {static_cast<std::uint64_t>(std::ldexp(fraction, exponent - lowest)), lowest};
}

// Sign of (decimal - m 2^e).
int compare(const Decimal& decimal, std::uint64_t m, int e) {
  BigNatural left;
  for (std::size_t i = 0; i < decimal.count; ++i) {
    left.multiply_add(10, static_cast<std::uint32_t>(decimal.digits[i] - '0'));
  }
  BigNatural right;
  right.multiply_add(0, static_cast<std::uint32_t>(m >> 32));
  right.multiply_by_power_of_two(32);
  right.multiply_add(1, static_cast<std::uint32_t>(m));
  const int power = static_cast<int>(decimal.exponent);
  (power > 0 ? left : right).multiply_by_power(5, power > 0 ? power : -power);
  const int twos = power - e;
  (twos > 0 ? left : right).multiply_by_power_of_two(twos > 0 ? twos : -twos);
  const int result = BigNatural::compare(left, right);
  return result == 0 && decimal.digits_lost ? 1 : result;
}

// A double near the decimal: a few units in the last place off at most.
double estimate(const Decimal& decimal) {
  double value = static_cast<double>(decimal.leading);
  long long power = decimal.exponent + static_cast<long long>(decimal.count) -
                    static_cast<long long>(std::min<std::size_t>(decimal.count, 19));
  for (; power >= 22; power -= 22) value *= 1e22;
  for (; power > 0; --power) value *= 10;
  for (; power <= -22; power += 22) value /= 1e22;
  for (; power < 0; ++power) value /= 10;
  return std::min(value, std::numeric_limits<double>::max());
}

}  // namespace

Decimal read_decimal(std::string_view token) {
  Decimal decimal;
  bool behind_point = false;
  std::size_t i = 0;
  for (; i < token.size() && token[i] != 'e' && token[i] != 'E'; ++i) {
    const char c = token[i];
    if (c == '.') {
      behind_point = true;
      continue;
    }
    if (behind_point) --decimal.exponent;
    if (decimal.count == 0 && c == '0') continue;
    if (decimal.count < Decimal::kMaxDigits) {
      decimal.digits[decimal.count++] = c;
      if (decimal.count <= 19) {
        decimal.leading = decimal.leading * 10 + static_cast<std::uint64_t>(c - '0');
      }
    } else {
      ++decimal.exponent;
      decimal.digits_lost = decimal.digits_lost || c != '0';
    }
  }
  // the exponent as written, held where it can not overflow
  constexpr long long kFarBeyondDouble = 1'000'000'000'000;
  const bool minus = i + 1 < token.size() && token[i + 1] == '-';
  long long written = 0;
  for (; i < token.size(); ++i) {
    if (token[i] >= '0' && token[i] <= '9' && written < kFarBeyondDouble) {
      written = written * 10 + (token[i] - '0');
    }
  }
  decimal.exponent += minus ? -written : written;
  return decimal;
}

double nearest_double(const Decimal& decimal) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const long long magnitude = static_cast<long long>(decimal.count) + decimal.exponent;
  if (decimal.count == 0 || magnitude < -324) return 0;
  if (magnitude > 310) return kInfinity;

  double a = estimate(decimal);
  // up while the decimal is beyond the midpoint above
  for (bool moved = true; moved && a < kInfinity;) {
    const Binary binary = split(a);
    const int above = compare(decimal, 2 * binary.mantissa + 1, binary.exponent - 1);
    moved = above > 0 || (above == 0 && binary.mantissa % 2 == 1);
    if (moved) a = std::nextafter(a, kInfinity);
  }
  // down while it is short of the midpoint below
  for (bool moved = true; moved && a > 0;) {
    const double lower = std::nextafter(a, 0);
    const Binary binary = split(lower);
    const int above = compare(decimal, 2 * binary.mantissa + 1, binary.exponent - 1);
    moved = above < 0 || (above == 0 && binary.mantissa % 2 == 0);
    if (moved) a = lower;
  }
  return a;
}

}  // namespace tensio::io
