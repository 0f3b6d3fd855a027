// GraphML and COMPAS files: what is taken, and what is refused.
#include <gtest/gtest.h>

#include "refusals.hpp"
#include "tensio/import.hpp"

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
  const auto g = [](const char* from, const char* to) { return broken(kGraph, from, to); };
  expect_refused(
      "graphml",
      {{"", 1, "there is no tag"},
       {"hello", 1, "there is no tag"},
       {"hello <graphml/>", 1, "does not begin with a tag"},
       {"<gexf></gexf>", 1, "the outermost tag of a GraphML file is <graphml>"},
       {"<graphml>", 1, "is not closed"},
       {"<graphml/>", 0, "there is no <node>"},
       {"<graphml><graph></graph></graphml>", 0, "there is no <node>"},
       {"<graphml", 1, "is not closed by >"},
       {"<graphml><", 1, "a name is expected here"},
       {"<!DOCTYPE graphml><graphml/>", 1, "document types are not read"},
       {"<graphml><!-- </graphml>", 1, "this comment has no end"},
       {"<?xml <graphml/>", 1, "this declaration has no end"},
       {kGraph.substr(0, kGraph.size() - 11), 18, "is not closed"},
       {kGraph + "<graphml/>", 19, "one outermost tag"},
       {g("</graph>", "</graphs>"), 17, "</graphs> closes nothing"},
       {g("<key id=\"d0\"", "<key"), 3, "<key> lacks the attribute `id`"},
       {g("id=\"d0\" for", "id=d0 for"), 3, "is not in quotes"},
       {g("id=\"d0\" for", "id for"), 3, "has no value"},
       {g("id=\"d0\" for", "id=\"d0\" id=\"d\" for"), 3, "`id` stands twice"},
       {g("<key id=\"d3\"", "<key id=\"d0\""), 6, "the key `d0` is declared twice"},
       {g("<node id=\"n0\">", "<node>"), 10, "<node> lacks the attribute `id`"},
       {g("<node id=\"n2\">", "<node id=\"n0\">"), 13, "two nodes have the id `n0`"},
       {g("<node id=\"n2\">", "<vertex id=\"n2\">"), 13, "<vertex> is no tag of GraphML"},
       {g("<node id=\"n2\"><data key=\"d0\">0</data></node>", "<node id=\"n2\"/>"), 13,
        "node `n2` lacks x or y"},
       {g("<data key=\"d0\">1<", "<data key=\"d9\">1<"), 10, "there is no <key> `d9`"},
       {g("<data key=\"d0\">1<", "<data>1<"), 10, "<data> lacks the attribute `key`"},
       {g("<data key=\"d0\">1<", "<data key=\"d0\">one<"), 10, "`x` must be a finite number"},
       {g("<data key=\"d0\">1<", "<data key=\"d0\"><"), 10, "`x` must be a finite number, not ``"},
       {g("<data key=\"d0\">1<", "<data key=\"d0\">inf<"), 10, "not `inf`"},
       {g("<data key=\"d0\">1<", "<data key=\"d0\">&one;<"), 10, "is no character"},
       {g("<default>2</default>", "<default>two</default>"), 10, "`y` must be a finite number"},
       {g(">true<", ">maybe<"), 10, "`fixed` must be true or false"},
       {g("<data key=\"d5\">3<", "<data key=\"d5\">-3<"), 10, "`mass` is -3"},
       {g("<data key=\"d5\">3<", "<data key=\"d5\">heavy<"), 10, "`mass` must be a finite number"},
       {g("<data key=\"d2\">5<", "<data key=\"d2\">-5<"), 14, "`weight` is -5"},
       {g("<data key=\"d2\">5<", "<data key=\"d2\">five<"), 14, "`weight` must be a finite number"},
       {g("<edge source=\"n2\"", "<edge source=\"n9\""), 15, "there is no node `n9`"},
       {g("<edge source=\"n2\" target=\"n0\"", "<edge source=\"n2\""), 15,
        "lacks the attribute `target`"},
       {g("<edge source=\"n2\"", "<edge"), 15, "lacks the attribute `source`"},
       {g("<edge source=\"n2\" target=\"n0\"/>", "<edge source=\"n2\" target=\"n0\">"), 17,
        "</graph> closes nothing"},
       {g("n&lt;1\"><", "n&1\"><"), 11, "is no character"}});
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
  const Imported got = import_bytes(kMesh, "compas", "mesh.json");
  EXPECT_EQ(got.report.faces, 1);
  EXPECT_EQ(got.report.springs, 3);
  EXPECT_EQ(got.report.unused_nodes, 1);
  EXPECT_EQ(got.report.nodes, 3);
}

TEST(ImportCompas, MalformedFilesAreRefused) {
  const auto n = [](const char* from, const char* to) { return broken(kNetwork, from, to); };
  const auto m = [](const char* from, const char* to) { return broken(kMesh, from, to); };
  expect_refused(
      "compas",
      {{"", 1, ""},
       {"network", 1, ""},
       {"{", 1, ""},
       {"{}", 1, "`node` (of a network or graph) or `vertex` (of a mesh) is missing"},
       {"[]", 1, "a COMPAS file is an object"},
       {"3", 1, "a COMPAS file is an object"},
       {"{\"tensio\": 1, \"dimension\": 3}", 1, "this is a scene of Tensio"},
       {"{\"data\": {}}", 1, "is missing"},
       {"{\"data\": []}", 1, "is missing"},
       {kNetwork.substr(0, kNetwork.size() - 3), 4, "brackets are missing"},
       {kNetwork + "x", 5, ""},
       {n("\"node\": {", "\"node\": [], \"nodes\": {"), 3, "`node` must be an object"},
       {n("\"0\": {\"x\": 1, \"is_fixed\": true}", "\"0\": 1"), 3, "node `0` must be an object"},
       {n("\"0\": {\"x\": 1, \"is_fixed\": true}", "\"0\": null"), 3, "node `0` must be an object"},
       {n("\"0\": {\"x\": 1,", "\"0\": {\"x\": \"one\","), 3, "`x` must be a number"},
       {n("\"0\": {\"x\": 1,", "\"0\": {\"x\": [1],"), 3, "`x` must be a number"},
       {n("\"0\": {\"x\": 1,", "\"0\": {\"x\": true,"), 3, "`x` must be a number"},
       {n("\"0\": {\"x\": 1,", "\"0\": {\"x\": NaN,"), 3, ""},
       {n("\"0\": {\"x\": 1,", "\"0\": {\"x\": 1e999,"), 3, ""},
       {n("\"0\": {\"x\": 1,", "\"0\": {\"x\": 1, \"x\": 2,"), 3, "the key `x` stands twice"},
       {n("\"1\": {\"y\": 3", "\"0\": {\"y\": 3"), 3, "the key `0` stands twice"},
       {n("\"is_fixed\": true", "\"is_fixed\": \"yes\""), 3, "`is_fixed` must be true or false"},
       {n("\"is_fixed\": false", "\"is_anchor\": {}"), 2, "`is_anchor` must be true or false"},
       {n("\"pz\": -5", "\"pz\": \"down\""), 3, "`pz` must be a number"},
       {n("\"x\": 0, \"y\": 0", "\"x\": \"a\", \"y\": 0"), 2, "`x` must be a number"},
       {n("\"dea\": {\"q\": 2}", "\"dea\": {\"q\": \"two\"}"), 2, "`q` must be a number"},
       {n("\"dea\": {\"q\": 2}", "\"dea\": {}"), 0, "1 of 2 springs that belong together"},
       {n("\"edge\": {\"0\"", "\"edge\": {\"5\""), 4, "there is no node `5`"},
       {n("{\"1\": {\"q\": 4}}", "{\"9\": {\"q\": 4}}"), 4, "there is no node `9`"},
       {n("{\"1\": {\"q\": 4}}", "[1]"), 4, "edges of `0` must be an object"},
       {n("{\"1\": {\"q\": 4}}", "{\"1\": 4}"), 4, "an edge must be an object"},
       {n("{\"1\": {\"q\": 4}}", "{\"1\": {\"q\": {}}}"), 4, "`q` must be a number"},
       {n("\"edge\": {\"0\": {\"1\": {\"q\": 4}}, \"1\": {\"7\": {}}, \"7\": {}}", "\"edge\": []"),
        4, "`edge` must be an object"},
       {"{\"node\": {}}", 1, "there is no node in this file"},
       {"{\"vertex\": {}, \"face\": {}}", 1, "there is no vertex in this file"},
       {"{\"vertex\": {\"0\": {}}}", 1, "`face` is missing in a mesh"},
       {m("[0, 1, 2]", "[0, 1]"), 2, "face `0` has 2 corners"},
       {m("[0, 1, 2]", "[]"), 2, "face `0` has 0 corners"},
       {m("[0, 1, 2]", "[0, 1, 4]"), 2, "there is no node `4`"},
       {m("[0, 1, 2]", "[0, 1, 1.5]"), 2, "there is no node `1.5`"},
       {m("[0, 1, 2]", "[0, 1, -2]"), 2, "there is no node `-2`"},
       {m("[0, 1, 2]", "[\"0\", 1, 2]"), 2, "a corner must be the key of a vertex"},
       {m("[0, 1, 2]", "[[0, 1, 2]]"), 2, "a face must be a list of vertices"},
       {m("[0, 1, 2]", "3"), 2, "a face must be a list of vertices"},
       {m("{\"0\": [0, 1, 2]}", "[[0, 1, 2]]"), 2, "`face` must be an object"}});
}

}  // namespace
}  // namespace tensio
