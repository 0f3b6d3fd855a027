// Rest states of nets that change on the way: springs that yield or break, and pressure on faces,
// which turns and grows with them.
#pragma once

#include <memory>
#include <optional>

#include "network/network_data.hpp"
#include "tensio/motion/frame.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {

/// Solves, lets springs beyond their limits yield or break, and solves again from there, until none
/// is left; within each such round pressure is frozen, solved for and computed again, until it
/// stays. Iterations and seconds add up. The method `linear` knows one round, no limits, and the
/// pressure on the start shape.
Equilibrium solve_in_rounds(const System& system, const EquilibriumOptions& options,
                            Observer* observer, Validated validated);

/// The same with the net that results: what comes after sees it as it is.
class NetInRounds {
 public:
  NetInRounds(const System& system, const EquilibriumOptions& options, Observer* observer,
              Validated validated = Validated::no);
  ~NetInRounds();

  Equilibrium solve();
  /// A copy of the net after solve(): broken springs carry nothing, yielded ones have their new
  /// rest lengths and are elastic from there, pressure is one of the loads.
  NetworkData net() const;
  /// The first spring that would yield or break next at these positions in the user's order. Once
  /// it has named one it is of no further use.
  std::optional<MotionEvent> passes_limit(const std::vector<double>& position);

 private:
  class Rounds;
  std::unique_ptr<Rounds> rounds_;
};

}  // namespace tensio
