// MEDIT and TetGen meshes: what is taken, and what is refused.
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "refusals.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

std::string mesh_file(const std::string& name) {
  return std::string(TENSIO_SOURCE_DIR) + "/tests/data/meshes/" + name;
}

const Group* group_of(const std::vector<Group>& groups, const std::string& name) {
  for (const Group& group : groups)
    if (group.name == name) return &group;
  return nullptr;
}

// Six edges of a tetrahedron, twelve of both the sides and the base: the diagonal 0-2 is the line
// and an edge of the cell.
TEST(ImportMedit, LinesFacesAndCellsWithTheirReferences) {
  const Imported got = import_file(mesh_file("tent.mesh"));
  EXPECT_EQ(got.report.format, "medit");
  EXPECT_EQ(got.report.nodes, 5);
  EXPECT_EQ(got.report.faces, 5);
  EXPECT_EQ(got.report.cells, 1);
  EXPECT_EQ(got.report.springs, 9);
  EXPECT_TRUE(got.report.skipped.empty());
  EXPECT_EQ(got.system.dimension, 3);
  ASSERT_NE(group_of(got.system.groups, "point_1"), nullptr);
  EXPECT_EQ(group_of(got.system.groups, "point_1")->members, (std::vector<int>{0, 1}));
  EXPECT_EQ(group_of(got.system.groups, "point_2")->members, (std::vector<int>{4}));
  EXPECT_EQ(group_of(got.system.face_groups, "surface_7")->members, (std::vector<int>{0, 1}));
  EXPECT_EQ(group_of(got.system.face_groups, "surface_8")->members, (std::vector<int>{4}));
  EXPECT_EQ(group_of(got.system.groups, "volume_3")->members, (std::vector<int>{0, 1, 2, 4}));
  EXPECT_EQ(got.system.springs[1].name, "line_4");
  EXPECT_EQ(got.system.springs[1].ends, (std::vector<std::array<int, 2>>{{0, 2}}));
}

TEST(ImportMedit, TheLayoutOfLinesDoesNotMatter) {
  const Imported got = import_bytes(
      "meshversionformatted 1 dimension 2 vertices 3 0 0 0 1 0 0 0 1 0 triangles 1 1 2 3 0 "
      "Normals 2 0 0\n1 0 SolAtVertices 1 1 1 0.5 end anything",
      "medit", "a.mesh");
  EXPECT_EQ(got.system.dimension, 2);
  EXPECT_EQ(got.system.nodes.position, (std::vector<double>{0, 0, 1, 0, 0, 1}));
  EXPECT_EQ(got.report.springs, 3);
  // normals are ignored, unknown sections are counted
  ASSERT_EQ(got.report.skipped.size(), 1u);
  EXPECT_EQ(got.report.skipped[0].kind, "SolAtVertices");
}

TEST(ImportMedit, EveryKindOfCell) {
  const Imported got = import_bytes(
      "MeshVersionFormatted 2 Dimension 3 Vertices 8 0 0 0 0 1 0 0 0 1 1 0 0 0 1 0 0 "
      "0 0 1 0 1 0 1 0 1 1 1 0 0 1 1 0 Hexahedra 1 1 2 3 4 5 6 7 8 0 Prisms 1 1 2 3 5 6 7 0 "
      "Pyramids 1 1 2 3 4 5 0 End",
      "medit", "a.mesh");
  EXPECT_EQ(got.report.cells, 3);
  // 12 of the brick, the diagonals of the prism 1-3 and 5-7, those of the pyramid to 5: 2-5, 3-5,
  // 4-5
  EXPECT_EQ(got.report.springs, 12 + 2 + 3);
}

TEST(ImportMedit, ReferencesThatAreNumbersOfSomethingElseMakeNoGroups) {
  std::string text = "MeshVersionFormatted 2\nDimension 3\nVertices 102\n";
  for (int i = 0; i < 102; ++i)
    text += std::to_string(i) + " " + std::to_string(i % 2) + " 0 " + std::to_string(i) + "\n";
  text += "Edges 101\n";
  for (int i = 1; i < 102; ++i) text += std::to_string(i) + " " + std::to_string(i + 1) + " 0\n";
  const Imported got = import_bytes(text, "medit", "a.mesh");
  EXPECT_EQ(got.report.springs, 101);
  EXPECT_TRUE(got.system.groups.empty());
  ASSERT_EQ(got.report.skipped.size(), 1u);
  EXPECT_EQ(got.report.skipped[0].kind, "more than 100 different marks of points");
}

TEST(ImportMedit, MalformedFilesAreRefused) {
  const std::string tent = testing::read_file(mesh_file("tent.mesh"));
  expect_refused("medit", {{"tent", tent}},
                 {{std::string("\1\0\0\0\3\0\0\0", 8), 0, "is binary (.meshb)"}});
}

// ---- TetGen ----

TEST(ImportTetgen, TheFileOfPointsBringsAllThatIsBesideIt) {
  const Imported all = import_file(mesh_file("tent.node"));
  EXPECT_EQ(all.report.format, "tetgen");
  EXPECT_EQ(all.report.nodes, 5);
  EXPECT_EQ(all.report.cells, 2);
  EXPECT_EQ(all.report.faces, 4);
  EXPECT_EQ(all.report.springs, 9);
  EXPECT_EQ(group_of(all.system.groups, "point_1")->members, (std::vector<int>{0, 1}));
  EXPECT_EQ(group_of(all.system.face_groups, "surface_7")->members, (std::vector<int>{0, 1}));
  EXPECT_EQ(group_of(all.system.groups, "volume_3")->members, (std::vector<int>{0, 1, 2, 3, 4}));

  const Imported cells = import_file(mesh_file("tent.ele"));
  EXPECT_EQ(cells.report.cells, 2);
  EXPECT_EQ(cells.report.faces, 0);
  EXPECT_EQ(cells.report.springs, 9);
  const Imported faces = import_file(mesh_file("tent.face"));
  EXPECT_EQ(faces.report.faces, 4);
  EXPECT_EQ(faces.report.cells, 0);
  EXPECT_EQ(faces.report.springs, 8);
  EXPECT_EQ(import_file(mesh_file("tent.edge")).report.springs, 1);
}

// Reads files of one mesh from memory.
ImportOptions beside(const std::string& points, const std::string& name = "a.node") {
  ImportOptions options;
  options.beside = [=](const std::string& other) -> std::optional<std::string> {
    if (other != name) return std::nullopt;
    return points;
  };
  return options;
}

TEST(ImportTetgen, NumbersBeginWithThatOfTheFirstPoint) {
  for (const int first : {0, 1}) {
    const auto n = [&](int i) { return std::to_string(first + i) + " "; };
    const std::string points = "3 2 0 0\n" + n(0) + "0 0\n" + n(1) + "1 0\n" + n(2) + "0 1\n";
    // Triangle writes a plane: its elements are faces.
    const Imported got = import_bytes("1 3 0\n" + n(0) + n(0) + n(1) + n(2) + "\n", "tetgen",
                                      "a.ele", beside(points));
    EXPECT_EQ(got.system.dimension, 2);
    EXPECT_EQ(got.system.faces.nodes, (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(got.report.springs, 3);
  }
}

TEST(ImportTetgen, ElementsOfSecondOrderAreCounted) {
  std::string points = "10 3\n";
  for (int i = 0; i < 10; ++i)
    points += std::to_string(i) + " " + std::to_string(i) + " 0 " + std::to_string(i * i) + "\n";
  const Imported got =
      import_bytes("1 10\n0 0 1 2 3 4 5 6 7 8 9\n", "tetgen", "a.ele", beside(points));
  ASSERT_EQ(got.report.skipped.size(), 1u);
  EXPECT_EQ(got.report.skipped[0].kind, "element of 10 corners");
}

TEST(ImportTetgen, ASceneReadsTheFileOfPointsUnderTheRulesForFiles) {
  LoadOptions options;
  const std::string points = testing::read_file(mesh_file("tent.node"));
  const std::string elements = testing::read_file(mesh_file("tent.ele"));
  options.memory_files = {{"a/tent.node", points}, {"a/tent.ele", elements}};
  const std::string scene =
      R"({"tensio": 1, "dimension": 3, "nodes": {"fixed": [0]},
          "meshes": [{"file": "a/tent.ele", "stiffness": 10, "mass": 1}]})";
  EXPECT_EQ(parse_system(scene, "scene", {}, options).spring_count(), 9);
  options.memory_files.erase(options.memory_files.begin());
  const std::string refusal = testing::refusal([&] { parse_system(scene, "scene", {}, options); });
  EXPECT_NE(refusal.find("`a/tent.node`; put it beside this one"), std::string::npos) << refusal;
}

TEST(ImportTetgen, MalformedPointsAreRefused) {
  expect_refused("tetgen", {{"node", testing::read_file(mesh_file("tent.node"))}});
}

// The mistakes of .ele, .face and .edge, each in the file that has it.
TEST(ImportTetgen, MalformedElementsAreRefused) {
  const std::string points = "4 3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n";
  const std::string plane = "3 2\n1 0 0\n2 1 0\n3 0 1\n";
  const struct {
    const char* name;
    std::string points, bytes, piece;
    int line;
  } cases[] = {
      {"a.ele", points, "", "the file is empty", 0},
      {"a.ele", points, "x 4 0\n", "the number of elements must be a whole number", 1},
      {"a.ele", points, "1 5 0\n", "elements of 5 corners are not known", 1},
      {"a.ele", points, "1 2 0\n", "the number of corners must be a whole number from 3 to 10", 1},
      {"a.ele", plane, "1 4 0\n1 1 2 3 1\n", "the points lie in the plane", 1},
      {"a.ele", points, "1 4 0 7\n", "`7` follows the counts", 1},
      {"a.ele", points, "99999999 4 0\n", "99999999 elements do not fit", 1},
      {"a.ele", points, "2 4 0\n1 1 2 3 4\n", "the file ends behind 1 of 2 elements", 3},
      {"a.ele", points, "1 4 0\n1 1 2 3\n", "a corner is missing", 2},
      {"a.ele", points, "1 4 0\n1 1 2 3 5\n", "a corner is point 5, but the points are 1 to 4", 2},
      {"a.ele", points, "1 4 0\n1 0 1 2 3\n", "a corner is point 0, but the points are 1 to 4", 2},
      {"a.ele", points, "1 4 0\n1 1 2 3 x\n", "a corner must be a whole number", 2},
      {"a.ele", points, "1 4 0\n1 1 2 3 4 9\n", "`9` follows the values of an element", 2},
      {"a.ele", points, "1 4 1\n1 1 2 3 4\n", "an attribute of an element is missing", 2},
      {"a.ele", points, "1 4 0\n1 1 2 3 4\n2 1 2 3 4\n", "something follows the elements", 3},
      {"a.face", points, "1 2\n1 1 2 3 0\n", "0 or 1 for boundary markers", 1},
      {"a.face", points, "1 1\n1 1 2 3\n", "a boundary marker is missing", 2},
      {"a.face", points, "1 1\n1 1 2 3 0.5\n", "a boundary marker must be a whole number", 2},
      {"a.face", points, "1 0\n1 1 2\n", "a corner is missing", 2},
      {"a.edge", points, "1 0\n1 1 -1\n", "a corner is point -1", 2},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.bytes);
    try {
      import_bytes(one.bytes, "tetgen", one.name, beside(one.points));
      ADD_FAILURE() << "it was read";
    } catch (const Error& error) {
      ASSERT_EQ(error.problems().size(), 1u);
      EXPECT_EQ(error.problems()[0].file, one.name);
      EXPECT_EQ(error.problems()[0].line, one.line);
      EXPECT_NE(error.problems()[0].message.find(one.piece), std::string::npos) << error.what();
    }
  }
  // A mistake in the points is one of their file; without it there is nothing.
  try {
    import_bytes("0 4 0\n", "tetgen", "dir/a.ele", beside("1 3\n1 0 x 0\n", "dir/a.node"));
    ADD_FAILURE() << "it was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems()[0].file, "dir/a.node");
    EXPECT_EQ(error.problems()[0].line, 2);
    EXPECT_EQ(error.problems()[0].column, 5);
  }
  EXPECT_NE(testing::refusal([] {
              import_bytes("0 4 0\n", "tetgen", "a.ele");
            }).find("its points are in a file of their own, which was not found: `a.node`"),
            std::string::npos);
}

}  // namespace
}  // namespace tensio
