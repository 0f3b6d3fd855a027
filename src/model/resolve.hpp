// From what the author gave (a material, stiffness or EA, rest length or pretension or neither) to
// what a spring has: its law, k and l0.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "physics/curve.hpp"
#include "physics/spring_law.hpp"
#include "tensio/model/system.hpp"

namespace tensio {

/// A column, seen and not copied: empty (left out), one for all, or one per item.
using ColumnView = std::span<const double>;

/// The value of item i of a column that is not empty.
inline double at(ColumnView column, std::size_t i) {
  return column.size() == 1 ? column[0] : column[i];
}

/// The same of a column that may be left out.
inline double at(ColumnView column, std::size_t i, double usual) {
  return column.empty() ? usual : at(column, i);
}
inline bool any_nonzero(ColumnView column) {
  return std::any_of(column.begin(), column.end(), [](double value) { return value != 0; });
}

/// What a set's springs have: the set's own columns, and its material's where it has none.
/// Views of both, which must outlive it.
struct SpringColumns {
  explicit SpringColumns(const SpringSet& set, const Material* material = nullptr);

  Law law = Law::linear;
  ColumnView stiffness, rest_length, pretension;
  /// EA, as itself or as E times the area or the round section. All empty where `stiffness` is the
  /// set's own word on elasticity.
  ColumnView axial_stiffness, youngs_modulus, area, diameter;
  ColumnView mass_per_length, strength, buckling_load, expansion;
  /// At most one of them: what the set says of either takes the place of the material's word.
  ColumnView damping, damping_time;
  /// What has happened to the springs before the start; the set's own.
  ColumnView broken, plastic_elongation, hardening_force, viscous_tension;
  // Parts, or nullptr; a part of the set takes the place of the material's as a whole.
  const Viscous* viscous = nullptr;
  const Yield* yield = nullptr;
  const Break* breaks = nullptr;
  const Active* active = nullptr;
  std::span<const double> coefficients;
  std::span<const std::array<double, 2>> points;
  /// A force_density or constant_tension set that says its q or T by axial_stiffness; otherwise
  /// EA is the elasticity that such springs get when they are materialised.
  bool axial_is_tension = false;

  bool has_ea() const {
    return !axial_stiffness.empty() ||
           (!youngs_modulus.empty() && !(area.empty() && diameter.empty()));
  }
  double ea(std::size_t i) const;
  /// c [N s/m] of spring i, whose stiffness is k; 0 where there is none.
  double damping_of(std::size_t i, double k) const {
    if (!damping_time.empty()) return k * at(damping_time, i);
    return damping.empty() ? 0.0 : at(damping, i);
  }
};

/// The material of that name, or nullptr.
const Material* find_material(const System& system, const std::string& name);
/// Of a set of the system.
SpringColumns columns_of(const System& system, const SpringSet& set);
/// Section of spring i of a set [m²], its own or its material's, whatever its stiffness comes from;
/// empty where neither says.
std::optional<double> area_of(const System& system, const SpringSet& set, std::size_t i);

/// Whether a law takes a curve: coefficients or points.
inline bool has_curve(Law law) { return law == Law::polynomial || law == Law::table; }
/// The curve of a polynomial or table set whose coefficients or points are good.
Curve curve_of(const SpringColumns& set);

/// Distance of two nodes in the drawn shape.
double drawn_length(const System& system, int a, int b);

struct SpringValues {
  double stiffness;
  double rest_length;
};

/// k and l0 of spring i of a valid set, before any change of temperature.
///   linear, cable, strut  l0 as given, or the drawn length L, or with a pretension T0
///                         L - T0/k, or L / (1 + T0/EA); k = EA / l0
///   polynomial, table     the same, with L - e or L / (1 + e) where k f(e) = T0 or EA f(e) = T0;
///                         of several such e the one nearest to 0, NaN where there is none
///   custom                l0 as given, or L; k = EA / l0
///   force_density         k = q: stiffness, or T0 / L, or EA / l0; l0 = 0
///   constant_tension      T = T0, or stiffness l0, or EA; l0 a power of two near L, k = T / l0
SpringValues resolve(const SpringColumns& set, std::size_t i, double drawn_length);

/// The same spring, warmer by `change` kelvin: l0 grows by 1 + expansion x change. EA is a
/// property of the section, so that k = EA / l0 follows; a k that was given stays.
SpringValues warmed(SpringValues spring, const SpringColumns& set, std::size_t i, double change);

}  // namespace tensio
