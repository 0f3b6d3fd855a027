// Soft bodies against the formulas of elastic solids.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "core/random.hpp"
#include "support/bodies.hpp"
#include "tensio/scenes/bodies.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio::scenes {
namespace {

using testing::group;
using testing::set_springs;
using testing::total_mass;

using Shape = SoftBody::Shape;
using Vector = std::array<double, 3>;

const double kPi = std::acos(-1.0);

Vector place(const System& system, int node) {
  const double* p = &system.nodes.position[usize(3 * node)];
  return {p[0], p[1], p[2]};
}

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Energy of a small uniform stretch along a direction, over its square: half of C1111 x volume.
double stretch_energy(const System& system, const Vector& direction) {
  double energy = 0;
  for (const SpringSet& set : system.springs)
    for (std::size_t i = 0; i < set.ends.size(); ++i) {
      const Vector a = place(system, set.ends[i][0]), b = place(system, set.ends[i][1]);
      const Vector d = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
      const double ea = set.axial_stiffness[set.axial_stiffness.size() == 1 ? 0 : i];
      const double along = dot(d, direction), length = std::sqrt(dot(d, d));
      const double strain = along * along / (length * length);
      energy += ea * length * strain * strain / 2;
    }
  return energy;
}

Vector random_direction(Random& random) {
  Vector v = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1)};
  const double length = std::sqrt(dot(v, v));
  return {v[0] / length, v[1] / length, v[2] / length};
}

// Uniaxial strain: C1111 = E (1 - nu) / ((1 + nu) (1 - 2 nu)) = 1.2 E, whatever the direction.
TEST(SoftBody, IsAsStiffInEveryDirection) {
  Random random(7);
  for (const Vector& size : {Vector{1, 1, 1}, Vector{1, 0.57, 0.43}}) {
    const System system = soft_body({.size = {size[0], size[1], size[2]}});
    const double expected = 0.6e6 * size[0] * size[1] * size[2];
    EXPECT_NEAR(stretch_energy(system, {1, 0, 0}) / expected, 1, 1e-12);
    EXPECT_NEAR(stretch_energy(system, {0, std::sqrt(0.5), std::sqrt(0.5)}) / expected, 1, 1e-12);
    for (int i = 0; i < 20; ++i)
      EXPECT_NEAR(stretch_energy(system, random_direction(random)) / expected, 1, 1e-12);
  }
}

// A bar between sides that slide: E from the force, Poisson's ratio from how much thinner it gets.
TEST(SoftBody, BarStretchesByYoungsModulus) {
  const SoftBody options = {.size = {2, 0.5, 0.5}};
  System system = soft_body(options);
  system.nodes.fixed = {{.nodes = group(system, "x_min"), .axes = kAxisX},
                        {.nodes = group(system, "x_max"), .axes = kAxisX, .move = {2e-6, 0, 0}},
                        {.nodes = group(system, "y_min"), .axes = kAxisY},
                        {.nodes = group(system, "z_min"), .axes = kAxisZ}};
  const Equilibrium rest = solve_equilibrium(system, {.method = Method::linear});
  double force = 0, thinner = 0;
  for (int node : group(system, "x_max")) force += rest.reaction[usize(3 * node)];
  EXPECT_NEAR(force / (1e6 * 0.25 * 1e-6), 1, 1e-9);
  for (int node : group(system, "y_max")) thinner = rest.displacement[usize(3 * node + 1)];
  EXPECT_NEAR(thinner / (-0.25 * 1e-6 * 0.5), 1, 1e-9);
}

// A closed box of two triangles a side, turned about z.
System box_surface(const Vector& size, double degrees) {
  System surface;
  const double c = std::cos(degrees * kPi / 180), s = std::sin(degrees * kPi / 180);
  for (int i = 0; i < 8; ++i) {
    const double x = (i & 1 ? 0.5 : -0.5) * size[0], y = (i & 2 ? 0.5 : -0.5) * size[1];
    for (double v : {c * x - s * y, s * x + c * y, (i & 4 ? 0.5 : -0.5) * size[2]})
      surface.nodes.position.push_back(v);
  }
  surface.faces.start = {0, 4, 8, 12, 16, 20, 24};
  surface.faces.nodes = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
  return surface;
}

// Faces that lie on the planes between cells, and through the middles of cells.
TEST(SoftBody, FillsSurfacesAlongTheGrid) {
  const System plain = soft_body({.size = {1, 0.5, 0.5}});
  const System filled = soft_body({.mesh = box_surface({1, 0.5, 0.5}, 0)});
  EXPECT_EQ(filled.node_count(), plain.node_count());
  EXPECT_EQ(filled.spring_count(), plain.spring_count());
  EXPECT_NEAR(stretch_energy(filled, {1, 0, 0}) / 0.6e6, 0.25, 1e-12);
  EXPECT_NEAR(total_mass(filled), 250, 1e-9);
  EXPECT_EQ(group(filled, "surface"), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(SoftBody, FillsRoundBodies) {
  struct Case {
    SoftBody options;
    double volume;
  };
  for (const auto& [options, volume] :
       {Case{{.shape = Shape::ball, .cell = 0.08}, 4.0 / 3 * kPi * 0.125},
        Case{{.shape = Shape::ellipsoid, .size = {2, 1, 1}}, 4.0 / 3 * kPi * 0.25},
        Case{{.shape = Shape::torus, .cell = 0.07}, 2 * kPi * kPi * 0.5 * 0.04}}) {
    const System system = soft_body(options);
    EXPECT_TRUE(validate(system).empty());
    // As much lattice as there is room, and the ties of the surface.
    EXPECT_NEAR(stretch_energy(system, {1, 0, 0}) / (0.6e6 * volume), 1, 0.1);
    EXPECT_NEAR(total_mass(system) / (1000 * volume), 1, 0.05);
  }
}

TEST(SoftBody, RoundBodiesHoldTheirShape) {
  for (const SoftBody& options : {SoftBody{.shape = Shape::ball, .cell = 0.25},
                                  SoftBody{.shape = Shape::torus, .cell = 0.2}}) {
    const ModesResult found = find_modes(soft_body(options), {.count = 1, .about = About::drawn});
    ASSERT_TRUE(found.mechanisms.has_value());
    EXPECT_EQ(found.mechanisms->count, 0);
    EXPECT_EQ(found.mechanisms->rigid, 6);
  }
}

// A bar across the grid, pulled at its ends: eight cells are as thick as it is.
TEST(SoftBody, BarAcrossTheGridStretchesByYoungsModulus) {
  for (const double degrees : {20.0, 45.0}) {
    System system = soft_body({.mesh = box_surface({4, 1, 1}, degrees), .cell = 0.125});
    const double c = std::cos(degrees * kPi / 180), s = std::sin(degrees * kPi / 180);
    Fixed left, right;
    right.move = {1e-5 * c, 1e-5 * s, 0};
    for (int i = 0; i < system.node_count(); ++i) {
      const double along = c * place(system, i)[0] + s * place(system, i)[1];
      if (along < -1.6) left.nodes.push_back(i);
      if (along > 1.6) right.nodes.push_back(i);
    }
    system.nodes.fixed = {left, right};
    const Equilibrium rest = solve_equilibrium(system, {.method = Method::linear});
    double force = 0;
    for (int node : right.nodes) {
      const auto i = usize(3 * node);
      force += c * rest.reaction[i] + s * rest.reaction[i + 1];
    }
    double xx = 0, xu = 0;  // the strain in the middle, from all displacements there
    for (int node = 0; node < system.node_count(); ++node) {
      const auto i = usize(3 * node);
      const double along = c * place(system, node)[0] + s * place(system, node)[1];
      if (std::abs(along) > 0.8) continue;
      xx += along * along;
      xu += along * (c * rest.displacement[i] + s * rest.displacement[i + 1] - 0.5e-5);
    }
    EXPECT_NEAR(force / (xu / xx) / 1e6, 1, 0.05) << degrees;
  }
}

TEST(SoftBody, HasAClosedSurface) {
  for (const SoftBody& options :
       {SoftBody{}, SoftBody{.shape = Shape::ball}, SoftBody{.shape = Shape::torus}}) {
    const System system = soft_body(options);
    double volume = 0;
    for (int face = 0; face < system.faces.count(); ++face) {
      const auto corners = system.faces.corners(face);
      for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        const Vector a = place(system, corners[0]), b = place(system, corners[i]),
                     c = place(system, corners[i + 1]);
        volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                   a[2] * (b[0] * c[1] - b[1] * c[0])) /
                  6;
      }
    }
    // Normals point outwards; the masses are those of what the surface encloses.
    EXPECT_NEAR(volume * 1000, total_mass(system), 1e-9);
  }
}

TEST(SoftBody, WeighsWhatIsAsked) {
  EXPECT_NEAR(total_mass(soft_body({.density = 500})), 125, 1e-10);
  testing::expect_even_mass(soft_body({.total_mass = 7}), 7);
}

const auto refusal = testing::refusals_of<SoftBody>(soft_body);

TEST(SoftBody, RefusesBadOptionsByName) {
  EXPECT_EQ(refusal({.size = {1, 0, 1}}), "size is 0; it must be above 0");
  EXPECT_EQ(refusal({.size = {1, 1}}), "size is a list of 2 numbers; it must hold 3");
  EXPECT_EQ(refusal({.shape = Shape::torus, .tube = 0.6}),
            "tube is 0.6; it must be less than the radius, 0.5");
  EXPECT_EQ(refusal({.size = {1, 1, 0.01}, .cell = 0.5}),
            "cell is 0.5; the body would be cut into cells of 0.5 x 0.5 x 0.01, too "
            "far from cubes: use a smaller one");
  EXPECT_EQ(refusal({.cell = 1e-4}),
            "this part would have 250125020001 nodes; at most 100000000 are generated");
  System open = box_surface({1, 1, 1}, 0);
  open.faces.start.pop_back();
  open.faces.nodes.resize(20);
  EXPECT_EQ(refusal({.mesh = open}),
            "mesh is one with 1 faces at the edge between nodes 1 and 3; it must be "
            "closed: two faces at each edge");
}

}  // namespace
}  // namespace tensio::scenes
