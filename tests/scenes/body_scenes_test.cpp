// Bodies in scene files: by their kind, placed, with groups to hold and load them.
#include <gtest/gtest.h>

#include <cmath>

#include "support/bodies.hpp"
#include "tensio/equilibrium.hpp"
#include "tensio/scene_file.hpp"

namespace tensio {
namespace {

using testing::group;

TEST(BodyScenes, ARodPlacedInASceneSagsAsABeam) {
  const System system = parse_system(R"({"tensio": 1, "dimension": 3,
    "generate": [{"kind": "rod", "name": "beam", "length": 2, "bending_stiffness": 12,
                  "at": [5, 0, 0], "rotate": [0, 0, 90]}],
    "nodes": {"fixed": ["beam.start"]},
    "loads": [{"nodes": "beam.end_pin", "force": [0, 0, -0.01]}]})");
  EXPECT_NE(system.springs[0].note.find("EI = 12 N m²"), std::string::npos);
  const int tip = group(system, "beam.end_pin")[0];
  const auto z = static_cast<std::size_t>(3 * tip + 2);
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

TEST(BodyScenes, BadOptionsAreToldWithTheirPlace) {
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

}  // namespace
}  // namespace tensio
