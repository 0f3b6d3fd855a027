// The numbers of materials and spring sets by their names, for reading and writing alike.
#pragma once

#include <optional>

#include "tensio/springs.hpp"

namespace tensio {

struct MaterialNumber {
  const char* key;
  std::optional<double> Material::*member;
};
inline constexpr MaterialNumber kMaterialNumbers[] = {
    {"axial_stiffness", &Material::axial_stiffness},
    {"youngs_modulus", &Material::youngs_modulus},
    {"area", &Material::area},
    {"diameter", &Material::diameter},
    {"mass_per_length", &Material::mass_per_length},
    {"strength", &Material::strength},
    {"buckling_load", &Material::buckling_load},
    {"expansion", &Material::expansion},
    {"damping", &Material::damping},
    {"damping_time", &Material::damping_time},
};

struct SetColumn {
  const char* key;
  Column SpringSet::*member;
};
inline constexpr SetColumn kSetColumns[] = {
    {"stiffness", &SpringSet::stiffness},
    {"axial_stiffness", &SpringSet::axial_stiffness},
    {"rest_length", &SpringSet::rest_length},
    {"pretension", &SpringSet::pretension},
    {"youngs_modulus", &SpringSet::youngs_modulus},
    {"area", &SpringSet::area},
    {"diameter", &SpringSet::diameter},
    {"mass_per_length", &SpringSet::mass_per_length},
    {"strength", &SpringSet::strength},
    {"buckling_load", &SpringSet::buckling_load},
    {"expansion", &SpringSet::expansion},
    {"damping", &SpringSet::damping},
    {"damping_time", &SpringSet::damping_time},
    {"broken", &SpringSet::broken},
    {"plastic_elongation", &SpringSet::plastic_elongation},
    {"hardening_force", &SpringSet::hardening_force},
    {"viscous_tension", &SpringSet::viscous_tension},
};

/// Columns whose values may be negative whatever the law.
inline constexpr bool of_any_sign(Column SpringSet::*column) {
  return column == &SpringSet::pretension || column == &SpringSet::expansion ||
         column == &SpringSet::plastic_elongation || column == &SpringSet::viscous_tension;
}

}  // namespace tensio
