// The other methods: they find the same equilibria, with other weaknesses.
#include <gtest/gtest.h>

#include <cmath>

#include "support/nets.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

Equilibrium solve_by(Method method, const System& net, int max_iterations = 100000) {
  EquilibriumOptions options;
  options.method = method;
  options.max_iterations = max_iterations;
  return solve_equilibrium(net, options);
}

TEST(OtherMethods, AllFindSpringSysesEquilibrium) {
  for (Method method : {Method::per_node_newton, Method::fire, Method::lbfgs}) {
    const Equilibrium rest = solve_by(method, testing::springsys());
    ASSERT_TRUE(rest.converged()) << to_string(method) << ": " << rest.report.reason;
    EXPECT_EQ(rest.report.method, method);
    EXPECT_NEAR(rest.state.position[8], 0.24383215728530, 1e-9) << to_string(method);
    EXPECT_NEAR(rest.state.position[10], 0.75616784271470, 1e-9) << to_string(method);
    EXPECT_NEAR(rest.state.position[9], 0.5, 1e-9) << to_string(method);
    EXPECT_TRUE(rest.report.modes->stable());
  }
}

TEST(OtherMethods, AllAgreeOnAStretchedNet) {
  const System net = testing::perturbed(testing::square_net(10, 3, 0.7), 0.1);
  for (Method method :
       {Method::plain_newton, Method::per_node_newton, Method::fire, Method::lbfgs}) {
    const Equilibrium rest = solve_by(method, net);
    ASSERT_TRUE(rest.converged()) << to_string(method) << ": " << rest.report.reason;
    for (std::size_t i = 0; i < net.nodes.position.size(); ++i)
      ASSERT_NEAR(rest.state.position[i], net.nodes.position[i], 1e-7) << to_string(method);
  }
}

// Plain Newton goes to the nearest balance; from a straight compressed line that is the line
// itself.
TEST(OtherMethods, PlainNewtonStaysOnASaddleAndSaysSo) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1.2, 0, 2, 0};
  net.nodes.fixed = {{.nodes = {0, 2}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}}, .stiffness = {1}, .rest_length = {1.5}}};
  const Equilibrium plain = solve_by(Method::plain_newton, net);
  ASSERT_TRUE(plain.converged()) << plain.report.reason;
  EXPECT_FALSE(plain.report.modes->stable());
  EXPECT_EQ(plain.report.modes->negative, 1);
  EXPECT_NEAR(plain.state.position[2], 1, 1e-9);
  EXPECT_NEAR(plain.state.position[3], 0, 1e-9);
  // The default leaves it: both springs come to their rest length.
  const Equilibrium rest = solve_by(Method::newton, net);
  EXPECT_TRUE(rest.report.modes->stable());
  EXPECT_NEAR(std::abs(rest.state.position[3]), std::sqrt(1.5 * 1.5 - 1), 1e-9);
}

TEST(OtherMethods, ASingularStartStopsPlainNewtonWithASentence) {
  System net = testing::unstressed_line();
  net.loads = {{.nodes = {1}, .force = {0, 0, -1}}};
  const Equilibrium rest = solve_by(Method::plain_newton, net);
  EXPECT_EQ(rest.report.status, Status::stalled);
  EXPECT_NE(rest.report.reason.find("plain_newton"), std::string::npos);
  for (double x : rest.state.position) EXPECT_TRUE(std::isfinite(x));
}

// SpringSys's own relaxation is 0.5; a smaller one needs more iterations.
TEST(OtherMethods, RelaxationIsThePartOfTheStepTaken) {
  EquilibriumOptions options;
  options.method = Method::per_node_newton;
  const Equilibrium half = solve_equilibrium(testing::springsys(), options);
  options.relaxation = 0.1;
  const Equilibrium tenth = solve_equilibrium(testing::springsys(), options);
  ASSERT_TRUE(half.converged());
  ASSERT_TRUE(tenth.converged());
  EXPECT_GT(tenth.report.iterations, 2 * half.report.iterations);
  options.relaxation = 1.5;
  EXPECT_THROW((void)solve_equilibrium(testing::springsys(), options), Error);
}

TEST(OtherMethods, TheIterationLimitIsReported) {
  const Equilibrium rest = solve_by(Method::fire, testing::springsys(), 3);
  EXPECT_EQ(rest.report.status, Status::iteration_limit);
  EXPECT_EQ(rest.report.iterations, 3);
}

}  // namespace
}  // namespace tensio
