// Legacy VTK: data sets, old and new lists of cells, text and bytes; what is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <tuple>

#include "refusals.hpp"
#include "tensio/files/import.hpp"

namespace tensio {
namespace {

const std::string kHead = "# vtk DataFile Version 3.0\na title\nASCII\n";
const std::string kPoints = "POINTS 5 float\n0 0 0 1 0 0\n1 1 0\n0 1 0 5 5 5\n";
const std::string kPoly = kHead + "DATASET POLYDATA\n" + kPoints +
                          "METADATA\nINFORMATION 0\n\nVERTICES 1 2\n1 0\nLINES 1 4\n3 0 1 2\n"
                          "POLYGONS 1 4\n3 0 2 3\nPOINT_DATA 5\nSCALARS a int\n";
const std::string kGrid = kHead +
                          "DATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nTIME 1 1 double\n0.5\n" +
                          kPoints + "CELLS 3 12\n2 0 1\n3 0 1 2\n4 0 1 2 3\nCELL_TYPES 3\n3 5 9\n";
const std::string kNew = "# vtk DataFile Version 5.1\nt\nASCII\nDATASET UNSTRUCTURED_GRID\n" +
                         kPoints +
                         "CELLS 4 9\nOFFSETS vtktypeint64\n0 2 5 9\nCONNECTIVITY vtktypeint64\n"
                         "0 1 0 1 2 0 1 2 3\nCELL_TYPES 3\n3\n5\n9\n";

template <class T>
void put(std::string& bytes, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  std::reverse(raw, raw + sizeof(T));
  bytes.append(raw, sizeof(T));
}

std::string grid_bytes() {
  std::string bytes =
      "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 float\n";
  for (const int x : {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 5, 5, 5})
    put(bytes, static_cast<float>(x));
  bytes += "\nCELLS 3 12\n";
  for (const std::int32_t i : {2, 0, 1, 3, 0, 1, 2, 4, 0, 1, 2, 3}) put(bytes, i);
  bytes += "\nCELL_TYPES 3\n";
  for (const std::int32_t i : {3, 5, 9}) put(bytes, i);
  return bytes + "\n";
}

std::string new_grid_bytes() {
  std::string bytes =
      "# vtk DataFile Version 5.1\nt\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n";
  for (const double x : {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 5, 5, 5}) put(bytes, x);
  bytes += "\nCELLS 4 9\nOFFSETS vtktypeint64\n";
  for (const std::int64_t i : {0, 2, 5, 9}) put(bytes, i);
  bytes += "\nCONNECTIVITY vtktypeint64\n";
  for (const std::int64_t i : {0, 1, 0, 1, 2, 0, 1, 2, 3}) put(bytes, i);
  bytes += "\nCELL_TYPES 3\n";
  for (const std::int32_t i : {3, 5, 9}) put(bytes, i);
  return bytes + "\n";
}

TEST(ImportVtk, PolyDataHasLinesAndPolygons) {
  const Imported got = import_bytes(kPoly, "vtk", "net.vtk");
  EXPECT_EQ(got.report.nodes, 4);
  EXPECT_EQ(got.report.unused_nodes, 1);
  EXPECT_EQ(got.report.springs, 5);
  EXPECT_EQ(got.report.faces, 1);
  EXPECT_EQ(got.report.skipped.size(), 1u);
}

TEST(ImportVtk, GridsInTextAndBytesGiveTheSame) {
  for (const std::string& file : {kGrid, kNew, grid_bytes(), new_grid_bytes()}) {
    const Imported got = import_bytes(file, "vtk", "net.vtk");
    EXPECT_EQ(got.system.nodes.position, (std::vector<double>{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}));
    EXPECT_EQ(got.system.faces.nodes, (std::vector<int>{0, 1, 2, 0, 1, 2, 3}));
    EXPECT_EQ(got.system.springs[0].ends,
              (std::vector<std::array<int, 2>>{{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 0}}));
  }
}

TEST(ImportVtk, StripsPixelsAndSolidsAreTakenApart) {
  const std::string points = "POINTS 8 float\n0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1\n";
  const auto grid = [&](const std::string& cells) {
    return import_bytes(kHead + "DATASET UNSTRUCTURED_GRID\n" + points + cells, "vtk", "a.vtk");
  };
  const Imported strip = grid("CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n6\n");
  EXPECT_EQ(strip.system.faces.nodes, (std::vector<int>{0, 1, 2, 2, 1, 3}));
  EXPECT_EQ(strip.report.springs, 5);
  const Imported pixel = grid("CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n8\n");
  EXPECT_EQ(pixel.system.faces.nodes, (std::vector<int>{0, 1, 3, 2}));
  const Imported voxel = grid("CELLS 1 9\n8 0 1 2 3 4 5 6 7\nCELL_TYPES 1\n11\n");
  EXPECT_EQ(voxel.report.springs, 12);
  // edges of a voxel have unit length
  for (const std::array<int, 2>& ends : voxel.system.springs[0].ends)
    EXPECT_TRUE((ends[0] ^ ends[1]) == 1 || (ends[0] ^ ends[1]) == 2 || (ends[0] ^ ends[1]) == 4);
  EXPECT_EQ(grid("CELLS 1 7\n6 0 1 2 4 5 6\nCELL_TYPES 1\n13\n").report.springs, 9);
  EXPECT_EQ(grid("CELLS 1 6\n5 0 1 3 2 4\nCELL_TYPES 1\n14\n").report.springs, 8);
  EXPECT_EQ(grid("CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n36\n").report.skipped.at(0).kind,
            "VTK cell type 36");
}

TEST(ImportVtk, CellsOfHigherOrderAreTakenByTheirCorners) {
  std::string points = "POINTS 27 float\n";
  for (int i = 0; i < 27; ++i)
    points += fmt::format("{} {} {}\n", i % 3, i / 3 % 3, i / 9);
  // type, points of one cell, edges of the one of first order
  for (const auto& [type, count, edges] :
       {std::tuple{21, 3, 1}, {22, 6, 3}, {23, 8, 4}, {24, 10, 6}, {25, 20, 12}, {26, 15, 9},
        {27, 13, 8}, {28, 9, 4}, {29, 27, 12}, {34, 7, 3}, {35, 4, 1}, {68, 5, 1}, {69, 10, 3},
        {70, 16, 4}, {71, 20, 6}, {72, 27, 12}, {73, 18, 9}, {74, 14, 8}}) {
    std::string cells = fmt::format("CELLS 1 {}\n{}", count + 1, count);
    for (int i = 0; i < count; ++i) cells += fmt::format(" {}", i);
    const Imported got =
        import_bytes(kHead + "DATASET UNSTRUCTURED_GRID\n" + points + cells +
                         fmt::format("\nCELL_TYPES 1\n{}\n", type),
                     "vtk", "a.vtk");
    EXPECT_EQ(got.report.springs, edges) << type;
    EXPECT_EQ(got.report.simplified.size(), 1u) << type;
    const std::string few = fmt::format("CELLS 1 2\n1 0\nCELL_TYPES 1\n{}\n", type);
    EXPECT_NE(testing::refusal([&] {
                import_bytes(kHead + "DATASET UNSTRUCTURED_GRID\n" + points + few, "vtk", "a.vtk");
              }).find("needs at least"),
              std::string::npos)
        << type;
  }
}

TEST(ImportVtk, StructuredGridsJoinNeighbours) {
  const auto grid = [&](const std::string& text) {
    return import_bytes(kHead + "DATASET STRUCTURED_GRID\n" + text, "vtk", "a.vtk");
  };
  const Imported flat =
      grid("DIMENSIONS 3 2 1\nPOINTS 6 int\n0 0 0 1 0 0 2 0 0 0 1 0 1 1 0 2 1 0\n");
  EXPECT_EQ(flat.report.faces, 2);
  EXPECT_EQ(flat.report.springs, 7);
  const Imported line = grid("DIMENSIONS 1 3 1\nPOINTS 3 int\n0 0 0 0 1 0 0 2 0\n");
  EXPECT_EQ(line.report.springs, 2);
  const Imported solid =
      grid("DIMENSIONS 2 2 2\nPOINTS 8 int\n0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1\n");
  EXPECT_EQ(solid.report.springs, 12);
  EXPECT_EQ(solid.report.cells, 1);
}

TEST(ImportVtk, MalformedFilesAreRefused) {
  const auto p = [](const char* from, const char* to) { return replaced(kPoly, from, to); };
  const std::string structured = kHead + "DATASET STRUCTURED_GRID\nDIMENSIONS 3 2 1\n" + kPoints;
  const std::string bytes = grid_bytes();
  std::string nan = bytes;
  for (std::size_t i = 0; i < 4; ++i) nan[nan.find("float\n") + 6 + i] = '\xff';
  expect_refused(
      "vtk", {{"poly", kPoly}, {"grid", kGrid}, {"new", kNew}},
      {{replaced(p("3 0 1 2\n", "1 0\n"), "LINES 1 4", "LINES 1 2"), 0, "a poly line has 1 points"},
       {replaced(p("3 0 2 3\n", "2 0 2\n"), "POLYGONS 1 4", "POLYGONS 1 3"), 0,
        "a polygon has 2 points; it needs at least 3"},
       {kHead + "DATASET POLYDATA\nLINES 1 3\n2 0 1\n", 6, "the points must come before"},
       {kHead + "DATASET POLYDATA\n", 0, "there are no POINTS"},
       {kHead + "DATASET UNSTRUCTURED_GRID\n" + kPoints, 0, "there are no CELLS"},
       {structured, 0, "the grid has 3 x 2 x 1 points, and 5 are given"},
       {replaced(structured, "DIMENSIONS 3 2 1", "DIMENSIONS 3 2"), 5, "a dimension of the grid"},
       {replaced(structured, "DIMENSIONS 3 2 1", "DIMENSIONS 5 0 1"), 5, "a dimension of the grid"},
       {bytes.substr(0, 100), 0, "do not fit into the"},
       {bytes.substr(0, bytes.find("CELL_TYPES") + 16), 0, "do not fit into the"},
       {nan, 0, "x of a point must be a finite number"}});
}

}  // namespace
}  // namespace tensio
