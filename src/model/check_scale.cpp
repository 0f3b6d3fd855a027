// Gravity as it is on earth, and the range of stiffnesses and masses.
#include "model/check_scale.hpp"

#include <fmt/format.h>

#include <cmath>

#include "model/units.hpp"

namespace tensio {
namespace {

constexpr double kRange = 1e9;

// The least and the greatest of the numbers that are not zero.
struct Range {
  int least = -1;
  int most = -1;
  double low = 0;
  double high = 0;

  explicit Range(const std::vector<double>& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double size = std::fabs(numbers[i]);
      if (size == 0.0) continue;
      if (least < 0 || size < low) {
        least = static_cast<int>(i);
        low = size;
      }
      if (most < 0 || size > high) {
        most = static_cast<int>(i);
        high = size;
      }
    }
  }
  bool is_wide() const { return least >= 0 && high / kRange > low; }
};

}  // namespace

void check_gravity(const System& system, std::vector<Warning>& warnings) {
  if (!gives_units(system.units)) return;
  constexpr double kEarth = 9.81;
  double square = 0;
  for (const double g : system.gravity) square += g * g;
  const double g = std::sqrt(square);
  if (!(g >= 9.5 && g <= 10)) return;
  const Unit unit = unit_of_scene(system.units, {0, 1, -2});
  const double expected = kEarth * (unit.down / unit.up) * std::pow(10.0, -unit.power);
  if (expected > kEarth / 2 && expected < kEarth * 2) return;
  const std::string name = unit_name(system.units, UnitKind::acceleration);
  warnings.push_back(
      {WarningKind::gravity_unit,
       fmt::format("gravity is {} {}; on earth it is {:.6g} {}", g, name, expected, name),
       {},
       {}});
}

void check_scale(const System& system, const std::vector<double>& stiffness,
                 std::vector<Warning>& warnings) {
  const auto ascending = [](int a, int b) {
    return a < b ? std::vector<int>{a, b} : std::vector<int>{b, a};
  };
  if (const Range range(stiffness); range.is_wide()) {
    warnings.push_back(
        {WarningKind::stiffness_range,
         fmt::format(
             "{} is {:.2g} times as stiff as {}; beyond 1e9 precision is lost: check their units",
             spring_label(system, range.most), range.high / range.low,
             spring_label(system, range.least)),
         {},
         ascending(range.least, range.most)});
  }
  if (const Range range(node_masses(system)); range.is_wide()) {
    warnings.push_back({WarningKind::mass_range,
                        fmt::format("node {} has {:.2g} times the mass of node {}; beyond 1e9 "
                                    "precision is lost: check their units",
                                    node_label(system, range.most), range.high / range.low,
                                    node_label(system, range.least)),
                        ascending(range.least, range.most),
                        {}});
  }
}

}  // namespace tensio
