// Values of a net that pictures, pages and tables show besides its results.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tensio/model/system.hpp"

namespace tensio::io {

/// One spring of a system, in the order of its id.
struct SpringFact {
  std::size_t set = 0;
  std::size_t index = 0;  ///< within its set
  std::array<int, 2> ends = {};
};
std::vector<SpringFact> spring_summary(const System& system);

/// The unstressed length of each spring; NaN for laws that have none.
std::vector<double> unstressed_lengths(const System& system);

/// "xy" for axes as bits.
std::string axes_text(unsigned char axes);

/// The weight of each node, node_count x dimension.
std::vector<double> weights(const System& system);

/// The same numbers in single precision.
std::vector<float> single_precision(std::span<const double> values);

using Vector = std::array<double, 3>;
/// Row `node` of node_count x dimension numbers; z is 0 in 2D.
Vector row(std::span<const double> rows, std::size_t node, std::size_t dimension);
Vector cross(const Vector& a, const Vector& b);
/// Its length, without overflow on the way.
double magnitude(const Vector& a);

}  // namespace tensio::io
