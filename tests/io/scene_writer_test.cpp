// Writing and reading again gives the same system, to the bit.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>

#include "tensio/scene_file.hpp"

namespace tensio {
namespace {

namespace fs = std::filesystem;

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

void expect_same(const System& a, const System& b) {
  EXPECT_EQ(a.dimension, b.dimension);
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.description, b.description);
  EXPECT_EQ(a.source, b.source);
  EXPECT_EQ(a.note, b.note);
  EXPECT_EQ(a.groups_note, b.groups_note);
  EXPECT_EQ(a.spring_groups_note, b.spring_groups_note);
  EXPECT_EQ(a.equilibrium_note, b.equilibrium_note);
  EXPECT_TRUE(same_bits(a.nodes.position, b.nodes.position));
  EXPECT_TRUE(same_bits(a.nodes.start, b.nodes.start));
  EXPECT_TRUE(same_bits(a.nodes.mass, b.nodes.mass));
  EXPECT_EQ(a.nodes.name, b.nodes.name);
  EXPECT_EQ(a.nodes.note, b.nodes.note);
  ASSERT_EQ(a.nodes.fixed.size(), b.nodes.fixed.size());
  for (std::size_t i = 0; i < a.nodes.fixed.size(); ++i) {
    EXPECT_EQ(a.nodes.fixed[i].nodes, b.nodes.fixed[i].nodes);
    EXPECT_EQ(a.nodes.fixed[i].axes, b.nodes.fixed[i].axes);
    EXPECT_EQ(a.nodes.fixed[i].note, b.nodes.fixed[i].note);
  }
  ASSERT_EQ(a.springs.size(), b.springs.size());
  for (std::size_t i = 0; i < a.springs.size(); ++i) {
    EXPECT_EQ(a.springs[i].name, b.springs[i].name);
    EXPECT_EQ(a.springs[i].law, b.springs[i].law);
    EXPECT_EQ(a.springs[i].ends, b.springs[i].ends);
    EXPECT_TRUE(same_bits(a.springs[i].stiffness, b.springs[i].stiffness));
    EXPECT_TRUE(same_bits(a.springs[i].axial_stiffness, b.springs[i].axial_stiffness));
    EXPECT_TRUE(same_bits(a.springs[i].rest_length, b.springs[i].rest_length));
    EXPECT_TRUE(same_bits(a.springs[i].pretension, b.springs[i].pretension));
    EXPECT_EQ(a.springs[i].note, b.springs[i].note);
  }
  ASSERT_EQ(a.loads.size(), b.loads.size());
  for (std::size_t i = 0; i < a.loads.size(); ++i) {
    EXPECT_EQ(a.loads[i].nodes, b.loads[i].nodes);
    EXPECT_TRUE(same_bits(a.loads[i].force, b.loads[i].force));
    EXPECT_EQ(a.loads[i].note, b.loads[i].note);
  }
  EXPECT_EQ(std::memcmp(a.gravity.data(), b.gravity.data(), sizeof a.gravity), 0);
  for (const auto member : {&System::groups, &System::spring_groups}) {
    ASSERT_EQ((a.*member).size(), (b.*member).size());
    for (std::size_t i = 0; i < (a.*member).size(); ++i) {
      EXPECT_EQ((a.*member)[i].name, (b.*member)[i].name);
      EXPECT_EQ((a.*member)[i].members, (b.*member)[i].members);
    }
  }
  EXPECT_EQ(a.equilibrium.method, b.equilibrium.method);
  EXPECT_EQ(a.equilibrium.tolerance, b.equilibrium.tolerance);
  EXPECT_EQ(a.equilibrium.max_iterations, b.equilibrium.max_iterations);
}

System full_system() {
  System system;
  system.dimension = 3;
  system.title = "Quotes \" and \\ and \xC3\xA9";
  system.description = "two\nlines\tand a bell \a";
  system.source = "nowhere";
  system.note = "a note";
  system.groups_note = "of groups";
  system.spring_groups_note = "of spring groups";
  system.equilibrium_note = "of options";
  system.gravity = {0, -0.0, -9.81};
  for (int i = 0; i < 40; ++i) {
    system.nodes.position.insert(system.nodes.position.end(), {0.1 * i, 1.0 / 3 + i, -0.0});
    system.nodes.name.push_back(i % 7 == 0 ? "node \"" + std::to_string(i) + "\"" : "");
  }
  system.nodes.start = system.nodes.position;
  system.nodes.start[5] = 5e-324;
  system.nodes.mass = {0.25};
  system.nodes.note = "drawn by hand";
  system.nodes.fixed = {{.nodes = {3, 1, 2}},
                        {.nodes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 20},
                         .axes = kAxisX | kAxisZ,
                         .note = "roller"},
                        {}};
  SpringSet cables;
  cables.name = "main cable";
  cables.law = Law::cable;
  cables.note = "all alike";
  for (int i = 0; i < 39; ++i) {
    cables.ends.push_back({i, i + 1});
    cables.axial_stiffness.push_back(1e5 / (i + 1));
  }
  cables.pretension = {1e3};
  SpringSet other;
  other.ends = {{0, 39}};
  other.stiffness = {1e-7};
  other.rest_length = {std::numeric_limits<double>::denorm_min()};
  system.springs = {cables, other, {.name = "none yet", .stiffness = {1}}};
  system.loads = {{.nodes = {30, 31, 32, 33, 34, 35, 36, 37, 38},
                   .force = {1e300, 1e-300, -1},
                   .note = "uniform"},
                  {.nodes = {5, 4}, .force = {1, 2, 3, 4, 5, 6}}};
  system.groups = {{"rim", {0, 10, 39}}, {"all", {}}};
  system.spring_groups = {{"long ones", {0, 39}}};
  system.equilibrium.method = Method::linear;
  system.equilibrium.tolerance = 1e-9;
  system.equilibrium.max_iterations = 12;
  return system;
}

TEST(SceneWriter, EverythingComesBack) {
  const System system = full_system();
  const std::string text = write_system(system);
  const System again = parse_system(text);
  expect_same(system, again);
  EXPECT_EQ(write_system(again), text);
}

TEST(SceneWriter, EveryExampleComesBack) {
  int count = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(TENSIO_SOURCE_DIR) / "examples")) {
    if (entry.path().filename() != "scene.json") continue;
    SCOPED_TRACE(entry.path().string());
    const System system = load_system(entry.path().string());
    expect_same(system, parse_system(write_system(system)));
    ++count;
  }
  EXPECT_GT(count, 0);
}

TEST(SceneWriter, RandomDoublesComeBackToTheBit) {
  std::mt19937_64 random(11);
  System system;
  system.dimension = 2;
  while (system.nodes.position.size() < 20'000) {
    const std::uint64_t pattern = random();
    double value = 0;
    std::memcpy(&value, &pattern, sizeof value);
    if (std::isfinite(value)) system.nodes.position.push_back(value);
  }
  EXPECT_TRUE(same_bits(parse_system(write_system(system)).nodes.position, system.nodes.position));
}

TEST(SceneWriter, LongRunsOfIdsAreRanges) {
  System system;
  system.dimension = 2;
  system.nodes.position.resize(200);
  Fixed fixed;
  fixed.nodes = {99, 5};
  for (int i = 10; i < 90; ++i) fixed.nodes.push_back(i);
  system.nodes.fixed = {fixed};
  EXPECT_NE(write_system(system).find(R"("fixed": [99, 5, "10:90"])"), std::string::npos);
}

TEST(SceneWriter, LinesAreShort) {
  const std::string text = write_system(full_system());
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos;
       begin = end + 1, end = text.find('\n', begin)) {
    EXPECT_LE(end - begin, 110u) << text.substr(begin, end - begin);
  }
}

TEST(SceneWriter, BytesThatAreNotUtf8AreReplaced) {
  System system;
  system.dimension = 2;
  for (const char* bad :
       {"\xFF", "\xC3", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"}) {
    system.title = std::string("a") + bad + "b";
    const System again = parse_system(write_system(system));
    EXPECT_EQ(again.title.substr(0, 4), "a\xEF\xBF\xBD");
    EXPECT_EQ(again.title.back(), 'b');
  }
}

TEST(SceneWriter, ANumberThatIsNotFiniteIsRefused) {
  System system;
  system.dimension = 2;
  system.nodes.position = {0, std::nan("")};
  EXPECT_THROW(write_system(system), Error);
}

class SaveSystem : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("tensio_save_" + std::to_string(std::random_device()()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  static std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  fs::path folder_;
};

TEST_F(SaveSystem, WritesTheTextAndNothingElse) {
  const fs::path path = folder_ / "scene.json";
  save_system(full_system(), path.string());
  EXPECT_EQ(content(path), write_system(full_system()));
  save_system(System{.dimension = 2}, path.string());
  EXPECT_EQ(content(path), write_system(System{.dimension = 2}));
  EXPECT_EQ(files(), 1u);
}

TEST_F(SaveSystem, FollowsALinkAndKeepsPermissions) {
  const fs::path path = folder_ / "scene.json";
  std::ofstream(path) << "old";
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("scene.json", folder_ / "link.json");
  save_system(full_system(), (folder_ / "link.json").string());
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.json"));
  EXPECT_EQ(content(path), write_system(full_system()));
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(SaveSystem, NamesTheFileThatCanNotBeWritten) {
  for (const std::string& path :
       {(folder_ / "none" / "scene.json").string(), folder_.string(), std::string("/dev/full")}) {
    try {
      save_system(full_system(), path);
      FAIL() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io);
      EXPECT_EQ(error.problems().at(0).file, path);
    }
  }
  EXPECT_EQ(files(), 0u);
}

}  // namespace
}  // namespace tensio
