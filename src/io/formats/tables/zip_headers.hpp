// The headers of the members of a .zip archive, of which .npz is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace tensio::io {

inline constexpr std::uint32_t kZipLocal = 0x04034b50;  ///< begins a member's header
inline constexpr std::size_t kZipLocalSize = 30;
inline constexpr std::uint32_t kZipIn64 = 0xffffffff;  ///< the value is in the 64-bit field

/// The number at a byte of a header, least significant byte first.
template <class Number>
Number zip_number(const std::string& bytes, std::size_t at) {
  Number value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

}  // namespace tensio::io
