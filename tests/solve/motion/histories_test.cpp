// Springs with a history: uniaxial closed forms.
#include "backend/histories.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/histories.hpp"
#include "support/nets.hpp"
#include "support/steppers.hpp"

namespace tensio {
namespace {

using testing::Bench;
using testing::maxwell_set;
using testing::one_spring;
using testing::Pulled;

// ---- yield ----

TEST(Yield, PerfectlyPlasticCycle) {
  Pulled spring(one_spring({.yield = Yield{.strain = {0.05}}}));
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
  Pulled spring(one_spring({.yield = Yield{.force = {5}, .hardening = {0.2}}}));
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
  Pulled one(one_spring({.yield = Yield{.force = {5}, .hardening = {0.3}}}));
  Pulled many(one_spring({.yield = Yield{.force = {5}, .hardening = {0.3}}}));
  one.to(1.3);
  many.through(1, 1.3, 100);
  EXPECT_NEAR(one.rest_length(), many.rest_length(), 1e-13);
  EXPECT_NEAR(one.dissipated, many.dissipated, 1e-12);
}

TEST(Yield, CableAndStrutYieldOnTheirOwnSide) {
  Pulled cable(one_spring({.law = Law::cable, .yield = Yield{.strain = {0.05}}}));
  EXPECT_EQ(cable.to(0.5), 0);
  EXPECT_EQ(cable.rest_length(), 1);
  EXPECT_NEAR(cable.to(1.1), 5, 1e-12);
  EXPECT_NEAR(cable.rest_length(), 1.05, 1e-14);
  EXPECT_EQ(cable.to(1.04), 0) << "slack: it is longer now";
  Pulled strut(one_spring({.law = Law::strut, .yield = Yield{.strain = {0.05}}}));
  EXPECT_EQ(strut.to(1.5), 0);
  EXPECT_EQ(strut.rest_length(), 1);
  EXPECT_NEAR(strut.to(0.9), -5, 1e-12);
  EXPECT_NEAR(strut.rest_length(), 0.95, 1e-14);
  EXPECT_EQ(strut.to(0.96), 0);
}

TEST(Yield, IsLoggedWhenItBegins) {
  Pulled spring(one_spring({.yield = Yield{.strain = {0.05}}}));
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
    (by_force ? limit.force : limit.strain) = {by_force ? 10 : 0.1};
    Pulled spring(one_spring({.damping = {3}, .breaks = limit}));
    EXPECT_EQ(spring.net.data.damping, std::vector<double>{3});
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

TEST(Break, InCompressionAsWell) {
  Pulled spring(one_spring({.breaks = Break{.strain = {0.1}, .compression = true}}));
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
    SpringSet set{.law = law, .breaks = Break{.force = {30}}};
    if (law == Law::polynomial) set.coefficients = {1, 0, 2};
    if (law == Law::table) set.points = {{0, 0}, {0.5, 0.5}, {1, 2}};
    if (law == Law::custom) set.custom = testing::hardening();
    System system = one_spring(set);
    if (law == Law::force_density) system.springs[0].rest_length.clear();
    if (law == Law::constant_tension) system.springs[0].stiffness = {40};
    Pulled spring(system);
    const bool immediately = law == Law::force_density || law == Law::constant_tension;
    spring.to(immediately ? 1 : 1.1);
    EXPECT_EQ(spring.events.size(), immediately ? 1u : 0u) << to_string(law);
    spring.to(1.6);
    EXPECT_EQ(spring.events.size(), 1u) << to_string(law);
    EXPECT_GT(spring.dissipated, 0) << to_string(law);
    // Gone for the passes over the whole net as well.
    Backend& backend = spring.net.backend();
    const VectorId f = backend.make_vector();
    backend.upload(std::vector<double>{0, 0, 1.6, 0}, spring.x);
    backend.forces(spring.x, f, false);
    EXPECT_EQ(backend.max_abs(f), 0) << to_string(law);
    EXPECT_EQ(backend.elastic_energy(spring.x), 0) << to_string(law);
  }
}

// ---- Maxwell branches ----

// Stretched suddenly and fixed: T = k stretch exp(-k t / eta), in one step as in many, also in one
// of 200 relaxation times.
TEST(Viscous, RelaxesAsTheExponential) {
  for (const int steps : {1, 7, 100}) {
    Pulled branch(one_spring(maxwell_set(50, 25)));
    branch.to(1.2, 0);
    double tension = 0;
    for (int i = 0; i < steps; ++i) tension = branch.to(1.2, 1.0 / steps);
    EXPECT_NEAR(tension, 50 * 0.2 * std::exp(-2.0), 1e-13);
    // The energy of the branch goes to its dashpot.
    EXPECT_NEAR(branch.dissipated, 0.5 * 50 * 0.04 * (1 - std::exp(-4.0)), 1e-13);
    EXPECT_NEAR(branch.to(1.2, 100), 0, 1e-80);
    EXPECT_NEAR(branch.dissipated, 0.5 * 50 * 0.04, 1e-13);
  }
}

// A standard linear solid stretched at the rate r: T = k r t + eta r (1 - e^(-t/tau)), and the
// dashpot takes eta r² (t - 2 tau (1 - e^(-t/tau)) + tau/2 (1 - e^(-2t/tau))).
TEST(Viscous, StretchedAtAConstantRateIsExactAtAnyStep) {
  const double k = 100, km = 50, t = 1.2, r = 0.3;
  for (const double tau : {1e-4, 0.05, 0.5, 1e3, 1e7}) {
    const double eta = km * tau;
    const double up = -std::expm1(-t / tau), up2 = -std::expm1(-2 * t / tau);
    const double z = t / tau;  // the closed form cancels where this is small: then its series
    const double taken = z < 1e-2 ? km * r * r * t * t * (z / 3 - z * z / 4 + 7 * z * z * z / 60)
                                  : eta * r * r * (t - 2 * tau * up + 0.5 * tau * up2);
    for (const int steps : {1, 3, 40}) {
      SpringSet set = maxwell_set(km, eta);
      set.stiffness = {k};
      Pulled spring(one_spring(set));
      double tension = 0;
      for (int i = 1; i <= steps; ++i) tension = spring.to(1 + r * t * i / steps, t / steps);
      EXPECT_NEAR(tension, k * r * t + eta * r * up, 1e-11) << tau << ' ' << steps;
      EXPECT_NEAR(spring.dissipated, taken, 1e-11) << tau << ' ' << steps;
    }
  }
}

// Beside a spring k, under a constant force F: l - l0 = F / k (1 - km / (k + km) exp(-t / time)),
// time = eta (k + km) / (k km).
double creep_error(int steps) {
  const double k = 100, km = 50, eta = 25, F = 10;
  SpringSet set = maxwell_set(km, eta);
  set.stiffness = {k};
  Pulled spring(one_spring(set));
  double l = 1 + F / (k + km);
  spring.to(l, 0);
  const double h = 1.0 / steps;
  for (int i = 0; i < steps; ++i) {
    // The law of the step is linear: two lengths give the one at which it bears F.
    spring.histories.prepare(h);
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
  EXPECT_LT(std::abs(coarse), 2e-6);
  EXPECT_NEAR(coarse / fine, 4, 0.05) << "second order";
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
  set.viscous = Viscous{.stiffness = {50}, .time = {0.5}};
  Pulled other(one_spring(set));
  EXPECT_EQ(one.to(1.1, 0.1), other.to(1.1, 0.1));
}

TEST(Viscous, ShowsInTensionsAndEnergies) {
  Pulled branch(one_spring(maxwell_set(50, 25)));
  const double tension = branch.to(1.1, 0.1);
  std::vector<double> shown{1}, energy{1};
  HistoryReadings read{.tension = shown, .energy = energy};
  branch.histories.read(read);
  // The law of a step sums terms of 50 N.
  EXPECT_NEAR(shown[0], 1 + tension, 3e-14);
  EXPECT_NEAR(energy[0], 1 + tension * tension / 100, 3e-14);
  EXPECT_NEAR(branch.histories.stored_energy(), tension * tension / 100, 3e-14);
}

}  // namespace
}  // namespace tensio
