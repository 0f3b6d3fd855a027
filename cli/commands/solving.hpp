// Solving a scene with the options of the command line.
#pragma once

#include <string>
#include <vector>

#include "args/args.hpp"
#include "tensio/model/system.hpp"
#include "tensio/solve/combinations.hpp"

namespace tensio::cli {

/// A scene that was solved, and how the iterations went.
struct Solved : SceneSolution {
  std::vector<std::vector<double>> residuals = {};  ///< by iteration, of one solve after another
};

int thread_count(const EquilibriumOptions& options);

/// The options of the scene's `equilibrium` section, overridden by those of the command line.
EquilibriumOptions merged_options(const EquilibriumOptions& scene, const Args& args);

/// The combination that --combination names; nullptr where it means all of them.
const Combination* wanted_combination(const System& scene, const Args& args);
/// Throws UsageError where the scene has combinations and none is named; `why` begins the sentence.
void require_one_combination(const System& scene, const Args& args, const std::string& why);
/// The same shape with the weight that its springs have once they are elastic (--materialise).
void weigh(Solved& solved, const System& scene, const EquilibriumOptions& options,
           const Args& args);
/// Signals must be deferred: one stops the solve, and what was reached is returned.
Solved solve(const System& scene, const EquilibriumOptions& options, const Args& args);

}  // namespace tensio::cli
