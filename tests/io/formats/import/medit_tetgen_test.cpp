// MEDIT and TetGen meshes: what is taken, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
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

// A file as libMeshb writes it: sections with the position of the next one.
std::string binary_mesh(int version, bool swapped) {
  std::string bytes;
  const auto put = [&](auto value) {
    std::array<char, sizeof value> raw;
    std::memcpy(raw.data(), &value, sizeof value);
    if (swapped) std::reverse(raw.begin(), raw.end());
    bytes.append(raw.data(), raw.size());
  };
  const auto whole = [&](int value) {
    version == 4 ? put(std::int64_t{value}) : put(std::int32_t{value});
  };
  std::size_t behind = 0;  // where the position of the next section is to be written
  const auto close = [&] {
    if (behind == 0) return;
    const std::size_t end = bytes.size();
    version >= 3 ? put(static_cast<std::int64_t>(end)) : put(static_cast<std::int32_t>(end));
    bytes.replace(behind, bytes.size() - end, bytes.substr(end));
    bytes.resize(end);
  };
  const auto begin = [&](int code) {
    close();
    put(std::int32_t{code});
    behind = bytes.size();
    bytes.append(version >= 3 ? 8 : 4, '\0');
  };
  put(std::int32_t{1});
  put(std::int32_t{version});
  begin(3);
  put(std::int32_t{3});
  begin(4);
  whole(5);
  constexpr double kVertices[5][3] = {{0, 0, 0}, {1, 1.5, 0}, {0, 1, 0.25}, {0, 0, 1}, {9, 9, 9}};
  for (int i = 0; i < 5; ++i) {
    for (const double x : kVertices[i]) version == 1 ? put(static_cast<float>(x)) : put(x);
    whole(i == 0 ? 2 : 0);
  }
  begin(13);  // corners, which say nothing about springs
  whole(1);
  whole(1);
  begin(62);  // values at vertices
  whole(0);
  begin(6);
  whole(1);
  for (const int value : {1, 2, 3, 7}) whole(value);
  begin(30);  // a tetrahedron of second order, whose other points are the unused one
  whole(1);
  for (const int value : {1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 0}) whole(value);
  begin(54);
  close();
  return bytes;
}

TEST(ImportMedit, BinaryFilesOfAllVersionsAndBothOrders) {
  const std::string text =
      "MeshVersionFormatted 2 Dimension 3 Vertices 5 0 0 0 2 1 1.5 0 0 0 1 0.25 0 0 0 1 0 9 9 9 0 "
      "Corners 1 1 Triangles 1 1 2 3 7 TetrahedraP2 1 1 2 3 4 5 5 5 5 5 5 0 End";
  const Imported expected = import_bytes(text, "medit", "a.mesh");
  EXPECT_EQ(expected.report.nodes, 4);
  EXPECT_EQ(expected.report.springs, 6);
  for (const int version : {1, 2, 3, 4})
    for (const bool swapped : {false, true}) {
      const Imported got = import_bytes(binary_mesh(version, swapped), "medit", "a.meshb");
      EXPECT_EQ(write_system(got.system), write_system(expected.system)) << version;
      ASSERT_EQ(got.report.simplified.size(), 1u);
      EXPECT_EQ(got.report.simplified[0].kind, "TetrahedraP2");
      ASSERT_EQ(got.report.skipped.size(), 1u);
      EXPECT_EQ(got.report.skipped[0].kind, "section 62");
    }
}

TEST(ImportMedit, DamagedBinaryFilesAreRefused) {
  const std::string whole = binary_mesh(2, false);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    try {
      // The last four bytes say that no section follows the end.
      const Imported got = import_bytes(whole.substr(0, size), "medit", "a.meshb");
      EXPECT_GE(size, whole.size() - 4);
      EXPECT_EQ(got.report.springs, 6);
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("a.meshb"), std::string::npos);
    }
  }
  const auto refusal = [&](std::size_t at, int value) {
    std::string bytes = whole;
    std::memcpy(bytes.data() + at, &value, sizeof value);
    return testing::refusal([&] { import_bytes(bytes, "medit", "a.meshb"); });
  };
  EXPECT_NE(refusal(4, 9).find("the version must be a whole number from 1 to 4, not 9"),
            std::string::npos);
  EXPECT_NE(refusal(12, 7).find("the next section would begin at byte 7"), std::string::npos);
  EXPECT_NE(refusal(16, 4).find("the dimension must be"), std::string::npos);
  EXPECT_NE(refusal(28, 1 << 30).find("vertices do not fit into the"), std::string::npos);
  const std::size_t corner = whole.find(std::string("\1\0\0\0\2\0\0\0\3\0\0\0\7\0\0\0", 16));
  ASSERT_NE(corner, std::string::npos);
  EXPECT_NE(refusal(corner, 99).find("an element has the vertex 99; there are 5"),
            std::string::npos);
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

TEST(ImportMedit, APointerOfGitLfsIsNamed) {
  const std::string refusal = testing::refusal([] {
    import_bytes("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "medit", "a.mesh");
  });
  EXPECT_NE(refusal.find("a.mesh: this is a pointer of Git LFS"), std::string::npos) << refusal;
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
                 {{std::string("\1\0\0\0\3\0\0\0", 8), 0, "ends without the section End"}});
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

TEST(ImportTetgen, ElementsOfSecondOrderAreTakenByTheirCorners) {
  std::string points = "10 3\n";
  for (int i = 0; i < 10; ++i)
    points += std::to_string(i) + " " + std::to_string(i) + " 0 " + std::to_string(i * i) + "\n";
  const Imported got =
      import_bytes("1 10\n0 0 1 2 3 4 5 6 7 8 9\n", "tetgen", "a.ele", beside(points));
  ASSERT_EQ(got.report.simplified.size(), 1u);
  EXPECT_EQ(got.report.simplified[0].kind, "element of 10 points");
  EXPECT_EQ(got.report.nodes, 4);
  EXPECT_EQ(got.report.springs, 6);
  const Imported flat =
      import_bytes("1 6\n0 2 1 0 5 4 3\n", "tetgen", "a.ele",
                   beside("6 2\n0 0 0\n1 1 0\n2 0 1\n3 1 1\n4 2 0\n5 0 2\n"));
  EXPECT_EQ(flat.report.faces, 1);
  EXPECT_EQ(flat.report.springs, 3);
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
