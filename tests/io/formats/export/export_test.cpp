// Nets for other programs: what is written is what our own readers read back, to the bit.
#include "tensio/files/export.hpp"
#include "core/index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/random.hpp"
#include "io/formats/tables/npy_output.hpp"
#include "io/formats/tables/npz_reader.hpp"
#include "io/run/compare.hpp"
#include "io/text/base64.hpp"
#include "io/text/xml_scanner.hpp"
#include "support/files.hpp"
#include "tensio/files/import.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio {
namespace {

// A sheet of numbers that need all their digits: faces whose edges are springs, two named sets.
System sheet(int size = 4) {
  Random random(3);
  System net;
  net.title = "a sheet\nof two lines";
  const auto node = [&](int i, int j) { return j * size + i; };
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i < size; ++i) {
      net.nodes.position.insert(
          net.nodes.position.end(),
          {i + random.uniform(-0.1, 0.1), j + random.uniform() / 3, random.uniform(-1e-8, 1e-8)});
      net.nodes.velocity.insert(net.nodes.velocity.end(),
                                {random.uniform(), -random.uniform(), random.uniform(0, 1e300)});
      net.nodes.mass.push_back(random.uniform(0.1, 2));
      net.nodes.name.push_back("n " + std::to_string(net.nodes.name.size()) + ", \"quoted\"");
    }
  }
  net.nodes.fixed = {{.nodes = {0, 3}}, {.nodes = {5}, .axes = kAxisX | kAxisZ}};
  SpringSet along{.name = "along"}, across{.name = "across"};
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i + 1 < size; ++i) along.ends.push_back({node(i, j), node(i + 1, j)});
  }
  for (int j = 0; j + 1 < size; ++j) {
    for (int i = 0; i < size; ++i) across.ends.push_back({node(i, j), node(i, j + 1)});
  }
  net.springs = {along, across};
  for (SpringSet& set : net.springs) {
    for (std::size_t i = 0; i < set.ends.size(); ++i) {
      set.stiffness.push_back(random.uniform(1, 1000));
      set.rest_length.push_back(random.uniform(0.5, 1));
    }
  }
  net.faces.start = {0};
  for (int j = 0; j + 1 < size; ++j) {
    for (int i = 0; i + 1 < size; ++i) {
      net.faces.nodes.insert(net.faces.nodes.end(),
                             {node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)});
      net.faces.start.push_back(static_cast<int>(net.faces.nodes.size()));
    }
  }
  net.spring_groups = {{"rim", {0, 1, 2, 9, 10, 11}}};
  net.face_groups = {{"middle", {4}}};
  return net;
}

// The same in the plane.
System flat(System net) {
  const auto only_xy = [](std::vector<double>& rows) {
    std::vector<double> kept;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (i % 3 != 2) kept.push_back(rows[i]);
    rows = kept;
  };
  net.dimension = 2;
  only_xy(net.nodes.position);
  only_xy(net.nodes.velocity);
  net.nodes.fixed = {{.nodes = {0, 3}}};
  return net;
}

Imported again(const System& net, ExportFormat format, const std::string& name) {
  return import_bytes(exported(net, start_snapshot(net), format).bytes, name, "file");
}

void expect_same_springs(const System& net, const System& read) {
  ASSERT_EQ(read.springs.size(), net.springs.size());
  for (std::size_t i = 0; i < net.springs.size(); ++i) {
    EXPECT_EQ(read.springs[i].name, net.springs[i].name);
    EXPECT_EQ(read.springs[i].ends, net.springs[i].ends);
  }
}

std::vector<int> members(const std::vector<Group>& groups, const std::string& name) {
  for (const Group& group : groups) {
    if (group.name == name) return group.members;
  }
  return {};
}

TEST(Export, ObjReadsBackToTheSameNet) {
  const System net = sheet();
  const System read = again(net, ExportFormat::obj, "obj").system;
  EXPECT_EQ(read.nodes.position, net.nodes.position);
  expect_same_springs(net, read);
  EXPECT_EQ(read.faces.start, net.faces.start);
  EXPECT_EQ(read.faces.nodes, net.faces.nodes);
  EXPECT_EQ(members(read.spring_groups, "rim"), net.spring_groups[0].members);
  EXPECT_EQ(members(read.face_groups, "middle"), net.face_groups[0].members);
}

TEST(Export, VtkReadsBackToAllThatItHolds) {
  System net = sheet();
  net.nodes.name.clear();
  net.groups = {{"corners", {0, 3, 12, 15}}};
  for (const ExportFormat format : {ExportFormat::vtp, ExportFormat::vtu}) {
    const System read = again(net, format, "vtk_xml").system;
    const Comparison same = compare(net, read);
    EXPECT_EQ(same.mismatches, std::vector<std::string>());
    EXPECT_EQ(same.largest_relative(), 0);
    EXPECT_EQ(same.differences.size(), 5u);  // position, velocity, mass, stiffness, rest_length
    expect_same_springs(net, read);
    EXPECT_EQ(members(read.groups, "corners"), net.groups[0].members);
    EXPECT_EQ(members(read.spring_groups, "rim"), net.spring_groups[0].members);
    EXPECT_EQ(members(read.face_groups, "middle"), net.face_groups[0].members);
  }
}

TEST(Export, PlyReadsBackToTheSameNodesSpringsAndFaces) {
  const System net = sheet();
  const System read = again(net, ExportFormat::ply, "ply").system;
  EXPECT_EQ(read.nodes.position, net.nodes.position);
  EXPECT_EQ(read.faces.start, net.faces.start);
  EXPECT_EQ(read.faces.nodes, net.faces.nodes);
  std::vector<std::array<int, 2>> ends, found;
  for (const SpringSet& set : net.springs)
    ends.insert(ends.end(), set.ends.begin(), set.ends.end());
  for (const SpringSet& set : read.springs) {
    found.insert(found.end(), set.ends.begin(), set.ends.end());
  }
  EXPECT_EQ(found, ends);
}

TEST(Export, MeditReadsBackToTheSameNodesSpringsAndFaces) {
  for (const int dimension : {2, 3}) {
    System net = sheet();
    if (dimension == 2) net = flat(net);
    net.groups = {{"corner", {0, 3}}};
    net.face_groups = {{"first", {1, 2}}};
    const Exported mesh = exported(net, start_snapshot(net), ExportFormat::medit);
    EXPECT_EQ(mesh.notes.front(),
              "medit has numbers instead of names; of springs 1 is along, 2 is across");
    const System back = import_bytes(mesh.bytes, "medit", "a.mesh").system;
    EXPECT_EQ(back.dimension, dimension);
    EXPECT_EQ(back.nodes.position, net.nodes.position);
    ASSERT_EQ(back.springs.size(), 2u);
    EXPECT_EQ(back.springs[0].name, "line_1");
    EXPECT_EQ(back.springs[0].ends, net.springs[0].ends);
    EXPECT_EQ(back.springs[1].ends, net.springs[1].ends);
    EXPECT_EQ(back.faces.nodes, net.faces.nodes);
    EXPECT_EQ(back.groups[0].members, net.groups[0].members);
    EXPECT_EQ(back.face_groups[0].members, net.face_groups[0].members);
  }
}

TEST(Export, TetgenReadsBackFromItsFiles) {
  const testing::TemporaryFolder folder;
  for (const int dimension : {2, 3}) {
    System net = sheet();
    if (dimension == 2) net = flat(net);
    const std::string path = (folder / ("net" + std::to_string(dimension) + ".node")).string();
    export_file(net, path);
    const Imported back = import_file(path);
    EXPECT_EQ(back.system.dimension, dimension);
    EXPECT_EQ(back.system.nodes.position, net.nodes.position);
    for (std::size_t set = 0; set < 2; ++set) {
      const std::string name = "line_" + std::to_string(set + 1);
      const auto found = std::find_if(back.system.springs.begin(), back.system.springs.end(),
                                      [&](const SpringSet& one) { return one.name == name; });
      ASSERT_NE(found, back.system.springs.end());
      std::set<std::pair<int, int>> expected, ends;
      for (const auto& [a, b] : net.springs[set].ends) expected.insert(std::minmax(a, b));
      for (const auto& [a, b] : found->ends) ends.insert(std::minmax(a, b));
      EXPECT_EQ(ends, expected);
    }
    // Nine faces of four corners, each cut into two with a diagonal between.
    EXPECT_EQ(back.report.faces, 18);
    EXPECT_EQ(back.report.springs, net.spring_count() + 9);
  }
  const System net = sheet();
  EXPECT_THROW(exported(net, start_snapshot(net), ExportFormat::tetgen), Error);
}

TEST(Export, OffReadsBackToTheSameNodesAndFaces) {
  const System net = sheet();
  const System read = again(net, ExportFormat::off, "off").system;
  EXPECT_EQ(read.nodes.position, net.nodes.position);
  EXPECT_EQ(read.faces.nodes, net.faces.nodes);
  EXPECT_EQ(read.spring_count(), net.spring_count());
}

TEST(Export, TablesReadBackWithAllTheirNumbers) {
  for (const int dimension : {2, 3}) {
    System net = sheet();
    net.faces = {};
    net.face_groups = {};
    if (dimension == 2) {
      net.dimension = 2;
      for (std::vector<double>* rows : {&net.nodes.position, &net.nodes.velocity}) {
        std::vector<double> flat;
        for (std::size_t i = 0; i < rows->size(); i += 3) {
          flat.insert(flat.end(), {(*rows)[i], (*rows)[i + 1]});
        }
        *rows = flat;
      }
      net.nodes.fixed = {{.nodes = {0, 3}}, {.nodes = {5}, .axes = kAxisX}};
    }
    const System read = again(net, ExportFormat::csv, "csv").system;
    EXPECT_EQ(read.dimension, dimension);
    EXPECT_EQ(read.nodes.position, net.nodes.position);
    EXPECT_EQ(read.nodes.velocity, net.nodes.velocity);
    EXPECT_EQ(read.nodes.mass, net.nodes.mass);
    EXPECT_EQ(fixed_axes(read), fixed_axes(net));
    expect_same_springs(net, read);
    for (std::size_t i = 0; i < net.springs.size(); ++i) {
      EXPECT_EQ(read.springs[i].stiffness, net.springs[i].stiffness);
      EXPECT_EQ(read.springs[i].rest_length, net.springs[i].rest_length);
    }
  }
}

TEST(Export, LammpsReadsBackWithMassesStiffnessesAndVelocities) {
  System net = sheet();
  net.nodes.fixed.clear();
  net.nodes.velocity.assign(net.nodes.position.size(), 1.0 / 3);
  const System read = again(net, ExportFormat::lammps, "lammps").system;
  EXPECT_EQ(read.nodes.position, net.nodes.position);
  EXPECT_EQ(read.nodes.velocity, net.nodes.velocity);
  EXPECT_EQ(node_masses(read), node_masses(net));
  const Comparison same = compare(net, read);
  for (const char* quantity : {"stiffness", "rest_length"}) {
    for (const Difference& difference : same.differences) {
      if (difference.quantity == quantity) EXPECT_EQ(difference.absolute, 0) << quantity;
    }
  }
  EXPECT_EQ(read.spring_count(), net.spring_count());
}

TEST(Export, ASceneIsTheSceneItself) {
  const System net = sheet();
  EXPECT_EQ(exported(net, start_snapshot(net), ExportFormat::scene).bytes, write_system(net));
}

TEST(Export, EndingsAreFoundInLettersOfAnySize) {
  EXPECT_EQ(export_kind_of("a/b.OBJ")->format, ExportFormat::obj);
  EXPECT_EQ(export_kind_of("b.lmp")->format, ExportFormat::lammps);
  EXPECT_EQ(export_kind_of("obj"), nullptr);
  EXPECT_EQ(export_kind_of("a.obj/b"), nullptr);
}

TEST(Export, AnEndingThatIsNotWrittenIsRefusedWithThoseThatAre) {
  try {
    export_file(sheet(), "net.xyz");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(".obj"), std::string::npos);
  }
}

TEST(Export, FacesGoWithTheSpringsThatBreak) {
  const System net = sheet();
  Snapshot state = start_snapshot(net);
  state.broken.assign(usize(net.spring_count()), 0);
  state.broken[4] = 1;  // along the middle: the faces below and above
  const Exported obj = exported(net, state, ExportFormat::obj);
  const auto count = [&](const std::string& part) {
    int found = 0;
    for (std::size_t at = obj.bytes.find(part); at != std::string::npos;
         at = obj.bytes.find(part, at + 1)) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count("\nf "), 7);
  EXPECT_EQ(count("\nl "), net.spring_count() - 1);
  EXPECT_EQ(obj.notes,
            std::vector<std::string>{"1 spring is broken and left out, and the faces beside"});
}

TEST(MatrixMarket, OnlyASymmetricMatrixIsWrittenByItsHalf) {
  CompressedRows matrix{2, 2, {0, 2, 4}, {0, 1, 0, 1}, {1, 2, 2, 4}};
  EXPECT_EQ(matrix_market_text(matrix, true, "two\nlines"),
            "%%MatrixMarket matrix coordinate real symmetric\n% two\n% lines\n2 2 3\n1 1 1\n2 1 2\n"
            "2 2 4\n");
  matrix.value[1] = std::nextafter(2.0, 3.0);
  EXPECT_THROW(matrix_market_text(matrix, true), Error);
  EXPECT_EQ(matrix_market_text(matrix, false).substr(0, 46),
            "%%MatrixMarket matrix coordinate real general\n");
}

TEST(Base64, BytesComeBackAndOtherTextsDoNot) {
  EXPECT_EQ(io::to_base64(""), "");
  EXPECT_EQ(io::to_base64("f"), "Zg==");
  EXPECT_EQ(io::to_base64("fo"), "Zm8=");
  EXPECT_EQ(io::to_base64("foo"), "Zm9v");
  EXPECT_EQ(io::to_base64("foobar"), "Zm9vYmFy");
  Random random(1);
  for (int size = 0; size < 200; ++size) {
    std::string bytes;
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(random.index(256));
    EXPECT_EQ(io::from_base64(io::to_base64(bytes)), bytes);
  }
  EXPECT_EQ(io::from_base64("Zg==Zm8="), "ffo");
  for (const char* bad : {"Z", "Zg=", "Zg=x", "Z===", "Zm9*", "Zm 9"}) {
    EXPECT_FALSE(io::from_base64(bad)) << bad;
  }
}

TEST(XmlScanner, GivesTagsAttributesAndTexts) {
  const std::string text =
      "\xEF\xBB\xBF<?xml version=\"1.0\"?><!-- a <b> -->\n<a x='1 &lt; 2' y=\"&#65;&#x1F600;\">one "
      "&amp; <![CDATA[<two>]]><!-- no --> three<b/><c><d>4</d></c></a>";
  io::XmlScanner xml(text, "file");
  ASSERT_TRUE(xml.next());
  EXPECT_EQ(xml.tag().name, "a");
  EXPECT_EQ(*xml.tag().find("x"), "1 < 2");
  EXPECT_EQ(*xml.tag().find("y"), "A\xF0\x9F\x98\x80");
  EXPECT_EQ(xml.tag().find("z"), nullptr);
  ASSERT_TRUE(xml.next());
  EXPECT_EQ(xml.tag().name, "b");
  EXPECT_TRUE(xml.tag().empty);
  EXPECT_EQ(xml.text(), "one & <two> three");
  EXPECT_EQ(xml.open().size(), 2u);
  ASSERT_TRUE(xml.next());
  EXPECT_EQ(xml.tag().name, "c");
  EXPECT_EQ(xml.open().size(), 2u);
  xml.skip();
  EXPECT_TRUE(xml.tag().closes);
  ASSERT_TRUE(xml.next());
  EXPECT_EQ(xml.tag().name, "a");
  EXPECT_FALSE(xml.next());
}

TEST(XmlScanner, SkipsManyCommentsInOneText) {
  std::string text = "<a>";
  std::string wanted;
  for (int i = 0; i < 100'000; ++i) {
    text += "1<!-- two < three --><?four?> <![CDATA[<!--5-->]]>";
    wanted += "1 <!--5-->";
  }
  text += "</a>";
  io::XmlScanner xml(text, "file");
  ASSERT_TRUE(xml.next());
  ASSERT_TRUE(xml.next());
  EXPECT_EQ(xml.text(), wanted);
  // CDATA looked for up to the end at each of these would be 10^11 steps
  const std::string plain = "<a>" + [] {
    std::string comments;
    for (int i = 0; i < 300'000; ++i) comments += "6<!--7-->";
    return comments;
  }() + "</a>";
  io::XmlScanner other(plain, "file");
  ASSERT_TRUE(other.next());
  ASSERT_TRUE(other.next());
  EXPECT_EQ(other.text(), std::string(300'000, '6'));
}

class NpzReader : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::vector<double> numbers = {1, 2, 3};
    bytes_ = io::npz_archive({{"a.npy", io::npy_bytes({3}, numbers)}, {"b.npy", "xyz"}});
  }

  std::vector<io::NpzMember> members(const std::string& bytes) {
    testing::write_file(folder_ / "a.npz", bytes);
    return io::npz_members((folder_ / "a.npz").string());
  }

  testing::TemporaryFolder folder_;
  std::string bytes_;
};

TEST_F(NpzReader, FindsWhatWasPacked) {
  const std::vector<io::NpzMember> found = members(bytes_);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].name, "b.npy");
  EXPECT_EQ(bytes_.substr(found[1].offset, found[1].size), "xyz");
  EXPECT_EQ(found[0].size, 128u + 24u);
}

TEST_F(NpzReader, DamagedArchivesAreRefused) {
  EXPECT_THROW(members(""), Error);
  EXPECT_THROW(members("PK"), Error);
  EXPECT_THROW(members(bytes_.substr(0, 100)), Error);
  std::string compressed = bytes_;
  compressed[8] = 8;
  EXPECT_THROW(members(compressed), Error);
  std::string streamed = bytes_;
  streamed[6] = 8;
  EXPECT_THROW(members(streamed), Error);
  // any byte of the headers, any value: an answer or an Error, and nothing beyond the file
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    std::string changed = bytes_;
    changed[usize(random.index(60))] = static_cast<char>(random.index(256));
    try {
      for (const io::NpzMember& member : members(changed)) {
        ASSERT_LE(member.offset + member.size, changed.size());
      }
    } catch (const Error&) {
    }
  }
}

}  // namespace
}  // namespace tensio
