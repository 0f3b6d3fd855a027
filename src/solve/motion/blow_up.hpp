// The message when a run becomes unstable: the spring, the time, and a stable step.
#pragma once

#include <cstdint>
#include <string>

#include "solve/motion/choice.hpp"

namespace tensio {

struct BlowUp {
  LargestStrain most = {};
  std::string spring = {};  ///< its label; empty if there is none
  bool by_law = false;      ///< its law gave NaN or infinity
  double allowed = 0;       ///< strain
  double time = 0;          ///< at the end of the step
  std::int64_t step = 0;
  double time_step = 0;
  Integrator integrator = Integrator::velocity_verlet;
  StableStep at_start = {};
};

/// One sentence on what happened, one on what to do. `stable_step`: at the last good state.
std::string blow_up_text(const BlowUp& what, const StableStepOf& stable_step);

}  // namespace tensio
