// Equilibria: closed forms, statuses, and the options.
#include "tensio/solve/equilibrium.hpp"
#include "core/index.hpp"
#include "tensio/scenes/parts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/nets.hpp"

namespace tensio {
namespace {

using testing::springsys;

// Found with long arithmetic for SpringSys's example; its own six digits are good to 2e-6.
constexpr double kSpringSysX4 = 0.24383215728530;
constexpr double kSpringSysX5 = 0.75616784271470;

TEST(Equilibrium, SpringSysExampleToTwelveDigits) {
  const Equilibrium rest = solve_equilibrium(springsys());
  ASSERT_TRUE(rest.converged());
  EXPECT_LE(rest.report.iterations, 8);
  EXPECT_NEAR(rest.state.position[8], kSpringSysX4, 1e-12);
  EXPECT_NEAR(rest.state.position[9], 0.5, 1e-12);
  EXPECT_NEAR(rest.state.position[10], kSpringSysX5, 1e-12);
  EXPECT_NEAR(rest.state.position[11], 0.5, 1e-12);
  EXPECT_LE(rest.report.residual, 1e-10);
}

TEST(Equilibrium, SpringSysExampleFarFromTheOrigin) {
  const Equilibrium rest = solve_equilibrium(springsys(1000));
  ASSERT_TRUE(rest.converged());
  EXPECT_NEAR(rest.state.position[8] - 1000, kSpringSysX4, 1e-9);
  EXPECT_NEAR(rest.state.position[9] - 1000, 0.5, 1e-9);
  EXPECT_NEAR(rest.state.position[10] - 1000, kSpringSysX5, 1e-9);
}

// y_i = y_(i-1) - l0 - (weight below) / k.
TEST(Equilibrium, HangingChainHasItsClosedForm) {
  const int n = 12;
  const double k = 50, l0 = 0.2, mass = 0.13, g = 10;
  System net;
  net.dimension = 2;
  SpringSet chain;
  for (int i = 0; i <= n; ++i) {
    net.nodes.position.insert(net.nodes.position.end(), {i / 24.0, -0.05 * i});
    if (i > 0) chain.ends.push_back({i - 1, i});
  }
  chain.stiffness = {k};
  chain.rest_length = {l0};
  net.springs = {chain};
  net.nodes.fixed = {{.nodes = {0}}};
  net.nodes.mass = {mass};
  net.gravity = {0, -g, 0};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  double y = 0;
  for (int i = 1; i <= n; ++i) {
    const double below = (n - i + 1) * mass * g;
    y -= l0 + below / k;
    EXPECT_NEAR(rest.state.position[2 * usize(i)], 0, 1e-8);
    EXPECT_NEAR(rest.state.position[2 * usize(i) + 1], y, 1e-8);
    EXPECT_NEAR(rest.tension[usize(i) - 1], below, 1e-8);
  }
  // The support carries the whole weight, the fixed node's own included.
  EXPECT_NEAR(rest.reaction[1], (n + 1) * mass * g, 1e-9);
  EXPECT_NEAR(rest.reaction[0], 0, 1e-9);
}

TEST(Equilibrium, ReactionsBalanceTheLoads) {
  for (int seed = 0; seed < 50; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    testing::RandomNet wish;
    wish.dimension = 2 + seed % 2;
    System net = random_net(random, wish);
    Load load;
    for (int i = 5; i < 12; ++i) {
      load.nodes.push_back(i);
      for (int axis = 0; axis < wish.dimension; ++axis) load.force.push_back(random.uniform(-1, 1));
    }
    net.loads = {load};
    const Equilibrium rest = solve_equilibrium(net);
    ASSERT_TRUE(rest.converged()) << seed << ": " << rest.report.reason;
    for (int axis = 0; axis < wish.dimension; ++axis) {
      double sum = 0;
      for (std::size_t i = usize(axis); i < rest.reaction.size(); i += usize(wish.dimension))
        sum += rest.reaction[i];
      for (std::size_t i = usize(axis); i < load.force.size(); i += usize(wish.dimension))
        sum += load.force[i];
      EXPECT_NEAR(sum, 0, 1e-8);
    }
  }
}

TEST(Equilibrium, SolvedAgainFromItsOwnStateItDoesNotMove) {
  for (double pretension : {0.0, 0.3}) {
    System net = springsys();
    if (pretension > 0) {
      net.springs[0].rest_length.clear();
      net.springs[0].pretension = {pretension};
    }
    const Equilibrium first = solve_equilibrium(net);
    const Equilibrium again = solve_equilibrium(with_start(net, first));
    EXPECT_EQ(again.report.iterations, 0);
    EXPECT_EQ(again.state.position, first.state.position);
    EXPECT_EQ(again.tension, first.tension);
    EXPECT_EQ(again.displacement, first.displacement);
    const Equilibrium drawn = solve_equilibrium(redrawn(net, first));
    EXPECT_EQ(drawn.report.iterations, 0);
    EXPECT_EQ(drawn.state.position, first.state.position);
    EXPECT_EQ(drawn.tension, first.tension);
  }
}

TEST(Equilibrium, AxisFixedAloneHoldsThatAxisAlone) {
  System net = springsys();
  net.nodes.fixed.push_back({.nodes = {4}, .axes = kAxisX});
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged());
  EXPECT_EQ(rest.state.position[8], -0.5);
  EXPECT_NEAR(rest.state.position[9], 0.5, 1e-12);
  EXPECT_NE(rest.reaction[8], 0.0);
  EXPECT_EQ(rest.reaction[9], 0.0);
}

TEST(Equilibrium, ForceDensityNetIsLinear) {
  System net = testing::square_net(6, 3, 0);
  net.springs[0].law = Law::force_density;
  net.springs[0].rest_length.clear();
  for (int node : net.nodes.fixed[0].nodes) {
    const std::size_t z = 3 * usize(node) + 2;
    net.nodes.position[z] = 0.3 * net.nodes.position[z - 2] * net.nodes.position[z - 1];
  }
  EquilibriumOptions linear;
  linear.method = Method::linear;
  const Equilibrium by_newton = solve_equilibrium(net);
  const Equilibrium by_linear = solve_equilibrium(net, linear);
  ASSERT_TRUE(by_newton.converged());
  ASSERT_TRUE(by_linear.converged());
  EXPECT_LE(by_newton.report.iterations, 2);
  EXPECT_LE(by_linear.report.residual, 1e-10);
  for (std::size_t i = 0; i < net.nodes.position.size(); ++i) {
    EXPECT_NEAR(by_linear.state.position[i], by_newton.state.position[i], 1e-12);
    EXPECT_NEAR(by_linear.reaction[i], by_newton.reaction[i], 1e-11);
    // The hyperbolic paraboloid z = 0.3 x y is its own average over neighbours.
    if (i % 3 == 2) {
      EXPECT_NEAR(by_newton.state.position[i],
                  0.3 * net.nodes.position[i - 2] * net.nodes.position[i - 1], 1e-12);
    }
  }
  for (std::size_t s = 0; s < by_linear.tension.size(); ++s)
    EXPECT_NEAR(by_linear.tension[s], by_newton.tension[s], 1e-11);
}

// First-order theory of a triangle truss: tension = load / (2 sin 45°).
TEST(Equilibrium, LinearMethodIsFirstOrderTheory) {
  System net;
  net.dimension = 2;
  net.nodes.position = {-1, 0, 1, 0, 0, -1};
  net.nodes.fixed = {{.nodes = {0, 1}}};
  net.springs = {{.ends = {{0, 2}, {1, 2}}, .axial_stiffness = {1000}}};
  net.loads = {{.nodes = {2}, .force = {0, -10}}};
  EquilibriumOptions linear;
  linear.method = Method::linear;
  const Equilibrium rest = solve_equilibrium(net, linear);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  const double tension = 10 / std::sqrt(2.0);
  EXPECT_NEAR(rest.tension[0], tension, 1e-12);
  // Each spring stretches by T L / EA, and the node sinks by that times sqrt 2.
  EXPECT_NEAR(rest.displacement[5], -tension * std::sqrt(2.0) / 1000 * std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(rest.reaction[1], 5, 1e-12);
  EXPECT_EQ(rest.report.method, Method::linear);
}

TEST(Equilibrium, LinearMethodRefusesASingularMatrix) {
  System net = testing::unstressed_line();
  net.loads = {{.nodes = {1}, .force = {0, 0, -1}}};
  EquilibriumOptions linear;
  linear.method = Method::linear;
  const Equilibrium rest = solve_equilibrium(net, linear);
  EXPECT_EQ(rest.report.status, Status::stalled);
  EXPECT_NE(rest.report.reason.find("stiffness matrix"), std::string::npos);
}

TEST(Equilibrium, ALoadedPartWithoutSupportHasNoEquilibrium) {
  System net = springsys();
  net.nodes.position.insert(net.nodes.position.end(), {5, 5, 6, 5});
  net.springs[0].ends.push_back({6, 7});
  net.nodes.name = {"", "", "", "", "", "", "left", "right"};
  net.loads = {{.nodes = {7}, .force = {0, -1}}};
  const Equilibrium rest = solve_equilibrium(net);
  EXPECT_EQ(rest.report.status, Status::no_equilibrium);
  EXPECT_NE(rest.report.reason.find("node 7 (right)"), std::string::npos) << rest.report.reason;
  EXPECT_NE(rest.report.reason.find("along y"), std::string::npos) << rest.report.reason;
}

TEST(Equilibrium, AFreeBodyWithBalancedLoadsComesToRest) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0};
  net.springs = {{.ends = {{0, 1}}, .stiffness = {2}}};
  net.loads = {{.nodes = {0}, .force = {-1, 0}}, {.nodes = {1}, .force = {1, 0}}};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_NEAR(rest.length[0], 1.5, 1e-9);
}

TEST(Equilibrium, TooFewIterationsAreReported) {
  EquilibriumOptions options;
  options.max_iterations = 2;
  const Equilibrium rest = solve_equilibrium(springsys(), options);
  EXPECT_EQ(rest.report.status, Status::iteration_limit);
  EXPECT_EQ(rest.report.iterations, 2);
  EXPECT_GT(rest.report.residual, options.tolerance);
  EXPECT_NE(rest.report.reason.find("2 iterations"), std::string::npos);
}

TEST(Equilibrium, CoincidentEndsAreSeparatedToRestLength) {
  for (int dimension : {2, 3}) {
    System net;
    net.dimension = dimension;
    net.nodes.position.assign(usize(2 * dimension), 0.5);
    net.nodes.fixed = {{.nodes = {0}}};
    net.springs = {{.ends = {{0, 1}}, .stiffness = {3}, .rest_length = {0.25}}};
    const Equilibrium rest = solve_equilibrium(net);
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_NEAR(rest.length[0], 0.25, 1e-12);
  }
}

TEST(Equilibrium, AnUnusedNodeStaysWhereItIs) {
  System net = springsys();
  net.nodes.position.insert(net.nodes.position.end(), {7, 8});
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged());
  EXPECT_EQ(rest.state.position[12], 7);
  EXPECT_EQ(rest.state.position[13], 8);
  EXPECT_NEAR(rest.state.position[8], kSpringSysX4, 1e-12);
}

TEST(Equilibrium, EmptyNetIsAtRest) {
  System net;
  const Equilibrium rest = solve_equilibrium(net);
  EXPECT_TRUE(rest.converged());
  EXPECT_EQ(rest.report.iterations, 0);
  EXPECT_EQ(rest.report.residual, 0);
}

TEST(Equilibrium, SlackSpringsCarryNothingAndAreListed) {
  System net = springsys();
  net.springs[0].law = Law::cable;
  net.springs[0].rest_length = {0.2, 0.2, 2.0, 0.2, 0.2};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  ASSERT_EQ(rest.slack, std::vector<int>{2});
  EXPECT_EQ(rest.tension[2], 0.0);
  EXPECT_LT(rest.strain[2], 0.0);
}

struct Recorder : Observer {
  std::vector<int> iterations;
  std::vector<double> energies;
  int stop_at = -1;
  bool positions_given = true;
  bool observe(const Frame& frame) override {
    iterations.push_back(frame.iteration);
    energies.push_back(frame.energy);
    positions_given = positions_given && frame.position.size() == 12;
    return frame.iteration != stop_at;
  }
  bool wants_position() const override { return true; }
};

TEST(Equilibrium, ObserverSeesEveryIterationAndTheEnergyFalls) {
  Recorder recorder;
  const Equilibrium rest = solve_equilibrium(springsys(), {}, &recorder);
  ASSERT_TRUE(rest.converged());
  EXPECT_TRUE(recorder.positions_given);
  for (std::size_t i = 0; i < recorder.iterations.size(); ++i) {
    EXPECT_EQ(recorder.iterations[i], static_cast<int>(i));
    if (i > 0) {
      EXPECT_LE(recorder.energies[i], recorder.energies[i - 1] + 1e-15);
    }
  }
}

TEST(Equilibrium, ObserverCanStopTheSolve) {
  Recorder recorder;
  recorder.stop_at = 1;
  const Equilibrium rest = solve_equilibrium(springsys(), {}, &recorder);
  EXPECT_EQ(rest.report.status, Status::interrupted);
  EXPECT_EQ(rest.report.iterations, 1);
}

TEST(Equilibrium, BadOptionsAreRefused) {
  EquilibriumOptions options;
  options.tolerance = -1;
  EXPECT_THROW((void)solve_equilibrium(springsys(), options), Error);
  options = {};
  options.max_iterations = -1;
  EXPECT_THROW((void)solve_equilibrium(springsys(), options), Error);
  options = {};
  options.linear_solver = LinearSolver::cholmod;
  options.reproducible = true;
  EXPECT_THROW((void)solve_equilibrium(springsys(), options), Error);
}

TEST(Equilibrium, ReproducibleNeverPicksCholmod) {
  // Compiled again each time: a net keeps the analysis that was made for it.
  const System cloth = scenes::cloth({.columns = 150});
  EquilibriumOptions options;
  options.reproducible = true;
  EXPECT_NE(chosen_linear_solver(compile(cloth), options), LinearSolver::cholmod);
  options.reproducible = false;
  if (has_cholmod()) {
    EXPECT_EQ(chosen_linear_solver(compile(cloth), options), LinearSolver::cholmod);
  }
}

// Forces that overflow do not balance: the solve ends with a status, whatever the method.
TEST(Equilibrium, OverflowIsNotTakenForEquilibrium) {
  System net = springsys();
  net.nodes.position[8] = 1e200;
  net.springs[0].stiffness = {1e200};
  for (int method = 0; method < kMethodCount; ++method) {
    EquilibriumOptions options;
    options.method = static_cast<Method>(method);
    const Equilibrium rest = solve_equilibrium(net, options);
    EXPECT_EQ(rest.report.status, Status::stalled)
        << to_string(options.method) << ": " << rest.report.reason;
  }
}

// The tension of a constant_tension spring is what was given, to the bit, whatever the length.
TEST(Equilibrium, ConstantTensionIsConstant) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 3, 0.1};
  net.nodes.fixed = {{.nodes = {0}}};
  net.springs = {{.law = Law::constant_tension, .ends = {{0, 1}}, .pretension = {5}},
                 {.ends = {{0, 1}}, .stiffness = {2}, .rest_length = {8}}};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_EQ(rest.tension[0], 5.0);
  EXPECT_NEAR(rest.length[0], 5.5, 1e-9);
  EXPECT_NEAR(rest.tension[1], -5.0, 1e-9);
}

// A 316 x 316 net in 3D, 285,000 unknowns; prestressed flat, so its rest state is the drawn one.
TEST(EquilibriumLong, LargeSquareNetFromAPerturbedStart) {
  const System net = testing::perturbed(testing::square_net(316, 3, 0.8), 0.2);
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  EXPECT_LE(rest.report.residual, 1e-10);
  for (std::size_t i = 0; i < net.nodes.position.size(); ++i)
    ASSERT_NEAR(rest.state.position[i], net.nodes.position[i], 1e-7);
}

}  // namespace
}  // namespace tensio
