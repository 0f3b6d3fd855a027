// The same bits on any number of threads: every integrator, with every linear solver.
#include <gtest/gtest.h>

#include "backend/backend.hpp"
#include "core/hash.hpp"
#include "core/parallel.hpp"
#include "support/nets.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {
namespace {

// More springs and axes than one thread would take for itself.
System large_net() {
  System net = testing::perturbed(testing::square_net(47, 2, 0.8), 0.2);
  net.nodes.mass = {0.2};
  net.springs[0].stiffness = {30};
  net.springs[0].damping = {0.3};
  net.drag = 0.4;
  net.gravity = {0.5, -9.81, 0};
  return net;
}

std::uint64_t hash_after_two_steps(const System& net, Integrator integrator, LinearSolver solver,
                                   int threads) {
  SimulationOptions options;
  options.integrator = integrator;
  options.time_step = 0.01;
  options.tolerance = integrator == Integrator::rk45 ? 1e-6 : 1e-10;
  options.linear_solver = solver;
  options.threads = threads;
  Simulation simulation(net, options);
  for (int step = 0; step < 2; ++step) {
    const MotionReport report = simulation.step();
    EXPECT_EQ(report.status, MotionStatus::finished) << report.reason;
  }
  const State state = simulation.state();
  return hash_bits(
      state.position,
      hash_bits(state.velocity, hash_bits(std::vector<double>{simulation.energies().total})));
}

void same_bits(int repeats) {
  const System net = large_net();
  ASSERT_GT(net.spring_count(), kSerialItems);
  ASSERT_GT(2 * net.node_count(), kSerialItems);
  for (int i = 1; i < kIntegratorCount; ++i) {
    const auto integrator = static_cast<Integrator>(i);
    for (LinearSolver solver : {LinearSolver::ldlt, LinearSolver::pcg, LinearSolver::incomplete,
                                LinearSolver::multilevel, LinearSolver::cholmod}) {
      if (!is_implicit(integrator) && solver != LinearSolver::ldlt) continue;
      if (solver == LinearSolver::cholmod && !built_with_cholmod()) continue;
      const std::uint64_t one = hash_after_two_steps(net, integrator, solver, 1);
      for (int repeat = 0; repeat < repeats; ++repeat)
        for (int threads : {1, 2, 3, 8, 16})
          ASSERT_EQ(hash_after_two_steps(net, integrator, solver, threads), one)
              << to_string(integrator) << ' ' << to_string(solver) << ", threads: " << threads;
    }
  }
}

TEST(MotionThreads, GiveTheSameBits) { same_bits(1); }
TEST(MotionThreadsLong, GiveTheSameBitsAgain) { same_bits(3); }

}  // namespace
}  // namespace tensio
