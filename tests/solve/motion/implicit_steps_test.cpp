// Implicit steps where it is hard: indefinite matrices, no springs, high speeds, no convergence;
// and what they keep.
#include <gtest/gtest.h>

#include <cmath>

#include "support/allocations.hpp"
#include "support/differences.hpp"
#include "support/moving.hpp"
#include "support/nets.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {
namespace {

using testing::kImplicit;
using testing::Moving;
using testing::pressed_column;
using testing::solvers;
using testing::with;

bool all_finite(const std::vector<double>& values) {
  for (double value : values)
    if (!std::isfinite(value)) return false;
  return true;
}

// ---- matrices that are not positive definite ----

TEST(ImplicitSteps, AnIndefiniteMatrixIsProjected) {
  for (LinearSolver solver : solvers())
    for (Integrator integrator : kImplicit) {
      Moving moving(pressed_column(), with(solver));
      const StepResult result = moving.steps(integrator, 0.5, 1);
      ASSERT_TRUE(result.good) << to_string(integrator) << ": " << result.reason;
      EXPECT_TRUE(result.projected) << to_string(integrator) << ' ' << to_string(solver);
      EXPECT_TRUE(all_finite(moving.position()) && all_finite(moving.velocity()));
      // A step so short that inertia outweighs every spring needs no help.
      Moving brief(pressed_column(), with(solver));
      EXPECT_FALSE(brief.steps(integrator, 0.002, 1).projected) << to_string(integrator);
    }
}

TEST(ImplicitSteps, AreCountedWhereTheyWereProjected) {
  SimulationOptions options = with(LinearSolver::ldlt);
  options.integrator = Integrator::linearly_implicit_euler;
  options.time_step = 0.5;
  Simulation simulation(pressed_column(), options);
  EXPECT_EQ(simulation.step().projected_steps, 1);
}

// ---- no convergence ----

TEST(ImplicitSteps, SayWhyTheyDidNotConvergeAndRestoreTheState) {
  for (Integrator integrator :
       {Integrator::implicit_euler, Integrator::implicit_midpoint, Integrator::bdf2}) {
    SimulationOptions options = with(LinearSolver::ldlt);
    options.integrator = integrator;
    options.time_step = 0.5;
    options.max_iterations = 2;
    options.substeps = false;
    const System net = pressed_column();
    Simulation simulation(net, options);
    const MotionReport report = simulation.step();
    EXPECT_EQ(report.status, MotionStatus::not_converged);
    for (const char* part : {"residual", "limit of 2 iterations", "time_step smaller than 0.5",
                             "larger max_iterations"})
      EXPECT_NE(report.reason.find(part), std::string::npos) << report.reason;
    EXPECT_EQ(simulation.state().position, net.nodes.position);
    EXPECT_EQ(simulation.time(), 0);
  }
}

// ---- nothing to hold on to ----

// Nodes without springs: each step is a formula of h, g and d alone.
TEST(ImplicitSteps, FreeFlightIsExactToRounding) {
  System net;
  net.dimension = 2;
  net.nodes.position = {1e3, -2e3, 0, 0};
  net.nodes.velocity = {300, 400, 0, 0};
  net.nodes.mass = {2, 1e-9};
  net.gravity = {0, -9.81, 0};
  const double h = 0.01;
  const int steps = 100;
  for (LinearSolver solver : solvers())
    for (Integrator integrator : kImplicit) {
      Moving moving(net, with(solver));
      const StepResult result = moving.steps(integrator, h, steps);
      ASSERT_TRUE(result.good) << to_string(integrator) << ": " << result.reason;
      const double t = h * steps;
      EXPECT_NEAR(moving.velocity()[0], 300, 1e-8);
      EXPECT_NEAR(moving.velocity()[1], 400 - 9.81 * t, 1e-8);
      EXPECT_NEAR(moving.velocity()[3], -9.81 * t, 1e-10);
      EXPECT_NEAR(moving.position()[0], 1e3 + 300 * t, 1e-8);
      // The position of a fall: exact at order 2, but for the first step of BDF2.
      const double fall = 0.5 * 9.81 * t * t;
      EXPECT_NEAR(moving.position()[3], -fall,
                  integrator == Integrator::implicit_midpoint ? 1e-10
                  : integrator == Integrator::bdf2            ? 1e-3
                                                              : 0.05);
    }
}

// A stiff free body that flies fast, far from the origin, and turns.
TEST(ImplicitSteps, FastFreeBodiesConverge) {
  for (double speed : {0.0, 1e2, 1e5})
    for (double k : {1.0, 1e8})
      for (Integrator integrator : kImplicit) {
        Random random(3);
        testing::RandomNet wish;
        wish.fixed = 0;
        System net = random_net(random, wish);
        net.springs[0].stiffness = {k};
        net.springs[0].rest_length.clear();
        net.nodes.mass = {0.5};
        for (std::size_t i = 0; i < net.nodes.position.size(); i += 3) {
          const double turn = 1;
          net.nodes.velocity.insert(
              net.nodes.velocity.end(),
              {speed - turn * net.nodes.position[i + 1], turn * net.nodes.position[i], 0.0});
        }
        Moving moving(net, with(LinearSolver::ldlt));
        const StepResult result = moving.steps(integrator, 1e-3, 50);
        EXPECT_TRUE(result.good) << to_string(integrator) << ' ' << speed << ' ' << k << ": "
                                 << result.reason;
        EXPECT_LE(moving.iterations, 50 * 6) << to_string(integrator) << ' ' << speed << ' ' << k;
      }
}

// A force far below the tolerance still accelerates: small steps must not pass for rest.
TEST(ImplicitSteps, SmallForcesStillAccelerate) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0, 5, 5};
  net.nodes.mass = {1};
  net.nodes.fixed = {{.nodes = {0}}};
  net.springs = {{.ends = {{0, 1}}, .stiffness = {1e6}, .rest_length = {0.5}}};
  // The spring pulls with 5e5 N; beside it the load on node 2 is nothing. Positions near 5 have
  // steps of 1e-15, which leave the velocity four digits.
  net.loads = {{.nodes = {2}, .force = {1e-6, 0}}};
  for (Integrator integrator : kImplicit) {
    Moving moving(net, with(LinearSolver::ldlt));
    ASSERT_TRUE(moving.steps(integrator, 1e-2, 100).good);
    EXPECT_NEAR(moving.velocity()[4], 1e-6, 1e-10) << to_string(integrator);
  }
}

// ---- conserved quantities ----

TEST(ImplicitSteps, MidpointKeepsTheEnergyOfLinearSprings) {
  System net = testing::square_net(6, 2, 0);
  net.nodes.mass = {0.3};
  net = testing::perturbed(net, 0.3);
  Moving moving(net, with(LinearSolver::ldlt));
  const double before = moving.mechanical();
  ASSERT_TRUE(moving.steps(Integrator::implicit_midpoint, 0.3, 300).good);
  EXPECT_NEAR(moving.mechanical(), before, 1e-11 * before);
}

// BDF2 begins again with backward Euler, and stays of order 2.
TEST(ImplicitSteps, Bdf2BeginsAgainAfterEvents) {
  System net = testing::square_net(5, 2, 0.8);
  net.nodes.mass = {0.5};
  net = testing::perturbed(net, 0.2);
  Moving again(net, with(LinearSolver::ldlt)), euler(net, with(LinearSolver::ldlt));
  ASSERT_TRUE(again.steps(Integrator::bdf2, 0.01, 1).good);
  ASSERT_TRUE(euler.steps(Integrator::implicit_euler, 0.01, 1).good);
  EXPECT_EQ(again.position(), euler.position());
  EXPECT_EQ(again.velocity(), euler.velocity());
  again.stepper->forget();
  ASSERT_TRUE(again.steps(Integrator::bdf2, 0.01, 1).good);
  ASSERT_TRUE(euler.steps(Integrator::implicit_euler, 0.01, 1).good);
  EXPECT_EQ(again.position(), euler.position());

  const auto error = [&](int steps) {
    const auto end = [&](Integrator integrator, int count, int forget_at) {
      Moving moving(net, with(LinearSolver::ldlt));
      (void)moving.steps(integrator, 1.0 / count, forget_at);
      moving.stepper->forget();
      (void)moving.steps(integrator, 1.0 / count, count - forget_at);
      return moving.position();
    };
    const std::vector<double> exact = end(Integrator::rk4, 2000, 0),
                              found = end(Integrator::bdf2, steps, steps / 2);
    return testing::largest_difference(exact, found);
  };
  EXPECT_GT(std::log2(error(100) / error(200)), 1.9);
}

// ---- solvers and memory ----

TEST(ImplicitSteps, ConjugateGradientsBeginWithTheGuess) {
  System net = testing::perturbed(testing::square_net(8, 3, 0.7), 0.1);
  net.nodes.mass = {1};
  for (LinearSolver solver :
       {LinearSolver::pcg, LinearSolver::incomplete, LinearSolver::multilevel}) {
    Moving moving(net, with(solver));
    Backend& backend = *moving.backend;
    const VectorId f = backend.make_vector(), p = backend.make_vector(), q = backend.make_vector();
    backend.set_inertia(1, moving.stepper->x);
    backend.forces(moving.stepper->x, f, true);
    ASSERT_EQ(backend.factorise(moving.stepper->x, {}), Factor::positive_definite);
    ASSERT_TRUE(backend.solve(f, p, 1e-10));
    // A guess that is good enough comes back as it is.
    backend.copy(p, q);
    ASSERT_TRUE(backend.solve(f, q, 1e-8, true));
    EXPECT_EQ(moving.download(q), moving.download(p));
    // From a bad one the answer is the same, and what it says of fixed axes does not count.
    backend.upload(std::vector<double>(net.nodes.position.size(), 3.0), q);
    ASSERT_TRUE(backend.solve(f, q, 1e-12, true));
    const std::vector<double> from_guess = moving.download(q), plain = moving.download(p);
    for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(from_guess[i], plain[i], 1e-9);
  }
}

LinearSolver solver_taken(const System& net, double h, SimulationOptions options = {}) {
  options.integrator = Integrator::linearly_implicit_euler;
  options.time_step = h;
  Simulation simulation(net, options);
  const MotionReport report = simulation.step();
  EXPECT_EQ(report.status, MotionStatus::finished) << report.reason;
  return report.linear_solver;
}

// Conjugate gradients where inertia is strong; a factorisation where the step is long for the
// springs, and for a chain, whose factor is as small as itself.
TEST(ImplicitSteps, TheLinearSolverOfSmallNetsIsChosenFromTheMatrix) {
  System net = testing::square_net(17, 3, 0.9);
  net.nodes.mass = {1};
  SimulationOptions reproducible;
  reproducible.reproducible = true;
  EXPECT_EQ(solver_taken(net, 0.1), LinearSolver::pcg);
  EXPECT_EQ(solver_taken(net, 0.1, reproducible), LinearSolver::pcg);
  EXPECT_EQ(solver_taken(net, 1000), LinearSolver::ldlt);
  EXPECT_EQ(solver_taken(net, 1000, reproducible), LinearSolver::ldlt);
  // Dashpots are stiff in short steps.
  net.springs[0].damping = {1e5};
  EXPECT_EQ(solver_taken(net, 0.1, reproducible), LinearSolver::ldlt);
  // What is asked for is taken.
  EXPECT_EQ(solver_taken(net, 0.1, with(LinearSolver::pcg)), LinearSolver::pcg);
  EXPECT_EQ(solver_taken(net, 0.1, with(LinearSolver::ldlt)), LinearSolver::ldlt);

  System chain;
  chain.dimension = 3;
  chain.nodes.mass = {1};
  chain.nodes.fixed = {{.nodes = {0}}};
  chain.springs = {{.stiffness = {1}}};
  for (int i = 0; i < 300; ++i) {
    chain.nodes.position.insert(chain.nodes.position.end(), {1.0 * i, 0.0, 0.0});
    if (i > 0) chain.springs[0].ends.push_back({i - 1, i});
  }
  EXPECT_EQ(solver_taken(chain, 20, reproducible), LinearSolver::ldlt);
  EXPECT_EQ(solver_taken(net, 0.5, reproducible), LinearSolver::ldlt);
  net.springs[0].damping.clear();
  EXPECT_EQ(solver_taken(net, 5, reproducible), LinearSolver::pcg);
}

// In larger nets groups of nodes help where inertia is weak.
TEST(ImplicitSteps, TheLinearSolverOfLargeNetsIsChosenFromTheMatrix) {
  System net = testing::square_net(30, 3, 0.9);
  net.nodes.mass = {1};
  for (bool reproducible : {false, true}) {
    SimulationOptions options;
    options.reproducible = reproducible;
    EXPECT_EQ(solver_taken(net, 0.1, options), LinearSolver::pcg);
    EXPECT_EQ(solver_taken(net, 10, options), LinearSolver::multilevel);
    EXPECT_EQ(solver_taken(net, 1000, options), LinearSolver::multilevel);
  }
}

TEST(ImplicitSteps, AllocateNothingWithConjugateGradients) {
  if (!testing::can_count_allocations()) GTEST_SKIP() << "a sanitizer counts here";
  System net = testing::perturbed(testing::square_net(12, 3, 0.7), 0.1);
  net.nodes.mass = {1};
  net.springs[0].damping = {0.1};
  net.drag = 0.1;
  for (Integrator integrator : kImplicit) {
    Moving moving(net, with(LinearSolver::pcg));
    ASSERT_TRUE(moving.steps(integrator, 0.02, 3).good);
    testing::start_counting_allocations();
    const StepResult result = moving.steps(integrator, 0.02, 5);
    EXPECT_EQ(testing::counted_allocations(), 0) << to_string(integrator);
    EXPECT_TRUE(result.good);
  }
}

}  // namespace
}  // namespace tensio
