// Chains of solves, each starting from the last: a system that changes in steps.
#pragma once

#include <functional>

#include "tensio/solve/equilibrium.hpp"

namespace tensio {

/// Throws Error for options that make no sense.
void refuse_bad_options(const EquilibriumOptions& options);

/// Solves `system` in `steps` steps, each from the last state, which becomes its start.
/// `change(system, step)` makes it what it is at step 1 .. steps. Iterations and seconds add up.
/// Ends at the first step that does not converge; the reason says which.
Equilibrium solve_steps(System& system, int steps, const std::function<void(System&, int)>& change,
                        const EquilibriumOptions& options, Observer* observer);

/// Applies all loads in options.load_steps equal increments.
Equilibrium solve_load_steps(const System& system, const EquilibriumOptions& options,
                             Observer* observer);

}  // namespace tensio
