// Compiled nets: orders, pattern, and the properties of K on many random nets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/index.hpp"
#include "network/network_data.hpp"
#include "support/nets.hpp"
#include "tensio/solve/network.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio {
namespace {

using testing::random_net;
using testing::RandomNet;

double entry(const CompressedRows& matrix, int row, int column) {
  for (int e = matrix.row_start[usize(row)]; e < matrix.row_start[usize(row) + 1]; ++e)
    if (matrix.column[usize(e)] == column) return matrix.value[usize(e)];
  return 0;
}

double largest(const std::vector<double>& values) {
  double result = 0;
  for (double value : values) result = std::max(result, std::abs(value));
  return result;
}

RandomNet wish_for(int seed) {
  RandomNet wish;
  wish.dimension = 2 + seed % 2;
  wish.nodes = 2 + seed % 37;
  wish.chords = seed % 50;
  wish.all_laws = seed % 3 == 0;
  return wish;
}

struct RandomStiffness {
  explicit RandomStiffness(int seed) : wish(wish_for(seed)) {
    Random random(static_cast<std::uint64_t>(seed));
    net = random_net(random, wish);
    K = stiffness_matrix(compile(net), net.nodes.position);
  }
  RandomNet wish;
  System net;
  CompressedRows K;
};

// Promise M2, over 1,000 random nets.
TEST(StiffnessMatrix, IsSymmetricToTheBit) {
  for (int seed = 0; seed < 1000; ++seed) {
    const CompressedRows K = RandomStiffness(seed).K;
    for (int row = 0; row < K.rows; ++row)
      for (int e = K.row_start[usize(row)]; e < K.row_start[usize(row) + 1]; ++e)
        ASSERT_EQ(K.value[usize(e)], entry(K, K.column[usize(e)], row)) << "net " << seed;
  }
}

TEST(StiffnessMatrix, RowsSumToZero) {
  for (int seed = 0; seed < 1000; ++seed) {
    const auto [wish, net, K] = RandomStiffness(seed);
    // Translations: the sum over the columns of one axis.
    for (int axis = 0; axis < wish.dimension; ++axis) {
      std::vector<double> shift(usize(K.columns), 0.0);
      for (int i = axis; i < K.columns; i += wish.dimension) shift[usize(i)] = 1;
      ASSERT_LE(largest(multiply(K, shift)), 1e-12 * largest(K.value)) << "net " << seed;
    }
  }
}

TEST(StiffnessMatrix, RotationsOfAnUnstressedNetAreInItsNullSpace) {
  for (int seed = 0; seed < 1000; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    RandomNet wish = wish_for(seed);
    wish.all_laws = false;
    System net = random_net(random, wish);
    for (SpringSet& set : net.springs) set.rest_length.clear();  // rest length = drawn
    const CompressedRows K = stiffness_matrix(compile(net), net.nodes.position);
    const int d = wish.dimension;
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < i; ++j) {
        std::vector<double> turn(usize(K.columns), 0.0);
        for (std::size_t n = 0; n < usize(wish.nodes); ++n) {
          turn[n * usize(d) + usize(i)] = net.nodes.position[n * usize(d) + usize(j)];
          turn[n * usize(d) + usize(j)] = -net.nodes.position[n * usize(d) + usize(i)];
        }
        ASSERT_LE(largest(multiply(K, turn)), 1e-12 * largest(K.value)) << "net " << seed;
      }
  }
}

TEST(StiffnessMatrix, PatternIsTheAdjacency) {
  for (int seed = 0; seed < 1000; ++seed) {
    const auto [wish, net, K] = RandomStiffness(seed);
    std::set<std::pair<int, int>> joined;
    for (int i = 0; i < wish.nodes; ++i) joined.insert({i, i});
    for (const SpringSet& set : net.springs)
      for (const auto& [a, b] : set.ends) {
        joined.insert({a, b});
        joined.insert({b, a});
      }
    std::set<std::pair<int, int>> blocks;
    for (int row = 0; row < K.rows; ++row) {
      int last = -1;
      for (int e = K.row_start[usize(row)]; e < K.row_start[usize(row) + 1]; ++e) {
        ASSERT_GT(K.column[usize(e)], last);  // ascending, each once
        last = K.column[usize(e)];
        blocks.insert({row / wish.dimension, last / wish.dimension});
      }
    }
    ASSERT_EQ(blocks, joined) << "net " << seed;
  }
}

TEST(StiffnessMatrix, ParallelSpringsAddUp) {
  System one = testing::springsys();
  System two = one;
  one.springs[0].stiffness = {2};
  two.springs.push_back(two.springs[0]);
  const CompressedRows a = stiffness_matrix(compile(one), one.nodes.position);
  const CompressedRows b = stiffness_matrix(compile(two), two.nodes.position);
  ASSERT_EQ(a.column, b.column);
  for (std::size_t e = 0; e < a.value.size(); ++e) EXPECT_NEAR(a.value[e], b.value[e], 1e-14);
}

// K is the derivative of the forces of the whole net, by central differences.
TEST(StiffnessMatrix, IsMinusTheDerivativeOfTheForces) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    RandomNet wish;
    wish.dimension = 2 + seed % 2;
    wish.nodes = 8;
    wish.chords = 10;
    const System net = random_net(random, wish);
    const Network network = compile(net);
    const CompressedRows K = stiffness_matrix(network, net.nodes.position);
    for (int column = 0; column < K.columns; ++column) {
      std::vector<double> up = net.nodes.position, down = up;
      up[usize(column)] += 1e-6;
      down[usize(column)] -= 1e-6;
      const std::vector<double> f_up = forces(network, up), f_down = forces(network, down);
      for (int row = 0; row < K.rows; ++row)
        ASSERT_NEAR(entry(K, row, column), -(f_up[usize(row)] - f_down[usize(row)]) / 2e-6,
                    1e-6 * largest(K.value));
    }
  }
}

TEST(Compile, SpringsAreGroupedByLawAndIncidenceAscends) {
  Random random(5);
  RandomNet wish;
  wish.nodes = 300;
  wish.chords = 900;
  wish.all_laws = true;
  const System system = random_net(random, wish);
  const Network network = compile(system);
  const NetworkData& net = network.data();
  int covered = 0;
  for (const LawRange& range : net.laws) {
    EXPECT_EQ(range.begin, covered);
    covered = range.end;
  }
  EXPECT_EQ(covered, net.spring_count);
  for (std::size_t i = 0; i < usize(net.node_count); ++i)
    for (int e = net.incidence_start[i] + 1; e < net.incidence_start[i + 1]; ++e)
      EXPECT_LT(net.incident[usize(e - 1)], net.incident[usize(e)]);
  // Every spring once, every node once.
  EXPECT_EQ(std::set<int>(net.spring_user.begin(), net.spring_user.end()).size(),
            usize(net.spring_count));
  EXPECT_EQ(std::set<int>(net.node_user.begin(), net.node_user.end()).size(),
            usize(net.node_count));
}

// A chain whose nodes are numbered at random is put back in order; results keep the user's order.
TEST(Compile, ScatteredNodesAreReorderedBehindTheScenes) {
  const int n = 5000;
  std::vector<int> number(usize(n));
  std::iota(number.begin(), number.end(), 0);
  Random random(3);
  for (int i = n - 1; i > 0; --i) std::swap(number[usize(i)], number[usize(random.index(i + 1))]);
  System net;
  net.dimension = 2;
  net.nodes.position.resize(2 * usize(n));
  SpringSet chain;
  for (int i = 0; i < n; ++i) {
    net.nodes.position[2 * usize(number[usize(i)])] = i;
    if (i > 0) chain.ends.push_back({number[usize(i - 1)], number[usize(i)]});
  }
  chain.stiffness = {1};
  net.springs = {chain};
  const Network network = compile(net);
  const NetworkData& data = network.data();
  double span = 0;
  for (std::size_t s = 0; s < data.a.size(); ++s) span += std::abs(data.a[s] - data.b[s]);
  EXPECT_EQ(span, n - 1);
  // Stretched by one per cent, the two ends are pulled inwards and nothing else moves.
  std::vector<double> stretched = net.nodes.position;
  for (double& x : stretched) x *= 1.01;
  const std::vector<double> f = forces(network, stretched);
  EXPECT_NEAR(f[2 * usize(number[0])], 0.01, 1e-10);
  EXPECT_NEAR(f[2 * usize(number[usize(n - 1)])], -0.01, 1e-10);
}

TEST(Compile, RefusesABadSystemWithEveryProblem) {
  System net = testing::springsys();
  net.springs[0].ends[2] = {4, 40};
  net.springs[0].stiffness = {-1};
  try {
    compile(net);
    FAIL() << "a bad system was compiled";
  } catch (const Error& error) {
    ASSERT_EQ(error.problems().size(), 2u);
    EXPECT_EQ(error.problems()[0].pointer, "/springs/0/ends/2");
    EXPECT_NE(error.problems()[0].message.find("the nodes are 0 to 5"), std::string::npos);
    EXPECT_NE(error.problems()[1].message.find("force_density"), std::string::npos);
  }
}

// A mistake that compiling itself does not stumble over shows who looks for mistakes.
TEST(Compile, DoesNotValidateAgainWhatIsKnownToBeValid) {
  System net = testing::springsys();
  net.simulation.emplace().duration = -1;
  EXPECT_THROW((void)compile(net), Error);
  EXPECT_EQ(compile(net, Validated::yes).spring_count(), net.spring_count());
}

}  // namespace
}  // namespace tensio
