// Implicit steps that do not converge: solved by the other method, or taken in halves.
#include <gtest/gtest.h>

#include <cmath>

#include "support/nets.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {
namespace {

using testing::pressed_column;

constexpr Integrator kConverging[] = {Integrator::implicit_euler, Integrator::implicit_midpoint,
                                      Integrator::bdf2};

// The column with all that a step may change: springs that yield, creep and break, a floor with
// friction, damping.
System column_of_everything() {
  System net = pressed_column();
  net.gravity = {0, -9.81, 0};
  net.springs[0].damping = {0.5};
  net.springs[0].yield = Yield{.force = {60}, .hardening = {0.1}};
  net.springs[0].viscous = Viscous{.stiffness = {100}, .time = {0.1}};
  net.springs[0].breaks = Break{.strain = {3}};
  Obstacle floor;
  floor.point = {0, 0, -0.05};
  floor.normal = {0, 0.2, 1};
  floor.friction = 0.3;
  floor.thickness = 0.02;
  net.obstacles = {floor};
  return net;
}

// Few iterations: large steps do not converge, small ones do.
SimulationOptions hasty(Integrator integrator, double h, int iterations) {
  SimulationOptions options;
  options.integrator = integrator;
  options.time_step = h;
  options.duration = 1;
  options.tolerance = 1e-8;
  options.max_iterations = iterations;
  options.linear_solver = LinearSolver::ldlt;
  return options;
}

// That many steps, or fewer where the run ends.
MotionReport take(Simulation& simulation, int count) {
  MotionReport report = simulation.step();
  for (int i = 1; i < count && report.status == MotionStatus::finished; ++i)
    report = simulation.step();
  return report;
}

std::vector<MotionEvent> events_of(const Simulation& simulation, MotionEvent::Kind kind) {
  std::vector<MotionEvent> found;
  for (const MotionEvent& event : simulation.events())
    if (event.kind == kind) found.push_back(event);
  return found;
}

TEST(Substeps, TakeAStepThatDoesNotConvergeInHalves) {
  const System net = pressed_column();
  for (Integrator integrator : kConverging) {
    int found = 0;
    for (const double h : {0.01, 0.02, 0.03, 0.05, 0.1})
      for (int iterations = 2; iterations < 30; ++iterations) {
        SimulationOptions options = hasty(integrator, h, iterations);
        options.substeps = false;
        Simulation whole(net, options);
        if (whole.step().status == MotionStatus::finished) break;
        SimulationOptions halves = options;
        halves.time_step /= 2;
        if (integrator == Integrator::bdf2) halves.integrator = Integrator::implicit_euler;
        Simulation reference(net, halves);
        if (take(reference, 2).status != MotionStatus::finished) continue;

        options.substeps = true;
        Simulation split(net, options);
        const MotionReport report = split.step();
        // The other method has solved it.
        if (report.retried_steps > 0) continue;
        ++found;
        ASSERT_EQ(report.status, MotionStatus::finished) << report.reason;
        EXPECT_EQ(report.split_steps, 1);
        EXPECT_EQ(report.steps, 1);
        EXPECT_EQ(split.time(), h);
        EXPECT_EQ(split.state().position, reference.state().position) << to_string(integrator);
        EXPECT_EQ(split.state().velocity, reference.state().velocity) << to_string(integrator);
        const std::vector<MotionEvent> events = events_of(split, MotionEvent::Kind::split);
        ASSERT_EQ(events.size(), 1u);
        EXPECT_EQ(events[0].value, 2);
        EXPECT_EQ(events[0].time, 0);
      }
    EXPECT_GT(found, 0) << to_string(integrator);
  }
}

TEST(Substeps, AreLeftOutOnRequest) {
  SimulationOptions options = hasty(Integrator::implicit_euler, 0.5, 2);
  options.substeps = false;
  Simulation simulation(pressed_column(), options);
  EXPECT_EQ(simulation.step().status, MotionStatus::not_converged);
}

TEST(Substeps, LetTheOtherMethodSolveAStepFirst) {
  int found = 0;
  for (const double h : {0.003, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2})
    for (int iterations = 2; iterations < 30; ++iterations) {
      SimulationOptions options = hasty(Integrator::implicit_euler, h, iterations);
      options.method = StepMethod::newton;
      options.substeps = false;
      Simulation alone(pressed_column(), options);
      if (alone.step().status == MotionStatus::finished) break;
      SimulationOptions other = options;
      other.method = StepMethod::prefactored;
      Simulation reference(pressed_column(), other);
      const MotionReport expected = reference.step();
      if (expected.status != MotionStatus::finished || expected.newton_steps > 0) continue;
      ++found;

      options.substeps = true;
      Simulation simulation(pressed_column(), options);
      const MotionReport report = simulation.step();
      ASSERT_EQ(report.status, MotionStatus::finished) << report.reason;
      EXPECT_EQ(report.retried_steps, 1);
      EXPECT_EQ(report.split_steps, 0);
      EXPECT_EQ(report.newton_steps, 0);
      EXPECT_EQ(simulation.state().position, reference.state().position);
      const std::vector<MotionEvent> events = events_of(simulation, MotionEvent::Kind::retry);
      ASSERT_EQ(events.size(), 1u);
      EXPECT_EQ(events[0].detail, "prefactored");
      // It begins the next steps too: Newton's method does not fail again before it is used.
      EXPECT_EQ(take(simulation, 3).iterations - report.iterations,
                take(reference, 3).iterations - expected.iterations);
    }
  EXPECT_GT(found, 0);
}

// At the smallest size nothing converges in one iteration, or in the 16 of the last attempt: the
// run ends as if the step had never begun.
TEST(Substeps, ThatAllFailLeaveNothingBehind) {
  for (Integrator integrator : kConverging) {
    SimulationOptions options = hasty(integrator, 0.05, 20);
    Simulation simulation(column_of_everything(), options);
    ASSERT_EQ(take(simulation, 3).status, MotionStatus::finished);
    const std::string before = simulation.save();
    const double time = simulation.time();
    const std::size_t events = simulation.events().size();
    // The same state with one iteration for each step, and a long step.
    options.max_iterations = 1;
    options.tolerance = 1e-15;
    options.time_step = 500;
    options.duration = 1000;
    Simulation hopeless(column_of_everything(), options);
    hopeless.restore(before);
    const MotionReport report = hopeless.step();
    EXPECT_EQ(report.status, MotionStatus::not_converged) << to_string(integrator);
    EXPECT_NE(report.reason.find("nor did substeps of 7.81"), std::string::npos) << report.reason;
    EXPECT_EQ(hopeless.time(), time);
    EXPECT_EQ(hopeless.events().size(), events);
    EXPECT_EQ(hopeless.state().position, simulation.state().position);
    EXPECT_EQ(hopeless.state().velocity, simulation.state().velocity);
    EXPECT_EQ(hopeless.energies().total, simulation.energies().total);
    EXPECT_EQ(hopeless.tensions(), simulation.tensions());
  }
}

// Yielding, creep, breaking, contact with friction and damping: split runs come to the motion of
// small steps, and all energy is accounted for as well as with those.
TEST(Substeps, ComeToTheMotionOfSmallSteps) {
  for (Integrator integrator : kConverging) {
    SimulationOptions options = hasty(integrator, 0.02, 5);
    Simulation split(column_of_everything(), options);
    const MotionReport report = take(split, 25);
    ASSERT_EQ(report.status, MotionStatus::finished) << to_string(integrator) << report.reason;
    EXPECT_GT(report.split_steps, 0) << to_string(integrator);

    SimulationOptions fine = hasty(integrator, 0.02 / 64, 50);
    Simulation reference(column_of_everything(), fine);
    ASSERT_EQ(take(reference, 25 * 64).status, MotionStatus::finished);
    SimulationOptions whole = hasty(integrator, 0.02, 200);
    Simulation coarse(column_of_everything(), whole);
    ASSERT_EQ(take(coarse, 25).status, MotionStatus::finished);
    // Not farther from it than twice what whole steps are.
    double with_substeps = 0, with_whole_steps = 0;
    const std::vector<double> exact = reference.state().position;
    const std::vector<double> a = split.state().position, b = coarse.state().position;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      with_substeps = std::max(with_substeps, std::abs(a[i] - exact[i]));
      with_whole_steps = std::max(with_whole_steps, std::abs(b[i] - exact[i]));
    }
    EXPECT_LT(with_substeps, 2 * with_whole_steps + 1e-6) << to_string(integrator);
  }
}

TEST(Substeps, ContinueToTheSameBitsAfterSaving) {
  for (Integrator integrator : kConverging)
    for (const bool obstacles : {true, false}) {
      const SimulationOptions options = hasty(integrator, 0.02, 5);
      System net = column_of_everything();
      if (!obstacles) net.obstacles.clear();
      Simulation one(net, options);
      const MotionReport report = take(one, 30);
      ASSERT_EQ(report.status, MotionStatus::finished) << report.reason;
      ASSERT_GT(report.split_steps + report.retried_steps, 0) << to_string(integrator);
      for (const int at : {1, 7, 15}) {
        Simulation first(net, options);
        (void)take(first, at);
        Simulation second(net, options);
        second.restore(first.save());
        (void)take(second, 30 - at);
        EXPECT_EQ(second.save(), one.save()) << to_string(integrator) << " saved after " << at;
      }
    }
}

TEST(Substeps, AreTheSameOnAnyNumberOfThreads) {
  for (Integrator integrator : kConverging) {
    SimulationOptions options = hasty(integrator, 0.02, 5);
    options.threads = 1;
    Simulation one(column_of_everything(), options);
    (void)take(one, 20);
    for (const int threads : {2, 5}) {
      options.threads = threads;
      Simulation several(column_of_everything(), options);
      (void)take(several, 20);
      EXPECT_EQ(several.save(), one.save()) << to_string(integrator) << ' ' << threads;
    }
  }
}

// An observer that stops a run at its n-th question inside a step, once.
class StopInside final : public MotionObserver {
 public:
  explicit StopInside(int after) : left_(after) {}
  void frame(const MotionFrame&) override {}
  bool working(Activity) override { return --left_ != 0; }
  int left() const { return left_; }

 private:
  int left_;
};

TEST(Substeps, StoppedInsideContinueToTheSameBits) {
  const SimulationOptions options = hasty(Integrator::bdf2, 0.02, 5);
  Simulation one(column_of_everything(), options);
  (void)take(one, 10);
  int stopped = 0;
  for (int question = 1; question < 60; question += 7) {
    Simulation other(column_of_everything(), options);
    StopInside observer(question);
    while (other.steps() < 10) {
      (void)other.run_until(0.2, &observer);
      if (observer.left() > 0) break;
    }
    stopped += observer.left() <= 0;
    EXPECT_EQ(other.state().position, one.state().position) << question;
    EXPECT_EQ(other.state().velocity, one.state().velocity) << question;
  }
  EXPECT_GT(stopped, 0);
}

// A cloth whose whole steps take more iterations than they may, and whose halves do not.
SimulationOptions in_halves() {
  SimulationOptions options = hasty(Integrator::implicit_euler, 0.02, 4);
  options.tolerance = 1e-6;
  options.method = StepMethod::prefactored;
  options.linear_solver = LinearSolver::automatic;
  options.threads = 1;
  return options;
}

TEST(Substeps, OfPrefactoredStepsComeFirstOnceAWholeStepDidNotConverge) {
  const System net = testing::hung_cloth(40);
  SimulationOptions options = in_halves();
  Simulation simulation(net, options);
  const int most = 2 * options.max_iterations;
  options.time_step /= 2;
  options.max_iterations *= 2;  // halves may take twice as many as whole steps
  Simulation reference(net, options);
  std::vector<std::int64_t> in_vain;  // iterations of whole steps
  MotionReport before, expected_before;
  for (int i = 0; i < 7; ++i) {
    const MotionReport report = simulation.step(), expected = take(reference, 2);
    ASSERT_EQ(report.status, MotionStatus::finished) << report.reason;
    ASSERT_EQ(expected.status, MotionStatus::finished) << expected.reason;
    EXPECT_EQ(report.split_steps, i + 1);
    EXPECT_EQ(simulation.state().position, reference.state().position);
    in_vain.push_back((report.iterations - before.iterations) -
                      (expected.iterations - expected_before.iterations));
    before = report;
    expected_before = expected;
  }
  EXPECT_EQ(in_vain, (std::vector<std::int64_t>{most, 0, 0, 0, 0, most, 0}));
}

TEST(Substeps, ThatComeFirstContinueFromASavedStateWithTheSameBits) {
  const System net = testing::hung_cloth(40);
  Simulation whole(net, in_halves()), later(net, in_halves());
  ASSERT_EQ(take(whole, 3).split_steps, 3);
  later.restore(whole.save());
  (void)take(whole, 4);
  (void)take(later, 4);
  EXPECT_EQ(later.state().position, whole.state().position);
  EXPECT_EQ(later.save(), whole.save());
}

}  // namespace
}  // namespace tensio
