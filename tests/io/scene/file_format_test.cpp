// The scenes that docs/file_format.md shows are scenes.
#include <gtest/gtest.h>

#include <string>

#include "support/files.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

TEST(FileFormat, EverySceneInTheReferenceIsRead) {
  const std::string text =
      testing::read_file(std::string(TENSIO_SOURCE_DIR) + "/docs/file_format.md");
  const std::string fence = "```json\n";
  int count = 0;
  for (std::size_t begin = text.find(fence); begin != std::string::npos;
       begin = text.find(fence, begin + 1)) {
    const std::size_t first = begin + fence.size();
    const std::string block = text.substr(first, text.find("```", first) - first);
    if (block.rfind("{\"tensio\"", 0) != 0) continue;
    EXPECT_NO_THROW(parse_system(block)) << block;
    ++count;
  }
  EXPECT_GE(count, 18);
}

}  // namespace
}  // namespace tensio
