// Units and their names.
#include "model/units.hpp"

#include <gtest/gtest.h>

namespace tensio {
namespace {

// How many of kg, m, s... a unit is.
double size_of(std::string_view text) {
  const Unit unit = parse_unit(text);
  double size = unit.up / unit.down;
  for (int i = 0; i < unit.power; ++i) size *= 10;
  for (int i = 0; i > unit.power; --i) size /= 10;
  return size;
}
Dimension dimension_of(std::string_view text) { return parse_unit(text).dimension; }

TEST(Units, AreReadWithPrefixesAndPowers) {
  EXPECT_EQ(size_of("kN"), 1000);
  EXPECT_EQ(size_of("mm"), 0.001);
  EXPECT_EQ(size_of("GPa"), 1e9);
  EXPECT_EQ(size_of("g"), 0.001);
  EXPECT_EQ(size_of("kg"), 1);
  EXPECT_EQ(size_of("t"), 1000);
  EXPECT_EQ(size_of("min"), 60);
  EXPECT_EQ(size_of("h"), 3600);
  EXPECT_DOUBLE_EQ(size_of("mm^2"), 1e-6);
  EXPECT_DOUBLE_EQ(size_of("mm²"), 1e-6);
  EXPECT_DOUBLE_EQ(size_of("µm"), 1e-6);
  EXPECT_DOUBLE_EQ(size_of("um"), 1e-6);
  EXPECT_DOUBLE_EQ(size_of("in"), 0.0254);
  EXPECT_DOUBLE_EQ(size_of("lbf"), 4.4482216152605);
  EXPECT_DOUBLE_EQ(size_of("psi"), 6894.757293168361);
  EXPECT_DOUBLE_EQ(size_of("bar"), 1e5);
  EXPECT_DOUBLE_EQ(size_of("kgf"), 9.80665);
  EXPECT_DOUBLE_EQ(size_of("deg"), 0.017453292519943295);
  EXPECT_DOUBLE_EQ(size_of("km/h"), 1 / 3.6);
}

TEST(Units, KnowWhatTheyMeasure) {
  EXPECT_EQ(dimension_of("N"), dimension_of("kg m/s^2"));
  EXPECT_EQ(dimension_of("N"), dimension_of("kg*m/s²"));
  EXPECT_EQ(dimension_of("N"), dimension_of("kg·m/s/s"));
  EXPECT_EQ(dimension_of("Pa"), dimension_of("N/m^2"));
  EXPECT_EQ(dimension_of("J"), dimension_of("N m"));
  EXPECT_EQ(dimension_of("Hz"), dimension_of("1/s"));
  EXPECT_EQ(dimension_of("Hz"), dimension_of("s^-1"));
  EXPECT_EQ(name_of(dimension_of("kN/mm")), "a force per length");
  EXPECT_EQ(name_of(dimension_of("g/cm^3")), "a mass per volume");
  EXPECT_EQ(name_of(dimension_of("m^4")), "something else");
  EXPECT_EQ(name_of(dimension_of("%")), "a plain number");
}

TEST(Units, AreRefusedWhereTheyAreNone) {
  const auto place = [](std::string_view text) {
    try {
      parse_unit(text);
    } catch (const UnitError& error) {
      return static_cast<int>(error.position);
    }
    return -1;
  };
  EXPECT_EQ(place(""), 0);
  EXPECT_EQ(place("kM"), 0);
  EXPECT_EQ(place("N/"), 2);
  EXPECT_EQ(place("N//m"), 2);
  EXPECT_EQ(place("N/m^"), 4);
  EXPECT_EQ(place("N/m^0"), 4);
  EXPECT_EQ(place("N/(m s)"), 2);
  EXPECT_EQ(place("kkg"), 0);
  EXPECT_EQ(place("N 3"), 2);
  EXPECT_EQ(place(std::string(100, 'm')), 0);
}

TEST(Units, OfAResultFollowFromThoseOfTheScene) {
  const Units none;
  EXPECT_EQ(unit_name(none, UnitKind::length), "m");
  EXPECT_EQ(unit_name(none, UnitKind::mass), "kg");
  EXPECT_EQ(unit_name(none, UnitKind::stress), "Pa");
  EXPECT_EQ(unit_name(none, UnitKind::energy), "J");
  EXPECT_EQ(unit_name(none, UnitKind::moment), "N m");
  EXPECT_EQ(unit_name(none, UnitKind::stiffness), "N/m");
  EXPECT_EQ(unit_name(none, UnitKind::velocity), "m/s");
  EXPECT_EQ(unit_name(none, UnitKind::acceleration), "m/s²");
  EXPECT_EQ(unit_name(none, UnitKind::frequency), "Hz");
  const Units fine = {.length = "mm"};
  EXPECT_EQ(unit_name(fine, UnitKind::mass), "t");
  EXPECT_EQ(unit_name(fine, UnitKind::stress), "MPa");
  EXPECT_EQ(unit_name(fine, UnitKind::energy), "mJ");
  EXPECT_EQ(unit_name(fine, UnitKind::stiffness), "N/mm");
  const Units imperial = {.length = "ft", .force = "lbf"};
  EXPECT_EQ(unit_name(imperial, UnitKind::mass), "lbf s²/ft");
  EXPECT_EQ(unit_name(imperial, UnitKind::stress), "lbf/ft²");
  EXPECT_EQ(unit_name(imperial, UnitKind::acceleration), "ft/s²");
  EXPECT_EQ(unit_name({.time = "ms"}, UnitKind::frequency), "kHz");
}

}  // namespace
}  // namespace tensio
