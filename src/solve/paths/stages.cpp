// Construction stages, one after the other.
#include <fmt/format.h>

#include <cstddef>

#include "core/index.hpp"
#include "model/resolve.hpp"
#include "solve/paths/chained_solves.hpp"
#include "tensio/solve/combinations.hpp"

namespace tensio {

namespace {

// Rest lengths of the springs that a stage changes, as they were before it.
class StageLengths {
 public:
  StageLengths(const Stage& stage, System& system) : stage_(stage) {
    std::size_t first = 0;
    std::vector<std::pair<std::size_t, std::size_t>> location(usize(system.spring_count()));
    for (std::size_t s = 0; s < system.springs.size(); ++s)
      for (std::size_t i = 0; i < system.springs[s].ends.size(); ++i) location[first++] = {s, i};
    for (int spring : stage.springs) {
      const auto [s, i] = location[spring];
      SpringSet& set = system.springs[s];
      if (set.rest_length.size() != set.ends.size())
        set.rest_length.assign(set.ends.size(), set.rest_length[0]);
      springs_.push_back({s, i, set.rest_length[i]});
    }
  }

  // The system as it is at a step of the stage.
  void set(System& system, int step) const {
    const double part = static_cast<double>(step) / stage_.steps;
    for (const Changed& spring : springs_)
      system.springs[spring.set].rest_length[spring.index] =
          spring.before + part * stage_.rest_length_change;
  }

 private:
  struct Changed {
    std::size_t set, index;
    double before;
  };
  const Stage& stage_;
  std::vector<Changed> springs_;
};

}  // namespace

StageResults solve_stages(const System& system, const EquilibriumOptions& options,
                          Observer* observer, Validated validated) {
  if (validated == Validated::no) require_valid(system);
  if (system.stages.empty()) throw Error("the system has no stages");
  StageResults results;
  results.system = with_explicit_rest_lengths(system);
  results.system.stages.clear();
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
    const StageLengths lengths(stage, results.system);
    Equilibrium rest = solve_steps(
        results.system, stage.steps, [&](System& target, int step) { lengths.set(target, step); },
        options, observer);
    const bool converged = rest.converged();
    results.stages.push_back(
        {stage.name.empty() ? fmt::format("stage {}", i + 1) : stage.name, std::move(rest)});
    if (converged) continue;
    // For a later attempt: the state reached, with the rest lengths before this stage.
    lengths.set(results.system, 0);
    results.system.stages.assign(system.stages.begin() + static_cast<std::ptrdiff_t>(i),
                                 system.stages.end());
    break;
  }
  return results;
}

}  // namespace tensio
