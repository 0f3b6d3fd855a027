// Tensegrities: in balance as drawn, stable, and with the mechanisms that are known.
#include <gtest/gtest.h>

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

using Shape = Tensegrity::Shape;

// All that is asked of one: nothing moves when it is solved, and it is stable.
ModesResult expect_at_rest(const Tensegrity& options) {
  const System system = tensegrity(options);
  EXPECT_TRUE(validate(system).empty());
  const Equilibrium rest = solve_equilibrium(system);
  EXPECT_TRUE(rest.converged());
  for (double u : rest.displacement) EXPECT_NEAR(u, 0, 1e-12);
  EXPECT_TRUE(rest.slack.empty());
  double largest = 0;
  for (int spring : set_springs(system, "cables"))
    largest = std::max(largest, rest.tension[usize(spring)]);
  EXPECT_NEAR(largest, options.prestress, 1e-9);
  for (int spring : set_springs(system, "struts")) EXPECT_LT(rest.tension[usize(spring)], 0);

  ModesResult found = find_modes(system, {.count = 8});
  EXPECT_EQ(found.problem, "");
  EXPECT_EQ(found.mechanisms->rigid, 6);
  // Whatever lengthens no spring is stiffened by the prestress.
  EXPECT_EQ(found.mechanisms->stiffened, found.mechanisms->count);
  for (std::size_t i = 6; i < found.modes.size(); ++i)
    EXPECT_EQ(found.modes[i].kind, ModeKind::elastic) << i;
  return found;
}

// 2 n nodes, 4 n springs: 6 n - 6 = 4 n - 1 + mechanisms, one state of self-stress.
TEST(Tensegrity, PrismsRestAsTheyAreDrawn) {
  for (int sides = 3; sides <= 8; ++sides) {
    const ModesResult found = expect_at_rest({.sides = sides, .radius = 0.3, .height = 0.8});
    EXPECT_EQ(found.self_stress->count, 1) << sides;
    EXPECT_EQ(found.mechanisms->count, 2 * sides - 5) << sides;
  }
}

TEST(Tensegrity, OctahedronRestsAsItIsDrawn) {
  const System system = tensegrity({.shape = Shape::octahedron, .strut_length = 2});
  EXPECT_EQ(set_springs(system, "struts").size(), 6u);
  EXPECT_EQ(set_springs(system, "cables").size(), 24u);
  const ModesResult found = expect_at_rest({.shape = Shape::octahedron, .strut_length = 2});
  EXPECT_EQ(found.self_stress->count, 1);
  EXPECT_EQ(found.mechanisms->count, 1);
  for (int spring : set_springs(system, "struts"))
    EXPECT_NEAR(found.rest.length[usize(spring)], 2, 1e-12);
}

TEST(Tensegrity, TruncatedTetrahedronRestsAsItIsDrawn) {
  const System system = tensegrity({.shape = Shape::truncated_tetrahedron});
  EXPECT_EQ(system.node_count(), 12);
  EXPECT_EQ(set_springs(system, "struts").size(), 6u);
  EXPECT_EQ(set_springs(system, "cables").size(), 18u);
  const ModesResult found = expect_at_rest({.shape = Shape::truncated_tetrahedron});
  EXPECT_EQ(found.self_stress->count, 1);
  EXPECT_EQ(found.mechanisms->count, 7);
}

TEST(Tensegrity, StandsOnThreeNodes) {
  for (Shape shape : {Shape::prism, Shape::octahedron, Shape::truncated_tetrahedron}) {
    const System system = tensegrity({.shape = shape});
    EXPECT_EQ(group(system, "bottom").size(), 3u);
    EXPECT_EQ(group(system, "top").size(), 3u);
    for (int node : group(system, "bottom"))
      EXPECT_NEAR(system.nodes.position[usize(3 * node + 2)], 0, 1e-12);
  }
}

TEST(Tensegrity, PrestressStiffensIt) {
  const auto lowest = [](double prestress) {
    System system = tensegrity({.prestress = prestress});
    system.nodes.fixed = {{.nodes = group(system, "bottom")}};
    return find_modes(system, {.count = 1}).modes[0].frequency;
  };
  EXPECT_NEAR(lowest(400) / lowest(100), 2, 0.01);
}

const auto refusal = testing::refusals_of<Tensegrity>(tensegrity);

TEST(Tensegrity, RefusesBadOptionsByName) {
  EXPECT_EQ(refusal({.sides = 9}), "sides is 9; it must be from 3 to 8");
  EXPECT_EQ(refusal({.prestress = 0}), "prestress is 0; it must be above 0");
  EXPECT_EQ(refusal({.strut_stiffness = 100}),
            "strut_stiffness is 100; it must be more than the 134.598 that a strut "
            "carries");
}

}  // namespace
}  // namespace tensio::scenes
