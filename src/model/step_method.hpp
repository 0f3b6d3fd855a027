// Options of a simulation that do not go together: prefactored steps, and how many there would be.
#pragma once

#include <optional>
#include <string>

#include "tensio/model/motion.hpp"

namespace tensio {

/// Why the options do not go together; empty where they do.
std::string prefactored_problem(const SimulationOptions& options);

/// One of the times of a simulation that leads to more steps, frames or rows than can be made.
struct RunSizeProblem {
  const char* key = "";
  double value = 0;
  std::string message = {};
};
/// The first of them; empty where there is none.
std::optional<RunSizeProblem> run_size_problem(const SimulationOptions& options);

}  // namespace tensio
