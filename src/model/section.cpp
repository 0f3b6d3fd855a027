// Wire ropes, strands and rods of standards.
//   wire ropes  A = C d², mass = W d² / 100, breaking force K R d² [EN 12385-4]; E of ropes with a
//               steel core 100 GPa, with a fibre core 80 GPa [EN 1993-1-11, table 3.1]
//   spiral      A = pi d² / 4 times the fill of equal round wires in layers, breaking force K R d²
//   strands     [K: tables of makers]; E = 150 GPa [EN 1993-1-11, table 3.1]
//   locked-coil A = pi d² / 4 times the fill, breaking force 0.918 R A [tables of makers];
//   ropes       E = 160 GPa [EN 1993-1-11, table 3.1]
//   strands     area, mass and characteristic force by diameter [prEN 10138-3]; E = 195 GPa
//   rods        A = pi d² / 4, 7850 kg/m³, yield strength by thickness [EN 10025-2, -3]; E = 210
//   GPa
// docs/file_format.md says which of these sources were compared with these numbers.
#include "tensio/model/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tensio/error.hpp"

namespace tensio {

namespace {

constexpr double kExpansion = 1.2e-5;  ///< of steel [EN 1993-1-1, EN 1993-1-11]
constexpr double kPi = 3.14159265358979323846;

struct Rope {
  const char* name;
  double W, C, K;  ///< of mass [kg/(100 m mm²)], area, breaking force
  bool fibre_core;
};

constexpr Rope kRopes[] = {
    {"6x7-FC", 0.345, 0.369, 0.332, true},  {"6x7-IWRC", 0.384, 0.432, 0.359, false},
    {"6x19-FC", 0.359, 0.384, 0.330, true}, {"6x19-IWRC", 0.400, 0.449, 0.356, false},
    {"6x36-FC", 0.367, 0.393, 0.330, true}, {"6x36-IWRC", 0.409, 0.460, 0.356, false},
    {"8x19-FC", 0.340, 0.349, 0.293, true}, {"8x19-IWRC", 0.407, 0.457, 0.356, false},
    {"8x36-FC", 0.348, 0.357, 0.293, true}, {"8x36-IWRC", 0.417, 0.468, 0.356, false},
};
constexpr int kGrades[] = {1770, 1960, 2160};
constexpr double kThinnestRope = 6, kThickestRope = 60;

// Round wires of one size in layers around one, all of them crossing: `across` lie on a diameter.
struct SpiralStrand {
  const char* name;
  int wires, across;
  double K;  ///< of breaking force
};

constexpr SpiralStrand kSpiralStrands[] = {{"1x19", 19, 5, 0.525},
                                           {"1x37", 37, 7, 0.515},
                                           {"1x61", 61, 9, 0.515},
                                           {"1x91", 91, 11, 0.515},
                                           {"1x127", 127, 13, 0.515}};
constexpr int kSpiralGrades[] = {1570, 1770};
constexpr double kThinnestSpiralStrand = 5, kThickestWire = 7;

// The more layers of Z-shaped wires a rope has, the less is left empty.
struct LockedCoil {
  double below, fill;  ///< of diameters below this [mm]
};

constexpr LockedCoil kLockedCoils[] = {{30, 0.81}, {55, 0.84}, {1e9, 0.88}};
constexpr double kThinnestLockedCoil = 20, kThickestLockedCoil = 180;
constexpr double kLockedCoilGrade = 1570, kLossInLockedCoil = 0.918;
// Of the metal of spiral strands and locked-coil ropes, with what fills them: 83 kN/m³.
constexpr double kFilledDensity = 83e3 / 9.81;

struct Strand {
  double diameter, area, mass, force;  ///< [mm], [mm²], [g/m], [kN]
};

constexpr Strand kStrands[] = {
    {12.5, 93, 726, 173}, {12.9, 100, 781, 186}, {15.3, 140, 1093, 260}, {15.7, 150, 1172, 279}};

// Yield strength [MPa] up to 16, 40, 63, 80 and 100 mm.
struct Steel {
  const char* name;
  double yield[5];
};

constexpr double kThickness[] = {16, 40, 63, 80, 100};
constexpr Steel kSteels[] = {{"rod-S235", {235, 225, 215, 215, 215}},
                             {"rod-S355", {355, 345, 335, 325, 315}},
                             {"rod-S460", {460, 440, 430, 410, 400}}};
constexpr double kThinnestRod = 5;

// Diameters that makers list [mm].
constexpr double kUsual[] = {5,  6,  8,  10, 12, 14, 16, 18, 20, 22, 24,  26,  28,  30,  32,
                             36, 40, 44, 48, 52, 56, 60, 70, 80, 90, 100, 120, 140, 160, 180};

[[noreturn]] void refuse(const std::string& name, const std::string& what) {
  throw Error(fmt::format("there is no section `{}`: {}", name, what));
}

Section rope(const std::string& name, const Rope& of, int grade, double d) {
  if (d < kThinnestRope || d > kThickestRope)
    refuse(name,
           fmt::format("wire ropes have diameters from {} to {} mm", kThinnestRope, kThickestRope));
  return {name,
          of.C * d * d * 1e-6,
          of.fibre_core ? 80e9 : 100e9,
          of.W * d * d / 100,
          of.K * grade * d * d,
          kExpansion,
          "EN 12385-4 (minimum breaking force), EN 1993-1-11 (modulus)"};
}

Section spiral_strand(const std::string& name, const SpiralStrand& of, int grade, double d) {
  const double thickest = kThickestWire * of.across;
  if (d < kThinnestSpiralStrand || d > thickest)
    refuse(name, fmt::format("strands {} have diameters from {} to {} mm", of.name,
                             kThinnestSpiralStrand, thickest));
  const double area = kPi / 4 * d * d * 1e-6 * of.wires / (of.across * of.across);
  return {name,
          area,
          150e9,
          kFilledDensity * area,
          of.K * grade * d * d,
          kExpansion,
          "EN 1993-1-11 (modulus, weight), tables of makers (minimum breaking force)"};
}

Section locked_coil(const std::string& name, double d) {
  if (d < kThinnestLockedCoil || d > kThickestLockedCoil)
    refuse(name, fmt::format("locked-coil ropes have diameters from {} to {} mm",
                             kThinnestLockedCoil, kThickestLockedCoil));
  const LockedCoil* of = kLockedCoils;
  while (d >= of->below) ++of;
  const double area = kPi / 4 * d * d * 1e-6 * of->fill;
  return {name,
          area,
          160e9,
          kFilledDensity * area,
          kLossInLockedCoil * kLockedCoilGrade * 1e6 * area,
          kExpansion,
          "EN 1993-1-11 (modulus, weight, fill), tables of makers (characteristic breaking force)"};
}

std::vector<double> strand_diameters() {
  std::vector<double> diameters;
  for (const Strand& known : kStrands) diameters.push_back(known.diameter);
  return diameters;
}

Section strand(const std::string& name, double d) {
  for (const Strand& known : kStrands)
    if (known.diameter == d)
      return {name,
              known.area * 1e-6,
              195e9,
              known.mass * 1e-3,
              known.force * 1e3,
              kExpansion,
              "prEN 10138-3 (characteristic maximum force)"};
  refuse(name,
         fmt::format("these strands have diameters {} mm", fmt::join(strand_diameters(), ", ")));
}

Section rod(const std::string& name, const Steel& steel, double d) {
  if (d < kThinnestRod || d > kThickness[4])
    refuse(name, fmt::format("rods have diameters from {} to {} mm", kThinnestRod, kThickness[4]));
  const double area = kPi / 4 * d * d * 1e-6;
  std::size_t i = 0;
  while (d > kThickness[i]) ++i;
  return {name,
          area,
          210e9,
          7850 * area,
          steel.yield[i] * 1e6 * area,
          kExpansion,
          "EN 10025 (yield strength by thickness), full section without threads"};
}

}  // namespace

Section section_of(const std::string& name) {
  const std::size_t space = name.rfind(' ');
  const std::string family = name.substr(0, space);
  const std::string size = space == std::string::npos ? "" : name.substr(space + 1);
  char* end = nullptr;
  const double d = std::strtod(size.c_str(), &end);
  if (size.empty() || *end != '\0' || !std::isfinite(d))
    refuse(name, "a name ends with a space and the diameter in mm, as in `6x36-IWRC-1770 16`");
  for (const Rope& of : kRopes)
    for (const int grade : kGrades)
      if (family == fmt::format("{}-{}", of.name, grade)) return rope(name, of, grade, d);
  for (const SpiralStrand& of : kSpiralStrands)
    for (const int grade : kSpiralGrades)
      if (family == fmt::format("{}-{}", of.name, grade)) return spiral_strand(name, of, grade, d);
  if (family == fmt::format("locked-coil-{}", kLockedCoilGrade)) return locked_coil(name, d);
  if (family == "Y1860S7") return strand(name, d);
  for (const Steel& steel : kSteels)
    if (family == steel.name) return rod(name, steel, d);
  std::string known;
  for (const SectionFamily& one : section_families())
    known += fmt::format("{}{}", known.empty() ? "" : ", ", one.name);
  refuse(name, fmt::format("the families are {}", known));
}

std::vector<SectionFamily> section_families() {
  std::vector<SectionFamily> families;
  const auto add = [&](std::string name, const char* kind, double from, double to) {
    SectionFamily family{std::move(name), kind, fmt::format("{} to {} mm", from, to)};
    for (const double d : kUsual)
      if (from <= d && d <= to) family.usual.push_back(d);
    families.push_back(std::move(family));
  };
  for (const Rope& of : kRopes)
    for (const int grade : kGrades)
      add(fmt::format("{}-{}", of.name, grade), "wire rope", kThinnestRope, kThickestRope);
  for (const SpiralStrand& of : kSpiralStrands)
    for (const int grade : kSpiralGrades)
      add(fmt::format("{}-{}", of.name, grade), "spiral strand", kThinnestSpiralStrand,
          kThickestWire * of.across);
  add(fmt::format("locked-coil-{}", kLockedCoilGrade), "locked-coil rope", kThinnestLockedCoil,
      kThickestLockedCoil);
  const std::vector<double> strands = strand_diameters();
  families.push_back(
      {"Y1860S7", "prestressing strand", fmt::format("{} mm", fmt::join(strands, ", ")), strands});
  for (const Steel& steel : kSteels) add(steel.name, "rod", kThinnestRod, kThickness[4]);
  return families;
}

}  // namespace tensio
