// Contact with obstacles in explicit integrators, against closed forms.
#include "solve/motion/contact.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"
#include "support/contact.hpp"
#include "support/obstacles.hpp"

namespace tensio {
namespace {

using namespace testing;

constexpr Integrator kExplicit[] = {Integrator::explicit_euler, Integrator::symplectic_euler,
                                    Integrator::velocity_verlet, Integrator::rk4, Integrator::rk45};

// ---- a falling node ----

TEST(Contact, AFallingNodeBouncesAsTheClosedFormSays) {
  const double height = 0.5, e = 0.8, h = 1e-4;
  System net = one_node({0, height + 0.01});
  net.obstacles = {floor_of(0, e)};
  for (Integrator integrator : kExplicit) {
    if (integrator == Integrator::rk45) continue;  // its steps are checked below
    ContactRun run(net, integrator, h);
    // Impacts: time, speed before; the velocity after each.
    std::vector<double> times, speeds, after;
    double highest = 0;
    std::vector<double> heights;
    while (run.t() < 1.7) {
      const double before = run.v()[1];
      run.step();
      const double now = run.v()[1];
      highest = std::max(highest, run.x()[1] - 0.01);
      if (before < 0 && now > 0) {
        times.push_back(run.t());
        after.push_back(now);
        heights.push_back(highest);
        highest = 0;
      }
    }
    const double u = std::sqrt(2 * kG * height);
    ASSERT_EQ(times.size(), 4u) << to_string(integrator);
    ASSERT_EQ(run.events.size(), 4u);
    double t = u / kG, speed = u;
    for (std::size_t i = 0; i < times.size(); ++i) {
      // Each bounce waits for the end of its step, and Euler's flights err by a step or two.
      EXPECT_NEAR(times[i], t, h * 4 * (static_cast<double>(i) + 1)) << to_string(integrator);
      // Restitution is exact.
      EXPECT_DOUBLE_EQ(after[i], e * run.events[i].value);
      EXPECT_NEAR(run.events[i].value, speed, 10 * kG * h);
      if (i > 0) EXPECT_NEAR(heights[i], speed * speed / (2 * kG), 2 * u * h * 4);
      speed *= e;
      t += 2 * speed / kG;
    }
    EXPECT_NEAR(run.total(), 2 * kG * (height + 0.01), 2 * kG * 10 * u * h);
  }
}

// With forces that do not change, the speed at the surface is exact however coarse the step.
TEST(Contact, BouncesOfVerletKeepTheExactHeights) {
  const double height = 0.5, e = 0.8;
  System net = one_node({0, height + 0.01});
  net.obstacles = {floor_of(0, e)};
  ContactRun run(net, Integrator::velocity_verlet, 0.013);
  run.run(160);
  ASSERT_GE(run.events.size(), 4u);
  double speed = std::sqrt(2 * kG * height);
  for (std::size_t i = 0; i < 4; ++i, speed *= e)
    EXPECT_NEAR(run.events[i].value, speed, 1e-12 * speed);
  // What the impacts took is in the balance, to rounding.
  EXPECT_NEAR(run.total(), 2 * kG * (height + 0.01), 1e-12);
  EXPECT_GT(run.stepper.balance.dissipated, 0.9 * 2 * kG * height * (1 - e * e * e * e));
}

TEST(Contact, Rk45MeetsTheFloorToo) {
  System net = one_node({0, 0.51});
  net.obstacles = {floor_of(0, 1)};
  ContactRun run(net, Integrator::rk45, 0.01);
  double t = 0;
  while (t < 1) {
    run.step_from(t);
    t += run.stepper.taken;
    ASSERT_TRUE(run.result.good);
    EXPECT_GE(run.x()[1], 0.01 - 1e-15);
  }
  EXPECT_EQ(run.events.size(), 2u);
  EXPECT_NEAR(run.total(), 2 * kG * 0.51, 1e-10);
}

TEST(Contact, ANodeThatHardlyMovesRests) {
  System net = one_node({0, 0.01 + 1e-7});
  net.obstacles = {floor_of(0, 1)};
  for (Integrator integrator : kExplicit) {
    ContactRun run(net, integrator, 1e-3);
    run.run(100);
    EXPECT_DOUBLE_EQ(run.x()[1], 0.01) << to_string(integrator);
    EXPECT_EQ(run.v()[1], 0) << to_string(integrator);
    EXPECT_EQ(run.events.size(), 1u);
  }
}

TEST(Contact, SaysWhoTouchesWhat) {
  System net = one_node({0, 0.1});
  net.obstacles = {floor_of(), floor_of()};
  net.obstacles[0].point = {0, -5};
  net.obstacles[1].name = "table";
  ContactRun run(net, Integrator::velocity_verlet, 1e-3);
  run.run(300);
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].kind, MotionEvent::Kind::contact);
  EXPECT_EQ(run.events[0].node, 0);
  EXPECT_EQ(run.events[0].detail, "table");
  EXPECT_NEAR(run.events[0].value, std::sqrt(2 * kG * 0.09), 1e-12);
  EXPECT_NEAR(run.events[0].time, std::sqrt(2 * 0.09 / kG), 1e-3);
  net.obstacles[1].name.clear();
  ContactRun unnamed(net, Integrator::velocity_verlet, 1e-3);
  unnamed.run(300);
  EXPECT_EQ(unnamed.events.at(0).detail, "1");
}

// ---- friction ----

TEST(Contact, OnAnInclineANodeSlidesAboveTanAndHoldsBelow) {
  for (Integrator integrator : kExplicit)
    for (double degrees : {10.0, 30.0, 50.0})
      for (double factor : {0.5, 0.99, 1.01, 2.0}) {
        const double angle = degrees * M_PI / 180, mu = factor * std::tan(angle);
        System net = one_node({0.01 * std::sin(angle), 0.01 * std::cos(angle)});
        net.obstacles = {incline(degrees, mu)};
        const double h = 1e-3;
        ContactRun run(net, integrator, h);
        double t = 0;
        while (t < 0.5) {
          run.step_from(t);
          t += run.stepper.taken;
        }
        const double slid = (run.x()[0] - net.nodes.position[0]) * std::cos(angle) -
                            (run.x()[1] - net.nodes.position[1]) * std::sin(angle);
        const double speed = run.v()[0] * std::cos(angle) - run.v()[1] * std::sin(angle);
        const double a = kG * (std::sin(angle) - mu * std::cos(angle));
        const std::string what = std::string(to_string(integrator)) + " at " +
                                 std::to_string(degrees) + " x " + std::to_string(factor);
        if (factor > 1) {
          EXPECT_NEAR(slid, 0, 1e-15) << what;
          EXPECT_NEAR(speed, 0, 1e-15) << what;
        } else {
          EXPECT_NEAR(speed, a * t, 1e-12) << what;
          // Euler's methods are of first order in the position.
          const bool euler = integrator == Integrator::explicit_euler ||
                             integrator == Integrator::symplectic_euler;
          EXPECT_NEAR(slid, a * t * t / 2, euler ? 0.51 * a * t * h : 1e-12) << what;
        }
        EXPECT_NEAR(run.total(), 2 * kG * 0.01 * std::cos(angle), 1e-12) << what;
      }
}

// ---- a net that rests ----

TEST(Contact, ClothAtRestStaysAtRestForTenThousandSteps) {
  System net = cloth(6, 0.01);
  net.obstacles = {floor_of(0.3, 0.5, 3)};
  for (Integrator integrator : kExplicit) {
    if (integrator == Integrator::rk45) continue;
    ContactRun run(net, integrator, 1e-3);
    run.run(10000);
    double moved = 0;
    const std::vector<double> x = run.x();
    for (std::size_t i = 0; i < x.size(); ++i)
      moved = std::max(moved, std::abs(x[i] - net.nodes.position[i]));
    EXPECT_LE(moved, 1e-9) << to_string(integrator);
    EXPECT_EQ(run.events.size(), 36u) << to_string(integrator);
    EXPECT_NEAR(run.total(), 36 * 0.01 * kG * 0.01, 1e-9);
  }
}

// Over a box, springs pull the nodes sideways; friction holds them exactly.
TEST(Contact, AFixedNetDoesNotCreep) {
  System net;
  net.dimension = 2;
  net.nodes.position = {-0.5, 0, 0, 0.4, 0.5, 0};
  net.nodes.mass = {1};
  net.springs = {{.ends = {{0, 1}, {1, 2}}, .stiffness = {1000}, .pretension = {3}}};
  net.gravity = {0, -kG, 0};
  net.obstacles = {floor_of(0.9), floor_of(0.9)};
  net.obstacles[0].point = {0, -0.01};
  net.obstacles[1] = {.kind = Obstacle::Kind::box,
                      .point = {0, 0.29},
                      .size = {0.2, 0.2},
                      .friction = 0.9,
                      .thickness = 0.01};
  for (Integrator integrator : kExplicit) {
    if (integrator == Integrator::rk45) continue;
    ContactRun run(net, integrator, 1e-3);
    run.run(2000);
    const std::vector<double> x = run.x();
    for (std::size_t i = 0; i < x.size(); ++i)
      EXPECT_NEAR(x[i], net.nodes.position[i], 1e-12) << to_string(integrator);
  }
}

// ---- never deeper, never through ----

TEST(Contact, NoNodeEndsAStepInsideAnObstacle) {
  Random random(5);
  std::size_t touches = 0;
  for (Obstacle::Kind kind : kSolidKinds)
    for (int d : {2, 3})
      for (double speed : {0.0, 3.0, 50.0})
        for (Integrator integrator : {Integrator::symplectic_euler, Integrator::velocity_verlet}) {
          System net = thrown(random, d, speed);
          net.obstacles = {random_solid(kind, random, d), random_solid(kind, random, d)};
          ContactRun run(net, integrator, 2e-3);
          for (int i = 0; i < 300; ++i) {
            run.step();
            const double most = d == 2 ? depth<2>(run.net.data.solids, run.x())
                                       : depth<3>(run.net.data.solids, run.x());
            ASSERT_LE(most, 1e-9) << to_string(kind) << ' ' << d << ' ' << speed << ' ' << i;
          }
          touches += run.events.size();
        }
  EXPECT_GT(touches, 200u);
}

TEST(Contact, FastNodesDoNotTunnel) {
  System wall = one_node({-1, 0, 0}, {1000, 0, 0});
  wall.gravity = {};
  wall.obstacles = {{.kind = Obstacle::Kind::box,
                     .point = {0, 0, 0},
                     .size = {1e-4, 1, 1},
                     .restitution = 0.5,
                     .thickness = 1e-4}};
  System ball = wall;
  ball.obstacles = {{.kind = Obstacle::Kind::sphere,
                     .point = {0, 0, 0},
                     .radius = 0.01,
                     .restitution = 0.5,
                     .thickness = 1e-4}};
  for (Integrator integrator : kExplicit) {
    if (integrator == Integrator::rk45) continue;
    for (const System& net : {wall, ball}) {
      ContactRun run(net, integrator, 0.05);
      run.step();
      ASSERT_EQ(run.events.size(), 1u);
      EXPECT_LT(run.x()[0], 0);
      run.run(3);
      EXPECT_LT(run.x()[0], 0);
    }
    ContactRun run(wall, integrator, 0.05);
    run.step();
    EXPECT_NEAR(run.x()[0], -1.5e-4, 1e-13);
    EXPECT_NEAR(run.v()[0], -500, 1e-10);
    EXPECT_NEAR(run.stepper.balance.dissipated, 0.75e6, 1e-6);
  }
}

TEST(Contact, ANodeInAGrooveRests) {
  for (double degrees : {20.0, 45.0, 70.0}) {
    const double angle = degrees * M_PI / 180;
    System net = one_node({0, 0.01 / std::cos(angle) + 0.2});
    net.obstacles = {incline(degrees, 0), incline(-degrees, 0)};
    ContactRun run(net, Integrator::velocity_verlet, 1e-3);
    run.run(2000);
    EXPECT_NEAR(run.x()[0], 0, 1e-12);
    EXPECT_NEAR(run.x()[1], 0.01 / std::cos(angle), 1e-12) << degrees;
    EXPECT_NEAR(run.v()[1], 0, 1e-12);
  }
}

// ---- obstacles that move ----

TEST(Contact, AMovingPlaneCarriesANode) {
  System net = one_node({0, 0.01});
  net.obstacles = {floor_of(0.5)};
  // From the start 2 m/s upwards and 1 m/s sideways, which friction takes a while to reach.
  net.obstacles[0].motion = {ramp({{0, 0}, {1, 1}}), ramp({{0, 0}, {1, 2}})};
  for (Integrator integrator : kExplicit) {
    if (integrator == Integrator::rk45) continue;
    ContactRun run(net, integrator, 1e-3);
    run.run(500);
    EXPECT_NEAR(run.x()[1], 0.01 + 1, 1e-12);
    EXPECT_NEAR(run.v()[1], 2, 1e-9);
    EXPECT_NEAR(run.v()[0], 1, 1e-9);
    // The first blow: m w² / 2 is lost, and friction x blow goes sideways.
    EXPECT_NEAR(run.total(), 2 * kG * 0.01, 1e-9) << to_string(integrator);
    const double kinetic = 0.5 * 2 * (4 + 1);
    EXPECT_NEAR(run.stepper.balance.work - run.stepper.balance.dissipated, kinetic + 2 * kG * 1,
                1e-9);
    EXPECT_GT(run.stepper.balance.dissipated, 0.5 * 2 * 4);
  }
}

TEST(Contact, ASwingingSphereNeverSwallowsANode) {
  System net = one_node({0.01, 0.02, 0.5});
  net.obstacles = {{.kind = Obstacle::Kind::sphere,
                    .point = {0, 0, 0},
                    .radius = 0.3,
                    .friction = 0.2,
                    .restitution = 0.3,
                    .thickness = 0.01}};
  Waveform swing;
  swing.shape = Waveform::Shape::sine;
  swing.amplitude = 0.2;
  swing.frequency = 3;
  net.obstacles[0].motion = {Waveform{}, Waveform{}, swing};
  ContactRun run(net, Integrator::velocity_verlet, 1e-3);
  double scale = 0;
  for (int i = 0; i < 1500; ++i) {
    run.step();
    ASSERT_LE(depth<3>(run.net.data.solids, run.x()), 1e-9);
    scale = std::max(scale, std::abs(run.stepper.balance.work));
  }
  EXPECT_GT(run.events.size(), 1u);
  EXPECT_GT(scale, 1);
  EXPECT_NEAR(run.total(), 2 * kG * 0.5, 1e-9 * scale);
}

// ---- balance ----

// Momentum changes by the weight and by what the floor gives: nothing sideways without friction.
TEST(Contact, MomentumIsGivenByTheFloorAlone) {
  ContactRun run(testing::thrown_at(floor_of(0, 0.5, 3)), Integrator::velocity_verlet, 1e-3);
  testing::expect_same_momentum_x(run, 1000, 1e-12);
  EXPECT_GT(run.events.size(), 8u);
}

TEST(Contact, EnergyOfANetBalancesToTheOrderOfTheIntegrator) {
  Random random(12);
  System net = thrown(random, 2, 2);
  net.obstacles = {floor_of(0.4, 0.6)};
  const auto drift = [&](Integrator integrator, double h) {
    ContactRun run(net, integrator, h);
    const double start = run.total();
    run.run(static_cast<int>(std::lround(1 / h)));
    EXPECT_GT(run.stepper.balance.dissipated, 1);
    return std::abs(run.total() - start) / run.stepper.balance.dissipated;
  };
  for (Integrator integrator :
       {Integrator::symplectic_euler, Integrator::velocity_verlet, Integrator::rk4}) {
    EXPECT_LT(drift(integrator, 1e-3), 2e-2) << to_string(integrator);
    EXPECT_LT(drift(integrator, 1e-4), 2e-3) << to_string(integrator);
  }
}

TEST(Contact, GivesTheSameBitsOnAnyNumberOfThreads) {
  System net = cloth(80, 0.4);
  net.nodes.velocity.assign(net.nodes.position.size(), 0);
  net.obstacles = {{.kind = Obstacle::Kind::sphere,
                    .point = {4, 4, -1},
                    .radius = 1.2,
                    .friction = 0.3,
                    .restitution = 0.2,
                    .thickness = 0.01},
                   floor_of(0.3, 0.2, 3)};
  ContactRun one(net, Integrator::velocity_verlet, 2e-3, 1);
  ContactRun four(net, Integrator::velocity_verlet, 2e-3, 4);
  one.run(200);
  four.run(200);
  EXPECT_GT(one.events.size(), 1000u);
  EXPECT_EQ(one.x(), four.x());
  EXPECT_EQ(one.v(), four.v());
  EXPECT_EQ(one.stepper.balance.dissipated, four.stepper.balance.dissipated);
  ASSERT_EQ(one.events.size(), four.events.size());
  for (std::size_t i = 0; i < one.events.size(); ++i) {
    EXPECT_EQ(one.events[i].node, four.events[i].node);
    EXPECT_EQ(one.events[i].value, four.events[i].value);
  }
}

}  // namespace
}  // namespace tensio
