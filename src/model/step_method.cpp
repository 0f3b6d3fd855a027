#include "model/step_method.hpp"

#include <fmt/format.h>

namespace tensio {

std::string prefactored_problem(const SimulationOptions& options) {
  if (options.method != StepMethod::prefactored) return {};
  switch (options.integrator) {
    case Integrator::automatic:
    case Integrator::implicit_euler:
    case Integrator::implicit_midpoint:
    case Integrator::bdf2: return {};
    default: break;
  }
  return fmt::format(
      "the method prefactored is for integrators that solve each step to the end, which {} does "
      "not; take implicit_euler, bdf2 or implicit_midpoint",
      to_string(options.integrator));
}

}  // namespace tensio
