// Chooses the integrator and the time step if they are not given, and says why in a sentence.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "solve/motion/stable_step.hpp"

namespace tensio {

struct Choice {
  Integrator integrator = Integrator::velocity_verlet;
  double time_step = 0;
  StableStep stable = {};  ///< of the integrator
  std::string why = {};    ///< empty if both were given
  std::vector<std::string> warnings = {};
};

/// The stable step at the start.
using StableStepOf = std::function<StableStep(Integrator, Shape)>;

/// Depends only on the options and on stable steps: nothing is timed. `second` is the name of the
/// unit of time.
Choice choose(const SimulationOptions& options, const StableStepOf& stable_step,
              const std::string& second = "s");

/// The step to recommend if `limit` is the longest stable one: 0.9 of it, with two digits.
double working_step(double limit);

}  // namespace tensio
