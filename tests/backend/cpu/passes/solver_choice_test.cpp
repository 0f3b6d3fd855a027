// Which linear solver is chosen for nets of all kinds.
#include <gtest/gtest.h>

#include <cmath>

#include "backend/backend.hpp"
#include "tensio/tensio.hpp"

namespace tensio {
namespace {

System fixed_at(System net, const std::string& group) {
  for (const Group& each : net.groups)
    if (each.name == group) net.nodes.fixed.push_back({.nodes = each.members});
  EXPECT_FALSE(net.nodes.fixed.empty());
  net.gravity = {0, 0, -9.81};
  return net;
}

System hair(int strands) { return fixed_at(scenes::hair({.strands = strands}), "roots"); }

// A cloth fixed at its corners.
System cloth(int columns) {
  System net = scenes::cloth({.columns = columns});
  net.nodes.fixed.push_back({.nodes = {0, columns}});
  net.gravity = {0, 0, -9.81};
  return net;
}

System block(double cells) {
  System net =
      scenes::lattice({.shape = scenes::Lattice::Shape::fcc, .cells = {cells, cells, cells}});
  net.nodes.fixed.push_back({.nodes = {0, 1, 2, 3}});
  return net;
}

// The first word of the reason.
std::string in_motion(const System& net, double time_step, int threads = 1) {
  SimulationOptions options;
  options.integrator = Integrator::implicit_euler;
  options.time_step = time_step;
  options.duration = time_step;
  options.threads = threads;
  const std::string why = Simulation(net, options).linear_solver_reason();
  return why.substr(0, why.find(' '));
}

LinearSolver at_rest(const System& net, bool reproducible = false, bool stability = true) {
  EquilibriumOptions options;
  options.reproducible = reproducible;
  options.stability = stability;
  return chosen_linear_solver(compile(net), options);
}

TEST(SolverChoice, StrandsAndShellsInMotionAreFactorised) {
  EXPECT_EQ(in_motion(hair(20), 0.01), "ldlt");
  EXPECT_EQ(in_motion(hair(300), 0.01), "ldlt");
  EXPECT_EQ(in_motion(fixed_at(scenes::rod({.segments = 400}), "start"), 0.01), "ldlt");
  for (int segments : {24, 48})
    EXPECT_EQ(in_motion(fixed_at(scenes::shell({.segments = segments}), "start"), 0.01), "ldlt")
        << segments;
}

TEST(SolverChoice, LargeClothAndSolidBlocksInMotionAreNotFactorised) {
  EXPECT_EQ(in_motion(cloth(80), 0.01), "multilevel");
  EXPECT_EQ(in_motion(block(12), 0.01), "multilevel");
}

TEST(SolverChoice, ChainsInMotionHaveIncompleteFactorsThatAreExact) {
  System rope = scenes::rope({.segments = 2000});
  rope.nodes.fixed.push_back({.nodes = {0}});
  EXPECT_EQ(in_motion(rope, 0.01), "incomplete");
}

TEST(SolverChoice, VeryShortStepsNeedNoFactors) { EXPECT_EQ(in_motion(cloth(60), 1e-6), "pcg"); }

TEST(SolverChoice, DoesNotDependOnThreads) {
  for (const System& net : {cloth(40), hair(30), block(8)})
    for (int threads : {2, 8}) EXPECT_EQ(in_motion(net, 0.01, threads), in_motion(net, 0.01));
}

TEST(SolverChoice, AtRestIsByTheWorkOfAFactorisation) {
  EXPECT_EQ(at_rest(hair(100)), LinearSolver::ldlt);
  EXPECT_EQ(at_rest(cloth(40)), LinearSolver::ldlt);
  EXPECT_EQ(at_rest(scenes::net({.columns = 60})), LinearSolver::ldlt);
  EXPECT_EQ(at_rest(cloth(20)), LinearSolver::ldlt);
  // 200 multiplications for each entry of the factor.
  if (has_cholmod()) {
    EXPECT_EQ(at_rest(cloth(150)), LinearSolver::cholmod);
  }
  EXPECT_EQ(at_rest(cloth(150), true), LinearSolver::ldlt);
  EXPECT_EQ(at_rest(block(12)), LinearSolver::multilevel);
  EXPECT_EQ(at_rest(block(12), true), LinearSolver::multilevel);
  System body = scenes::soft_body({.cell = 0.05});
  body.nodes.fixed.push_back({.nodes = {0, 1, 2, 3}});
  EXPECT_EQ(at_rest(body), LinearSolver::multilevel);
}

LinearSolver without_verdict(const System& net) { return at_rest(net, false, false); }

System rope(int segments) {
  System net = scenes::rope({.segments = segments});
  net.nodes.fixed.push_back({.nodes = {0}});
  net.gravity = {0, 0, -9.81};
  return net;
}

TEST(SolverChoice, AtRestWithoutAVerdictIsByTheWorkOfConjugateGradientsToo) {
  EXPECT_EQ(without_verdict(cloth(10)), LinearSolver::multilevel);
  EXPECT_EQ(without_verdict(cloth(40)), LinearSolver::multilevel);
  EXPECT_EQ(without_verdict(rope(2000)), LinearSolver::incomplete);
  EXPECT_EQ(without_verdict(rope(50)), LinearSolver::ldlt) << "a small net";
  EXPECT_EQ(without_verdict(hair(100)), LinearSolver::ldlt);
  EXPECT_EQ(without_verdict(fixed_at(scenes::shell({.segments = 24}), "start")),
            LinearSolver::ldlt);
  EXPECT_EQ(without_verdict(fixed_at(scenes::rod({.segments = 400}), "start")), LinearSolver::ldlt);
}

Equilibrium rest_of(const System& net, bool stability) {
  EquilibriumOptions options = net.equilibrium;
  options.stability = stability;
  options.threads = 1;
  const Equilibrium rest = solve_equilibrium(net, options);
  EXPECT_TRUE(rest.converged()) << rest.report.reason;
  return rest;
}

TEST(SolverChoice, RestsAtTheSameStateWithoutAVerdict) {
  System fixed_net = scenes::net({.columns = 60});
  fixed_net.gravity = {0, 0, -9.81};
  for (int node = 0; node <= 60; ++node) fixed_net.nodes.fixed.push_back({.nodes = {node}});
  fixed_net.nodes.fixed.push_back({.nodes = {61 * 61 - 1, 60 * 61}});
  System hanging = rope(2000);
  hanging.nodes.fixed.push_back({.nodes = {2000}});
  for (const System& net : {fixed_net, hanging}) {
    const Equilibrium with = rest_of(net, true), without = rest_of(net, false);
    EXPECT_TRUE(with.report.modes.has_value());
    EXPECT_NE(without.report.linear_solver, LinearSolver::ldlt);
    EXPECT_FALSE(without.report.modes.has_value());
    EXPECT_NEAR(with.report.energy, without.report.energy, 1e-9 * std::abs(with.report.energy));
  }
}

// A flag in the wind, whose stiffness matrix is indefinite for hundreds of iterations.
TEST(SolverChoice, TakesFactorsWhereConjugateGradientsDoNotLeadToTheRestState) {
  const System flag = load_system(TENSIO_SOURCE_DIR "/examples/15_flag_in_wind/scene.json");
  EXPECT_EQ(without_verdict(flag), LinearSolver::multilevel);
  const Equilibrium rest = rest_of(flag, false);
  EXPECT_EQ(rest.report.linear_solver, LinearSolver::ldlt);
  EXPECT_GT(rest.report.iterations, 200);
}

TEST(SolverChoice, SaysWhyInASentence) {
  SimulationOptions options;
  options.integrator = Integrator::implicit_euler;
  options.time_step = options.duration = 0.01;
  EXPECT_EQ(Simulation(hair(100), options).linear_solver_reason().find("ldlt for "), 0u);
  const std::string why = Simulation(cloth(80), options).linear_solver_reason();
  EXPECT_EQ(why.find("multilevel for "), 0u) << why;
  EXPECT_NE(why.find(" iterations at the start, which cost less than the "), std::string::npos)
      << why;
}

}  // namespace
}  // namespace tensio
