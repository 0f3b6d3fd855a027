// A scene reads files in its own folder and in opened ones, and nothing else.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/files.hpp"
#include "support/refusals.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

namespace fs = std::filesystem;

template <class T>
void write_npy(const fs::path& path, const std::string& type, const std::string& shape,
               const std::vector<T>& values) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
  while ((header.size() + 11) % 16 != 0) header += ' ';
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file << "\x93NUMPY" << '\1' << '\0' << static_cast<char>(header.size()) << '\0' << header;
  file.write(reinterpret_cast<const char*>(values.data()),
             static_cast<std::streamsize>(values.size() * sizeof(T)));
}

class SceneData : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(root_ / "scene" / "sub");
    fs::create_directories(root_ / "other");
    const std::vector<double> line = {0, 0, 1, 0, 2, 0};
    write_npy<double>(root_ / "scene" / "x.npy", "<f8", "(3, 2)", line);
    write_npy<double>(root_ / "scene" / "sub" / "x.npy", "<f8", "(3, 2)", line);
    write_npy<double>(root_ / "other" / "away.npy", "<f8", "(3, 2)", line);
  }

  System load(const std::string& nodes, const std::string& rest = "",
              const LoadOptions& options = {}) {
    const fs::path path = root_ / "scene" / "scene.json";
    std::ofstream(path) << R"({"tensio": 1, "dimension": 2, "nodes": {)" << nodes << "}" << rest
                        << "}";
    return load_system(path.string(), options);
  }
  std::string complaint(const std::string& name, const LoadOptions& options = {}) {
    return testing::refusal([&] { load(R"("position": ")" + name + '"', "", options); });
  }
  testing::TemporaryFolder root_;
};

TEST_F(SceneData, ColumnsRowsAndSelectionsComeFromFiles) {
  write_npy<double>(root_ / "scene" / "m.npy", "<f8", "(3,)", {1, 2, 3});
  write_npy<std::int32_t>(root_ / "scene" / "ends.npy", "<i4", "(2, 2)", {0, 1, 1, 2});
  write_npy<float>(root_ / "scene" / "k.npy", "<f4", "(2,)", {5, 6});
  write_npy<std::int64_t>(root_ / "scene" / "ids.npy", "<i8", "(2,)", {2, 0});
  write_npy<std::uint8_t>(root_ / "scene" / "mask.npy", "|b1", "(3,)", {0, 1, 1});
  write_npy<double>(root_ / "scene" / "f.npy", "<f8", "(2, 2)", {1, 2, 3, 4});
  const System system =
      load(R"("position": "sub/x.npy", "start": "x.npy", "mass": "m.npy", "fixed": "ids.npy")",
           R"(, "springs": [{"ends": "ends.npy", "stiffness": "k.npy"}],
                "groups": {"g": ["mask.npy", 0]},
                "loads": [{"nodes": "mask.npy", "force": "f.npy"}])");
  EXPECT_EQ(system.nodes.position, (std::vector<double>{0, 0, 1, 0, 2, 0}));
  EXPECT_EQ(system.nodes.start, system.nodes.position);
  EXPECT_EQ(system.nodes.mass, (Column{1, 2, 3}));
  EXPECT_EQ(system.nodes.fixed.at(0).nodes, (std::vector<int>{2, 0}));
  EXPECT_EQ(system.springs.at(0).ends.at(1), (std::array<int, 2>{1, 2}));
  EXPECT_EQ(system.springs[0].stiffness, (Column{5, 6}));
  EXPECT_EQ(system.groups.at(0).members, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(system.loads.at(0).nodes, (std::vector<int>{1, 2}));
  EXPECT_EQ(system.loads[0].force, (std::vector<double>{1, 2, 3, 4}));
}

TEST_F(SceneData, OpenedFoldersAreLookedIntoAfterTheScenesOwn) {
  EXPECT_NE(complaint("away.npy"), "");
  EXPECT_EQ(complaint("away.npy", {{(root_ / "other").string()}}), "");
  EXPECT_NE(complaint("../other/away.npy", {{(root_ / "other").string()}}), "");
}

TEST_F(SceneData, LinksMayNotLeadOut) {
  fs::create_symlink("../other/away.npy", root_ / "scene" / "out.npy");
  fs::create_directory_symlink("../other", root_ / "scene" / "door");
  fs::create_symlink("sub/x.npy", root_ / "scene" / "in.npy");
  fs::create_symlink("loop.npy", root_ / "scene" / "loop.npy");
  EXPECT_NE(complaint("out.npy").find("leads out"), std::string::npos);
  EXPECT_NE(complaint("door/away.npy").find("leads out"), std::string::npos);
  EXPECT_EQ(complaint("in.npy"), "");
  EXPECT_NE(complaint("loop.npy"), "");
  // a folder beside, whose name begins alike, is outside too
  fs::create_directories(root_ / "scene2");
  fs::copy(root_ / "scene" / "x.npy", root_ / "scene2" / "x.npy");
  fs::create_symlink("../scene2/x.npy", root_ / "scene" / "beside.npy");
  EXPECT_NE(complaint("beside.npy").find("leads out"), std::string::npos);
}

TEST_F(SceneData, OnlyRegularFilesAreOpened) {
  ASSERT_EQ(::mkfifo((root_ / "scene" / "pipe.npy").c_str(), 0600), 0);
  fs::create_directory(root_ / "scene" / "folder.npy");
  EXPECT_NE(complaint("pipe.npy").find("not a regular file"), std::string::npos);
  EXPECT_NE(complaint("folder.npy").find("not a regular file"), std::string::npos);
}

TEST_F(SceneData, TextWithoutAFolderReadsNoFiles) {
  const std::string text = R"({"tensio": 1, "dimension": 2, "nodes": {"position": "x.npy"}})";
  EXPECT_NO_THROW(parse_system(text, "scene", (root_ / "scene").string()));
  EXPECT_THROW(parse_system(text), Error);
  EXPECT_NO_THROW(parse_system(text, "scene", "", {{(root_ / "scene").string()}}));
}

TEST_F(SceneData, TricksWithNamesAreRefused) {
  for (const char* name :
       {"../x.npy", "sub/../../scene/x.npy", "..", "/etc/passwd.npy", "sub/..//../x.npy",
        "./../x.npy", "C:/x.npy", "c:x.npy", "..\\\\x.npy", "\\\\\\\\server\\\\x.npy",
        "x\\u0000.npy", "file:///etc/x.npy", "http://host/x.npy", "~/x.npy", "$HOME/x.npy",
        "x.npy/", "/x.npy", "sub/%2e%2e/%2e%2e/x.npy", ".npy/x.npy"}) {
    EXPECT_NE(complaint(name), "") << name;
  }
  EXPECT_EQ(complaint("./x.npy"), "");
  EXPECT_EQ(complaint("sub/./x.npy"), "");
}

TEST(MemoryFiles, AreFoundBeforeThoseOfFolders) {
  const std::string masses = "mass\n1\n2.5\n", other = "mass\n7\n8\n";
  const std::string scene = R"({"tensio": 1, "dimension": 2,
    "nodes": {"position": [[0, 0], [1, 0]], "mass": "data/m.csv"}})";
  LoadOptions options;
  options.memory_files = {{"data/m.csv", masses}, {"data/m.csv.", other}};
  EXPECT_EQ(parse_system(scene, "scene", {}, options).nodes.mass, (std::vector<double>{1, 2.5}));
  // Without it, and without a folder, the name is refused.
  EXPECT_THROW(parse_system(scene), Error);
}

}  // namespace
}  // namespace tensio
