// Loads, weights, temperatures and moves: their sums, and the cases that make them up.
#include "model/loads.hpp"

#include <cmath>

#include "core/index.hpp"
#include "model/resolve.hpp"

namespace tensio {

namespace {

void scale(Load& load, double factor) {
  for (double& f : load.force) f *= factor;
  for (double& m : load.move) m *= factor;
  if (load.temperature) *load.temperature *= factor;
  for (Waveform& wave : load.wave) scale(wave, factor);
  if (load.pressure) scale(*load.pressure, factor);
}

std::vector<double> values_at(const std::vector<Waveform>& waves, double time) {
  std::vector<double> values;
  values.reserve(waves.size());
  for (const Waveform& wave : waves) values.push_back(value_at(wave, time));
  return values;
}

// The factor of a case; 0 where the combination does not name it.
double factor_of(const Combination& combination, const std::string& load_case) {
  for (const auto& [name, factor] : combination.factors)
    if (name == load_case) return factor;
  return 0.0;
}

// Adds the masses of the springs with or without a rest length.
void add_spring_masses(const System& system, bool with_rest_length, std::vector<double>& mass) {
  for (const SpringSet& set : system.springs) {
    const SpringColumns columns = columns_of(system, set);
    if (columns.mass_per_length.empty() || has_rest_length(columns.law) != with_rest_length)
      continue;
    for (std::size_t i = 0; i < set.ends.size(); ++i) {
      const auto [a, b] = set.ends[i];
      const double drawn = drawn_length(system, a, b);
      const double l = with_rest_length ? resolve(columns, i, drawn).rest_length : drawn;
      const double half = 0.5 * at(columns.mass_per_length, i) * l;
      mass[a] += half;
      mass[b] += half;
    }
  }
}

// The corners of a face carry equal parts of it.
void add_face_masses(const System& system, std::vector<double>& mass) {
  const Faces& faces = system.faces;
  if (faces.mass_per_area.empty()) return;
  for (int f = 0; f < faces.count(); ++f) {
    const std::span<const int> corners = faces.corners(f);
    const double part = at(faces.mass_per_area, usize(f)) * drawn_area(system, f) /
                        static_cast<double>(corners.size());
    for (int node : corners) mass[node] += part;
  }
}

}  // namespace

void scale(Waveform& wave, double factor) {
  wave.value *= factor;
  for (auto& point : wave.points) point[1] *= factor;
  wave.amplitude *= factor;
  wave.offset *= factor;
}

void raise(Waveform& wave, double more) {
  wave.value += more;
  for (auto& point : wave.points) point[1] += more;
  wave.offset += more;
}

double drawn_area(const System& system, int face) {
  const std::span<const int> corners = system.faces.corners(face);
  if (corners.size() == 2) return drawn_length(system, corners[0], corners[1]);
  // half the sum of the cross products of neighbouring corners, seen from the first
  const std::size_t d = usize(system.dimension);
  const auto from_first = [&](std::size_t corner, std::size_t axis) {
    if (axis >= d) return 0.0;
    const std::vector<double>& x = system.nodes.position;
    return x[usize(corners[corner]) * d + axis] - x[usize(corners[0]) * d + axis];
  };
  double sum[3] = {};
  for (std::size_t c = 1; c + 1 < corners.size(); ++c)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
      sum[axis] +=
          from_first(c, u) * from_first(c + 1, v) - from_first(c, v) * from_first(c + 1, u);
    }
  return 0.5 * std::sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
}

double start_time(const System& system) {
  return system.simulation ? system.simulation->start_time : 0.0;
}

std::vector<double> masses_by_drawn_shape(const System& system) {
  std::vector<double> mass(usize(system.node_count()), 0.0);
  if (!system.nodes.mass.empty())
    for (std::size_t i = 0; i < mass.size(); ++i) mass[i] = at(system.nodes.mass, i);
  add_spring_masses(system, false, mass);
  add_face_masses(system, mass);
  return mass;
}

std::vector<double> node_masses(const System& system) {
  std::vector<double> mass = masses_by_drawn_shape(system);
  add_spring_masses(system, true, mass);
  return mass;
}

std::vector<double> load_forces(const System& system) {
  return load_forces(system, start_time(system));
}

std::vector<double> load_forces(const System& system, double time) {
  const std::size_t d = usize(system.dimension);
  std::vector<double> sum(system.nodes.position.size(), 0.0);
  for (const Load& load : system.loads) {
    const std::vector<double> changing = values_at(load.wave, time);
    const std::vector<double>& force = load.wave.empty() ? load.force : changing;
    if (force.empty()) continue;
    for (std::size_t i = 0; i < load.nodes.size(); ++i) {
      const std::size_t row = force.size() == d ? 0 : i * d;
      for (std::size_t axis = 0; axis < d; ++axis)
        sum[usize(load.nodes[i]) * d + axis] += force[row + axis];
    }
  }
  return sum;
}

std::vector<double> applied_forces(const System& system) {
  const std::size_t d = usize(system.dimension);
  const std::vector<double> mass = node_masses(system);
  std::vector<double> sum = load_forces(system);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += mass[i / d] * system.gravity[i % d];
  return sum;
}

std::vector<double> support_moves(const System& system) {
  const std::size_t d = usize(system.dimension);
  std::vector<double> sum;
  const auto add = [&](const std::vector<int>& nodes, const std::vector<double>& move) {
    if (move.empty()) return;
    sum.resize(system.nodes.position.size(), 0.0);
    for (int node : nodes)
      for (std::size_t axis = 0; axis < d; ++axis) sum[usize(node) * d + axis] += move[axis];
  };
  for (const Fixed& fixed : system.nodes.fixed) {
    add(fixed.nodes, fixed.move);
    add(fixed.nodes, values_at(fixed.motion, start_time(system)));
  }
  for (const Load& load : system.loads) add(load.nodes, load.move);
  return sum;
}

std::vector<double> temperature_changes(const System& system) {
  std::vector<double> sum;
  for (const Load& load : system.loads) {
    if (!load.temperature) continue;
    sum.resize(usize(system.spring_count()), 0.0);
    for (int spring : load.springs) sum[spring] += *load.temperature;
  }
  return sum;
}

void scale_actions(System& system, double factor) {
  for (Load& load : system.loads) scale(load, factor);
  for (double& g : system.gravity) g *= factor;
  for (Fixed& fixed : system.nodes.fixed) {
    for (double& m : fixed.move) m *= factor;
    for (Waveform& wave : fixed.motion) scale(wave, factor);
  }
}

void act(const System& system, const Combination& combination, double part, System& target) {
  target.loads.clear();
  for (const Load& load : system.loads) {
    const double factor =
        load.load_case.empty() ? 1.0 : part * factor_of(combination, load.load_case);
    if (factor == 0.0) continue;
    target.loads.push_back(load);
    scale(target.loads.back(), factor);
  }
  target.gravity = system.gravity;
  for (double& g : target.gravity) g *= part * factor_of(combination, kGravityCase);
}

System under(const System& system, const Combination& combination) {
  System result = system;
  act(system, combination, 1.0, result);
  result.combinations.clear();
  return result;
}

}  // namespace tensio
