// Chains of solves, each starting from the last.
#include "solve/paths/chained_solves.hpp"

#include <fmt/format.h>

#include "model/loads.hpp"

namespace tensio {

Equilibrium solve_steps(System& system, int steps, const std::function<void(System&, int)>& change,
                        const EquilibriumOptions& options, Observer* observer) {
  refuse_bad_options(options);
  EquilibriumOptions one_step = options;
  one_step.load_steps = 1;
  Report sum;
  Equilibrium rest;
  for (int step = 1; step <= steps; ++step) {
    change(system, step);
    rest = solve_equilibrium(system, one_step, observer);
    system.nodes.start = rest.state.position;
    sum.iterations += rest.report.iterations;
    sum.linear_iterations += rest.report.linear_iterations;
    sum.projected_iterations += rest.report.projected_iterations;
    sum.seconds += rest.report.seconds;
    sum.compile_seconds += rest.report.compile_seconds;
    if (rest.converged()) continue;
    if (steps > 1)
      rest.report.reason = fmt::format("step {} of {}: {}", step, steps, rest.report.reason);
    break;
  }
  rest.report.iterations = sum.iterations;
  rest.report.linear_iterations = sum.linear_iterations;
  rest.report.projected_iterations = sum.projected_iterations;
  rest.report.seconds = sum.seconds;
  rest.report.compile_seconds = sum.compile_seconds;
  return rest;
}

Equilibrium solve_load_steps(const System& system, const EquilibriumOptions& options,
                             Observer* observer) {
  System growing = system;
  const auto grow = [&](System& target, int step) {
    target.loads = system.loads;
    target.gravity = system.gravity;
    target.nodes.fixed = system.nodes.fixed;
    scale_actions(target, static_cast<double>(step) / options.load_steps);
  };
  return solve_steps(growing, options.load_steps, grow, options, observer);
}

}  // namespace tensio
