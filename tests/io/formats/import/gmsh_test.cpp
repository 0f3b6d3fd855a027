// Gmsh: both versions, text and bytes, give the same; what is refused.
#include <gtest/gtest.h>

#include <cstring>

#include "refusals.hpp"
#include "tensio/files/import.hpp"

namespace tensio {
namespace {

const std::string kOld =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n2\n1 5 \"rim\"\n2 7 \"roof\"\n$EndPhysicalNames\n"
    "$Nodes\n5\n10 0 0 0\n20 1 0 0\n30 1 1 0\n40 0 1 0\n50 0.5 0.5 1\n$EndNodes\n"
    "$Elements\n5\n1 15 2 9 1 10\n2 1 2 5 1 10 20\n3 2 2 7 1 10 20 30\n4 3 2 0 1 10 20 30 40\n"
    "5 4 2 3 1 10 20 30 50\n$EndElements\n";

const std::string kNew =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n2\n1 5 \"rim\"\n2 7 \"roof\"\n$EndPhysicalNames\n"
    "$Comments\nanything 1 2 3\n$EndComments\n"
    "$Entities\n1 1 2 1\n1 0 0 0 1 9\n1 0 0 0 1 0 0 1 5 2 1 -2\n1 0 0 0 1 1 0 1 7 1 1\n"
    "2 0 0 0 1 1 0 0 0\n1 0 0 0 1 1 1 1 3 0\n$EndEntities\n"
    "$Nodes\n2 5 10 50\n0 1 0 1\n10\n0 0 0\n2 1 1 4\n20\n30\n40\n50\n1 0 0 0 0\n1 1 0 0 0\n"
    "0 1 0 0 0\n0.5 0.5 1 0 0\n$EndNodes\n"
    "$Elements\n5 5 1 5\n0 1 15 1\n1 10\n1 1 1 1\n2 10 20\n2 1 2 1\n3 10 20 30\n2 2 3 1\n"
    "4 10 20 30 40\n3 1 4 1\n5 10 20 30 50\n$EndElements\n";

template <class T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}
void put_ints(std::string& bytes, std::initializer_list<std::int32_t> values) {
  for (const std::int32_t value : values) put(bytes, value);
}
void put_sizes(std::string& bytes, std::initializer_list<std::uint64_t> values) {
  for (const std::uint64_t value : values) put(bytes, value);
}
void put_doubles(std::string& bytes, std::initializer_list<double> values) {
  for (const double value : values) put(bytes, value);
}

std::string heading(const std::string& version) {
  std::string bytes = "$MeshFormat\n" + version + " 1 8\n";
  put_ints(bytes, {1});
  return bytes +
         "\n$EndMeshFormat\n$PhysicalNames\n2\n1 5 \"rim\"\n2 7 \"roof\"\n$EndPhysicalNames\n";
}

std::string old_bytes() {
  std::string bytes = heading("2.2") + "$Nodes\n5\n";
  const double places[5][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}};
  for (int i = 0; i < 5; ++i) {
    put_ints(bytes, {10 * (i + 1)});
    put_doubles(bytes, {places[i][0], places[i][1], places[i][2]});
  }
  bytes += "\n$EndNodes\n$Elements\n5\n";
  put_ints(bytes, {15, 1, 2, 1, 9, 1, 10});
  put_ints(bytes, {1, 1, 2, 2, 5, 1, 10, 20});
  put_ints(bytes, {2, 1, 2, 3, 7, 1, 10, 20, 30});
  put_ints(bytes, {3, 1, 2, 4, 0, 1, 10, 20, 30, 40});
  put_ints(bytes, {4, 1, 2, 5, 3, 1, 10, 20, 30, 50});
  return bytes + "\n$EndElements\n";
}

std::string new_bytes() {
  std::string bytes = heading("4.1") + "$Entities\n";
  put_sizes(bytes, {1, 1, 2, 1});
  put_ints(bytes, {1});
  put_doubles(bytes, {0, 0, 0});
  put_sizes(bytes, {1});
  put_ints(bytes, {9});
  const auto entity = [&](int tag, std::initializer_list<std::int32_t> groups,
                          std::initializer_list<std::int32_t> bounds) {
    put_ints(bytes, {tag});
    put_doubles(bytes, {0, 0, 0, 1, 1, 1});
    put_sizes(bytes, {groups.size()});
    put_ints(bytes, groups);
    put_sizes(bytes, {bounds.size()});
    put_ints(bytes, bounds);
  };
  entity(1, {5}, {1, -2});
  entity(1, {7}, {1});
  entity(2, {}, {});
  entity(1, {3}, {});
  bytes += "\n$EndEntities\n$Nodes\n";
  put_sizes(bytes, {2, 5, 10, 50});
  put_ints(bytes, {0, 1, 0});
  put_sizes(bytes, {1, 10});
  put_doubles(bytes, {0, 0, 0});
  put_ints(bytes, {2, 1, 0});
  put_sizes(bytes, {4, 20, 30, 40, 50});
  put_doubles(bytes, {1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 1});
  bytes += "\n$EndNodes\n$Elements\n";
  put_sizes(bytes, {5, 5, 1, 5});
  const auto block = [&](int dimension, int entity_tag, int type,
                         std::initializer_list<std::uint64_t> row) {
    put_ints(bytes, {dimension, entity_tag, type});
    put_sizes(bytes, {1});
    put_sizes(bytes, row);
  };
  block(0, 1, 15, {1, 10});
  block(1, 1, 1, {2, 10, 20});
  block(2, 1, 2, {3, 10, 20, 30});
  block(2, 2, 3, {4, 10, 20, 30, 40});
  block(3, 1, 4, {5, 10, 20, 30, 50});
  return bytes + "\n$EndElements\n";
}

TEST(ImportGmsh, BothVersionsInTextAndBytesGiveTheSame) {
  for (const std::string& file : {kOld, kNew, old_bytes(), new_bytes()}) {
    SCOPED_TRACE(file.substr(0, 30));
    const Imported got = import_bytes(file, "gmsh", "mesh.msh");
    EXPECT_EQ(got.system.nodes.position,
              (std::vector<double>{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 1}));
    EXPECT_EQ(got.report.cells, 1);
    EXPECT_EQ(got.report.faces, 2);
    // 5 edges of the square and its diagonal, 3 up to the top
    EXPECT_EQ(got.report.springs, 8);
    std::map<std::string, std::vector<std::array<int, 2>>> sets;
    for (const SpringSet& set : got.system.springs) sets[set.name] = set.ends;
    ASSERT_EQ(sets.size(), 4u);
    EXPECT_EQ(sets["rim"], (std::vector<std::array<int, 2>>{{0, 1}}));
    EXPECT_EQ(sets["roof"], (std::vector<std::array<int, 2>>{{1, 2}, {2, 0}}));
    EXPECT_EQ(sets[""], (std::vector<std::array<int, 2>>{{2, 3}, {3, 0}}));
    EXPECT_EQ(sets["volume_3"], (std::vector<std::array<int, 2>>{{0, 4}, {1, 4}, {2, 4}}));
    bool has_point = false;
    for (const Group& group : got.system.groups)
      has_point = has_point || (group.name == "point_9" && group.members == std::vector<int>{0});
    EXPECT_TRUE(has_point);
    ASSERT_EQ(got.system.face_groups.size(), 1u);
    EXPECT_EQ(got.system.face_groups[0].members, std::vector<int>{0});
  }
}

TEST(ImportGmsh, CurvedElementsAreTakenByTheirCorners) {
  const std::string file = replaced(replaced(kOld, "2 1 2 5 1 10 20", "2 8 2 5 1 10 20 30"),
                                    "5 4 2 3 1 10 20 30 50", "5 9 2 3 1 10 20 30 40 50 10");
  const Imported got = import_bytes(file, "gmsh", "mesh.msh");
  ASSERT_EQ(got.report.simplified.size(), 2u);
  EXPECT_EQ(got.report.simplified[0].kind, "3-node line");
  EXPECT_EQ(got.report.simplified[1].kind, "6-node triangle");
  EXPECT_TRUE(got.report.skipped.empty());
  const Imported straight = import_bytes(kOld, "gmsh", "mesh.msh");
  EXPECT_EQ(got.system.faces.nodes, straight.system.faces.nodes);
  const Imported line = import_bytes(replaced(kOld, "2 1 2 5 1 10 20", "2 8 2 5 1 10 20 30"),
                                     "gmsh", "mesh.msh");
  EXPECT_EQ(write_system(line.system), write_system(straight.system));
}

TEST(ImportGmsh, MalformedFilesAreRefused) {
  const std::string bytes = new_bytes(), old = old_bytes();
  std::string wrong_one = bytes;
  wrong_one[wrong_one.find("4.1 1 8\n") + 8] = 2;
  expect_refused("gmsh", {{"old", kOld}, {"new", kNew}},
                 {{kOld.substr(0, kOld.find("$Nodes")), 0, "there is no section `$Nodes`"},
                  {kOld.substr(0, kOld.find("$Elements")), 0, "there is no section `$Elements`"},
                  {kOld.substr(0, kOld.find("$Nodes")) + kOld.substr(kOld.find("$Elements")), 9,
                   "`$Elements` comes before `$Nodes`"},
                  {wrong_one, 0, "the number 1 is expected here"},
                  {bytes.substr(0, 21), 0, "the file ends here"},
                  {bytes.substr(0, bytes.find("$Nodes") + 50), 0, "do not fit into the"},
                  {old.substr(0, old.find("$Nodes") + 60), 0, "the file ends here"},
                  {bytes.substr(0, bytes.size() - 20), 0, "the file ends here"}});
}

}  // namespace
}  // namespace tensio
