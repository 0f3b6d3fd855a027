// CSV tables and lists of edges: what is taken, and what is refused.
#include <gtest/gtest.h>

#include <cmath>

#include "refusals.hpp"
#include "tensio/files/import.hpp"

namespace tensio {
namespace {

const std::string kTables =
    "# a net\nx,y,z,mass,fixed,name,group\n0,0,0,1,1,left,ends\n1,0,0,2,,mid,\n"
    "2,0,0,1,xz,\"right, \"\"R\"\"\",ends\n\na,b,stiffness,rest_length,set\n"
    "left,mid,100,0.9,ties\n1,2,200,0.8,ties\n1,\"right, \"\"R\"\"\",50,1,stays\n";

TEST(ImportCsv, TablesOfNodesAndSprings) {
  const Imported got = import_bytes(kTables, "csv", "net.csv");
  EXPECT_EQ(got.system.dimension, 3);
  EXPECT_EQ(got.system.nodes.mass, (Column{1, 2, 1}));
  EXPECT_EQ(got.system.nodes.name, (std::vector<std::string>{"left", "mid", "right, \"R\""}));
  EXPECT_EQ(fixed_axes(got.system), (std::vector<unsigned char>{7, 0, 5}));
  ASSERT_EQ(got.system.springs.size(), 2u);
  EXPECT_EQ(got.system.springs[0].name, "ties");
  EXPECT_EQ(got.system.springs[0].stiffness, (Column{100, 200}));
  EXPECT_EQ(got.system.springs[0].rest_length, (Column{0.9, 0.8}));
  EXPECT_EQ(got.system.springs[1].stiffness, (Column{50}));
  // side by side
  EXPECT_EQ(got.report.duplicate_springs, 1);
  EXPECT_TRUE(got.report.parallel_kept);
  EXPECT_EQ(got.report.springs, 3);
  EXPECT_TRUE(validate(got.system).empty());
}

TEST(ImportCsv, TwoColumnsOfPlacesLieInThePlane) {
  const Imported got = import_bytes("a;b\n0;1\nx;y;vx\n0;0;1\n1;5;0\n2;2;0\n", "csv", "net.csv");
  EXPECT_EQ(got.system.dimension, 2);
  EXPECT_EQ(got.system.nodes.position, (std::vector<double>{0, 0, 1, 5, 2, 2}));
  EXPECT_EQ(got.system.nodes.velocity, (std::vector<double>{1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(got.report.unused_nodes, 1);
  EXPECT_TRUE(got.report.unused_kept);
  const Imported tabs = import_bytes("x\ty\tname\n1\t2\t\n3\t4\tb\n", "csv", "net.csv");
  EXPECT_EQ(tabs.report.nodes, 2);
}

TEST(ImportCsv, MalformedFilesAreRefused) { expect_refused("csv", {{"tables", kTables}}); }

TEST(ImportEdges, NumbersAreIdsAndOthersAreNames) {
  const Imported ids = import_bytes("# edges\n2 0\n0 1\n1,2\n", "edges", "net.edges");
  EXPECT_EQ(ids.report.nodes, 3);
  EXPECT_TRUE(ids.system.nodes.name.empty());
  EXPECT_EQ(ids.system.springs[0].ends, (std::vector<std::array<int, 2>>{{2, 0}, {0, 1}, {1, 2}}));
  EXPECT_EQ(ids.system.springs[0].rest_length, Column{1});
  EXPECT_EQ(ids.system.dimension, 2);
  // on a circle, a unit of arc apart: chords of 3/pi sin(60 degrees)
  const std::vector<double>& place = ids.system.nodes.position;
  EXPECT_NEAR(std::hypot(place[2] - place[0], place[3] - place[1]), 0.826993343, 1e-8);
  const Imported names = import_bytes("a b 2\nb c 3\na b 4\n", "edges", "net.edges");
  EXPECT_EQ(names.system.nodes.name, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(names.system.springs[0].stiffness, (Column{2, 3, 4}));
  const Imported sparse = import_bytes("7 5\n5 100\n", "edges", "net.edges");
  EXPECT_EQ(sparse.system.nodes.name, (std::vector<std::string>{"5", "7", "100"}));
}

TEST(ImportEdges, MalformedFilesAreRefused) {
  std::vector<Refused> files = {{"", 0, "there is no edge in this file"},
                                {"\n\n", 0, "there is no edge"},
                                {"# a b\n", 0, "there is no edge"},
                                {"% 1 2\n", 0, "there is no edge"},
                                {"a\n", 1, "a line has two nodes, and this one has less"},
                                {"a b 1\nc\n", 2, "this one has less"},
                                {"a,\n", 1, "this one has less"},
                                {",,,\n", 1, "this one has less"},
                                {"a b c\n", 1, "the stiffness must be a finite number, not `c`"},
                                {"a b nan\n", 1, "not `nan`"},
                                {"a b inf\n", 1, "not `inf`"},
                                {"a b 1e999\n", 1, "not `1e999`"},
                                {"a b -1\n", 1, "the stiffness must not be negative"},
                                {"a b 1 2\n", 1, "this is a fourth value"},
                                {"a b {}\n", 1, "not `{}`"},
                                {"a b {'weight': 3}\n", 1, "this is a fourth value"},
                                {"a b 1\nb c\n", 2, "either all lines give a stiffness"},
                                {"a b\nb c 1\n", 2, "either all lines give a stiffness"}};
  // the same faults behind good lines, where the place must be right
  const std::size_t count = files.size() - 2;
  for (std::size_t i = 4; i < count; ++i) {
    files.push_back({"p q 1\n# two\nq r 1\n" + files[i].bytes, files[i].line + 3, files[i].piece});
    if (i != 5) files.push_back({"p q\n\n" + files[i].bytes, files[i].line + 2, files[i].piece});
  }
  expect_refused("edges", files);
}

}  // namespace
}  // namespace tensio
