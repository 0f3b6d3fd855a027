// A hash of bits, for golden values: equal hashes mean equal results to the last bit.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace tensio {

inline constexpr std::uint64_t kHashSeed = 14695981039346656037ull;

/// FNV-1a: the hash after one more byte.
constexpr std::uint64_t hash_byte(std::uint64_t hash, unsigned char byte) {
  return (hash ^ byte) * 1099511628211ull;
}

/// FNV-1a over the bytes of the doubles, least significant byte first.
inline std::uint64_t hash_bits(std::span<const double> values, std::uint64_t seed = kHashSeed) {
  std::uint64_t hash = seed;
  for (double value : values) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    for (int byte = 0; byte < 8; ++byte)
      hash = hash_byte(hash, static_cast<unsigned char>(bits >> (8 * byte)));
  }
  return hash;
}

/// FNV-1a over the bytes of a text.
inline std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = kHashSeed;
  for (const char c : text) hash = hash_byte(hash, static_cast<unsigned char>(c));
  return hash;
}

}  // namespace tensio
