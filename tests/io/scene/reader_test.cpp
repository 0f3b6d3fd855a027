// What a scene file means: each way of writing it gives the System it should.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/refusals.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

using Ids = std::vector<int>;
using Numbers = std::vector<double>;
using Points = std::vector<std::array<double, 2>>;

// Five nodes on a line in the plane, x = 0 to 4, joined by four springs.
System with(const std::string& nodes, const std::string& rest = "") {
  return parse_system(
      R"({"tensio": 1, "dimension": 2, "nodes": {"position": [[0, 0], [1, 0], [2, 0],
    [3, 0], [4, 0.5]])" +
      nodes + R"(}, "springs": [
      {"name": "left", "ends": [[0, 1], [1, 2]], "stiffness": 1, "expansion": 1e-5},
      {"name": "right part", "ends": [[2, 3], [3, 4]], "stiffness": 1, "expansion": 0}])" +
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

TEST(SceneReader, MovesOfALineAreNumbers) {
  const System system = parse_system(R"({"tensio": 1, "dimension": 1,
    "nodes": {"position": [0, 1, 2], "fixed": {"node": 0, "move": 0.5}},
    "springs": [{"ends": [[0, 1], [1, 2]], "stiffness": 1}],
    "loads": [{"node": 0, "move": [-1]}, {"nodes": [], "force": []}]})");
  EXPECT_EQ(system.nodes.fixed[0].move, (Numbers{0.5, 0}));
  EXPECT_EQ(system.loads[0].move, (Numbers{-1, 0}));
  EXPECT_TRUE(system.loads[1].force.empty());
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

TEST(SceneReader, MaterialsKeepWhatIsGivenOfThem) {
  const System system = with("", R"(, "materials": {"note": "from a catalogue",
    "strand 16": {"law": "cable", "axial_stiffness": 2.2e7, "mass_per_length": 1.1,
                  "strength": 1.9e5, "buckling_load": null, "expansion": 1.2e-5, "note": "n"},
    "tube": {"youngs_modulus": 2.1e11, "area": 1e-3, "buckling_load": 4e4},
    "rod": {"youngs_modulus": 2.1e11, "diameter": 0.02}, "gum": {"law": "polynomial",
      "coefficients": [1, 0, 0.5]}, "felt": {"law": "table", "points": [[-1, 0], [0, 0], [1, 3]]}})");
  EXPECT_EQ(system.materials_note, "from a catalogue");
  ASSERT_EQ(system.materials.size(), 5u);
  const Material& strand = system.materials[0];
  EXPECT_EQ(strand.name, "strand 16");
  EXPECT_EQ(strand.note, "n");
  EXPECT_EQ(strand.law, Law::cable);
  EXPECT_EQ(strand.axial_stiffness, 2.2e7);
  EXPECT_EQ(strand.mass_per_length, 1.1);
  EXPECT_EQ(strand.strength, 1.9e5);
  EXPECT_EQ(strand.buckling_load, std::nullopt);
  EXPECT_EQ(strand.expansion, 1.2e-5);
  EXPECT_EQ(system.materials[1].law, std::nullopt);
  EXPECT_EQ(system.materials[1].youngs_modulus, 2.1e11);
  EXPECT_EQ(system.materials[1].area, 1e-3);
  EXPECT_EQ(system.materials[1].buckling_load, 4e4);
  EXPECT_EQ(system.materials[2].diameter, 0.02);
  EXPECT_EQ(system.materials[3].law, Law::polynomial);
  EXPECT_EQ(system.materials[3].coefficients, (Numbers{1, 0, 0.5}));
  EXPECT_EQ(system.materials[4].law, Law::table);
  EXPECT_EQ(system.materials[4].points, (Points{{-1, 0}, {0, 0}, {1, 3}}));
}

TEST(SceneReader, ASetNamesItsMaterialAndOverridesIt) {
  const System system = parse_system(R"({"tensio": 1, "dimension": 2,
    "materials": {"tube": {"youngs_modulus": 2, "area": 3, "expansion": 1e-5}},
    "nodes": {"position": [[0, 0], [1, 0], [2, 0]]},
    "springs": [{"ends": [[0, 1], [1, 2]], "material": "tube", "area": [4, 5],
      "mass_per_length": 6, "strength": 7, "buckling_load": [8, 9], "expansion": 0},
      {"ends": [[0, 2]], "youngs_modulus": 3, "diameter": 0.5}]})");
  const SpringSet& set = system.springs[0];
  EXPECT_EQ(set.material, "tube");
  EXPECT_TRUE(set.youngs_modulus.empty());
  EXPECT_EQ(set.area, (Column{4, 5}));
  EXPECT_EQ(set.mass_per_length, (Column{6}));
  EXPECT_EQ(set.strength, (Column{7}));
  EXPECT_EQ(set.buckling_load, (Column{8, 9}));
  EXPECT_EQ(set.expansion, (Column{0}));
  EXPECT_EQ(system.springs[1].youngs_modulus, (Column{3}));
  EXPECT_EQ(system.springs[1].diameter, (Column{0.5}));
}

TEST(SceneReader, CurvesAreRead) {
  const System system = parse_system(R"({"tensio": 1, "dimension": 2,
    "nodes": {"position": [[0, 0], [1, 0], [2, 0]]},
    "springs": [{"law": "polynomial", "ends": [[0, 1]], "stiffness": 1, "coefficients": [2, -1]},
      {"law": "table", "ends": [[1, 2]], "axial_stiffness": 4, "points": [[0, 0], [0.1, 5]]}]})");
  EXPECT_EQ(system.springs[0].law, Law::polynomial);
  EXPECT_EQ(system.springs[0].coefficients, (Numbers{2, -1}));
  EXPECT_EQ(system.springs[1].law, Law::table);
  EXPECT_EQ(system.springs[1].points, (Points{{0, 0}, {0.1, 5}}));
}

TEST(SceneReader, SupportsMove) {
  const System system = with(R"(, "fixed": [{"nodes": [0], "move": [0, -0.02]}, 1,
    {"node": 4, "axes": "y", "move": [0, 1]}])");
  ASSERT_EQ(system.nodes.fixed.size(), 3u);
  EXPECT_EQ(system.nodes.fixed[0].move, (Numbers{0, -0.02}));
  EXPECT_TRUE(system.nodes.fixed[1].move.empty());
  EXPECT_EQ(system.nodes.fixed[2].axes, kAxisY);
  EXPECT_EQ(system.nodes.fixed[2].move, (Numbers{0, 1}));
}

TEST(SceneReader, LoadsAreForcesTemperaturesOrMovesOfACase) {
  const System system = with(R"(, "fixed": [0, 4])", R"(, "loads": [
    {"nodes": [1], "force": [0, -1], "case": "snow"},
    {"springs": ["left", {"where": "length > 1"}], "temperature": -30, "case": "winter"},
    {"nodes": [0, 4], "move": [0, 0.5], "case": "gravity", "note": "settles"}],
    "spring_groups": {"all": ":"})");
  ASSERT_EQ(system.loads.size(), 3u);
  EXPECT_EQ(system.loads[0].load_case, "snow");
  EXPECT_EQ(system.loads[1].load_case, "winter");
  EXPECT_EQ(system.loads[1].springs, (Ids{0, 1, 3}));
  EXPECT_EQ(system.loads[1].temperature, -30);
  EXPECT_TRUE(system.loads[1].nodes.empty());
  EXPECT_TRUE(system.loads[1].force.empty());
  EXPECT_EQ(system.loads[2].nodes, (Ids{0, 4}));
  EXPECT_EQ(system.loads[2].move, (Numbers{0, 0.5}));
  EXPECT_EQ(system.loads[2].temperature, std::nullopt);
  EXPECT_EQ(system.loads[2].load_case, kGravityCase);
  EXPECT_EQ(system.loads[2].note, "settles");
}

TEST(SceneReader, CombinationsKeepTheirOrder) {
  const System system = with("", R"(, "loads": [{"node": 1, "force": [0, 1], "case": "snow"}],
    "combinations": {"ULS1": {"snow": 1.5, "gravity": 1.35, "note": "n"}, "note": "all of them",
                     "SLS": {"gravity": 1}, "nothing": {}})");
  using Factors = std::vector<std::pair<std::string, double>>;
  EXPECT_EQ(system.combinations_note, "all of them");
  ASSERT_EQ(system.combinations.size(), 3u);
  EXPECT_EQ(system.combinations[0].name, "ULS1");
  EXPECT_EQ(system.combinations[0].note, "n");
  EXPECT_EQ(system.combinations[0].factors, (Factors{{"snow", 1.5}, {"gravity", 1.35}}));
  EXPECT_EQ(system.combinations[1].name, "SLS");
  EXPECT_EQ(system.combinations[2].factors, Factors());
}

TEST(SceneReader, StagesSelectSprings) {
  const System system = with("", R"(, "stages": [
    {"name": "stress", "springs": "left", "rest_length_change": -0.035, "steps": 5, "note": "n"},
    {"springs": [3], "rest_length_change": 0.1}], "equilibrium": {"load_steps": 3})");
  ASSERT_EQ(system.stages.size(), 2u);
  EXPECT_EQ(system.stages[0].name, "stress");
  EXPECT_EQ(system.stages[0].springs, (Ids{0, 1}));
  EXPECT_EQ(system.stages[0].rest_length_change, -0.035);
  EXPECT_EQ(system.stages[0].steps, 5);
  EXPECT_EQ(system.stages[0].note, "n");
  EXPECT_EQ(system.stages[1].springs, (Ids{3}));
  EXPECT_EQ(system.stages[1].steps, 1);
  EXPECT_EQ(system.equilibrium.load_steps, 3);
}

TEST(SceneReader, WhatValidationFindsIsShownWhereItIsWritten) {
  // entry 2 of the system's `fixed` is item 3 of the file's; spring 1 is not in the selection
  try {
    with(R"(, "fixed": [0, 1, {"node": 2, "axes": "x"},
      {"node": 3, "axes": "x", "move": [0, 1]}])",
         R"(, "stages": [{"springs": ["0:1", 3], "rest_length_change": -1.5}])");
    FAIL();
  } catch (const Error& error) {
    ASSERT_EQ(error.problems().size(), 3u) << error.what();
    EXPECT_EQ(error.problems()[0].pointer, "/nodes/fixed/3/move");
    EXPECT_EQ(error.problems()[0].value, "[0, 1]");
    EXPECT_EQ(error.problems()[1].pointer, "/stages/0/rest_length_change");
  }
  try {
    parse_system(R"({"tensio": 1, "dimension": 2, "nodes": {"position": [[0, 0], [1, 0]]},
      "springs": [{"ends": [[0, 1], [0, 1], [0, 1], [0, 1]], "stiffness": 1}],
      "loads": [{"springs": ["0:2", 3], "temperature": 5}]})");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems()[0].pointer, "/loads/0/springs");
    EXPECT_EQ(error.problems()[0].value, "[\"0:2\", 3]");
  }
}

TEST(SceneReader, ManyProblemsOfOneKindAreReportedAsOne) {
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
    ASSERT_EQ(error.problems().size(), 1u);
    EXPECT_EQ(error.problems()[0].line, 3);
    EXPECT_EQ(error.problems()[0].column, 1);
    EXPECT_EQ(error.problems()[0].value, "[0, 1000]");
    EXPECT_EQ(error.problems()[0].pointer, "/springs/0/ends/0");
    EXPECT_NE(error.problems()[0].message.find("(and 499 others like this)"), std::string::npos);
  }
}

TEST(SceneReader, SelectionsOfASmallFileCanNotGrowWithoutBound) {
  // 4,000 groups of 4,000 nodes each would be 16 million ids from 60 kB of text
  std::string positions, groups;
  for (int i = 0; i < 4000; ++i) {
    positions += i == 0 ? "0" : ",0";
    groups += (i == 0 ? "\"g" : ",\"g") + std::to_string(i) + "\":\":\"";
  }
  const std::string message = testing::refusal([&] {
    parse_system(R"({"tensio":1,"dimension":1,"nodes":{"position":[)" + positions +
                 "]},\"groups\":{" + groups + "}}");
  });
  EXPECT_NE(message.find("the selections of this file name more than"), std::string::npos);
  EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 0) << "one problem";
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
