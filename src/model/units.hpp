// Units: what they measure, how large they are, and what they are called together.
#pragma once

#include <string>
#include <string_view>

#include "tensio/model/units.hpp"

namespace tensio {

/// What a unit measures, as powers of mass, length, time, temperature and angle.
struct Dimension {
  int mass = 0, length = 0, time = 0, temperature = 0, angle = 0;

  friend bool operator==(const Dimension& a, const Dimension& b) = default;
};

inline constexpr Dimension kPlain = {};
inline constexpr Dimension kLength = {0, 1, 0};
inline constexpr Dimension kTime = {0, 0, 1};
inline constexpr Dimension kMass = {1, 0, 0};
inline constexpr Dimension kForce = {1, 1, -2};
inline constexpr Dimension kAngle = {0, 0, 0, 0, 1};
inline constexpr Dimension kTemperature = {0, 0, 0, 1, 0};
inline constexpr Dimension kPerTemperature = {0, 0, 0, -1, 0};
inline constexpr Dimension kArea = {0, 2, 0};
inline constexpr Dimension kVelocity = {0, 1, -1};
inline constexpr Dimension kAcceleration = {0, 1, -2};
inline constexpr Dimension kRate = {0, 0, -1};
inline constexpr Dimension kStiffness = {1, 0, -2};
inline constexpr Dimension kDamping = {1, 0, -1};
inline constexpr Dimension kPressure = {1, -1, -2};
inline constexpr Dimension kDensity = {1, -3, 0};
inline constexpr Dimension kMassPerArea = {1, -2, 0};
inline constexpr Dimension kMassPerLength = {1, -1, 0};

/// "a force per length", "a plain number".
std::string name_of(const Dimension& dimension);

/// A unit as up / down x 10^power of kg, m, s, K and rad; apart, so that most conversions are
/// exact.
struct Unit {
  Dimension dimension = {};
  double up = 1;
  double down = 1;
  int power = 0;
};

struct UnitError {
  std::size_t position = 0;  ///< byte in the text
  std::string message = {};
};

/// Reads "kN/m", "kg/m^3", "N s/m", "m²". Throws UnitError.
Unit parse_unit(std::string_view text);

/// Why a text is not a unit of this dimension; empty if it is one.
std::string unit_fault(std::string_view text, const Dimension& dimension);

/// The unit in which a scene gives numbers of this dimension; angles in radians.
Unit unit_of_scene(const Units& units, const Dimension& dimension);

}  // namespace tensio
