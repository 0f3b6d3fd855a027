// From a shape found by force densities or constant tensions to elastic springs, and their weight.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/loads.hpp"
#include "model/resolve.hpp"
#include "tensio/model/units.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {

namespace {

/// Weight and shape are consistent if no mass changes by more than this part of the largest.
constexpr double kAgreed = 1e-13;
constexpr int kMostWeightRounds = 100;

// The law that springs of this set have once they are elastic.
Law elastic_law(const System& system, const SpringSet& set) {
  const Material* material = find_material(system, set.material);
  const Law law = material && material->law ? *material->law : Law::linear;
  return can_be_slack(law) && is_straight(law) ? law : Law::linear;
}

// Whether a set of springs can be made elastic: it has an axial stiffness.
bool can_be_elastic(const SpringColumns& columns) {
  return !has_rest_length(columns.law) && !columns.axial_is_tension && columns.has_ea();
}

// The system without the mass of such springs.
System without_spring_mass(const System& system) {
  System result = system;
  for (SpringSet& set : result.springs) {
    const SpringColumns columns = columns_of(system, set);
    if (can_be_elastic(columns) && !columns.mass_per_length.empty()) set.mass_per_length = {0};
  }
  return result;
}

bool have_weight(const System& system) {
  const bool gravity =
      std::any_of(system.gravity.begin(), system.gravity.end(), [](double g) { return g != 0.0; });
  return gravity && std::any_of(system.springs.begin(), system.springs.end(), [&](const auto& set) {
           const SpringColumns columns = columns_of(system, set);
           return can_be_elastic(columns) && !columns.mass_per_length.empty();
         });
}

// The mass of each node: its own, that of faces, and half of each such spring at its unstressed
// length.
std::vector<double> built_masses(const System& system, const Equilibrium& rest) {
  std::vector<double> mass = masses_by_drawn_shape(without_spring_mass(system));
  std::size_t first = 0;
  for (const SpringSet& set : system.springs) {
    const SpringColumns columns = columns_of(system, set);
    if (can_be_elastic(columns) && !columns.mass_per_length.empty())
      for (std::size_t i = 0; i < set.ends.size(); ++i) {
        const double strain = rest.tension[first + i] / columns.ea(i);
        const double half =
            0.5 * at(columns.mass_per_length, i) * rest.length[first + i] / (1.0 + strain);
        for (int node : set.ends[i]) mass[node] += half;
      }
    first += set.ends.size();
  }
  return mass;
}

double largest_change(const std::vector<double>& before, const std::vector<double>& after) {
  double largest = 0, change = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    largest = std::max(largest, std::abs(after[i]));
    change = std::max(change, std::abs(after[i] - before[i]));
  }
  return largest > 0 ? change / largest : 0;
}

class Materialiser {
 public:
  Materialiser(const System& system, const Equilibrium& rest) : system_(system), rest_(rest) {}

  System run() {
    System result = redrawn(without_spring_mass(system_), rest_);
    if (system_.faces.mass_per_area.empty()) result.nodes.mass = system_.nodes.mass;
    std::size_t first = 0;
    for (std::size_t s = 0; s < system_.springs.size(); ++s) {
      const SpringColumns columns = columns_of(system_, system_.springs[s]);
      if (!has_rest_length(columns.law)) make_elastic(columns, s, first, result.springs[s]);
      first += system_.springs[s].ends.size();
    }
    if (!problems_.empty()) throw Error(std::move(problems_));
    return result;
  }

 private:
  void refuse(std::size_t s, std::string message) {
    Problem problem;
    problem.pointer = fmt::format("/springs/{}", s);
    problem.message = std::move(message);
    problems_.push_back(std::move(problem));
  }

  void make_elastic(const SpringColumns& columns, std::size_t s, std::size_t first,
                    SpringSet& set) {
    if (!can_be_elastic(columns)) {
      const std::string name = set.name.empty() ? "" : fmt::format(" (`{}`)", set.name);
      refuse(s, fmt::format("set {}{} of {} springs has no elastic stiffness to be made of; give "
                            "axial_stiffness or a material besides its {}",
                            s, name, to_string(columns.law),
                            columns.axial_is_tension    ? "stiffness or pretension"
                            : columns.stiffness.empty() ? "pretension"
                                                        : "stiffness"));
      return;
    }
    const Law law = elastic_law(system_, set);
    const auto force = [&](double value) {
      const Units& units = system_.units;
      return gives_units(units) ? fmt::format("{} {}", value, unit_name(units, UnitKind::force))
                                : fmt::format("{}", value);
    };
    Column rest_length;
    for (std::size_t i = 0; i < set.ends.size(); ++i) {
      const double tension = rest_.tension[first + i], strain = tension / columns.ea(i);
      const int spring = static_cast<int>(first + i);
      if (!(strain > -1.0) || !std::isfinite(strain))
        return refuse(
            s, fmt::format("{} carries a compression of {}, more than its axial_stiffness of {} "
                           "allows: no unstressed length gives that",
                           spring_label(system_, spring), force(-tension), force(columns.ea(i))));
      if (one_way(law) * tension < 0.0)
        return refuse(
            s, fmt::format("{} carries a {} of {}, which its material, a {}, cannot",
                           spring_label(system_, spring), tension < 0.0 ? "compression" : "tension",
                           force(std::abs(tension)), to_string(law)));
      rest_length.push_back(rest_.length[first + i] / (1.0 + strain));
    }
    set.law = law;
    set.mass_per_length = system_.springs[s].mass_per_length;
    set.stiffness.clear();
    set.pretension.clear();
    set.rest_length = std::move(rest_length);
  }

  const System& system_;
  const Equilibrium& rest_;
  std::vector<Problem> problems_;
};

}  // namespace

System materialised(const System& system, const Equilibrium& rest) {
  return Materialiser(system, rest).run();
}

Weighed weighed(const System& system, const Equilibrium& rest, const EquilibriumOptions& options,
                Observer* observer) {
  Weighed result{system, rest};
  if (!rest.converged() || !have_weight(system)) return result;
  result.system = without_spring_mass(system);
  Report sum = rest.report;
  std::vector<double> mass = built_masses(system, rest);
  for (int round = 0; round < kMostWeightRounds; ++round) {
    result.system.nodes.mass = mass;
    result.system.nodes.start = result.rest.state.position;
    result.rest = solve_equilibrium(result.system, options, observer);
    Report& report = result.rest.report;
    report.iterations = sum.iterations += report.iterations;
    report.linear_iterations = sum.linear_iterations += report.linear_iterations;
    report.projected_iterations = sum.projected_iterations += report.projected_iterations;
    report.seconds = sum.seconds += report.seconds;
    report.compile_seconds = sum.compile_seconds += report.compile_seconds;
    if (!result.rest.converged()) return result;
    std::vector<double> next = built_masses(system, result.rest);
    const double change = largest_change(mass, next);
    mass = std::move(next);
    if (change <= kAgreed) return result;
  }
  result.rest.report.status = Status::iteration_limit;
  result.rest.report.reason =
      fmt::format("after {} solves weight and shape still change each other", kMostWeightRounds);
  return result;
}

}  // namespace tensio
