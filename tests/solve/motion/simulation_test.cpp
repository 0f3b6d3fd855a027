// Runs: steps and times, frames, probes, events, interactive edits, energy balance, saving and
// continuing.
#include "tensio/motion/simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/allocations.hpp"
#include "support/moving.hpp"
#include "support/nets.hpp"
#include "support/waveforms.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

using testing::kIntegrators;
using testing::sine;

// A cloth hung by two corners: damped, in drag and gravity, shaken at one corner and pushed.
System cloth(int side) {
  System net = testing::cloth_of_threads(side, true);
  net.nodes.fixed = {{.nodes = {0}},
                     {.nodes = {side - 1}, .motion = {sine(0.02, 1.5), {}, sine(0.01, 2)}}};
  net.drag = 0.3;
  net.loads = {{.nodes = {side * side - 1}, .wave = {sine(0.05, 3), {}, {}}}};
  return net;
}

SimulationOptions with(Integrator integrator, double step, double duration) {
  return {.integrator = integrator, .time_step = step, .duration = duration, .threads = 1};
}

struct Recorder final : MotionObserver {
  std::vector<double> frames, rows, row;
  std::vector<std::vector<double>> values;
  std::vector<MotionEvent> events;
  std::int64_t stop_after = -1;

  void frame(const MotionFrame& frame) override { frames.push_back(frame.time); }
  void probes(const ProbeRow& probe) override {
    rows.push_back(probe.time);
    values.emplace_back(probe.value.begin(), probe.value.end());
  }
  void event(const MotionEvent& event) override { events.push_back(event); }
  bool step(double, std::int64_t step) override { return step != stop_after; }
};

TEST(Simulation, TakesAsManyStepsAsFitAndNeverShortensOne) {
  for (const auto& [duration, step, steps] :
       {std::tuple{1.0, 0.1, 10}, {1.0, 0.3, 4}, {0.0, 0.1, 0}, {0.3, 0.1, 3}}) {
    Simulation run(cloth(3), with(Integrator::symplectic_euler, step * 0.01, duration * 0.01));
    const MotionReport report = run.run();
    EXPECT_EQ(report.status, MotionStatus::finished);
    EXPECT_EQ(report.steps, steps);
    EXPECT_DOUBLE_EQ(report.time, steps * (step * 0.01));
  }
}

TEST(Simulation, ShowsFramesAtTheirTimesAndTheEnd) {
  SimulationOptions options = with(Integrator::velocity_verlet, 0.001, 0.01);
  options.output_every = 0.004;
  options.probe_every = 0.0025;
  System net = cloth(3);
  net.probes = {{.name = "tip", .nodes = {8}, .quantity = "position.z"}};
  Simulation run(net, options);
  Recorder seen;
  (void)run.run(&seen);
  ASSERT_EQ(seen.frames.size(), 4u);
  const double frames[] = {0, 0.004, 0.008, 0.01};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(seen.frames[i], frames[i], 1e-15);
  // The first step at or after each time.
  ASSERT_EQ(seen.rows.size(), 5u);
  const double rows[] = {0, 0.003, 0.005, 0.008, 0.01};
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(seen.rows[i], rows[i], 1e-15);
  EXPECT_EQ(seen.values.back()[0], run.state().position[8 * 3 + 2]);
}

// Energies and momentum are those of the state, whether an observer looks at the nodes or not.
struct Sums final : MotionObserver {
  explicit Sums(bool look) : looks(look) {}
  bool looks;
  std::vector<double> numbers;
  std::size_t nodes = 0;

  bool wants_nodes() const override { return looks; }
  void frame(const MotionFrame& frame) override {
    nodes = frame.position.size() + frame.velocity.size();
    numbers.push_back(frame.energy.gravity);
    numbers.push_back(frame.energy.load);
    numbers.insert(numbers.end(), frame.momentum.begin(), frame.momentum.end());
    if (!looks) return;
    double gravity = 0;
    for (std::size_t i = 2; i < frame.position.size(); i += 3)
      gravity += frame.mass[i / 3] * 9.81 * frame.position[i];
    EXPECT_NEAR(frame.energy.gravity, gravity, 1e-12);
    double along_x = 0;
    for (std::size_t i = 0; i < frame.velocity.size(); i += 3)
      along_x += frame.mass[i / 3] * frame.velocity[i];
    EXPECT_EQ(frame.momentum[0], along_x);
  }
};

TEST(Simulation, FramesOmitNodesThatNoObserverWants) {
  const System net = cloth(35);  // more than one block of nodes
  Sums with_nodes(true), without(false);
  for (Sums* observer : {&with_nodes, &without}) {
    Simulation simulation(net, with(Integrator::velocity_verlet, 1e-3, 0.02));
    EXPECT_EQ(simulation.run(observer).status, MotionStatus::finished);
  }
  EXPECT_EQ(with_nodes.nodes, 2 * net.nodes.position.size());
  EXPECT_EQ(without.nodes, 0u);
  EXPECT_EQ(with_nodes.numbers, without.numbers);
}

struct LastShown final : MotionObserver {
  double time = -1;
  std::vector<double> position, tension;
  MotionEnergies energy;
  void frame(const MotionFrame& frame) override {
    time = frame.time;
    position.assign(frame.position.begin(), frame.position.end());
    tension.assign(frame.tension.begin(), frame.tension.end());
    energy = frame.energy;
  }
};

TEST(Simulation, ShowsItsStateAtAnyTimeWithoutChangingTheRun) {
  Simulation plain(cloth(4), with(Integrator::velocity_verlet, 0.001, 0.05));
  Simulation shown(cloth(4), with(Integrator::velocity_verlet, 0.001, 0.05));
  Recorder expected, found;
  (void)plain.run(&expected);
  for (double time : {0.0105, 0.033}) {
    (void)shown.run_until(time, &found);
    LastShown now;
    shown.show(now);
    EXPECT_EQ(now.time, shown.time());
    EXPECT_EQ(now.position, shown.state().position);
    EXPECT_EQ(now.tension, shown.tensions());
    EXPECT_EQ(now.energy.total, shown.energies().total);
  }
  (void)shown.run(&found);
  EXPECT_EQ(found.frames, expected.frames);
  EXPECT_EQ(shown.state().position, plain.state().position);
}

// Newton's second law: without damping, the change of momentum of a free node in a short step.
TEST(Simulation, ForcesAreMassTimesAcceleration) {
  System net = testing::cloth_of_threads(4, true);
  net.springs[0].damping.clear();
  Simulation run(net, with(Integrator::symplectic_euler, 1e-6, 1));
  (void)run.run_until(0.001);
  const std::vector<double> force = run.forces(), mass = node_masses(net);
  const std::vector<unsigned char> fixed = fixed_axes(net);
  const State before = run.state();
  (void)run.step();
  const State after = run.state();
  double largest = 0;
  for (double f : force) largest = std::max(largest, std::abs(f));
  ASSERT_GT(largest, 0);
  for (std::size_t i = 0; i < force.size(); ++i)
    if (!fixed[i / 3])
      EXPECT_NEAR(mass[i / 3] * (after.velocity[i] - before.velocity[i]) / 1e-6, force[i],
                  1e-6 * largest);
}

TEST(Simulation, IsTheSameInPiecesInterruptedAndSavedForEveryIntegrator) {
  for (Integrator integrator : kIntegrators) {
    SCOPED_TRACE(to_string(integrator));
    System net = cloth(4);
    net.events = {{.at = 0.013, .free = {0}}, {.at = 0.021, .set = {{"threads.stiffness", {60}}}}};
    SimulationOptions options = with(integrator, 0.001, 0.03);
    if (integrator == Integrator::rk45) options.tolerance = 1e-7;
    Simulation whole(net, options);
    Recorder all;
    (void)whole.run(&all);

    // Cut by times, by a request to stop, and by a save that continues in another object.
    Simulation first(net, options);
    Recorder seen;
    (void)first.run_until(0.0077, &seen);
    seen.stop_after = first.steps() + 2;
    EXPECT_EQ(first.run(&seen).status, MotionStatus::interrupted);
    seen.stop_after = -1;
    (void)first.run_until(0.0222, &seen);
    const std::string saved = first.save();
    Simulation second(net, options);
    second.restore(saved);
    (void)second.run(&seen);

    EXPECT_EQ(second.state().position, whole.state().position);
    EXPECT_EQ(second.state().velocity, whole.state().velocity);
    EXPECT_EQ(second.energies().total, whole.energies().total);
    EXPECT_EQ(seen.frames, all.frames);
    EXPECT_EQ(seen.events.size(), all.events.size());
    EXPECT_EQ(second.save(), whole.save());
  }
}

TEST(Simulation, ANodeThatTheSceneFixesStopsWhenARunContinues) {
  for (Integrator integrator : kIntegrators) {
    SCOPED_TRACE(to_string(integrator));
    System net = cloth(4);
    Simulation first(net, with(integrator, 0.001, 1));
    (void)first.run_until(0.05);
    const State then = first.state();
    ASSERT_NE(then.velocity[3 * 9 + 2], 0.0);
    net.nodes.fixed.push_back({.nodes = {9}});
    Simulation second(net, with(integrator, 0.001, 1));
    second.restore(first.save());
    (void)second.run_until(0.1);
    const State now = second.state();
    for (std::size_t i = 27; i < 30; ++i) {
      EXPECT_EQ(now.position[i], then.position[i]);
      EXPECT_EQ(now.velocity[i], 0.0);
    }
    EXPECT_NE(now.position[3 * 10], then.position[3 * 10]);
  }
}

TEST(Simulation, RefusesForeignBytes) {
  Simulation run(cloth(3), with(Integrator::rk4, 0.001, 0.01));
  const std::string saved = run.save();
  Simulation other(cloth(4), with(Integrator::rk4, 0.001, 0.01));
  EXPECT_THROW(other.restore(saved), Error);
  for (std::size_t cut = 0; cut < saved.size(); cut += 7)
    EXPECT_THROW(run.restore(std::string_view(saved).substr(0, cut)), Error) << cut;
}

TEST(Simulation, BalancesEnergyToTheOrderOfEachIntegrator) {
  // Damping, drag, a waveform load and a moving support together: the error of the total decreases
  // with the step at the integrator's order.
  const std::pair<Integrator, double> kOrder[] = {
      {Integrator::explicit_euler, 1},          {Integrator::symplectic_euler, 1},
      {Integrator::velocity_verlet, 2},         {Integrator::rk4, 4},
      {Integrator::linearly_implicit_euler, 1}, {Integrator::implicit_euler, 1},
      {Integrator::implicit_midpoint, 2},       {Integrator::bdf2, 2}};
  for (const auto& [integrator, order] : kOrder) {
    SCOPED_TRACE(to_string(integrator));
    double error[2];
    for (int half = 0; half < 2; ++half) {
      Simulation run(cloth(4), with(integrator, half ? 0.0005 : 0.001, 0.2));
      const double before = run.energies().total;
      (void)run.run();
      error[half] = std::abs(run.energies().total - before);
    }
    EXPECT_GT(std::log2(error[0] / error[1]), order - 0.35) << error[0] << ' ' << error[1];
  }
}

TEST(Simulation, BalancesEnergyWhenValuesAreChanged) {
  Simulation run(cloth(4), with(Integrator::rk4, 0.0005, 1));
  const double before = run.energies().total;
  const auto go_on = [&] { (void)run.run_until(run.time() + 0.02); };
  const double point[] = {0.5, 0.2, 0.1}, push[] = {0, 0.1, 0.2};
  go_on();
  run.set_target(10, point, 20);
  go_on();
  run.set_rest_length(3, 0.15);
  run.set_stiffness(4, 80);
  go_on();
  run.set_load(7, push);
  run.set_fixed(0, false);
  go_on();
  run.clear_target(10);
  run.set_fixed(5, true);
  const std::vector<double> constrained = run.state().position;
  go_on();
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_EQ(run.state().position[15 + axis], constrained[15 + axis]);
  EXPECT_NEAR(run.energies().total, before, 1e-6);
  EXPECT_GT(std::abs(run.energies().work), 1e-3);
}

TEST(Simulation, ATargetPullsItsNodeThere) {
  System net = cloth(3);
  net.gravity = {};
  net.drag = 20;
  net.loads.clear();
  const double point[] = {0.3, 0.3, 0.2};
  for (Integrator integrator : {Integrator::rk4, Integrator::implicit_euler}) {
    Simulation run(net, with(integrator, 0.002, 8));
    run.set_target(8, point, 1e4);
    (void)run.run();
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_NEAR(run.state().position[24 + axis], point[axis], 1e-2) << to_string(integrator);
  }
}

TEST(Simulation, EventsHappenAtTheFirstStepOfTheirTime) {
  System net = cloth(3);
  net.events = {{.at = 0.0052, .set = {{"gravity", {0, 0, 0}}, {"drag", {0}}}},
                {.at = 0.002, .free = {0}, .fix = {4}}};
  Simulation run(net, with(Integrator::velocity_verlet, 0.001, 0.02));
  Recorder seen;
  (void)run.run(&seen);
  ASSERT_EQ(seen.events.size(), 4u);
  EXPECT_EQ(seen.events[0].kind, MotionEvent::Kind::free);
  EXPECT_EQ(seen.events[0].node, 0);
  EXPECT_NEAR(seen.events[0].time, 0.002, 1e-15);
  EXPECT_EQ(seen.events[1].kind, MotionEvent::Kind::fix);
  EXPECT_EQ(seen.events[1].node, 4);
  EXPECT_EQ(seen.events[2].detail, "gravity = 0 0 0");
  EXPECT_NEAR(seen.events[2].time, 0.006, 1e-15);
}

TEST(Simulation, ProbesGiveTheirQuantities) {
  System net = cloth(3);
  net.springs[0].stiffness.clear();
  net.springs[0].youngs_modulus = {5e6};
  net.springs[0].area = {1e-6};
  net.probes = {
      {.name = "all", .nodes = {7, 8}, .quantity = "displacement.z"},
      {.name = "lowest",
       .nodes = {6, 7, 8},
       .quantity = "position.z",
       .reduce = Probe::Reduce::min},
      {.name = "pull", .nodes = {0, 2}, .quantity = "reaction.z", .reduce = Probe::Reduce::sum},
      {.name = "speed", .nodes = {8}, .quantity = "velocity"},
      {.name = "T", .springs = {0}, .quantity = "tension"},
      {.name = "stress", .springs = {0}, .quantity = "stress"},
      {.name = "mean", .springs = {0, 1}, .quantity = "length", .reduce = Probe::Reduce::mean}};
  Simulation run(net, with(Integrator::rk4, 0.001, 0.05));
  const std::vector<std::string> names = {"all.7", "all.8", "lowest", "pull",
                                          "speed", "T",     "stress", "mean"};
  EXPECT_EQ(run.probe_names(), names);
  (void)run.run();
  const std::vector<double> row = run.probe_values();
  const State state = run.state();
  EXPECT_EQ(row[0], state.position[23] - net.nodes.position[23]);
  EXPECT_EQ(row[2], std::min({state.position[20], state.position[23], state.position[26]}));
  const double* v = &state.velocity[24];
  EXPECT_DOUBLE_EQ(row[4], std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
  EXPECT_EQ(row[5], run.tensions()[0]);
  EXPECT_DOUBLE_EQ(row[6], row[5] / 1e-6);
  EXPECT_EQ(row[3] != 0, true);
}

TEST(Simulation, AtRestTheReactionsBearTheWeight) {
  System net = cloth(3);
  net.nodes.fixed = {{.nodes = {0, 2}}};
  net.loads.clear();
  net.probes = {
      {.name = "pull", .nodes = {0, 2}, .quantity = "reaction.z", .reduce = Probe::Reduce::sum}};
  SimulationOptions options = with(Integrator::velocity_verlet, 0.001, 0.5);
  options.start = StartFrom::equilibrium;
  Simulation run(net, options);
  const std::vector<double> start = run.state().position;
  (void)run.run();
  EXPECT_NEAR(run.probe_values()[0], 9 * 0.01 * 9.81, 1e-8);
  for (std::size_t i = 0; i < start.size(); ++i)
    EXPECT_NEAR(run.state().position[i], start[i], 1e-8);
}

TEST(Simulation, ASupportIsMovedByAllThatMovesIt) {
  System net = cloth(3);
  const Waveform x = sine(0.02, 1.5), more = sine(0.01, 4);
  net.nodes.fixed = {{.nodes = {0}, .move = {0.001, 0, 0}},
                     {.nodes = {0}, .axes = kAxisX, .motion = {x, {}, {}}},
                     {.nodes = {0}, .axes = kAxisX, .motion = {more, {}, {}}},
                     {.nodes = {2}}};
  net.loads = {{.nodes = {0, 2}, .move = {0.003, -0.002, 0}}};
  const double base = net.nodes.position[0] + 0.001 + 0.003;
  EXPECT_NEAR(solve_equilibrium(net).state.position[0], base, 1e-15);
  for (Integrator integrator : kIntegrators) {
    SCOPED_TRACE(to_string(integrator));
    double error[2];
    for (int half = 0; half < 2; ++half) {
      Simulation run(net, with(integrator, half ? 0.0005 : 0.001, 0.1));
      EXPECT_NEAR(run.state().position[0], base, 1e-15);
      const double before = run.energies().total;
      (void)run.run();
      const State end = run.state();
      EXPECT_NEAR(end.position[0], base + value_at(x, end.time) + value_at(more, end.time), 1e-15);
      EXPECT_NEAR(end.velocity[0], rate_at(x, end.time) + rate_at(more, end.time), 1e-14);
      EXPECT_NEAR(end.position[1], net.nodes.position[1] - 0.002, 1e-15);
      EXPECT_NEAR(end.position[6], net.nodes.position[6] + 0.003, 1e-15);
      error[half] = std::abs(run.energies().total - before);
    }
    // Its work is recorded once.
    EXPECT_LT(error[1], std::max(0.6 * error[0], 1e-9));
  }
}

TEST(Simulation, RefusesAFreeNodeWithoutMassByName) {
  System net = cloth(3);
  net.nodes.mass = {1, 1, 1, 1, 0, 1, 1, 1, 1};
  try {
    Simulation run(net, with(Integrator::rk4, 0.001, 1));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("node 4 is free and has no mass"), std::string::npos);
  }
}

TEST(Simulation, NodesWithoutSpringsFallFreely) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 5, 5};
  net.nodes.velocity = {1, 0, 0, 2};
  net.nodes.mass = {2};
  net.gravity = {0, -10};
  for (Integrator integrator : {Integrator::velocity_verlet, Integrator::rk4, Integrator::rk45,
                                Integrator::implicit_midpoint}) {
    Simulation run(net, with(integrator, 0.01, 1));
    EXPECT_EQ(run.run().status, MotionStatus::finished);
    EXPECT_NEAR(run.state().position[0], 1, 1e-12) << to_string(integrator);
    EXPECT_NEAR(run.state().position[3], 5 + 2 - 5, 1e-11) << to_string(integrator);
  }
}

TEST(Simulation, ABlowUpIsCaughtAndTheLastGoodStateRestored) {
  Simulation run(cloth(4), with(Integrator::velocity_verlet, 0.2, 100));
  const MotionReport report = run.run();
  EXPECT_EQ(report.status, MotionStatus::blew_up);
  EXPECT_NE(report.reason.find("(nodes "), std::string::npos) << report.reason;
  for (double number : run.state().position) EXPECT_TRUE(std::isfinite(number));
  EXPECT_TRUE(std::isfinite(run.energies().total));
}

TEST(Simulation, ExplicitStepsAllocateNothing) {
  if (!testing::can_count_allocations()) GTEST_SKIP() << "a sanitizer counts here";
  for (Integrator integrator : {Integrator::explicit_euler, Integrator::symplectic_euler,
                                Integrator::velocity_verlet, Integrator::rk4, Integrator::rk45}) {
    SimulationOptions options = with(integrator, 1e-4, 1);
    Simulation run(cloth(5), options);
    (void)run.run_until(0.01);  // buffers of the first steps
    const double until = run.time() + 0.01;
    testing::start_counting_allocations();
    const MotionReport report = run.run_until(until);
    const long counted = testing::counted_allocations();
    // The report's sentence is all.
    EXPECT_LE(counted, 8) << to_string(integrator);
    EXPECT_EQ(report.status, MotionStatus::finished);
  }
}

TEST(Simulation, IsTheSameOnAnyNumberOfThreads) {
  const System net = cloth(45);  // enough springs for the threads to share
  for (Integrator integrator : {Integrator::velocity_verlet, Integrator::rk4}) {
    std::string one;
    for (int threads : {1, 2, 3, 8, 16}) {
      SimulationOptions options = with(integrator, 0.001, 0.005);
      options.threads = threads;
      Simulation run(net, options);
      (void)run.run();
      if (threads == 1) one = run.save();
      EXPECT_EQ(run.save(), one) << threads << ' ' << to_string(integrator);
    }
  }
}

}  // namespace
}  // namespace tensio
