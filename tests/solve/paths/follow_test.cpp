// Load-displacement curves against closed forms.
#include "tensio/solve/follow.hpp"
#include "core/index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "support/nets.hpp"
#include "support/refusals.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio {
namespace {

/// A zero of a function that is negative at `low` and positive at `high`.
double bisect(const std::function<double(double)>& f, double low, double high) {
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (f(middle) < 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// `legs` bars from a circle of radius `span` to (0, height), in 2D two of them; loaded downwards
/// by 1 at the top, which is node 0.
struct Legs {
  int legs = 2;
  double span = 1, height = 0.1, stiffness = 100;

  System system() const {
    System net;
    net.dimension = legs == 2 ? 2 : 3;
    net.nodes.position = legs == 2 ? std::vector<double>{0, height, -span, 0, span, 0}
                                   : std::vector<double>{0, 0, height};
    const double turn = 2 * std::acos(-1.0) / legs;
    for (int i = 0; legs > 2 && i < legs; ++i)
      net.nodes.position.insert(net.nodes.position.end(),
                                {span * std::cos(turn * i), span * std::sin(turn * i), 0});
    SpringSet bars;
    Fixed fixed;
    for (int i = 1; i <= legs; ++i) {
      bars.ends.push_back({i, 0});
      fixed.nodes.push_back(i);
    }
    bars.stiffness = {stiffness};
    bars.rest_length = {rest_length()};
    net.springs = {bars};
    net.nodes.fixed = {fixed};
    net.loads = {{.nodes = {0},
                  .force = legs == 2 ? std::vector<double>{0, -1} : std::vector<double>{0, 0, -1}}};
    return net;
  }
  int up() const { return legs == 2 ? 1 : 2; }
  double rest_length() const { return std::sqrt(span * span + height * height); }
  double length(double z) const { return std::sqrt(span * span + z * z); }
  /// The load that holds the top at height z: n k (l0 - l) z / l.
  double load(double z) const { return legs * stiffness * (rest_length() / length(z) - 1) * z; }
  /// dP/dz = 0 where l³ = l0 span².
  double limit_height() const {
    const double l = std::cbrt(rest_length() * span * span);
    return std::sqrt(l * l - span * span);
  }
  /// The height below which the top yields sideways: K across is
  /// n k ((1 - l0/l) + c (l0/l) (span/l)²), c = 1 in 2D and 1/2 in 3D.
  double sideways_height(double other_end = -1) const {
    const double c = legs == 2 ? 1 : 0.5, l0 = rest_length();
    const auto across = [&](double z) {
      const double l = length(z);
      return 1 - l0 / l + c * l0 / l * span * span / (l * l);
    };
    return bisect(across, limit_height(), other_end < 0 ? height : other_end);
  }
};

double largest_residual(const LoadPath& path) {
  double largest = 0;
  for (const PathPoint& point : path.points) largest = std::max(largest, point.residual);
  return largest;
}

TEST(Follow, TwoBarsFollowTheClosedCurve) {
  const Legs bars;
  const LoadPath path = follow(bars.system(), {.until = 0.5, .probes = {{0, 1}, {0, 0}}});
  ASSERT_TRUE(path.converged()) << path.reason;
  EXPECT_GE(path.points.size(), 40u);
  EXPECT_LE(largest_residual(path), 1e-10);
  double arc = -1;
  for (const PathPoint& point : path.points) {
    EXPECT_NEAR(point.load_factor, bars.load(bars.height + point.probe[0]), 1e-12);
    EXPECT_NEAR(point.probe[1], 0, 1e-12);
    EXPECT_GT(point.arc_length, arc);
    arc = point.arc_length;
  }
  EXPECT_EQ(path.points.front().load_factor, 0);
  EXPECT_EQ(path.points.back().load_factor, 0.5);  // hit exactly
  EXPECT_NEAR(path.last.state.position[1], bars.height + path.points.back().probe[0], 1e-15);
  EXPECT_NEAR(path.last.reaction[3] + path.last.reaction[5], 0.5, 1e-10);
}

TEST(Follow, TwoBarsHaveTheirLimitLoads) {
  const Legs bars;
  const LoadPath path = follow(bars.system(), {.until = 0.5, .probes = {{0, 1}}});
  const double limit = bars.load(bars.limit_height());
  ASSERT_EQ(path.limit_points.size(), 2u);
  EXPECT_NEAR(path.limit_points[0].load_factor, limit, 1e-10 * limit);
  EXPECT_NEAR(path.limit_points[1].load_factor, -limit, 1e-10 * limit);
  EXPECT_LE(path.limit_points[0].within, 1e-10 * limit);
  EXPECT_EQ(path.limit_points[0].modes_before, 0);
  EXPECT_EQ(path.limit_points[0].modes_after, 1);
  EXPECT_EQ(path.points[path.limit_points[0].point].kind, PathPointKind::maximum);
  EXPECT_EQ(path.points[path.limit_points[1].point].kind, PathPointKind::minimum);
  EXPECT_NEAR(path.points[path.limit_points[0].point].probe[0], bars.limit_height() - bars.height,
              1e-7);
  EXPECT_TRUE(path.bifurcations.empty());
  // Unstable between the two limit points, and nowhere else.
  ASSERT_EQ(path.unstable.size(), 1u);
  EXPECT_EQ(path.unstable[0].from, path.limit_points[0].load_factor);
  EXPECT_EQ(path.unstable[0].to, path.limit_points[1].load_factor);
  for (std::size_t i = 0; i < path.points.size(); ++i)
    EXPECT_EQ(path.points[i].negative_modes,
              i > path.limit_points[0].point && i < path.limit_points[1].point)
        << i;
}

// Lengths in mm, forces in N: EA = 5e7, bars of 2500 that rise by 25.
TEST(Follow, ShallowTrussOfCrisfield) {
  Legs bars{.span = 2499.874996874844, .height = 25, .stiffness = 20000};
  const LoadPath path = follow(bars.system(), {.until = 30, .probes = {{0, 1}}});
  ASSERT_TRUE(path.converged()) << path.reason;
  ASSERT_EQ(path.limit_points.size(), 2u);
  EXPECT_NEAR(path.limit_points[0].load_factor, 19.245971284894427, 1e-8 * 19.2);
  EXPECT_NEAR(path.limit_points[1].load_factor, -19.245971284894427, 1e-8 * 19.2);
  EXPECT_NEAR(25 + path.points.back().probe[0], -30.53007626614104, 1e-8);
  const LoadPath below = follow(bars.system(), {.until = 15, .probes = {{0, 1}}});
  EXPECT_NEAR(25 + below.points.back().probe[0], 19.66231426847135, 1e-8);
  EXPECT_TRUE(below.limit_points.empty());
}

// The load hangs on a soft spring below the top: the loaded node sinks by that much more, and goes
// back while the truss snaps.
TEST(Follow, SoftSpringInSeriesSnapsBack) {
  const Legs bars;
  const double soft = 0.2;
  System net = bars.system();
  net.nodes.position.insert(net.nodes.position.end(), {0, -0.9});
  net.nodes.fixed.push_back({.nodes = {3}, .axes = kAxisX});
  net.springs.push_back({.ends = {{0, 3}}, .stiffness = {soft}});
  net.loads[0].nodes = {3};
  const LoadPath path = follow(net, {.until = 0.1, .probes = {{0, 1}, {3, 1}}});
  ASSERT_TRUE(path.converged()) << path.reason;
  double lowest = 0, highest_after = -1;
  for (const PathPoint& point : path.points) {
    EXPECT_NEAR(point.load_factor, bars.load(bars.height + point.probe[0]), 1e-12);
    EXPECT_NEAR(point.probe[1], point.probe[0] - point.load_factor / soft, 1e-11);
    lowest = std::min(lowest, point.probe[1]);
    if (point.negative_modes == 1) highest_after = std::max(highest_after, point.probe[1]);
  }
  EXPECT_GT(highest_after, 0);  // it rises above where it began
  ASSERT_EQ(path.limit_points.size(), 2u);
  const double limit = bars.load(bars.limit_height());
  EXPECT_NEAR(path.limit_points[0].load_factor, limit, 1e-9 * limit);
}

// The soft spring's far end is a support that moves down by the load factor w + P/c: the same
// curve, with the support's displacement as its load factor.
TEST(Follow, SupportsMoveWithTheLoadFactor) {
  const Legs bars;
  const double soft = 0.2;
  System net = bars.system();
  net.nodes.position.insert(net.nodes.position.end(), {0, -0.9});
  net.nodes.fixed.push_back({.nodes = {3}});
  net.springs.push_back({.ends = {{0, 3}}, .stiffness = {soft}});
  net.loads = {{.nodes = {3}, .move = {0, -1}, .load_case = "settlement"}};
  for (double dead : {0.0, 0.01}) {
    if (dead > 0) net.loads.push_back({.nodes = {0}, .force = {0, -dead}, .load_case = "dead"});
    const LoadPath path =
        follow(net, {.load_case = "settlement", .until = 0.8, .probes = {{0, 1}, {3, 1}}});
    ASSERT_TRUE(path.converged()) << path.reason;
    EXPECT_EQ(path.limit_points.size(), 2u);
    for (const PathPoint& point : path.points) {
      const double pull = bars.load(bars.height + point.probe[0]) - dead;
      EXPECT_NEAR(point.load_factor, pull / soft - point.probe[0], 1e-10);
      EXPECT_NEAR(point.probe[1], -point.load_factor, 1e-12);
    }
  }
}

TEST(Follow, SteepTrussBifurcatesBeforeItsLimit) {
  const Legs bars{.height = 3};
  const double limit = bars.load(bars.limit_height());
  const LoadPath path = follow(bars.system(), {.until = 1.2 * limit, .probes = {{0, 1}, {0, 0}}});
  ASSERT_TRUE(path.converged()) << path.reason;
  const double critical = bars.load(bars.sideways_height());
  EXPECT_LT(critical, limit);
  // Low down the bars hold it sideways again.
  const double again = bars.load(bars.sideways_height(0));
  ASSERT_EQ(path.bifurcations.size(), 4u);
  EXPECT_NEAR(path.bifurcations[0].load_factor, critical, 1e-8 * critical);
  EXPECT_NEAR(path.bifurcations[1].load_factor, again, 1e-8 * critical);
  EXPECT_NEAR(path.bifurcations[2].load_factor, -again, 1e-8 * critical);
  EXPECT_NEAR(path.bifurcations[3].load_factor, -critical, 1e-8 * critical);
  EXPECT_LE(path.bifurcations[0].within, 1e-8 * critical);
  EXPECT_EQ(path.bifurcations[0].modes_before, 0);
  EXPECT_EQ(path.bifurcations[0].modes_after, 1);
  // The limit point comes with a second negative mode.
  ASSERT_EQ(path.limit_points.size(), 2u);
  EXPECT_NEAR(path.limit_points[0].load_factor, limit, 1e-9 * limit);
  EXPECT_EQ(path.limit_points[0].modes_before, 1);
  EXPECT_EQ(path.limit_points[0].modes_after, 2);
  ASSERT_EQ(path.unstable.size(), 1u);
  EXPECT_NEAR(path.unstable[0].from, critical, 1e-8 * critical);
  EXPECT_NEAR(path.unstable[0].to, -critical, 1e-8 * critical);
  for (const PathPoint& point : path.points) EXPECT_NEAR(point.probe[1], 0, 1e-6);
}

TEST(Follow, SteepTripodHasADoubleBifurcation) {
  const Legs bars{.legs = 3, .height = 3};
  const LoadPath path = follow(bars.system(), {.until = 1000, .probes = {{0, 2}}});
  ASSERT_TRUE(path.converged()) << path.reason;
  const double critical = bars.load(bars.sideways_height());
  ASSERT_EQ(path.bifurcations.size(), 2u);
  EXPECT_NEAR(path.bifurcations[0].load_factor, critical, 1e-8 * critical);
  EXPECT_EQ(path.bifurcations[0].modes_after, 2);
  int most = 0;
  for (const PathPoint& point : path.points) {
    most = std::max(most, point.negative_modes);
    const double load = bars.load(3 + point.probe[0]);
    EXPECT_NEAR(point.load_factor, load, 1e-9 * (1 + std::abs(load)));
  }
  EXPECT_EQ(most, 3);
}

// The force on the top of the legs at a position, from the lengths alone.
std::vector<double> force_on_top(const Legs& bars, const std::vector<double>& position) {
  const System net = bars.system();
  const std::size_t d = usize(net.dimension);
  std::vector<double> force(d, 0.0);
  for (int leg = 1; leg <= bars.legs; ++leg) {
    double square = 0;
    for (std::size_t i = 0; i < d; ++i)
      square += std::pow(net.nodes.position[usize(leg) * d + i] - position[i], 2);
    const double length = std::sqrt(square);
    for (std::size_t i = 0; i < d; ++i)
      force[i] += bars.stiffness * (length - bars.rest_length()) / length *
                  (net.nodes.position[usize(leg) * d + i] - position[i]);
  }
  return force;
}

TEST(Follow, ABranchOfTheSteepTrussIsInEquilibriumAndReturns) {
  const Legs bars{.height = 3};
  const double limit = bars.load(bars.limit_height());
  const LoadPath path = follow(
      bars.system(),
      {.until = 1.2 * limit, .probes = {{0, 0}}, .keep_positions = true, .branches = {.at = {1}}});
  ASSERT_EQ(path.branches.size(), 2u);
  EXPECT_EQ(path.branches[0].sign, BranchSign::plus);
  EXPECT_EQ(path.branches[1].sign, BranchSign::minus);
  const double critical = bars.load(bars.sideways_height());
  for (const Branch& branch : path.branches) {
    ASSERT_TRUE(branch.converged()) << branch.reason;
    EXPECT_EQ(branch.bifurcation, 1);
    // Straight sideways.
    const double sign = branch.sign == BranchSign::plus ? 1 : -1;
    EXPECT_NEAR(branch.direction[0], sign, 1e-12);
    EXPECT_NEAR(branch.direction[1], 0, 1e-6);
    ASSERT_GT(branch.points.size(), 10u);
    EXPECT_EQ(branch.points[0].kind, PathPointKind::bifurcation);
    EXPECT_NEAR(branch.points[0].load_factor, critical, 1e-8 * critical);
    EXPECT_GT(sign * branch.points[1].probe[0], 0);
    double furthest = 0;
    for (const PathPoint& point : branch.points) {
      furthest = std::max(furthest, std::abs(point.probe[0]));
      const std::vector<double> force = force_on_top(bars, point.position);
      EXPECT_NEAR(force[0], 0, 1e-7);
      EXPECT_NEAR(force[1], point.load_factor, 1e-7);
    }
    EXPECT_GT(furthest, 0.5);
    EXPECT_NEAR(branch.points.back().load_factor, critical, 1e-4 * critical);
  }
}

TEST(Follow, BranchesOfTheTripodLieInItsSixMirrorPlanes) {
  const Legs bars{.legs = 3, .height = 3};
  const LoadPath path =
      follow(bars.system(), {.until = 1000, .keep_positions = true, .branches = {.at = {1}}});
  ASSERT_EQ(path.branches.size(), 6u);
  const double sixth = std::acos(-1.0) / 3;
  std::vector<int> found;
  for (const Branch& branch : path.branches) {
    ASSERT_GT(branch.points.size(), 3u) << branch.reason;
    const double turns = std::atan2(branch.direction[1], branch.direction[0]) / sixth;
    // The bifurcation itself is known to about 1e-8 sideways, of a first step of 0.02.
    EXPECT_NEAR(turns, std::round(turns), 1e-5);
    found.push_back((static_cast<int>(std::round(turns)) + 6) % 6);
    for (const PathPoint& point : branch.points) {
      const std::vector<double> force = force_on_top(bars, point.position);
      EXPECT_NEAR(force[0], 0, 1e-7);
      EXPECT_NEAR(force[1], 0, 1e-7);
      EXPECT_NEAR(force[2], point.load_factor, 1e-7);
    }
  }
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST(Follow, OneSideOfABranchAndTheFirstStepCanBeChosen) {
  const Legs bars{.height = 3};
  const double limit = bars.load(bars.limit_height());
  FollowOptions options{.until = 1.2 * limit, .keep_positions = true};
  options.branches = {.at = {1}, .sign = BranchSign::minus, .first_step = 1e-3};
  const LoadPath path = follow(bars.system(), options);
  ASSERT_EQ(path.branches.size(), 1u);
  const Branch& branch = path.branches[0];
  EXPECT_EQ(branch.sign, BranchSign::minus);
  EXPECT_LT(branch.points[1].position[0], 0);
  EXPECT_NEAR(branch.points[1].arc_length, 1e-3, 1e-6);
  // The coordinate that the branch moves most joins the one that the path does.
  ASSERT_EQ(path.probes.size(), 2u);
  EXPECT_EQ(path.probes[0].axis, 1);
  EXPECT_EQ(path.probes[1].axis, 0);
}

TEST(Follow, ABifurcationThatThePathDoesNotHaveIsNamed) {
  const LoadPath path = follow(Legs{}.system(), {.branches = {.at = {2}}});
  EXPECT_TRUE(path.converged());
  ASSERT_EQ(path.branches.size(), 1u);
  EXPECT_TRUE(path.branches[0].points.empty());
  EXPECT_EQ(path.branches[0].reason, "the path has 0 bifurcations");
}

// A cable from below pulls the top down, less and less, and is slack at z = 0.04: past the truss's
// own limit, so that the load falls from there on. The stronger the cable, the sharper the corner.
TEST(Follow, CableThatGoesSlackMakesACorner) {
  const Legs bars;
  for (double cable : {0.7, 0.9, 3.0, 30.0}) {
    System net = bars.system();
    net.nodes.position.insert(net.nodes.position.end(), {0, -0.9});
    net.nodes.fixed.push_back({.nodes = {3}});
    net.springs.push_back(
        {.law = Law::cable, .ends = {{3, 0}}, .stiffness = {cable}, .rest_length = {0.94}});
    const LoadPath path = follow(net, {.until = 0.2, .probes = {{0, 1}}});
    ASSERT_TRUE(path.converged()) << path.reason;
    for (const PathPoint& point : path.points) {
      const double z = bars.height + point.probe[0];
      EXPECT_NEAR(point.load_factor, bars.load(z) - cable * std::max(0.0, z - 0.04), 1e-11);
    }
    const double corner = bars.load(0.04);
    ASSERT_EQ(path.limit_points.size(), 2u) << cable;
    EXPECT_NEAR(path.limit_points[0].load_factor, corner, 1e-8 * corner) << cable;
    EXPECT_EQ(path.limit_points[0].modes_after, 1);
  }
}

TEST(Follow, TurnsASharpCorner) {
  // The load hangs on a soft spring, so that the corner is sharper than a right angle.
  const Legs bars;
  System net = bars.system();
  net.nodes.position.insert(net.nodes.position.end(), {0, -0.9, 0, -2});
  net.nodes.fixed.push_back({.nodes = {3}});
  net.nodes.fixed.push_back({.nodes = {4}, .axes = kAxisX});
  net.springs.push_back(
      {.law = Law::cable, .ends = {{3, 0}}, .stiffness = {50}, .rest_length = {0.94}});
  net.springs.push_back({.ends = {{0, 4}}, .stiffness = {0.05}});
  net.loads[0].nodes = {4};
  const LoadPath path = follow(net, {.until = 0.1, .probes = {{0, 1}, {4, 1}}});
  ASSERT_TRUE(path.converged()) << path.reason;
  for (const PathPoint& point : path.points) {
    const double z = bars.height + point.probe[0];
    EXPECT_NEAR(point.load_factor, bars.load(z) - 50 * std::max(0.0, z - 0.04), 1e-10);
    EXPECT_NEAR(point.probe[1], point.probe[0] - point.load_factor / 0.05, 1e-10);
  }
  const double corner = bars.load(0.04);
  ASSERT_EQ(path.limit_points.size(), 2u);
  EXPECT_NEAR(path.limit_points[0].load_factor, corner, 1e-8 * corner);
}

TEST(Follow, CablesThatAreSlackAtFirstAreTakenUp) {
  for (double rest : {1.0, 1.1}) {
    System net;
    net.dimension = 2;
    net.nodes.position = {-1, 0, 1, 0, 0, 0};
    net.nodes.fixed = {{.nodes = {0, 1}}};
    net.springs = {
        {.law = Law::cable, .ends = {{0, 2}, {1, 2}}, .stiffness = {100}, .rest_length = {rest}}};
    net.loads = {{.nodes = {2}, .force = {0, -1}}};
    const LoadPath path = follow(net, {.until = 10, .probes = {{2, 1}}});
    ASSERT_TRUE(path.converged()) << path.reason;
    for (const PathPoint& point : path.points) {
      if (point.load_factor == 0) continue;
      const double z = point.probe[0], l = std::sqrt(1 + z * z);
      EXPECT_NEAR(point.load_factor, -2 * 100 * (l - rest) * z / l, 1e-8);
    }
    EXPECT_TRUE(path.unstable.empty());
  }
}

TEST(Follow, OnlyTheNamedCaseGrows) {
  const Legs bars;
  System net = bars.system();
  net.loads[0].load_case = "live";
  net.loads.push_back({.nodes = {0}, .force = {0, -0.01}, .load_case = "dead"});
  net.nodes.mass = {0.001};
  net.gravity = {0, -5, 0};
  const double limit = bars.load(bars.limit_height());
  const LoadPath live = follow(net, {.load_case = "live", .until = 0.2});
  ASSERT_TRUE(live.converged()) << live.reason;
  EXPECT_NEAR(live.limit_points.at(0).load_factor, limit - 0.01 - 0.005, 1e-9);
  const LoadPath weight = follow(net, {.load_case = "gravity", .until = -2});
  ASSERT_TRUE(weight.converged()) << weight.reason;
  net.loads.clear();
  const LoadPath all = follow(net, {.until = 20});
  EXPECT_NEAR(all.limit_points.at(0).load_factor, limit / 0.005, 1e-8);
}

TEST(Follow, EveryPointIsAnEquilibriumUnderItsLoad) {
  // A random truss, recomputed by the quantities that the library offers.
  System net = testing::square_net(4, 3, 0.9);
  for (int node = 0; node < net.node_count(); ++node)
    net.loads.push_back({.nodes = {node}, .force = {0.1, 0.02 * node, -0.3}});
  const LoadPath path = follow(net, {.until = 3, .keep_positions = true});
  ASSERT_TRUE(path.converged()) << path.reason;
  for (const PathPoint& point : path.points) {
    System loaded = net;
    for (Load& load : loaded.loads)
      for (double& force : load.force) force *= point.load_factor;
    const Network network = compile(loaded);
    const std::vector<double> force = forces(network, point.position);
    for (int node : {5, 6, 9, 10})
      for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(force[usize(3 * node + axis)], 0, 1e-9);
    EXPECT_NEAR(point.energy, energies(network, point.position).total, 1e-9);
  }
}

TEST(Follow, TheCoordinateThatMovesMostIsWatched) {
  const LoadPath path = follow(Legs{}.system(), {.until = 0.5});
  ASSERT_EQ(path.probes.size(), 1u);
  EXPECT_EQ(path.probes[0].node, 0);
  EXPECT_EQ(path.probes[0].axis, 1);
  EXPECT_EQ(path.points.back().probe.size(), 1u);
  EXPECT_TRUE(path.points.back().position.empty());
}

TEST(Follow, TheSameBitsOnAnyNumberOfThreads) {
  const System net = Legs{.legs = 3, .height = 3}.system();
  FollowOptions options{.until = 1000, .keep_positions = true};
  options.equilibrium.threads = 1;
  const LoadPath one = follow(net, options);
  options.equilibrium.threads = 4;
  const LoadPath four = follow(net, options);
  ASSERT_EQ(one.points.size(), four.points.size());
  for (std::size_t i = 0; i < one.points.size(); ++i) {
    EXPECT_EQ(one.points[i].load_factor, four.points[i].load_factor);
    EXPECT_EQ(one.points[i].position, four.points[i].position);
  }
}

TEST(Follow, EndsAreNamed) {
  const LoadPath cut = follow(Legs{}.system(), {.until = 0.5, .max_steps = 3});
  EXPECT_EQ(cut.status, Status::iteration_limit);
  EXPECT_EQ(cut.points.size(), 4u);

  int seen = 0;
  const LoadPath stopped =
      follow(Legs{}.system(), {.until = 0.5}, [&](const PathPoint&) { return ++seen < 5; });
  EXPECT_EQ(stopped.status, Status::interrupted);
  EXPECT_EQ(stopped.points.size(), 5u);
  EXPECT_EQ(stopped.last.state.position.size(), 6u);

  System loose = Legs{}.system();
  loose.nodes.fixed.clear();
  const LoadPath unheld = follow(loose, {});
  EXPECT_EQ(unheld.status, Status::no_equilibrium);
  EXPECT_NE(unheld.reason.find("y"), std::string::npos) << unheld.reason;
}

// Two springs of constant tension hold less than twice their tension, however far they sink.
TEST(Follow, ANetThatMovesWithoutBoundIsStopped) {
  System net;
  net.dimension = 2;
  net.nodes.position = {-1, 0, 1, 0, 0, 0};
  net.nodes.fixed = {{.nodes = {0, 1}}};
  net.springs = {{.law = Law::constant_tension, .ends = {{0, 2}, {1, 2}}, .pretension = {1}}};
  net.loads = {{.nodes = {2}, .force = {0, -1}}};
  const LoadPath path = follow(net, {.until = 3});
  EXPECT_EQ(path.status, Status::stalled);
  EXPECT_NE(path.reason.find("runs away"), std::string::npos) << path.reason;
  for (const PathPoint& point : path.points) EXPECT_LT(point.load_factor, 2);
}

// A bar pressed along itself shrinks to nothing under k l0, where it has no direction any more.
TEST(Follow, ASpringThatShrinksToAPointIsNamed) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0};
  net.nodes.fixed = {{.nodes = {0}}, {.nodes = {1}, .axes = kAxisY}};
  net.springs = {{.ends = {{0, 1}}, .stiffness = {1}}};
  net.loads = {{.nodes = {1}, .force = {-1, 0}}};
  const LoadPath path = follow(net, {.until = 2});
  EXPECT_EQ(path.status, Status::stalled);
  EXPECT_NE(path.reason.find("spring 0 (nodes 0-1)"), std::string::npos) << path.reason;
  EXPECT_NEAR(path.points.back().load_factor, 1, 1e-5);
}

std::string refusal(const System& net, const FollowOptions& options) {
  return testing::refusal([&] { (void)follow(net, options); });
}

// A spring of 100 N/m beside one that breaks at 2 N and has broken under the constant 5 N; the
// growing load stretches the one that is left, which would yield at 8 N.
TEST(Follow, BeginsWithWhatHasBrokenAndSaysWhereTheNextLimitIs) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0};
  net.nodes.fixed = {{.nodes = {0}}};
  net.springs = {{.ends = {{0, 1}}, .stiffness = {100}, .yield = Yield{.force = {8}}},
                 {.ends = {{0, 1}}, .stiffness = {100}, .breaks = Break{.force = {2}}}};
  net.loads = {{.nodes = {1}, .force = {5, 0}, .load_case = "dead"},
               {.nodes = {1}, .force = {1, 0}, .load_case = "live"}};
  const LoadPath path = follow(net, {.load_case = "live", .until = 5, .probes = {{1, 0}}});
  ASSERT_TRUE(path.converged()) << path.reason;
  for (const PathPoint& point : path.points)
    EXPECT_NEAR(point.probe[0], (5 + point.load_factor) / 100, 1e-9);
  ASSERT_TRUE(path.passed_limit.has_value());
  EXPECT_EQ(path.passed_limit->spring, 0);
  EXPECT_FALSE(path.passed_limit->breaks);
  EXPECT_EQ(path.passed_limit->load_factor, path.points[path.passed_limit->point].load_factor);
  EXPECT_GT(path.passed_limit->load_factor, 3);
  EXPECT_LE(path.points[path.passed_limit->point - 1].load_factor, 3 + 1e-9);
}

TEST(Follow, MistakesAreNamed) {
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  System net = Legs{}.system();
  EXPECT_TRUE(has(refusal(net, {.load_case = "wind"}), "the scene has none"));
  net.loads[0].load_case = "live";
  EXPECT_TRUE(has(refusal(net, {.load_case = "wind"}), "no load case wind; there are live"));
  EXPECT_TRUE(has(refusal(net, {.until = 0}), "until is 0"));
  EXPECT_TRUE(has(refusal(net, {.until = NAN}), "until is nan"));
  EXPECT_TRUE(has(refusal(net, {.max_steps = 0}), "max_steps is 0"));
  EXPECT_TRUE(has(refusal(net, {.probes = {{3, 0}}}), "node 3; the nodes are 0 to 2"));
  EXPECT_TRUE(has(refusal(net, {.probes = {{0, 2}}}), "axis 2; the axes are 0 to 1"));
  EXPECT_TRUE(has(refusal(net, {.branches = {.at = {0}}}), "they are numbered from 1"));
  EXPECT_TRUE(has(refusal(net, {.branches = {.all = true, .first_step = 0}}), "first_step"));
  net.springs[0].expansion = {1e-5};
  net.loads.push_back({.springs = {0}, .temperature = 20, .load_case = "winter"});
  EXPECT_TRUE(has(refusal(net, {.load_case = "winter"}), "of case winter hold a temperature"));
  net.loads.clear();
  EXPECT_TRUE(has(refusal(net, {}), "no loads"));
}

}  // namespace
}  // namespace tensio
