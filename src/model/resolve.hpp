// From what the author gave (stiffness or EA, rest length or pretension or neither) to k and l0.
#pragma once

#include <cstddef>

#include "physics/curve.hpp"
#include "tensio/system.hpp"

namespace tensio {

/// The value of item i of a column that is not empty.
inline double at(const Column& column, std::size_t i) {
  return column.size() == 1 ? column[0] : column[i];
}

/// The law of a set whose material has been filled in.
inline Law law_of(const SpringSet& set) { return set.law.value_or(Law::linear); }

/// Whether a law takes a curve: coefficients or points.
inline bool has_curve(Law law) { return law == Law::polynomial || law == Law::table; }
/// The curve of a polynomial or table set whose coefficients or points are good.
Curve curve_of(const SpringSet& set);

/// Distance of two nodes in the drawn shape.
double drawn_length(const System& system, int a, int b);

struct SpringValues {
  double stiffness;
  double rest_length;
};

/// k and l0 of spring i of a valid set.
///   linear, cable, strut  l0 as given, or the drawn length L, or with a pretension T0
///                         L - T0/k, or L / (1 + T0/EA); k = EA / l0
///   polynomial, table     the same, with L - e or L / (1 + e) where k f(e) = T0 or EA f(e) = T0;
///                         of several such e the one nearest to 0, NaN where there is none
///   custom                l0 as given, or L; k = EA / l0
///   force_density         k = q: stiffness, or EA / l0, or T0 / L; l0 = 0
///   constant_tension      T = T0, or EA, or stiffness l0; l0 a power of two near L, k = T / l0
SpringValues resolve(const SpringSet& set, std::size_t i, double drawn_length);

}  // namespace tensio
