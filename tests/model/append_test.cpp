// Parts put into a system: ids, names, turning, joining.
#include "tensio/model/placement.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/refusals.hpp"

namespace tensio {
namespace {

// Two springs along x in the plane, with a label, a support and groups.
System line() {
  System part;
  part.dimension = 2;
  part.nodes = {.position = {0, 0, 1, 0, 2, 0},
                .mass = {3},
                .fixed = {{.nodes = {0}}},
                .name = {"", "", "tip"}};
  part.springs.push_back({.ends = {{0, 1}, {1, 2}}, .stiffness = {5}, .rest_length = {0.5}});
  part.groups.push_back({"end", {2}});
  part.faces.start = {0, 3};
  part.faces.nodes = {0, 1, 2};
  return part;
}

System empty(int dimension) {
  System system;
  system.dimension = dimension;
  return system;
}

std::string message_of(System system, const System& part, const Placement& placement = {},
                       const std::string& name = {}) {
  return testing::refusal([&] { append(system, part, placement, name); });
}

TEST(Append, PutsIdsBehindThoseThatAreThere) {
  System system = empty(2);
  append(system, line(), {}, "a");
  append(system, line(), {.at = {0, 1}}, "b");
  EXPECT_EQ(system.nodes.position, (std::vector<double>{0, 0, 1, 0, 2, 0, 0, 1, 1, 1, 2, 1}));
  ASSERT_EQ(system.springs.size(), 2U);
  EXPECT_EQ(system.springs[1].name, "b");
  EXPECT_EQ(system.springs[1].ends, (std::vector<std::array<int, 2>>{{3, 4}, {4, 5}}));
  EXPECT_EQ(system.nodes.mass, Column(6, 3.0));
  EXPECT_EQ(system.nodes.fixed[1].nodes, std::vector<int>{3});
  EXPECT_EQ(system.nodes.name[5], "b.tip");
  ASSERT_EQ(system.groups.size(), 4U);
  EXPECT_EQ(system.groups[2].name, "b");
  EXPECT_EQ(system.groups[2].members, (std::vector<int>{3, 4, 5}));
  EXPECT_EQ(system.groups[3].name, "b.end");
  EXPECT_EQ(system.groups[3].members, std::vector<int>{5});
  ASSERT_EQ(system.faces.count(), 2);
  EXPECT_EQ(system.faces.corners(1)[0], 3);
  EXPECT_EQ(system.face_groups[1].members, std::vector<int>{1});
}

TEST(Append, GivesASystemThatIsGood) {
  System system = empty(3);
  append(system, line(), {.rotate = {0, 0, 30}}, "a");
  append(system, line(), {.at = {0, 1, 0}}, "b");
  for (const Problem& problem : validate(system)) ADD_FAILURE() << problem.message;
}

TEST(Append, ScalesThenTurnsThenMoves) {
  System system = empty(3);
  append(system, line(), {.scale = 2, .rotate = {0, 0, 90}, .at = {1, 0, 0}});
  ASSERT_EQ(system.nodes.position.size(), 9U);
  EXPECT_NEAR(system.nodes.position[6], 1, 1e-15);
  EXPECT_NEAR(system.nodes.position[7], 4, 1e-15);
  EXPECT_EQ(system.springs[0].rest_length, Column{1.0});
  // x to y to z and back to x: each axis once
  System other = empty(3);
  append(other, line(), {.rotate = {90, 0, 90}});
  EXPECT_NEAR(other.nodes.position[7], 2, 1e-15);
  System third = empty(3);
  append(third, line(), {.rotate = {0, 90, 0}});
  EXPECT_NEAR(third.nodes.position[8], -2, 1e-15);
}

TEST(Append, JoinsNodesThatAreNear) {
  System system = empty(2);
  append(system, line(), {}, "a");
  append(system, line(), {.at = {2, 1e-4}, .join = 1e-3}, "b");
  EXPECT_EQ(system.node_count(), 5);
  EXPECT_EQ(system.springs[1].ends[0], (std::array<int, 2>{2, 3}));
  EXPECT_EQ(system.nodes.mass, (Column{3, 3, 6, 3, 3}));
  EXPECT_EQ(system.nodes.position[4], 2);
  EXPECT_EQ(system.nodes.position[5], 0);
  EXPECT_EQ(system.nodes.name[2], "a.tip");
}

TEST(Append, JoinsToTheNearestOfMany) {
  // a grid of 0.1, asked with points 0.01 off, across all borders of cells
  System grid = empty(3);
  for (int i = 0; i < 1000; ++i)
    for (const int k : {i % 10, i / 10 % 10, i / 100}) grid.nodes.position.push_back(0.1 * (k - 5));
  System part = grid;
  for (const double distance : {0.02, 0.1, 0.5}) {
    System system = grid;
    append(system, part, {.at = {0.01, -0.01, 0.005}, .join = distance});
    EXPECT_EQ(system.node_count(), 1000) << distance;
  }
  System system = grid;
  append(system, part, {.at = {0.01, -0.01, 0.005}, .join = 0.014});
  EXPECT_EQ(system.node_count(), 2000);
}

TEST(Append, RefusesToJoinBothEndsOfASpring) {
  System system = empty(2);
  system.nodes.position = {5, 0.1};
  System part = line();
  part.springs[0].ends = {{1, 2}, {0, 1}};
  EXPECT_EQ(message_of(system, part, {.at = {4.5, 0}, .join = 0.6}),
            "both ends of spring 1 of the part are within `join`, 0.6, of node 0, and would become "
            "that one node; use a smaller `join`");
  EXPECT_EQ(message_of(system, part, {.at = {4.5, 0}, .join = 0.5}), "");
  part.springs.clear();
  EXPECT_EQ(message_of(system, part, {.at = {4.5, 0}, .join = 0.6}),
            "both ends of an edge of face 0 of the part are within `join`, 0.6, of node 0, and "
            "would become that one node; use a smaller `join`");
}

TEST(Append, TakesManyGroups) {
  // compared each with each, these would be 4.5 10^10 names
  System system = empty(2), part = line();
  part.groups.clear();
  for (int i = 0; i < 300'000; ++i) part.groups.push_back({"g" + std::to_string(i), {i % 3}});
  append(system, part, {}, "a");
  EXPECT_EQ(system.groups.size(), 300'001U);
  EXPECT_EQ(system.groups.back().name, "a.g299999");
  part.groups[299'999].name = "g7";
  EXPECT_NE(message_of(empty(2), part).find("`g7` is given to two node groups"), std::string::npos);
}

TEST(Append, KeepsValuesOfOwnNodes) {
  System system = empty(2);
  system.nodes.position = {5, 5, 6, 5};
  system.nodes.mass = {7};
  system.nodes.start = {5, 4, 6, 4};
  system.nodes.velocity = {1, 0, 1, 0};
  System part = line();
  part.nodes.mass.clear();
  append(system, part);
  EXPECT_EQ(system.nodes.mass, (Column{7, 7, 0, 0, 0}));
  EXPECT_EQ(system.nodes.start, (std::vector<double>{5, 4, 6, 4, 0, 0, 1, 0, 2, 0}));
  EXPECT_EQ(system.nodes.velocity, (std::vector<double>{1, 0, 1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(system.nodes.name.size(), 5U);
}

TEST(Append, RefusesWhatDoesNotFit) {
  System system = empty(2);
  append(system, line(), {}, "a");
  EXPECT_NE(message_of(system, line(), {}, "a").find("`a` is given to two spring sets"),
            std::string::npos);
  EXPECT_NE(message_of(system, line(), {.scale = 0}).find("`scale` is 0"), std::string::npos);
  EXPECT_NE(message_of(system, line(), {.rotate = {0, 0, 1}}).find("`rotate` has 3 angles"),
            std::string::npos);
  EXPECT_NE(message_of(system, line(), {.at = {1}}).find("`at` has 1 numbers"), std::string::npos);
  EXPECT_NE(message_of(system, line(), {.join = -1}).find("`join` is -1"), std::string::npos);
  System space = empty(3);
  space.nodes.position = {0, 0, 0, 0, 0, 1};
  EXPECT_NE(message_of(system, space).find("node 1 of the part lies at z = 1"), std::string::npos);
  System constrained = line();
  constrained.nodes.fixed[0].axes = kAxisX;
  EXPECT_NE(message_of(system, constrained, {.rotate = {30}}).find("cannot be rotated"),
            std::string::npos);
  // nothing was half done
  const System before = system;
  EXPECT_THROW(append(system, line(), {}, "a"), Error);
  EXPECT_EQ(system.nodes.position, before.nodes.position);
}

}  // namespace
}  // namespace tensio
