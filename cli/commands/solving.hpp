// Solving a scene as the command line says: at once, by stages, or under its combinations.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "args/args.hpp"
#include "tensio/combinations.hpp"
#include "tensio/system.hpp"

namespace tensio::cli {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// What was solved: the scene or what stages and a combination made of it, and its rest state.
struct Solved {
  std::optional<System> built = {};  ///< where it is not the scene as it stands
  Equilibrium rest = {};             ///< of all combinations: the base
  std::string combination = {};
  std::vector<NamedEquilibrium> stages = {};
  std::optional<CombinationResults> all = {};
  std::vector<std::vector<double>> residuals = {};  ///< by iteration, of one solve after another

  const System& system(const System& scene) const {
    return all ? all->system : built ? *built : scene;
  }
  Status status() const { return all ? all->worst() : rest.report.status; }
};

int thread_count(const EquilibriumOptions& options);

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
