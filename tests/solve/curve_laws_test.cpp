// Equilibria of springs with curves and functions, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "support/nets.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

// A weight of `load` newtons on one spring of rest length 1, which hangs from the origin.
System hanging(SpringSet set, double load, int dimension = 2) {
  System net;
  net.dimension = dimension;
  net.nodes.position.assign(usize(2 * dimension), 0.0);
  net.nodes.position[usize(dimension) + 1] = -1;
  net.nodes.fixed = {{.nodes = {0}}};
  std::vector<double> force(usize(dimension), 0.0);
  force[1] = -load;
  net.loads = {{.nodes = {1}, .force = force}};
  set.ends = {{0, 1}};
  net.springs = {set};
  return net;
}

// The real root of e + c e³ = y [Cardano].
double cubic_root(double c, double y) {
  const double p = 1 / c, q = y / c;
  const double root = std::sqrt(q * q / 4 + p * p * p / 27);
  return std::cbrt(q / 2 + root) + std::cbrt(q / 2 - root);
}

SpringSet hard_spring(double k, double c, bool axial) {
  SpringSet set;
  set.law = Law::polynomial;
  (axial ? set.axial_stiffness : set.stiffness) = {k};
  set.coefficients = {1, 0, c};
  return set;
}

TEST(CurveLawSolves, AHardSpringStretchesByTheRootOfACubic) {
  for (int dimension : {2, 3})
    for (double load : {0.1, 5.0, 300.0})
      for (bool axial : {false, true}) {
        System net = hanging(hard_spring(10, 2.5, axial), load, dimension);
        const double l0 = axial ? 0.8 : 1.0;
        net.springs[0].rest_length = {l0};
        const Equilibrium rest = solve_equilibrium(net);
        ASSERT_TRUE(rest.converged()) << rest.report.reason;
        const double e = cubic_root(2.5, load / 10) * (axial ? l0 : 1);
        EXPECT_NEAR(rest.length[0], l0 + e, 1e-9 * (l0 + e));
        EXPECT_NEAR(rest.tension[0], load, 1e-8 * load);
        EXPECT_NEAR(rest.strain[0], e / l0, 1e-8);
      }
}

TEST(CurveLawSolves, AFunctionGivesWhatThePolynomialGives) {
  const System polynomial = hanging(hard_spring(10, 1, false), 7);
  SpringSet set;
  set.law = Law::custom;
  set.stiffness = {10};
  set.custom = testing::hardening();
  for (Method method : {Method::newton, Method::fire, Method::lbfgs}) {
    EquilibriumOptions options;
    options.method = method;
    const Equilibrium rest = solve_equilibrium(hanging(set, 7), options);
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_NEAR(rest.length[0], 1 + cubic_root(1, 0.7), 1e-9);
    EXPECT_NEAR(solve_equilibrium(polynomial, options).length[0], rest.length[0], 1e-9);
  }
}

// A weight that asks for the tension at a point of the table stretches the spring to that point.
TEST(CurveLawSolves, ATableIsInEquilibriumAtItsPoints) {
  SpringSet set;
  set.law = Law::table;
  set.stiffness = {100};
  set.points = {{-0.5, -1}, {0, 0}, {0.1, 0.3}, {0.4, 0.35}, {0.5, 1.2}};
  for (std::size_t i = 2; i < 5; ++i) {
    const auto [e, f] = set.points[i];
    const Equilibrium rest = solve_equilibrium(hanging(set, 100 * f));
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_NEAR(rest.length[0], 1 + e, 1e-8);
  }
}

TEST(CurveLawSolves, APretensionedNetIsInEquilibriumAsDrawn) {
  System net = testing::square_net(8, 3, 1);
  net.springs[0].rest_length.clear();
  net.springs[0].law = Law::table;
  net.springs[0].points = {{-1, -1}, {0, 0}, {0.05, 0.2}, {1, 1}};
  net.springs[0].pretension = {0.3};
  const System start = testing::perturbed(net, 0.1);
  const Equilibrium rest = solve_equilibrium(start);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  for (std::size_t i = 0; i < rest.state.position.size(); ++i)
    EXPECT_NEAR(rest.state.position[i], net.nodes.position[i], 1e-8);
  for (double tension : rest.tension) EXPECT_NEAR(tension, 0.3, 1e-8);
}

TEST(CurveLawSolves, RandomNetsConverge) {
  Random random(12);
  for (int trial = 0; trial < 20; ++trial) {
    testing::RandomNet wish;
    wish.dimension = 2 + trial % 2;
    const System net = testing::curved_net(random, wish);
    const Equilibrium rest = solve_equilibrium(net);
    EXPECT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_TRUE(rest.report.modes && rest.report.modes->negative == 0);
  }
}

TEST(CurveLawSolves, CoincidentEndsInCompressionAreSeparatedOnce) {
  SpringSet custom;
  custom.law = Law::custom;
  custom.stiffness = {10};
  custom.custom = testing::hardening();
  SpringSet table;
  table.law = Law::table;
  table.stiffness = {10};
  table.points = {{-2, -1}, {0, 0}, {1, 1}};
  for (SpringSet set : {custom, table, hard_spring(10, 1, false)}) {
    set.rest_length = {1};
    System net = hanging(set, 2);
    net.nodes.start = {0, 0, 0, 0};
    const Equilibrium rest = solve_equilibrium(net);
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_GT(rest.length[0], 1);
  }
}

// A function that is not a number anywhere in its answer must never pass for rest.
TEST(CurveLawSolves, AFunctionThatGivesNaNIsAFailureThatNamesTheSpring) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t which : {0, 1, 2})
    for (Method method : {Method::newton, Method::linear, Method::plain_newton,
                          Method::per_node_newton, Method::fire, Method::lbfgs}) {
      SpringSet set;
      set.law = Law::custom;
      set.stiffness = {10};
      set.custom = each_spring([&](double l, double k, double l0) {
        std::array<double, 3> value = {0.5 * k * (l - l0) * (l - l0), k * (l - l0), k};
        value[which] = nan;
        return value;
      });
      for (double load : {0.0, 5.0}) {
        EquilibriumOptions options;
        options.method = method;
        options.max_iterations = 100;
        const Equilibrium rest = solve_equilibrium(hanging(set, load), options);
        EXPECT_FALSE(rest.converged()) << to_string(method) << ' ' << which << ' ' << load;
        EXPECT_NE(rest.report.reason.find("spring 0 gives NaN or infinity"), std::string::npos)
            << to_string(method) << ": " << rest.report.reason;
      }
    }
}

// Beyond the end of its domain the law says NaN; the solve stays within.
TEST(CurveLawSolves, AFunctionWithADomainIsSolvedInsideIt) {
  SpringSet set;
  set.law = Law::custom;
  set.stiffness = {1};
  // A chain that cannot be longer than 2: T = k e / (1 - e²) with e = l - 1.
  set.custom = each_spring([](double l, double k, double l0) {
    const double e = l - l0, room = 1 - e * e;
    return std::array<double, 3>{-0.5 * k * std::log(room), k * e / room,
                                 k * (1 + e * e) / (room * room)};
  });
  const Equilibrium rest = solve_equilibrium(hanging(set, 1000));
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  const double e = rest.length[0] - 1;
  EXPECT_NEAR(e / (1 - e * e), 1000, 1e-6);
}

}  // namespace
}  // namespace tensio
