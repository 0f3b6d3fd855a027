// Checksums.
#include "io/text/checksum.hpp"

#include <algorithm>
#include <cstring>

namespace tensio::io {
namespace {

// One-to-one in the lane and in the word: an odd factor and a shifted xor can both be undone.
std::uint64_t mixed(std::uint64_t lane, std::uint64_t word) {
  std::uint64_t x = (lane ^ word) * 0x9e3779b97f4a7c15;
  return x ^ (x >> 32);
}

void take_block(std::array<std::uint64_t, 4>& lanes, const char* bytes) {
  std::array<std::uint64_t, 4> words;
  std::memcpy(words.data(), bytes, sizeof words);
  for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = mixed(lanes[i], words[i]);
}

std::array<std::uint32_t, 256> crc_table() {
  std::array<std::uint32_t, 256> table = {};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) {
      remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? 0xedb88320u : 0u);
    }
    table[byte] = remainder;
  }
  return table;
}

}  // namespace

void Checksum::add(std::string_view bytes) {
  size_ += bytes.size();
  if (rest_size_ > 0) {
    const std::size_t taken = std::min(bytes.size(), kBlock - rest_size_);
    std::copy_n(bytes.data(), taken, rest_.data() + rest_size_);
    rest_size_ += taken;
    bytes.remove_prefix(taken);
    if (rest_size_ < kBlock) return;
    take_block(lanes_, rest_.data());
    rest_size_ = 0;
  }
  for (; bytes.size() >= kBlock; bytes.remove_prefix(kBlock)) take_block(lanes_, bytes.data());
  std::copy_n(bytes.data(), bytes.size(), rest_.data());
  rest_size_ = bytes.size();
}

std::uint64_t Checksum::value() const {
  // the last block is filled up with zeros; the size distinguishes them from zeros of the data
  std::array<char, kBlock> last = {};
  std::copy_n(rest_.data(), rest_size_, last.data());
  std::array<std::uint64_t, 4> lanes = lanes_;
  take_block(lanes, last.data());
  std::uint64_t sum = mixed(0, size_);
  for (const std::uint64_t lane : lanes) sum = mixed(sum, lane);
  return mixed(sum, 0);
}

std::uint32_t crc32(std::string_view bytes, std::uint32_t sum) {
  static const std::array<std::uint32_t, 256> table = crc_table();
  sum = ~sum;
  for (const char c : bytes) {
    sum = table[(sum ^ static_cast<unsigned char>(c)) & 0xff] ^ (sum >> 8);
  }
  return ~sum;
}

}  // namespace tensio::io
