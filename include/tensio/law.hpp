// The names of the spring laws.
#pragma once

#include <cstdint>

namespace tensio {

/// How a spring's tension T depends on its length l; k is its stiffness, l0 its rest length.
enum class Law : std::uint8_t {
  linear,            ///< T = k (l - l0)
  cable,             ///< the same, but never pushes
  strut,             ///< the same, but never pulls
  force_density,     ///< T = k l: the zero-length spring, k of any sign
  constant_tension,  ///< T = k l0 whatever the length
};
inline constexpr int kLawCount = 5;

const char* to_string(Law law);

}  // namespace tensio
