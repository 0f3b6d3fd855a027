// Shells against the formulas of plates and beams.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "support/bodies.hpp"
#include "tensio/scenes/bodies.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio::scenes {
namespace {

using testing::group;
using testing::set_springs;
using testing::total_mass;

// First-order displacements.
std::vector<double> moved(const System& system) {
  return solve_equilibrium(system, {.method = Method::linear}).displacement;
}

double mean(const std::vector<double>& displacement, const std::vector<int>& nodes, int axis) {
  double sum = 0;
  for (int node : nodes) sum += displacement[usize(3 * node + axis)];
  return sum / static_cast<double>(nodes.size());
}

double lowest(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

Group group_of(const System& system, const std::string& name) {
  return {name, group(system, name)};
}

// A narrow strip, fixed at its start; the force is shared by the nodes of its end.
System strip(const Shell& options, std::array<double, 3> force) {
  System system = shell(options);
  system.nodes.fixed = {{.nodes = group(system, "start")}};
  const std::vector<int> end = group(system, "end_pin");
  const double share = 1 / static_cast<double>(end.size());
  system.loads = {{.nodes = end, .force = {share * force[0], share * force[1], share * force[2]}}};
  return system;
}

TEST(Shell, SaysWhatItStandsFor) {
  const ShellStiffness is = shell_stiffness({.youngs_modulus = 9e9, .thickness = 0.02});
  EXPECT_DOUBLE_EQ(is.membrane, 1.8e8);
  EXPECT_DOUBLE_EQ(is.poisson, 1.0 / 3);
  EXPECT_NEAR(is.plate, 9e9 * 8e-6 / (12 * 8.0 / 9), 1e-6);
}

// Its clamped end cannot curve across, which makes it 1 % stiffer than a beam.
TEST(Shell, ClampedStripBendsAsABeam) {
  const System system = strip({.width = 0.1, .segments = 40}, {0, 0, 1e-3});
  const double beam = 1e-3 / (3 * 1e10 * 0.1 * std::pow(0.005, 3) / 12);
  EXPECT_NEAR(mean(moved(system), group(system, "end_pin"), 2) / beam, 1, 0.02);
}

// The sag in the middle of a strip between pins, over that of a beam.
double pinned_sag(System system) {
  system.gravity = {0, 0, -9.81};
  system.nodes.fixed = {{.nodes = group(system, "start_pin"), .axes = kAxisX | kAxisZ},
                        {.nodes = group(system, "end_pin"), .axes = kAxisZ},
                        {.nodes = {0}, .axes = kAxisY}};
  const double beam = -5 * 9.81 * 1000 * 0.005 / (384 * 1e10 * std::pow(0.005, 3) / 12);
  return lowest(moved(system)) / beam;
}

TEST(Shell, StripBetweenPinsSagsAsABeam) {
  for (const double width : {0.04, 0.1})
    for (int segments : {20, 40, 80})
      EXPECT_NEAR(pinned_sag(shell({.width = width, .segments = segments})), 1, 0.003);
}

// Timoshenko and Woinowsky-Krieger: w = 0.0040624 q a⁴ / D at the middle, whatever Poisson's ratio.
TEST(Shell, SquarePlateOnItsEdgesSags) {
  for (const double thickness : {0.002, 0.02}) {
    double coarser = 1;
    for (int segments : {10, 20, 40}) {
      const Shell options = {.width = 1, .segments = segments, .thickness = thickness};
      System system = shell(options);
      system.gravity = {0, 0, -9.81};
      system.nodes.fixed = {{.nodes = group(system, "rim_pin"), .axes = kAxisZ},
                            {.nodes = group(system, "start_pin"), .axes = kAxisX | kAxisY}};
      const double plate = -0.0040624 * 9.81 * 1000 * thickness / shell_stiffness(options).plate;
      const double error = std::abs(lowest(moved(system)) / plate - 1);
      EXPECT_LT(error, coarser);
      if (segments == 40) EXPECT_LT(error, 0.02);
      coarser = error;
    }
  }
}

// A round plate: its triangles are far from equilateral along six radii, which shows at a clamped
// rim.
TEST(Shell, RoundPlateSags) {
  const Shell options = {.shape = Shell::Shape::cap, .radius = 1, .rise = 0, .segments = 20};
  System system = shell(options);
  system.gravity = {0, 0, -9.81};
  const double unit = -9.81 * 1000 * 0.005 / (64 * shell_stiffness(options).plate);
  system.nodes.fixed = {{.nodes = group(system, "rim_pin")}};
  EXPECT_NEAR(lowest(moved(system)) / (unit * (5 + 1.0 / 3) / (1 + 1.0 / 3)), 1, 0.02);
  system.nodes.fixed = {{.nodes = group(system, "rim")}};
  EXPECT_NEAR(lowest(moved(system)) / unit, 1, 0.07);
}

TEST(Shell, TakesAnySurfaceHoweverItsFacesAreTurned) {
  const Shell plate = {.width = 0.1, .segments = 20, .bending = Shell::Bending::none};
  System surface;
  surface.nodes.position = shell(plate).nodes.position;
  surface.faces = shell(plate).faces;
  surface.groups = {group_of(shell(plate), "start_pin"), group_of(shell(plate), "end_pin")};
  for (int face = 0; face < surface.faces.count(); face += 3) {
    const auto first = usize(surface.faces.start[usize(face)]);
    std::swap(surface.faces.nodes[first], surface.faces.nodes[first + 1]);
  }
  const System system = shell({.mesh = surface});
  EXPECT_EQ(system.node_count(), 3 * surface.node_count());
  EXPECT_EQ(system.faces.nodes, surface.faces.nodes);
  EXPECT_NEAR(pinned_sag(system), pinned_sag(shell({.width = 0.1, .segments = 20})), 1e-9);
}

TEST(Shell, SplitsQuadsByTheShorterDiagonal) {
  System surface;
  surface.nodes.position = {0, 0, 0, 3, 0, 0, 4, 1, 0, 1, 1, 0};
  surface.faces = {.start = {0, 4}, .nodes = {0, 1, 2, 3}};
  const System system = shell({.mesh = surface, .bending = Shell::Bending::none});
  ASSERT_EQ(system.springs.size(), 1u);
  EXPECT_EQ(system.springs[0].ends,
            (std::vector<std::array<int, 2>>{{0, 1}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}));
}

// Two triangles folded by a right angle along an edge of 1 m: the corner that is pushed turns about
// the edge.
TEST(Shell, HingesResistAFold) {
  System surface;
  surface.nodes.position = {0, 0, 0, 1, 0, 0, 0.5, 0.8, 0, 0.5, 0, 0.6};
  surface.faces = {.start = {0, 3, 6}, .nodes = {0, 1, 2, 1, 0, 3}};
  const Shell options = {.mesh = surface, .thickness = 0.01, .bending = Shell::Bending::hinges};
  System system = shell(options);
  EXPECT_EQ(set_springs(system, "hinges").size(), 1u);
  system.nodes.fixed = {{.nodes = {0, 1, 2}}};
  system.loads = {{.nodes = {3}, .force = {0, 1e-3, 0}}};
  const double hinge = 2 * shell_stiffness(options).plate * 1 / (0.8 + 0.6);
  EXPECT_NEAR(moved(system)[10], 1e-3 * 0.6 * 0.6 / hinge, 1e-9);
}

TEST(Shell, StretchesByItsMembraneStiffness) {
  const Shell options = {.width = 0.2, .segments = 60};
  const System system = strip(options, {10, 0, 0});
  const std::vector<double> u = moved(system);
  // Between sections away from both ends.
  double low = 0, high = 0;
  for (int node : group(system, "surface")) {
    const double* p = &system.nodes.position[usize(3 * node)];
    if (p[1] != 0) continue;
    if (std::abs(p[0] - 0.4) < 1e-9) low = u[usize(3 * node)];
    if (std::abs(p[0] - 0.6) < 1e-9) high = u[usize(3 * node)];
  }
  EXPECT_NEAR((high - low) / 0.2 / (10 / (0.2 * 1e10 * 0.005)), 1, 0.002);
}

TEST(Shell, RestsAsItIsDrawn) {
  const Shell cap = {.shape = Shell::Shape::cap, .segments = 4};
  Shell roof = {.width = 1, .arc = 120, .segments = 5};
  for (const Shell& options : {cap, roof}) {
    const System system = shell(options);
    EXPECT_TRUE(validate(system).empty());
    const ModesResult found = find_modes(system, {.count = 1, .about = About::drawn});
    ASSERT_TRUE(found.mechanisms.has_value());
    EXPECT_EQ(found.mechanisms->count, 0);
    EXPECT_EQ(found.mechanisms->rigid, 6);
  }
}

TEST(Shell, WeighsWhatIsAsked) {
  EXPECT_NEAR(total_mass(shell({.segments = 7, .density = 500})), 500 * 0.5 * 0.005, 1e-12);
  EXPECT_NEAR(total_mass(shell({.segments = 7, .mass_per_area = 3})), 1.5, 1e-12);
  testing::expect_even_mass(shell({.segments = 7, .total_mass = 7}), 7);
}

const auto refusal = testing::refusals_of<Shell>(shell);

TEST(Shell, RefusesBadOptionsByName) {
  EXPECT_EQ(refusal({.rise = 0.6}), "rise is 0.6; it must be at most the radius, 0.5");
  EXPECT_EQ(refusal({.thickness = 0}), "thickness is 0; it must be above 0");
  EXPECT_EQ(refusal({.frame = 0.001}),
            "frame is 0.001; so near to the surface the ghosts cannot give it this bending "
            "stiffness: it must be 0.00289 or more, or left out");
  EXPECT_EQ(refusal({.segments = 20000}),
            "this part would have 692931966 nodes; at most 100000000 are generated");
  System surface;
  surface.nodes.position = {0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0};
  EXPECT_EQ(refusal({.mesh = surface}), "mesh is one without faces; it must have some");
  surface.faces = {.start = {0, 3}, .nodes = {0, 1, 2}};
  EXPECT_EQ(refusal({.mesh = surface}),
            "mesh is one whose node 3 is in no face; take such nodes out");
  surface.faces = {.start = {0, 3, 6}, .nodes = {0, 1, 2, 0, 1, 3}};
  EXPECT_EQ(refusal({.mesh = surface}),
            "mesh is one whose face 1 has no area; take such faces out");
  surface.faces.nodes[5] = 9;
  EXPECT_NE(refusal({.mesh = surface}).find("9"), std::string::npos);
}

}  // namespace
}  // namespace tensio::scenes
