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
#include <vector>

#include "io/text/characters.hpp"
#include "support/refusals.hpp"
#include "tensio/files/scene_file.hpp"

#include "tensio/words.hpp"

namespace tensio {
namespace {

using testing::can_be_shown;

namespace fs = std::filesystem;

struct Expected {
  int line = 0;
  int column = 0;
  std::string piece;
};

using Table = std::map<std::string, std::vector<Expected>>;

fs::path folder() { return fs::path(TENSIO_SOURCE_DIR) / "tests" / "bad_scenes"; }

// The names in a folder, sorted; none where it is missing, which a test notices: the list of tests
// is made of it.
std::vector<std::string> names_in(const fs::path& parent) {
  std::error_code ignored;
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(parent, ignored))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> scenes_in(const std::string& section) {
  std::vector<std::string> names = names_in(folder() / section);
  std::erase_if(names, [](const std::string& name) { return !name.ends_with(".json"); });
  return names;
}

// As <section>/<name>.json. This runs whenever the test program starts, so it reads no file.
std::vector<std::string> all_scenes() {
  std::vector<std::string> all;
  for (const std::string& section : names_in(folder()))
    for (const std::string& name : scenes_in(section)) all.push_back(section + "/" + name);
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

class BadScene : public ::testing::TestWithParam<std::string> {};

TEST_P(BadScene, IsRefusedAsExpected) {
  const fs::path scene = folder() / GetParam();
  const std::string path = scene.string();
  const Table table = read_table(scene.parent_path());
  const auto row = table.find(scene.filename().string());
  if (row == table.end()) FAIL() << path << " has no line in expected.txt beside it";
  const std::vector<Expected>& expected = row->second;
  try {
    load_system(path);
    ADD_FAILURE() << path << " was read without a complaint";
  } catch (const Error& error) {
    // a data file that exists and cannot be read is not a fault of the scene
    const bool unread = expected[0].piece == "it is not a regular file";
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

std::string section_and_name(const ::testing::TestParamInfo<std::string>& scene) {
  std::string name = scene.param.substr(0, scene.param.rfind('.'));
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(, BadScene, ::testing::ValuesIn(all_scenes()), section_and_name);

TEST(BadScenes, ThereAreAtLeast300) { EXPECT_GE(all_scenes().size(), 300u); }

TEST(BadScenes, EverySectionHasScenesAndEveryLineOfItsTableAScene) {
  for (const std::string& section : names_in(folder())) {
    if (section == "make_data.py") continue;
    const std::vector<std::string> scenes = scenes_in(section);
    EXPECT_FALSE(scenes.empty()) << section << " holds no scene";
    for (const auto& [name, expected] : read_table(folder() / section)) {
      EXPECT_EQ(std::count(scenes.begin(), scenes.end(), name), 1) << section << "/" << name;
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
