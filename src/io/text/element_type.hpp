// Numbers of other kinds in the bytes of a file, as doubles.
#pragma once

#include <cstddef>
#include <cstring>
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

}  // namespace tensio::io
