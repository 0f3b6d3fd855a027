// OFF and STL: what is taken, and what is refused.
#include <gtest/gtest.h>

#include <cstring>

#include "refusals.hpp"
#include "tensio/files/import.hpp"

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
  expect_refused("off", {{"triangle", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"}});
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
  const float inf = std::numeric_limits<float>::infinity();
  const std::string one = stl_bytes({{0, 0, 0, 1, 0, 0, 1, 1, 0}}, 1);
  std::string other_start = one;
  other_start[0] = 'x';
  expect_refused(
      "stl", {{"solid", solid + good + end}},
      {{std::string(83, 'x'), 0, "too short to be binary"},
       {solid + good, 9, "where `facet` or `endsolid` is expected"},
       {"solids\n" + good + end, 1, "`solids` is found where `solid` is expected"},
       {solid + "solid\n" + good + end, 2,
        "`solid` is found where `facet` or `endsolid` is expected"},
       {solid + good + end + good, 10, "`facet` is found where `solid` is expected"},
       {solid + good + end + "end\n", 10, "`end` is found where `solid` is expected"},
       {solid + good.substr(0, 30), 3, "`lo` is found where `loop` is expected"},
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
