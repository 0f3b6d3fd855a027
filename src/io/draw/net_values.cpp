// Values of a net that pictures, pages and tables show besides its results.
#include "io/draw/net_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "model/loads.hpp"
#include "model/resolve.hpp"

namespace tensio::io {

std::vector<SpringFact> spring_summary(const System& system) {
  std::vector<SpringFact> summary;
  summary.reserve(usize(system.spring_count()));
  for (std::size_t set = 0; set < system.springs.size(); ++set) {
    const auto& ends = system.springs[set].ends;
    for (std::size_t i = 0; i < ends.size(); ++i) summary.push_back({set, i, ends[i]});
  }
  return summary;
}

std::vector<double> unstressed_lengths(const System& system) {
  const std::vector<double> warmer = temperature_changes(system);
  std::vector<double> lengths;
  lengths.reserve(usize(system.spring_count()));
  for (const SpringSet& set : system.springs) {
    const SpringColumns columns = columns_of(system, set);
    for (std::size_t i = 0; i < set.ends.size(); ++i) {
      if (!has_rest_length(columns.law)) {
        lengths.push_back(std::numeric_limits<double>::quiet_NaN());
        continue;
      }
      const double drawn = drawn_length(system, set.ends[i][0], set.ends[i][1]);
      const double change = warmer.empty() ? 0.0 : warmer[lengths.size()];
      const double plastic =
          columns.plastic_elongation.empty() ? 0.0 : at(columns.plastic_elongation, i);
      const double given = warmed(resolve(columns, i, drawn), columns, i, change).rest_length;
      lengths.push_back(std::max(0.0, given + plastic));
    }
  }
  return lengths;
}

std::vector<float> single_precision(std::span<const double> values) {
  std::vector<float> result(values.size());
  std::transform(values.begin(), values.end(), result.begin(),
                 [](double value) { return static_cast<float>(value); });
  return result;
}

std::string axes_text(unsigned char axes) {
  std::string text;
  for (unsigned axis = 0; axis < 3; ++axis) {
    if ((axes >> axis & 1u) != 0) text += "xyz"[axis];
  }
  return text;
}

std::vector<double> weights(const System& system) {
  const auto dimension = usize(system.dimension);
  const std::vector<double> masses = node_masses(system);
  std::vector<double> forces(masses.size() * dimension);
  for (std::size_t i = 0; i < forces.size(); ++i) {
    forces[i] = masses[i / dimension] * system.gravity[i % dimension];
  }
  return forces;
}

Vector row(std::span<const double> rows, std::size_t node, std::size_t dimension) {
  Vector result = {};
  for (std::size_t axis = 0; axis < dimension; ++axis) {
    result[axis] = rows[node * dimension + axis];
  }
  return result;
}

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double magnitude(const Vector& a) { return std::hypot(a[0], a[1], a[2]); }

}  // namespace tensio::io
