// Any bytes as a scene: parse_system may refuse them with an Error, and do nothing else. What it
// takes must come back the same after writing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tensio/files/scene_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string written;
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    written =
        tensio::write_system(tensio::parse_system(text, "scene", "", {.max_generated = 1000}));
  } catch (const tensio::Error&) {
    return 0;
  }
  // an Error here is a defect: what was written must be readable
  if (tensio::write_system(tensio::parse_system(written)) != written) std::abort();
  return 0;
}
