// Iterations of linear solvers in implicit steps: counted, saved, and fewer with a warm start.
#include <gtest/gtest.h>

#include "support/nets.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {
namespace {

// A net that sags from its fixed rim and swings.
System swinging_net() {
  System net = testing::square_net(12, 3, 0.95);
  net.gravity = {0, 0, -9.81};
  net.nodes.mass = {0.01};
  net.springs[0].stiffness = {100};
  return net;
}

SimulationOptions counted_steps(LinearSolver solver, Integrator integrator) {
  SimulationOptions options;
  options.integrator = integrator;
  options.time_step = 0.002;
  options.duration = 0.2;
  options.tolerance = 1e-6;
  options.linear_solver = solver;
  return options;
}

MotionReport counted_run(const System& net, const SimulationOptions& options) {
  Simulation simulation(net, options);
  return simulation.run();
}

constexpr Integrator kCountedIntegrators[] = {Integrator::linearly_implicit_euler,
                                              Integrator::implicit_euler,
                                              Integrator::implicit_midpoint, Integrator::bdf2};

TEST(LinearIterations, AreCountedForIterativeSolversOnly) {
  const System net = swinging_net();
  for (Integrator integrator : kCountedIntegrators) {
    for (LinearSolver solver :
         {LinearSolver::pcg, LinearSolver::incomplete, LinearSolver::multilevel}) {
      SimulationOptions options = counted_steps(solver, integrator);
      options.method = StepMethod::newton;
      const MotionReport report = counted_run(net, options);
      EXPECT_GE(report.linear_iterations, report.steps) << to_string(integrator);
    }
    EXPECT_EQ(counted_run(net, counted_steps(LinearSolver::ldlt, integrator)).linear_iterations, 0);
  }
}

TEST(LinearIterations, AreThoseOfTheWholeRunAfterACheckpoint) {
  const System net = swinging_net();
  const SimulationOptions options =
      counted_steps(LinearSolver::multilevel, Integrator::linearly_implicit_euler);
  Simulation first(net, options), second(net, options);
  (void)first.run_until(0.1);
  second.restore(first.save());
  EXPECT_EQ(second.run().linear_iterations, counted_run(net, options).linear_iterations);
}

// Without a warm start every linear system begins at zero. `multilevel` begins with the exact
// motion of groups in either case, which is most of the solution in so small a net. In steps of
// several Newton iterations the warm start also decides where the first begins, which may cost more
// than it saves.
TEST(LinearIterations, AreFewerWithAWarmStart) {
  const System net = swinging_net();
  for (LinearSolver solver : {LinearSolver::pcg, LinearSolver::incomplete}) {
    SimulationOptions options = counted_steps(solver, Integrator::linearly_implicit_euler);
    const std::int64_t warm = counted_run(net, options).linear_iterations;
    options.warm_start = false;
    EXPECT_LT(warm, counted_run(net, options).linear_iterations) << to_string(solver);
  }
}

}  // namespace
}  // namespace tensio
