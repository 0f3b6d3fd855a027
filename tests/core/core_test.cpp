// Threads, hashes and errors.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "core/hash.hpp"
#include "core/index.hpp"
#include "core/parallel.hpp"
#include "core/union_find.hpp"
#include "tensio/error.hpp"

namespace tensio {
namespace {

TEST(ParallelFor, CoversEveryItemOnce) {
  for (int threads : {1, 2, 3, 8, 16})
    for (int count : {0, 1, 5, 4095, 4096, 100003}) {
      ThreadPool pool(threads);
      for (int repeat = 0; repeat < 3; ++repeat) {
        std::vector<std::atomic<int>> seen(usize(count));
        pool.parallel_for(count, [&](int begin, int end) {
          for (int i = begin; i < end; ++i) ++seen[usize(i)];
        });
        for (const auto& times : seen) ASSERT_EQ(times, 1);
      }
    }
}

TEST(ParallelSum, HasTheSameBitsOnAnyNumberOfThreads) {
  std::vector<double> values(100003);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(static_cast<double>(i));
  const auto sum_on = [&](int threads) {
    ThreadPool pool(threads);
    return pool.parallel_sum(static_cast<int>(values.size()), [&](int begin, int end) {
      double sum = 0;
      for (int i = begin; i < end; ++i) sum += values[usize(i)];
      return sum;
    });
  };
  for (int threads : {2, 3, 8, 16}) EXPECT_EQ(sum_on(threads), sum_on(1));
  EXPECT_NE(sum_on(1), 0.0);
}

TEST(Hash, DiffersForDifferentBits) {
  EXPECT_EQ(hash_bits(std::vector<double>{}), 14695981039346656037ull);
  EXPECT_NE(hash_bits(std::vector<double>{0.0}), hash_bits(std::vector<double>{-0.0}));
  EXPECT_NE(hash_bits(std::vector<double>{1, 2}), hash_bits(std::vector<double>{2, 1}));
}

TEST(UnionFind, NamesAPartByItsLowestItem) {
  UnionFind parts(6);
  parts.join(4, 5);
  parts.join(5, 2);
  parts.join(0, 1);
  EXPECT_EQ(parts.find(4), 2);
  EXPECT_EQ(parts.find(1), 0);
  EXPECT_EQ(parts.find(3), 3);
}

TEST(Error, ListsItsProblemsLineByLine) {
  const Error error(std::vector<Problem>{{"a.json", 3, 7, "", "x", "is wrong"},
                                         {"", 0, 0, "", "", "so is this"}});
  EXPECT_STREQ(error.what(), "a.json:3:7: is wrong\nso is this");
  EXPECT_EQ(error.kind(), ErrorKind::content);
}

}  // namespace
}  // namespace tensio
