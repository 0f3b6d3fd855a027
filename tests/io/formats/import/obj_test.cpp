// OBJ: what is taken, and what is refused.
#include <gtest/gtest.h>

#include "refusals.hpp"
#include "tensio/files/import.hpp"

namespace tensio {
namespace {

Imported read(const std::string& text, const ImportOptions& options = {}) {
  return import_bytes(text, "obj", "mesh.obj", options);
}

const std::string kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(ImportObj, AnEdgeOfTwoFacesIsOneSpring) {
  const Imported got = read(kSquare + "f 1 2 3\nf 1 3 4\n");
  ASSERT_EQ(got.system.springs.size(), 1u);
  const std::vector<std::array<int, 2>> expected = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 0}};
  EXPECT_EQ(got.system.springs[0].ends, expected);
  EXPECT_TRUE(got.system.springs[0].stiffness.empty());
  EXPECT_EQ(got.system.faces.start, (std::vector<int>{0, 3, 6}));
  EXPECT_EQ(got.system.faces.nodes, (std::vector<int>{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(got.system.dimension, 3);
  EXPECT_EQ(got.report.springs, 5);
  EXPECT_TRUE(remarks(got.report).empty());
}

TEST(ImportObj, GroupsBecomeSetsAndGroupsOfNodesAndFaces) {
  const Imported got = read(kSquare + "o sail\ng left rim\nf 1 2 3\ng right\nf 1 3 4\nl 2 4\n");
  ASSERT_EQ(got.system.springs.size(), 2u);
  EXPECT_EQ(got.system.springs[0].name, "left");
  EXPECT_EQ(got.system.springs[1].name, "right");
  // lines come first in a set; the seam belongs to the group that has it first
  EXPECT_EQ(got.system.springs[1].ends, (std::vector<std::array<int, 2>>{{1, 3}, {2, 3}, {3, 0}}));
  ASSERT_EQ(got.system.groups.size(), 4u);
  EXPECT_EQ(got.system.groups[0].name, "sail");
  EXPECT_EQ(got.system.groups[0].members, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(got.system.groups[1].name, "left");
  EXPECT_EQ(got.system.groups[1].members, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(got.system.groups[2].name, "rim");
  // the names of sets are groups of springs already
  ASSERT_EQ(got.system.spring_groups.size(), 2u);
  EXPECT_EQ(got.system.spring_groups[1].name, "rim");
  EXPECT_EQ(got.system.spring_groups[1].members, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(got.system.face_groups.size(), 4u);
}

TEST(ImportObj, LinesContinueAndCountBack) {
  const Imported got = read(kSquare + "l -4 -3 \\\n -2/1 # a comment\nvn 0 0 1\nf 1/1/1 2//1 -2\n");
  EXPECT_EQ(got.report.springs, 3);
  EXPECT_EQ(got.report.faces, 1);
  EXPECT_EQ(got.report.unused_nodes, 1);
  EXPECT_EQ(got.report.nodes, 3);
}

TEST(ImportObj, OddElementsAreCountedAndHandled) {
  const Imported got = read(kSquare +
                            "v 0 0 1\nv 9 9 9\n"
                            "f 1 2 3\nf 3 1 2\nf 3 2 1\n"  // the same corners
                            "f 1 2 2 4\n"                  // a triangle
                            "f 1 1 2\n"                    // nothing
                            "f 1 2 1 3\n"                  // touches itself
                            "f 1 2 5\n"                    // a third face on the edge 1-2
                            "l 1 1\nl 1 4 1\nl 3 5 3\ncurv 0 1 1 2\np 1\n");
  EXPECT_EQ(got.report.duplicate_faces, 2);
  EXPECT_EQ(got.report.degenerate_faces, 3);
  EXPECT_EQ(got.report.faces, 3);
  EXPECT_EQ(got.report.nonmanifold_edges, 1);
  EXPECT_EQ(got.report.degenerate_springs, 1);
  EXPECT_EQ(got.report.duplicate_springs, 2);
  EXPECT_FALSE(got.report.parallel_kept);
  EXPECT_EQ(got.report.unused_nodes, 1);
  EXPECT_EQ(got.report.nodes, 5);
  EXPECT_EQ(got.report.springs, 8);
  ASSERT_EQ(got.report.skipped.size(), 2u);
  EXPECT_EQ(got.report.skipped[0].kind, "curv");
  EXPECT_EQ(remarks(got.report).size(), 8u);
}

TEST(ImportObj, UnusedPointsStayWhereAskedFor) {
  const std::string text = "v 9 9 9\n" + kSquare + "l 2 3\n";
  EXPECT_EQ(read(text).system.springs[0].ends[0], (std::array<int, 2>{0, 1}));
  const Imported kept = read(text, {.keep_unused = true});
  EXPECT_EQ(kept.report.nodes, 5);
  EXPECT_EQ(kept.system.springs[0].ends[0], (std::array<int, 2>{1, 2}));
  // points alone are nodes
  EXPECT_EQ(read(kSquare).report.nodes, 4);
}

TEST(ImportObj, AFlatMeshGoesIntoThePlaneWhereAskedFor) {
  EXPECT_EQ(read(kSquare + "l 1 2\n", {.dimension = 2}).system.nodes.position,
            (std::vector<double>{0, 0, 1, 0}));
  EXPECT_THROW(read("v 0 0 1\nv 1 0 0\nl 1 2\n", {.dimension = 2}), Error);
  EXPECT_THROW(read(kSquare, {.dimension = 4}), Error);
}

TEST(ImportObj, PointsNearEachOtherMergeWhereAskedFor) {
  const std::string text =
      "v 0 0 0\nv 1 0 0\nv 1.0001 0 0\nv 2 0 0\nv 2 -0.0001 0\nl 1 2\nl 3 4\nl 5 1\n";
  EXPECT_EQ(read(text).report.nodes, 5);
  const Imported merged = read(text, {.merge = 0.001});
  EXPECT_EQ(merged.report.merged_nodes, 2);
  EXPECT_EQ(merged.report.nodes, 3);
  EXPECT_EQ(merged.system.springs[0].ends,
            (std::vector<std::array<int, 2>>{{0, 1}, {1, 2}, {2, 0}}));
}

TEST(ImportObj, NamesAreMadeFitForGroups) {
  const Imported got = read(kSquare + "g a:b\nl 1 2\ng =x\nl 2 3\ng t.csv\nl 3 4\ng \xff\nl 4 1\n");
  ASSERT_EQ(got.system.springs.size(), 4u);
  EXPECT_EQ(got.system.springs[0].name, "a_b");
  EXPECT_EQ(got.system.springs[1].name, "_x");
  EXPECT_EQ(got.system.springs[2].name, "t.csv_");
  EXPECT_EQ(got.system.springs[3].name, "_");
}

TEST(ImportObj, MalformedFilesAreRefused) {
  expect_refused(
      "obj", {{"square", kSquare}},
      {{"f -1 -2 -3\n" + std::string(kSquare), 1, "counts back, but no vertex came before"},
       {std::string("\0v 1 2 3\n", 9), 1, "is not a statement"}});
}

}  // namespace
}  // namespace tensio
