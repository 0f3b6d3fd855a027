// The integrator and the time step that are chosen if they are not given, and the reasons.
#include "solve/motion/choice.hpp"

#include <gtest/gtest.h>

namespace tensio {
namespace {

using Kind = StableStep::Kind;

// A net on which velocity_verlet is stable up to 1 ms.
StableStep millisecond(Integrator integrator, Shape) {
  if (integrator == Integrator::explicit_euler) return {Kind::none_stable, {}};
  if (integrator == Integrator::rk4) return {Kind::limit, 1.4e-3};
  if (is_implicit(integrator) || integrator == Integrator::rk45) return {};
  return {Kind::limit, 1e-3};
}

Choice chosen(Integrator integrator, double time_step, double duration) {
  SimulationOptions options;
  options.integrator = integrator;
  options.time_step = time_step;
  options.duration = duration;
  return choose(options, millisecond);
}

TEST(Choice, BothAreChosen) {
  const Choice shorter = chosen(Integrator::automatic, 0, 2);
  EXPECT_EQ(shorter.integrator, Integrator::velocity_verlet);
  EXPECT_DOUBLE_EQ(shorter.time_step, 0.0008);
  EXPECT_EQ(shorter.why, "velocity_verlet: 2,500 steps of 0.0008 s, 0.8 of the stable 0.001 s");
  // Of a slow net there are steps enough to see it move.
  EXPECT_EQ(chosen(Integrator::automatic, 0, 0.1).why,
            "velocity_verlet: 1,000 steps of 0.0001 s, 0.1 of the stable 0.001 s");
  // A short run is not cut finer than a tenth of the stable step, but for one step a frame.
  EXPECT_EQ(chosen(Integrator::automatic, 0, 0.04).why,
            "velocity_verlet: 400 steps of 0.0001 s, 0.1 of the stable 0.001 s");
  EXPECT_EQ(chosen(Integrator::automatic, 0, 0.002).why,
            "velocity_verlet: 100 steps of 2e-05 s, 0.02 of the stable 0.001 s");
  EXPECT_EQ(chosen(Integrator::implicit_euler, 0, 0.04).why,
            "implicit_euler: 400 steps of 0.0001 s, which is stable at any");
  EXPECT_EQ(chosen(Integrator::rk4, 0, 0.04).why,
            "rk4: 400 steps of 0.0001 s, 0.0714 of the stable 0.0014 s");
  const Choice longer = chosen(Integrator::automatic, 0, 400);
  EXPECT_EQ(longer.integrator, Integrator::implicit_euler);
  EXPECT_DOUBLE_EQ(longer.time_step, 0.4);
  EXPECT_FALSE(longer.stable.step);
  EXPECT_EQ(longer.why,
            "implicit_euler: 1,000 steps of 0.4 s; velocity_verlet would need 500,000 of 0.0008 s "
            "to be stable");
  EXPECT_TRUE(longer.warnings.empty());
}

TEST(Choice, TheStepDividesTheDuration) {
  const Choice choice = chosen(Integrator::velocity_verlet, 0, 1.0001);
  EXPECT_LE(choice.time_step, 0.8e-3);
  EXPECT_DOUBLE_EQ(choice.time_step * 1251, 1.0001);
}

// Its springs may turn so that the stable step is shorter.
TEST(Choice, EveryShapeIsStable) {
  SimulationOptions options;
  options.duration = 2;
  const Choice choice = choose(options, [](Integrator, Shape shape) {
    return StableStep{Kind::limit, shape == Shape::any ? 0.5e-3 : 1e-3};
  });
  EXPECT_EQ(choice.why, "velocity_verlet: 4,000 steps of 0.0005 s, 0.5 of the stable 0.001 s");
}

TEST(Choice, TheStepIsGiven) {
  const Choice small = chosen(Integrator::automatic, 5e-4, 2);
  EXPECT_EQ(small.integrator, Integrator::velocity_verlet);
  EXPECT_EQ(small.time_step, 5e-4);
  EXPECT_EQ(small.why, "velocity_verlet: the time step 0.0005 s is 0.5 of the stable 0.001 s");
  const Choice large = chosen(Integrator::automatic, 0.02, 2);
  EXPECT_EQ(large.integrator, Integrator::implicit_euler);
  EXPECT_EQ(large.why,
            "implicit_euler: the time step 0.02 s is 20 times the stability limit 0.001 s of "
            "velocity_verlet");
  EXPECT_TRUE(large.warnings.empty());
}

TEST(Choice, TheIntegratorIsGiven) {
  EXPECT_EQ(chosen(Integrator::rk4, 0, 14).why,
            "rk4: 12,500 steps of 0.00112 s, 0.8 of the stable 0.0014 s");
  EXPECT_EQ(chosen(Integrator::bdf2, 0, 2).why,
            "bdf2: 1,000 steps of 0.002 s, which is stable at any");
  EXPECT_EQ(chosen(Integrator::rk45, 0, 2).why, "rk45: steps of its own choice, up to 0.02 s");
  // Without a duration, only the net says how long.
  EXPECT_DOUBLE_EQ(chosen(Integrator::velocity_verlet, 0, 0).time_step, 8e-4);
  EXPECT_DOUBLE_EQ(chosen(Integrator::implicit_euler, 0, 0).time_step, 8e-4);
}

TEST(Choice, BothAreGivenAndTheStepIsTooLong) {
  const Choice choice = chosen(Integrator::symplectic_euler, 0.0025, 2);
  EXPECT_EQ(choice.time_step, 0.0025);
  EXPECT_TRUE(choice.why.empty());
  ASSERT_EQ(choice.warnings.size(), 1u);
  EXPECT_EQ(choice.warnings[0],
            "the time step 0.0025 s is 2.5 times the 0.001 s up to which symplectic_euler is "
            "stable: expect it to blow up; use a time step of 0.0009 s, or implicit_euler, which "
            "is stable at any");
  EXPECT_TRUE(chosen(Integrator::symplectic_euler, 0.001, 2).warnings.empty());
  EXPECT_TRUE(chosen(Integrator::implicit_euler, 1, 2).warnings.empty());
}

TEST(Choice, NoStepIsStable) {
  const Choice choice = chosen(Integrator::explicit_euler, 1e-5, 2);
  ASSERT_EQ(choice.warnings.size(), 1u);
  // |s| = sqrt(1 + (w h)²) with w = 2000: e-fold in 2 / (h w²).
  EXPECT_EQ(choice.warnings[0],
            "explicit_euler without enough damping is unstable at any time step, so that errors "
            "grow, here by the factor e in about 0.05 s: use symplectic_euler, which costs the "
            "same, or velocity_verlet");
}

// Vibrations across springs under tension have no dashpot. They grow by e in 2 / (h w²); that
// matters only in runs as long as that.
TEST(Choice, UndampedVibrationsAcrossCountWhereTheRunIsLongEnough) {
  const double w = 10, h = 0.01, fold = 2 / (h * w * w);  // 2 s
  const auto stable = [&](Integrator integrator, Shape shape) -> StableStep {
    if (integrator != Integrator::explicit_euler) return {Kind::limit, 0.1};
    if (shape == Shape::any) return {Kind::limit, 0.05};
    return {Kind::none_stable, {}, w};
  };
  SimulationOptions options;
  options.integrator = Integrator::explicit_euler;
  options.time_step = h;
  options.duration = 0.99 * fold;
  const Choice shorter = choose(options, stable);
  EXPECT_TRUE(shorter.warnings.empty());
  EXPECT_EQ(shorter.stable.step, 0.05);
  options.duration = 1.01 * fold;
  const Choice longer = choose(options, stable);
  ASSERT_EQ(longer.warnings.size(), 1u);
  EXPECT_NE(longer.warnings[0].find("errors grow, here by the factor e in about 2 s"),
            std::string::npos)
      << longer.warnings[0];
  EXPECT_FALSE(longer.stable.step);
  // too long for what is damped, too
  options.time_step = 0.06;
  options.duration = 0.1;
  const Choice too_long = choose(options, stable);
  ASSERT_EQ(too_long.warnings.size(), 1u);
  EXPECT_NE(too_long.warnings[0].find("0.05 s up to which explicit_euler is certainly stable"),
            std::string::npos)
      << too_long.warnings[0];
}

TEST(Choice, NothingIsKnown) {
  SimulationOptions options;
  options.duration = 2;
  const Choice free = choose(options, [](Integrator, Shape) { return StableStep{}; });
  EXPECT_EQ(free.why, "velocity_verlet: 1,000 steps of 0.002 s");
  const Choice unknown = choose(options, [](Integrator integrator, Shape) {
    return is_implicit(integrator) ? StableStep{} : StableStep{Kind::unknown, {}};
  });
  EXPECT_EQ(unknown.integrator, Integrator::implicit_euler);
  EXPECT_GT(unknown.time_step, 0);
  options.duration = 0;
  EXPECT_GT(choose(options, [](Integrator, Shape) { return StableStep{}; }).time_step, 0);
}

}  // namespace
}  // namespace tensio
