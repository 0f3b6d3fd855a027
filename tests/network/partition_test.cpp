// Partitions: who owns what, what ranks hold and exchange, and how much of it.
#include "network/partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/hash.hpp"
#include "network/compile_data.hpp"
#include "network/space_curve.hpp"
#include "support/nets.hpp"
#include "tensio/scenes/lattices.hpp"
#include "tensio/scenes/parts.hpp"

namespace tensio {
namespace {

/// A net by itself, with the arrays that a view needs.
struct Drawn {
  int dimension = 3;
  std::vector<double> position;
  std::vector<int> a, b, face_start, face_nodes;

  DividedNet view() const { return {dimension, position, a, b, face_start, face_nodes}; }
  void add(int from, int to) {
    a.push_back(from);
    b.push_back(to);
  }
};

Drawn drawn(const System& system) {
  const auto net = compile_data(system, false);
  return {net->dimension, net->position.copy(),    net->a.copy(),
          net->b.copy(),  net->faces.start.copy(), net->faces.nodes.copy()};
}

// side³ nodes, springs along the axes: no generator's order or disorder in it.
Drawn cube(int side) {
  Drawn net;
  const auto id = [&](int x, int y, int z) { return (z * side + y) * side + x; };
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        for (int c : {x, y, z}) net.position.push_back(c);
        if (x + 1 < side) net.add(id(x, y, z), id(x + 1, y, z));
        if (y + 1 < side) net.add(id(x, y, z), id(x, y + 1, z));
        if (z + 1 < side) net.add(id(x, y, z), id(x, y, z + 1));
      }
  return net;
}

Drawn square(int side) {
  Drawn net;
  net.dimension = 2;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      for (int c : {x, y}) net.position.push_back(c);
      if (x + 1 < side) net.add(y * side + x, y * side + x + 1);
      if (y + 1 < side) net.add(y * side + x, (y + 1) * side + x);
    }
  return net;
}

Drawn chain(int nodes) {
  Drawn net;
  net.dimension = 2;
  for (int i = 0; i < nodes; ++i) {
    net.position.insert(net.position.end(), {0.0, 0.0});  // all at one point
    if (i > 0) net.add(i - 1, i);
  }
  return net;
}

// The same net with node i as node to[i]; springs in the same order.
Drawn renumbered(const Drawn& net, const std::vector<int>& to) {
  Drawn other = net;
  const auto d = usize(net.dimension);
  for (std::size_t i = 0; i < to.size(); ++i)
    for (std::size_t k = 0; k < d; ++k)
      other.position[usize(to[i]) * d + k] = net.position[i * d + k];
  for (std::vector<int>* ends : {&other.a, &other.b, &other.face_nodes})
    for (int& node : *ends) node = to[usize(node)];
  return other;
}

std::vector<int> random_order(int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<int> order(usize(count));
  std::iota(order.begin(), order.end(), 0);
  for (int i = count - 1; i > 0; --i) std::swap(order[usize(i)], order[usize(random.index(i + 1))]);
  return order;
}

std::vector<Drawn> nets() {
  std::vector<Drawn> all = {cube(7), square(13), chain(40), drawn(scenes::cloth({.columns = 9})),
                            drawn(scenes::lattice({.jitter = 0.3}))};
  for (int seed = 0; seed < 40; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    all.push_back(drawn(testing::random_net(
        random, {.dimension = 2 + seed % 2, .nodes = 2 + seed, .chords = seed % 31})));
  }
  // Nodes without springs, a star, no springs at all.
  Drawn star = chain(1);
  for (int i = 1; i < 30; ++i) {
    star.position.insert(star.position.end(), {double(i), 1.0});
    star.add(0, i);
  }
  star.position.insert(star.position.end(), {5.0, 5.0, 6.0, 6.0});
  all.push_back(star);
  Drawn loose = star;
  loose.a.clear();
  loose.b.clear();
  all.push_back(loose);
  return all;
}

TEST(SpaceCurve, VisitsEveryCellOnceAndStepsToANeighbour) {
  for (int axes : {1, 2, 3})
    for (int bits : {1, 2, 4}) {
      const std::uint32_t side = std::uint32_t{1} << bits;
      const auto count = std::size_t{1} << (axes * bits);
      std::vector<std::array<int, 3>> visited(count, {-1, -1, -1});
      for (std::uint32_t z = 0; z < (axes > 2 ? side : 1); ++z)
        for (std::uint32_t y = 0; y < (axes > 1 ? side : 1); ++y)
          for (std::uint32_t x = 0; x < side; ++x) {
            const std::uint64_t key = hilbert_key({x, y, z}, axes, bits);
            ASSERT_LT(key, count);
            ASSERT_EQ(visited[key][0], -1) << "visited twice";
            visited[key] = {int(x), int(y), int(z)};
          }
      for (std::size_t i = 1; i < count; ++i) {
        int distance = 0;
        for (std::size_t k = 0; k < 3; ++k) distance += std::abs(visited[i][k] - visited[i - 1][k]);
        ASSERT_EQ(distance, 1) << axes << " axes, " << bits << " bits, step " << i;
      }
    }
}

TEST(SpaceCurve, IsTheSameForANetThatIsMovedAndScaledByPowersOfTwo) {
  const Drawn net = cube(5);
  std::vector<double> other = net.position;
  for (double& x : other) x = 4 * x + 1024;
  EXPECT_EQ(curve_keys(3, net.position), curve_keys(3, other));
}

TEST(SpaceCurve, StaysInThePlaneOfAFlatNet) {
  const Drawn flat = square(9);
  std::vector<double> upright;
  for (std::size_t i = 0; i < flat.position.size(); i += 2)
    upright.insert(upright.end(), {flat.position[i], 7.0, flat.position[i + 1]});
  EXPECT_EQ(curve_keys(2, flat.position), curve_keys(3, upright));
}

TEST(SpaceCurve, TakesTheLargestCoordinates) {
  const std::vector<double> position = {-1.7e308, 0, 1.7e308, 0, 0, 1e308};
  const std::vector<std::uint64_t> keys = curve_keys(2, position);
  EXPECT_EQ(std::set<std::uint64_t>(keys.begin(), keys.end()).size(), 3u);
}

TEST(Partition, GivesEveryNodeToOneRankAndOneRow) {
  for (const Drawn& net : nets())
    for (int ranks : {1, 2, 3, 8, 100})
      for (NodeRow wanted :
           {NodeRow::fewest_cuts, NodeRow::space_filling, NodeRow::breadth_first}) {
        const Partition p = partition(net.view(), ranks, wanted);
        const int n = net.view().node_count();
        ASSERT_EQ(p.rank_count(), ranks);
        ASSERT_EQ(p.first.front(), 0);
        ASSERT_EQ(p.first.back(), n);
        std::vector<int> seen(usize(n), 0);
        for (int r = 0; r < ranks; ++r) {
          ASSERT_TRUE(n < ranks || p.own_count(r) > 0);
          for (int row = p.first[usize(r)]; row < p.first[usize(r) + 1]; ++row) {
            const int node = p.node[usize(row)];
            ++seen[usize(node)];
            ASSERT_EQ(p.owner[usize(node)], r);
            ASSERT_EQ(p.row[usize(node)], row);
            ASSERT_TRUE(row == p.first[usize(r)] || p.node[usize(row) - 1] < node);
          }
        }
        ASSERT_EQ(std::count(seen.begin(), seen.end(), 1), n);
      }
}

// Checked against the definition, spring by spring and face by face.
TEST(Partition, GhostsAreTheFarEndsOfOwnSpringsAndFaces) {
  for (const Drawn& net : nets()) {
    const DividedNet view = net.view();
    const Partition p = partition(view, 5);
    for (int rank = 0; rank < 5; ++rank) {
      const RankPart part = part_of_rank(view, p, rank);
      std::set<int> far;
      std::vector<int> springs, faces;
      for (int s = 0; s < view.spring_count(); ++s) {
        const int a = net.a[usize(s)], b = net.b[usize(s)];
        if (p.owner[usize(a)] == rank || p.owner[usize(b)] == rank) {
          springs.push_back(s);
          far.insert({a, b});
        }
      }
      for (int f = 0; f < view.face_count(); ++f) {
        const std::span<const int> corners =
            view.face_nodes.subspan(usize(net.face_start[usize(f)]),
                                    usize(net.face_start[usize(f) + 1] - net.face_start[usize(f)]));
        if (std::none_of(corners.begin(), corners.end(),
                         [&](int node) { return p.owner[usize(node)] == rank; }))
          continue;
        faces.push_back(f);
        far.insert(corners.begin(), corners.end());
      }
      std::erase_if(far, [&](int node) { return p.owner[usize(node)] == rank; });
      const std::set<int> ghosts(part.nodes.begin() + part.own_count, part.nodes.end());
      ASSERT_EQ(ghosts, far);
      ASSERT_EQ(ghosts.size(), usize(part.ghost_count())) << "a ghost twice";
      ASSERT_EQ(part.springs, springs);
      ASSERT_EQ(part.faces, faces);
      for (std::size_t i = 0; i < springs.size(); ++i) {
        ASSERT_EQ(part.nodes[usize(part.a[i])], net.a[usize(springs[i])]);
        ASSERT_EQ(part.nodes[usize(part.b[i])], net.b[usize(springs[i])]);
      }
      // Rows of ghosts ascend.
      for (std::size_t i = usize(part.own_count) + 1; i < part.nodes.size(); ++i)
        ASSERT_LT(p.row[usize(part.nodes[i - 1])], p.row[usize(part.nodes[i])]);
    }
  }
}

TEST(Partition, WhatIsSentIsWhatIsReceived) {
  for (const Drawn& net : nets()) {
    const Partition p = partition(net.view(), 6);
    std::vector<RankPart> parts;
    for (int rank = 0; rank < 6; ++rank) parts.push_back(part_of_rank(net.view(), p, rank));
    for (int rank = 0; rank < 6; ++rank) {
      int next = parts[usize(rank)].own_count;
      for (const Neighbour& from : parts[usize(rank)].neighbours) {
        ASSERT_NE(from.rank, rank);
        const RankPart& other = parts[usize(from.rank)];
        const auto back = std::find_if(other.neighbours.begin(), other.neighbours.end(),
                                       [&](const Neighbour& n) { return n.rank == rank; });
        ASSERT_NE(back, other.neighbours.end());
        std::vector<int> sent, received;
        for (int local : back->send) {
          ASSERT_LT(local, other.own_count);
          sent.push_back(other.nodes[usize(local)]);
        }
        ASSERT_EQ(from.receive_begin, next) << "ghosts follow each other by neighbour";
        next = from.receive_end;
        for (int local = from.receive_begin; local < from.receive_end; ++local)
          received.push_back(parts[usize(rank)].nodes[usize(local)]);
        ASSERT_EQ(sent, received);
        ASSERT_FALSE(sent.empty());
      }
      ASSERT_EQ(usize(next), parts[usize(rank)].nodes.size());
    }
  }
}

// Explicit sums have the serial bits: each own node meets all its springs, in ascending order.
TEST(Partition, SumsOverLocalSpringsHaveTheSerialBits) {
  const Drawn net = drawn(scenes::lattice({.jitter = 0.2}));
  Random random(7);
  std::vector<double> pull(net.a.size());
  for (double& p : pull) p = random.uniform(-1, 1);
  std::vector<double> whole(usize(net.view().node_count()), 0.0);
  for (std::size_t s = 0; s < net.a.size(); ++s) {
    whole[usize(net.a[s])] += pull[s];
    whole[usize(net.b[s])] -= pull[s];
  }
  const Partition p = partition(net.view(), 7);
  for (int rank = 0; rank < 7; ++rank) {
    const RankPart part = part_of_rank(net.view(), p, rank);
    std::vector<double> local(part.nodes.size(), 0.0);
    for (std::size_t i = 0; i < part.springs.size(); ++i) {
      local[usize(part.a[i])] += pull[usize(part.springs[i])];
      local[usize(part.b[i])] -= pull[usize(part.springs[i])];
    }
    for (std::size_t i = 0; i < usize(part.own_count); ++i)
      ASSERT_EQ(local[i], whole[usize(part.nodes[i])]);
  }
}

TEST(Partition, CountsOfAllRanksAreThoseOfTheirParts) {
  for (const Drawn& net : nets()) {
    const Partition p = partition(net.view(), 9);
    const std::vector<RankCounts> counts = count_ranks(net.view(), p);
    ASSERT_EQ(counts.size(), 9u);
    for (int rank = 0; rank < 9; ++rank) {
      const RankPart part = part_of_rank(net.view(), p, rank);
      const RankCounts& count = counts[usize(rank)];
      std::int64_t sent = 0, border = 0;
      for (const Neighbour& to : part.neighbours) sent += std::ssize(to.send);
      for (std::size_t i = 0; i < part.springs.size(); ++i)
        border += part.a[i] >= part.own_count || part.b[i] >= part.own_count;
      EXPECT_EQ(count.own, part.own_count);
      EXPECT_EQ(count.ghosts, part.ghost_count());
      EXPECT_EQ(count.springs, std::ssize(part.springs));
      EXPECT_EQ(count.border_springs, border);
      EXPECT_EQ(count.neighbours, std::ssize(part.neighbours));
      EXPECT_EQ(count.sent, sent);
    }
  }
}

TEST(Partition, DoesNotDependOnTheNumbersOfNodesInDifferentCells) {
  for (const Drawn& net : {cube(9), square(20), drawn(scenes::lattice({.jitter = 0.3}))}) {
    const std::vector<int> to = random_order(net.view().node_count(), 3);
    const Drawn other = renumbered(net, to);
    const Partition p = partition(net.view(), 11, NodeRow::space_filling);
    const Partition q = partition(other.view(), 11, NodeRow::space_filling);
    for (std::size_t i = 0; i < to.size(); ++i) ASSERT_EQ(p.owner[i], q.owner[usize(to[i])]);
  }
}

// FNV of the owners: the same on every machine and for every compiler.
TEST(Partition, IsTheSameOnEveryMachine) {
  const auto hash_of = [](const Partition& p) {
    return hash_bits(std::vector<double>(p.owner.begin(), p.owner.end()));
  };
  EXPECT_EQ(hash_of(partition(drawn(scenes::lattice({.jitter = 0.3})).view(), 7)),
            16343397328138187408u);
  EXPECT_EQ(hash_of(partition(cube(12).view(), 10)), 7300998646885227897u);
}

struct Spread {
  double balance = 0;  // most springs of a rank over their mean
  double mean_ghosts = 0, most_ghosts = 0, most_neighbours = 0;
};
Spread spread_of(const DividedNet& net, int ranks) {
  const Partition p = partition(net, ranks);
  Spread spread;
  double springs = 0, most = 0;
  for (const RankCounts& count : count_ranks(net, p)) {
    springs += double(count.springs);
    most = std::max(most, double(count.springs));
    spread.mean_ghosts += double(count.ghosts) / ranks;
    spread.most_ghosts = std::max(spread.most_ghosts, double(count.ghosts));
    spread.most_neighbours = std::max(spread.most_neighbours, double(count.neighbours));
  }
  spread.balance = most * ranks / springs;
  return spread;
}

TEST(Partition, BalancesRegularNets) {
  for (int ranks : {2, 3, 8, 17, 64, 100}) {
    EXPECT_LT(spread_of(cube(32).view(), ranks).balance, 1.06) << ranks;
    EXPECT_LT(spread_of(square(128).view(), ranks).balance, 1.05) << ranks;
  }
}

// A cube of m³ nodes has 6 m² ghosts, a square of m² nodes 4 m: pieces of the curve come near.
TEST(Partition, GhostsAreThoseOfCubesAndSquaresWithinAFactor) {
  for (int ranks : {8, 17, 64, 100, 500}) {
    const double m = std::cbrt(32.0 * 32 * 32 / ranks), n = std::sqrt(128.0 * 128 / ranks);
    const Spread solid = spread_of(cube(32).view(), ranks);
    const Spread flat = spread_of(square(128).view(), ranks);
    EXPECT_LT(solid.mean_ghosts, 1.1 * 6 * m * m) << ranks;
    EXPECT_LT(solid.most_ghosts, 1.4 * 6 * m * m) << ranks;
    EXPECT_LT(flat.mean_ghosts, 1.2 * 4 * n) << ranks;
    EXPECT_LT(flat.most_ghosts, 1.7 * 4 * n) << ranks;
  }
}

// All nodes are at one point: only the springs say which ones belong together.
TEST(Partition, CutsACollapsedChainOnceBetweenRanks) {
  const Drawn net = renumbered(chain(1000), random_order(1000, 5));
  const Partition p = partition(net.view(), 10);
  EXPECT_EQ(p.chosen, NodeRow::breadth_first);
  for (const RankCounts& count : count_ranks(net.view(), p)) {
    EXPECT_LE(count.ghosts, 2);
    EXPECT_NEAR(double(count.own), 100, 1);
  }
}

TEST(Partition, FollowsACoiledChainAlongItsSprings) {
  Drawn net;
  for (int i = 0; i < 3000; ++i) {
    const double t = 0.05 * i;
    net.position.insert(net.position.end(), {std::cos(t), std::sin(t), 1e-4 * t});
    if (i > 0) net.add(i - 1, i);
  }
  for (const RankCounts& count : count_ranks(net.view(), partition(net.view(), 8)))
    EXPECT_LE(count.ghosts, 2);
}

TEST(Partition, LeavesNoRankEmptyBesideANodeWithManySprings) {
  Drawn star = chain(1);
  for (int i = 1; i < 1000; ++i) {
    star.position.insert(star.position.end(), {double(i), 1.0});
    star.add(0, i);
  }
  const Partition p = partition(star.view(), 500);
  for (int r = 0; r < 500; ++r) EXPECT_GE(p.own_count(r), 1);
}

TEST(Partition, TakesMoreRanksThanNodes) {
  const Drawn net = chain(3);
  const Partition p = partition(net.view(), 8);
  std::int64_t own = 0;
  for (const RankCounts& count : count_ranks(net.view(), p)) own += count.own;
  EXPECT_EQ(own, 3);
  for (int rank = 0; rank < 8; ++rank)
    EXPECT_EQ(part_of_rank(net.view(), p, rank).own_count, p.own_count(rank));
}

}  // namespace
}  // namespace tensio
