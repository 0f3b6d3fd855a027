// Small motions about a rest state: frequencies and shapes, states of self-stress, mechanisms.
#pragma once

#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/modes_report.hpp"

namespace tensio {

/// Throws Error for a bad system, or where the net is too large for what is asked.
ModesResult find_modes(const System& system, const ModesOptions& options = {});
ModesResult find_modes(const System& system, const ModesOptions& options,
                       const EquilibriumOptions& solving, Observer* observer = nullptr);
ModesResult find_modes(const Network& network, const ModesOptions& options,
                       const EquilibriumOptions& solving = {}, Observer* observer = nullptr);

}  // namespace tensio
