// Load cases put together, and the stages in which a net is built and stressed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensio/solve/equilibrium.hpp"

namespace tensio {

struct NamedEquilibrium {
  std::string name = {};
  Equilibrium rest = {};
  int stage = -1;  ///< which stage of the system it ends, if it ends one
};

// ---- stages ----

struct StageResults {
  /// A rest state at the end of each stage; the last is the first that did not converge, if one
  /// did not. With load_steps the loads come on before the first stage, as a result of that name.
  std::vector<NamedEquilibrium> stages = {};
  /// The system as built so far: rest lengths changed, the last state its start. Its stages are
  /// those from the one that did not converge on; none where all did.
  System system = {};
};

/// Carries out the system's stages in order, each from the last state and in its own steps.
/// All loads are present throughout. Throws Error for a bad system, or one without stages.
StageResults solve_stages(const System& system, const EquilibriumOptions& options,
                          Observer* observer = nullptr, Validated validated = Validated::no);

enum class LooseNodes { fixed, free };

/// The system at the end of each of these stages: its rest lengths, supports and loads, the state
/// its start. Absent springs are broken. Nodes at which no spring is there are fixed, as they are
/// while a stage is solved, or left out of the supports, for tables and pictures. `system` is what
/// was given to solve_stages().
std::vector<System> stage_systems(const System& system,
                                  const std::vector<NamedEquilibrium>& stages,
                                  LooseNodes loose = LooseNodes::fixed);

// ---- combinations ----

/// The extreme of each item over all combinations, and which of them governs: its place in the
/// results. NaN and -1 where no combination has a number.
struct Extremes {
  std::vector<double> value = {};
  std::vector<int> governing = {};
};

struct Envelope {
  Extremes largest_tension = {};   ///< of each spring
  Extremes smallest_tension = {};  ///< of each spring
  Extremes utilisation = {};       ///< the largest of each spring
  Extremes displacement = {};      ///< the largest magnitude of each node, from the base
  Extremes largest_reaction = {};  ///< node_count x dimension; none on free axes
  Extremes smallest_reaction = {};
};

struct CombinationResults {
  std::vector<NamedEquilibrium> stages = {};  ///< carried out first, under the loads without a case
  /// The rest state under the loads without a case and pretension, which are always present.
  Equilibrium base = {};
  /// Each solved from the base; displacements are from there. Empty where the base was not found.
  std::vector<NamedEquilibrium> combinations = {};
  Envelope envelope = {};  ///< over the combinations that converged
  System system = {};      ///< as built, with the base as its start and the combinations

  /// Of the base and all combinations.
  Status worst() const;
};

/// Solves the combinations of these names, in this order; all where none is named. The cases grow
/// in options.load_steps steps. With one step the states are those, to the bit, of
/// solve_equilibrium(under(with_start(system, base), combination)).
/// Throws Error for a bad system and for a name that it does not have.
CombinationResults solve_combinations(const System& system, const EquilibriumOptions& options,
                                      const std::vector<std::string>& names = {},
                                      Observer* observer = nullptr,
                                      Validated validated = Validated::no);

// ---- whatever the system has ----

/// A system solved by solve_scene().
struct SceneSolution {
  Equilibrium rest = {};         ///< the last state; of all combinations: the base
  std::string combination = {};  ///< the one that `rest` is of, if one was named
  std::vector<NamedEquilibrium> stages =
      {};  ///< carried out before; the last is `rest` or its base
  std::optional<CombinationResults> all = {};  ///< where all combinations were solved
  /// What `rest` is the state of, where that is not the system as it was given: after its stages,
  /// under a combination. See system().
  std::optional<System> built = {};

  /// The system that `rest` is the state of; `given` is what was given to solve_scene().
  const System& system(const System& given) const {
    return all ? all->system : built ? *built : given;
  }
  Status status() const { return all ? all->worst() : rest.report.status; }
};

/// Solves a system as it says: its stages, then its combinations or the one named, where it has
/// any; else its equilibrium. Throws Error for a bad system and for a name that it does not have.
SceneSolution solve_scene(const System& system, const EquilibriumOptions& options,
                          const std::string& combination = {}, Observer* observer = nullptr,
                          Validated validated = Validated::no);

}  // namespace tensio
