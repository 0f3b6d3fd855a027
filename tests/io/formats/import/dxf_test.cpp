// DXF: lines, polylines and faces by layer; what is refused.
#include <gtest/gtest.h>

#include "refusals.hpp"
#include "tensio/files/import.hpp"

namespace tensio {
namespace {

// Codes and values, a space between them, as lines.
std::string codes(const std::string& text) {
  std::string lines;
  for (const char c : text) lines += c == ' ' ? '\n' : c;
  return lines + "\n";
}

std::string drawing(const std::string& entities) {
  return codes("0 SECTION 2 HEADER 9 $ACADVER 1 AC1009 0 ENDSEC 0 SECTION 2 ENTITIES " + entities +
               " 0 ENDSEC 0 EOF");
}

const std::string kLine = "0 LINE 8 ties 10 0 20 0 30 0 11 1 21 0 31 0";
const std::string kLight = "0 LWPOLYLINE 8 rim 90 3 70 1 38 2 10 0 20 0 10 1 20 0 10 1 20 1";
const std::string kFace =
    "0 3DFACE 8 0 10 0 20 0 30 0 11 1 21 0 31 0 12 1 22 1 32 0 13 1 23 1 33 0";
const std::string kPolyline =
    "0 POLYLINE 8 rope 66 1 70 8 10 0 20 0 30 0 0 VERTEX 8 rope 10 0 20 0 30 0 "
    "0 VERTEX 8 rope 10 0 20 0 30 1 0 VERTEX 8 rope 10 0 20 0 30 2 0 SEQEND 8 rope";

TEST(ImportDxf, LayersAreSetsAndEqualPointsAreOneNode) {
  const Imported got = import_bytes(drawing(kLine + " " + kLight + " " + kFace + " " + kPolyline +
                                            " 0 CIRCLE 8 ties 10 0 20 0 40 1"),
                                    "dxf", "net.dxf");
  std::map<std::string, std::size_t> sets;
  for (const SpringSet& set : got.system.springs) sets[set.name] = set.ends.size();
  EXPECT_EQ(sets,
            (std::map<std::string, std::size_t>{{"", 2}, {"rim", 3}, {"rope", 2}, {"ties", 1}}));
  EXPECT_EQ(got.report.faces, 1);
  // the four corners on the ground, three of the rim, and the middle of the rope
  EXPECT_EQ(got.report.nodes, 7);
  EXPECT_EQ(got.report.merged_nodes, 11 - 7);
  ASSERT_EQ(got.report.skipped.size(), 1u);
  EXPECT_EQ(got.report.skipped[0].kind, "CIRCLE");
}

TEST(ImportDxf, CommentsAreAllowedEverywhere) {
  const Imported plain = import_bytes(drawing(kLine), "dxf", "net.dxf");
  const Imported commented =
      import_bytes(codes("999 made_by_hand") + drawing("999 a_line " + kLine + " 999 0 999 EOF"),
                   "dxf", "net.dxf");
  EXPECT_EQ(commented.system.nodes.position, plain.system.nodes.position);
  EXPECT_EQ(commented.report.springs, 1);
}

// Their end looks like that of a polyline.
TEST(ImportDxf, AttributesOfBlocksAreCounted) {
  const std::string block =
      "0 INSERT 8 0 66 1 2 frame 10 1 20 2 30 0 0 ATTRIB 8 0 10 1 20 2 1 A 0 SEQEND 8 0 ";
  const Imported got = import_bytes(drawing(block + kLine + " " + kPolyline), "dxf", "net.dxf");
  EXPECT_EQ(got.report.springs, 1 + 2);
  ASSERT_EQ(got.report.skipped.size(), 2u);
  EXPECT_EQ(got.report.skipped[0].kind, "ATTRIB");
  EXPECT_EQ(got.report.skipped[1].kind, "INSERT");
}

// A point at an end of the line is that node; another one is a node of its own.
TEST(ImportDxf, PointsAreNodes) {
  const Imported got = import_bytes(
      drawing(kLine + " 0 POINT 8 anchors 10 1 20 0 30 0 0 POINT 8 anchors 10 5 20 6 30 7"), "dxf",
      "net.dxf");
  EXPECT_EQ(got.report.nodes, 3);
  EXPECT_EQ(got.report.unused_nodes, 0);
  EXPECT_TRUE(got.report.skipped.empty());
  EXPECT_EQ(got.system.nodes.position, (std::vector<double>{0, 0, 0, 1, 0, 0, 5, 6, 7}));
  const auto anchors = std::find_if(got.system.groups.begin(), got.system.groups.end(),
                                    [](const Group& group) { return group.name == "anchors"; });
  ASSERT_NE(anchors, got.system.groups.end());
  EXPECT_EQ(anchors->members, (std::vector<int>{1, 2}));
}

TEST(ImportDxf, NetsAndPolyfacesAreFaces) {
  const std::string vertices =
      " 0 VERTEX 10 0 20 0 30 0 0 VERTEX 10 1 20 0 30 0 0 VERTEX 10 0 20 1 30 0 "
      "0 VERTEX 10 1 20 1 30 0";
  const Imported net = import_bytes(drawing("0 POLYLINE 70 16 71 2 72 2" + vertices + " 0 SEQEND"),
                                    "dxf", "net.dxf");
  EXPECT_EQ(net.report.faces, 1);
  EXPECT_EQ(net.system.faces.nodes, (std::vector<int>{0, 1, 3, 2}));
  const Imported faces = import_bytes(
      drawing("0 POLYLINE 70 64" + vertices +
              " 0 VERTEX 70 128 71 1 72 -2 73 3 0 VERTEX 70 128 71 2 72 4 73 3 74 0 0 SEQEND"),
      "dxf", "net.dxf");
  EXPECT_EQ(faces.system.faces.nodes, (std::vector<int>{0, 1, 2, 1, 3, 2}));
}

TEST(ImportDxf, APolylineLiesInThePlaneOfItsNormal) {
  // normal along x: the own x runs along y, the own y along z
  const Imported got = import_bytes(
      drawing("0 LWPOLYLINE 38 5 210 1 220 0 230 0 10 1 20 2 42 0.5 10 3 20 4"), "dxf", "a.dxf");
  EXPECT_EQ(got.system.nodes.position, (std::vector<double>{5, 1, 2, 5, 3, 4}));
  EXPECT_EQ(got.report.skipped.size(), 1u);
}

TEST(ImportDxf, MalformedFilesAreRefused) {
  const auto with = [](const std::string& entity, const std::string& from, const std::string& to) {
    return drawing(replaced(entity, from, to));
  };
  const std::string net = "0 POLYLINE 70 16 71 2 72 2 0 VERTEX 10 0 20 0 0 SEQEND";
  const std::string polyface =
      "0 POLYLINE 70 64 0 VERTEX 10 0 20 0 0 VERTEX 10 1 20 0 0 VERTEX 10 1 20 1 "
      "0 VERTEX 70 128 71 1 72 2 73 3 0 SEQEND";
  const std::string whole = drawing(kLine);
  expect_refused(
      "dxf",
      {{"", 1, "the file ends without `EOF`"},
       {"AutoCAD Binary DXF\r\n", 0, "is binary"},
       {"0\n", 2, "where the value of code 0 is expected"},
       {"hello\nworld\n", 1, "the code of a value must be a whole number"},
       {"2\nHEADER\n", 1, "a code 0 is expected here, not code 2"},
       {"5000\nx\n", 1, "not `5000`"},
       {"-20\nx\n", 1, "not `-20`"},
       {"1.5\nx\n", 1, "not `1.5`"},
       {codes("0 EOF"), 0, "there is no section ENTITIES"},
       {codes("0 SECTION 2 HEADER 0 ENDSEC 0 EOF"), 0, "there is no section ENTITIES"},
       {codes("0 SECTION 3 ENTITIES 0 EOF"), 3, "the name of the section (code 2)"},
       {codes("0 SECTION 0 ENDSEC 0 EOF"), 3, "the name of the section (code 2)"},
       {whole.substr(0, whole.size() - 4), 34, "where the value of code 0"},
       {whole.substr(0, whole.size() - 6), 33, "the file ends without `EOF`"},
       {whole.substr(0, whole.find("LINE") + 5), 17, "the file ends without `EOF`"},
       {with(kLine, "10 0", "10 a"), 20, "code 10 must be a finite number, not `a`"},
       {with(kLine, "21 0", "21 nan"), 28, "code 21 must be a finite number"},
       {with(kLine, "31 0", "31 1e999"), 30, "code 31 must be a finite number"},
       {with(kLine, "31 0", "31 "), 30, "code 31 must be a finite number, not ``"},
       {with(kLine, " 10 0 20 0 30 0", ""), 16, "this LINE lacks its point 1 (code 10)"},
       {with(kLine, " 11 1 21 0 31 0", ""), 16, "this LINE lacks its point 2 (code 11)"},
       {with(kLine, "10 0 20 0 30 0", "20 0 30 0"), 19, "x (code 10) must come before y and z"},
       {with(kLine, "10 0 20 0 30 0", "30 0 10 0 20 0"), 19, "must come before y and z"},
       {with(kFace, " 12 1 22 1 32 0 13 1 23 1 33 0", ""), 16, "this 3DFACE lacks its point 3"},
       {with(kFace, " 11 1 21 0 31 0", ""), 16, "this 3DFACE lacks its point 2"},
       {with(kFace, "13 1", "13 one"), 38, "code 13 must be a finite number"},
       {with(kLight, " 10 0 20 0 10 1 20 0 10 1 20 1", ""), 16, "has no vertices"},
       {with(kLight, "70 1", "70 closed"), 22, "code 70 must be a whole number"},
       {with(kLight, "70 1", "70 0.5"), 22, "code 70 must be a whole number"},
       {with(kLight, "38 2", "38 high"), 24, "code 38 must be a finite number"},
       {with(kLight, "38 2", "42 bulge"), 24, "code 42 must be a finite number"},
       {with(kLight, "38 2", "210 0 220 0 230 0"), 16, "the extrusion direction"},
       {with(kLight, "38 2", "220 up"), 24, "code 220 must be a finite number"},
       {drawing("0 VERTEX 10 0 20 0"), 16, "VERTEX is outside a POLYLINE"},
       {drawing("0 SEQEND"), 16, "SEQEND is outside a POLYLINE"},
       {drawing("0 INSERT 0 CIRCLE 0 SEQEND"), 20, "SEQEND is outside a POLYLINE"},
       {with(kPolyline, " 0 SEQEND 8 rope", ""), 60, "`ENDSEC` is found where VERTEX or SEQEND"},
       {with(kPolyline, "0 VERTEX 8 rope 10 0 20 0 30 0", "0 VERTEX 8 rope"), 30,
        "this VERTEX lacks its point 1"},
       {with(kPolyline, "30 1", "30 up"), 48, "code 30 must be a finite number"},
       {drawing(net), 16, "this net of 2 x 2 points has 1"},
       {with(net, "71 2", "71 1"), 16, "this net of 1 x 2 points has 1"},
       {with(net, "72 2", "72 -5"), 16, "this net of 2 x -5 points has 1"},
       {with(polyface, "73 3", "73 4"), 38, "a face has the vertex 4; there are 3"},
       {with(polyface, "73 3", "73 -9"), 38, "a face has the vertex -9; there are 3"},
       {with(polyface, "72 2 73 3", "72 2"), 38, "a face has 2 vertices"},
       {with(polyface, "71 1", "71 x"), 42, "code 71 must be a whole number"}});
}

}  // namespace
}  // namespace tensio
