// Lattices and what is random about them.
#include "core/index.hpp"
#include "tensio/scenes/lattices.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/hash.hpp"
#include "scenes/random_values.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {
namespace {

using scenes::Distribution;
using scenes::Lattice;
using Shape = Lattice::Shape;

std::vector<int> degrees(const System& system) {
  std::vector<int> degree(usize(system.node_count()), 0);
  for (const SpringSet& set : system.springs)
    for (const auto& ends : set.ends)
      for (const int end : ends) ++degree[usize(end)];
  return degree;
}

double length(const System& system, const std::array<int, 2>& ends) {
  const auto d = usize(system.dimension);
  double sum = 0;
  for (std::size_t axis = 0; axis < d; ++axis) {
    const double x = system.nodes.position[d * usize(ends[1]) + axis] -
                     system.nodes.position[d * usize(ends[0]) + axis];
    sum += x * x;
  }
  return std::sqrt(sum);
}

TEST(Lattice, HasAsManyNeighboursInsideAsItShould) {
  const std::pair<Shape, std::pair<int, int>> expected[] = {
      {Shape::square, {4, 4}}, {Shape::triangular, {6, 6}}, {Shape::honeycomb, {3, 6}},
      {Shape::cubic, {6, 12}}, {Shape::fcc, {12, 6}},       {Shape::diamond, {4, 12}}};
  for (const auto& [shape, neighbours] : expected) {
    Lattice options;
    options.shape = shape;
    options.cells = std::vector<double>(shape >= Shape::cubic ? 3 : 2, 4);
    options.spacing = 0.5;
    System plain = scenes::lattice(options);
    std::vector<int> degree = degrees(plain);
    EXPECT_EQ(*std::max_element(degree.begin(), degree.end()), neighbours.first);
    std::set<std::array<int, 2>> pairs;
    for (const auto& ends : plain.springs[0].ends) {
      EXPECT_NEAR(length(plain, ends), 0.5, 1e-12);
      EXPECT_TRUE(pairs.insert({std::min(ends[0], ends[1]), std::max(ends[0], ends[1])}).second);
    }
    options.far_stiffness = 5;
    System braced = scenes::lattice(options);
    ASSERT_EQ(braced.springs.size(), 2u);
    degree = degrees(braced);
    EXPECT_EQ(*std::max_element(degree.begin(), degree.end()),
              neighbours.first + neighbours.second);
  }
}

TEST(Lattice, EndsWhereItsCellsEnd) {
  Lattice options;
  options.shape = Shape::square;
  options.cells = {3, 2};
  options.spacing = 2;
  const System lattice = scenes::lattice(options);
  EXPECT_EQ(lattice.node_count(), 12);
  EXPECT_EQ(lattice.spring_count(), 17);
  EXPECT_EQ(lattice.nodes.position[2 * 11], 6);
  EXPECT_EQ(lattice.nodes.position[2 * 11 + 1], 4);
  EXPECT_EQ(lattice.groups[1].name, "edge_x1");
  EXPECT_EQ(lattice.groups[1].members, (std::vector<int>{3, 7, 11}));
}

TEST(Lattice, OfTrianglesIsAnIsotropicSheet) {
  // E t = 2 k / sqrt(3), pulled along y with free sides
  Lattice options;
  options.cells = {60, 35};
  System sheet = scenes::lattice(options);
  const double strain = 1e-6, height = 35 * std::sqrt(3.0), width = 60;
  for (const Group& group : sheet.groups) {
    Fixed fixed;
    fixed.nodes = group.members;
    fixed.axes = kAxisY;
    if (group.name == "edge_y1") fixed.move = {0, strain * height};
    if (group.name == "edge_y0" || group.name == "edge_y1") sheet.nodes.fixed.push_back(fixed);
  }
  Fixed corner;
  corner.nodes = {0};
  corner.axes = kAxisX;
  sheet.nodes.fixed.push_back(corner);
  const Equilibrium rest = solve_equilibrium(sheet);
  ASSERT_TRUE(rest.converged());
  double pull = 0;
  for (const int node : sheet.nodes.fixed[1].nodes) pull += rest.reaction[2 * usize(node) + 1];
  EXPECT_NEAR(pull / (width * strain), 200 / std::sqrt(3.0), 0.03 * 200 / std::sqrt(3.0));
}

TEST(Lattice, KeepsThePartThatWasAskedFor) {
  Lattice options;
  options.shape = Shape::square;
  options.cells = {100, 100};
  options.keep_springs = 0.3;
  EXPECT_NEAR(scenes::lattice(options).spring_count(), 0.3 * 20200, 3 * std::sqrt(20200 * 0.21));
  options.keep_springs = 1;
  options.keep_nodes = 0.6;
  EXPECT_NEAR(scenes::lattice(options).node_count(), 0.6 * 10201, 3 * std::sqrt(10201 * 0.24));
}

TEST(Lattice, MoreThatIsKeptHoldsWhatWasThere) {
  Lattice options;
  options.keep_springs = 0.4;
  const System few = scenes::lattice(options);
  options.keep_springs = 0.7;
  const System more = scenes::lattice(options);
  const std::set<std::array<int, 2>> there(more.springs[0].ends.begin(),
                                           more.springs[0].ends.end());
  for (const auto& ends : few.springs[0].ends) EXPECT_TRUE(there.count(ends));
  EXPECT_GT(more.spring_count(), few.spring_count());
}

TEST(Lattice, PrunedHasNoLooseEndsAndOnePart) {
  Lattice options;
  options.cells = {20, 12};
  options.keep_springs = 0.5;
  options.keep_nodes = 0.95;
  options.stiffness = {Distribution::Shape::uniform, 1, 2};
  options.rest_length = Distribution{Distribution::Shape::normal, 1, 0.1};
  options.prune = true;
  const System pruned = scenes::lattice(options);
  for (const int degree : degrees(pruned)) EXPECT_GE(degree, 2);
  std::vector<int> part(usize(pruned.node_count()), 0);
  part[0] = 1;
  for (int round = 0; round < pruned.node_count(); ++round)
    for (const auto& [a, b] : pruned.springs[0].ends) {
      int& first = part[usize(a)];
      int& second = part[usize(b)];
      first = second = std::max(first, second);
    }
  EXPECT_EQ(std::count(part.begin(), part.end(), 1), pruned.node_count());
  EXPECT_EQ(pruned.springs[0].stiffness.size(), pruned.springs[0].ends.size());
  EXPECT_EQ(pruned.springs[0].rest_length.size(), pruned.springs[0].ends.size());
  EXPECT_TRUE(validate(pruned).empty());
}

TEST(Lattice, RefusesWhatItCanNotBe) {
  Lattice options;
  options.cells = {3};
  EXPECT_THROW(scenes::lattice(options), Error);
  options.cells = {3, 2.5};
  EXPECT_THROW(scenes::lattice(options), Error);
  options.cells = {3, 3, 3};
  EXPECT_THROW(scenes::lattice(options), Error);
  options.cells = {1e6, 1e6};
  EXPECT_THROW(scenes::lattice(options), Error);
  options.cells = {3, 3};
  options.keep_nodes = 0;
  EXPECT_THROW(scenes::lattice(options), Error);
}

TEST(Distributions, HaveTheMeanAndTheSpreadThatTheySay) {
  const int count = 200000;
  const auto moments = [&](const Distribution& distribution) {
    Random random = scenes::stream(3, scenes::Use::stiffness);
    double sum = 0, squares = 0;
    for (int i = 0; i < count; ++i) {
      const double x = scenes::draw(distribution, random);
      sum += x;
      squares += x * x;
    }
    const double mean = sum / count;
    return std::pair(mean, std::sqrt(squares / count - mean * mean));
  };
  using Kind = Distribution::Shape;
  EXPECT_NEAR(moments({Kind::uniform, 2, 5}).first, 3.5, 0.01);
  EXPECT_NEAR(moments({Kind::uniform, 2, 5}).second, 3 / std::sqrt(12.0), 0.01);
  EXPECT_NEAR(moments({Kind::normal, 10, 2}).first, 10, 0.03);
  EXPECT_NEAR(moments({Kind::normal, 10, 2}).second, 2, 0.02);
  EXPECT_NEAR(moments({Kind::exponential, 4, 0}).first, 4, 0.05);
  EXPECT_NEAR(moments({Kind::exponential, 4, 0}).second, 4, 0.08);
  // median exp(s²/2), and the spread of a log-normal number
  EXPECT_NEAR(moments({Kind::log_normal, 1, 0.5}).first, std::exp(0.125), 0.01);
  EXPECT_NEAR(moments({Kind::log_normal, 1, 0.5}).second,
              std::exp(0.125) * std::sqrt(std::exp(0.25) - 1), 0.02);
}

TEST(Distributions, TakeLogarithmsOfTheirOwn) {
  for (const double x : {1e-300, 1e-16, 0.1, 0.5, 0.7071, 0.99999, 1.0, 1.5, 2.0, 1e10, 1e300})
    EXPECT_NEAR(scenes::natural_logarithm(x), std::log(x),
                1e-15 * std::max(1.0, std::abs(std::log(x))));
}

// The random stream does not change within a version of the format.
TEST(Lattice, IsTheSameForASeedForEver) {
  const auto hash = [](const Lattice& options) {
    const System system = scenes::lattice(options);
    std::uint64_t bits = hash_bits(system.nodes.position);
    for (const SpringSet& set : system.springs) {
      bits = hash_bits(set.stiffness, bits);
      bits = hash_bits(set.rest_length, bits);
      std::vector<double> ends;
      for (const auto& [a, b] : set.ends) ends.insert(ends.end(), {1.0 * a, 1.0 * b});
      bits = hash_bits(ends, bits);
    }
    return bits;
  };
  Lattice options;
  options.jitter = 0.1;
  options.keep_springs = 0.8;
  options.keep_nodes = 0.9;
  options.stiffness = {Distribution::Shape::normal, 10, 3};
  options.rest_length = Distribution{Distribution::Shape::log_normal, 1, 0.1};
  options.seed = 42;
  EXPECT_EQ(hash(options), 9643514627429122277ull);
  options.shape = Shape::diamond;
  options.stiffness = {Distribution::Shape::exponential, 10, 0};
  options.rest_length = Distribution{Distribution::Shape::uniform, 0.9, 1.1};
  options.far_stiffness = 2;
  options.prune = true;
  EXPECT_EQ(hash(options), 9608627215118141435ull);
}

}  // namespace
}  // namespace tensio
