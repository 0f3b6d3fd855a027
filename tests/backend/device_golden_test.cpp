// The golden hashes hold where explicit steps run on a device.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>

#include "backend/test_device.hpp"

#define TENSIO_GOLDEN_CASES_ONLY
#include "golden/golden.cpp"

namespace tensio {
namespace {

std::string text_of(std::uint64_t hash) {
  char text[32];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

TEST(DeviceGolden, MotionHasTheGoldenHashes) {
  std::map<std::string, std::string> expected;
  std::ifstream file(TENSIO_SOURCE_DIR "/tests/golden/hashes.txt");
  for (std::string name, hash; file >> name >> hash;) expected[name] = hash;
  const UsingBackend device(testing::make_device_backend);
  int compared = 0;
  for (const auto& [name, compute] : cases()) {
    if (!name.starts_with("motion_") && !name.starts_with("substeps_")) continue;
    // Implicit steps run on the host; a few of them show that they do.
    const auto has = [&name = name](const char* part) {
      return name.find(part) != std::string::npos;
    };
    if (!has("explicit") && !has("symplectic") && !has("verlet") && !has("rk4") &&
        !has("bdf2_ldlt") && !has("substeps_bdf2"))
      continue;
    const Hashes hashes = compute();
    EXPECT_EQ(text_of(hashes.state), expected[name]) << name;
    ASSERT_TRUE(hashes.energies.has_value()) << name;
    EXPECT_EQ(text_of(*hashes.energies), expected[name + ".energies"]) << name;
    ++compared;
  }
  EXPECT_GE(compared, 13);
}

}  // namespace
}  // namespace tensio
