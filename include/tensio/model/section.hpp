// Wire ropes, spiral strands, locked-coil ropes, strands and rods of standards: their area,
// modulus, mass and strength by diameter.
#pragma once

#include <string>
#include <vector>

namespace tensio {

/// A section in SI units.
struct Section {
  std::string name = {};       ///< "6x36-IWRC-1770 16"
  double area = 0;             ///< of the metal [m²]
  double youngs_modulus = 0;   ///< [Pa]
  double mass_per_length = 0;  ///< [kg/m]
  double strength = 0;   ///< characteristic: breaking force of ropes and strands, yield of rods [N]
  double expansion = 0;  ///< [1/K]
  std::string source = {};  ///< the standards that the numbers are from
};

/// The section of a name: the family and the diameter in mm.
///   6x36-IWRC-1770 16  a wire rope: construction, core (FC, IWRC) and grade 1770, 1960 or 2160
///   1x37-1570 24       a spiral strand of 1570 or 1770: 19, 37, 61, 91 or 127 round wires
///   locked-coil-1570 60  a fully locked coil rope
///   Y1860S7 15.7       a seven-wire prestressing strand
///   rod-S355 24        a round bar of S235, S355 or S460
/// Throws Error for another name, and says which there are.
Section section_of(const std::string& name);

/// Sections that differ in their diameter.
struct SectionFamily {
  std::string name = {};           ///< "6x36-IWRC-1770"
  std::string kind = {};           ///< "wire rope"
  std::string diameters = {};      ///< "6 to 60 mm"
  std::vector<double> usual = {};  ///< diameters for a table [mm]
};

/// All families that section_of() knows.
std::vector<SectionFamily> section_families();

}  // namespace tensio
