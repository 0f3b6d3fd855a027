// Prefactored steps have the results of Newton's method, for all kinds of springs.
#include <gtest/gtest.h>

#include <cmath>

#include "core/hash.hpp"
#include "support/differences.hpp"
#include "support/histories.hpp"
#include "support/moving.hpp"
#include "support/nets.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/scenes/parts.hpp"

namespace tensio {
namespace {

using testing::hung_cloth;
using testing::largest_difference;

SimulationOptions with(StepMethod method, Integrator integrator = Integrator::implicit_euler,
                       double h = 0.01) {
  SimulationOptions options;
  options.integrator = integrator;
  options.time_step = h;
  options.duration = 1;
  options.method = method;
  options.threads = 1;
  return options;
}

struct Outcome {
  MotionReport report;
  double difference = 0;  // of positions, largest of all steps
};

// Both methods, step by step; what they reach must be the same, balance included.
Outcome compare(const System& net, Integrator integrator, int steps, double h = 0.01) {
  Simulation newton(net, with(StepMethod::newton, integrator, h));
  Simulation quick(net, with(StepMethod::prefactored, integrator, h));
  Outcome outcome;
  for (int i = 0; i < steps; ++i) {
    const MotionReport expected = newton.step();
    outcome.report = quick.step();
    EXPECT_EQ(expected.status, MotionStatus::finished) << expected.reason;
    EXPECT_EQ(outcome.report.status, MotionStatus::finished) << outcome.report.reason;
    outcome.difference = std::max(
        outcome.difference, largest_difference(quick.state().position, newton.state().position));
  }
  const MotionEnergies a = newton.energies(), b = quick.energies();
  const double scale =
      std::abs(a.kinetic) + std::abs(a.elastic) + std::abs(a.dissipated) + std::abs(a.work) + 1;
  EXPECT_NEAR(a.total, b.total, 1e-7 * scale);
  EXPECT_NEAR(a.dissipated, b.dissipated, 1e-7 * scale);
  EXPECT_NEAR(a.work, b.work, 1e-7 * scale);
  return outcome;
}

TEST(Prefactored, EndsWhereNewtonsMethodDoesInRandomNets) {
  for (int seed = 1; seed <= 12; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    testing::RandomNet wish;
    wish.dimension = seed % 2 ? 3 : 2;
    wish.nodes = 25;
    wish.chords = 60;
    wish.all_laws = seed % 3 == 0;
    System net = random_net(random, wish);
    net.nodes.mass = {0.1};
    net.gravity = {0, -9.81, 0};
    for (SpringSet& set : net.springs)
      if (seed % 4 < 2) set.damping = {0.05};
    for (Integrator integrator : {Integrator::implicit_euler, Integrator::bdf2})
      EXPECT_LT(compare(net, integrator, 20).difference, 1e-7) << seed;
  }
}

TEST(Prefactored, HandlesACloth) {
  for (Integrator integrator :
       {Integrator::implicit_euler, Integrator::bdf2, Integrator::implicit_midpoint}) {
    const Outcome outcome = compare(hung_cloth(12), integrator, 12, 0.005);
    EXPECT_LT(outcome.difference, 1e-7) << to_string(integrator);
    EXPECT_EQ(outcome.report.newton_steps, 0) << to_string(integrator);
  }
}

TEST(Prefactored, NeedsFewIterationsForAFewDigits) {
  SimulationOptions rough = with(StepMethod::prefactored);
  rough.tolerance = 1e-4;
  Simulation quick(hung_cloth(25), rough);
  Simulation exact(hung_cloth(25), with(StepMethod::newton));
  MotionReport report;
  double worst = 0;
  for (int i = 0; i < 12; ++i) {
    exact.set_state(quick.state());
    EXPECT_EQ(exact.step().status, MotionStatus::finished);
    report = quick.step();
    worst = std::max(worst, largest_difference(quick.state().position, exact.state().position));
  }
  EXPECT_EQ(report.newton_steps, 0);
  EXPECT_LT(report.iterations, 12 * 15);
  EXPECT_LT(worst, 2e-5);
}

TEST(Prefactored, HandlesVeryStiffSprings) {
  System net = testing::perturbed(testing::square_net(9, 3, 0.9), 0.02);
  net.nodes.mass = {0.05};
  net.springs[0].stiffness = {1e10};
  const Outcome outcome = compare(net, Integrator::implicit_euler, 6);
  EXPECT_LT(outcome.difference, 1e-7);
  EXPECT_EQ(outcome.report.newton_steps, 0);
}

TEST(Prefactored, HandlesCablesAndStruts) {
  System net = testing::perturbed(testing::square_net(9, 3, 0.9), 0.1);
  net.nodes.mass = {0.05};
  net.springs[0].stiffness = {200};
  net.gravity = {0, 0, -9.81};
  for (Law law : {Law::cable, Law::strut}) {
    net.springs[0].law = law;
    EXPECT_LT(compare(net, Integrator::implicit_euler, 20).difference, 1e-7) << to_string(law);
  }
}

TEST(Prefactored, FollowsSupportsWavesAndHistories) {
  System net = hung_cloth(8);
  net.springs[0].damping = {0.5};
  net.springs[1].viscous = Viscous{.stiffness = {300}, .viscosity = {5}};
  net.springs[1].yield = Yield{.force = {0.5}};
  net.drag = 0.3;
  Waveform shake;
  shake.shape = Waveform::Shape::sine;
  shake.amplitude = 0.05;
  shake.frequency = 2;
  net.nodes.fixed.front().motion = {Waveform{}, Waveform{}, shake};
  EXPECT_LT(compare(net, Integrator::implicit_euler, 20).difference, 1e-7);
  EXPECT_LT(compare(net, Integrator::bdf2, 20).difference, 1e-7);
}

TEST(Prefactored, LeavesToNewtonsMethodWhatHasNoEnergy) {
  System damped = hung_cloth(6);
  damped.springs[0].damping = {0.5};
  EXPECT_EQ(compare(damped, Integrator::implicit_midpoint, 5).report.newton_steps, 5);
}

// A cloth above a ball that it falls on.
System cloth_on_ball(double friction) {
  System net = hung_cloth(12);
  net.nodes.fixed.clear();
  net.obstacles = {{.kind = Obstacle::Kind::sphere,
                    .point = {0.52, -0.49, -0.25},
                    .radius = 0.2,
                    .friction = friction,
                    .thickness = 0.01}};
  return net;
}

TEST(Prefactored, EndsWhereNewtonsMethodDoesAtObstacles) {
  for (double friction : {0.0, 0.4})
    for (Integrator integrator :
         {Integrator::implicit_euler, Integrator::bdf2, Integrator::implicit_midpoint}) {
      const Outcome outcome = compare(cloth_on_ball(friction), integrator, 20, 0.01);
      EXPECT_LT(outcome.difference, 1e-6) << to_string(integrator) << friction;
      EXPECT_EQ(outcome.report.newton_steps, 0) << to_string(integrator) << friction;
    }
}

TEST(Prefactored, TheWorkOfPreviewIsBoundedAtObstaclesToo) {
  const System net = cloth_on_ball(0.4);
  SimulationOptions options = with(StepMethod::automatic);
  options.accuracy = Accuracy::preview;
  Simulation run(net, options);
  std::int64_t before = 0;
  for (int i = 0; i < 60; ++i) {
    const MotionReport report = run.step();
    ASSERT_EQ(report.status, MotionStatus::finished) << report.reason;
    EXPECT_EQ(report.unsettled_friction_steps, 0);
    // Eight in each solve: three for friction, some for planes in the path of nodes.
    EXPECT_LE(report.iterations - before, 8 * 8) << i;
    before = report.iterations;
    const std::vector<double>& x = run.state().position;
    for (std::size_t n = 0; n < x.size(); n += 3)
      EXPECT_GT(std::hypot(x[n] - 0.52, x[n + 1] + 0.49, x[n + 2] + 0.25), 0.2) << n / 3;
  }
}

TEST(Prefactored, FallsBackWhereItIsNotGivenEnoughIterations) {
  const System net = hung_cloth(12);
  Simulation newton(net, with(StepMethod::newton));
  ASSERT_EQ(newton.step().status, MotionStatus::finished);
  int found = 0;
  for (int iterations = 2; iterations < 8; ++iterations) {
    SimulationOptions options = with(StepMethod::prefactored);
    options.max_iterations = iterations;
    options.substeps = false;
    Simulation quick(net, options);
    const MotionReport report = quick.step();
    if (report.status != MotionStatus::finished || report.newton_steps == 0) continue;
    ++found;
    EXPECT_LT(largest_difference(quick.state().position, newton.state().position), 1e-6);
  }
  EXPECT_GT(found, 0);
}

TEST(Prefactored, NeedsNoOtherAnalysisForInteractiveEdits) {
  System net = hung_cloth(10);
  net.events = {{.at = 0.045, .free = {0}}, {.at = 0.05, .set = {{"threads.stiffness", {5e3}}}}};
  Simulation quick(net, with(StepMethod::prefactored)), newton(net, with(StepMethod::newton));
  EXPECT_EQ(quick.step().status, MotionStatus::finished);
  const std::int64_t analyses = quick.step().analyses;
  for (int i = 0; i < 2; ++i) (void)newton.step();
  for (Simulation* run : {&quick, &newton}) {
    run->set_fixed(55, true);
    run->set_target(99, std::vector<double>{1.2, -1, 0.2}, 50);
    run->set_stiffness(3, 2e4);
    for (int i = 0; i < 8; ++i) EXPECT_EQ(run->step().status, MotionStatus::finished);
    run->set_fixed(55, false);
    run->clear_target(99);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(run->step().status, MotionStatus::finished);
  }
  EXPECT_EQ(quick.step().analyses, analyses);
  EXPECT_EQ(newton.step().status, MotionStatus::finished);
  EXPECT_LT(largest_difference(quick.state().position, newton.state().position), 1e-6);
}

TEST(Prefactored, ContinuesFromASavedStateWithTheSameBits) {
  for (Integrator integrator : {Integrator::implicit_euler, Integrator::bdf2}) {
    const System net = hung_cloth(9);
    SimulationOptions options = with(StepMethod::prefactored, integrator);
    options.tolerance = 1e-5;
    Simulation whole(net, options);
    for (int i = 0; i < 4; ++i) ASSERT_EQ(whole.step().status, MotionStatus::finished);
    Simulation later(net, options);
    later.restore(whole.save());
    for (int i = 0; i < 4; ++i) {
      ASSERT_EQ(whole.step().status, MotionStatus::finished);
      ASSERT_EQ(later.step().status, MotionStatus::finished);
    }
    EXPECT_EQ(hash_bits(later.state().position), hash_bits(whole.state().position));
    EXPECT_EQ(later.save(), whole.save());
  }
}

TEST(Prefactored, HasTheSameBitsOnAnyNumberOfThreads) {
  const System net = hung_cloth(40);
  std::vector<LinearSolver> solvers = {LinearSolver::ldlt};
  if (built_with_cholmod()) solvers.push_back(LinearSolver::cholmod);
  for (LinearSolver solver : solvers) {
    std::uint64_t one = 0;
    for (int threads : {1, 2, 3, 8, 16}) {
      SimulationOptions options = with(StepMethod::prefactored);
      options.tolerance = 1e-4;
      options.linear_solver = solver;
      options.threads = threads;
      Simulation run(net, options);
      for (int i = 0; i < 3; ++i) ASSERT_EQ(run.step().status, MotionStatus::finished);
      const std::uint64_t hash = hash_bits(run.state().position, hash_bits(run.state().velocity));
      if (threads == 1) one = hash;
      EXPECT_EQ(hash, one) << threads << ' ' << to_string(solver);
    }
  }
}

TEST(Prefactored, IsRefusedByIntegratorsThatSolveNothing) {
  System net = hung_cloth(4);
  for (Integrator integrator : {Integrator::velocity_verlet, Integrator::linearly_implicit_euler}) {
    try {
      Simulation run(net, with(StepMethod::prefactored, integrator));
      FAIL() << to_string(integrator);
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("use implicit_euler"), std::string::npos);
    }
  }
  // Left open, it is the integrator that follows.
  EXPECT_EQ(
      Simulation(net, with(StepMethod::prefactored, Integrator::automatic)).options().integrator,
      Integrator::implicit_euler);
}

}  // namespace
}  // namespace tensio
