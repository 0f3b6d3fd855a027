// Springs with a history in motion: energy balance, muscles, and parts that combine.
#include <gtest/gtest.h>

#include <cmath>

#include "support/differences.hpp"
#include "support/histories.hpp"
#include "support/nets.hpp"
#include "support/steppers.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

using testing::Bench;
using testing::hanging;
using testing::kStiffness;
using testing::largest_difference;
using testing::maxwell_set;
using testing::one_spring;
using testing::Pulled;
using testing::pushed;
using testing::ramp;

// ---- energy balance ----

struct Drift {
  double largest = 0;  // change of the total energy during a second
  EnergyBalance balance;
  std::vector<MotionEvent> events;
};

Drift drift(const System& system, Integrator integrator, double h) {
  Bench bench(system, integrator);
  const double start = bench.total();
  Drift result;
  for (int i = 0; i < static_cast<int>(std::lround(1 / h)); ++i) {
    EXPECT_TRUE(bench.step(h)) << bench.reason;
    result.largest = std::max(result.largest, std::abs(bench.total() - start));
  }
  result.balance = bench.stepper.balance;
  result.events = bench.events;
  return result;
}

System yielding() { return pushed({.yield = Yield{.strain = {0.05}, .hardening = {0.1}}}); }
System breaking() { return pushed({.breaks = Break{.strain = {0.1}}}); }
System viscous() {
  SpringSet set = maxwell_set(50, 25);
  set.stiffness = {kStiffness};
  return pushed(set);
}
System muscle() {
  Active active;
  active.rest_length = Waveform{.shape = Waveform::Shape::sine,
                                .amplitude = 0.2,
                                .frequency = 1.5,
                                .phase = 0.4,
                                .offset = 1};
  active.stiffness =
      Waveform{.shape = Waveform::Shape::sine, .amplitude = 0.3, .frequency = 2.5, .offset = 1.1};
  return pushed({.active = active});
}

constexpr Integrator kSecondOrder[] = {Integrator::velocity_verlet, Integrator::rk4,
                                       Integrator::implicit_midpoint, Integrator::bdf2};
constexpr Integrator kFirstOrder[] = {Integrator::symplectic_euler, Integrator::explicit_euler,
                                      Integrator::implicit_euler,
                                      Integrator::linearly_implicit_euler};

// The balance balance to the order of the integrator: a quarter of the step leaves a quarter or a
// sixteenth of the error.
void check_balance(const System& system) {
  const auto check = [&](Integrator integrator, double part) {
    const double coarse = drift(system, integrator, 2e-3).largest;
    const double fine = drift(system, integrator, 5e-4).largest;
    EXPECT_LT(fine, 1.3 * part * coarse + 1e-10) << to_string(integrator);
  };
  for (const Integrator integrator : kFirstOrder) check(integrator, 1. / 4);
  for (const Integrator integrator : kSecondOrder) check(integrator, 1. / 16);
}

// Where the kink of the law falls within a step is chance: the error is bounded by h and h².
TEST(HistoryBalance, Yielding) {
  for (const double h : {2e-3, 1e-3, 5e-4, 2.5e-4}) {
    for (const Integrator integrator : kFirstOrder)
      EXPECT_LT(drift(yielding(), integrator, h).largest, 60 * h) << to_string(integrator) << h;
    for (const Integrator integrator : kSecondOrder)
      EXPECT_LT(drift(yielding(), integrator, h).largest, 350 * h * h)
          << to_string(integrator) << h;
  }
  EXPECT_NEAR(drift(yielding(), Integrator::rk4, 5e-4).balance.dissipated, 1.6875, 1e-5);
}
TEST(HistoryBalance, Breaking) {
  check_balance(breaking());
  const Drift broke = drift(breaking(), Integrator::velocity_verlet, 1e-4);
  ASSERT_EQ(broke.events.size(), 1u);
  EXPECT_NEAR(broke.balance.dissipated, 0.5, 0.005);
}
TEST(HistoryBalance, Viscous) { check_balance(viscous()); }
TEST(HistoryBalance, Muscles) {
  check_balance(muscle());
  EXPECT_GT(drift(muscle(), Integrator::rk4, 1e-3).balance.work, 10);
}

TEST(HistoryBalance, MaxwellBranchesNeverGiveEnergyInBackwardEuler) {
  for (const double h : {0.3, 0.03, 0.003}) {
    Bench bench(viscous(), Integrator::implicit_euler);
    double total = bench.total(), dissipated = 0;
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(bench.step(h)) << bench.reason;
      EXPECT_LE(bench.total(), total * (1 + 1e-12));
      EXPECT_GE(bench.stepper.balance.dissipated, dissipated);
      total = bench.total();
      dissipated = bench.stepper.balance.dissipated;
    }
  }
}

// ---- muscles ----

TEST(Muscle, LiftsAWeight) {
  SpringSet set{
      .law = Law::cable, .damping = {15}, .active = Active{.rest_length = ramp(0, 1, 1, 0.6)}};
  for (const Integrator integrator : {Integrator::velocity_verlet, Integrator::implicit_euler}) {
    Bench bench(hanging(set), integrator);
    ASSERT_TRUE(bench.run(6, 1e-3)) << bench.reason;
    EXPECT_NEAR(bench.length(), 0.6 + 10 / kStiffness, 1e-6);
    EXPECT_DOUBLE_EQ(bench.net.data.rest_length[0], 0.6);
    // What it put in is what the weight gained, less what damping took and less what was stored.
    EXPECT_GT(bench.stepper.balance.work, 10 * 0.3);
  }
}

TEST(Muscle, AsACableItCannotPush) {
  SpringSet set{.law = Law::cable, .active = Active{.rest_length = ramp(0, 1, 1, 2)}};
  System net = one_spring(set);
  Bench bench(net);
  ASSERT_TRUE(bench.run(1, 1e-3));
  EXPECT_EQ(bench.length(), 1) << "it went slack, and left the mass where it was";
  net.springs[0].law = Law::linear;
  Bench pushing(net);
  ASSERT_TRUE(pushing.run(1, 1e-3));
  EXPECT_GT(pushing.length(), 1.5);
}

TEST(Muscle, ActsAtTimeZeroInSolve) {
  const SpringSet set{
      .active = Active{.rest_length = Waveform{.value = 0.5}, .stiffness = Waveform{.value = 2}}};
  const Equilibrium rest = solve_equilibrium(hanging(set));
  ASSERT_TRUE(rest.converged());
  EXPECT_NEAR(rest.length[0], 0.5 + 10 / (2 * kStiffness), 1e-12);
}

// ---- parts together ----

TEST(Parts, ADampedCableYieldsAndTears) {
  SpringSet set{.law = Law::cable, .damping = {0.5}};
  set.yield = Yield{.strain = {0.05}, .hardening = {0.05}};
  set.breaks = Break{.strain = {0.3}};
  set.viscous = Viscous{.stiffness = {20}, .time = {0.1}};
  System net = hanging(set);
  net.nodes.velocity = {0, 0, 0, -3};
  for (const Integrator integrator :
       {Integrator::velocity_verlet, Integrator::implicit_euler, Integrator::implicit_midpoint}) {
    Bench bench(net, integrator);
    const double start = bench.total();
    ASSERT_TRUE(bench.run(0.5, 1e-4)) << bench.reason;
    ASSERT_EQ(bench.events.size(), 2u) << to_string(integrator);
    EXPECT_EQ(bench.events[0].kind, MotionEvent::Kind::yield);
    EXPECT_NEAR(bench.events[0].value, 0.05, 1e-3);
    EXPECT_EQ(bench.events[1].kind, MotionEvent::Kind::breaks);
    EXPECT_NEAR(bench.events[1].value, 0.3, 1e-3);
    EXPECT_NEAR(bench.total(), start, integrator == Integrator::implicit_euler ? 5e-3 : 1e-4);
    // Free fall since then.
    const double after = 0.5 - bench.events[1].time;
    const double speed = std::sqrt(2 * bench.backend->kinetic_energy(bench.stepper.v));
    EXPECT_EQ(bench.elastic(), 0);
    EXPECT_GT(speed, 10 * after);
  }
}

TEST(Parts, GivenDirectlyCombineWithTheHistory) {
  SpringSet set{.yield = Yield{.strain = {0.05}},
                .active = Active{.rest_length = Waveform{.value = 1.1}}};
  Pulled spring(one_spring(set));
  spring.net.set_time(0);
  EXPECT_DOUBLE_EQ(spring.rest_length(), 1.1);
  spring.to(1.2);
  EXPECT_NEAR(spring.rest_length(), 1.15, 1e-14);
  const int id = 0;
  const double rest_length = 2, stiffness = 7;
  spring.net.backend().set(SpringField::rest_length, {&id, 1}, {&rest_length, 1});
  EXPECT_NEAR(spring.rest_length(), 2.25, 1e-14);
  spring.net.backend().set(SpringField::stiffness, {&id, 1}, {&stiffness, 1});
  EXPECT_EQ(spring.net.data.stiffness[0], 7);
}

// Explicit and implicit runs of one yielding net come together as the step goes to zero.
TEST(Parts, ImplicitAndExplicitRunsAgree) {
  Random random(12);
  System net = testing::random_net(random, {.dimension = 2, .nodes = 8, .chords = 8, .fixed = 2});
  net.nodes.mass = {1};
  net.gravity = {0, -3, 0};
  for (SpringSet& set : net.springs) {
    set.rest_length.clear();
    for (double& k : set.stiffness) k *= 50;
    set.damping = {1};
    set.yield = Yield{.strain = {0.02}, .hardening = {0.1}};
  }
  const auto end = [&](Integrator integrator, double h) {
    Bench bench(net, integrator);
    EXPECT_TRUE(bench.run(0.5, h)) << bench.reason;
    EXPECT_FALSE(bench.events.empty());
    return bench.positions();
  };
  const std::vector<double> truth = end(Integrator::rk4, 1e-4);
  EXPECT_LT(largest_difference(truth, end(Integrator::velocity_verlet, 1e-4)), 1e-5);
  for (const auto& [integrator, order] :
       {std::pair(Integrator::implicit_euler, 1), std::pair(Integrator::implicit_midpoint, 2)}) {
    const double coarse = largest_difference(truth, end(integrator, 4e-3));
    const double fine = largest_difference(truth, end(integrator, 1e-3));
    EXPECT_LT(fine, (order == 1 ? 0.35 : 0.12) * coarse) << to_string(integrator);
  }
}

// Whatever the springs remember, they pull at both ends alike: a free net keeps its momentum.
TEST(Parts, InternalForcesSumToZero) {
  Random random(8);
  System net = testing::random_net(random, {.nodes = 12, .chords = 20, .fixed = 0});
  net.nodes.mass = {1};
  for (int i = 0; i < 36; ++i) net.nodes.velocity.push_back(random.uniform(-3, 3));
  for (SpringSet& set : net.springs) {
    for (double& k : set.stiffness) k *= 20;
    set.damping = {0.5};
    set.yield = Yield{.force = {4}, .hardening = {0.1}};
    set.breaks = Break{.strain = {1.5}};
    set.viscous = Viscous{.stiffness = {15}, .time = {0.3}};
    set.active = Active{.rest_length = ramp(0, 1, 1, 0.8)};
  }
  Bench bench(net);
  std::vector<double> v = net.nodes.velocity;
  const auto momentum = [&](std::size_t axis) {
    double sum = 0;
    for (std::size_t i = axis; i < v.size(); i += 3) sum += v[i];
    return sum;
  };
  const double before[] = {momentum(0), momentum(1), momentum(2)};
  ASSERT_TRUE(bench.run(1, 1e-3));
  int yields = 0, breaks = 0;
  for (const MotionEvent& event : bench.events)
    ++(event.kind == MotionEvent::Kind::yield ? yields : breaks);
  EXPECT_GT(yields, 0);
  EXPECT_GT(breaks, 0);
  bench.backend->download(bench.stepper.v, v);
  for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(momentum(axis), before[axis], 1e-11);
}

}  // namespace
}  // namespace tensio
