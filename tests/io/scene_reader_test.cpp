// What a scene file means: each way of writing it gives the System it should.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tensio/scene_file.hpp"

namespace tensio {
namespace {

using Ids = std::vector<int>;
using Numbers = std::vector<double>;

// Five nodes on a line in the plane, x = 0 to 4, joined by four springs.
System with(const std::string& nodes, const std::string& rest = "") {
  return parse_system(
      R"({"tensio": 1, "dimension": 2, "nodes": {"position": [[0, 0], [1, 0], [2, 0],
    [3, 0], [4, 0.5]])" +
      nodes + R"(}, "springs": [
      {"name": "left", "ends": [[0, 1], [1, 2]], "stiffness": 1},
      {"name": "right part", "ends": [[2, 3], [3, 4]], "stiffness": 1}])" +
      rest + "}");
}
Ids fixed_by(const std::string& selection, const std::string& rest = "") {
  const System system = with(R"(, "fixed": )" + selection, rest);
  EXPECT_EQ(system.nodes.fixed.size(), 1u);
  return system.nodes.fixed.empty() ? Ids() : system.nodes.fixed[0].nodes;
}
Ids spring_group(const std::string& selection) {
  const System system = with("", R"(, "spring_groups": {"g": )" + selection + "}");
  return system.spring_groups.at(0).members;
}

TEST(SceneReader, TheSmallestSceneHasItsDefaults) {
  const System system = parse_system(R"({"tensio": 1, "dimension": 2,
   "nodes": {"position": [[0,0],[0,1],[1,1],[1,0],[-0.5,-1],[2,2]], "fixed": [0,1,2,3]},
   "springs": [{"ends": [[0,4],[1,4],[4,5],[2,5],[3,5]], "stiffness": 1, "rest_length": 0.2}]})");
  EXPECT_EQ(system.dimension, 2);
  EXPECT_EQ(system.node_count(), 6);
  EXPECT_EQ(system.spring_count(), 5);
  EXPECT_EQ(system.nodes.position[8], -0.5);
  EXPECT_TRUE(system.nodes.start.empty());
  EXPECT_TRUE(system.nodes.mass.empty());
  ASSERT_EQ(system.nodes.fixed.size(), 1u);
  EXPECT_EQ(system.nodes.fixed[0].nodes, (Ids{0, 1, 2, 3}));
  EXPECT_EQ(system.nodes.fixed[0].axes, kAllAxes);
  EXPECT_FALSE(system.springs[0].law.has_value());
  EXPECT_EQ(system.springs[0].ends[2], (std::array<int, 2>{4, 5}));
  EXPECT_EQ(system.springs[0].stiffness, (Column{1}));
  EXPECT_EQ(system.springs[0].rest_length, (Column{0.2}));
  EXPECT_TRUE(system.springs[0].pretension.empty());
  EXPECT_EQ(system.gravity, (std::array<double, 3>{}));
  EXPECT_TRUE(system.loads.empty());
}

TEST(SceneReader, SelectionsNameTheSameNodesInEveryWay) {
  const std::string groups =
      R"(, "groups": {"ends": ["first", 4], "first": [0], "odd.one": "1:2"})";
  EXPECT_EQ(fixed_by("[0, 4]"), (Ids{0, 4}));
  EXPECT_EQ(fixed_by("3"), (Ids{3}));
  EXPECT_EQ(fixed_by(R"("1:3")"), (Ids{1, 2}));
  EXPECT_EQ(fixed_by(R"("3:")"), (Ids{3, 4}));
  EXPECT_EQ(fixed_by(R"(":2")"), (Ids{0, 1}));
  EXPECT_EQ(fixed_by(R"([":"])"), (Ids{0, 1, 2, 3, 4}));
  EXPECT_EQ(fixed_by(R"("ends")", groups), (Ids{0, 4}));
  EXPECT_EQ(fixed_by(R"({"where": "x > 2"})"), (Ids{3, 4}));
  EXPECT_EQ(fixed_by(R"({"where": "x > 2 and not ends or odd.one"})", groups), (Ids{1, 3}));
  EXPECT_EQ(fixed_by(R"({"where": "y == 0.5 or id < 1"})"), (Ids{0, 4}));
  EXPECT_EQ(fixed_by(R"([3, "ends", "0:2", {"where": "y > 0"}])", groups), (Ids{3, 0, 4, 1}));
  EXPECT_EQ(fixed_by("[2, 2, 1]"), (Ids{2, 1}));
}

TEST(SceneReader, GroupsHoldTheirMembersInAscendingOrder) {
  const System system = with("", R"(, "groups": {"a": [3, "b", 1, 1], "b": {"where": "x < 1"}})");
  ASSERT_EQ(system.groups.size(), 2u);
  EXPECT_EQ(system.groups[0].name, "a");
  EXPECT_EQ(system.groups[0].members, (Ids{0, 1, 3}));
  EXPECT_EQ(system.groups[1].members, (Ids{0}));
}

TEST(SceneReader, SpringGroupsKnowSetsMidpointsAndLengths) {
  EXPECT_EQ(spring_group(R"("left")"), (Ids{0, 1}));
  EXPECT_EQ(spring_group(R"(["right part", 0])"), (Ids{0, 2, 3}));
  EXPECT_EQ(spring_group(R"({"where": "x == 1.5"})"), (Ids{1}));
  EXPECT_EQ(spring_group(R"({"where": "length > 1"})"), (Ids{3}));
  EXPECT_EQ(spring_group(R"json({"where": "'right part' and not (id == 3)"})json"), (Ids{2}));
}

TEST(SceneReader, FixedItemsKeepTheirAxesAndNotes) {
  const System system = with(
      R"(, "fixed": [0, "1:2", {"nodes": {"where": "x > 3"}, "axes": "y", "note": "roller"}, 2, 3,
                     {"node": 4, "axes": "yx"}])");
  const std::vector<Fixed>& fixed = system.nodes.fixed;
  ASSERT_EQ(fixed.size(), 4u);
  EXPECT_EQ(fixed[0].nodes, (Ids{0, 1}));
  EXPECT_EQ(fixed[1].nodes, (Ids{4}));
  EXPECT_EQ(fixed[1].axes, kAxisY);
  EXPECT_EQ(fixed[1].note, "roller");
  EXPECT_EQ(fixed[2].nodes, (Ids{2, 3}));
  EXPECT_EQ(fixed[2].axes, kAllAxes);
  EXPECT_EQ(fixed[3].axes, kAxisX | kAxisY);
}

TEST(SceneReader, LoadsTakeOneForceOrOnePerNode) {
  const System system = with("", R"(, "loads": [{"nodes": "0:2", "force": [1, 2]},
    {"nodes": [4, 3], "force": [[5, 6], [7, 8]], "note": "wind"},
    {"node": 2, "force": [[0, 1]]}])");
  ASSERT_EQ(system.loads.size(), 3u);
  EXPECT_EQ(system.loads[0].force, (Numbers{1, 2}));
  EXPECT_EQ(system.loads[1].nodes, (Ids{4, 3}));
  EXPECT_EQ(system.loads[1].force, (Numbers{5, 6, 7, 8}));
  EXPECT_EQ(system.loads[1].note, "wind");
  EXPECT_EQ(system.loads[2].force, (Numbers{0, 1}));
}

TEST(SceneReader, ALineIsCarriedInThePlaneWithYFixed) {
  const System system = parse_system(R"({"tensio": 1, "dimension": 1, "gravity": [-9.81],
    "nodes": {"position": [0, 1.5, 4], "start": [[0], [1], [4]], "mass": 2, "fixed": [0]},
    "springs": [{"ends": [[0, 1], [1, 2]], "stiffness": [1, 2]}],
    "loads": [{"node": 1, "force": 5}, {"nodes": [1, 2], "force": [3, 4]},
              {"nodes": [0, 1, 2], "force": [7]}, {"nodes": [1, 2], "force": [[3], [4]]}]})");
  EXPECT_EQ(system.dimension, 2);
  EXPECT_EQ(system.nodes.position, (Numbers{0, 0, 1.5, 0, 4, 0}));
  EXPECT_EQ(system.nodes.start, (Numbers{0, 0, 1, 0, 4, 0}));
  EXPECT_EQ(system.gravity, (std::array<double, 3>{-9.81, 0, 0}));
  ASSERT_EQ(system.nodes.fixed.size(), 2u);
  EXPECT_EQ(system.nodes.fixed[1].nodes, (Ids{0, 1, 2}));
  EXPECT_EQ(system.nodes.fixed[1].axes, kAxisY);
  EXPECT_EQ(system.loads[0].force, (Numbers{5, 0}));
  EXPECT_EQ(system.loads[1].force, (Numbers{3, 0, 4, 0}));
  EXPECT_EQ(system.loads[2].force, (Numbers{7, 0}));
  EXPECT_EQ(system.loads[3].force, (Numbers{3, 0, 4, 0}));
  EXPECT_TRUE(validate(system).empty());
}

TEST(SceneReader, OptionsAndTextsAreRead) {
  const System system = parse_system(R"(// a comment
    {"tensio": 1, "dimension": 3, "title": "t", "description": "d", "source": "s", "note": "n",
     "gravity": [0, 0, -9.81], /* another */
     "nodes": {"position": [[0, 0, 0], [1, 0, 0]], "name": ["a", ""], "note": "nn"},
     "springs": [{"law": "strut", "ends": [[0, 1]], "axial_stiffness": 3, "pretension": -1,
                  "note": "sn"}],
     "equilibrium": {"method": "linear", "tolerance": 1e-8, "max_iterations": 7}})");
  EXPECT_EQ(system.title + system.description + system.source + system.note, "tdsn");
  EXPECT_EQ(system.nodes.note, "nn");
  EXPECT_EQ(system.nodes.name, (std::vector<std::string>{"a", ""}));
  EXPECT_EQ(system.gravity[2], -9.81);
  EXPECT_EQ(system.springs[0].law, Law::strut);
  EXPECT_EQ(system.springs[0].note, "sn");
  EXPECT_EQ(system.equilibrium.method, Method::linear);
  EXPECT_EQ(system.equilibrium.tolerance, 1e-8);
  EXPECT_EQ(system.equilibrium.max_iterations, 7);
}

TEST(SceneReader, AtMostAHundredProblemsAreReported) {
  std::string positions, ends;
  for (int i = 0; i < 500; ++i) {
    positions += i == 0 ? "[0, 0]" : ", [1, 1]";
    ends += i == 0 ? "[0, 1000]" : ",\n[0, 1000]";
  }
  try {
    parse_system(R"({"tensio": 1, "dimension": 2, "nodes": {"position": [)" + positions +
                 "]},\n\"springs\": [{\"stiffness\": 1, \"ends\": [\n" + ends + "]}]}");
    FAIL();
  } catch (const Error& error) {
    ASSERT_EQ(error.problems().size(), 100u);
    EXPECT_EQ(error.problems()[99].line, 102);
    EXPECT_EQ(error.problems()[99].column, 1);
    EXPECT_EQ(error.problems()[99].value, "[0, 1000]");
    EXPECT_EQ(error.problems()[99].pointer, "/springs/0/ends/99");
  }
}

TEST(SceneReader, SelectionsOfASmallFileCanNotGrowWithoutBound) {
  // 4,000 groups of 4,000 nodes each would be 16 million ids from 60 kB of text
  std::string positions, groups;
  for (int i = 0; i < 4000; ++i) {
    positions += i == 0 ? "0" : ",0";
    groups += (i == 0 ? "\"g" : ",\"g") + std::to_string(i) + "\":\":\"";
  }
  try {
    parse_system(R"({"tensio":1,"dimension":1,"nodes":{"position":[)" + positions +
                 "]},\"groups\":{" + groups + "}}");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().size(), 1u);
    EXPECT_NE(std::string(error.what()).find("the selections of this file name more than"),
              std::string::npos);
  }
}

TEST(SceneReader, AnUnreadableFileIsAnIoError) {
  for (const char* path : {"/nowhere/scene.json", "/"}) {
    try {
      load_system(path);
      FAIL() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io);
      EXPECT_EQ(error.problems().at(0).file, path);
    }
  }
}

}  // namespace
}  // namespace tensio
