// Contact with obstacles in implicit integrators and in equilibrium.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "core/random.hpp"
#include "network/network_data.hpp"
#include "support/contact.hpp"
#include "support/nets.hpp"
#include "support/obstacles.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {
namespace {

using namespace testing;

constexpr Integrator kImplicit[] = {Integrator::linearly_implicit_euler, Integrator::implicit_euler,
                                    Integrator::implicit_midpoint, Integrator::bdf2};

// ---- the penalty itself ----

// Forces and matrix of a net on obstacles are the derivatives of its energy, friction and all.
template <int D>
void check_derivatives() {
  Random random(21);
  for (Obstacle::Kind kind : kSolidKinds)
    for (int trial = 0; trial < 20; ++trial) {
      System net = one_node(std::vector<double>(D, 0.1));
      net.obstacles = {random_solid(kind, random, D)};
      net.obstacles[0].thickness = 0.2;
      net.obstacles[0].friction = 0.7;
      ContactRun run(net, Integrator::implicit_euler, 0.1);
      const Solid& solid = run.net.data.solids[0];
      // A node in the penalty layer: from some point along the normal to a depth of 0.05.
      Vec<D> p;
      for (int i = 0; i < D; ++i) p[i] = random.uniform(-1, 1);
      const Nearest<D> at = nearest(solid, p);
      p = sum(p, 0.15 - at.distance, at.normal);
      if (std::abs(nearest(solid, p).distance - 0.15) > 1e-9) continue;  // it was inside
      Penalty penalty;
      penalty.factor = 3;
      penalty.slip = 0.1;
      const VectorId x0 = run.backend->make_vector(), x = run.backend->make_vector(),
                     f = run.backend->make_vector();
      std::vector<double> start(D);
      for (int i = 0; i < D; ++i) start[usize(i)] = p[i] + 0.02 * (i + 1);
      run.backend->upload(start, x0);
      penalty.x0 = x0;
      // One point: its node, solid and normal force, the normal, the unit vector along which it
      // slips, or zero where it sticks, and how far.
      std::vector<double> point = {1, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0.3};
      const Vec<D> slide = across(at.normal);
      for (int i = 0; i < D; ++i) {
        point[usize(4 + i)] = at.normal[i];
        if (trial % 2) point[usize(7 + i)] = slide[i];
      }
      run.backend->load_contact(point);
      run.backend->set_penalty(penalty);
      const auto state = [&](int axis, double e) {
        std::vector<double> position(p.v, p.v + D);
        position[usize(axis)] += e;
        run.backend->upload(position, x);
      };
      const auto forces = [&] {
        std::vector<double> r(D);
        run.backend->forces(x, f, false);
        run.backend->download(f, r);
        return r;
      };
      constexpr double e = 1e-6;
      state(0, 0);
      const std::vector<double> force = forces();
      const auto K = run.backend->stiffness(x, false);
      const std::vector<double> k(K.begin(), K.end());
      for (int i = 0; i < D; ++i) {
        state(i, e);
        const double ahead = run.backend->energy(x).value;
        const std::vector<double> force_ahead = forces();
        state(i, -e);
        const double behind = run.backend->energy(x).value;
        const std::vector<double> force_behind = forces();
        EXPECT_NEAR((behind - ahead) / (2 * e), force[usize(i)], 1e-6);
        for (int j = 0; j < D; ++j) {
          const auto jj = usize(j);
          EXPECT_NEAR((force_behind[jj] - force_ahead[jj]) / (2 * e), k[usize(i * D + j)], 1e-4)
              << to_string(kind) << ' ' << trial;
        }
      }
    }
}

TEST(Penalty, ForcesAndMatrixAreTheDerivativesOfItsEnergy2D) { check_derivatives<2>(); }
TEST(Penalty, ForcesAndMatrixAreTheDerivativesOfItsEnergy3D) { check_derivatives<3>(); }

// ---- a falling node ----

TEST(Penalty, AFallingNodeLandsAndRests) {
  System net = one_node({0, 0.2 + 0.01});
  net.obstacles = {floor_of(0, 1)};  // restitution is of explicit integrators
  for (Integrator integrator : kImplicit) {
    ContactRun run(net, integrator, 1e-3);
    double highest = 0;
    for (int i = 0; i < 600; ++i) {
      run.step();
      ASSERT_TRUE(run.result.good) << run.result.reason;
      if (run.t() > 0.22) highest = std::max(highest, run.x()[1]);
    }
    EXPECT_LE(highest, 0.01) << to_string(integrator);
    EXPECT_NEAR(run.v()[1], 0, 1e-9) << to_string(integrator);
    ASSERT_EQ(run.events.size(), 1u) << to_string(integrator);
    EXPECT_NEAR(run.events[0].value, std::sqrt(2 * kG * 0.2), 0.03);
    EXPECT_NEAR(run.events[0].time, std::sqrt(2 * 0.2 / kG), 2e-3);
    // The fall's energy is in the balance; Euler's own losses are not.
    EXPECT_NEAR(run.total(), 2 * kG * 0.21, 0.02 * 2 * kG * 0.21) << to_string(integrator);
  }
}

// ---- friction ----

TEST(Penalty, OnAnInclineANodeSlidesAboveTanAndCreepsBelow) {
  for (Integrator integrator : kImplicit)
    for (double degrees : {10.0, 40.0})
      for (double factor : {0.5, 0.95, 1.05, 2.0}) {
        const double angle = degrees * M_PI / 180, mu = factor * std::tan(angle), h = 2e-3;
        System net = one_node({0.01 * std::sin(angle), 0.01 * std::cos(angle)});
        net.obstacles = {incline(degrees, mu)};
        ContactRun run(net, integrator, h);
        const auto along = [&] {
          return run.x()[0] * std::cos(angle) - run.x()[1] * std::sin(angle);
        };
        const double begin = along();
        run.run(50);  // the push comes as the node sinks in
        const double sunk = along();
        run.run(200);
        ASSERT_TRUE(run.result.good) << run.result.reason;
        const double t = run.t(), slid = along() - begin;
        const double speed = run.v()[0] * std::cos(angle) - run.v()[1] * std::sin(angle);
        const double a = kG * (std::sin(angle) - mu * std::cos(angle));
        const std::string what = std::string(to_string(integrator)) + " at " +
                                 std::to_string(degrees) + " x " + std::to_string(factor);
        const double creep = kSlipSpeed * run.net.data.length_scale;
        if (factor > 1) {
          // Friction F speed / slip balances the pull: the speed is slip / factor.
          EXPECT_NEAR(speed, creep / factor, 1e-3 * creep) << what;
          EXPECT_NEAR(along() - sunk, creep / factor * 200 * h, 1e-3 * creep) << what;
        } else {
          // While the node sinks in, friction is less.
          EXPECT_NEAR(speed, a * t, 3 * kG * h + creep) << what;
          EXPECT_NEAR(slid, a * t * t / 2, (3 * kG * h + creep) * t) << what;
        }
      }
}

// ---- a net that rests ----

TEST(Penalty, ClothAtRestStaysAtRest) {
  System net = cloth(6, 0.01);
  for (double friction : {0.0, 0.3})
    for (Integrator integrator : kImplicit) {
      net.obstacles = {floor_of(friction, 0, 3)};
      ContactRun run(net, integrator, 5e-3);
      run.run(50);  // settles into the penalty
      const std::vector<double> before = run.x();
      run.run(500);
      ASSERT_TRUE(run.result.good) << run.result.reason;
      const std::vector<double> x = run.x();
      double moved = 0;
      for (std::size_t i = 0; i < x.size(); ++i)
        moved = std::max(moved, std::abs(x[i] - before[i]));
      // Nodes of other stiffness lie deeper, which stretches springs: friction holds them, by
      // creeping at a small part of the slip speed.
      const double creep = kSlipSpeed * run.net.data.length_scale * 500 * 5e-3;
      EXPECT_LE(moved, friction > 0 ? 1e-4 * creep : 1e-9) << to_string(integrator);
      EXPECT_EQ(run.events.size(), 36u);
    }
}

// ---- never too deep, never through ----

TEST(Penalty, NoNodeEndsAStepDeeperThanHalfTheThickness) {
  Random random(5);
  std::size_t touches = 0;
  for (Obstacle::Kind kind : kSolidKinds)
    for (int d : {2, 3})
      for (double speed : {0.0, 5.0, 50.0}) {
        System net = thrown(random, d, speed);
        // Stiff springs would buckle in such an impact, and converge slowly.
        if (speed > 10) net.springs[0].stiffness = {5};
        net.obstacles = {random_solid(kind, random, d), random_solid(kind, random, d)};
        for (Integrator integrator : kImplicit) {
          ContactRun run(net, integrator, 1e-2);
          for (int i = 0; i < 60; ++i) {
            run.step();
            ASSERT_TRUE(run.result.good)
                << to_string(integrator) << ' ' << to_string(kind) << ' ' << d << ' ' << speed
                << " step " << i << ": " << run.result.reason;
            const double most = d == 2 ? depth<2>(run.net.data.solids, run.x())
                                       : depth<3>(run.net.data.solids, run.x());
            ASSERT_LE(most, kMostDepth) << to_string(integrator) << ' ' << to_string(kind);
          }
          touches += run.events.size();
        }
      }
  EXPECT_GT(touches, 200u);
}

TEST(Penalty, FastNodesDoNotTunnel) {
  System wall = one_node({-1, 0, 0}, {1000, 0, 0});
  wall.gravity = {};
  wall.obstacles = {
      {.kind = Obstacle::Kind::box, .point = {0, 0, 0}, .size = {1e-4, 1, 1}, .thickness = 1e-4}};
  System ball = wall;
  ball.obstacles = {
      {.kind = Obstacle::Kind::sphere, .point = {0, 0, 0}, .radius = 0.01, .thickness = 1e-4}};
  for (Integrator integrator : kImplicit)
    for (const System& net : {wall, ball}) {
      ContactRun run(net, integrator, 0.05);
      run.run(4);
      ASSERT_TRUE(run.result.good) << to_string(integrator) << run.result.reason;
      EXPECT_LT(run.x()[0], 0) << to_string(integrator);
      EXPECT_LE(depth<3>(run.net.data.solids, run.x()), kMostDepth);
      EXPECT_EQ(run.events.size(), 1u);
      EXPECT_NEAR(run.v()[0], 0, 1) << to_string(integrator);
    }
}

// ---- obstacles that move ----

TEST(Penalty, AMovingPlaneCarriesANode) {
  System net = one_node({0, 0.01});
  net.obstacles = {floor_of(0.5)};
  net.obstacles[0].motion = {ramp({{0, 0}, {1, 0.5}}), ramp({{0, 0}, {1, 2}})};
  for (Integrator integrator : kImplicit) {
    ContactRun run(net, integrator, 1e-3);
    run.run(500);
    ASSERT_TRUE(run.result.good) << to_string(integrator) << run.result.reason;
    EXPECT_NEAR(run.x()[1], 0.01 + 1, kMostDepth * 0.01) << to_string(integrator);
    EXPECT_NEAR(run.v()[1], 2, 1e-3) << to_string(integrator);
    EXPECT_NEAR(run.v()[0], 0.5, 2e-3) << to_string(integrator);
    const double kinetic = 0.5 * 2 * (4 + 0.25);
    EXPECT_NEAR(run.stepper.balance.work - run.stepper.balance.dissipated, kinetic + 2 * kG * 1,
                0.2)
        << to_string(integrator);
    EXPECT_NEAR(run.total(), 2 * kG * 0.01, 0.2) << to_string(integrator);
  }
}

TEST(Penalty, EnergyBalancesToTheOrderOfTheIntegrator) {
  Random random(12);
  System net = thrown(random, 2, 2);
  net.obstacles = {floor_of(0.4)};
  for (Integrator integrator : kImplicit) {
    const auto drift = [&](double h) {
      ContactRun run(net, integrator, h);
      const double start = run.total();
      run.run(static_cast<int>(std::lround(1 / h)));
      EXPECT_TRUE(run.result.good) << run.result.reason;
      EXPECT_GT(run.stepper.balance.dissipated, 1);
      return std::abs(run.total() - start) / run.stepper.balance.dissipated;
    };
    const double coarse = drift(2e-3), fine = drift(5e-4);
    EXPECT_LT(coarse, 0.01) << to_string(integrator);
    EXPECT_LT(fine, std::max(0.6 * coarse, 1e-4)) << to_string(integrator);
  }
}

TEST(Penalty, MomentumIsGivenByTheFloorAlone) {
  ContactRun run(testing::thrown_at(floor_of(0, 0, 3)), Integrator::implicit_euler, 2e-3);
  testing::expect_same_momentum_x(run, 300, 1e-8);
  EXPECT_GE(run.events.size(), 8u);
}

TEST(Penalty, GivesTheSameBitsOnAnyNumberOfThreads) {
  System net;  // a long rope that falls on an uneven floor
  net.dimension = 2;
  SpringSet set;
  for (int i = 0; i < 5000; ++i) {
    for (double c : {0.1 * i, 0.02}) net.nodes.position.push_back(c);
    for (double c : {0.5, -1.0}) net.nodes.velocity.push_back(c);
    if (i > 0) set.ends.push_back({i - 1, i});
  }
  set.stiffness = {200};
  net.springs = {set};
  net.nodes.mass = {0.01};
  net.gravity = {0, -kG, 0};
  net.obstacles = {floor_of(0.3),
                   {.kind = Obstacle::Kind::sphere,
                    .point = {100, -30},
                    .radius = 30,
                    .friction = 0.3,
                    .thickness = 0.01}};
  ContactRun one(net, Integrator::implicit_euler, 5e-3, 1);
  ContactRun four(net, Integrator::implicit_euler, 5e-3, 4);
  one.run(10);
  four.run(10);
  ASSERT_TRUE(one.result.good) << one.result.reason;
  EXPECT_GE(one.events.size(), 5000u);
  EXPECT_EQ(one.x(), four.x());
  EXPECT_EQ(one.v(), four.v());
  EXPECT_EQ(one.stepper.balance.dissipated, four.stepper.balance.dissipated);
}

TEST(Penalty, ASavedContactContinuesWithTheSameBits) {
  Random random(31);
  System net = thrown(random, 2, 2);
  net.obstacles = {incline(10, 0.4)};
  ContactRun whole(net, Integrator::implicit_euler, 2e-3),
      cut(net, Integrator::implicit_euler, 2e-3);
  whole.run(400);
  cut.run(390);
  ContactRun again(net, Integrator::implicit_euler, 2e-3);
  again.backend->upload(cut.x(), again.stepper.x);
  again.backend->upload(cut.v(), again.stepper.v);
  again.stepper.balance = cut.stepper.balance;
  again.contact.restore(cut.contact.save());
  again.steps = 390;
  again.run(10);
  EXPECT_GT(whole.events.size(), 4u);
  EXPECT_EQ(again.x(), whole.x());
  EXPECT_EQ(again.v(), whole.v());
  EXPECT_EQ(again.stepper.balance.dissipated, whole.stepper.balance.dissipated);
  EXPECT_EQ(again.contact.energy(), whole.contact.energy());
}

// The same through a Simulation, whose balance have the penalty's energy.
TEST(Penalty, ASimulationWithObstaclesContinuesFromASavedState) {
  Random random(33);
  System net = thrown(random, 3, 2);
  net.obstacles = {{.kind = Obstacle::Kind::sphere,
                    .name = "ball",
                    .point = {0, 0, 0},
                    .radius = 0.5,
                    .friction = 0.3},
                   floor_of(0.5, 0.5, 3)};
  net.obstacles[1].point = {0, 0, -0.3};
  for (Integrator integrator :
       {Integrator::velocity_verlet, Integrator::implicit_euler, Integrator::bdf2}) {
    SimulationOptions options;
    options.integrator = integrator;
    options.time_step = 2e-3;
    Simulation whole(net, options), cut(net, options), again(net, options);
    EXPECT_EQ(whole.run_until(1.0).status, MotionStatus::finished);
    EXPECT_EQ(cut.run_until(0.7).status, MotionStatus::finished);
    again.restore(cut.save());
    EXPECT_EQ(again.run_until(1.0).status, MotionStatus::finished);
    EXPECT_EQ(again.state().position, whole.state().position) << to_string(integrator);
    EXPECT_EQ(again.state().velocity, whole.state().velocity);
    EXPECT_EQ(again.energies().total, whole.energies().total);
    EXPECT_EQ(again.events().size(), whole.events().size());
    EXPECT_GE(whole.events().size(), 8u);
    EXPECT_EQ(whole.energies().contact > 0, is_implicit(integrator));
  }
}

// ---- rest ----

// 2 kg at the end of a bar that turns about its other end.
System weight_on_bar(std::vector<double> position) {
  System net = mass_on_spring(2, {.stiffness = {1000}});
  net.nodes.position = std::move(position);
  net.gravity = {0, -kG, 0};
  return net;
}

TEST(Penalty, ANodeRestsOnAPlane) {
  System net = weight_on_bar({0, 0.5, 1, 0.5});
  net.obstacles = {floor_of()};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  // The bar turns down about its end until the node lies on the floor, at 0.01 less its depth.
  EXPECT_LE(rest.state.position[3], 0.01);
  EXPECT_GE(rest.state.position[3], 0.01 * (1 - kMostDepth));
  EXPECT_LE(rest.report.residual, 1e-10);
  // Pull and push: the support takes T n, the floor the rest of the weight.
  const double T = rest.tension[0];
  const double along = (rest.state.position[3] - 0.5) / rest.length[0];
  EXPECT_NEAR(rest.reaction[1], -T * along + 2 * kG, 1e-8);
  ASSERT_EQ(rest.contact.size(), 4u);
  EXPECT_NEAR(rest.contact[3], 2 * kG + T * along, 1e-8);
  EXPECT_EQ(rest.contact[1], 0);
  // Solving the result again takes no step.
  const Equilibrium again = solve_equilibrium(with_start(net, rest));
  EXPECT_EQ(again.report.iterations, 0);
  EXPECT_EQ(again.state.position, rest.state.position);
}

// A weight on a bar that would hang inside a sphere: it leans on it.
TEST(Penalty, ANodeLeansOnASphere) {
  const double R = 0.5;
  System net = weight_on_bar({0.2, 1.2, 0.7, 0.3});
  net.obstacles = {
      {.kind = Obstacle::Kind::sphere, .point = {0, 0}, .radius = R, .thickness = 0.01}};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_TRUE(rest.report.modes->stable());
  const double x = rest.state.position[2], y = rest.state.position[3];
  const double d = std::sqrt(x * x + y * y) - R;
  EXPECT_LE(d, 0.01);
  EXPECT_GE(d, 0.01 * (1 - kMostDepth));
  EXPECT_GT(x, 0.1);
  // Along the surface the bar's pull and the weight balance.
  const double tx = y / (d + R), ty = -x / (d + R), T = rest.tension[0], l = rest.length[0];
  EXPECT_NEAR(T / l * ((0.2 - x) * tx + (1.2 - y) * ty) - 2 * kG * ty, 0, 1e-8);
  // The rest of both is the push, outwards.
  EXPECT_LT(T / l * ((0.2 - x) * -ty + (1.2 - y) * tx) - 2 * kG * tx, 0);
}

// A rope over a bar, its ends fixed level below it: straight to the bar, bent over it.
TEST(Penalty, ARopeHangsOverABar) {
  System net;
  const int n = 41;
  SpringSet set;
  for (int i = 0; i < n; ++i) {
    const double s = -1 + 2.0 * i / (n - 1);
    for (double c : {s, 0.0, 0.6 - std::abs(s)}) net.nodes.position.push_back(c);
    if (i > 0) set.ends.push_back({i - 1, i});
  }
  set.stiffness = {1e4};
  set.pretension = {50};
  net.springs = {set};
  net.nodes.mass = {0.01};
  net.nodes.fixed = {{.nodes = {0, n - 1}},
                     {.nodes =
                          [] {
                            std::vector<int> all;
                            for (int i = 1; i < n - 1; ++i) all.push_back(i);
                            return all;
                          }(),
                      .axes = kAxisY}};
  net.gravity = {0, 0, -kG};
  net.obstacles = {{.kind = Obstacle::Kind::capsule,
                    .point = {0, -1, 0},
                    .point_b = {0, 1, 0},
                    .radius = 0.3,
                    .thickness = 0.02}};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  std::vector<Solid> solids = compile(net).data().solids;
  EXPECT_LE(depth<3>(solids, rest.state.position), kMostDepth);
  EXPECT_GT(depth<3>(solids, rest.state.position), 0);
  // Without friction the tension is the same everywhere but for the weight of the rope.
  const double weight = n * 0.01 * kG;
  for (double T : rest.tension) EXPECT_NEAR(T, rest.tension[0], weight);
  // It is symmetric.
  for (int i = 0; i < n; ++i)
    EXPECT_NEAR(rest.state.position[usize(3 * i)], -rest.state.position[usize(3 * (n - 1 - i))],
                1e-7);
}

TEST(Penalty, ANetWithoutSupportsRestsOnTheFloorOrFallsForever) {
  System net = cloth(3, 0.3);
  net.obstacles = {floor_of(0, 0, 3)};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  for (std::size_t i = 2; i < rest.state.position.size(); i += 3) {
    EXPECT_LE(rest.state.position[i], 0.01);
    EXPECT_GE(rest.state.position[i], 0.01 * (1 - kMostDepth));
  }
  net.obstacles[0] = {.kind = Obstacle::Kind::sphere, .point = {50, 50, 0}, .radius = 1};
  const Equilibrium falls = solve_equilibrium(net);
  EXPECT_EQ(falls.report.status, Status::no_equilibrium);
  EXPECT_NE(falls.report.reason.find("nor does an obstacle"), std::string::npos);
}

}  // namespace
}  // namespace tensio
