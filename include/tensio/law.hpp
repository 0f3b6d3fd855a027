// The names of the spring laws.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace tensio {

/// How a spring's tension T depends on its length l; k is its stiffness, l0 its rest length.
enum class Law : std::uint8_t {
  linear,            ///< T = k (l - l0)
  cable,             ///< the same, but never pushes
  strut,             ///< the same, but never pulls
  force_density,     ///< T = k l: the zero-length spring, k of any sign
  constant_tension,  ///< T = k l0 whatever the length
  polynomial,        ///< T = k (c1 e + c2 e² + ...), e = l - l0; or EA (...) with e the strain
  table,             ///< T = k f(e), f a smooth curve through given points; or EA f(strain)
  custom,            ///< a function of the program's own
};
inline constexpr int kLawCount = 5;

const char* to_string(Law law);

/// Springs of a custom law, one entry each: from lengths to energies and their derivatives.
struct LawBatch {
  std::span<const double> length = {};
  std::span<const double> stiffness = {};    ///< k [N/m]
  std::span<const double> rest_length = {};  ///< l0 [m]
  std::span<double> energy = {};             ///< U
  std::span<double> tension = {};            ///< dU/dl
  std::span<double> tangent = {};            ///< d²U/dl²
};
/// Called with many springs at once, from more than one thread; it must depend on nothing else.
using CustomLaw = std::function<void(const LawBatch&)>;

}  // namespace tensio
