// Stiffnesses that differ by 10^8 in one net: the solve converges, and its report is right.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "support/families.hpp"
#include "support/nets.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

struct Balance {
  long double force = 0;  // largest net force on a free axis
  long double scale = 0;  // largest tension or load
};

// The forces of linear springs and cables, from the scene alone.
Balance in_long_double(const System& net, const std::vector<double>& x) {
  const std::size_t d = usize(net.dimension);
  std::vector<long double> force(x.size(), 0);
  Balance result;
  for (const Load& load : net.loads)
    for (std::size_t axis = 0; axis < d; ++axis)
      force[usize(load.nodes[0]) * d + axis] += load.force[axis];
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!net.nodes.mass.empty())
      force[i] += static_cast<long double>(net.nodes.mass[0]) * net.gravity[i % d];
    result.scale = std::max(result.scale, std::abs(force[i]));
  }
  for (const SpringSet& set : net.springs)
    for (std::size_t s = 0; s < set.ends.size(); ++s) {
      const std::size_t a = usize(set.ends[s][0]) * d, b = usize(set.ends[s][1]) * d;
      long double squared = 0;
      for (std::size_t i = 0; i < d; ++i) {
        const long double along = static_cast<long double>(x[b + i]) - x[a + i];
        squared += along * along;
      }
      const long double l = std::sqrt(squared);
      long double T = set.stiffness[s] * (l - set.rest_length[s]);
      if (set.law == Law::cable && l < set.rest_length[s]) T = 0;
      result.scale = std::max(result.scale, std::abs(T));
      for (std::size_t i = 0; i < d; ++i) {
        const long double pull = T * (static_cast<long double>(x[b + i]) - x[a + i]) / l;
        force[a + i] += pull;
        force[b + i] -= pull;
      }
    }
  std::vector<char> constrained(x.size(), 0);
  for (const Fixed& fixed : net.nodes.fixed)
    for (int node : fixed.nodes)
      for (std::size_t axis = 0; axis < d; ++axis)
        if (fixed.axes >> axis & 1) constrained[usize(node) * d + axis] = 1;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!constrained[i]) result.force = std::max(result.force, std::abs(force[i]));
  return result;
}

TEST(StiffNets, TheResidualIsTheOneOfLongDoubles) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is double here";
  for (testing::Family family : {testing::Family::stiff, testing::Family::stiff_loaded})
    for (std::uint64_t seed = 0; seed < 15; ++seed) {
      const System net = testing::family_net(family, seed);
      const Equilibrium rest = solve_equilibrium(net);
      ASSERT_TRUE(rest.converged()) << seed << ": " << rest.report.reason;
      const Balance balance = in_long_double(net, rest.state.position);
      // Long doubles have 11 more bits than doubles; springs of 1e8 take 1e-3 of a newton's ulp.
      const double rounding = 1e-11 + 1e-3 * static_cast<double>(balance.force);
      EXPECT_NEAR(rest.report.residual_force, static_cast<double>(balance.force), rounding) << seed;
      EXPECT_NEAR(rest.report.residual, static_cast<double>(balance.force / balance.scale),
                  rounding / static_cast<double>(balance.scale))
          << seed;
    }
}

// A weight on a soft spring that hangs from a stiff one: each stretches by its own share.
TEST(StiffNets, ASoftSpringBelowAStiffOne) {
  System net;
  net.dimension = 3;
  net.nodes.position = {0, 0, 0, 0, 0, -1, 0, 0, -2};
  net.nodes.fixed = {{.nodes = {0}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}}, .stiffness = {1e8, 1}, .rest_length = {1}}};
  net.loads = {{.nodes = {2}, .force = {0, 0, -3}}};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_NEAR(rest.length[0], 1 + 3e-8, 1e-15);
  EXPECT_NEAR(rest.length[1], 4, 1e-12);
  EXPECT_TRUE(rest.report.modes->stable());
}

// Free bodies neither drift nor turn, wherever they start.
// Six nodes 1e-12 m apart at a distance of 1000 m, where doubles are 1e-13 m apart: their shape is
// lost. The same net at the origin is none of that.
TEST(StiffNets, ANetTooSmallForItsCoordinatesIsNotCalledConverged) {
  const auto chain = [](double size, double at) {
    System net;
    net.dimension = 2;
    SpringSet springs{.stiffness = {1}, .rest_length = {0.5 * size}};
    for (int i = 0; i < 6; ++i) {
      net.nodes.position.insert(net.nodes.position.end(),
                                {at + i * size, at + size * 0.3 * ((i * 7) % 5 - 2)});
      if (i > 0) springs.ends.push_back({i - 1, i});
    }
    net.nodes.fixed = {{.nodes = {0, 5}}};
    net.springs = {springs};
    return net;
  };
  for (double size : {1e-10, 1e-12, 1e-13}) {
    const Equilibrium far = solve_equilibrium(chain(size, 1000));
    if (far.converged())
      EXPECT_LT(far.report.residual, 1e-5) << size;
    else
      EXPECT_NE(far.report.reason.find("origin"), std::string::npos) << far.report.reason;
    const Equilibrium near = solve_equilibrium(chain(size, 0));
    EXPECT_TRUE(near.converged()) << near.report.reason;
    EXPECT_LT(near.report.residual, 1e-10);
  }
  EXPECT_FALSE(solve_equilibrium(chain(1e-12, 1000)).converged());
  EXPECT_TRUE(solve_equilibrium(chain(1e-6, 1000)).converged());
}

TEST(FreeBodies, NeitherDriftNorTurn) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    System net = testing::family_net(testing::Family::free_body, seed);
    const Equilibrium rest = solve_equilibrium(net);
    ASSERT_TRUE(rest.converged()) << seed << ": " << rest.report.reason;
    const std::size_t d = usize(net.dimension), n = usize(net.node_count());
    // No part moves on the whole, so the net does not either.
    for (std::size_t axis = 0; axis < d; ++axis) {
      double before = 0, after = 0;
      for (std::size_t i = 0; i < n; ++i) {
        before += net.nodes.start[i * d + axis];
        after += rest.state.position[i * d + axis];
      }
      EXPECT_NEAR(after, before, 1e-11 * static_cast<double>(n)) << seed;
    }
  }
}

// A bar that starts aslant comes to its length without turning.
TEST(FreeBodies, ABarKeepsItsDirection) {
  System net;
  net.dimension = 2;
  net.nodes.position = {1, 1, 4, 5};
  net.springs = {{.ends = {{0, 1}}, .stiffness = {7}, .rest_length = {10}}};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  const std::vector<double> expected = {-0.5, -1, 5.5, 7};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(rest.state.position[i], expected[i], 1e-12);
}

// A weightless pendulum stays where it is, instead of swinging with the rounding of its forces.
TEST(FreeBodies, APinnedBodyWithoutLoadsDoesNotTurn) {
  System net;
  net.dimension = 3;
  net.nodes.position = {0, 0, 0, 1, 2, 2};
  net.nodes.fixed = {{.nodes = {0}}};
  net.springs = {{.ends = {{0, 1}}, .stiffness = {1e8}, .rest_length = {6}}};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  const std::vector<double> expected = {0, 0, 0, 2, 4, 4};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(rest.state.position[i], expected[i], 1e-12);
}

}  // namespace
}  // namespace tensio
