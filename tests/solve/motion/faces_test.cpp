// Pressure and wind on whole nets: formulas, balance, equilibria, and faces that disappear.
#include <gtest/gtest.h>

#include <cmath>

#include "support/differences.hpp"
#include "support/nets.hpp"
#include "support/steppers.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

using testing::Bench;
using testing::largest_difference;

constexpr double kPi = 3.141592653589793;

// A regular polygon of springs, with a pressure inside.
System ring(int sides, double pressure) {
  System net;
  net.dimension = 2;
  net.faces.start = {0, sides};
  SpringSet set;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * kPi * i / sides;
    net.nodes.position.push_back(std::cos(angle));
    net.nodes.position.push_back(std::sin(angle));
    net.faces.nodes.push_back(i);
    set.ends.push_back({i, (i + 1) % sides});
  }
  set.stiffness = {50};
  net.nodes.mass = {0.1};
  net.springs = {set};
  net.loads = {{.faces = {0}, .pressure = Waveform{.value = pressure}}};
  return net;
}

// An octahedron of 12 springs of length 2 and 8 triangles, normals outwards.
System octahedron(double pressure) {
  System net;
  net.dimension = 3;
  const double r = std::sqrt(2.0);
  net.nodes.position = {r, 0, 0, 0, r, 0, -r, 0, 0, 0, -r, 0, 0, 0, r, 0, 0, -r};
  net.nodes.mass = {0.1};
  SpringSet set;
  Load load;
  for (int i = 0; i < 4; ++i) {
    const int next = (i + 1) % 4;
    set.ends.push_back({i, next});
    set.ends.push_back({i, 4});
    set.ends.push_back({i, 5});
    for (int node : {i, next, 4, next, i, 5}) net.faces.nodes.push_back(node);
    load.faces.push_back(2 * i);
    load.faces.push_back(2 * i + 1);
  }
  for (int f = 0; f <= 8; ++f) net.faces.start.push_back(3 * f);
  set.stiffness = {50};
  net.springs = {set};
  load.pressure = Waveform{.value = pressure};
  net.loads = {load};
  return net;
}

// ---- rest ----

TEST(PressureAtRest, RingGrowsAsItsClosedForm) {
  for (const int sides : {3, 8, 40}) {
    const System net = ring(sides, 2);
    const Equilibrium rest = solve_equilibrium(net);
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_LE(rest.report.residual, 1e-10);
    // 2 T sin(pi / n) = p l cos(pi / n)
    const double drawn = 2 * std::sin(kPi / sides);
    const double l = drawn / (1 - 2 / std::tan(kPi / sides) / (2 * 50));
    for (double length : rest.length) EXPECT_NEAR(length, l, 1e-8) << sides;
  }
}

TEST(PressureAtRest, OctahedronGrowsAsItsClosedForm) {
  const double p = 8, k = 50;
  const Equilibrium rest = solve_equilibrium(octahedron(p));
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  // 2 sqrt(2) k (sqrt(2) r - 2) = 2 p r² / 3: the smaller root.
  const double a = 2 * p / 3, b = -4 * k, c = 4 * std::sqrt(2.0) * k;
  const double r = (-b - std::sqrt(b * b - 4 * a * c)) / (2 * a);
  for (double length : rest.length) EXPECT_NEAR(length, std::sqrt(2.0) * r, 1e-8);
  for (double force : rest.report.pressure_force) EXPECT_NEAR(force, 0, 1e-12);
}

TEST(PressureAtRest, TooMuchIsReported) {
  const Equilibrium rest = solve_equilibrium(octahedron(100));
  EXPECT_FALSE(rest.converged());
  EXPECT_NE(rest.report.reason.find("pressure"), std::string::npos) << rest.report.reason;
}

TEST(PressureAtRest, SupportsBearIt) {
  // A square of springs in the plane z = 0, fixed at its rim, with 9 quadrilaterals under 3 Pa.
  System net = testing::square_net(4, 3, 0.9);
  net.springs[0].stiffness = {100};
  Load load{.pressure = Waveform{.value = 3}};
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) {
      net.faces.start.push_back(static_cast<int>(net.faces.nodes.size()));
      const int node = 4 * j + i;
      for (int corner : {node, node + 1, node + 5, node + 4}) net.faces.nodes.push_back(corner);
      load.faces.push_back(3 * j + i);
    }
  net.faces.start.push_back(static_cast<int>(net.faces.nodes.size()));
  net.loads = {load};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  double sum = 0;
  for (std::size_t node = 0; node < 16; ++node) sum += rest.reaction[3 * node + 2];
  EXPECT_NEAR(sum, -rest.report.pressure_force[2], 1e-8);
  EXPECT_NEAR(rest.report.pressure_force[2], 3 * 9, 1e-9) << "of the projected area";
  EXPECT_GT(rest.state.position[3 * 5 + 2], 0.01);
}

// ---- limits at rest ----

// Two springs side by side bear 15 N; the first has limits.
System two_springs(SpringSet first) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0};
  net.nodes.fixed = {{.nodes = {0}}, {.nodes = {1}, .axes = kAxisY}};
  first.ends = {{0, 1}};
  first.stiffness = {100};
  net.springs = {first, {.ends = {{0, 1}}, .stiffness = {100}}};
  net.loads = {{.nodes = {1}, .force = {15, 0}}};
  return net;
}

TEST(LimitsAtRest, YieldingSharesTheLoad) {
  const Equilibrium rest = solve_equilibrium(two_springs({.yield = Yield{.force = {5}}}));
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_NEAR(rest.tension[0], 5, 1e-9);
  EXPECT_NEAR(rest.tension[1], 10, 1e-9);
  EXPECT_NEAR(rest.length[0], 1.1, 1e-12);
  ASSERT_EQ(rest.report.events.size(), 1u);
  EXPECT_EQ(rest.report.events[0].kind, MotionEvent::Kind::yield);
  EXPECT_EQ(rest.report.events[0].spring, 0);
  EXPECT_NEAR(rest.report.events[0].value, 0.1, 1e-12);
  const Equilibrium hard =
      solve_equilibrium(two_springs({.yield = Yield{.force = {5}, .hardening = {0.5}}}));
  // 5 + 50 (e - 0.05) + 100 e = 15
  EXPECT_NEAR(hard.length[0], 1 + 12.5 / 150, 1e-12);
  EXPECT_LE(hard.report.residual, 1e-10);
}

TEST(LimitsAtRest, BreakingLeavesTheLoadToTheOther) {
  const Equilibrium rest = solve_equilibrium(two_springs({.breaks = Break{.force = {5}}}));
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_EQ(rest.tension[0], 0);
  EXPECT_NEAR(rest.tension[1], 15, 1e-9);
  ASSERT_EQ(rest.report.events.size(), 1u);
  EXPECT_EQ(rest.report.events[0].kind, MotionEvent::Kind::breaks);
  EXPECT_NEAR(rest.report.events[0].value, 0.075, 1e-12);
}

TEST(LimitsAtRest, BelowTheLimitNothingHappens) {
  const SpringSet both{.yield = Yield{.force = {8}}, .breaks = Break{.force = {9}}};
  const Equilibrium rest = solve_equilibrium(two_springs(both));
  ASSERT_TRUE(rest.converged());
  EXPECT_TRUE(rest.report.events.empty());
  EXPECT_NEAR(rest.tension[0], 7.5, 1e-9);
}

TEST(LimitsAtRest, AChainThatTearsHasNoEquilibrium) {
  System net = two_springs({.breaks = Break{.force = {5}}});
  net.springs[1].breaks = Break{.strain = {0.1}};
  const Equilibrium rest = solve_equilibrium(net);
  EXPECT_EQ(rest.report.status, Status::no_equilibrium);
  EXPECT_EQ(rest.report.events.size(), 2u) << "first one, then the other";
}

// Most axes are fixed, so that the matrix holds the unknowns alone; then one node falls out of it.
TEST(LimitsAtRest, ANodeThatLosesItsSpringsIsNotADegreeOfFreedom) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0, 2, 0, 3, 0, 1, 1};
  net.nodes.fixed = {{.nodes = {0, 3, 4}}};
  net.springs = {{.ends = {{0, 1}, {4, 1}}, .stiffness = {100}, .breaks = Break{.force = {5}}},
                 {.ends = {{2, 3}, {4, 2}}, .stiffness = {100}}};
  net.springs[0].rest_length = {0.6};  // 10.7 N each: both break
  net.loads = {{.nodes = {2}, .force = {0.5, -1}}};
  for (LinearSolver solver : {LinearSolver::ldlt, LinearSolver::automatic}) {
    EquilibriumOptions options;
    options.linear_solver = solver;
    const Equilibrium rest = solve_equilibrium(net, options);
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_EQ(rest.report.events.size(), 2u);
    System left = net;
    left.springs.erase(left.springs.begin());
    const Equilibrium expected = solve_equilibrium(left, options);
    for (std::size_t i = 4; i < 6; ++i)
      EXPECT_NEAR(rest.state.position[i], expected.state.position[i], 1e-9);
  }
}

TEST(LimitsAtRest, PerfectlyPlasticCollapseIsReported) {
  System net = two_springs({.yield = Yield{.force = {5}}});
  net.springs[1].yield = Yield{.force = {6}};
  const Equilibrium rest = solve_equilibrium(net);
  EXPECT_EQ(rest.report.status, Status::no_equilibrium);
  EXPECT_NE(rest.report.reason.find("spring 0 (nodes 0-1) yields without end"), std::string::npos)
      << rest.report.reason;
}

// ---- motion ----

System sheet(int side) {
  System net = testing::square_net(side, 3, 1);
  net.nodes.fixed.clear();
  net.nodes.mass = {0.05};
  net.springs[0].stiffness = {40};
  for (int j = 0; j + 1 < side; ++j)
    for (int i = 0; i + 1 < side; ++i) {
      net.faces.start.push_back(static_cast<int>(net.faces.nodes.size()));
      const int node = side * j + i;
      for (int corner : {node, node + 1, node + side + 1, node + side})
        net.faces.nodes.push_back(corner);
    }
  net.faces.start.push_back(static_cast<int>(net.faces.nodes.size()));
  return net;
}

std::vector<Waveform> steady_wind(double x, double y, double z) {
  return {Waveform{.value = x}, Waveform{.value = y}, Waveform{.value = z}};
}

TEST(FacesInMotion, WindOnASheetIsTheFormula) {
  System net = sheet(4);
  net.wind = Wind{.velocity = steady_wind(2, 0, 5), .density = 1.2, .drag_coefficient = 1.5};
  net.nodes.velocity.assign(48, 0.0);
  for (std::size_t i = 2; i < 48; i += 3) net.nodes.velocity[i] = 1;
  Bench bench(net);
  const VectorId f = bench.backend->make_vector();
  bench.backend->face_forces(bench.stepper.x, bench.stepper.v, f);
  std::vector<double> force(48);
  bench.backend->download(f, force);
  double sum[3] = {};
  for (std::size_t i = 0; i < 48; ++i) sum[i % 3] += force[i];
  EXPECT_NEAR(sum[0], 0, 1e-13);
  EXPECT_NEAR(sum[2], 0.5 * 1.2 * 1.5 * 9 * 16, 1e-10);
  EXPECT_NEAR(force[2], sum[2] / 9 / 4, 1e-12) << "a corner has a quarter of one face";
  EXPECT_NEAR(force[3 * 5 + 2], sum[2] / 9, 1e-12);
}

TEST(FacesInMotion, WindOnNodesWithAnArea) {
  System net = testing::square_net(3, 3, 1);
  net.nodes.fixed.clear();
  net.nodes.mass = {1};
  net.nodes.area = {0.5};
  net.wind = Wind{.velocity = steady_wind(3, 0, 4)};
  // One face: its corners' areas count no more.
  net.faces.start = {0, 3};
  net.faces.nodes = {0, 1, 3};
  Bench bench(net);
  const VectorId f = bench.backend->make_vector();
  bench.backend->face_forces(bench.stepper.x, bench.stepper.v, f);
  std::vector<double> force(27);
  bench.backend->download(f, force);
  EXPECT_NEAR(force[3 * 8], 0.6 * 0.5 * 5 * 3, 1e-13);
  EXPECT_NEAR(force[3 * 8 + 2], 0.6 * 0.5 * 5 * 4, 1e-13);
  EXPECT_EQ(force[0], 0);
  EXPECT_NEAR(force[2], 0.6 * 0.5 * 16 / 3, 1e-13);
}

TEST(FacesInMotion, SumsDoNotDependOnThreads) {
  System net = sheet(80);
  Random random(4);
  net.wind = Wind{.velocity = steady_wind(2, 1, 5)};
  Load load{.pressure = Waveform{.value = 3}};
  for (int f = 0; f < net.faces.count(); ++f) load.faces.push_back(f);
  net.loads = {load};
  std::vector<double> x, v, results[2];
  for (std::size_t i = 0; i < net.nodes.position.size(); ++i) {
    x.push_back(net.nodes.position[i] + random.uniform(-0.3, 0.3));
    v.push_back(random.uniform(-1, 1));
  }
  for (const int threads : {1, 4}) {
    const DynamicNetwork moving(net, {.threads = threads});
    Backend* const backend = &moving.backend();
    const VectorId xs = backend->make_vector(), vs = backend->make_vector(),
                   f = backend->make_vector();
    backend->upload(x, xs);
    backend->upload(v, vs);
    backend->face_forces(xs, vs, f);
    std::vector<double>& result = results[threads == 1 ? 0 : 1];
    result.resize(x.size());
    backend->download(f, result);
  }
  EXPECT_EQ(results[0], results[1]);
}

double largest_drift(const System& net, Integrator integrator, double h, double duration = 0.5) {
  Bench bench(net, integrator);
  const double start = bench.total();
  double largest = 0;
  for (int i = 0; i < static_cast<int>(std::lround(duration / h)); ++i) {
    EXPECT_TRUE(bench.step(h)) << bench.reason;
    largest = std::max(largest, std::abs(bench.total() - start));
  }
  EXPECT_NE(bench.stepper.balance.work, 0);
  return largest;
}

TEST(FacesInMotion, EnergyBalancesUnderWindAndPressure) {
  System blown = sheet(4);
  blown.wind = Wind{.velocity = steady_wind(2, 0, 5)};
  blown.wind->velocity[2] =
      Waveform{.shape = Waveform::Shape::sine, .amplitude = 3, .frequency = 2, .offset = 4};
  blown.gravity = {0, 0, -10};
  blown.nodes.fixed = {{.nodes = {0, 3}}};
  System balloon = octahedron(0);
  balloon.loads[0].pressure = Waveform{.shape = Waveform::Shape::ramp, .points = {{0, 0}, {1, 30}}};
  for (const System& net : {blown, balloon})
    for (const auto& [integrator, order] :
         {std::pair(Integrator::symplectic_euler, 1), std::pair(Integrator::velocity_verlet, 2),
          std::pair(Integrator::rk4, 2), std::pair(Integrator::implicit_euler, 1),
          std::pair(Integrator::implicit_midpoint, 2), std::pair(Integrator::bdf2, 2)}) {
      const double coarse = largest_drift(net, integrator, 4e-3);
      const double fine = largest_drift(net, integrator, 1e-3);
      if (order == 1)
        EXPECT_GT(coarse, 3 * fine) << to_string(integrator);
      else
        EXPECT_GT(coarse, 12 * fine) << to_string(integrator);
    }
}

// Implicit steps hold the forces of faces, and keep their order all the same.
TEST(FacesInMotion, ImplicitStepsKeepTheirOrder) {
  System net = sheet(3);
  net.wind = Wind{.velocity = steady_wind(2, 0, 5), .density = 3};
  net.nodes.fixed = {{.nodes = {0, 2}}};
  Load load{.pressure = Waveform{.value = 2}};
  for (int f = 0; f < net.faces.count(); ++f) load.faces.push_back(f);
  net.loads = {load};
  const auto end = [&](Integrator integrator, double h) {
    Bench bench(net, integrator);
    EXPECT_TRUE(bench.run(0.5, h)) << bench.reason;
    return bench.positions();
  };
  const std::vector<double> truth = end(Integrator::rk4, 2.5e-4);
  for (const auto& [integrator, order] :
       {std::pair(Integrator::implicit_euler, 1), std::pair(Integrator::linearly_implicit_euler, 1),
        std::pair(Integrator::implicit_midpoint, 2), std::pair(Integrator::bdf2, 2),
        std::pair(Integrator::velocity_verlet, 2)}) {
    const double coarse = largest_difference(truth, end(integrator, 2e-3));
    const double fine = largest_difference(truth, end(integrator, 1e-3));
    EXPECT_GT(std::log2(coarse / fine), order - 0.1) << to_string(integrator);
  }
}

TEST(FacesInMotion, GoWithASpringOnTheirEdge) {
  System net = sheet(3);
  net.wind = Wind{.velocity = steady_wind(0, 0, 5)};
  // The spring between nodes 1 and 4 lies between faces 0 and 1; it alone can break.
  SpringSet weak = net.springs[0];
  const auto is_between = [](const std::array<int, 2>& ends) {
    return ends[0] == 1 && ends[1] == 4;
  };
  std::erase_if(weak.ends, [&](const auto& ends) { return !is_between(ends); });
  std::erase_if(net.springs[0].ends, is_between);
  ASSERT_EQ(weak.ends.size(), 1u);
  weak.breaks = Break{.strain = {0.5}};
  net.springs.push_back(weak);
  Bench bench(net);
  ASSERT_EQ(bench.net.data.faces.gone.size(), 4u);
  std::vector<double> stretched = net.nodes.position;
  for (std::size_t axis = 0; axis < 3; ++axis)
    stretched[12 + axis] += 0.6 * (stretched[12 + axis] - stretched[3 + axis]);
  const VectorId x = bench.backend->make_vector();
  bench.backend->upload(stretched, x);
  bench.histories.commit({.t = 0.1, .h = 0.1, .x = x}, bench.events);
  ASSERT_EQ(bench.events.size(), 1u);
  EXPECT_EQ(bench.net.data.faces.gone, (std::vector<std::uint8_t>{1, 1, 0, 0}));
  const VectorId f = bench.backend->make_vector();
  bench.backend->face_forces(bench.stepper.x, bench.stepper.v, f);
  std::vector<double> force(27);
  bench.backend->download(f, force);
  EXPECT_EQ(force[2], 0);
  EXPECT_NEAR(force[3 * 8 + 2], 0.6 * 25 / 4, 1e-12);
}

}  // namespace
}  // namespace tensio
