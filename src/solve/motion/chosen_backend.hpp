// Which backend a simulation would have, without one.
#pragma once

#include <string>

#include "tensio/model/system.hpp"

namespace tensio {

/// "cpu", or as Simulation::backend_reason(). Throws Error where there would be no simulation.
std::string chosen_backend(const System& system, const SimulationOptions& options);

/// The reason for a backend of steps, with the other one that a run needs before its first step.
inline std::string reason_with_start(const std::string& why, const SimulationOptions& options) {
  const bool from_rest = options.start == StartFrom::equilibrium;
  return why.starts_with("cuda") && from_rest ? why + "; cpu for the equilibrium at the start"
                                              : why;
}

}  // namespace tensio
