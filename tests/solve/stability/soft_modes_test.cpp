// Soft parts next to very stiff ones: their stability, stiffness and frequency do not change; zero
// modes are still found, wherever the net is.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/index.hpp"
#include "support/bodies.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/scenes/rods.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/follow.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio {
namespace {

using testing::group;

const double kPi = std::acos(-1.0);
constexpr double kUlp = 0x1p-52;

void shift(System& net, double by) {
  const auto d = usize(net.dimension);
  for (std::size_t i = 0; i < net.nodes.position.size(); ++i)
    if (i % d < 2) net.nodes.position[i] += by;
}

// 44 masses of 1 kg on a wire under 100 N, 1 m apart, between a wall and an anchor of 1 m and
// stiffness k.
constexpr int kMasses = 44;
constexpr double kPull = 100;
System wire(int dimension, double anchor) {
  System net;
  net.dimension = dimension;
  net.nodes.mass = {1};
  SpringSet springs{.stiffness = {1e4}, .rest_length = {1 - kPull / 1e4}};
  for (int i = 0; i < kMasses + 2; ++i) {
    net.nodes.position.insert(net.nodes.position.end(), {static_cast<double>(i), 0});
    if (dimension == 3) net.nodes.position.push_back(0);
    if (i > 0 && i <= kMasses) springs.ends.push_back({i - 1, i});
  }
  net.nodes.fixed = {{.nodes = {0, kMasses + 1}}};
  net.springs = {springs,
                 {.ends = {{kMasses, kMasses + 1}},
                  .stiffness = {anchor},
                  .rest_length = {1 - kPull / anchor}}};
  return net;
}

// Across, all springs have T/l = 100 N/m: a chain of equal masses, 2 T/l (1 - cos(π/45)).
TEST(SoftModes, AWireKeepsItsStiffnessAndFrequencyBesideAnAnchorOfAnyStiffness) {
  const double exact = 2 * kPull * (1 - std::cos(kPi / (kMasses + 1)));
  for (int dimension : {2, 3})
    for (double anchor : {1e6, 1e7, 1e8, 1e9, 1e10})
      for (double by : {0.0, 1000.0}) {
        SCOPED_TRACE(::testing::Message() << dimension << "D, " << anchor << " N/m, at " << by);
        System net = wire(dimension, anchor);
        shift(net, by);
        const Equilibrium rest = solve_equilibrium(net);
        ASSERT_TRUE(rest.converged()) << rest.report.reason;
        ASSERT_TRUE(rest.report.modes.has_value());
        EXPECT_TRUE(rest.report.modes->stable());
        EXPECT_FALSE(rest.report.modes->neutral()) << rest.report.reason;
        EXPECT_EQ(rest.report.modes->rigid, 0);
        // The anchor's tension is known to an ulp of its ends' coordinates times its stiffness.
        const double rounding = 4 * kUlp * (by + kMasses) * anchor / kPull;
        EXPECT_NEAR(*rest.report.lowest_stiffness / exact, 1, 1e-10 + rounding);
        const ModesResult found = find_modes(net, {.count = 3});
        ASSERT_EQ(found.modes.size(), 3u);
        EXPECT_TRUE(found.complete);
        EXPECT_EQ(found.modes[0].kind, ModeKind::elastic);
        EXPECT_NEAR(found.modes[0].frequency / (std::sqrt(exact) / (2 * kPi)), 1, 1e-10 + rounding);
        EXPECT_EQ(found.mechanisms->stiffened, kMasses * (dimension - 1));
      }
}

// A square of four springs swings about two corners, on an anchor that holds one of them.
TEST(SoftModes, AMechanismBesideAnAnchorOfAnyStiffnessStaysOne) {
  for (double anchor : {1.0, 1e6, 1e10})
    for (double by : {0.0, 1000.0}) {
      SCOPED_TRACE(::testing::Message() << anchor << " N/m, at " << by);
      System net;
      net.dimension = 2;
      net.nodes.position = {0, 0, 1, 0, 1, 1, 0, 1, 2, 0, 1, -1};
      net.nodes.mass = {1};
      net.nodes.fixed = {{.nodes = {0, 4, 5}}};
      net.springs = {{.ends = {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, .stiffness = {10}},
                     {.ends = {{1, 4}, {1, 5}}, .stiffness = {anchor}}};
      shift(net, by);
      const Equilibrium rest = solve_equilibrium(net);
      ASSERT_TRUE(rest.converged());
      EXPECT_EQ(rest.report.modes->mechanism, 1);
      EXPECT_EQ(rest.report.modes->negative, 0);
      EXPECT_EQ(rest.report.lowest_stiffness, 0.0);
      EXPECT_EQ(rest.report.moving_nodes, (std::vector<int>{2, 3}));
      const ModesResult found = find_modes(net, {.all = true});
      ASSERT_EQ(found.modes.size(), 6u);
      EXPECT_EQ(found.modes[0].kind, ModeKind::zero);
      EXPECT_EQ(found.modes[1].kind, ModeKind::elastic);
    }
}

// A strut of 1 m carries 1 N at its top, which a spring of 0.5 N/m above it holds: across, K is
// 0.5 - 1 N / 1 m. It falls to where it hangs below its support.
TEST(SoftModes, ASoftInstabilityOfAVeryStiffStrutIsLeft) {
  for (double stiffness : {1e6, 1e8, 1e10}) {
    System net;
    net.dimension = 2;
    net.nodes.position = {0, 0, 0, 1, 0, 2};
    net.nodes.fixed = {{.nodes = {0, 2}}};
    net.springs = {{.ends = {{0, 1}}, .stiffness = {stiffness}},
                   {.law = Law::force_density, .ends = {{1, 2}}, .stiffness = {0.5}}};
    net.loads = {{.nodes = {1}, .force = {0, -1.5}}};
    const Equilibrium rest = solve_equilibrium(net);
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_TRUE(rest.report.modes->stable());
    EXPECT_FALSE(rest.report.modes->neutral()) << rest.report.reason;
    EXPECT_NEAR(rest.state.position[3], -1, 1e-5) << stiffness;
  }
}

// A rod of 2 m and 40 segments, clamped at one end. The same net computed with 40 digits: its
// lowest frequency [Hz], the smallest eigenvalue of its stiffness [N/m], and the load on its tip
// at which that eigenvalue is zero [N].
struct SlenderRod {
  int dimension;
  double diameters, frequency, stiffness, load;
};
const SlenderRod kRods[] = {
    {2, 20, 3.48588016040812, 59.8103405186313, 3027.24863694},
    {2, 200, 0.349588323537949, 0.00601458853204175, 0.302780090036},
    {2, 1000, 0.0699196123383089, 9.62386499301335e-6, 0.000484446255275},
    {3, 1000, 0.0698835895603184, 5.76845183293304e-6, 0.000484253328339},
};

System clamped(const SlenderRod& rod, double push) {
  System net = scenes::rod(
      {.dimension = rod.dimension, .segments = 40, .length = 2, .diameter = 2 / rod.diameters});
  net.nodes.fixed = {{.nodes = group(net, "start")}};
  std::vector<double> force(usize(rod.dimension));
  force[0] = -push;
  if (push != 0) net.loads = {{.nodes = group(net, "end_pin"), .force = force}};
  return net;
}

TEST(SoftModes, RodsOfAThousandDiametersKeepTheirStiffnessAndFrequency) {
  for (const SlenderRod& rod : kRods)
    for (double by : {0.0, 1000.0}) {
      SCOPED_TRACE(::testing::Message()
                   << rod.dimension << "D, " << rod.diameters << " diameters, at " << by);
      System net = clamped(rod, 0);
      shift(net, by);
      const Equilibrium rest = solve_equilibrium(net);
      ASSERT_TRUE(rest.converged()) << rest.report.reason;
      EXPECT_EQ(rest.report.modes->negative, 0);
      EXPECT_FALSE(rest.report.modes->neutral()) << rest.report.reason;
      EXPECT_EQ(rest.report.mechanisms, 0);
      // Shifted, the drawing itself is rounded to 1e-13 m: of the ghosts' distance of a diameter.
      const double rounding = by == 0 ? 1e-8 : 1e-12 * rod.diameters + 1e-8;
      EXPECT_NEAR(*rest.report.lowest_stiffness / rod.stiffness, 1, rounding);
      const ModesResult found = find_modes(net, {.count = 1});
      ASSERT_EQ(found.modes.size(), 1u);
      EXPECT_EQ(found.modes[0].kind, ModeKind::elastic);
      EXPECT_NEAR(found.modes[0].frequency / rod.frequency, 1, rounding);
      // Euler and Bernoulli, 1.8751² / (2π L²) sqrt(EI / (density A)), to what 40 segments give.
      const double beam = 3.51601527 / (8 * kPi) * std::sqrt(1e9 / 1000 / 16) * 2 / rod.diameters;
      if (rod.diameters > 100) EXPECT_NEAR(found.modes[0].frequency / beam, 1, 1e-3);
    }
}

TEST(SoftModes, RodsOfAThousandDiametersBuckleWhereTheyDo) {
  for (const SlenderRod& rod : kRods) {
    SCOPED_TRACE(::testing::Message() << rod.dimension << "D, " << rod.diameters << " diameters");
    const LoadPath path = follow(clamped(rod, rod.load), {.until = 1.1});
    ASSERT_TRUE(path.converged()) << path.reason;
    ASSERT_EQ(path.bifurcations.size(), 1u);
    EXPECT_NEAR(path.bifurcations[0].load_factor, 1, 1e-6);
    EXPECT_EQ(path.bifurcations[0].modes_before, 0);
    EXPECT_EQ(path.bifurcations[0].modes_after, rod.dimension - 1);
    // Beyond it `solve` leaves the straight shape.
    const Equilibrium bent = solve_equilibrium(clamped(rod, 1.1 * rod.load));
    ASSERT_TRUE(bent.converged()) << bent.report.reason;
    EXPECT_TRUE(bent.report.modes->stable());
    const auto tip = usize(group(clamped(rod, 0), "end_pin")[0] * rod.dimension);
    double across = 0;
    for (int axis = 1; axis < rod.dimension; ++axis)
      across = std::hypot(across, bent.displacement[tip + usize(axis)]);
    EXPECT_GT(std::hypot(across, bent.displacement[tip]), 0.2);
    // The elastica at 1.1 times Euler's load: sin(α/2) = k with K(k) = π/2 sqrt(1.1), and the tip
    // is off by 4 k L / (π sqrt(1.1)). The most slender one may fold at its clamp instead.
    if (rod.diameters < 1000) EXPECT_NEAR(across, 0.5085 * 2, 0.01);
  }
}

// 4-bar, free bodies, slack cables, infinitesimal mechanisms: each has the count that it has at the
// origin.
TEST(SoftModes, KnownMechanismsKeepTheirCountsFarFromTheOrigin) {
  int scenes = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(TENSIO_SOURCE_DIR "/tests/validation/scenes")) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("27_", 0) != 0) continue;
    SCOPED_TRACE(name);
    ++scenes;
    System net = load_system(entry.path().string());
    const ModesResult at_origin = find_modes(net, {.all = true, .about = About::drawn});
    shift(net, 1000);
    const ModesResult shifted = find_modes(net, {.all = true, .about = About::drawn});
    ASSERT_EQ(at_origin.modes.size(), shifted.modes.size());
    for (std::size_t i = 0; i < shifted.modes.size(); ++i)
      EXPECT_EQ(to_string(shifted.modes[i].kind), to_string(at_origin.modes[i].kind)) << i;
    EXPECT_EQ(shifted.rank, at_origin.rank);
    EXPECT_EQ(shifted.mechanisms->count, at_origin.mechanisms->count);
    EXPECT_EQ(shifted.mechanisms->stiffened, at_origin.mechanisms->stiffened);
  }
  EXPECT_EQ(scenes, 7);
}

}  // namespace
}  // namespace tensio
