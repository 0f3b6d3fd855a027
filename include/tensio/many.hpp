// Many rest states or motions side by side on the threads: one net with many sets of values, or
// unlike nets. Results do not depend on the number of threads.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tensio/motion/simulation.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {

/// `count` sets of values for one net, in the user's order, set after set; k and l0 as
/// spring_states() reports them. What is empty stays as the net has it.
struct ValueSets {
  int count = 0;
  std::vector<double> stiffness = {};    ///< count x spring_count: k [N/m]
  std::vector<double> rest_length = {};  ///< count x spring_count: l0 [m]; k and masses stay
  std::vector<double> load = {};  ///< count x node_count x dimension [N], instead of all loads
};

/// One rest state for each set of values, set after set.
struct [[nodiscard]] ManyRests {
  std::vector<Status> status = {};
  std::vector<std::string> reason = {};  ///< a sentence for each that explains the status
  std::vector<double> position = {};     ///< count x node_count x dimension
  std::vector<double> tension = {};      ///< count x spring_count
  std::vector<double> residual = {};     ///< count, as in Report
  std::vector<int> iterations = {};      ///< count
};

/// The last state of a motion for each set of values, set after set.
struct [[nodiscard]] ManyRuns {
  std::vector<MotionStatus> status = {};
  std::vector<std::string> reason = {};
  std::vector<double> time = {};      ///< count: of the last state
  std::vector<double> position = {};  ///< count x node_count x dimension
  std::vector<double> velocity = {};
  std::vector<double> tension = {};  ///< count x spring_count
};

/// Called after each item with the number done so far, by one thread at a time; false asks to stop:
/// items that were not begun end as `interrupted`, with NaN in their numbers.
using ManyWatch = std::function<bool(int done)>;

/// The rest state for each set of values, each from the net's start. options.threads is the number
/// of solves side by side; the symbolic analysis is made once on each thread. The states have the
/// bits of solve_equilibrium() on one thread with those values.
/// Throws Error for arrays that do not fit and for values that a net cannot have.
ManyRests solve_many(const Network& network, const ValueSets& sets,
                     const EquilibriumOptions& options = {}, const ManyWatch& watch = {});
/// The rest states of unlike nets; what one of them throws is thrown with its place in the list.
std::vector<Equilibrium> solve_many(std::span<const System> systems,
                                    const EquilibriumOptions& options = {},
                                    const ManyWatch& watch = {});

/// The state at the end of the duration for each set of values. These are set before the first step
/// as Simulation's own functions do, so that the start and a time step that is chosen are those of
/// the system's own values. options.threads as above.
ManyRuns run_many(const System& system, const ValueSets& sets, const SimulationOptions& options,
                  const ManyWatch& watch = {});

}  // namespace tensio
