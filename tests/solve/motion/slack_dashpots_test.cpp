// Dashpots of cables and struts: nothing while the spring is slack, and closed forms of a mass that
// is caught and let go.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "support/moving.hpp"
#include "support/nets.hpp"
#include "support/steppers.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {
namespace {

using testing::Bench;
using testing::kIntegrators;

constexpr double kMass = 2, kStiffness = 50, kDamping = 4, kRest = 1;

// A mass at (x, 0), tied to the origin and thrown along x.
System thrown(Law law, double x, double speed) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, x, 0};
  net.nodes.velocity = {0, 0, speed, 0};
  net.nodes.mass = {kMass};
  net.nodes.fixed = {{.nodes = {0}}};
  net.springs = {{.law = law,
                  .ends = {{0, 1}},
                  .stiffness = {kStiffness},
                  .rest_length = {kRest},
                  .damping = {kDamping}}};
  return net;
}

SimulationOptions with(Integrator integrator, double h, double duration) {
  SimulationOptions options;
  options.integrator = integrator;
  options.time_step = h;
  options.duration = duration;
  options.threads = 1;
  return options;
}

TEST(SlackDashpots, LeaveAMassInFreeFlight) {
  for (const Integrator integrator : kIntegrators)
    for (const auto& [law, x, speed] :
         {std::tuple(Law::cable, 0.9, -0.5), std::tuple(Law::strut, 1.1, 0.5)}) {
      Simulation run(thrown(law, x, speed), with(integrator, 0.01, 1));
      ASSERT_EQ(run.run().status, MotionStatus::finished);
      EXPECT_NEAR(run.state().position[2], x + speed, 1e-12) << to_string(integrator);
      EXPECT_NEAR(run.state().velocity[2], speed, 1e-12) << to_string(integrator);
      EXPECT_EQ(run.energies().dissipated, 0) << to_string(integrator);
    }
}

// Both nodes of a cable on one point: the free one falls g t²/2.
TEST(SlackDashpots, CoincidentEndsOfACableFallApartFreely) {
  for (const Integrator integrator : kIntegrators) {
    System net = thrown(Law::cable, 0, 0);
    net.gravity = {0, -10, 0};
    Simulation run(net, with(integrator, 1e-3, 0.4));
    ASSERT_EQ(run.run().status, MotionStatus::finished);
    const bool first_order = integrator == Integrator::explicit_euler ||
                             integrator == Integrator::symplectic_euler ||
                             integrator == Integrator::implicit_euler ||
                             integrator == Integrator::linearly_implicit_euler;
    EXPECT_NEAR(run.state().position[3], -0.8, first_order ? 2.1e-3 : 1e-5)
        << to_string(integrator);
    EXPECT_EQ(run.energies().dissipated, 0) << to_string(integrator);
    EXPECT_EQ(run.state().position[2], 0) << to_string(integrator);
  }
}

// Thrown outwards at v from 0.2 m inside, the mass tightens the cable at 0.2 / v. From there
//   m e'' + c e' + k e = 0,   e = v/w exp(-d t) sin(w t),   d = c / 2m,   w² = k/m - d²
// until e = 0 again, at pi / w, with the speed v exp(-d pi / w) inwards: with that it flies on.
TEST(SlackDashpots, ACableCatchesAMassAndLetsItGo) {
  const double v = 1.5, d = kDamping / (2 * kMass), pi = std::acos(-1.0);
  const double w = std::sqrt(kStiffness / kMass - d * d), back = v * std::exp(-d * pi / w);
  const double flight = 0.1, duration = 0.2 / v + pi / w + flight;
  const double taken = 0.5 * kMass * (v * v - back * back);
  for (const Integrator integrator : kIntegrators) {
    const bool first_order = integrator == Integrator::explicit_euler ||
                             integrator == Integrator::symplectic_euler ||
                             integrator == Integrator::implicit_euler ||
                             integrator == Integrator::linearly_implicit_euler;
    for (const int steps : {1000, 4000}) {
      const double h = duration / steps;
      SimulationOptions options = with(integrator, h, duration);
      options.tolerance = integrator == Integrator::rk45 ? 1e-9 : 1e-12;
      Simulation run(thrown(Law::cable, 0.8, v), options);
      const double start = run.energies().total;
      ASSERT_EQ(run.run().status, MotionStatus::finished) << to_string(integrator);
      const double error = std::abs(run.state().position[2] - (kRest - back * flight)) +
                           std::abs(run.state().velocity[2] + back);
      // The force jumps by c v where the cable tightens and by less where it slackens, at some
      // time within a step; to that comes the error of a vibration of w over half its period.
      double allowed = 2 * kDamping * v / kMass * h;
      if (first_order) allowed += w * w * h * v * pi / w;
      EXPECT_LT(error, allowed) << to_string(integrator) << ' ' << steps;
      EXPECT_NEAR(run.energies().dissipated, taken, kMass * v * allowed) << to_string(integrator);
      EXPECT_NEAR(run.energies().total, start, kMass * v * allowed) << to_string(integrator);
    }
  }
}

// In steps of any length backward Euler never gains energy in nets of cables, whatever goes slack
// in them: their energy is convex. What was dissipated is counted, so it is never too much.
TEST(SlackDashpots, BackwardEulerNeverGainsEnergy) {
  for (int seed = 0; seed < 60; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    testing::RandomNet wish;
    wish.dimension = 2 + seed % 2;
    System net = random_net(random, wish);
    net.springs[0].law = Law::cable;
    net.nodes.mass = {1.5};
    net.loads.clear();
    for (std::size_t i = 0; i < net.nodes.position.size(); ++i)
      net.nodes.velocity.push_back(random.uniform(-3, 3));
    for (const Fixed& fixed : net.nodes.fixed)
      for (int node : fixed.nodes)
        for (int axis = 0; axis < wish.dimension; ++axis)
          net.nodes.velocity[usize(node * wish.dimension + axis)] = 0;
    for (std::size_t s = 0; s < net.springs[0].ends.size(); ++s)
      net.springs[0].damping.push_back(random.uniform(0, 4));
    for (const double h : {0.02, 0.3}) {
      Bench bench(net, Integrator::implicit_euler);
      double before = bench.total(), dissipated = 0;
      for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(bench.step(h)) << seed << ": " << bench.reason;
        EXPECT_LE(bench.total(), before + 1e-9 * (1 + std::abs(before))) << seed << ' ' << h;
        EXPECT_GE(bench.stepper.balance.dissipated, dissipated);
        before = bench.total();
        dissipated = bench.stepper.balance.dissipated;
      }
    }
  }
}

}  // namespace
}  // namespace tensio
