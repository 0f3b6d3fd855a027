// Runs of springs with a history: stopping and continuing, and the events that are reported.
#include <gtest/gtest.h>

#include <cmath>

#include "support/histories.hpp"
#include "support/nets.hpp"
#include "support/steppers.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

using testing::Bench;
using testing::hanging;
using testing::kStiffness;
using testing::one_spring;
using testing::Pulled;
using testing::pushed;
using testing::ramp;

// ---- muscles at rest ----

// A weight on a muscle whose factors at the start are not 1, beside a passive spring.
System muscle_and_weight(double later) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 0.6, 0, 0.2, -1};
  net.nodes.mass = {2};
  net.nodes.fixed = {{.nodes = {0, 1}}};
  SpringSet muscle{.ends = {{0, 2}}, .stiffness = {300}, .rest_length = {1}};
  muscle.active = Active{.rest_length = ramp(0, 0.8, 1, 0.8 * later),
                         .stiffness = ramp(0, 1.5, 1, 1.5 * later)};
  net.springs = {muscle, {.ends = {{1, 2}}, .stiffness = {80}}};
  net.gravity = {0, -9.81, 0};
  return net;
}

TEST(Muscles, RestWithTheirFactorsAtTimeZero) {
  System plain = muscle_and_weight(1);
  plain.springs[0].active.reset();
  plain.springs[0].rest_length = {0.8};
  plain.springs[0].stiffness = {450};
  const Equilibrium expected = solve_equilibrium(plain);
  ASSERT_TRUE(expected.converged());
  for (Method method : {Method::newton, Method::linear, Method::lbfgs}) {
    EquilibriumOptions options;
    options.method = method;
    const Equilibrium rest = solve_equilibrium(muscle_and_weight(0.5), options);
    const Equilibrium same = solve_equilibrium(plain, options);
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_EQ(rest.tension.size(), 2u);
    for (std::size_t s = 0; s < 2; ++s) {
      EXPECT_NEAR(rest.tension[s], same.tension[s], 1e-7);
      EXPECT_NEAR(rest.strain[s], same.strain[s], 1e-9);
    }
  }
  // And without them it would rest elsewhere.
  plain.springs[0].rest_length = {1};
  EXPECT_GT(std::abs(solve_equilibrium(plain).tension[0] - expected.tension[0]), 1);
}

TEST(Muscles, ARunFromEquilibriumBeginsAtRest) {
  for (Integrator integrator :
       {Integrator::symplectic_euler, Integrator::velocity_verlet, Integrator::rk4,
        Integrator::implicit_euler, Integrator::implicit_midpoint, Integrator::bdf2}) {
    SCOPED_TRACE(to_string(integrator));
    SimulationOptions options{.integrator = integrator,
                              .time_step = 1e-3,
                              .duration = 0.5,
                              .start = StartFrom::equilibrium};
    // Factors that stay: so does the net.
    Simulation still(muscle_and_weight(1), options);
    const std::vector<double> start = still.state().position;
    EXPECT_NEAR(start[4], solve_equilibrium(muscle_and_weight(1)).state.position[4], 1e-12);
    ASSERT_EQ(still.run().status, MotionStatus::finished);
    for (std::size_t i = 0; i < start.size(); ++i)
      EXPECT_NEAR(still.state().position[i], start[i], 1e-10);
    EXPECT_NEAR(still.energies().work, 0, 1e-12);
    // Factors that change move it from there: the first step does not jump.
    Simulation moving(muscle_and_weight(0.5), options);
    EXPECT_EQ(moving.state().position, start);
    (void)moving.step();
    for (std::size_t i = 0; i < start.size(); ++i)
      EXPECT_NEAR(moving.state().position[i], start[i], 1e-5);
    ASSERT_EQ(moving.run().status, MotionStatus::finished);
    EXPECT_GT(std::abs(moving.state().position[5] - start[5]), 0.01);
  }
}

// ---- stopping and going on ----

TEST(Memory, ContinuesFromASavedState) {
  SpringSet set{.damping = {0.5}};
  set.yield = Yield{.strain = {0.02}, .hardening = {0.1}};
  set.breaks = Break{.strain = {0.15}};
  set.viscous = Viscous{.stiffness = {20}, .time = {0.1}};
  set.active = Active{.rest_length = ramp(0, 1, 1, 0.9)};
  System net = pushed(set, 1.4);
  Bench whole(net);
  for (int i = 0; i < 700; ++i) ASSERT_TRUE(whole.step(1e-3));
  Bench first(net);
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(first.step(1e-3));
  EXPECT_GT(first.net.data.given.plastic[0], 0);
  Bench second(net);
  for (int i = 0; i < 600; ++i) ASSERT_TRUE(second.step(1e-3));  // another history, to be replaced
  second.backend->upload(first.positions(), second.stepper.x);
  std::vector<double> v(4);
  first.backend->download(first.stepper.v, v);
  second.backend->upload(v, second.stepper.v);
  ASSERT_TRUE(first.stepper.guess.known);  // the next step begins with forces at these velocities
  second.stepper.guess.known = true;
  first.backend->download(first.stepper.guess.v, v);
  second.backend->upload(v, second.stepper.guess_vector());
  second.stepper.balance = first.stepper.balance;
  second.steps = first.steps;
  ASSERT_TRUE(second.histories.load(first.histories.save()));
  second.net.set_time(first.time);
  for (int i = 0; i < 640; ++i) ASSERT_TRUE(second.step(1e-3));
  EXPECT_EQ(second.positions(), whole.positions());
  EXPECT_EQ(second.stepper.balance.dissipated, whole.stepper.balance.dissipated);
  EXPECT_EQ(second.stepper.balance.work, whole.stepper.balance.work);
  EXPECT_EQ(second.histories.save(), whole.histories.save());
}

TEST(Memory, RefusesForeignNumbers) {
  Pulled spring(one_spring({.yield = Yield{.strain = {0.05}}, .breaks = Break{.strain = {0.2}}}));
  std::vector<double> saved = spring.histories.save();
  EXPECT_TRUE(spring.histories.load(saved));
  EXPECT_FALSE(spring.histories.load({}));
  for (std::size_t cut = 0; cut < saved.size(); ++cut)
    EXPECT_FALSE(spring.histories.load(std::span(saved).first(cut))) << cut;
  saved[2] = 5;  // the id of a spring
  EXPECT_FALSE(spring.histories.load(saved));
  saved = spring.histories.save();
  saved.push_back(0);
  EXPECT_FALSE(spring.histories.load(saved));
  saved = spring.histories.save();
  saved[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(spring.histories.load(saved));
}

// ---- in a Simulation ----

// A chain that yields, relaxes and tears in the wind.
System torn_sheet() {
  System net = testing::square_net(4, 3, 1);
  net.nodes.mass = {0.1};
  net.nodes.fixed = {{.nodes = {0, 3}}};
  net.gravity = {0, 0, -10};
  SpringSet& set = net.springs[0];
  set.stiffness = {40};
  set.damping = {0.1};
  set.yield = Yield{.strain = {0.03}, .hardening = {0.1}};
  set.breaks = Break{.strain = {0.1}};
  set.viscous = Viscous{.stiffness = {10}, .time = {0.2}};
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) {
      net.faces.start.push_back(static_cast<int>(net.faces.nodes.size()));
      for (int corner : {4 * j + i, 4 * j + i + 1, 4 * j + i + 5, 4 * j + i + 4})
        net.faces.nodes.push_back(corner);
    }
  net.faces.start.push_back(static_cast<int>(net.faces.nodes.size()));
  net.wind = Wind{.velocity = {{}, {}, {}}};
  net.events = {{.at = 0.4, .set = {{"wind.velocity", {0, 3, 2}}, {"wind.density", {2}}}}};
  net.probes = {{.name = "gone",
                 .springs = {0, 1, 2, 3},
                 .quantity = "broken",
                 .reduce = Probe::Reduce::sum}};
  return net;
}

class LastFrame final : public MotionObserver {
 public:
  void frame(const MotionFrame& frame) override {
    broken.assign(frame.broken.begin(), frame.broken.end());
    tension.assign(frame.tension.begin(), frame.tension.end());
    energy = frame.energy;
    elastic = 0;
    for (double of_spring : frame.spring_energy) elastic += of_spring;
  }
  std::vector<unsigned char> broken;
  std::vector<double> tension;
  MotionEnergies energy;
  double elastic = 0;
};

TEST(SimulationWithHistory, ReportsYieldingAndBreaking) {
  for (const Integrator integrator : {Integrator::velocity_verlet, Integrator::implicit_midpoint,
                                      Integrator::rk45, Integrator::implicit_euler}) {
    Simulation sim(torn_sheet(),
                   {.integrator = integrator, .time_step = 1e-3, .duration = 1, .tolerance = 1e-9});
    const double start = sim.energies().total;
    LastFrame last;
    ASSERT_EQ(sim.run(&last).status, MotionStatus::finished) << to_string(integrator);
    int yields = 0, breaks = 0;
    for (const MotionEvent& event : sim.events()) {
      yields += event.kind == MotionEvent::Kind::yield;
      breaks += event.kind == MotionEvent::Kind::breaks;
    }
    EXPECT_GT(yields, 0);
    EXPECT_GT(breaks, 0);
    EXPECT_EQ(std::count(last.broken.begin(), last.broken.end(), 1), breaks);
    EXPECT_NE(last.energy.work, 0);
    EXPECT_NEAR(last.elastic, last.energy.elastic, 1e-12);
    for (std::size_t s = 0; s < last.broken.size(); ++s)
      if (last.broken[s]) EXPECT_EQ(last.tension[s], 0);
    double gone = 0;
    for (std::size_t s = 0; s < 4; ++s) gone += last.broken[s];
    EXPECT_EQ(sim.probe_values(), std::vector<double>{gone});
    EXPECT_NEAR(sim.energies().total, start, integrator == Integrator::implicit_euler ? 0.3 : 0.01)
        << to_string(integrator);
  }
}

TEST(SimulationWithHistory, ContinuesWithTheSameBits) {
  for (const Integrator integrator :
       {Integrator::velocity_verlet, Integrator::implicit_midpoint, Integrator::bdf2}) {
    const SimulationOptions options{.integrator = integrator, .time_step = 2e-3, .duration = 1};
    Simulation whole(torn_sheet(), options), first(torn_sheet(), options),
        second(torn_sheet(), options);
    ASSERT_EQ(whole.run().status, MotionStatus::finished);
    ASSERT_EQ(first.run_until(0.6).status, MotionStatus::finished);
    second.restore(first.save());
    ASSERT_EQ(second.run().status, MotionStatus::finished);
    EXPECT_EQ(second.state().position, whole.state().position) << to_string(integrator);
    EXPECT_EQ(second.energies().total, whole.energies().total);
    EXPECT_EQ(second.events().size(), whole.events().size());
    EXPECT_EQ(second.tensions(), whole.tensions());
  }
}

TEST(SimulationWithHistory, BeginsWithinTheLimits) {
  System net = one_spring({.yield = Yield{.force = {5}}});
  net.nodes.start = {0, 0, 1.2, 0};
  Simulation sim(net, {.integrator = Integrator::velocity_verlet, .time_step = 1e-3});
  ASSERT_EQ(sim.events().size(), 1u);
  EXPECT_EQ(sim.events()[0].time, 0);
  EXPECT_NEAR(sim.tensions()[0], 5, 1e-12);
  const double start = sim.energies().total;
  EXPECT_NEAR(start, 0.5 * 25 / kStiffness, 1e-12);
  (void)sim.run_until(1);
  EXPECT_NEAR(sim.energies().total, start, 1e-5);
}

TEST(SimulationWithHistory, InteractiveEditsKeepHistories) {
  System net = hanging({.damping = {15}, .yield = Yield{.force = {5}, .hardening = {0.5}}});
  Simulation sim(net, {.integrator = Integrator::velocity_verlet, .time_step = 1e-3});
  const double start = sim.energies().total;
  (void)sim.run_until(4);
  EXPECT_NEAR(sim.state().position[3], -1.15, 1e-6) << "10 N: 0.05 elastic, 0.1 beyond";
  // A jump to 12 N: 2 N beyond its hardened limit, half of which stays as 1 cm.
  sim.set_rest_length(0, 0.98);
  EXPECT_NEAR(sim.tensions()[0], 11, 1e-4);
  (void)sim.run_until(8);
  EXPECT_NEAR(sim.state().position[3], -1.14, 1e-6);
  EXPECT_NEAR(sim.energies().total, start, 1e-3);
}

}  // namespace
}  // namespace tensio
