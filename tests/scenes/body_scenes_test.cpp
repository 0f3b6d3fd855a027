// Bodies in scene files: by their kind, placed, with groups to hold and load them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "support/bodies.hpp"
#include "support/files.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/scenes/bodies.hpp"
#include "tensio/scenes/generators.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

using testing::group;
// A closed box of 2 x 1 x 1 of quads, seen from outside; its lid is a group.
constexpr const char* kBox =
    "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 0 1 1\n"
    "f 4 3 2 1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
const std::string kLid = "g lid\nf 5 6 7 8\n";

// A folder with mesh files, gone when it ends.
class BodyMeshes : public ::testing::Test {
 protected:
  void SetUp() override {
    write("box.obj", kBox + kLid);
    write("open.obj", kBox);
    write("line.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n");
    write("bad.obj", "v 0 0 0\nv 1 0 nought\n");
    write("words.blend", "v 0 0 0\n");
  }

  void write(const std::string& name, const std::string& text) {
    testing::write_file(folder_ / name, text);
  }
  System parsed(const std::string& part) const {
    return parse_system("{\"tensio\": 1, \"dimension\": 3,\n \"generate\": [" + part + "]}",
                        "scene", folder_.string());
  }
  std::string message(const std::string& part) const {
    return testing::refusal([&] { (void)parsed(part); });
  }

  testing::TemporaryFolder folder_;
};

TEST(BodyScenes, ARodPlacedInASceneSagsAsABeam) {
  const System system = parse_system(R"({"tensio": 1, "dimension": 3,
    "generate": [{"kind": "rod", "name": "beam", "length": 2, "bending_stiffness": 12,
                  "at": [5, 0, 0], "rotate": [0, 0, 90]}],
    "nodes": {"fixed": ["beam.start"]},
    "loads": [{"nodes": "beam.end_pin", "force": [0, 0, -0.01]}]})");
  EXPECT_NE(system.springs[0].note.find("EI = 12 (across: 12), GJ"), std::string::npos);
  const int tip = group(system, "beam.end_pin")[0];
  const auto z = usize(3 * tip + 2);
  EXPECT_NEAR(system.nodes.position[z - 2], 5, 1e-12);
  EXPECT_NEAR(system.nodes.position[z - 1], 2, 1e-12);
  const Equilibrium rest = solve_equilibrium(system, {.method = Method::linear});
  EXPECT_NEAR(rest.displacement[z] / (-0.01 * 8 / (3 * 12.0)), 1, 0.001);
}

TEST(BodyScenes, WordsChooseShapes) {
  const System system = parse_system(R"({"tensio": 1, "dimension": 3,
    "generate": [{"kind": "tensegrity", "name": "t", "shape": "octahedron"},
                 {"kind": "shell", "name": "s", "shape": "cap", "bending": "hinges", "segments": 3},
                 {"kind": "soft_body", "name": "b", "shape": "torus"}]})");
  EXPECT_EQ(group(system, "t").size(), 12u);
  EXPECT_EQ(group(system, "s").size(), 37u);
  EXPECT_FALSE(group(system, "b.inside").empty());
}

TEST(BodyScenes, BadOptionsAreReportedWithTheirPosition) {
  const auto message = [](const std::string& part) {
    return testing::refusal([&] {
      (void)parse_system("{\"tensio\": 1, \"dimension\": 3,\n \"generate\": [" + part + "]}");
    });
  };
  EXPECT_NE(message(R"({"kind": "rod", "diameter": -1})").find("2:"), std::string::npos);
  EXPECT_NE(message(R"({"kind": "rod", "diameter": -1})").find("diameter is -1"),
            std::string::npos);
  EXPECT_NE(message(R"({"kind": "rod", "frame": 1e-4})").find("so narrow a frame"),
            std::string::npos);
  EXPECT_NE(message(R"({"kind": "rod", "diametre": 1})").find("diameter"), std::string::npos);
  EXPECT_NE(message(R"({"kind": "shell", "rise": 2})").find("rise is 2"), std::string::npos);
  EXPECT_NE(message(R"({"kind": "soft_body", "cell": 1e-9})").find("would have"),
            std::string::npos);
}

// The box as a system, `scale` times as large.
System box(double scale) {
  System system;
  for (const double z : {0.0, 1.0})
    for (const auto& [x, y] :
         std::vector<std::pair<double, double>>{{0, 0}, {2, 0}, {2, 1}, {0, 1}})
      for (const double value : {x, y, z}) system.nodes.position.push_back(scale * value);
  system.faces.start = {0, 4, 8, 12, 16, 20, 24};
  system.faces.nodes = {3, 2, 1, 0, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7, 4, 5, 6, 7};
  return system;
}

TEST_F(BodyMeshes, AShellOnAMeshIsTheOneOfItsFaces) {
  const System system =
      parsed(R"({"kind": "shell", "name": "s", "mesh": "box.obj", "mesh_scale": 0.5,
                 "thickness": 0.01})");
  const System made = scenes::shell({.mesh = box(0.5), .thickness = 0.01});
  EXPECT_EQ(system.nodes.position, made.nodes.position);
  EXPECT_EQ(system.nodes.mass, made.nodes.mass);
  ASSERT_EQ(system.springs.size(), made.springs.size());
  for (std::size_t s = 0; s < made.springs.size(); ++s) {
    EXPECT_EQ(system.springs[s].ends, made.springs[s].ends);
    EXPECT_EQ(system.springs[s].axial_stiffness, made.springs[s].axial_stiffness);
  }
  // six square sides: 2.5 m² of 10 kg/m²
  EXPECT_NEAR(testing::total_mass(system), 25, 1e-10);
  EXPECT_EQ(group(system, "s.lid"), (std::vector<int>{4, 5, 6, 7}));
  EXPECT_EQ(group(system, "s.bottom_pin"), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(group(system, "s.bottom").size(), 12u);
  EXPECT_EQ(system.faces.count(), 6);
}

TEST_F(BodyMeshes, ASoftBodyFillsAMesh) {
  const System system =
      parsed(R"({"kind": "soft_body", "name": "b", "mesh": "box.obj", "cell": 0.25,
                 "density": 100})");
  EXPECT_NEAR(testing::total_mass(system), 200, 1e-9);
  EXPECT_EQ(group(system, "b.surface").size(), 8u);
  EXPECT_EQ(system.node_count(), 9 * 5 * 5);
  EXPECT_EQ(group(system, "b.bottom").size(), 45u);
  const System half =
      parsed(R"({"kind": "soft_body", "mesh": "box.obj", "mesh_scale": 0.5, "cell": 0.125})");
  EXPECT_NEAR(testing::total_mass(half), 250, 1e-9);
}

TEST_F(BodyMeshes, GroupsOfTheFileGoBeforeThoseOfTheKind) {
  write("named.obj", std::string(kBox) + "g surface\nf 5 6 7 8\n");
  for (const char* kind : {"shell", "soft_body"}) {
    const System system =
        parsed(fmt::format(R"({{"kind": "{}", "name": "b", "mesh": "named.obj"}})", kind));
    EXPECT_EQ(group(system, "b.surface"), (std::vector<int>{4, 5, 6, 7})) << kind;
  }
}

TEST_F(BodyMeshes, LinesAndTheirNodesStayBehind) {
  write("more.obj", std::string("v 9 9 9\nv 8 8 8\nv 7 7 7\ng wire\nl 1 2\nl 2 3\nl 2 -2\n") +
                        "v 0 0 0\nv 1 0 0\nv 0 1 0\ng cover\nf -3 -2 -1\nl -1 1\n");
  const System system =
      parsed(R"({"kind": "shell", "name": "s", "mesh": "more.obj", "bending": "none"})");
  EXPECT_EQ(system.nodes.position, (std::vector<double>{0, 0, 0, 1, 0, 0, 0, 1, 0}));
  EXPECT_EQ(system.spring_count(), 3);
  EXPECT_EQ(group(system, "s.cover"), (std::vector<int>{0, 1, 2}));
  for (const Group& one : system.groups) EXPECT_NE(one.name, "s.wire");
}

TEST_F(BodyMeshes, StarterScenesHoldTheBottomAndComeToRest) {
  for (const char* kind : {"shell", "soft_body"}) {
    const System system = parse_system(
        starter_scene(*find_generator(kind), 3, {{"mesh", "\"box.obj\""}}), "s", folder_.string());
    EXPECT_FALSE(system.nodes.fixed.at(0).nodes.empty());
    const Equilibrium rest = solve_equilibrium(system);
    EXPECT_TRUE(rest.converged()) << kind << ": " << rest.report.reason;
  }
}

TEST_F(BodyMeshes, BadMeshesAreReportedWithTheirPosition) {
  const auto expect = [&](const std::string& part, const std::string& piece) {
    const std::string text = message(part);
    EXPECT_NE(text.find(piece), std::string::npos) << part << "\n" << text;
    EXPECT_NE(text.find("2:"), std::string::npos) << text;
  };
  expect(R"({"kind": "shell", "mesh": "no.obj"})", "the file `no.obj` is not there");
  expect(R"({"kind": "shell", "mesh": "../box.obj"})", "`..` is not allowed");
  expect(R"({"kind": "shell", "mesh": "words.blend"})", "does not say a format that is read: ");
  expect(R"({"kind": "shell", "mesh": 3})", "`mesh` is a number; it must be a string");
  expect(R"({"kind": "shell", "mesh": "bad.obj"})", "bad.obj:2:");
  expect(R"({"kind": "shell", "mesh": "line.obj"})", "mesh is one without faces");
  expect(R"({"kind": "soft_body", "mesh": "line.obj"})", "mesh is one without faces");
  expect(R"({"kind": "soft_body", "mesh": "open.obj"})", "it must be closed");
  expect(R"({"kind": "shell", "mesh": "box.obj", "length": 2})",
         "`length` is for shapes that are not a mesh");
  expect(R"({"kind": "soft_body", "mesh": "box.obj", "shape": "ball"})",
         "`shape` is for shapes that are not a mesh");
  expect(R"({"kind": "shell", "mesh_scale": 2})", "there is no `mesh` that it could scale");
  expect(R"({"kind": "shell", "mesh": "box.obj", "mesh_scale": 0})",
         "mesh_scale is 0; it must be above 0");
  expect(R"({"kind": "soft_body", "mesh": "box.obj", "mesh_scale": 1e9})", "would have");
  expect(R"({"kind": "cloth", "mesh": "box.obj"})", "`mesh`");
}

}  // namespace
}  // namespace tensio
