// Muscles contract.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "support/bodies.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/scenes/bodies.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio::scenes {
namespace {

using testing::group;
using testing::set_springs;
using testing::total_mass;

// The muscle fixed at its start alone, in the middle of its first and second contraction.
TEST(Muscle, ShortensAndLengthens) {
  for (int dimension : {2, 3}) {
    System system = muscle({.dimension = dimension, .segments = 8});
    system.nodes.fixed = {{.nodes = group(system, "start")}};
    Simulation run(system, {.integrator = Integrator::implicit_euler, .time_step = 0.01});
    const auto length = [&] {
      const auto first = usize(group(system, "end")[0] * dimension);
      return run.state().position[first];
    };
    EXPECT_NEAR(length(), 0.2, 1e-12);
    ASSERT_EQ(run.run_until(0.5).status, MotionStatus::finished);
    EXPECT_LT(length(), 0.2 * 0.85);
    EXPECT_GT(length(), 0.2 * 0.65);
    ASSERT_EQ(run.run_until(1.0).status, MotionStatus::finished);
    EXPECT_NEAR(length(), 0.2, 0.01);
  }
}

// Fixed at both ends it pulls with the fibres' stiffness times their contraction, and its tissue
// adds what it is stretched: nothing here.
TEST(Muscle, PullsWhenItIsFixed) {
  const Muscle options = {.shape = Muscle::Shape::bar, .segments = 8};
  System system = muscle(options);
  system.nodes.fixed = {{.nodes = group(system, "start")}, {.nodes = group(system, "end")}};
  system.probes = {{.name = "pull",
                    .nodes = group(system, "end"),
                    .quantity = "reaction.x",
                    .reduce = Probe::Reduce::sum}};
  Simulation run(system, {.integrator = Integrator::implicit_euler, .time_step = 0.01});
  ASSERT_EQ(run.run_until(0.5).status, MotionStatus::finished);
  EXPECT_NEAR(run.probe_values()[0] / (options.fibre_stiffness * options.contraction), 1, 0.02);
}

TEST(Muscle, HoldsItsShape) {
  for (int dimension : {2, 3})
    for (Muscle::Shape shape : {Muscle::Shape::bar, Muscle::Shape::spindle}) {
      const System system = muscle({.dimension = dimension, .shape = shape, .segments = 5});
      EXPECT_TRUE(validate(system).empty());
      const ModesResult found = find_modes(system, {.count = 1, .about = About::drawn});
      EXPECT_EQ(found.mechanisms->count, 0);
      EXPECT_EQ(found.mechanisms->rigid, dimension == 2 ? 3 : 6);
    }
}

// The surface is closed: its area vectors add up to nothing, and it encloses the volume.
TEST(Muscle, HasAClosedSurface) {
  const System system = muscle({.shape = Muscle::Shape::bar, .segments = 4, .fibres = 12});
  std::vector<double> sum(3);
  double volume = 0;
  const auto& x = system.nodes.position;
  for (int face = 0; face < system.faces.count(); ++face) {
    const auto corners = system.faces.corners(face);
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
      const double* a = &x[usize(3 * corners[0])];
      const double* b = &x[usize(3 * corners[i])];
      const double* c = &x[usize(3 * corners[i + 1])];
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t m = (k + 1) % 3, n = (k + 2) % 3;
        const double area = ((b[m] - a[m]) * (c[n] - a[n]) - (b[n] - a[n]) * (c[m] - a[m])) / 2;
        sum[k] += area;
        volume += a[k] * area / 3;
      }
    }
  }
  for (double s : sum) EXPECT_NEAR(s, 0, 1e-15);
  EXPECT_NEAR(volume, 0.2 * 6 * std::sin(std::acos(-1.0) / 6) * 4e-4, 1e-9);
}

TEST(Muscle, WeighsWhatIsAsked) {
  const double pi = std::acos(-1.0);
  EXPECT_NEAR(total_mass(muscle({.shape = Muscle::Shape::bar})), 1060 * pi * 4e-4 * 0.2, 1e-12);
  testing::expect_even_mass(muscle({.total_mass = 7}), 7);
}

const auto refusal = testing::refusals_of<Muscle>(muscle);

TEST(Muscle, RefusesBadOptionsByName) {
  EXPECT_EQ(refusal({.end_radius = 0.03}),
            "end_radius is 0.03; it must be at most the radius, 0.02");
  EXPECT_EQ(refusal({.fibres = 2}), "fibres is 2; in space it must be at least 3");
  EXPECT_EQ(refusal({.contraction = 1}), "contraction is 1; it must be from 0 to 0.95");
  EXPECT_EQ(refusal({.segments = 100000000}),
            "this part would have 700000007 nodes; at most 100000000 are generated");
}

}  // namespace
}  // namespace tensio::scenes
