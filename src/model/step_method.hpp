// Which integrators can take prefactored steps.
#pragma once

#include <string>

#include "tensio/motion.hpp"

namespace tensio {

/// Why the options do not go together; empty where they do.
std::string prefactored_problem(const SimulationOptions& options);

}  // namespace tensio
