// Where a net comes to rest.
#pragma once

#include "tensio/network.hpp"
#include "tensio/observer.hpp"
#include "tensio/report.hpp"
#include "tensio/system.hpp"

namespace tensio {

/// Finds the equilibrium from the system's start, with the options the system carries.
/// Throws Error for a bad system; whether a rest state was found is told by the report.
Equilibrium solve_equilibrium(const System& system);
Equilibrium solve_equilibrium(const System& system, const EquilibriumOptions& options,
                              Observer* observer = nullptr);
/// The same for a net that is solved more than once.
Equilibrium solve_equilibrium(const Network& network, const EquilibriumOptions& options,
                              Observer* observer = nullptr);

/// The system with the state found as its new start, rest lengths written out in full:
/// solving it again takes no iteration and gives the same bits.
System with_start(const System& system, const Equilibrium& rest);
/// The same, with the state found as the drawn shape.
System redrawn(const System& system, const Equilibrium& rest);

/// The solver that would be used for this net, never `automatic`. Throws Error where the options
/// ask for one that is not there.
LinearSolver chosen_linear_solver(const Network& network, const EquilibriumOptions& options);
/// True where this build has CHOLMOD.
bool has_cholmod();

}  // namespace tensio
