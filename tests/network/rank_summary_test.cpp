// What `tensio info --ranks` reports, compared with counts by hand.
#include "network/rank_summary.hpp"

#include <gtest/gtest.h>

#include "support/nets.hpp"
#include "tensio/scenes/parts.hpp"

namespace tensio {
namespace {

// A chain of 12 nodes in the plane, at least 3 on each of 4 ranks: 11 springs, 3 of them cut.
System chain() {
  System net;
  net.dimension = 2;
  SpringSet set;
  for (int i = 0; i < 12; ++i) {
    net.nodes.position.insert(net.nodes.position.end(), {double(i), 0.0});
    if (i > 0) set.ends.push_back({i - 1, i});
  }
  set.stiffness = {10};
  net.springs = {set};
  return net;
}

TEST(RankSummary, CountsAChainAsByHand) {
  const RankSummary summary = summarise_ranks(compile(chain()), 4);
  EXPECT_EQ(summary.ranks, 4);
  EXPECT_EQ(summary.empty, 0);
  EXPECT_EQ((std::vector<std::int64_t>{summary.nodes.least, summary.nodes.most}),
            (std::vector<std::int64_t>{3, 3}));
  // The inner ranks have 2 springs of their own and 2 with a neighbour, the outer ones 2 and 1.
  EXPECT_EQ(summary.springs.least, 3);
  EXPECT_EQ(summary.springs.most, 4);
  EXPECT_DOUBLE_EQ(summary.springs.mean, 3.5);
  EXPECT_DOUBLE_EQ(summary.balance, 4 / 3.5);
  EXPECT_EQ(summary.computed_twice, 3);
  EXPECT_EQ(summary.ghosts.least, 1);
  EXPECT_EQ(summary.ghosts.most, 2);
  EXPECT_DOUBLE_EQ(summary.ghost_percent, 50);
  EXPECT_DOUBLE_EQ(summary.most_ghost_percent, 100 * 2.0 / 3);
  EXPECT_EQ(summary.neighbours.most, 2);
  EXPECT_EQ(summary.messages, 6);
  // Two doubles for each node sent.
  EXPECT_EQ(summary.sent_bytes.least, 16);
  EXPECT_EQ(summary.sent_bytes.most, 32);
  // Three blocks of 2 x 2 in rows inside the chain, two at its ends: 12 bytes an entry, and 4 for
  // each row.
  EXPECT_EQ(summary.matrix_bytes.most, 3 * 3 * 4 * 12 + 3 * 2 * 4);
  EXPECT_EQ(summary.matrix_bytes.least, (2 + 3 + 3) * 4 * 12 + 3 * 2 * 4);
  EXPECT_EQ(summary.index_bits, 32);
  EXPECT_TRUE(summary.warnings.empty());
}

TEST(RankSummary, OneRankHasAllAndExchangesNothing) {
  const Network net = compile(scenes::cloth());
  const RankSummary summary = summarise_ranks(net, 1);
  EXPECT_EQ(summary.nodes.most, net.node_count());
  EXPECT_EQ(summary.springs.most, net.spring_count());
  EXPECT_EQ(summary.balance, 1);
  EXPECT_EQ(summary.messages, 0);
  EXPECT_EQ(summary.ghost_bytes.most, 0);
}

TEST(RankSummary, WarnsOfRanksWithoutNodesAndOfMoreGhostsThanHelp) {
  const RankSummary summary = summarise_ranks(compile(chain()), 16);
  EXPECT_EQ(summary.empty, 4);
  ASSERT_EQ(summary.warnings.size(), 3u);
  EXPECT_EQ(summary.warnings[0], "4 of 16 ranks have no node: use at most 12");
  EXPECT_NE(summary.warnings[1].find("times the mean number of springs"), std::string::npos);
  EXPECT_NE(summary.warnings[2].find("ghosts for 100 own nodes"), std::string::npos);
}

TEST(RankSummary, SaysWhichIndicesOverflow) {
  const std::int64_t most = 2147483647;
  EXPECT_EQ(why_64_bits(most, most), "");
  EXPECT_EQ(why_64_bits(most + 1, 10),
            "the matrix has 2147483648 rows, more than 32-bit indices reach (2147483647): use a "
            "PETSc with 64-bit indices");
  EXPECT_EQ(why_64_bits(10, 3000000000),
            "one rank has 3000000000 entries of the matrix, more than 32-bit indices reach "
            "(2147483647): use more ranks, or a PETSc with 64-bit indices");
}

TEST(RankSummary, ANetWithoutSpringsIsBalanced) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 1};
  const RankSummary summary = summarise_ranks(compile(net), 2);
  EXPECT_EQ(summary.balance, 1);
  EXPECT_EQ(summary.ghosts.most, 0);
}

}  // namespace
}  // namespace tensio
