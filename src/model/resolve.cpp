// Stiffness and rest length of each spring, and systems that spell them out.
#include "model/resolve.hpp"

#include <cmath>
#include <limits>

#include "core/sine.hpp"
#include "physics/spring.hpp"

namespace tensio {

namespace {

template <int D>
double distance(const std::vector<double>& position, int a, int b) {
  return length(
      spring_vector(load<D>(position.data(), a), load<D>(position.data(), b), NoOffset{}));
}

// A power of two near `value`: dividing by it and multiplying again is exact.
double power_of_two_near(double value) {
  if (!(value > 0.0)) return 1.0;
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1.0, exponent);
}

// The rest length of spring i of a polynomial or table set at which it has its pretension.
double pretensioned_rest(const SpringColumns& set, std::size_t i, double drawn) {
  const Curve curve = curve_of(set);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double value = at(set.pretension, i) / (curve.of_strain ? set.ea(i) : at(set.stiffness, i));
  if (!curve.of_strain) return drawn - curve_inverse(curve.view(), value, -infinity, drawn);
  return drawn / (1.0 + curve_inverse(curve.view(), value, std::nextafter(-1.0, 0.0), infinity));
}

double rest_or_drawn(const SpringColumns& set, std::size_t i, double drawn) {
  return set.rest_length.empty() ? drawn : at(set.rest_length, i);
}

// The set's own column, or the material's value.
ColumnView either(const Column& own, const Material* material,
                  const std::optional<double> Material::*value) {
  if (!own.empty() || material == nullptr || !(material->*value)) return own;
  return {&*(material->*value), 1};
}

// The set's own part, or the material's, or nullptr.
template <class Part>
const Part* either(const std::optional<Part>& own, const Material* material,
                   const std::optional<Part> Material::*part) {
  if (own) return &*own;
  return material != nullptr && material->*part ? &*(material->*part) : nullptr;
}

}  // namespace

SpringColumns::SpringColumns(const SpringSet& set, const Material* material)
    : stiffness(set.stiffness),
      rest_length(set.rest_length),
      pretension(set.pretension),
      mass_per_length(either(set.mass_per_length, material, &Material::mass_per_length)),
      strength(either(set.strength, material, &Material::strength)),
      buckling_load(either(set.buckling_load, material, &Material::buckling_load)),
      expansion(either(set.expansion, material, &Material::expansion)),
      damping(set.damping),
      damping_time(set.damping_time),
      broken(set.broken),
      plastic_elongation(set.plastic_elongation),
      hardening_force(set.hardening_force),
      viscous_tension(set.viscous_tension),
      viscous(either(set.viscous, material, &Material::viscous)),
      yield(either(set.yield, material, &Material::yield)),
      breaks(either(set.breaks, material, &Material::breaks)),
      active(either(set.active, material, &Material::active)),
      coefficients(set.coefficients),
      points(set.points) {
  if (set.law || (material && material->law)) law = set.law ? *set.law : *material->law;
  if (coefficients.empty() && material) coefficients = material->coefficients;
  if (points.empty() && material) points = material->points;
  if (damping.empty() && damping_time.empty()) {
    damping = either(set.damping, material, &Material::damping);
    damping_time = either(set.damping_time, material, &Material::damping_time);
  }

  if (!stiffness.empty() && has_rest_length(law)) return;
  const bool own_section = !set.area.empty() || !set.diameter.empty();
  if (!set.axial_stiffness.empty()) {
    axial_stiffness = set.axial_stiffness;
    axial_is_tension = !has_rest_length(law) && stiffness.empty() && pretension.empty();
  } else if (own_section || !set.youngs_modulus.empty()) {
    // One of the two may come from the material: a grade of steel, and the diameter here.
    youngs_modulus = either(set.youngs_modulus, material, &Material::youngs_modulus);
    const Material* section = own_section ? nullptr : material;
    area = either(set.area, section, &Material::area);
    diameter = either(set.diameter, section, &Material::diameter);
  } else if (material != nullptr) {
    axial_stiffness = either({}, material, &Material::axial_stiffness);
    youngs_modulus = either({}, material, &Material::youngs_modulus);
    area = either({}, material, &Material::area);
    diameter = either({}, material, &Material::diameter);
  }
}

double SpringColumns::ea(std::size_t i) const {
  if (!axial_stiffness.empty()) return at(axial_stiffness, i);
  if (!area.empty()) return at(youngs_modulus, i) * at(area, i);
  const double d = at(diameter, i);
  return at(youngs_modulus, i) * (0.25 * kPi * d * d);
}

std::vector<Column*> part_columns(SpringSet& set) {
  std::vector<Column*> columns;
  const auto add = [&](auto&... column) { (columns.push_back(&column), ...); };
  if (set.viscous) add(set.viscous->stiffness, set.viscous->viscosity, set.viscous->time);
  if (set.yield) add(set.yield->strain, set.yield->force, set.yield->hardening);
  if (set.breaks) add(set.breaks->strain, set.breaks->force);
  return columns;
}

const Material* find_material(const System& system, const std::string& name) {
  for (const Material& material : system.materials)
    if (material.name == name) return &material;
  return nullptr;
}

SpringColumns columns_of(const System& system, const SpringSet& set) {
  return SpringColumns(set, set.material.empty() ? nullptr : find_material(system, set.material));
}

std::optional<double> area_of(const System& system, const SpringSet& set, std::size_t i) {
  const auto round = [](double d) { return 0.25 * kPi * d * d; };
  if (!set.area.empty()) return at(set.area, i);
  if (!set.diameter.empty()) return round(at(set.diameter, i));
  const Material* material = set.material.empty() ? nullptr : find_material(system, set.material);
  if (material == nullptr || material->area) return material ? material->area : std::nullopt;
  if (material->diameter) return round(*material->diameter);
  return std::nullopt;
}

Curve curve_of(const SpringColumns& set) {
  Curve curve = set.law == Law::polynomial
                    ? polynomial_curve({set.coefficients.begin(), set.coefficients.end()})
                    : table_curve({set.points.begin(), set.points.end()});
  curve.of_strain = set.has_ea();
  return curve;
}

double drawn_length(const System& system, int a, int b) {
  return system.dimension == 2 ? distance<2>(system.nodes.position, a, b)
                               : distance<3>(system.nodes.position, a, b);
}

SpringValues resolve(const SpringColumns& set, std::size_t i, double drawn) {
  const bool pretensioned = !set.pretension.empty();
  switch (set.law) {
    case Law::force_density: {
      if (pretensioned) return {at(set.pretension, i) / drawn, 0.0};
      if (set.axial_is_tension)
        return {at(set.axial_stiffness, i) / rest_or_drawn(set, i, drawn), 0.0};
      return {at(set.stiffness, i), 0.0};
    }
    case Law::constant_tension: {
      const double tension = pretensioned ? at(set.pretension, i)
                             : set.axial_is_tension
                                 ? at(set.axial_stiffness, i)
                                 : at(set.stiffness, i) * rest_or_drawn(set, i, drawn);
      const double unit = power_of_two_near(drawn);
      return {tension / unit, unit};
    }
    default: break;
  }
  const bool curved = pretensioned && has_curve(set.law);
  if (set.has_ea()) {
    const double ea = set.ea(i);
    const double l0 = curved         ? pretensioned_rest(set, i, drawn)
                      : pretensioned ? drawn / (1.0 + at(set.pretension, i) / ea)
                                     : rest_or_drawn(set, i, drawn);
    return {ea / l0, l0};
  }
  const double k = at(set.stiffness, i);
  const double l0 = curved         ? pretensioned_rest(set, i, drawn)
                    : pretensioned ? drawn - at(set.pretension, i) / k
                                   : rest_or_drawn(set, i, drawn);
  return {k, l0};
}

SpringValues warmed(SpringValues spring, const SpringColumns& set, std::size_t i, double change) {
  if (change == 0.0 || !has_rest_length(set.law)) return spring;
  const double l0 = spring.rest_length * (1.0 + at(set.expansion, i) * change);
  return {set.has_ea() ? set.ea(i) / l0 : spring.stiffness, l0};
}

System with_explicit_rest_lengths(const System& system) {
  System result = system;
  for (std::size_t s = 0; s < result.springs.size(); ++s) {
    const SpringColumns given = columns_of(system, system.springs[s]);
    const Law law = given.law;
    if (system.springs[s].ends.empty()) continue;
    if (has_rest_length(law) && !given.rest_length.empty()) continue;
    if (law == Law::force_density && !given.stiffness.empty()) continue;
    if (law == Law::constant_tension && !given.pretension.empty()) continue;
    // One value per spring, as compile() would find it.
    SpringSet& set = result.springs[s];
    Column values;
    values.reserve(set.ends.size());
    for (std::size_t i = 0; i < set.ends.size(); ++i) {
      const SpringValues value =
          resolve(given, i, drawn_length(system, set.ends[i][0], set.ends[i][1]));
      values.push_back(has_rest_length(law)        ? value.rest_length
                       : law == Law::force_density ? value.stiffness
                                                   : value.stiffness * value.rest_length);
    }
    set.pretension.clear();
    set.rest_length.clear();
    if (given.axial_is_tension) set.axial_stiffness.clear();
    if (has_rest_length(law)) {
      set.rest_length = std::move(values);
    } else if (law == Law::force_density) {
      set.stiffness = std::move(values);
    } else {
      set.stiffness.clear();
      set.pretension = std::move(values);
    }
  }
  return result;
}

}  // namespace tensio
