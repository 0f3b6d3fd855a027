// The names of the values of an enumeration, which can be read both ways.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "core/index.hpp"

namespace tensio {

/// In the order of the enumeration.
using EnumNames = std::initializer_list<const char*>;

/// The name of a value; empty if the enumeration has no such value.
template <class Enum>
constexpr const char* enum_name(Enum value, EnumNames names) {
  return usize(value) < names.size() ? names.begin()[usize(value)] : "";
}

/// The value of this name, where `names` are those of `first` and the values after it.
template <class Enum>
constexpr std::optional<Enum> enum_value(std::string_view name, Enum first, EnumNames names) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (name == names.begin()[i]) return static_cast<Enum>(usize(first) + i);
  return std::nullopt;
}

}  // namespace tensio
