// Which backend a simulation would have, without one.
#pragma once

#include <string>

#include "tensio/model/system.hpp"

namespace tensio {

/// "cpu", or as Simulation::backend_reason(). Throws Error where there would be no simulation.
std::string chosen_backend(const System& system, const SimulationOptions& options);

}  // namespace tensio
