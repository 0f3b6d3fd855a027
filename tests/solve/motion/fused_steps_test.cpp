// Runs of fused explicit steps are the same as runs of single steps.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/differences.hpp"
#include "support/rounds.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/scenes/parts.hpp"

namespace tensio {
namespace {

/// Writes down all that it is shown, to the bit.
struct Seen final : MotionObserver {
  explicit Seen(bool every) : every_step(every) {}
  bool every_step;
  std::vector<double> numbers;
  std::int64_t calls = 0;

  void frame(const MotionFrame& frame) override {
    numbers.push_back(frame.time);
    for (auto column : {frame.position, frame.velocity, frame.tension, frame.spring_energy})
      numbers.insert(numbers.end(), column.begin(), column.end());
    for (double energy : {frame.energy.total, frame.energy.dissipated, frame.energy.work})
      numbers.push_back(energy);
  }
  void probes(const ProbeRow& row) override {
    numbers.push_back(row.time);
    numbers.insert(numbers.end(), row.value.begin(), row.value.end());
  }
  void event(const MotionEvent& event) override { numbers.push_back(event.time); }
  bool step(double, std::int64_t) override {
    ++calls;
    return true;
  }
  std::int64_t next_step(std::int64_t step) const override {
    return every_step ? step + 1 : INT64_MAX;
  }
};

System hung_cloth() {
  System net = scenes::cloth({.columns = 8, .stiffness = 50, .total_mass = 0.1});
  net.gravity = {0, 0, -9.81};
  net.nodes.fixed = {{.nodes = {0, 8}}};
  net.probes = {{.name = "tip", .nodes = {80}, .quantity = "position.z"}};
  net.events = {{.at = 0.0301, .free = {8}},
                {.at = 0.05, .fix = {40}, .set = {{"gravity", {0, 3, -5}}}},
                {.at = 0.07, .set = {{"drag", {0.5}}}},
                {.at = 0.08, .set = {{"drag", {0}}}}};
  return net;
}

SimulationOptions options(Integrator integrator, double step) {
  return {.integrator = integrator,
          .time_step = step,
          .duration = 0.1,
          .output_every = 0.0107,
          .probe_every = 0.0041,
          .threads = 1};
}

// What begins where `first` stands ends where a whole run ends.
void expect_goes_on_as_whole(const Simulation& first, const System& net,
                             const SimulationOptions& chosen) {
  Simulation whole(net, chosen), second(net, chosen);
  (void)whole.run();
  second.restore(first.save());
  (void)second.run();
  EXPECT_EQ(second.state().position, whole.state().position);
  EXPECT_EQ(second.state().velocity, whole.state().velocity);
  EXPECT_EQ(second.energies().dissipated, whole.energies().dissipated);
}

// By fused steps, by fused steps one at a time, and by the integrator's own passes.
void expect_same_by_single_steps(const System& net, Integrator integrator, int threads = 1) {
  SimulationOptions chosen = options(integrator, 1e-4);
  chosen.threads = threads;
  Simulation fused(net, chosen), single(net, chosen), stepped(net, chosen);
  Seen seen_fused(false), seen_single(true);
  const MotionReport report = fused.run(&seen_fused);
  EXPECT_EQ(report.status, MotionStatus::finished) << report.reason;
  EXPECT_EQ(single.run(&seen_single).steps, report.steps);
  for (std::int64_t i = 0; i < report.steps; ++i) (void)stepped.step();
  EXPECT_EQ(seen_fused.numbers, seen_single.numbers);
  EXPECT_LT(seen_fused.calls, 250);
  EXPECT_EQ(seen_single.calls, report.steps);
  EXPECT_EQ(fused.save(), single.save());
  EXPECT_EQ(fused.state().position, stepped.state().position);
  EXPECT_EQ(fused.state().velocity, stepped.state().velocity);
  EXPECT_EQ(fused.energies().dissipated, stepped.energies().dissipated);
  EXPECT_EQ(fused.energies().work, stepped.energies().work);
}

constexpr Integrator kFused[] = {Integrator::explicit_euler, Integrator::symplectic_euler,
                                 Integrator::velocity_verlet};

System damped_cloth() {
  System net = hung_cloth();
  net.drag = 0.5;
  for (SpringSet& set : net.springs) set.damping = {2e-4};
  net.events.push_back({.at = 0.09, .set = {{net.springs[0].name + ".damping", {1e-4}}}});
  return net;
}

TEST(FusedSteps, RunsAreTheSameAsBySingleSteps) {
  for (Integrator integrator : kFused) expect_same_by_single_steps(hung_cloth(), integrator);
}

TEST(FusedSteps, RunsWithDragAndDampingAreTheSameAsBySingleSteps) {
  System drag = hung_cloth();
  drag.drag = 0.5;
  for (Integrator integrator : kFused) {
    expect_same_by_single_steps(drag, integrator);
    expect_same_by_single_steps(damped_cloth(), integrator);
    Simulation run(damped_cloth(), options(integrator, 1e-4));
    (void)run.run();
    EXPECT_GT(run.energies().dissipated, 0);
  }
}

// A cloth that falls on obstacles, along which it slides and from which it bounces.
System cloth_on(std::vector<Obstacle> obstacles, bool damped) {
  System net = scenes::cloth({.columns = 12, .stiffness = 50, .total_mass = 0.1});
  net.gravity = {1, 0, -9.81};
  net.nodes.fixed = {{.nodes = {0}}, {.nodes = {12}, .axes = 1}};
  for (std::size_t i = 2; i < net.nodes.position.size(); i += 3) net.nodes.velocity.resize(i + 1);
  for (std::size_t i = 2; i < net.nodes.position.size(); i += 3) net.nodes.velocity[i] = -1;
  net.obstacles = std::move(obstacles);
  if (!damped) return net;
  net.drag = 0.5;
  for (SpringSet& set : net.springs) set.damping = {2e-4};
  return net;
}

Obstacle low_floor(double friction, double restitution) {
  return {.name = "floor",
          .point = {0, 0, -0.02},
          .normal = {0, 0.1, 1},
          .friction = friction,
          .restitution = restitution};
}

Obstacle ball(double friction, double restitution) {
  return {.kind = Obstacle::Kind::sphere,
          .point = {0.5, 0.5, -0.22},
          .radius = 0.2,
          .friction = friction,
          .restitution = restitution};
}

void expect_same_contact(const System& net, Integrator integrator, int threads) {
  SCOPED_TRACE(to_string(integrator));
  SimulationOptions chosen = options(integrator, 1e-4);
  chosen.threads = threads;
  Simulation fused(net, chosen), stepped(net, chosen);
  Seen seen(false);
  const MotionReport report = fused.run(&seen);
  EXPECT_EQ(report.status, MotionStatus::finished) << report.reason;
  EXPECT_LT(seen.calls, 50);
  for (std::int64_t i = 0; i < report.steps; ++i) (void)stepped.step();
  EXPECT_EQ(fused.state().position, stepped.state().position);
  EXPECT_EQ(fused.state().velocity, stepped.state().velocity);
  EXPECT_EQ(fused.energies().dissipated, stepped.energies().dissipated);
  EXPECT_EQ(fused.energies().work, stepped.energies().work);
  EXPECT_EQ(fused.contact_forces(), stepped.contact_forces());
  ASSERT_EQ(fused.events().size(), stepped.events().size());
  EXPECT_GT(fused.events().size(), 10u);
  for (std::size_t i = 0; i < fused.events().size(); ++i) {
    const MotionEvent &one = fused.events()[i], &other = stepped.events()[i];
    EXPECT_EQ(one.time, other.time);
    EXPECT_EQ(one.node, other.node);
    EXPECT_EQ(one.value, other.value);
    EXPECT_EQ(one.detail, other.detail);
  }
  // Which nodes touch, too.
  Simulation first(net, chosen);
  (void)first.run_until(0.0523);
  expect_goes_on_as_whole(first, net, chosen);
}

TEST(FusedSteps, ContactIsTheSameAsBySingleSteps) {
  const std::vector<Obstacle> scenes[] = {{low_floor(0, 0)},
                                          {low_floor(0.4, 0.7)},
                                          {ball(0, 0)},
                                          {ball(0.3, 0.5)},
                                          {low_floor(0.4, 0.7), ball(0.3, 0)}};
  int turn = 0;
  for (const auto& obstacles : scenes)
    for (bool damped : {false, true})
      for (Integrator integrator : kFused)
        // Under a sanitizer every fourth, so that each scene and each integrator has its turn.
        if (!testing::kSanitized || turn++ % 4 == 0)
          expect_same_contact(cloth_on(obstacles, damped), integrator, 1);
}

TEST(FusedSteps, ContactIsTheSameWithDragAlone) {
  System net = cloth_on({ball(0.3, 0.5)}, false);
  net.drag = 0.5;
  for (Integrator integrator : kFused) expect_same_contact(net, integrator, 1);
}

// Nets that are large enough for several ranges of nodes; regular ones, and ones in any order.
TEST(FusedSteps, DampedContactHasTheSameBitsOnAnyNumberOfThreads) {
  System regular = cloth_on({ball(0.3, 0.5)}, true);
  System larger = scenes::cloth({.columns = 45, .stiffness = 50, .total_mass = 0.1});
  larger.gravity = regular.gravity;
  larger.drag = regular.drag;
  larger.obstacles = regular.obstacles;
  larger.nodes.velocity.assign(larger.nodes.position.size(), 0.0);
  for (std::size_t i = 2; i < larger.nodes.velocity.size(); i += 3) larger.nodes.velocity[i] = -4;
  for (SpringSet& set : larger.springs) set.damping = {1e-4};
  System mixed = larger;
  mixed.springs[0].law = Law::cable;
  for (const System& net : {larger, mixed})
    for (Integrator integrator : kFused) {
      SCOPED_TRACE(to_string(integrator));
      SimulationOptions chosen = options(integrator, 1e-4);
      chosen.duration = 0.012;
      Simulation stepped(net, chosen);
      for (int i = 0; i < 120; ++i) (void)stepped.step();
      EXPECT_GT(stepped.events().size(), 10u);
      for (int threads : {1, 2, 3, 8}) {
        chosen.threads = threads;
        Simulation fused(net, chosen);
        Seen seen(false);
        EXPECT_EQ(fused.run(&seen).status, MotionStatus::finished);
        EXPECT_LT(seen.calls, 20);
        EXPECT_EQ(fused.steps(), stepped.steps());
        EXPECT_EQ(fused.state().position, stepped.state().position) << threads;
        EXPECT_EQ(fused.state().velocity, stepped.state().velocity) << threads;
        EXPECT_EQ(fused.energies().dissipated, stepped.energies().dissipated) << threads;
        EXPECT_EQ(fused.contact_forces(), stepped.contact_forces()) << threads;
        EXPECT_EQ(fused.events().size(), stepped.events().size()) << threads;
      }
    }
}

// Obstacles that move, boxes and capsules: single steps.
TEST(FusedSteps, OtherObstaclesAreLeftToSingleSteps) {
  System net = cloth_on({low_floor(0.4, 0.7)}, false);
  net.obstacles[0].motion = {{}, {}, {.shape = Waveform::Shape::sine, .amplitude = 0.01}};
  for (const Obstacle& obstacle : {net.obstacles[0], Obstacle{.kind = Obstacle::Kind::box,
                                                     .point = {0.5, 0.5, -0.3},
                                                     .size = {0.4, 0.4, 0.4}}}) {
    net.obstacles = {obstacle};
    Simulation run(net, options(Integrator::velocity_verlet, 1e-4));
    Seen seen(false);
    const MotionReport report = run.run(&seen);
    EXPECT_EQ(seen.calls, report.steps);
  }
}

TEST(FusedSteps, SlackCablesWithDashpotsAreTheSameAsBySingleSteps) {
  System net = damped_cloth();
  for (SpringSet& set : net.springs) set.law = Law::cable;
  for (Integrator integrator : kFused) expect_same_by_single_steps(net, integrator);
  // Without stiffness the kernels do not know when it is slack: single steps are taken.
  net.springs[0].stiffness.assign(net.springs[0].ends.size(), net.springs[0].stiffness[0]);
  net.springs[0].stiffness[5] = 0;
  Simulation run(net, options(Integrator::velocity_verlet, 1e-4));
  Seen seen(false);
  const MotionReport report = run.run(&seen);
  EXPECT_EQ(seen.calls, report.steps);
}

TEST(FusedSteps, RunsContinueFromAnyStepWithTheSameBits) {
  for (const System& net : {hung_cloth(), damped_cloth()})
    for (Integrator integrator : {Integrator::symplectic_euler, Integrator::velocity_verlet}) {
      Simulation first(net, options(integrator, 1e-4));
      (void)first.run_until(0.0123);
      expect_goes_on_as_whole(first, net, options(integrator, 1e-4));
    }
}

// Interactive edits between two runs count from the next step on.
void expect_same_with_edits(const System& net, Integrator integrator) {
  Simulation fused(net, options(integrator, 1e-4)), single(net, options(integrator, 1e-4));
  Seen every(true);
  const auto both = [&](auto&& change) {
    change(fused);
    change(single);
    const double time = fused.time() + 0.005;
    (void)fused.run_until(time);
    (void)single.run_until(time, &every);
    EXPECT_EQ(fused.state().position, single.state().position);
  };
  both([](Simulation&) {});
  both([](Simulation& run) { run.set_stiffness(3, 500); });
  both([](Simulation& run) { run.set_rest_length(7, 0.3); });
  both([](Simulation& run) { run.set_fixed(33, true); });
  both([](Simulation& run) { run.set_load(20, std::array{0.1, 0.2, 0.3}); });
  both([](Simulation& run) { run.set_target(50, std::array{0.5, 0.5, 1.0}, 40); });
  both([](Simulation& run) { run.clear_target(50); });
  both([](Simulation& run) { run.set_fixed(33, false); });
}

TEST(FusedSteps, SeesInteractiveEdits) {
  expect_same_with_edits(hung_cloth(), Integrator::symplectic_euler);
  expect_same_with_edits(damped_cloth(), Integrator::velocity_verlet);
}

// ---- single precision ----

System free_cloth() {
  System net = scenes::cloth({.columns = 12, .stiffness = 50, .total_mass = 0.1});
  net.gravity = {0, 0, -9.81};
  net.nodes.fixed = {{.nodes = {0, 12}}};
  return net;
}

SimulationOptions in_single(Integrator integrator) {
  SimulationOptions chosen = options(integrator, 1e-4);
  chosen.duration = 0.2;
  chosen.precision = Precision::single_precision;
  return chosen;
}

TEST(SinglePrecision, AgreesWithDoubleAndKeepsTheEnergy) {
  for (Integrator integrator : {Integrator::symplectic_euler, Integrator::velocity_verlet}) {
    SimulationOptions chosen = in_single(integrator);
    Simulation single(free_cloth(), chosen);
    chosen.precision = Precision::double_precision;
    Simulation exact(free_cloth(), chosen);
    const double before = exact.energies().total;
    EXPECT_EQ(single.run().status, MotionStatus::finished);
    EXPECT_EQ(exact.run().status, MotionStatus::finished);
    const double largest =
        testing::largest_difference(single.state().position, exact.state().position);
    EXPECT_LT(largest, 3e-5);
    EXPECT_GT(largest, 0);
    const double scale = exact.energies().kinetic;
    EXPECT_NEAR(single.energies().total - before, exact.energies().total - before, 1e-4 * scale);
  }
}

TEST(SinglePrecision, DampedMotionAgreesWithDouble) {
  System net = free_cloth();
  net.drag = 0.5;
  for (SpringSet& set : net.springs) set.damping = {2e-4};
  for (Integrator integrator : {Integrator::symplectic_euler, Integrator::velocity_verlet}) {
    SimulationOptions chosen = in_single(integrator);
    Simulation single(net, chosen);
    chosen.precision = Precision::double_precision;
    Simulation exact(net, chosen);
    EXPECT_EQ(single.run().status, MotionStatus::finished);
    EXPECT_EQ(exact.run().status, MotionStatus::finished);
    EXPECT_LT(testing::largest_difference(single.state().position, exact.state().position), 3e-5);
    const double lost = exact.energies().dissipated;
    EXPECT_GT(lost, 0);
    EXPECT_NEAR(single.energies().dissipated, lost, 1e-4 * lost);
  }
}

TEST(SinglePrecision, ContinuesWithTheSameBitsInPiecesStepsAndFromSavedStates) {
  System damped = free_cloth();
  damped.drag = 0.5;
  damped.springs[0].damping = {2e-4};
  for (const System& net : {free_cloth(), damped})
    for (Integrator integrator : {Integrator::symplectic_euler, Integrator::velocity_verlet}) {
      Simulation first(net, in_single(integrator));
      for (int i = 0; i < 100; ++i) (void)first.step();
      (void)first.run_until(0.05);
      expect_goes_on_as_whole(first, net, in_single(integrator));
    }
}

TEST(SinglePrecision, ReportsBlowUps) {
  SimulationOptions chosen = in_single(Integrator::velocity_verlet);
  chosen.time_step = 2e-2;
  chosen.duration = 10;
  Simulation run(free_cloth(), chosen);
  const MotionReport report = run.run();
  EXPECT_EQ(report.status, MotionStatus::blew_up);
  EXPECT_NE(report.reason.find("spring"), std::string::npos) << report.reason;
  for (double number : run.state().position) EXPECT_TRUE(std::isfinite(number));
}

TEST(SinglePrecision, IsRefusedForUnsupportedForces) {
  const auto refused = [](System net, SimulationOptions chosen, const char* what) {
    try {
      Simulation run(net, chosen);
      ADD_FAILURE() << what;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
  };
  const SimulationOptions verlet = in_single(Integrator::velocity_verlet);
  refused(free_cloth(), in_single(Integrator::implicit_euler), "implicit_euler");
  refused(free_cloth(), in_single(Integrator::rk4), "rk4");
  System net = free_cloth();
  net.springs[0].law = Law::cable;
  net.springs[0].stiffness = {0};
  net.springs[0].damping = {0.1};
  refused(net, verlet, "no stiffness");
  net = free_cloth();
  net.obstacles = {{.point = {0, 0, -1}, .normal = {0, 0, 1}}};
  refused(net, verlet, "obstacle");
  Simulation run(free_cloth(), verlet);
  run.set_target(50, std::array{0.5, 0.5, 1.0}, 40);
  const MotionReport report = run.run();
  EXPECT_EQ(report.status, MotionStatus::not_converged);
  EXPECT_NE(report.reason.find("target"), std::string::npos) << report.reason;
}

// A blow-up is found at its own step, in the same words, and leaves the same state.
TEST(FusedSteps, BlowUpsAreReportedAsBySingleSteps) {
  int blown = 0;
  for (Integrator integrator :
       {Integrator::explicit_euler, Integrator::symplectic_euler, Integrator::velocity_verlet})
    for (double step : {2e-3, 4e-3, 8e-3, 2e-2, 0.2}) {
      SimulationOptions chosen = options(integrator, step);
      chosen.duration = 2;
      Simulation fused(hung_cloth(), chosen), single(hung_cloth(), chosen);
      const MotionReport found = fused.run();
      MotionReport expected = single.step();
      while (expected.status == MotionStatus::finished && single.steps() < found.steps)
        expected = single.step();
      if (found.status == MotionStatus::blew_up) {
        expected = single.step();
        EXPECT_EQ(found.reason, expected.reason);
      }
      EXPECT_EQ(found.status, expected.status);
      EXPECT_EQ(found.steps, expected.steps);
      EXPECT_EQ(fused.state().position, single.state().position);
      EXPECT_EQ(fused.state().velocity, single.state().velocity);
      blown += found.status == MotionStatus::blew_up;
    }
  EXPECT_GT(blown, 5);
}

}  // namespace
}  // namespace tensio
