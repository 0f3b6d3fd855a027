// The equilibrium of a net.
#pragma once

#include "tensio/model/system.hpp"
#include "tensio/solve/network.hpp"
#include "tensio/solve/observer.hpp"
#include "tensio/solve/report.hpp"

namespace tensio {

/// Finds the equilibrium from the system's start, with the options of the system. All loads
/// are applied together, and no stage is carried out: for stages see combinations.hpp.
/// Throws Error for a bad system; the report says whether a rest state was found.
Equilibrium solve_equilibrium(const System& system);
Equilibrium solve_equilibrium(const System& system, const EquilibriumOptions& options,
                              Observer* observer = nullptr, Validated validated = Validated::no);
/// Springs that yield or break, or pressure on faces: such a system is solved in rounds, which
/// need the system itself. The rest state lists what yielded and broke in report.events.
bool solved_in_rounds(const System& system);
/// The same for a net that is solved more than once; no spring yields or breaks, and no pressure
/// acts.
Equilibrium solve_equilibrium(const Network& network, const EquilibriumOptions& options,
                              Observer* observer = nullptr);

/// The system with the state found as its new start, rest lengths written out in full:
/// solving it again takes no iteration and gives the same bits.
System with_start(const System& system, const Equilibrium& rest);
/// The same, with the state found as the drawn shape. Moves of supports that led there are taken
/// in, and so is the mass of springs without a rest length.
System redrawn(const System& system, const Equilibrium& rest);

/// The same, and springs of the laws force_density and constant_tension become elastic ones
/// (linear, or cable or strut where their material says so) of their EA, with the unstressed length
/// L / (1 + T/EA). Their mass is that of the unstressed length; solving it moves nothing where they
/// have no weight, or `rest` is that of weighed(). Throws Error naming the sets that have no EA
/// besides their force density or tension.
System materialised(const System& system, const Equilibrium& rest);

/// A system whose nodes have the mass that springs without a rest length get from materialised(),
/// and its rest state.
struct Weighed {
  System system = {};
  Equilibrium rest = {};
};
/// Solves again, from `rest` on, until weight and shape agree: the mass of springs without a rest
/// length goes by their drawn length until the shape is known. The system and the state as they are
/// where no such spring has weight, or `rest` did not converge.
Weighed weighed(const System& system, const Equilibrium& rest, const EquilibriumOptions& options,
                Observer* observer = nullptr);

/// The solver that would be used for this net, never `automatic`. Throws Error where the options
/// ask for one that is not there.
LinearSolver chosen_linear_solver(const Network& network, const EquilibriumOptions& options);
/// True where this build has CHOLMOD.
bool has_cholmod();

}  // namespace tensio
