// Which integrator and which time step, where they are left open; and why, in a sentence.
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
  std::string why = {};    ///< empty where both were given
  std::vector<std::string> warnings = {};
};

/// The stable step at the start.
using StableStepOf = std::function<StableStep(Integrator, Shape)>;

/// A function of the options and of stable steps alone: nothing is timed. `second` is what the unit
/// of time is called.
Choice choose(const SimulationOptions& options, const StableStepOf& stable_step,
              const std::string& second = "s");

/// A step to recommend where `limit` is the longest that is stable: 0.9 of it, with two digits.
double working_step(double limit);

}  // namespace tensio
