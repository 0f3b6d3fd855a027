// Which method solves implicit steps, and steps of the accuracy preview.
#include <gtest/gtest.h>

#include <cmath>

#include "core/hash.hpp"
#include "solve/motion/stepper.hpp"
#include "support/differences.hpp"
#include "support/nets.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/scenes/parts.hpp"
#include "tensio/scenes/rods.hpp"

namespace tensio {
namespace {

using testing::hung_cloth;
using testing::largest_difference;

SimulationOptions steps_of(double h, double tolerance) {
  SimulationOptions options;
  options.integrator = Integrator::implicit_euler;
  options.time_step = h;
  options.duration = 1;
  options.tolerance = tolerance;
  options.threads = 1;
  return options;
}

MotionReport take(Simulation& run, int steps) {
  MotionReport report;
  for (int i = 0; i < steps; ++i) {
    report = run.step();
    EXPECT_EQ(report.status, MotionStatus::finished) << report.reason;
  }
  return report;
}

StepResult solved(const MethodOrder& order, int iterations, bool retried = false) {
  StepResult result;
  result.iterations = iterations;
  result.retried = retried;
  result.by_newton = order.other_first == retried;
  return result;
}

TEST(MethodOrder, TurnsToTheOtherMethodWhereNewtonsCostsMore) {
  MethodOrder order;
  order.begin(6, 1e-6, Prefactoring::may_suit);
  EXPECT_FALSE(order.other_first) << "18 of about 19";
  order.compare(solved(order, 4), 22);
  EXPECT_FALSE(order.other_first) << "less than a quarter more";
  order.compare(solved(order, 6), 30);
  EXPECT_TRUE(order.other_first);
  order.compare(solved(order, 20), 0);
  EXPECT_TRUE(order.other_first) << "24 of 25";
  order.compare(solved(order, 40), 0);
  EXPECT_TRUE(order.other_first) << "a single hard step: the mean is 29";
  order.compare(solved(order, 60), 0);
  EXPECT_FALSE(order.other_first) << "the mean is 37, more than a quarter above 25";
}

TEST(MethodOrder, TriesNewtonsMethodFirstWhereItIsExpectedToCostHalf) {
  MethodOrder order;
  order.begin(8, 1e-6, Prefactoring::suits);
  ASSERT_TRUE(order.other_first);
  for (int i = 0; i < 20; ++i) order.compare(solved(order, 40), 0);
  EXPECT_TRUE(order.other_first) << "44 of 24 expected, of a method that was never compared";
  for (int i = 0; i < 20 && order.other_first; ++i) order.compare(solved(order, 60), 0);
  EXPECT_FALSE(order.other_first) << "more than twice as much";
}

TEST(MethodOrder, StaysWithPrefactoredStepsThatAreHalved) {
  MethodOrder order;
  order.begin(8, 1e-6, Prefactoring::suits);
  StepResult halved = solved(order, 200);
  halved.good = false;
  halved.halve_next = true;
  order.compare(halved, 0);
  EXPECT_TRUE(order.other_first);
  halved.halve_next = false;
  order.compare(halved, 0);
  EXPECT_FALSE(order.other_first);
}

TEST(HalvesFirst, TriesWholeStepsNowAndThen) {
  HalvesFirst halves;
  std::vector<std::int64_t> in_halves;
  for (int trial = 0; trial < 5; ++trial) {
    halves.take_whole(true);
    in_halves.push_back(halves.left);
    while (halves.left > 0) halves.take_halves(50);
    EXPECT_EQ(halves.work, 50) << "what the next whole step may take";
  }
  EXPECT_EQ(in_halves, (std::vector<std::int64_t>{4, 8, 16, 16, 16}));
  halves.take_whole(false);
  EXPECT_EQ(halves.work, 0) << "the next one has no such limit";
  halves.take_whole(false);
  halves.take_whole(true);
  EXPECT_EQ(halves.left, 4);
}

TEST(MethodOrder, TurnsBackFromAMethodThatCostsMoreAndWaitsLongerEachTime) {
  MethodOrder order;
  order.begin(6, 1e-6, Prefactoring::may_suit);
  std::vector<int> waits;
  while (waits.size() < 3) {
    int steps = 0;
    for (; !order.other_first; ++steps) order.compare(solved(order, 6), 30);
    waits.push_back(steps);
    EXPECT_TRUE(order.trying);
    order.compare(solved(order, 90), 0);
    EXPECT_FALSE(order.other_first);
  }
  EXPECT_EQ(waits, (std::vector<int>{1, 64, 128}));
}

TEST(MethodOrder, LimitsTheMethodThatIsTriedToTheWorkOfTheOther) {
  MethodOrder order;
  order.begin(6, 1e-6, Prefactoring::may_suit);
  order.compare(solved(order, 6), 30);
  ASSERT_TRUE(order.trying);
  EXPECT_EQ(order.most_iterations(1), 24) << "the mean of 18 expected and 30";
  EXPECT_EQ(order.most_iterations(100), 3) << "too few would say nothing";
}

TEST(MethodOrder, ChangesWhereAStepWasSolvedByTheOtherMethodAlone) {
  MethodOrder order;
  order.begin(2, 1e-6, Prefactoring::may_suit);
  order.compare(solved(order, 60, true), 0);
  EXPECT_TRUE(order.other_first);
  EXPECT_EQ(order.newton_work, 19) << "at least what the other one was expected to cost";
  order.compare(solved(order, 200), 0);
  EXPECT_TRUE(order.other_first) << "a mean of 65";
  order.compare(solved(order, 200), 0);
  EXPECT_FALSE(order.other_first) << "a mean of 99, more than four times Newton's work";
}

TEST(MethodOrder, BeginsWithTheOtherMethodWhereNewtonsIsExpectedToCostMore) {
  MethodOrder order;
  order.begin(8, 1e-6, Prefactoring::suits);
  EXPECT_TRUE(order.other_first);
  order = {};
  order.begin(8, 1e-10, Prefactoring::may_suit);
  EXPECT_FALSE(order.other_first) << "a small net";
  order.begin(8, 1e-10, Prefactoring::suits);
  EXPECT_TRUE(order.other_first) << "24 of 10";
}

TEST(MethodOrder, DoesNotTryTheOtherMethodWhereItDoesNotSuitUntilNewtonsFails) {
  MethodOrder order;
  order.begin(40, 1e-10, Prefactoring::does_not_suit);
  for (int i = 0; i < 200; ++i) order.compare(solved(order, 5), 200);
  EXPECT_FALSE(order.other_first);
  order.compare(solved(order, 60, true), 0);
  EXPECT_TRUE(order.other_first);
  for (int i = 0; i < 16; ++i) order.compare(solved(order, 2000), 0);
  EXPECT_FALSE(order.other_first) << "ten times Newton's work";
}

TEST(MethodOrder, StaysAsItIsWhereAStepFailsOrHasNoOtherMethod) {
  MethodOrder order;
  StepResult failed = solved(order, 200);
  failed.good = false;
  order.compare(failed, 2000);
  EXPECT_FALSE(order.other_first);
  EXPECT_EQ(order.newton_work, 0);
  order.begin(8, 1e-6, Prefactoring::suits);
  StepResult by_newton;
  by_newton.iterations = 300;
  order.compare(by_newton, 3000);
  EXPECT_TRUE(order.other_first) << "such a step says nothing about prefactored ones";
}

TEST(StepChoice, LeavesVerySmallNetsToNewtonsMethodToTheBit) {
  const System net = hung_cloth(4);
  SimulationOptions options = steps_of(0.01, 1e-8);
  Simulation automatic(net, options);
  options.method = StepMethod::newton;
  Simulation newton(net, options);
  EXPECT_EQ(take(automatic, 10).newton_steps, 10);
  (void)take(newton, 10);
  EXPECT_EQ(hash_bits(automatic.state().position), hash_bits(newton.state().position));
}

TEST(StepChoice, LeavesASmallRodToNewtonsMethod) {
  System net = scenes::rod({.segments = 20});
  net.nodes.fixed = {{.nodes = {0, 1, 2, 3, 4}}};
  net.gravity = {0, 0, -9.81};
  Simulation automatic(net, steps_of(0.01, 1e-8));
  EXPECT_GE(take(automatic, 20).newton_steps, 18);
}

// Newton's method takes ten iterations a step there, of twenty linear ones each.
TEST(StepChoice, TakesThePrefactoredMethodInASmallClothOnABall) {
  const System net = load_system(TENSIO_SOURCE_DIR "/examples/13_cloth_on_a_ball/scene.json");
  SimulationOptions options = steps_of(0.01, 1e-10);
  Simulation automatic(net, options);
  EXPECT_LE(take(automatic, 60).newton_steps, 30);
  options.method = StepMethod::newton;
  Simulation newton(net, options);
  EXPECT_EQ(take(newton, 60).newton_steps, 60);
  EXPECT_LT(largest_difference(automatic.state().position, newton.state().position), 1e-6);
}

TEST(StepChoice, TakesThePrefactoredMethodInALargeCloth) {
  const System net = hung_cloth(60);
  SimulationOptions options = steps_of(0.01, 1e-6);
  Simulation automatic(net, options);
  const MotionReport report = take(automatic, 6);
  EXPECT_LE(report.newton_steps, 1);
  options.method = StepMethod::newton;
  Simulation newton(net, options);
  EXPECT_EQ(take(newton, 6).newton_steps, 6);
  EXPECT_LT(largest_difference(automatic.state().position, newton.state().position), 1e-4);
}

TEST(StepChoice, ContinuesFromASavedStateWithTheSameBits) {
  const System net = hung_cloth(24);
  const SimulationOptions options = steps_of(0.02, 1e-6);
  Simulation whole(net, options);
  (void)take(whole, 6);
  Simulation later(net, options);
  later.restore(whole.save());
  (void)take(whole, 6);
  (void)take(later, 6);
  EXPECT_EQ(hash_bits(later.state().position), hash_bits(whole.state().position));
  EXPECT_EQ(later.save(), whole.save());
}

TEST(Preview, TakesFewIterationsAndStaysNear) {
  const System net = hung_cloth(25);
  SimulationOptions options = steps_of(0.01, 1e-6);
  Simulation full(net, options);
  options.accuracy = Accuracy::preview;
  Simulation preview(net, options);
  double worst = 0;
  MotionReport report;
  for (int i = 0; i < 50; ++i) {
    (void)take(full, 1);
    report = take(preview, 1);
    worst = std::max(worst, largest_difference(full.state().position, preview.state().position));
  }
  EXPECT_LE(report.iterations, 50 * 8);
  EXPECT_GE(report.preview_steps, 45);
  EXPECT_EQ(report.newton_steps, 0);
  EXPECT_EQ(report.retried_steps + report.split_steps, 0);
  EXPECT_LT(worst, 0.03);
}

// Wind is small beside the tensions: a flag that is solved to 5e-2 of these ends 13 cm away.
TEST(Preview, StaysNearAFlagInWindWithinItsIterations) {
  const System net = load_system(TENSIO_SOURCE_DIR "/examples/15_flag_in_wind/scene.json");
  SimulationOptions options = steps_of(0.01, 1e-9);
  Simulation full(net, options);
  (void)take(full, 100);
  options.accuracy = Accuracy::preview;
  options.tolerance = 1e-6;
  Simulation preview(net, options);
  EXPECT_LE(take(preview, 100).iterations, 100 * 8);
  EXPECT_LT(largest_difference(full.state().position, preview.state().position), 0.04);
  options.max_iterations = 3;
  Simulation shorter(net, options);
  EXPECT_EQ(take(shorter, 100).iterations, 100 * 3) << "none of these steps ends before";
}

TEST(Preview, IsNotUnstableInTime) {
  // 400 steps of a swinging cloth: backward Euler loses energy, and so must these steps.
  const System net = hung_cloth(20);
  for (int iterations : {1, 3, 8}) {
    SimulationOptions options = steps_of(0.01, 1e-6);
    options.duration = 10;
    options.accuracy = Accuracy::preview;
    options.max_iterations = iterations;
    Simulation run(net, options);
    const MotionReport report = take(run, 400);
    EXPECT_LE(report.iterations, 400 * iterations);
    const MotionEnergies energies = run.energies();
    EXPECT_LT(energies.total, 0.1) << iterations;
    EXPECT_LT(energies.kinetic, 2) << iterations;
    for (double x : run.state().position) ASSERT_LT(std::abs(x), 3) << iterations;
  }
}

TEST(Preview, ContinuesFromASavedStateWithTheSameBits) {
  const System net = hung_cloth(12);
  SimulationOptions options = steps_of(0.01, 1e-6);
  options.accuracy = Accuracy::preview;
  for (Integrator integrator : {Integrator::implicit_euler, Integrator::bdf2}) {
    options.integrator = integrator;
    Simulation whole(net, options);
    (void)take(whole, 5);
    Simulation later(net, options);
    later.restore(whole.save());
    (void)take(whole, 5);
    (void)take(later, 5);
    EXPECT_EQ(hash_bits(later.state().position), hash_bits(whole.state().position));
  }
}

TEST(Preview, IsRefusedWithNewtonsMethodAndExplicitSteps) {
  const System net = hung_cloth(4);
  SimulationOptions options = steps_of(0.01, 1e-6);
  options.accuracy = Accuracy::preview;
  options.method = StepMethod::newton;
  EXPECT_THROW(Simulation(net, options), Error);
  options.method = StepMethod::automatic;
  options.integrator = Integrator::velocity_verlet;
  EXPECT_THROW(Simulation(net, options), Error);
  options.integrator = Integrator::automatic;
  EXPECT_EQ(Simulation(net, options).options().integrator, Integrator::implicit_euler);
}

}  // namespace
}  // namespace tensio
