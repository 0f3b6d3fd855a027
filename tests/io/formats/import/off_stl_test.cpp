// OFF and STL: what is taken, and what is refused.
#include <gtest/gtest.h>

#include <cstring>

#include "refusals.hpp"
#include "tensio/import.hpp"

namespace tensio {
namespace {

TEST(ImportOff, FacesAndLinesAreTaken) {
  for (const char* head : {"OFF\n# a comment\n4 3 0\n", "OFF 4 3\n", "COFF\n4 3 0\n"}) {
    const Imported got = import_bytes(std::string(head) +
                                          "0 0 0 255 0 0 1\n1 0 0\n1 1 0\n\n0 1 0\n"
                                          "3 0 1 2 0.5 0.5 0.5\n2 2 3\n1 0\n",
                                      "off", "mesh.off");
    EXPECT_EQ(got.report.nodes, 4);
    EXPECT_EQ(got.report.faces, 1);
    EXPECT_EQ(got.report.springs, 4);
    EXPECT_EQ(got.report.skipped.size(), 1u);
  }
}

TEST(ImportOff, MalformedFilesAreRefused) {
  const std::string points = "0 0 0\n1 0 0\n0 1 0\n";
  expect_refused(
      "off",
      {{"", 0, "the file is empty"},
       {"# only\n", 0, "the file is empty"},
       {"of\n", 1, "`of` is not OFF"},
       {"OFFS\n", 1, "`OFFS` is not OFF"},
       {"off\n3 1 0\n", 1, "`off` is not OFF"},
       {"3 1 0\n" + points + "3 0 1 2\n", 1, "`3` is not OFF"},
       {"4OFF\n3 1 0\n", 1, "other than three coordinates"},
       {"nOFF\n3\n3 1 0\n", 1, "other than three coordinates"},
       {"C4OFF\n3 1 0\n", 1, "other than three coordinates"},
       {"OFF BINARY\n", 1, "is binary; write it as text"},
       {"OFF\n", 2, "where the numbers of vertices"},
       {"OFF\n3\n", 2, "the number of faces is missing"},
       {"OFF\nx 1 0\n", 2, "the number of vertices must be a whole number"},
       {"OFF\n3 x 0\n", 2, "the number of faces must be a whole number"},
       {"OFF\n3 1 x\n", 2, "the number of edges must be a whole number"},
       {"OFF\n3.5 1 0\n", 2, "not `3.5`"},
       {"OFF\n-3 1 0\n", 2, "not `-3`"},
       {"OFF\n3 1 0 9\n", 2, "`9` stands behind the three counts"},
       {"OFF\n2000000000 1 0\n", 2, "2000000000 vertices cannot stand"},
       {"OFF\n3 2000000000 0\n" + points, 2, "2000000000 faces cannot stand"},
       {"OFF\n99999999999 1 0\n", 2, "not `99999999999`"},
       {"OFF\n3 1 0\n0 0 0\n1 0 0\n", 5, "the file ends behind 2 of 3 vertices"},
       {"OFF\n3 1 0\n0 0\n1 0 0\n0 1 0\n3 0 1 2\n", 3, "z of a vertex is missing"},
       {"OFF\n3 1 0\n0 0 a\n1 0 0\n0 1 0\n3 0 1 2\n", 3, "z of a vertex must be a finite number"},
       {"OFF\n3 1 0\n0 nan 0\n1 0 0\n0 1 0\n3 0 1 2\n", 3, "not `nan`"},
       {"OFF\n3 1 0\n1e400 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", 3, "not `1e400`"},
       {"OFF\n3 1 0\n0 0 0 red\n1 0 0\n0 1 0\n3 0 1 2\n", 3, "a number behind x, y and z"},
       {"OFF\n3 1 0\n" + points, 6, "the file ends behind 0 of 1 faces"},
       {"OFF\n3 2 0\n" + points + "3 0 1 2\n", 7, "the file ends behind 1 of 2 faces"},
       {"OFF\n3 1 0\n" + points + "0\n", 6, "the number of corners must be a whole number from 1"},
       {"OFF\n3 1 0\n" + points + "-3 0 1 2\n", 6, "not `-3`"},
       {"OFF\n3 1 0\n" + points + "x 0 1 2\n", 6, "not `x`"},
       {"OFF\n3 1 0\n" + points + "3 0 1\n", 6, "a corner of a face is missing"},
       {"OFF\n3 1 0\n" + points + "3 0 1 3\n", 6, "from 0 to 2, not `3`"},
       {"OFF\n3 1 0\n" + points + "3 0 1 -1\n", 6, "from 0 to 2, not `-1`"},
       {"OFF\n3 1 0\n" + points + "3 0 1 1.5\n", 6, "not `1.5`"},
       {"OFF\n3 1 0\n" + points + "3 0 1 b\n", 6, "not `b`"},
       {"OFF\n3 1 0\n" + points + "2000000 0 1 2\n", 6, "2000000 corners cannot stand"},
       {"OFF\n3 1 0\n" + points + "3 0 1 2 red\n", 6, "a number behind the corners"},
       {"OFF\n0 1 0\n1 0\n", 3, "from 0 to -1"},
       {"OFF\n3 1 0\n" + points + "3 0 1 2\n3 0 1 2\n", 7, "something follows the 1 faces"},
       {"OFF\n3 0 0\n" + points + "3 0 1 2\n", 6, "something follows the 0 faces"}});
}

std::string facet(const std::string& a, const std::string& b, const std::string& c) {
  return " facet normal 0 0 1\n  outer loop\n   vertex " + a + "\n   vertex " + b + "\n   vertex " +
         c + "\n  endloop\n endfacet\n";
}

std::string stl_bytes(const std::vector<std::array<float, 9>>& triangles, std::uint32_t count) {
  std::string bytes(80, ' ');
  bytes.replace(0, 5, "solid");
  bytes.append(reinterpret_cast<const char*>(&count), 4);
  for (const std::array<float, 9>& triangle : triangles) {
    bytes.append(12, '\0');
    bytes.append(reinterpret_cast<const char*>(triangle.data()), sizeof triangle);
    bytes.append(2, '\0');
  }
  return bytes;
}

TEST(ImportStl, EqualVerticesBecomeOneNodeInTextAndBytes) {
  const std::string text = "solid part one\n" + facet("0 0 0", "1 0 0", "1 1 0") +
                           facet("-0 0 0", "1 1 0", "0 1 0") + "endsolid part one\n";
  const std::string bytes =
      stl_bytes({{0, 0, 0, 1, 0, 0, 1, 1, 0}, {-0.0F, 0, 0, 1, 1, 0, 0, 1, 0}}, 2);
  for (const std::string& file : {text, bytes}) {
    const Imported got = import_bytes(file, "stl", "part.stl");
    EXPECT_EQ(got.report.nodes, 4);
    EXPECT_EQ(got.report.merged_nodes, 2);
    EXPECT_EQ(got.report.springs, 5);
    EXPECT_EQ(got.report.faces, 2);
    EXPECT_EQ(got.system.faces.nodes, (std::vector<int>{0, 1, 2, 0, 2, 3}));
  }
  EXPECT_EQ(import_bytes(text, "stl", "part.stl").system.springs[0].name, "part one");
}

TEST(ImportStl, MalformedFilesAreRefused) {
  const std::string good = facet("0 0 0", "1 0 0", "1 1 0");
  const std::string solid = "solid\n", end = "endsolid\n";
  const auto broken = [&](const std::string& from, const std::string& to) {
    std::string text = solid + good + end;
    return text.replace(text.find(from), from.size(), to);
  };
  const float inf = std::numeric_limits<float>::infinity();
  const std::string one = stl_bytes({{0, 0, 0, 1, 0, 0, 1, 1, 0}}, 1);
  std::string other_start = one;
  other_start[0] = 'x';
  expect_refused(
      "stl",
      {{"", 0, "this is no STL file"},
       {"x", 0, "this is no STL file"},
       {"facet normal 0 0 1\n", 0, "this is no STL file"},
       {std::string(83, 'x'), 0, "too short to be binary"},
       {"soli\n", 0, "this is no STL file"},
       {"solid", 1, "where `facet` or `endsolid` should stand"},
       {"solid\n", 2, "where `facet` or `endsolid` should stand"},
       {"solid\nendsolid\n", 0, "there is no triangle"},
       {solid + good, 9, "where `facet` or `endsolid` should stand"},
       {"solids\n" + good + end, 1, "`solids` stands where `solid` should"},
       {solid + "solid\n" + good + end, 2, "`solid` stands where `facet` or `endsolid` should"},
       {solid + good + end + good, 10, "`facet` stands where `solid` should"},
       {solid + good + end + "end\n", 10, "`end` stands where `solid` should"},
       {broken("facet normal", "facets normal"), 2, "`facets` stands where"},
       {broken("normal 0 0 1", "norm 0 0 1"), 2, "`norm` stands where `normal` should"},
       {broken("normal 0 0 1", "normal 0 0"), 2, "a number of the normal is missing"},
       {broken("normal 0 0 1", "normal"), 2, "a number of the normal is missing"},
       {broken("outer loop", "loop"), 3, "`loop` stands where `outer` should"},
       {broken("outer loop", "outer"), 4, "`vertex` stands where `loop` should"},
       {broken("   vertex 0 0 0\n", ""), 6, "`endloop` stands where `vertex` should"},
       {broken("vertex 1 0 0", "point 1 0 0"), 5, "`point` stands where `vertex` should"},
       {broken("vertex 1 0 0", "vertex 1 0"), 5, "z of a vertex is missing"},
       {broken("vertex 1 0 0", "vertex 1"), 5, "y of a vertex is missing"},
       {broken("vertex 1 0 0", "vertex"), 5, "x of a vertex is missing"},
       {broken("vertex 1 0 0", "vertex 1 0 b"), 5, "z of a vertex must be a finite number"},
       {broken("vertex 1 0 0", "vertex inf 0 0"), 5, "not `inf`"},
       {broken("vertex 1 0 0", "vertex 0 nan 0"), 5, "not `nan`"},
       {broken("vertex 1 0 0", "vertex 0 1e99999 0"), 5, "not `1e99999`"},
       {broken("vertex 1 0 0", "vertex 1 0 0 0"), 5, "`0` stands where `vertex` should"},
       {broken("vertex 1 1 0\n", "vertex 1 1 0\nvertex 2 2 2\n"), 7, "where `endloop` should"},
       {broken("  endloop\n", ""), 7, "`endfacet` stands where `endloop` should"},
       {broken(" endfacet\n", ""), 8, "`endsolid` stands where `endfacet` should"},
       {solid + good.substr(0, 30), 3, "`lo` stands where `loop` should"},
       {solid + good.substr(0, 50), 5, "the file ends where vertex"},
       {stl_bytes({}, 0), 0, "there is no triangle"},
       {other_start + "x", 0, "announces 1 triangles of 50 bytes, and 51 bytes follow"},
       {other_start.substr(0, 100), 0, "announces 1 triangles of 50 bytes, and 16 bytes follow"},
       {"x" + stl_bytes({}, 4000000000U).substr(1), 0, "announces 4000000000 triangles"},
       {one.substr(0, 120), 1, "`"},
       {stl_bytes({{0, 0, 0, inf, 0, 0, 1, 1, 0}}, 1), 0, "triangle 0 has a coordinate"},
       {stl_bytes({{0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 0, 0, 1, 0, 0, 1, 1, -inf}}, 2), 0,
        "triangle 1 has a coordinate"},
       {stl_bytes({{0, 0, 0, 1, 0, 0, 1, 1, std::numeric_limits<float>::quiet_NaN()}}, 1), 0,
        "that is not finite"}});
}

}  // namespace
}  // namespace tensio
