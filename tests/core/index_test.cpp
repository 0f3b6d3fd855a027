// Sizes and offsets of nets with 10^9 springs: the arithmetic alone, without their memory.
#include "core/index.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "core/parallel.hpp"
#include "core/vec.hpp"

namespace tensio {
namespace {

constexpr int kBillion = 1000000000;

TEST(Index, OffsetsOfABillionItemsDoNotOverflow) {
  EXPECT_EQ(axis_offset<3>(kBillion), 3000000000);
  EXPECT_EQ(axis_offset<2>(2 * kBillion), 4000000000);
  EXPECT_EQ(block_offset<3>(kBillion), 9000000000);
  EXPECT_EQ(block_offset<2>(2 * kBillion), 8000000000);
  EXPECT_EQ(usize(kBillion) * 9, 9000000000u);
}

TEST(Index, SizesOfABillionSpringsDoNotOverflow) {
  const NetSize size{.nodes = kBillion / 10, .springs = kBillion, .dimension = 3};
  EXPECT_EQ(size.axes(), 300000000);
  EXPECT_EQ(size.incidences(), 2000000000);
  EXPECT_EQ(size.most_blocks(), 2100000000);
  EXPECT_EQ(size.block_numbers(), 18900000000);
  EXPECT_EQ(usize(size.block_numbers()) * sizeof(double), 151200000000u);
  EXPECT_TRUE(size.fits());
}

TEST(Index, AnIndexThatWouldOverflowDoesNotFit) {
  const std::int64_t most = std::numeric_limits<int>::max();
  EXPECT_TRUE((NetSize{.nodes = most / 3, .dimension = 3}.fits()));
  EXPECT_FALSE((NetSize{.nodes = most / 3 + 1, .dimension = 3}.fits()));
  EXPECT_TRUE((NetSize{.nodes = 1, .springs = (most - 1) / 2}.fits()));
  EXPECT_FALSE((NetSize{.nodes = 2, .springs = (most - 1) / 2}.fits()));
}

// The last block of a sum ends at the last item, even where one more block would overflow.
TEST(Index, BlocksOfASumCoverEveryItemOnce) {
  for (int items : {1, kSumBlock - 1, kSumBlock, kSumBlock + 1, kBillion,
                    std::numeric_limits<int>::max() - 1, std::numeric_limits<int>::max()}) {
    const int blocks = sum_block_count(items);
    EXPECT_EQ(sum_block(0, items).begin, 0);
    EXPECT_EQ(sum_block(blocks - 1, items).end, items);
    for (int block : {0, blocks / 2, blocks - 1}) {
      const SumBlock own = sum_block(block, items);
      EXPECT_LT(own.begin, own.end);
      if (block + 1 < blocks) {
        EXPECT_EQ(own.end - own.begin, kSumBlock);
        EXPECT_EQ(own.end, sum_block(block + 1, items).begin);
      }
    }
  }
  EXPECT_EQ(sum_block_count(0), 0);
}

}  // namespace
}  // namespace tensio
