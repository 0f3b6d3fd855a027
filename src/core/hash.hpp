// A hash of bits, for golden values: equal hashes mean equal results to the last bit.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace tensio {

/// FNV-1a over the bytes of the doubles, least significant byte first.
inline std::uint64_t hash_bits(std::span<const double> values,
                               std::uint64_t seed = 14695981039346656037ull) {
  std::uint64_t hash = seed;
  for (double value : values) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    for (int byte = 0; byte < 8; ++byte) {
      hash ^= (bits >> (8 * byte)) & 0xff;
      hash *= 1099511628211ull;
    }
  }
  return hash;
}

/// FNV-1a over the bytes of a text.
inline std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211ull;
  }
  return hash;
}

}  // namespace tensio
