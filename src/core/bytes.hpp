// Numbers as bytes and back, least significant byte first, with every length checked.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/index.hpp"

namespace tensio {

/// Appends the bytes of a number.
template <class T>
void append_bytes(std::string& bytes, T value) {
  static_assert(std::is_arithmetic_v<T>);
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

class ByteWriter {
 public:
  template <class T>
  void put(T value) {
    append_bytes(text_, value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    static_assert(std::is_arithmetic_v<T>);
    put(static_cast<std::uint64_t>(values.size()));
    text_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  void put(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    text_.append(text);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

/// Reads what a ByteWriter wrote, in the same order. After reading past the end or a length that
/// cannot be, good() is false and all values are zero or empty.
class ByteReader {
 public:
  explicit ByteReader(std::string_view text) : text_(text) {}

  bool good() const { return good_; }
  bool at_end() const { return good_ && text_.empty(); }
  template <class T>
  T get() {
    static_assert(std::is_arithmetic_v<T>);
    T value{};
    if (text_.size() < sizeof(T)) good_ = false;
    if (!good_) return value;
    std::memcpy(&value, text_.data(), sizeof(T));
    text_.remove_prefix(sizeof(T));
    return value;
  }
  template <class T>
  std::vector<T> get_vector() {
    const std::uint64_t count = get<std::uint64_t>();
    if (count > text_.size() / sizeof(T)) good_ = false;
    if (!good_) return {};
    std::vector<T> values(usize(count));
    if (count > 0) std::memcpy(values.data(), text_.data(), values.size() * sizeof(T));
    text_.remove_prefix(values.size() * sizeof(T));
    return values;
  }
  std::string get_text() {
    const std::uint64_t count = get<std::uint64_t>();
    if (count > text_.size()) good_ = false;
    if (!good_) return {};
    std::string text(text_.substr(0, usize(count)));
    text_.remove_prefix(text.size());
    return text;
  }

 private:
  std::string_view text_;
  bool good_ = true;
};

}  // namespace tensio
