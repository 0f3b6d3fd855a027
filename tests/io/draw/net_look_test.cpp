// What is seen of bodies, and in which order it is painted.
#include "io/draw/net_look.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/index.hpp"
#include "io/draw/paint.hpp"
#include "tensio/files/snapshot.hpp"
#include "tensio/pictures/draw.hpp"
#include "tensio/scenes.hpp"

namespace tensio {
namespace {

io::NetLook look_at(const System& net, const io::LookOptions& options = {}) {
  return io::look_of(net, io::spring_summary(net), options);
}

std::size_t springs_of_set(const System& net, const std::string& name) {
  for (const SpringSet& set : net.springs)
    if (set.name == name) return set.ends.size();
  return 0;
}

TEST(NetLook, OfARodOnlyItsAxisIsSeen) {
  const System rod = scenes::rod({.segments = 6});
  const io::NetLook look = look_at(rod);
  const auto count = static_cast<std::size_t>(rod.spring_count());
  EXPECT_EQ(look.inner_count, count - springs_of_set(rod, "axis"));
  EXPECT_EQ(std::count(look.hidden.begin(), look.hidden.end(), 0), 7);
  EXPECT_EQ(look_at(rod, {.inner = true}).inner_count, 0u);
}

TEST(NetLook, OfASoftBodyOnlyItsSurfaceIsSeen) {
  // 3 x 3 x 3 cells: 4³ nodes, of which 2³ lie inside; on the surface 6 * 2 * 3 * 4 - 12 * 3 edges.
  const System body = scenes::soft_body({.size = {1, 1, 1}, .cell = 1.0 / 3});
  const io::NetLook look = look_at(body);
  ASSERT_EQ(body.node_count(), 64);
  EXPECT_EQ(std::count(look.hidden.begin(), look.hidden.end(), 1), 8);
  EXPECT_EQ(std::count(look.closed.begin(), look.closed.end(), 1), 54);
  EXPECT_EQ(static_cast<std::size_t>(body.spring_count()) - look.inner_count, 108u);
}

TEST(NetLook, TheBackOfAClosedSurfaceIsNotPainted) {
  const System body = scenes::soft_body({.size = {1, 1, 1}, .cell = 1.0 / 3});
  const std::vector<io::SpringFact> springs = io::spring_summary(body);
  const io::NetLook look = look_at(body);
  const io::Projection projection(3, View::iso);
  std::vector<io::Point> places;
  for (int node = 0; node < body.node_count(); ++node) {
    const io::Point p = projection(io::row(body.nodes.position, usize(node), 3));
    places.push_back({100 * p.x, -100 * p.y, p.depth});
  }
  const std::vector<unsigned char> whole;
  const std::vector<double> plain;
  const std::vector<io::PaintItem> items =
      io::paint_order({body, look, springs, places, whole, plain, 100}, {}, true);
  // Of a cube seen from a corner: three sides of nine faces, with 24 edges each, of which the
  // three sides share three times three.
  const auto faces = std::count_if(items.begin(), items.end(), [](const io::PaintItem& item) {
    return item.kind == io::PaintItem::Kind::face;
  });
  EXPECT_EQ(faces, 27);
  EXPECT_EQ(static_cast<long>(items.size()) - faces, 3 * 24 - 9);
  EXPECT_TRUE(std::is_sorted(items.begin(), items.end(),
                             [](const auto& a, const auto& b) { return a.depth < b.depth; }));
}

TEST(NetLook, ABicycleWheelKeepsItsSpokes) {
  System wheel{.dimension = 2, .nodes = {.position = {0, 0, 1, 0, 0, 1, -1, 0}}};
  wheel.springs = {{.name = "spokes", .ends = {{0, 1}, {0, 2}, {0, 3}}, .stiffness = {1}},
                   {.name = "rim", .ends = {{1, 2}, {2, 3}, {3, 1}}, .stiffness = {1}}};
  EXPECT_EQ(look_at(wheel).inner_count, 0u);
}

TEST(NetLook, CellsWithCrossedDiagonalsAreFilledOnDemand) {
  // Two cells side by side; the second has one diagonal only.
  System net{.dimension = 3,
             .nodes = {.position = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0}}};
  net.springs = {
      {.ends = {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}, {0, 4}, {1, 3}, {1, 5}},
       .stiffness = {1}}};
  EXPECT_FALSE(look_at(net).has_faces());
  const io::NetLook look = look_at(net, {.surface = true});
  ASSERT_EQ(look.faces.count(), 1);
  EXPECT_EQ(look.inner_count, 2u);
  EXPECT_EQ(look.inner[7] + look.inner[8], 2);
}

TEST(NetLook, DiagonalsOfFacesAreNotSeenInSpace) {
  System net{.dimension = 3, .nodes = {.position = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {1, 3}}, .stiffness = {1}}};
  EXPECT_EQ(look_at(net).inner_count, 0u);
  net.faces = {.start = {0, 4}, .nodes = {0, 1, 2, 3}};
  EXPECT_EQ(look_at(net).inner_count, 2u);
  EXPECT_EQ(look_at(net, {.inner = true}).inner_count, 0u);
  // A diagonal that is an edge of another face is one of its lines.
  net.faces = {.start = {0, 4, 7}, .nodes = {0, 1, 2, 3, 0, 1, 2}};
  EXPECT_EQ(look_at(net).inner_count, 1u);
  net.faces = {.start = {0, 4}, .nodes = {0, 1, 2, 3}};
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0, 1, 1, 0, 1};
  EXPECT_EQ(look_at(net).inner_count, 0u);
}

TEST(NetLook, OnlyNetsThatCannotLeaveALineLieOnIt) {
  System net{.dimension = 2, .nodes = {.position = {0, 0, 1, 0, 2, 0}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}}, .stiffness = {1}}};
  EXPECT_FALSE(look_at(net).on_a_line);
  net.nodes.fixed = {{.nodes = {0}}, {.nodes = {1, 2}, .axes = kAxisY}};
  EXPECT_TRUE(look_at(net).on_a_line);
}

TEST(NetLook, AMomentShowsItsTimeAndLeavesBrokenSpringsOut) {
  System net{.dimension = 2, .nodes = {.position = {0, 0, 1, 0, 2, 0}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}}, .stiffness = {1}, .rest_length = {1}}};
  const Snapshot moment{
      .time = 0.25, .position = {0, 0, 1.5, 0, 2, 0}, .tension = {0.5, 0}, .broken = {0, 1}};
  const std::string text = draw_svg(net, moment);
  EXPECT_NE(text.find("at t = 0.25"), std::string::npos);
  EXPECT_NE(text.find("data-spring=\"0\""), std::string::npos);
  EXPECT_EQ(text.find("data-spring=\"1\""), std::string::npos);
}

TEST(NetLook, TheGroundIsUnderTheLowestNode) {
  const System net{.dimension = 3};
  const io::Projection iso(3, View::iso), top(3, View::top);
  EXPECT_EQ(io::ground_level(net, iso, -2, 3, 4), -2);
  EXPECT_FALSE(io::ground_level(net, top, -2, 3, 4).has_value());
  System with_floor = net;
  with_floor.obstacles = {
      {.kind = Obstacle::Kind::plane, .point = {0, 0, -2.5}, .normal = {0, 0, 1}}};
  EXPECT_EQ(io::ground_level(with_floor, iso, -2, 3, 4), -2.5);
}

}  // namespace
}  // namespace tensio
