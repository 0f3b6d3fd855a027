// Which linear solver is chosen for nets of all kinds.
#include <gtest/gtest.h>

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

LinearSolver at_rest(const System& net, bool reproducible = false) {
  EquilibriumOptions options;
  options.reproducible = reproducible;
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
