// Meshes in scenes: placed, named, and made of what the scene says.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/refusals.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

System read(const std::string& entry, const std::string& rest = "", int dimension = 3) {
  const std::string folder = std::string(TENSIO_SOURCE_DIR) + "/tests/data/meshes";
  return parse_system("{\"tensio\": 1, \"dimension\": " + std::to_string(dimension) +
                          ", \"meshes\": [" + entry + "]" + rest + "}",
                      "scene", folder);
}

std::string refusal(const std::string& entry, const std::string& rest = "", int dimension = 3) {
  return testing::refusal([&] { read(entry, rest, dimension); });
}

TEST(SceneMeshes, AMeshIsANamedPart) {
  const System system =
      read(R"({"file": "tent.obj", "name": "tent", "at": [10, 0, 0], "scale": 2, "stiffness": 5})",
           R"(, "nodes": {"position": [[0, 0, 0]], "fixed": [0, "tent.stays"]},
              "springs": [{"ends": [[0, 1]], "stiffness": 1}],
              "groups": {"all": ["tent", 0]}, "spring_groups": {"r": "tent.roof"},
              "loads": [{"faces": "tent.roof", "pressure": 3}])");
  EXPECT_EQ(system.node_count(), 7);
  // the scene's own node comes first, then the mesh, scaled and moved
  EXPECT_EQ(system.nodes.position[3], 10);
  EXPECT_EQ(system.nodes.position[6], 12);
  ASSERT_EQ(system.springs.size(), 3u);
  EXPECT_EQ(system.springs[1].name, "tent.roof");
  EXPECT_EQ(system.springs[2].name, "tent.stays");
  EXPECT_EQ(system.springs[1].stiffness, Column{5});
  EXPECT_EQ(system.faces.count(), 4);
  EXPECT_EQ(system.loads[0].faces.size(), 4u);
  EXPECT_EQ(system.nodes.fixed[0].nodes, (std::vector<int>{0, 1, 3, 5, 6}));
  // written out it is the same scene, without the file
  const std::string written = write_system(system);
  EXPECT_EQ(write_system(parse_system(written)), written);
}

TEST(SceneMeshes, WhatSpringsAreMadeOfGoesBeforeTheFile) {
  const System own = read(R"({"file": "net.csv"})");
  EXPECT_EQ(own.springs[0].stiffness, (Column{100, 200}));
  EXPECT_EQ(own.springs[0].rest_length, (Column{0.9, 0.8}));
  EXPECT_EQ(own.nodes.mass, (Column{1, 2, 1}));
  EXPECT_EQ(own.nodes.fixed.size(), 1u);
  const System over = read(
      R"({"file": "net.csv", "law": "cable", "axial_stiffness": 7, "pretension": [1, 2],
          "damping_time": 0.01, "total_mass": 6, "break": {"strain": 0.5}})");
  const SpringSet& set = over.springs[0];
  EXPECT_EQ(set.law, Law::cable);
  EXPECT_TRUE(set.stiffness.empty());
  EXPECT_EQ(set.axial_stiffness, Column{7});
  EXPECT_TRUE(set.rest_length.empty());
  EXPECT_EQ(set.pretension, (Column{1, 2}));
  EXPECT_EQ(set.damping_time, Column{0.01});
  EXPECT_TRUE(set.breaks.has_value());
  EXPECT_EQ(over.nodes.mass, (Column{2, 2, 2}));
}

TEST(SceneMeshes, MaterialsAndMassesPerAreaAndPerNode) {
  const std::string steel = R"(, "materials": {"steel": {"axial_stiffness": 2e5}})";
  const System by_area = read(
      R"({"file": "tent.off", "material": "steel", "mass_per_area": 0.2, "name": "t"})", steel);
  EXPECT_EQ(by_area.springs[0].material, "steel");
  EXPECT_EQ(by_area.faces.mass_per_area.size(), 5u);
  EXPECT_EQ(by_area.faces.mass_per_area[4], 0.2);
  const System by_node =
      read(R"({"file": "tent.off", "material": "steel", "mass": [1, 2, 3, 4, 5]})", steel);
  EXPECT_EQ(by_node.nodes.mass, (Column{1, 2, 3, 4, 5}));
  const System by_formula = read(
      R"({"file": "tent.off", "material": "steel", "total_mass": "=2*m", "at": ["1 m", 0, 0]})",
      steel + R"(, "parameters": {"m": 5})");
  EXPECT_EQ(by_formula.nodes.mass[0], 2);
}

TEST(SceneMeshes, AllNodesMayComeFromMeshes) {
  const System system = read(R"({"file": "tent.obj", "name": "tent", "stiffness": 5})",
                             R"(, "nodes": {"fixed": "tent.stays"})");
  EXPECT_EQ(system.node_count(), 6);
  EXPECT_EQ(system.nodes.fixed[0].nodes.size(), 4u);
  EXPECT_NE(refusal(R"({"file": "tent.obj", "stiffness": 5})", R"(, "nodes": {"mass": [1]})")
                .find("parts bring their own"),
            std::string::npos);
}

TEST(SceneMeshes, MeshesJoinEachOther) {
  const System system = read(
      R"({"file": "tent.off", "stiffness": 1},
         {"file": "tent.off", "name": "second", "at": [1, 0, 0], "join": 1e-9, "stiffness": 2})");
  // two corners are shared
  EXPECT_EQ(system.node_count(), 8);
}

TEST(SceneMeshes, FlatFilesGoIntoThePlane) {
  EXPECT_EQ(read(R"({"file": "sheet.vtk", "stiffness": 1})", "", 2).node_count(), 6);
  EXPECT_EQ(read(R"({"file": "ring.edges", "stiffness": 1, "at": [1, 1], "rotate": 30})", "", 2)
                .node_count(),
            5);
  EXPECT_NE(refusal(R"({"file": "tent.obj", "stiffness": 1})", "", 2).find("in two dimensions"),
            std::string::npos);
}

TEST(SceneMeshes, FaultsAreReportedAtTheirKeys) {
  const auto expect = [](const std::string& said, const std::string& piece) {
    EXPECT_NE(said.find(piece), std::string::npos) << said;
  };
  expect(refusal("{}"), "`file` is missing in a mesh");
  expect(refusal(R"({"file": 3})"), "file");
  expect(refusal(R"({"file": "none.obj"})"), "is not there");
  expect(refusal(R"({"file": "../tent.obj"})"), "`..` is not allowed");
  expect(refusal(R"({"file": "tent.gltf"})"), "does not say a format that is read");
  expect(refusal(R"({"file": "tent"})"), "does not say a format that is read");
  expect(refusal(R"({"file": "tent.obj", "format": "ply"})"), "tent.obj:1:1: a PLY file begins");
  expect(refusal(R"({"file": "tent.obj", "format": "zip"})"), "files of the format `zip`");
  expect(refusal(R"({"file": "tent.obj"})"), "stiffness");
  expect(refusal(R"({"file": "tent.obj", "k": 4})"), "stiffness");
  expect(refusal(R"({"file": "tent.obj", "stiffness": [1, 2]})"), "stiffness");
  expect(refusal(R"({"file": "tent.obj", "stiffness": -1})"), "must not be negative");
  expect(refusal(R"({"file": "tent.obj", "stiffness": 1, "mass": 1, "total_mass": 2})"),
         "not both");
  expect(refusal(R"({"file": "tent.obj", "stiffness": 1, "total_mass": -2})"),
         "must not be negative");
  expect(refusal(R"({"file": "ring.edges", "stiffness": 1, "mass_per_area": 2})"), "has no faces");
  expect(refusal(R"({"file": "tent.obj", "stiffness": 1, "merge": -2})"), "`merge` must not be");
  expect(refusal(R"({"file": "tent.obj", "stiffness": 1, "keep_unused": 1})"), "true or false");
  expect(refusal(R"({"file": "tent.obj", "stiffness": 1, "scale": 0})"), "`scale`");
  expect(refusal(R"({"file": "tent.obj", "stiffness": 1, "material": "rubber"})"), "rubber");
  expect(refusal(R"({"file": "tent.obj", "ends": [[0, 1]]})"), "`ends`");
  expect(refusal("3"), "`meshes` must be a list");
}

}  // namespace
}  // namespace tensio
