// Nets that are too large are refused with the count that does not fit.
#include "network/size_limits.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tensio/error.hpp"

namespace tensio {
namespace {

template <class Refuse>
std::string refusal(Refuse&& refuse) {
  try {
    refuse();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::limit);
    return error.what();
  }
  return {};
}

std::string refusal_of(const NetSize& size) {
  return refusal([&] { refuse_if_too_large(size); });
}

TEST(SizeLimits, ABillionSpringsAreAccepted) {
  EXPECT_EQ(refusal_of({.nodes = 100000000, .springs = 1000000000, .dimension = 3}), "");
  EXPECT_EQ(refusal_of({.nodes = 1000000000, .springs = 500000000, .dimension = 2}), "");
}

TEST(SizeLimits, TooManyAxesAreRefusedWithTheirCount) {
  const std::string text = refusal_of({.nodes = 1000000000, .springs = 10, .dimension = 3});
  EXPECT_NE(text.find("1000000000 nodes and 10 springs"), std::string::npos) << text;
  EXPECT_NE(text.find("nodes x 3 axes = 3000000000 must stay below 2147483648"), std::string::npos)
      << text;
}

TEST(SizeLimits, TooManyBlocksAreRefusedWithTheirCount) {
  const std::string text = refusal_of({.nodes = 500000000, .springs = 2000000000, .dimension = 3});
  EXPECT_NE(text.find("nodes + 2 x springs = 4500000000 must stay below 2147483648"),
            std::string::npos)
      << text;
}

TEST(SizeLimits, AMatrixTooLargeForADirectSolverIsRefusedWithItsEntries) {
  EXPECT_EQ(refusal([] { refuse_if_too_many_entries(2147483647); }), "");
  const std::string text = refusal([] { refuse_if_too_many_entries(9000000000); });
  EXPECT_NE(text.find("9000000000 entries"), std::string::npos) << text;
  EXPECT_NE(text.find("multilevel"), std::string::npos) << text;
}

}  // namespace
}  // namespace tensio
