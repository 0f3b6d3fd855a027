// GraphML and COMPAS files: what is taken, and what is refused.
#include <gtest/gtest.h>

#include <array>

#include "refusals.hpp"
#include "tensio/files/import.hpp"

namespace tensio {
namespace {

const std::string kGraph = R"(<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d0" for="node" attr.name="x" attr.type="double"/>
<key id="d1" for="node" attr.name="y" attr.type="double"><default>2</default></key>
<key id="d2" for="edge" attr.name="weight" attr.type="double"><default>7</default></key>
<key id="d3" for="node" attr.name="fixed" attr.type="boolean"/>
<key id="d4" for="edge" attr.name="set"/>
<key id="d5" for="node" attr.name="mass"/>
<graph edgedefault="undirected">
<node id="n0"><data key="d0">1</data><data key="d3">true</data><data key="d5">3</data></node>
<node id="n&lt;1"><data key="d0"> 2.5 </data><data key="d1">-1</data></node>
<!-- a comment -->
<node id="n2"><data key="d0">0</data></node>
<edge source="n0" target="n&lt;1"><data key="d2">5</data><data key="d4">ties</data></edge>
<edge source="n2" target="n0"/>
<hyperedge><endpoint node="n0"/></hyperedge>
</graph>
</graphml>
)";

TEST(ImportGraphml, DataHaveTheNamesOfColumns) {
  const Imported got = import_bytes(kGraph, "graphml", "net.graphml");
  EXPECT_EQ(got.system.dimension, 2);
  EXPECT_EQ(got.system.nodes.position, (std::vector<double>{1, 2, 2.5, -1, 0, 2}));
  EXPECT_EQ(got.system.nodes.name, (std::vector<std::string>{"n0", "n<1", "n2"}));
  EXPECT_EQ(got.system.nodes.mass, (Column{3, 0, 0}));
  EXPECT_EQ(got.system.nodes.fixed.at(0).nodes, std::vector<int>{0});
  ASSERT_EQ(got.system.springs.size(), 2u);
  EXPECT_EQ(got.system.springs[0].stiffness, Column{7});
  EXPECT_EQ(got.system.springs[1].name, "ties");
  EXPECT_EQ(got.system.springs[1].stiffness, Column{5});
  EXPECT_EQ(got.report.skipped.at(0).kind, "hyperedge");
}

TEST(ImportGraphml, NodesWithoutPlacesLieOnACircle) {
  const Imported got = import_bytes(
      "<graphml><graph><node id='a'/><node id='b'/><edge source='a' target='b'/></graph></graphml>",
      "graphml", "net.graphml");
  EXPECT_EQ(got.system.dimension, 2);
  EXPECT_EQ(got.system.springs[0].rest_length, Column{1});
  EXPECT_NE(got.system.nodes.position[0], got.system.nodes.position[2]);
}

TEST(ImportGraphml, MalformedFilesAreRefused) {
  expect_refused("graphml", {{"graph", kGraph}},
                 {{kGraph.substr(0, kGraph.size() - 11), 18, "is not closed"}});
}

const std::string kNetwork = R"({"dtype": "compas.datastructures/Network", "data": {
 "dna": {"x": 0, "y": 0, "z": 0, "is_fixed": false}, "dea": {"q": 2},
 "node": {"0": {"x": 1, "is_fixed": true}, "1": {"y": 3, "pz": -5}, "7": {"z": 1.5}},
 "edge": {"0": {"1": {"q": 4}}, "1": {"7": {}}, "7": {}}}}
)";
const std::string kMesh =
    R"({"data": {"vertex": {"0": {"x": 0}, "1": {"x": 1}, "2": {"y": 1}, "3": {"z": 9}},
 "face": {"0": [0, 1, 2]}}}
)";

TEST(ImportCompas, NetworksHaveForceDensitiesLoadsAndAnchors) {
  const Imported got = import_bytes(kNetwork, "compas", "net.json");
  EXPECT_EQ(got.system.nodes.position, (std::vector<double>{1, 0, 0, 0, 3, 0, 0, 0, 1.5}));
  EXPECT_EQ(got.system.nodes.name, (std::vector<std::string>{"0", "1", "7"}));
  EXPECT_EQ(got.system.nodes.fixed.at(0).nodes, std::vector<int>{0});
  ASSERT_EQ(got.system.springs.size(), 1u);
  EXPECT_EQ(got.system.springs[0].law, Law::force_density);
  EXPECT_EQ(got.system.springs[0].stiffness, (Column{4, 2}));
  ASSERT_EQ(got.system.loads.size(), 1u);
  EXPECT_EQ(got.system.loads[0].nodes, std::vector<int>{1});
  EXPECT_EQ(got.system.loads[0].force, (std::vector<double>{0, 0, -5}));
  EXPECT_TRUE(validate(got.system).empty());
}

TEST(ImportCompas, MeshesHaveFaces) {
  const ImportReport report = import_bytes(kMesh, "compas", "mesh.json").report;
  EXPECT_EQ((std::array{report.nodes, report.springs, report.faces, report.unused_nodes}),
            (std::array{3, 3, 1, 1}));
}

TEST(ImportCompas, MalformedFilesAreRefused) {
  expect_refused("compas", {{"network", kNetwork}, {"mesh", kMesh}},
                 {{kNetwork.substr(0, kNetwork.size() - 3), 4, "brackets are missing"}});
}

}  // namespace
}  // namespace tensio
