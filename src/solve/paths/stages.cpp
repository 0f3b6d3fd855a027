// Construction stages, one after the other.
#include <fmt/format.h>

#include <cstddef>

#include "core/index.hpp"
#include "solve/paths/building.hpp"
#include "solve/paths/chained_solves.hpp"
#include "tensio/solve/combinations.hpp"

namespace tensio {

StageResults solve_stages(const System& system, const EquilibriumOptions& options,
                          Observer* observer, Validated validated) {
  if (validated == Validated::no) require_valid(system);
  if (system.stages.empty()) throw Error("the system has no stages");
  StageResults results;
  results.system = with_explicit_rest_lengths(system);
  results.system.stages.clear();
  Building building(system, results.system);
  if (options.load_steps > 1) {
    results.stages.push_back(
        {"before the first stage", solve_load_steps(results.system, options, observer)});
    results.system.nodes.start = results.stages.back().rest.state.position;
    if (!results.stages.back().rest.converged()) {
      results.system.stages = system.stages;
      return results;
    }
  }
  for (std::size_t i = 0; i < system.stages.size(); ++i) {
    const Stage& stage = system.stages[i];
    building.begin(stage, results.system);
    Equilibrium rest = solve_steps(
        results.system, stage.steps, [&](System& target, int step) { building.set(target, step); },
        options, observer);
    const bool converged = rest.converged();
    results.stages.push_back(
        {stage.name.empty() ? fmt::format("stage {}", i + 1) : stage.name, std::move(rest),
         static_cast<int>(i)});
    if (converged) continue;
    // For a later attempt: the state reached, with the rest lengths before this stage.
    building.undo(results.system);
    results.system.stages.assign(system.stages.begin() + static_cast<std::ptrdiff_t>(i),
                                 system.stages.end());
    break;
  }
  return results;
}

std::vector<System> stage_systems(const System& system,
                                  const std::vector<NamedEquilibrium>& stages,
                                  LooseNodes loose) {
  std::vector<System> systems;
  System built = with_explicit_rest_lengths(system);
  built.stages.clear();
  Building building(system, built);
  for (const NamedEquilibrium& one : stages) {
    if (one.stage >= 0) {
      const Stage& stage = system.stages.at(usize(one.stage));
      building.begin(stage, built);
      // What is there changes at the first step.
      building.set(built, 1);
      if (stage.steps > 1) building.set(built, stage.steps);
    }
    systems.push_back(built);
    if (loose == LooseNodes::free) building.leave_loose(systems.back());
    built.nodes.start = systems.back().nodes.start = one.rest.state.position;
  }
  return systems;
}

}  // namespace tensio
