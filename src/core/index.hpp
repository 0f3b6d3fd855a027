// Indices and counts are int; the sizes of containers, and products of counts, are std::size_t.
#pragma once

#include <cstddef>
#include <type_traits>

namespace tensio {

/// The same number as std::size_t, so that a product of counts does not overflow.
template <class Count>
requires std::is_integral_v<Count> || std::is_enum_v<Count>
constexpr std::size_t usize(Count count) { return static_cast<std::size_t>(count); }

}  // namespace tensio
