// Warnings of a time step, without a run.
#include "solve/motion/dynamic_network.hpp"
#include "solve/motion/stable_step.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {

namespace {

// False also where only a Simulation knows the state in which the run begins.
bool is_good_step(const System& system, Validated validated) {
  const SimulationOptions& options = *system.simulation;
  if (options.time_step <= 0 || options.start == StartFrom::equilibrium) return false;
  if (is_implicit(options.integrator) || options.integrator == Integrator::automatic) return false;
  const DynamicNetwork net(system, {}, false, validated);
  if (!net.moving_axes().empty() || !net.backend().histories().empty() ||
      !net.data.functions.empty())
    return false;
  return is_certainly_stable(net.data, net.data.beginning(), options.integrator, options.time_step);
}

}  // namespace

std::vector<std::string> step_warnings(const System& system, Validated validated) {
  if (is_good_step(system, validated)) return {};
  return Simulation(system, *system.simulation, nullptr, validated).warnings();
}

}  // namespace tensio
