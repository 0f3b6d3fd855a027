// What is reported when a run becomes unstable: the spring, the time, and a stable step.
#pragma once

#include <cstdint>
#include <string>

#include "solve/motion/choice.hpp"
#include "tensio/motion/frame.hpp"

namespace tensio {

struct BlowUp {
  LargestStrain most = {};
  std::string spring = {};  ///< its label; empty if there is none
  int spring_id = -1;       ///< user's
  bool by_law = false;      ///< its law gave NaN or infinity
  double allowed = 0;       ///< strain
  double time = 0;          ///< at the end of the step
  std::int64_t step = 0;
  double time_step = 0;
  Integrator integrator = Integrator::velocity_verlet;
  StableStep at_start = {};
};

struct ExplainedBlowUp {
  std::string text = {};  ///< one sentence on what happened, one on what to do
  BlowUpReport report = {};
};
/// `stable_step`: at the last good state.
ExplainedBlowUp explain(const BlowUp& what, const StableStepOf& stable_step);

}  // namespace tensio
