// The golden hashes hold where explicit steps run on a device.
#include <gtest/gtest.h>

#include <string>

#include "backend/test_device.hpp"
#include "golden/of_motion.hpp"

namespace tensio {
namespace {

TEST(DeviceGolden, MotionHasTheGoldenHashes) {
  const UsingBackend device(testing::make_device_backend);
  const int compared = for_golden_motion(
      [](const std::string& name, const std::string& found, const std::string& golden) {
        EXPECT_EQ(found, golden) << name;
      });
  EXPECT_GE(compared, 13);
}

}  // namespace
}  // namespace tensio
