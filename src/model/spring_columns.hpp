// The columns of spring sets and the numbers of materials: their names, units and signs. Reading,
// writing, units, known keys and validation all go through this table, so that a new column is one
// line here besides its use.
#pragma once

#include <optional>
#include <string_view>

#include "model/units.hpp"
#include "tensio/model/springs.hpp"

namespace tensio {

enum class Sign { any, not_negative, positive };

/// What a column is about.
enum class ColumnKind {
  law,       ///< what the law computes with; with force_density, stiffness may be negative
  property,  ///< of the material, limits included
  damping,
  history,  ///< what has happened to the springs before the start
};

struct SpringColumn {
  const char* key;
  ColumnKind kind;
  Dimension dimension;
  Sign sign;
  Column SpringSet::*of_set;
  std::optional<double> Material::*of_material;  ///< nullptr: of sets alone
};

inline constexpr SpringColumn kSpringColumns[] = {
    {"stiffness", ColumnKind::law, kStiffness, Sign::not_negative, &SpringSet::stiffness, nullptr},
    {"axial_stiffness", ColumnKind::law, kForce, Sign::not_negative, &SpringSet::axial_stiffness,
     &Material::axial_stiffness},
    {"rest_length", ColumnKind::law, kLength, Sign::not_negative, &SpringSet::rest_length, nullptr},
    {"pretension", ColumnKind::law, kForce, Sign::any, &SpringSet::pretension, nullptr},
    {"youngs_modulus", ColumnKind::property, kPressure, Sign::positive, &SpringSet::youngs_modulus,
     &Material::youngs_modulus},
    {"area", ColumnKind::property, kArea, Sign::positive, &SpringSet::area, &Material::area},
    {"diameter", ColumnKind::property, kLength, Sign::positive, &SpringSet::diameter,
     &Material::diameter},
    {"mass_per_length", ColumnKind::property, kMassPerLength, Sign::not_negative,
     &SpringSet::mass_per_length, &Material::mass_per_length},
    {"strength", ColumnKind::property, kForce, Sign::positive, &SpringSet::strength,
     &Material::strength},
    {"buckling_load", ColumnKind::property, kForce, Sign::positive, &SpringSet::buckling_load,
     &Material::buckling_load},
    {"expansion", ColumnKind::property, kPerTemperature, Sign::any, &SpringSet::expansion,
     &Material::expansion},
    {"damping", ColumnKind::damping, kDamping, Sign::not_negative, &SpringSet::damping,
     &Material::damping},
    {"damping_time", ColumnKind::damping, kTime, Sign::not_negative, &SpringSet::damping_time,
     &Material::damping_time},
    {"broken", ColumnKind::history, kPlain, Sign::not_negative, &SpringSet::broken, nullptr},
    {"plastic_elongation", ColumnKind::history, kLength, Sign::any, &SpringSet::plastic_elongation,
     nullptr},
    {"hardening_force", ColumnKind::history, kForce, Sign::not_negative,
     &SpringSet::hardening_force, nullptr},
    {"viscous_tension", ColumnKind::history, kForce, Sign::any, &SpringSet::viscous_tension,
     nullptr},
};

/// The column of this name, or nullptr.
constexpr const SpringColumn* find_spring_column(std::string_view key) {
  for (const SpringColumn& column : kSpringColumns)
    if (key == column.key) return &column;
  return nullptr;
}

}  // namespace tensio
