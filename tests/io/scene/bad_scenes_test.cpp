// Every file in tests/bad_scenes is refused with the line, column and words that its table expects.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "io/text/characters.hpp"
#include "tensio/scene_file.hpp"

#include "tensio/words.hpp"

namespace tensio {
namespace {

struct Expected {
  int line = 0;
  int column = 0;
  std::string piece;
};

std::filesystem::path folder() {
  return std::filesystem::path(TENSIO_SOURCE_DIR) / "tests" / "bad_scenes";
}

std::map<std::string, std::vector<Expected>> read_table() {
  std::map<std::string, std::vector<Expected>> table;
  std::ifstream file(folder() / "expected.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
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
    const std::size_t length = utf8_length(text);
    if (length == 0 || static_cast<unsigned char>(text[0]) < 0x20) return false;
    text.remove_prefix(length);
  }
  return true;
}

TEST(BadScenes, EachIsRefusedAtItsPlaceWithItsWords) {
  const auto table = read_table();
  ASSERT_GE(table.size(), 300u);
  for (const auto& [name, expected] : table) {
    SCOPED_TRACE(name);
    const std::string path = (folder() / name).string();
    try {
      load_system(path);
      ADD_FAILURE() << "was read without a complaint";
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
}

TEST(BadScenes, EveryFileIsInTheTable) {
  const auto table = read_table();
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".json") continue;
    EXPECT_EQ(table.count(name), 1u) << name;
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
