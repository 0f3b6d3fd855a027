// Equilibria of nets that change during the solve: springs that yield or break, and pressure on
// faces, which turns and grows with them.
#pragma once

#include <memory>
#include <optional>

#include "network/network_data.hpp"
#include "tensio/motion/frame.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {

/// Solves, lets springs beyond their limits yield or break, and solves again from there, until none
/// is left. Within each such round pressure is frozen, solved for and computed again, until it no
/// longer changes. Iterations and seconds add up. The method `linear` takes one round, without
/// limits, and uses the pressure on the start shape.
Equilibrium solve_in_rounds(const System& system, const EquilibriumOptions& options,
                            Observer* observer, Validated validated);

/// The same with the resulting net, for computations that follow.
class NetInRounds {
 public:
  NetInRounds(const System& system, const EquilibriumOptions& options, Observer* observer,
              Validated validated = Validated::no);
  ~NetInRounds();

  Equilibrium solve();
  /// A copy of the net after solve(): broken springs carry nothing, yielded ones have their new
  /// rest lengths and are elastic from there, pressure is one of the loads.
  NetworkData net() const;
  /// The first spring that would yield or break next at these positions in the user's order. Its
  /// history is changed by this: do not call it again once it has named one.
  std::optional<MotionEvent> passes_limit(const std::vector<double>& position);

 private:
  class Rounds;
  std::unique_ptr<Rounds> rounds_;
};

}  // namespace tensio
