// Combinations of load cases, solved from one base, and their envelope.
#include "tensio/solve/combinations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "model/loads.hpp"
#include "solve/paths/chained_solves.hpp"

namespace tensio {

namespace {

const Combination& find_combination(const System& system, const std::string& name) {
  std::string known;
  for (const Combination& combination : system.combinations) {
    if (combination.name == name) return combination;
    known += fmt::format("{}`{}`", known.empty() ? "" : ", ", combination.name);
  }
  throw Error(known.empty()
                  ? fmt::format("there is no combination `{}`: the system has none", name)
                  : fmt::format("there is no combination `{}`; there are {}", name, known));
}

// Records values that are larger than those so far; NaN never is. `sign` -1 records the smallest.
void widen(Extremes& extremes, const std::vector<double>& values, int combination, double sign) {
  extremes.value.resize(values.size(), std::numeric_limits<double>::quiet_NaN());
  extremes.governing.resize(values.size(), -1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    if (extremes.governing[i] >= 0 && sign * values[i] <= sign * extremes.value[i]) continue;
    extremes.value[i] = values[i];
    extremes.governing[i] = combination;
  }
}

std::vector<double> magnitudes(const std::vector<double>& rows, std::size_t dimension) {
  std::vector<double> result(rows.size() / dimension, 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) result[i / dimension] += rows[i] * rows[i];
  for (double& value : result) value = std::sqrt(value);
  return result;
}

// The reactions; NaN on axes that are not fixed.
std::vector<double> fixed_reactions(const System& system, const Equilibrium& rest) {
  const auto d = usize(system.dimension);
  std::vector<double> result(rest.reaction.size(), std::numeric_limits<double>::quiet_NaN());
  for (const Fixed& fixed : system.nodes.fixed)
    for (int node : fixed.nodes)
      for (std::size_t axis = 0; axis < d; ++axis) {
        const std::size_t i = usize(node) * d + axis;
        if (fixed.axes >> axis & 1) result[i] = rest.reaction[i];
      }
  return result;
}

void widen(Envelope& envelope, const System& system, const Equilibrium& rest, int combination) {
  widen(envelope.largest_tension, rest.tension, combination, 1);
  widen(envelope.smallest_tension, rest.tension, combination, -1);
  widen(envelope.utilisation, rest.utilisation, combination, 1);
  widen(envelope.displacement, magnitudes(rest.displacement, usize(system.dimension)), combination,
        1);
  const std::vector<double> reactions = fixed_reactions(system, rest);
  widen(envelope.largest_reaction, reactions, combination, 1);
  widen(envelope.smallest_reaction, reactions, combination, -1);
}

// The equilibrium without any load case, after all stages; `system` becomes the system as built.
Equilibrium solve_base(System& system, const EquilibriumOptions& options, Observer* observer,
                       std::vector<NamedEquilibrium>& stages) {
  System acting = under(system, {});
  Equilibrium base;
  if (system.stages.empty()) {
    base = solve_equilibrium(acting, options, observer);
    system = with_explicit_rest_lengths(system);
  } else {
    StageResults built = solve_stages(acting, options, observer);
    stages = std::move(built.stages);
    base = stages.back().rest;
    system.springs = std::move(built.system.springs);
    system.nodes.fixed = std::move(built.system.nodes.fixed);
    system.stages = std::move(built.system.stages);
  }
  system.nodes.start = base.state.position;
  return base;
}

}  // namespace

Status CombinationResults::worst() const {
  Status status = base.report.status;
  for (const NamedEquilibrium& combination : combinations)
    status = std::max(status, combination.rest.report.status);
  return status;
}

CombinationResults solve_combinations(const System& system, const EquilibriumOptions& options,
                                      const std::vector<std::string>& names, Observer* observer,
                                      Validated validated) {
  if (validated == Validated::no) require_valid(system);
  std::vector<const Combination*> wanted;
  wanted.reserve(names.size() + system.combinations.size());
  for (const std::string& name : names) wanted.push_back(&find_combination(system, name));
  if (names.empty())
    for (const Combination& combination : system.combinations) wanted.push_back(&combination);

  CombinationResults results;
  results.system = system;
  results.base = solve_base(results.system, options, observer, results.stages);
  if (!results.base.converged()) return results;

  System acting = results.system;
  acting.combinations.clear();
  for (const Combination* combination : wanted) {
    acting.nodes.start = results.base.state.position;
    Equilibrium rest = solve_steps(
        acting, options.load_steps,
        [&](System& target, int step) {
          act(system, *combination, static_cast<double>(step) / options.load_steps, target);
        },
        options, observer);
    for (std::size_t i = 0; i < rest.displacement.size(); ++i)
      rest.displacement[i] = rest.state.position[i] - results.base.state.position[i];
    if (rest.converged())
      widen(results.envelope, system, rest, static_cast<int>(results.combinations.size()));
    results.combinations.push_back({combination->name, std::move(rest)});
    if (results.combinations.back().rest.report.status == Status::interrupted) break;
  }
  return results;
}

namespace {

SceneSolution solve_one_combination(const System& system, const EquilibriumOptions& options,
                                    const std::string& name, Observer* observer,
                                    Validated validated) {
  CombinationResults results = solve_combinations(system, options, {name}, observer, validated);
  SceneSolution solution{.combination = name, .stages = std::move(results.stages)};
  if (results.combinations.empty()) {
    // the base was not found
    solution.rest = std::move(results.base);
    solution.rest.report.reason = "without any load case: " + solution.rest.report.reason;
    solution.built = under(results.system, {});
  } else {
    solution.rest = std::move(results.combinations[0].rest);
    solution.built = under(results.system, find_combination(system, name));
  }
  return solution;
}

}  // namespace

SceneSolution solve_scene(const System& system, const EquilibriumOptions& options,
                          const std::string& combination, Observer* observer, Validated validated) {
  if (!combination.empty())
    return solve_one_combination(system, options, combination, observer, validated);
  SceneSolution solution;
  if (!system.combinations.empty()) {
    solution.all = solve_combinations(system, options, {}, observer, validated);
    solution.rest = solution.all->base;
  } else if (!system.stages.empty()) {
    StageResults results = solve_stages(system, options, observer, validated);
    solution.rest = results.stages.back().rest;
    solution.stages = std::move(results.stages);
    solution.built = std::move(results.system);
  } else {
    solution.rest = solve_equilibrium(system, options, observer, validated);
  }
  return solution;
}

}  // namespace tensio
