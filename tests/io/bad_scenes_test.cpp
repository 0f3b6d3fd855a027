// Every scene tests/bad_scenes/<section>/<name>.json is refused at the line and column and with the
// words that <section>/expected.txt gives for it, one test per scene:
// BadScene.IsRefusedAsExpected/<section>_<name>. A line of expected.txt holds the name of the file,
// line, column and a piece of the message, separated by tabs. A scene has as many problems as it
// has lines there, in this order.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "io/json_text.hpp"
#include "tensio/scene_file.hpp"

namespace tensio {
namespace {

namespace fs = std::filesystem;

struct Expected {
  int line = 0;
  int column = 0;
  std::string piece;
};

using Table = std::map<std::string, std::vector<Expected>>;

fs::path folder() { return fs::path(TENSIO_SOURCE_DIR) / "tests" / "bad_scenes"; }

std::vector<fs::path> sorted_entries(const fs::path& parent) {
  // A missing folder is an empty one, since the list of tests is made of it; a test looks for it.
  std::error_code ignored;
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) entries.push_back(entry.path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

std::vector<fs::path> scenes_in(const fs::path& section) {
  std::vector<fs::path> scenes = sorted_entries(section);
  std::erase_if(scenes, [](const fs::path& path) { return path.extension() != ".json"; });
  return scenes;
}

// By their names alone: this runs whenever the test program starts.
std::vector<fs::path> all_scenes() {
  std::vector<fs::path> all;
  for (const fs::path& section : sorted_entries(folder())) {
    const std::vector<fs::path> scenes = scenes_in(section);
    all.insert(all.end(), scenes.begin(), scenes.end());
  }
  return all;
}

Table read_table(const fs::path& section) {
  Table table;
  std::ifstream file(section / "expected.txt");
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string name, row, column, piece;
    std::getline(fields, name, '\t');
    std::getline(fields, row, '\t');
    std::getline(fields, column, '\t');
    std::getline(fields, piece);
    table[name].push_back({std::stoi(row), std::stoi(column), piece});
  }
  return table;
}

// UTF-8 without control characters, whatever the file holds.
bool can_be_shown(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = io::character_length(text);
    if (length == 0 || static_cast<unsigned char>(text[0]) < 0x20) return false;
    text.remove_prefix(length);
  }
  return true;
}

class BadScene : public ::testing::TestWithParam<fs::path> {};

TEST_P(BadScene, IsRefusedAsExpected) {
  const std::string path = GetParam().string();
  const Table table = read_table(GetParam().parent_path());
  const auto row = table.find(GetParam().filename().string());
  ASSERT_NE(row, table.end()) << path << " has no line in expected.txt beside it";
  const std::vector<Expected>& expected = row->second;
  try {
    load_system(path);
    ADD_FAILURE() << path << " was read without a complaint";
  } catch (const Error& error) {
    // a data file that is there and cannot be read is no fault of the scene
    const bool unread = expected[0].piece == "it is no regular file";
    EXPECT_EQ(error.kind(), unread ? ErrorKind::io : ErrorKind::content);
    const std::vector<Problem>& problems = error.problems();
    EXPECT_EQ(problems.size(), expected.size()) << error.what();
    for (std::size_t i = 0; i < problems.size() && i < expected.size(); ++i) {
      EXPECT_EQ(problems[i].file, path);
      EXPECT_TRUE(can_be_shown(problems[i].message)) << problems[i].message;
      EXPECT_TRUE(can_be_shown(problems[i].value)) << problems[i].value;
      EXPECT_EQ(problems[i].line, expected[i].line) << problems[i].message;
      EXPECT_EQ(problems[i].column, expected[i].column) << problems[i].message;
      EXPECT_NE(problems[i].message.find(expected[i].piece), std::string::npos)
          << "message: " << problems[i].message << "\nwanted: " << expected[i].piece;
    }
  }
}

std::string section_and_name(const ::testing::TestParamInfo<fs::path>& scene) {
  return scene.param.parent_path().filename().string() + "_" + scene.param.stem().string();
}

INSTANTIATE_TEST_SUITE_P(, BadScene, ::testing::ValuesIn(all_scenes()), section_and_name);

TEST(BadScenes, ThereAreAtLeast300) { EXPECT_GE(all_scenes().size(), 300u); }

TEST(BadScenes, EverySectionHasScenesAndEveryLineOfItsTableAScene) {
  for (const fs::path& section : sorted_entries(folder())) {
    if (section.filename() == "make_data.py") continue;
    const std::vector<fs::path> scenes = scenes_in(section);
    EXPECT_FALSE(scenes.empty()) << section << " holds no scene";
    for (const auto& [name, expected] : read_table(section)) {
      EXPECT_EQ(std::count(scenes.begin(), scenes.end(), section / name), 1) << section / name;
      for (const Expected& problem : expected) EXPECT_FALSE(problem.piece.empty()) << name;
    }
  }
}

TEST(BadScenes, EveryTruncationOfAGoodSceneIsRefused) {
  const std::string text =
      R"({"tensio": 1, "dimension": 2, "nodes": {"position": [[0, 0], [1, 5e-1]], "fixed": ":1"},)"
      R"( "springs": [{"ends": [[0, 1]], "stiffness": 1, "note": "a\u00e9"}]})";
  EXPECT_NO_THROW(parse_system(text));
  for (std::size_t length = 0; length < text.size(); ++length) {
    EXPECT_THROW(parse_system(text.substr(0, length)), Error) << length;
  }
}

}  // namespace
}  // namespace tensio
