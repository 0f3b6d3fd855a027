// Checksums: a quick one of 64 bits for what only this program reads, and CRC-32 for zip files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tensio::io {

/// A checksum of 64 bits, eight bytes at a time in four lanes. Every step is one-to-one in the word
/// it takes in, so that a change within eight aligned bytes never goes unseen; any other change
/// does with a chance of 2^-64. However the bytes are cut into pieces, the sum is the same.
class Checksum {
 public:
  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  static constexpr std::size_t kBlock = 32;
  std::array<std::uint64_t, 4> lanes_ = {0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0,
                                         0x082efa98ec4e6c89};  // digits of pi
  std::array<char, kBlock> rest_ = {};                         // bytes that do not fill a block yet
  std::size_t rest_size_ = 0;
  std::uint64_t size_ = 0;
};

/// CRC-32 as zip files have it; `sum` is that of the bytes before.
std::uint32_t crc32(std::string_view bytes, std::uint32_t sum = 0);

}  // namespace tensio::io
