// VTK's XML files: those that VTK itself wrote, in every encoding, and those that nobody should.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/index.hpp"
#include "core/random.hpp"
#include "io/formats/vtk/vtk_xml_reader.hpp"
#include "io/text/inflate.hpp"
#include "support/files.hpp"
#include "support/refusals.hpp"
#include "support/rounds.hpp"
#include "tensio/error.hpp"

namespace tensio {
namespace {

using testing::read_file;
using testing::replaced;

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(TENSIO_SOURCE_DIR) / "tests/io/formats/vtk/data";

std::string message(const std::string& bytes) {
  try {
    (void)io::parse_vtk_xml(bytes, "a.vtp");
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().size(), 1u);
    if (!error.problems().empty()) EXPECT_GT(error.problems()[0].line, 0) << error.what();
    return error.what();
  }
  return "";
}

TEST(VtkReader, ReadsEveryEncodingThatVtkWrites) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("lz4") || (name.starts_with("zlib") && !io::can_inflate())) continue;
    SCOPED_TRACE(entry.path());
    ++count;
    const io::VtkMesh mesh = io::parse_vtk_xml(read_file(entry.path()), "file");
    EXPECT_EQ(mesh.points,
              (std::vector<double>{0, 0, 0, 1, 0, 0.1, 1, 1, 0, 0, 1, 1.0 / 3, 2, 0.5, 0}));
    EXPECT_EQ(mesh.types, (std::vector<std::uint8_t>{3, 4, 9, 5}));
    EXPECT_EQ(mesh.start, (std::vector<std::size_t>{0, 2, 5, 9, 12}));
    EXPECT_EQ(mesh.nodes, (std::vector<int>{0, 1, 1, 4, 2, 0, 1, 2, 3, 1, 4, 2}));
    const io::VtkArray* tension = io::find_array(mesh.cell_data, "tension");
    ASSERT_NE(tension, nullptr);
    ASSERT_EQ(tension->values.size(), 4u);
    EXPECT_EQ(tension->values[0], 0.1);
    EXPECT_EQ(tension->values[1], -2.5);
    EXPECT_TRUE(std::isnan(tension->values[2]));
    EXPECT_EQ(tension->values[3], 1e-300);
    const io::VtkArray* mass = io::find_array(mesh.point_data, "mass");
    ASSERT_NE(mass, nullptr);
    EXPECT_EQ(mass->values, (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  }
  EXPECT_EQ(count, io::can_inflate() ? 30 : 20);
}

TEST(VtkReader, CompressedDataThatAreNotReadAreRefusedWithWhatToDo) {
  for (const char* name : {"lz4.vtp", "lz4.vtu"})
    EXPECT_NE(message(read_file(kFolder / name))
                  .find("is compressed by `vtkLZ4DataCompressor`; vtkZLibDataCompressor is read: "
                        "in ParaView's Save Data, choose the Compressor Type ZLib or None"),
              std::string::npos);
  if (io::can_inflate()) return;
  EXPECT_NE(message(read_file(kFolder / "zlib.vtp")).find("built without zlib"), std::string::npos);
}

// The sizes in front of the blocks: their number, the size of one, of the last, and compressed.
TEST(VtkReader, DamagedBlocksAreRefused) {
  if (!io::can_inflate()) GTEST_SKIP() << "built without zlib";
  const std::string good = read_file(kFolder / "zlib_appended_32.vtp");
  const std::size_t offset = good.find("offset=\"", good.find("Name=\"Points\"")) + 8;
  const std::size_t begin =
      good.find('_', good.find("<AppendedData")) + 1 + usize(std::stoi(good.substr(offset)));
  const auto with_word = [&](std::size_t word, std::uint32_t value) {
    std::string bytes = good;
    bytes.replace(begin + 4 * word, 4, reinterpret_cast<const char*>(&value), 4);
    return bytes;
  };
  ASSERT_EQ(message(good), "");
  EXPECT_NE(message(with_word(0, 0xFFFFFFFF)).find("more than it has bytes"), std::string::npos);
  EXPECT_NE(message(with_word(0, 1000)), "");
  // 4 GB from some bytes, which zlib cannot do
  EXPECT_NE(message(with_word(1, 0xFFFFFFFF)).find("block 1 of"), std::string::npos);
  EXPECT_NE(message(with_word(2, 1)).find("is damaged"), std::string::npos);
  EXPECT_NE(message(with_word(3, 0xFFFFFFFF)).find("is cut off"), std::string::npos);
  EXPECT_NE(message(with_word(3, 3)).find("is damaged"), std::string::npos);
  std::string spoiled = good;
  spoiled[begin + 40] = static_cast<char>(spoiled[begin + 40] ^ 0x55);
  EXPECT_NE(message(spoiled).find("is damaged"), std::string::npos);
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = good;
    for (int k = 0; k < 3; ++k)
      bytes[begin + usize(random.index(static_cast<int>(bytes.size() - begin)))] =
          static_cast<char>(random.index(256));
    (void)message(bytes);  // read or refused, and nothing else
  }
}

// Two points and a line, as text, with places to spoil.
std::string line_file(const std::string& points = "0 0 0 1 2 3", const std::string& ends = "0 1",
                      const std::string& offsets = "2") {
  return "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" byte_order=\"LittleEndian\">\n"
         "<PolyData>\n<Piece NumberOfPoints=\"2\" NumberOfLines=\"1\">\n"
         "<Points><DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">" +
         points +
         "</DataArray></Points>\n<Lines>\n<DataArray type=\"Int32\" Name=\"connectivity\" "
         "format=\"ascii\">" +
         ends + "</DataArray>\n<DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">" +
         offsets + "</DataArray>\n</Lines>\n</Piece>\n</PolyData>\n</VTKFile>\n";
}

TEST(VtkReader, PiecesArePutTogether) {
  const std::string file = line_file();
  const std::size_t begin = file.find("<Piece"), end = file.find("</PolyData>");
  const std::string piece = file.substr(begin, end - begin);
  const io::VtkMesh mesh = io::parse_vtk_xml(file.substr(0, end) + piece + file.substr(end), "a");
  EXPECT_EQ(mesh.points.size(), 12u);
  EXPECT_EQ(mesh.nodes, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(mesh.types, (std::vector<std::uint8_t>{3, 3}));
}

TEST(VtkReader, EveryBadFileIsRefusedWithItsPlace) {
  ASSERT_EQ(message(line_file()), "");
  const std::string good = line_file();
  const std::string raw = read_file(kFolder / "appended_32.vtp");
  const std::string base64 = read_file(kFolder / "appended_base64_64.vtp");
  const std::string binary = read_file(kFolder / "binary_64.vtu");
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"", "there is no tag"},
      {"solid net", "there is no tag"},
      {"v 0 0 0\n<VTKFile/>", "does not begin with a tag"},
      {"<svg></svg>", "is not VTKFile"},
      {"<VTKFile></VTKFile>", "has no `type`"},
      {replaced(good, "PolyData", "ImageData"), "PolyData and UnstructuredGrid are read"},
      {replaced(good, "\"LittleEndian\"", "\"Middle\""), "LittleEndian or BigEndian"},
      {replaced(good, "byte_order", "header_type=\"UInt16\" byte_order"), "UInt32 or UInt64"},
      {replaced(good, "type=\"PolyData\"", "type=\"PolyData\" type=\"PolyData\""),
       "is given twice"},
      {replaced(good, "type=\"PolyData\"", "type=PolyData"), "not in quotes"},
      {replaced(good, "type=\"PolyData\"", "type"), "has no value"},
      {replaced(good, "type=\"PolyData\"", "type=\"&poly;\""), "is not a character"},
      {replaced(good, "type=\"PolyData\"", "type=\"&#xD800;\""), "is not a character"},
      {replaced(good, "</VTKFile>", ""), "is not closed"},
      {replaced(good, "</Points>", "</Point>"), "closes nothing"},
      {good + "<more/>", "one outermost tag"},
      {replaced(good, "<PolyData>", "<!-- <PolyData>"), "has no end"},
      {replaced(good, "<PolyData>", "<!DOCTYPE a [<!ENTITY b \"c\">]>"), "document types"},
      {replaced(good, "<PolyData>", "<>"), "a name is expected"},
      {good.substr(0, 60), "not in quotes"},
      {good.substr(0, good.size() / 2), ""},
      {replaced(good, "<Piece NumberOfPoints=\"2\" NumberOfLines=\"1\">", "<Part>"), ""},
      {"<VTKFile type=\"PolyData\"></VTKFile>", "there is no <Piece>"},
      {replaced(good, "NumberOfPoints=\"2\"", ""), "has no `NumberOfPoints`"},
      {replaced(good, "NumberOfPoints=\"2\"", "NumberOfPoints=\"-2\""), "whole number"},
      {replaced(good, "NumberOfPoints=\"2\"", "NumberOfPoints=\"2.5\""), "whole number"},
      {replaced(good, "NumberOfPoints=\"2\"", "NumberOfPoints=\"99999999999\""), "of this size"},
      {replaced(good, "NumberOfPoints=\"2\"", "NumberOfPoints=\"\""), "of this size"},
      {replaced(good, "NumberOfPoints=\"2\"", "NumberOfPoints=\"3\""),
       "has 6 numbers; 9 are needed"},
      {line_file("0 0 0 1 2"), "has 5 numbers; 6 are needed"},
      {line_file("0 0 0 1 2 x"), "has `x` among its numbers"},
      {line_file("0 0 0 1 2 1e"), "among its numbers"},
      {line_file("0 0 0 1 2 nan"), "not finite"},
      {line_file("0 0 0 1 2 1e999"), "not finite"},
      {line_file("0 0 0 1 2 3", "0 2"), "has point 2; the points are 0 to 1"},
      {line_file("0 0 0 1 2 3", "0 -1"), "has point -1"},
      {line_file("0 0 0 1 2 3", "0 0.5"), "has point 0.5"},
      {line_file("0 0 0 1 2 3", "0 1", "3"), "ends at 3"},
      {line_file("0 0 0 1 2 3", "0 1", "-1"), "ends at -1"},
      {line_file("0 0 0 1 2 3", "0 1", ""), "has 0 numbers; 1 are needed"},
      {replaced(good, "Name=\"offsets\"", "Name=\"ends\""), "no array `offsets` in <Lines>"},
      {replaced(good, "NumberOfComponents=\"3\"", "NumberOfComponents=\"2\""), "3 components"},
      {replaced(good, "format=\"ascii\"", "format=\"text\""), "ascii, binary and appended"},
      {replaced(good, "format=\"ascii\"", "format=\"binary\""), "base64"},
      {replaced(good, "format=\"ascii\"", "format=\"appended\" offset=\"0\""), "no <AppendedData>"},
      {replaced(good, "type=\"Float64\"", "type=\"Complex\""), "no array in <Points>"},
      {replaced(raw, "encoding=\"raw\"", "encoding=\"hex\""), "it is raw or base64"},
      {replaced(raw, "\n   _", "\n   -"), "do not begin with _"},
      {raw.substr(0, raw.size() - 200), "cut off"},
      {raw.substr(0, raw.find('_', raw.find("<AppendedData")) + 2),
       "of the appended data, which have 1"},
      {base64.substr(0, base64.size() - 300), ""},
      {replaced(binary, "IAAAAAAAAACamZmZmZm5Pw", "IAAAAAAAAACamZmZm*m5Pw"), "is not base64"},
      {replaced(binary, "IAAAAAAAAACamZmZmZm5Pw", "YAAAAAAAAACamZmZmZm5Pw"), "cut off"},
      {replaced(binary, "IAAAAAAAAACamZmZmZm5Pw", "HwAAAAAAAACamZmZmZm5Pw"), "not a multiple of"},
  };
  EXPECT_GE(bad.size(), 40u);
  for (std::size_t i = 0; i < bad.size(); ++i) {
    const std::string found = message(bad[i].first);
    EXPECT_NE(found, "") << "file " << i << " was taken:\n" << bad[i].first.substr(0, 300);
    EXPECT_NE(found.find(bad[i].second), std::string::npos)
        << "file " << i << ": " << found << "\nshould say: " << bad[i].second;
  }
}

TEST(VtkReader, ArraysThatShareBytesDoNotTakeMoreMemoryThanTheFile) {
  std::string tags;
  for (int i = 0; i < 2000; ++i) {
    tags += "<DataArray type=\"UInt8\" Name=\"a" + std::to_string(i) +
            "\" format=\"appended\" offset=\"0\"/>\n";
  }
  const std::uint32_t size = 100000;
  std::string file =
      "<VTKFile type=\"PolyData\"><PolyData><Piece NumberOfPoints=\"100000\"><PointData>" + tags +
      "</PointData></Piece></PolyData><AppendedData encoding=\"raw\">_";
  file.append(reinterpret_cast<const char*>(&size), 4);
  file.append(size, '\1');
  // the points are asked for first; give them the same bytes and the arrays are next
  EXPECT_NE(message(file), "");
  EXPECT_NE(message(replaced(file, "<PointData>",
                             "<Points><DataArray type=\"UInt8\" NumberOfComponents=\"3\" "
                             "format=\"appended\" offset=\"0\"/></Points><PointData>"))
                .find("has 100000 numbers; 300000 are needed"),
            std::string::npos);
  EXPECT_NE(message(replaced(replaced(file, "NumberOfPoints=\"100000\"", "NumberOfPoints=\"0\""),
                             "<PolyData>", "<PolyData><FieldData>" + tags + "</FieldData>"))
                .find("more numbers than the file has room for"),
            std::string::npos);
}

// Bytes changed, cut out, doubled: an Error or a mesh whose ids are good, never a crash.
void mutate_and_read(int rounds) {
  std::vector<std::string> seeds = {line_file()};
  for (const auto& entry : fs::directory_iterator(kFolder))
    seeds.push_back(read_file(entry.path()));
  std::sort(seeds.begin(), seeds.end());
  Random random(7);
  int read_well = 0;
  for (int round = 0; round < rounds; ++round) {
    std::string file = seeds[usize(random.index(static_cast<int>(seeds.size())))];
    for (int change = random.index(4); change >= 0; --change) {
      const auto at = usize(random.index(static_cast<int>(file.size())));
      switch (random.index(4)) {
        case 0: file[at] = static_cast<char>(random.index(256)); break;
        case 1: file.erase(at, usize(random.index(40))); break;
        case 2: file.insert(at, file.substr(at / 2, usize(random.index(60)))); break;
        default: file[at] = "0123456789<>\"/=-"[random.index(16)]; break;
      }
      if (file.empty()) file = "<";
    }
    try {
      const io::VtkMesh mesh = io::parse_vtk_xml(file, "file");
      ++read_well;
      ASSERT_EQ(mesh.start.size(), mesh.types.size() + 1);
      for (const int node : mesh.nodes) {
        ASSERT_GE(node, 0);
        ASSERT_LT(usize(node), mesh.points.size() / 3);
      }
    } catch (const Error&) {
    }
  }
  // many changes touch only numbers
  EXPECT_GT(read_well, rounds / 50);
  EXPECT_LT(read_well, rounds);
}

TEST(VtkReader, MutatedFilesDoNoHarm) { mutate_and_read(testing::rounds(100000)); }

}  // namespace
}  // namespace tensio
