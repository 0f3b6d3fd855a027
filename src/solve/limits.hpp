// Rest states of nets that change on the way: springs that yield or break, and pressure on faces,
// which turns and grows with them.
#pragma once

#include "tensio/equilibrium.hpp"

namespace tensio {

/// Solves, lets springs beyond their limits yield or break, and solves again from there, until none
/// is left; within each such round pressure is frozen, solved for and worked out again, until it
/// stays. Iterations and seconds add up. The method `linear` knows one round, no limits, and the
/// pressure on the start shape.
Equilibrium solve_in_rounds(const System& system, const EquilibriumOptions& options,
                            Observer* observer);

}  // namespace tensio
