// What the units of a scene's numbers are called.
#pragma once

#include <string>

#include "tensio/model/parameters.hpp"

namespace tensio {

/// Kinds of numbers in a scene and in its results.
enum class UnitKind {
  length,
  force,
  time,
  mass,
  stiffness,
  stress,
  energy,
  moment,
  velocity,
  acceleration,
  frequency,
};

/// The unit that numbers of this kind are in: "m", "kN/mm", "t". Without units in the scene they
/// are m, N and s, and what follows from them.
std::string unit_name(const Units& units, UnitKind quantity);

/// The time that a text such as "1 ms" stands for, in the units of a scene. Throws Error for a text
/// that is not a number with a unit of time.
double time_in(const Units& units, const std::string& text);

/// True where the scene says what its units are.
inline bool gives_units(const Units& units) {
  return !units.length.empty() || !units.force.empty() || !units.time.empty();
}

/// The unit behind a number, " kN", and behind a heading, " [kN]"; empty where the scene does not
/// say what its units are.
std::string unit_after_number(const Units& units, UnitKind quantity);
std::string unit_after_heading(const Units& units, UnitKind quantity);

}  // namespace tensio
