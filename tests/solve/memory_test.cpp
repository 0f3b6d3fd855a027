// Springs with a history: uniaxial closed forms, energy books, and parts that combine.
#include "solve/motion/memory.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "network/given_springs.hpp"
#include "support/movers.hpp"
#include "support/nets.hpp"
#include "tensio/equilibrium.hpp"
#include "tensio/simulation.hpp"

namespace tensio {
namespace {

using testing::Bench;

constexpr double kStiffness = 100;

// A spring along x from a fixed node to one of mass 1, rest length 1.
System one_spring(SpringSet set = {}) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0};
  net.nodes.mass = {1};
  net.nodes.fixed = {{.nodes = {0}}};
  set.ends = {{0, 1}};
  if (set.stiffness.empty()) set.stiffness = {kStiffness};
  set.rest_length = {1};
  net.springs = {set};
  return net;
}

// A spring whose length is prescribed.
struct Pulled {
  explicit Pulled(const System& system) : net(system), memory(system, net.data) {}

  // To the length l in a step of h: the tension there.
  double to(double l, double h = 1) {
    t += h;
    memory.prepare(h);
    const LawValue elastic = spring_value(net.data, law_of(net.data, 0), 0, l);
    const double tension =
        net.data.parts.empty() ? elastic.tension : with_part(elastic, l, net.data.parts[0]).tension;
    dissipated += memory.commit(t, h, std::vector<double>{l}, events).dissipated;
    return tension;
  }
  double through(double from, double l, int steps) {
    double tension = 0;
    for (int i = 1; i <= steps; ++i) tension = to(from + (l - from) * i / steps);
    return tension;
  }
  double rest_length() const { return net.data.rest_length[0]; }

  MovingNet net;
  SpringMemory memory;
  std::vector<MotionEvent> events;
  double dissipated = 0, t = 0;
};

// ---- yield ----

TEST(Yield, PerfectlyPlasticCycle) {
  Pulled spring(one_spring({.yield = Yield{.strain = 0.05}}));
  EXPECT_DOUBLE_EQ(spring.to(1.04), 4);
  EXPECT_EQ(spring.dissipated, 0);
  EXPECT_NEAR(spring.through(1.04, 1.2, 7), 5, 1e-12);
  EXPECT_NEAR(spring.rest_length(), 1.15, 1e-14);
  EXPECT_NEAR(spring.dissipated, 5 * 0.15, 1e-12);
  // Back: elastic until 5 N of push.
  EXPECT_NEAR(spring.to(1.15), 0, 1e-12);
  EXPECT_NEAR(spring.to(1.11), -4, 1e-12);
  EXPECT_NEAR(spring.dissipated, 5 * 0.15, 1e-12);
  EXPECT_NEAR(spring.through(1.11, 1.0, 5), -5, 1e-12);
  EXPECT_NEAR(spring.rest_length(), 1.05, 1e-14);
  EXPECT_NEAR(spring.dissipated, 5 * 0.25, 1e-12);
}

TEST(Yield, HardeningGrowsInBothDirections) {
  Pulled spring(one_spring({.yield = Yield{.force = 5, .hardening = 0.2}}));
  EXPECT_NEAR(spring.through(1, 1.2, 20), 8, 1e-12);
  EXPECT_NEAR(spring.rest_length(), 1.12, 1e-14);
  EXPECT_NEAR(spring.dissipated, 0.12 * (5 + 8) / 2, 1e-12);
  EXPECT_NEAR(spring.to(1.041), -7.9, 1e-12) << "elastic to -8 N";
  EXPECT_NEAR(spring.dissipated, 0.78, 1e-12);
  EXPECT_NEAR(spring.to(0.94), -10, 1e-12) << "0.1 beyond, with a fifth of the stiffness";
  EXPECT_NEAR(spring.rest_length(), 1.04, 1e-14);
  EXPECT_NEAR(spring.dissipated, 0.78 + 0.08 * (8 + 10) / 2, 1e-12);
}

TEST(Yield, DoesNotDependOnTheSteps) {
  Pulled one(one_spring({.yield = Yield{.force = 5, .hardening = 0.3}}));
  Pulled many(one_spring({.yield = Yield{.force = 5, .hardening = 0.3}}));
  one.to(1.3);
  many.through(1, 1.3, 100);
  EXPECT_NEAR(one.rest_length(), many.rest_length(), 1e-13);
  EXPECT_NEAR(one.dissipated, many.dissipated, 1e-12);
}

TEST(Yield, CableAndStrutYieldOnTheirOwnSide) {
  Pulled cable(one_spring({.law = Law::cable, .yield = Yield{.strain = 0.05}}));
  EXPECT_EQ(cable.to(0.5), 0);
  EXPECT_EQ(cable.rest_length(), 1);
  EXPECT_NEAR(cable.to(1.1), 5, 1e-12);
  EXPECT_NEAR(cable.rest_length(), 1.05, 1e-14);
  EXPECT_EQ(cable.to(1.04), 0) << "slack: it is longer now";
  Pulled strut(one_spring({.law = Law::strut, .yield = Yield{.strain = 0.05}}));
  EXPECT_EQ(strut.to(1.5), 0);
  EXPECT_EQ(strut.rest_length(), 1);
  EXPECT_NEAR(strut.to(0.9), -5, 1e-12);
  EXPECT_NEAR(strut.rest_length(), 0.95, 1e-14);
  EXPECT_EQ(strut.to(0.96), 0);
}

TEST(Yield, IsLoggedWhenItBegins) {
  Pulled spring(one_spring({.yield = Yield{.strain = 0.05}}));
  spring.through(1, 1.2, 10);
  ASSERT_EQ(spring.events.size(), 1u);
  EXPECT_EQ(spring.events[0].kind, MotionEvent::Kind::yield);
  EXPECT_EQ(spring.events[0].time, 3);
  EXPECT_EQ(spring.events[0].spring, 0);
  EXPECT_NEAR(spring.events[0].value, 0.06, 1e-14);
  spring.to(1.2);
  spring.to(1.18);
  spring.to(1.2);
  EXPECT_EQ(spring.events.size(), 1u) << "at the yield force is not beyond it";
  spring.to(1.21);
  ASSERT_EQ(spring.events.size(), 2u);
  EXPECT_NEAR(spring.events[1].value, 0.21, 1e-14) << "from the first rest length";
}

// ---- break ----

TEST(Break, AtTheExactStrain) {
  for (const bool by_force : {false, true}) {
    Break limit;
    (by_force ? limit.force : limit.strain) = by_force ? 10 : 0.1;
    Pulled spring(one_spring({.damping = {3}, .breaks = limit}));
    spring.net.data.damping = {3};
    EXPECT_NEAR(spring.to(1.1 - 1e-12), 10, 1e-9);
    EXPECT_TRUE(spring.events.empty());
    EXPECT_EQ(spring.to(0.5), -50) << "push breaks only where `compression` says so";
    EXPECT_TRUE(spring.events.empty());
    EXPECT_NEAR(spring.to(1.1 + 1e-12), 10, 1e-9);
    ASSERT_EQ(spring.events.size(), 1u);
    EXPECT_EQ(spring.events[0].kind, MotionEvent::Kind::breaks);
    EXPECT_NEAR(spring.events[0].value, 0.1, 1e-11);
    EXPECT_NEAR(spring.dissipated, 0.5 * 100 * 0.01, 1e-9);
    EXPECT_EQ(spring.to(2), 0);
    EXPECT_EQ(spring.net.data.stiffness[0], 0);
    EXPECT_EQ(spring.net.data.damping[0], 0);
    EXPECT_EQ(spring.events.size(), 1u);
  }
}

TEST(Break, InPushAsWell) {
  Pulled spring(one_spring({.breaks = Break{.strain = 0.1, .compression = true}}));
  EXPECT_NEAR(spring.to(0.95), -5, 1e-12);
  EXPECT_TRUE(spring.events.empty());
  spring.to(0.89);
  ASSERT_EQ(spring.events.size(), 1u);
  EXPECT_NEAR(spring.events[0].value, -0.11, 1e-14);
  EXPECT_EQ(spring.to(0.5), 0);
}

TEST(Break, EveryLaw) {
  for (const Law law : {Law::linear, Law::cable, Law::force_density, Law::constant_tension,
                        Law::polynomial, Law::table, Law::custom}) {
    SpringSet set{.law = law, .breaks = Break{.force = 30}};
    if (law == Law::polynomial) set.coefficients = {1, 0, 2};
    if (law == Law::table) set.points = {{0, 0}, {0.5, 0.5}, {1, 2}};
    if (law == Law::custom) set.custom = testing::hardening();
    System system = one_spring(set);
    if (law == Law::force_density) system.springs[0].rest_length.clear();
    if (law == Law::constant_tension) system.springs[0].stiffness = {40};
    Pulled spring(system);
    const bool at_once = law == Law::force_density || law == Law::constant_tension;
    spring.to(at_once ? 1 : 1.1);
    EXPECT_EQ(spring.events.size(), at_once ? 1u : 0u) << to_string(law);
    spring.to(1.6);
    EXPECT_EQ(spring.events.size(), 1u) << to_string(law);
    EXPECT_GT(spring.dissipated, 0) << to_string(law);
    // Gone for the passes over the whole net as well.
    Bench bench(system);
    bench.net.data.broken = spring.net.data.broken;
    bench.net.data.stiffness = spring.net.data.stiffness;
    const VectorId f = bench.backend->make_vector();
    bench.backend->upload(std::vector<double>{0, 0, 1.6, 0}, bench.mover.x);
    bench.backend->forces(bench.mover.x, f, false);
    EXPECT_EQ(bench.backend->max_abs(f), 0) << to_string(law);
    EXPECT_EQ(bench.backend->elastic_energy(bench.mover.x), 0) << to_string(law);
  }
}

// ---- Maxwell branches ----

SpringSet maxwell_set(double k, double eta) {
  SpringSet set;
  set.stiffness = {0};
  set.viscous = Viscous{.stiffness = k, .viscosity = eta};
  return set;
}

// Stretched at once and held: T = k stretch exp(-k t / eta).
double relaxation_error(int steps) {
  Pulled branch(one_spring(maxwell_set(50, 25)));
  const double h = 1.0 / steps;
  branch.to(1.2, 1e-12);
  double tension = 0;
  for (int i = 0; i < steps; ++i) tension = branch.to(1.2, h);
  return tension - 50 * 0.2 * std::exp(-2.0);
}

TEST(Viscous, RelaxesAsTheExponential) {
  const double coarse = relaxation_error(100), fine = relaxation_error(200);
  EXPECT_LT(std::abs(coarse), 0.03);
  EXPECT_NEAR(coarse / fine, 2, 0.05) << "first order";
}

// Beside a spring k, under a constant force F: l - l0 = F / k (1 - km / (k + km) exp(-t / time)),
// time = eta (k + km) / (k km).
double creep_error(int steps) {
  const double k = 100, km = 50, eta = 25, F = 10;
  SpringSet set = maxwell_set(km, eta);
  set.stiffness = {k};
  Pulled spring(one_spring(set));
  double l = 1 + F / (k + km);
  spring.to(l, 1e-12);
  const double h = 1.0 / steps;
  for (int i = 0; i < steps; ++i) {
    // The law of the step is linear: two lengths give the one at which it bears F.
    spring.memory.prepare(h);
    const auto tension = [&](double at) {
      return with_part(spring_value(spring.net.data, Law::linear, 0, at), at,
                       spring.net.data.parts[0])
          .tension;
    };
    const double slope = tension(2) - tension(1);
    l = 1 + (F - tension(1)) / slope;
    EXPECT_NEAR(spring.to(l, h), F, 1e-10);
  }
  const double time = eta * (k + km) / (k * km);
  return l - 1 - F / k * (1 - km / (k + km) * std::exp(-1 / time));
}

TEST(Viscous, CreepsAsTheExponential) {
  const double coarse = creep_error(100), fine = creep_error(200);
  EXPECT_LT(std::abs(coarse), 2e-4);
  EXPECT_NEAR(coarse / fine, 2, 0.05) << "first order";
}

TEST(Viscous, IsStableAtAnyStep) {
  Pulled branch(one_spring(maxwell_set(1e6, 1)));
  double l = 1;
  for (int i = 0; i < 100; ++i) {
    l += i % 2 ? -0.1 : 0.1;
    // T = eta x speed, where the spring has long followed.
    EXPECT_NEAR(branch.to(l, 1), i % 2 ? -0.1 : 0.1, 1e-6);
  }
  EXPECT_NEAR(branch.to(l, 1), 0, 1e-6);
}

TEST(Viscous, ByTimeIsTheSameAsByViscosity) {
  Pulled one(one_spring(maxwell_set(50, 25)));
  SpringSet set = maxwell_set(50, 0);
  set.viscous = Viscous{.stiffness = 50, .time = 0.5};
  Pulled other(one_spring(set));
  EXPECT_EQ(one.to(1.1, 0.1), other.to(1.1, 0.1));
}

TEST(Viscous, ShowsInTensionsAndEnergies) {
  Pulled branch(one_spring(maxwell_set(50, 25)));
  const double tension = branch.to(1.1, 0.1);
  std::vector<double> shown{1}, energy{1};
  branch.memory.add_to_tensions(shown);
  branch.memory.add_to_energies(energy);
  EXPECT_DOUBLE_EQ(shown[0], 1 + tension);
  EXPECT_DOUBLE_EQ(energy[0], 1 + tension * tension / 100);
  EXPECT_DOUBLE_EQ(branch.memory.stored_energy(), tension * tension / 100);
}

// ---- energy books ----

struct Drift {
  double largest = 0;  // change of the total energy during a second
  Books books;
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
  result.books = bench.mover.books;
  result.events = bench.events;
  return result;
}

System pushed(SpringSet set, double speed = 2) {
  System net = one_spring(std::move(set));
  net.nodes.velocity = {0, 0, speed, 0};
  return net;
}

System yielding() { return pushed({.yield = Yield{.strain = 0.05, .hardening = 0.1}}); }
System breaking() { return pushed({.breaks = Break{.strain = 0.1}}); }
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

// The books balance to the order of the integrator: a quarter of the step leaves a quarter or a
// sixteenth of the error.
void check_books(const System& system) {
  const auto check = [&](Integrator integrator, double part) {
    const double coarse = drift(system, integrator, 2e-3).largest;
    const double fine = drift(system, integrator, 5e-4).largest;
    EXPECT_LT(fine, 1.3 * part * coarse + 1e-10) << to_string(integrator);
  };
  for (const Integrator integrator : kFirstOrder) check(integrator, 1. / 4);
  for (const Integrator integrator : kSecondOrder) check(integrator, 1. / 16);
}

// Where the kink of the law falls within a step is chance: the error is bounded by h and h².
TEST(SpringBooks, Yielding) {
  for (const double h : {2e-3, 1e-3, 5e-4, 2.5e-4}) {
    for (const Integrator integrator : kFirstOrder)
      EXPECT_LT(drift(yielding(), integrator, h).largest, 60 * h) << to_string(integrator) << h;
    for (const Integrator integrator : kSecondOrder)
      EXPECT_LT(drift(yielding(), integrator, h).largest, 350 * h * h)
          << to_string(integrator) << h;
  }
  EXPECT_NEAR(drift(yielding(), Integrator::rk4, 5e-4).books.dissipated, 1.6875, 1e-5);
}
TEST(SpringBooks, Breaking) {
  check_books(breaking());
  const Drift broke = drift(breaking(), Integrator::velocity_verlet, 1e-4);
  ASSERT_EQ(broke.events.size(), 1u);
  EXPECT_NEAR(broke.books.dissipated, 0.5, 0.005);
}
TEST(SpringBooks, Viscous) { check_books(viscous()); }
TEST(SpringBooks, Muscles) {
  check_books(muscle());
  EXPECT_GT(drift(muscle(), Integrator::rk4, 1e-3).books.work, 10);
}

TEST(SpringBooks, MaxwellBranchesNeverGiveEnergyInBackwardEuler) {
  for (const double h : {0.3, 0.03, 0.003}) {
    Bench bench(viscous(), Integrator::implicit_euler);
    double total = bench.total(), dissipated = 0;
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(bench.step(h)) << bench.reason;
      EXPECT_LE(bench.total(), total * (1 + 1e-12));
      EXPECT_GE(bench.mover.books.dissipated, dissipated);
      total = bench.total();
      dissipated = bench.mover.books.dissipated;
    }
  }
}

// ---- muscles ----

Waveform ramp(double t0, double v0, double t1, double v1) {
  return {.shape = Waveform::Shape::ramp, .points = {{t0, v0}, {t1, v1}}};
}

System hanging(SpringSet set) {
  System net = one_spring(std::move(set));
  net.nodes.position = {0, 0, 0, -1};
  net.gravity = {0, -10, 0};
  return net;
}

TEST(Muscle, LiftsAWeight) {
  SpringSet set{
      .law = Law::cable, .damping = {15}, .active = Active{.rest_length = ramp(0, 1, 1, 0.6)}};
  for (const Integrator integrator : {Integrator::velocity_verlet, Integrator::implicit_euler}) {
    Bench bench(hanging(set), integrator);
    ASSERT_TRUE(bench.run(6, 1e-3)) << bench.reason;
    EXPECT_NEAR(bench.length(), 0.6 + 10 / kStiffness, 1e-6);
    EXPECT_DOUBLE_EQ(bench.net.data.rest_length[0], 0.6);
    // What it put in is what the weight gained, less what damping took and less what was stored.
    EXPECT_GT(bench.mover.books.work, 10 * 0.3);
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
  set.yield = Yield{.strain = 0.05, .hardening = 0.05};
  set.breaks = Break{.strain = 0.3};
  set.viscous = Viscous{.stiffness = 20, .time = 0.1};
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
    const double speed = std::sqrt(2 * bench.backend->kinetic_energy(bench.mover.v));
    EXPECT_EQ(bench.elastic(), 0);
    EXPECT_GT(speed, 10 * after);
  }
}

TEST(Parts, GivenByHandCombineWithTheHistory) {
  SpringSet set{.yield = Yield{.strain = 0.05},
                .active = Active{.rest_length = Waveform{.value = 1.1}}};
  Pulled spring(one_spring(set));
  spring.net.set_time(0);
  EXPECT_DOUBLE_EQ(spring.rest_length(), 1.1);
  spring.to(1.2);
  EXPECT_NEAR(spring.rest_length(), 1.15, 1e-14);
  give_rest_length(spring.net.data, 0, 2);
  EXPECT_NEAR(spring.rest_length(), 2.25, 1e-14);
  give_stiffness(spring.net.data, 0, 7);
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
    set.yield = Yield{.strain = 0.02, .hardening = 0.1};
  }
  const auto end = [&](Integrator integrator, double h) {
    Bench bench(net, integrator);
    EXPECT_TRUE(bench.run(0.5, h)) << bench.reason;
    EXPECT_FALSE(bench.events.empty());
    return bench.positions();
  };
  const auto distance = [](const std::vector<double>& x, const std::vector<double>& y) {
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - y[i]));
    return largest;
  };
  const std::vector<double> truth = end(Integrator::rk4, 1e-4);
  EXPECT_LT(distance(truth, end(Integrator::velocity_verlet, 1e-4)), 1e-5);
  for (const auto& [integrator, order] :
       {std::pair(Integrator::implicit_euler, 1), std::pair(Integrator::implicit_midpoint, 2)}) {
    const double coarse = distance(truth, end(integrator, 4e-3));
    const double fine = distance(truth, end(integrator, 1e-3));
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
    set.yield = Yield{.force = 4, .hardening = 0.1};
    set.breaks = Break{.strain = 1.5};
    set.viscous = Viscous{.stiffness = 15, .time = 0.3};
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
  bench.backend->download(bench.mover.v, v);
  for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(momentum(axis), before[axis], 1e-11);
}

// ---- stopping and going on ----

TEST(Memory, GoesOnFromWhatItSaved) {
  SpringSet set{.damping = {0.5}};
  set.yield = Yield{.strain = 0.02, .hardening = 0.1};
  set.breaks = Break{.strain = 0.15};
  set.viscous = Viscous{.stiffness = 20, .time = 0.1};
  set.active = Active{.rest_length = ramp(0, 1, 1, 0.9)};
  System net = pushed(set, 1.4);
  Bench whole(net);
  for (int i = 0; i < 700; ++i) ASSERT_TRUE(whole.step(1e-3));
  Bench first(net);
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(first.step(1e-3));
  EXPECT_GT(first.net.data.given.plastic[0], 0);
  Bench second(net);
  for (int i = 0; i < 600; ++i) ASSERT_TRUE(second.step(1e-3));  // another history, to be replaced
  second.backend->upload(first.positions(), second.mover.x);
  std::vector<double> v(4);
  first.backend->download(first.mover.v, v);
  second.backend->upload(v, second.mover.v);
  second.mover.books = first.mover.books;
  second.steps = first.steps;
  ASSERT_TRUE(second.memory.load(first.memory.save()));
  second.net.set_time(first.time);
  for (int i = 0; i < 640; ++i) ASSERT_TRUE(second.step(1e-3));
  EXPECT_EQ(second.positions(), whole.positions());
  EXPECT_EQ(second.mover.books.dissipated, whole.mover.books.dissipated);
  EXPECT_EQ(second.mover.books.work, whole.mover.books.work);
  EXPECT_EQ(second.memory.save(), whole.memory.save());
}

TEST(Memory, RefusesNumbersThatAreNotItsOwn) {
  Pulled spring(one_spring({.yield = Yield{.strain = 0.05}, .breaks = Break{.strain = 0.2}}));
  std::vector<double> saved = spring.memory.save();
  EXPECT_TRUE(spring.memory.load(saved));
  EXPECT_FALSE(spring.memory.load({}));
  for (std::size_t cut = 0; cut < saved.size(); ++cut)
    EXPECT_FALSE(spring.memory.load(std::span(saved).first(cut))) << cut;
  saved[2] = 5;  // the id of a spring
  EXPECT_FALSE(spring.memory.load(saved));
  saved = spring.memory.save();
  saved.push_back(0);
  EXPECT_FALSE(spring.memory.load(saved));
  saved = spring.memory.save();
  saved[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(spring.memory.load(saved));
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
  set.yield = Yield{.strain = 0.03, .hardening = 0.1};
  set.breaks = Break{.strain = 0.1};
  set.viscous = Viscous{.stiffness = 10, .time = 0.2};
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

TEST(SimulationWithHistory, TellsWhatHappened) {
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

TEST(SimulationWithHistory, GoesOnToTheSameBits) {
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
  System net = one_spring({.yield = Yield{.force = 5}});
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

TEST(SimulationWithHistory, TheHandKeepsHistories) {
  System net = hanging({.damping = {15}, .yield = Yield{.force = 5, .hardening = 0.5}});
  Simulation sim(net, {.integrator = Integrator::velocity_verlet, .time_step = 1e-3});
  const double start = sim.energies().total;
  (void)sim.run_until(4);
  EXPECT_NEAR(sim.state().position[3], -1.15, 1e-6) << "10 N: 0.05 elastic, 0.1 beyond";
  // 12 N at once: 2 N beyond what it has hardened to, half of which stays as 1 cm.
  sim.set_rest_length(0, 0.98);
  EXPECT_NEAR(sim.tensions()[0], 11, 1e-4);
  (void)sim.run_until(8);
  EXPECT_NEAR(sim.state().position[3], -1.14, 1e-6);
  EXPECT_NEAR(sim.energies().total, start, 1e-3);
}

}  // namespace
}  // namespace tensio
