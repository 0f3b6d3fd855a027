// Maxwell branches in motion: orders, error control, large steps and derivatives, against closed
// forms and an eigenvalue calculation.
#include <gtest/gtest.h>

#include <cmath>

#include "support/histories.hpp"
#include "support/steppers.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {
namespace {

using testing::Bench;

// With a branch of stiffness km.
System oscillator(double km, double eta) {
  return testing::oscillator({.viscous = Viscous{.stiffness = {km}, .viscosity = {eta}}});
}

// u, u' and the tension of the branch after 2 s from (0.3, 0.5, 0), with km = 6 and eta = 3:
//   2 u'' = -8 u - T,  T' = 6 u' - 2 T
// by the eigenvalues -0.34397942 +- 2.44520916 i and -1.31204116 of that matrix (numpy), and what
// the dashpot took until then, the integral of T²/eta.
constexpr double kDisplacement = -0.12520027541214734, kVelocity = 0.2916669555410937,
                 kTension = -0.26499759349728197, kTaken = 0.4563779741456667;

struct Errors {
  double state, taken, total;
};

Errors errors_of(Integrator integrator, int steps) {
  Bench bench(oscillator(6, 3), integrator);
  const double start = bench.total();
  EXPECT_TRUE(bench.run(2, 2.0 / steps)) << bench.reason;
  EXPECT_EQ(bench.steps, steps);
  std::vector<double> x = bench.positions(), v(4), branch(1);
  bench.backend->download(bench.stepper.v, v);
  HistoryReadings read{.tension = branch};
  bench.histories.read(read);
  return {std::sqrt(std::pow(x[2] - 1 - kDisplacement, 2) + std::pow(v[2] - kVelocity, 2) +
                    std::pow(branch[0] - kTension, 2)),
          std::abs(bench.stepper.balance.dissipated - kTaken), std::abs(bench.total() - start)};
}

TEST(Maxwell, AnOscillatorConvergesAtTheOrderOfItsIntegratorUpToTwo) {
  const auto check = [](Integrator integrator, int steps, double order) {
    Errors e[3];
    for (int i = 0; i < 3; ++i) e[i] = errors_of(integrator, steps << i);
    const auto rate = [](double coarse, double fine) { return std::log2(coarse / fine); };
    EXPECT_GE(rate(e[1].state, e[2].state), order - 0.1) << to_string(integrator);
    EXPECT_GE(rate(e[1].taken, e[2].taken), order - 0.1) << to_string(integrator);
    // The balance may close better than that.
    EXPECT_TRUE(e[2].total < 1e-12 || rate(e[1].total, e[2].total) >= order - 0.1)
        << to_string(integrator) << ' ' << e[1].total << ' ' << e[2].total;
    EXPECT_LT(e[2].state, 5e-3) << to_string(integrator);
  };
  for (const Integrator integrator :
       {Integrator::explicit_euler, Integrator::symplectic_euler,
        Integrator::linearly_implicit_euler, Integrator::implicit_euler})
    check(integrator, 1000, 1);
  for (const Integrator integrator : {Integrator::velocity_verlet, Integrator::rk4,
                                      Integrator::implicit_midpoint, Integrator::bdf2})
    check(integrator, 100, 2);
}

// The tolerance is that of one step: at the end of a run the error is at most the steps times it,
// also where steps of a fifth of the run are allowed.
TEST(Maxwell, Rk45ControlsTheErrorOfTheBranch) {
  double last = 1;
  for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
    SimulationOptions options;
    options.integrator = Integrator::rk45;
    options.time_step = 0.4;
    options.duration = 2;
    options.tolerance = tolerance;
    options.threads = 1;
    Simulation run(oscillator(6, 3), options);
    const MotionReport report = run.run();
    EXPECT_EQ(report.status, MotionStatus::finished);
    const State end = run.state();
    const double elastic = 8 * (end.position[2] - 1);
    const double error = std::abs(end.position[2] - 1 - kDisplacement) +
                         std::abs(end.velocity[2] - kVelocity) +
                         std::abs(run.tensions()[0] - elastic - kTension) / 6;
    const double allowed = static_cast<double>(report.steps) * tolerance;
    EXPECT_LT(error, allowed) << report.steps;
    EXPECT_LT(error, last / 10);
    EXPECT_NEAR(run.energies().total, 0.5 * 8 * 0.09 + 0.5 * 2 * 0.25, 10 * allowed);
    last = error;
  }
}

// Relaxed within a thousandth of a step, the branch is a dashpot of eta = 1.6: u as of
// 2 u'' + 1.6 u' + 8 u = 0, but for the time eta / km = 1.6e-6 s.
TEST(Maxwell, InLargeStepsIsADashpot) {
  const double decay = 0.4, w = std::sqrt(4 - decay * decay), t = 2;
  const double a = 0.3, b = (0.5 + decay * a) / w;
  const double u = std::exp(-decay * t) * (a * std::cos(w * t) + b * std::sin(w * t));
  for (const Integrator integrator :
       {Integrator::implicit_euler, Integrator::implicit_midpoint, Integrator::bdf2}) {
    double error[2];
    for (int i = 0; i < 2; ++i) {
      Bench bench(oscillator(1e6, 1.6), integrator);
      ASSERT_TRUE(bench.run(t, 2e-3 / (1 << i))) << bench.reason;
      error[i] = std::abs(bench.length() - 1 - u);
    }
    EXPECT_LT(error[0], 2e-3) << to_string(integrator);
    EXPECT_LT(error[1], 0.55 * error[0] + 1e-6) << to_string(integrator);
  }
}

// The law of a step of h has the tangent eta/h (1 - e^(-h/tau)), and forces are its derivative.
TEST(Maxwell, TheStiffnessOfAStepIsTheDerivativeOfItsForce) {
  for (const double z : {1e-6, 0.1, 0.49, 0.51, 3.0, 1e3}) {
    const double km = 6, eta = 3, h = z * eta / km;
    Bench bench(oscillator(km, eta));
    ASSERT_TRUE(bench.step(0.01));
    bench.histories.prepare(h);
    const double stiffness = eta / h * -std::expm1(-z);
    EXPECT_NEAR(bench.net.data.parts[0].stiffness, stiffness, 1e-14 * km) << z;
    const double l = 1.25, step = 1e-6;
    const auto value = [&](double at) {
      return with_part(spring_value(bench.net.data, Law::linear, 0, at), at,
                       bench.net.data.parts[0]);
    };
    const double slope = (value(l + step).tension - value(l - step).tension) / (2 * step);
    EXPECT_NEAR(slope, 8 + stiffness, 1e-8) << z;
    EXPECT_NEAR(value(l).tangent, 8 + stiffness, 1e-13) << z;
    const double force = (value(l + step).energy - value(l - step).energy) / (2 * step);
    EXPECT_NEAR(force, value(l).tension, 1e-8) << z;
  }
}

}  // namespace
}  // namespace tensio
