// The names of the spring laws.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

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
inline constexpr int kLawCount = static_cast<int>(Law::custom) + 1;

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
/// Called with batches of springs, from several threads; its results must depend on the batch only.
using CustomLaw = std::function<void(const LawBatch&)>;

/// A custom law from a function of one spring: f(length, stiffness, rest_length) gives
/// {energy, tension, tangent} as a std::array.
template <class F>
CustomLaw each_spring(F f) {
  return [f = std::move(f)](const LawBatch& batch) {
    for (std::size_t i = 0; i < batch.length.size(); ++i) {
      const std::array<double, 3> value =
          f(batch.length[i], batch.stiffness[i], batch.rest_length[i]);
      batch.energy[i] = value[0];
      batch.tension[i] = value[1];
      batch.tangent[i] = value[2];
    }
  };
}

}  // namespace tensio
