// Wire ropes, strands and rods of standards.
//   wire ropes  A = C d², mass = W d² / 100, breaking force K R d² [EN 12385-4]; E of ropes with a
//               steel core 100 GPa, with a fibre core 80 GPa [EN 1993-1-11, table 3.1]
//   strands     area, mass and characteristic force by diameter [prEN 10138-3]; E = 195 GPa
//   rods        A = pi d² / 4, 7850 kg/m³, yield strength by thickness [EN 10025-2, -3]; E = 210
//   GPa
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
  std::vector<double> diameters;
  for (const Strand& known : kStrands) diameters.push_back(known.diameter);
  refuse(name, fmt::format("these strands have diameters {} mm", fmt::join(diameters, ", ")));
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
  if (family == "Y1860S7") return strand(name, d);
  for (const Steel& steel : kSteels)
    if (family == steel.name) return rod(name, steel, d);
  refuse(name, fmt::format("the families are {}", fmt::join(section_families(), "; ")));
}

std::vector<std::string> section_families() {
  std::vector<std::string> ropes, steels, diameters;
  for (const Rope& of : kRopes) ropes.emplace_back(of.name);
  for (const Steel& steel : kSteels) steels.emplace_back(steel.name);
  for (const Strand& known : kStrands) diameters.push_back(fmt::format("{}", known.diameter));
  return {
      fmt::format("wire ropes {} with the grade -{}, {} to {} mm", fmt::join(ropes, ", "),
                  fmt::join(kGrades, ", -"), kThinnestRope, kThickestRope),
      fmt::format("strands Y1860S7, {} mm", fmt::join(diameters, ", ")),
      fmt::format("rods {}, {} to {} mm", fmt::join(steels, ", "), kThinnestRod, kThickness[4])};
}

}  // namespace tensio
