// Stiffness and rest length of each spring, and systems that spell them out.
#include "model/resolve.hpp"

#include <cmath>
#include <limits>

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
double pretensioned_rest(const SpringSet& set, std::size_t i, double drawn) {
  const Curve curve = curve_of(set);
  const double k = at(curve.of_strain ? set.axial_stiffness : set.stiffness, i);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double value = at(set.pretension, i) / k;
  if (!curve.of_strain) return drawn - curve_inverse(curve.view(), value, -infinity, drawn);
  return drawn / (1.0 + curve_inverse(curve.view(), value, std::nextafter(-1.0, 0.0), infinity));
}

double rest_or_drawn(const SpringSet& set, std::size_t i, double drawn) {
  return set.rest_length.empty() ? drawn : at(set.rest_length, i);
}

}  // namespace

Curve curve_of(const SpringSet& set) {
  Curve curve =
      law_of(set) == Law::polynomial ? polynomial_curve(set.coefficients) : table_curve(set.points);
  curve.of_strain = !set.axial_stiffness.empty();
  return curve;
}

double drawn_length(const System& system, int a, int b) {
  return system.dimension == 2 ? distance<2>(system.nodes.position, a, b)
                               : distance<3>(system.nodes.position, a, b);
}

SpringValues resolve(const SpringSet& set, std::size_t i, double drawn) {
  const bool axial = !set.axial_stiffness.empty();
  const bool pretensioned = !set.pretension.empty();
  switch (law_of(set)) {
    case Law::force_density: {
      if (pretensioned) return {at(set.pretension, i) / drawn, 0.0};
      if (axial) return {at(set.axial_stiffness, i) / rest_or_drawn(set, i, drawn), 0.0};
      return {at(set.stiffness, i), 0.0};
    }
    case Law::constant_tension: {
      const double tension = pretensioned ? at(set.pretension, i)
                             : axial      ? at(set.axial_stiffness, i)
                                          : at(set.stiffness, i) * rest_or_drawn(set, i, drawn);
      const double unit = power_of_two_near(drawn);
      return {tension / unit, unit};
    }
    case Law::linear:
    case Law::cable:
    case Law::strut:
    case Law::polynomial:
    case Law::table:
    case Law::custom: break;
  }
  const bool curved = pretensioned && has_curve(law_of(set));
  if (axial) {
    const double ea = at(set.axial_stiffness, i);
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

System with_explicit_rest_lengths(const System& system) {
  System result = system;
  for (SpringSet& set : result.springs) {
    const bool has_rest = law_of(set) != Law::force_density && law_of(set) != Law::constant_tension;
    if (has_rest && !set.rest_length.empty()) continue;
    if (law_of(set) == Law::force_density && !set.stiffness.empty()) continue;
    if (law_of(set) == Law::constant_tension && !set.pretension.empty()) continue;
    // One value per spring, as compile() would find it.
    Column values;
    values.reserve(set.ends.size());
    for (std::size_t i = 0; i < set.ends.size(); ++i) {
      const SpringValues value =
          resolve(set, i, drawn_length(system, set.ends[i][0], set.ends[i][1]));
      values.push_back(has_rest                            ? value.rest_length
                       : law_of(set) == Law::force_density ? value.stiffness
                                                           : value.stiffness * value.rest_length);
    }
    set.pretension.clear();
    set.rest_length.clear();
    if (has_rest) {
      set.rest_length = std::move(values);
    } else if (law_of(set) == Law::force_density) {
      set.axial_stiffness.clear();
      set.stiffness = std::move(values);
    } else {
      set.stiffness.clear();
      set.axial_stiffness.clear();
      set.pretension = std::move(values);
    }
  }
  return result;
}

}  // namespace tensio
