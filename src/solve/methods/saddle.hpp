// Steps from saddle points of the energy to lower energies.
#pragma once

#include "solve/methods/iteration.hpp"

namespace tensio {

/// Moves x, an equilibrium with this energy and these negative modes, along one of them to a lower
/// energy. Returns the length of the step, relative to a spring; 0 if no such state is found.
double step_off_saddle(Backend& backend, VectorId x, const NegativeModes& negative,
                       const EnergyValue& energy, const Scratch& scratch);

}  // namespace tensio
