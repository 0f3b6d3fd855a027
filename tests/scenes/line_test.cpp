// Chains and ropes: where they are drawn, and how they hang.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "tensio/scenes/parts.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

double link(const System& line, std::size_t i) {
  const auto d = usize(line.dimension);
  double sum = 0;
  for (std::size_t axis = 0; axis < d; ++axis) {
    const double x = line.nodes.position[d * (i + 1) + axis] - line.nodes.position[d * i + axis];
    sum += x * x;
  }
  return std::sqrt(sum);
}

TEST(Chain, IsDrawnWithEveryLinkAtRest) {
  for (const int dimension : {2, 3})
    for (const double span : {0.0, 0.3, 1.9, 1.999})
      for (const int links : {2, 3, 20}) {
        const System chain =
            scenes::chain({.links = links, .length = 2, .span = span, .dimension = dimension});
        const auto n = usize(links);
        for (std::size_t i = 0; i < n; ++i)
          EXPECT_NEAR(link(chain, i), 2.0 / links, 1e-12) << span << " " << links;
        const std::vector<double>& x = chain.nodes.position;
        EXPECT_EQ(x[0], 0);
        EXPECT_EQ(x[n * usize(dimension)], span);
        EXPECT_EQ(x.back(), 0);
        // it hangs, and alike on both sides
        const auto d = usize(dimension);
        EXPECT_LT(x[d * (n / 2) + d - 1], 0);
        EXPECT_NEAR(x[d + d - 1], x[d * (n - 1) + d - 1], 1e-12);
      }
}

TEST(Chain, IsStraightAndStretchedWhereItIsTooShort) {
  const System chain = scenes::chain({.links = 4, .length = 2, .span = 3});
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(link(chain, i), 0.75, 1e-15);
  EXPECT_EQ(chain.springs[0].rest_length, Column{0.5});
}

TEST(Chain, HangsAsACatenary) {
  // nearly stiff links: span = 2 a asinh(length / (2 a)), depth = a (cosh(span / (2 a)) - 1)
  System chain =
      scenes::chain({.links = 200, .length = 2, .span = 1.6, .stiffness = 1e7, .total_mass = 0.01});
  chain.gravity = {0, 0, -9.81};
  chain.nodes.fixed.push_back({.nodes = {0, 200}});
  const Equilibrium rest = solve_equilibrium(chain);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  double low = 0.1, high = 10;
  for (int i = 0; i < 100; ++i) {
    const double a = 0.5 * (low + high);
    (2 * a * std::asinh(1 / a) < 1.6 ? low : high) = a;
  }
  const double depth = low * (std::cosh(0.8 / low) - 1);
  EXPECT_NEAR(-rest.state.position[3 * 100 + 2], depth, 2e-4 * depth);
}

}  // namespace
}  // namespace tensio
