// Numbers in the bytes of a file: other kinds read as doubles, and any kind written.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace tensio::io {

/// A kind of number by the name that a format gives it.
struct ElementType {
  std::string_view name;
  std::size_t size;
  double (*read)(const char*);
};

/// For `ElementType::read`.
template <class T>
double load_as_double(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

/// Appends the bytes of a number.
template <class Number>
void put(std::string& bytes, Number value) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes.append(raw, sizeof value);
}

}  // namespace tensio::io
