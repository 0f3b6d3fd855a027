// The golden hashes hold on ranks.
#include <gtest/gtest.h>

#include <string>

#include "backend/test_ranks.hpp"
#include "golden/of_motion.hpp"

namespace tensio {
namespace {

TEST(RanksGolden, MotionHasTheGoldenHashes) {
  const testing::TestRanks ranks(testing::rank_counts().back());
  const UsingBackend other(testing::make_ranks_backend);
  const int compared =
      for_golden_motion([](const std::string& name, const std::string& found,
                           const std::string& golden) { EXPECT_EQ(found, golden) << name; });
  EXPECT_GE(compared, 13);
}

}  // namespace
}  // namespace tensio
