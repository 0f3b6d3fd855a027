// Numbers of a binary file, in either order of bytes, each with its place.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "io/text/foreign_file.hpp"

namespace tensio::io {

enum class ByteOrder { little, big };

/// How a number is written in a binary file.
enum class NumberType {
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float32,
  float64
};

class ByteScanner {
 public:
  ByteScanner(const ForeignFile& file, std::size_t offset, ByteOrder order)
      : file_(file), position_(std::min(offset, file.bytes.size())), order_(order) {}

  /// The next number; what it should be is for the message where the file ends.
  template <class T>
  T get(std::string_view what) {
    static_assert(std::is_arithmetic_v<T>);
    char raw[sizeof(T)];
    expect_room(1, sizeof(T), what);
    std::memcpy(raw, file_.bytes.data() + position_, sizeof(T));
    const bool native =
        (std::endian::native == std::endian::little) == (order_ == ByteOrder::little);
    if (!native) std::reverse(raw, raw + sizeof(T));
    position_ += sizeof(T);
    T value;
    std::memcpy(&value, raw, sizeof(T));
    return value;
  }

  /// The same as a double; whole numbers beyond 2^53 are rounded.
  double get(NumberType type, std::string_view what) {
    switch (type) {
      case NumberType::int8: return get<std::int8_t>(what);
      case NumberType::uint8: return get<std::uint8_t>(what);
      case NumberType::int16: return get<std::int16_t>(what);
      case NumberType::uint16: return get<std::uint16_t>(what);
      case NumberType::int32: return get<std::int32_t>(what);
      case NumberType::uint32: return get<std::uint32_t>(what);
      case NumberType::int64: return static_cast<double>(get<std::int64_t>(what));
      case NumberType::uint64: return static_cast<double>(get<std::uint64_t>(what));
      case NumberType::float32: return static_cast<double>(get<float>(what));
      case NumberType::float64: return get<double>(what);
    }
    return 0;
  }

  /// Fails unless `count` items of `bytes` bytes each follow.
  void expect_room(std::size_t count, std::size_t bytes, std::string_view what) const {
    if (count <= left() / bytes) return;
    fail(fmt::format("the file ends here: {} bytes are left for {}", left(), what));
  }
  std::size_t offset() const { return position_; }
  std::size_t left() const { return file_.bytes.size() - position_; }
  [[noreturn]] void fail(const std::string& message) const {
    file_.fail_at_byte(position_, message);
  }

 private:
  const ForeignFile& file_;
  std::size_t position_;
  ByteOrder order_;
};

}  // namespace tensio::io
