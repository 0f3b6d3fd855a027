// Fixed axes do not move by a bit, and a net at rest stays at rest, in every implicit integrator.
#include <gtest/gtest.h>

#include "support/moving.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {
namespace {

// A net with supports at coordinates that are not sums of a few powers of two; one node is fixed in
// y alone.
System supported(bool thrown) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0.1, 1. / 3, 1.1, 0.3, 2.3, 0.7, 3.1, 1. / 7};
  net.nodes.mass = {0.7};
  net.nodes.fixed = {{.nodes = {0, 3}}, {.nodes = {2}, .axes = 2}};
  net.springs = {{.ends = {{0, 1}, {1, 2}, {2, 3}, {1, 3}}, .stiffness = {40, 60, 50, 30}}};
  if (thrown) net.nodes.velocity = {0, 0, 0.3, 0.2, -0.1, 0, 0, 0};
  return net;
}

SimulationOptions options_of(Integrator integrator, StepMethod method) {
  SimulationOptions options;
  options.integrator = integrator;
  options.method = method;
  options.time_step = 0.01;
  options.duration = 20;
  options.threads = 1;
  return options;
}

std::vector<StepMethod> methods_of(Integrator integrator) {
  if (integrator == Integrator::linearly_implicit_euler) return {StepMethod::newton};
  return {StepMethod::newton, StepMethod::prefactored};
}

State after_2000_steps(const System& net, Integrator integrator, StepMethod method) {
  Simulation simulation(net, options_of(integrator, method));
  const MotionReport report = simulation.run();
  EXPECT_EQ(report.status, MotionStatus::finished)
      << to_string(integrator) << ": " << report.reason;
  EXPECT_EQ(report.steps, 2000);
  return simulation.state();
}

TEST(FixedAxes, NeverMoveByABit) {
  const System net = supported(true);
  for (const Integrator integrator : testing::kImplicit)
    for (const StepMethod method : methods_of(integrator)) {
      const State end = after_2000_steps(net, integrator, method);
      for (const std::size_t axis : {0, 1, 5, 6, 7}) {
        EXPECT_EQ(end.position[axis], net.nodes.position[axis]) << to_string(integrator);
        EXPECT_EQ(end.velocity[axis], 0) << to_string(integrator);
      }
    }
}

TEST(FixedAxes, AnUnstressedNetAtRestStaysThere) {
  const System net = supported(false);
  for (const Integrator integrator : testing::kImplicit)
    for (const StepMethod method : methods_of(integrator)) {
      const State end = after_2000_steps(net, integrator, method);
      for (std::size_t i = 0; i < end.position.size(); ++i)
        EXPECT_NEAR(end.position[i], net.nodes.position[i], 1e-14) << to_string(integrator);
    }
}

}  // namespace
}  // namespace tensio
