// The slips of the source documents: each test here fails if its slip is copied into the code.
// mutants.py puts the slips in one by one and sees that it does.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "backend/backend.hpp"
#include "backend/loops.hpp"
#include "core/index.hpp"
#include "model/resolve.hpp"
#include "network/network_data.hpp"
#include "physics/node.hpp"
#include "physics/spring.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "support/nets.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {
namespace {

// Three points in a line, two springs (0,1) and (1,2), the ends fixed.
System three_points() {
  return {.dimension = 2,
          .nodes = {.position = {0, 0, 1, 0.5, 2.5, 0}, .fixed = {{.nodes = {0, 2}}}},
          .springs = {{.ends = {{0, 1}, {1, 2}}, .stiffness = {3}, .rest_length = {0.7}}}};
}

std::vector<double> serial_forces(const NetworkData& net) {
  std::vector<double> f(net.constrained.size(), 0.0);
  scatter_forces<2>(net, net.beginning().data(), f.data());
  return f;
}

std::vector<double> serial_stiffness(const NetworkData& net) {
  std::vector<double> K(usize(net.block_count()) * 4, 0.0);
  scatter_stiffness<2>(net, net.beginning().data(), false, K.data());
  return K;
}

// Document 000: the magnitude is k (l - rest length), not k l.
TEST(Slips, ASpringAtItsRestLengthPullsNothing) {
  EXPECT_EQ(evaluate<Law::linear>(0.7, 3, 0.7).tension, 0.0);
  EXPECT_DOUBLE_EQ(evaluate<Law::linear>(1.0, 3, 0.7).tension, 3 * (1.0 - 0.7));
}

// Document 000: F_ij is added at i and subtracted at j.
TEST(Slips, SpringForcesSumToZero) {
  const Network network = compile(three_points());
  const std::vector<double> f = serial_forces(network.data());
  EXPECT_NEAR(f[0] + f[2] + f[4], 0, 1e-14);
  EXPECT_NEAR(f[1] + f[3] + f[5], 0, 1e-14);
  EXPECT_GT(std::abs(f[0]), 0.1);
}

// Document 001: M q'' = +dL/dq: a stretched spring pulls its ends together.
TEST(Slips, AStretchedSpringPullsItsEndsTogether) {
  const Vec<2> a{{0, 0}}, b{{2, 0}};
  EXPECT_GT(spring_force<Law::linear>(a, b, 1.0, 1.0, NoOffset{})[0], 0);
}

// Document 000: both diagonal blocks get the spring's block; 002: off-diagonal blocks are equal.
TEST(Slips, EveryRowOfBlocksSumsToZero) {
  const Network network = compile(three_points());
  const NetworkData& net = network.data();
  const std::vector<double> K = serial_stiffness(net);
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t entry = 0; entry < 4; ++entry) {
      double sum = 0;
      for (int slot = net.row_start[row]; slot < net.row_start[row + 1]; ++slot)
        sum += K[usize(slot) * 4 + entry];
      EXPECT_NEAR(sum, 0, 1e-14);
    }
}

// Document 000: two springs between the same nodes add up.
TEST(Slips, ParallelSpringsAddUpOffTheDiagonalToo) {
  System net = three_points();
  net.springs[0].ends.push_back({0, 1});
  const Network doubled = compile(net), single = compile(three_points());
  const std::vector<double> K2 = serial_stiffness(doubled.data());
  const std::vector<double> K1 = serial_stiffness(single.data());
  const int slot = single.data().slot_ab[0];
  ASSERT_EQ(slot, doubled.data().slot_ab[0]);
  for (std::size_t e = 0; e < 4; ++e)
    EXPECT_DOUBLE_EQ(K2[usize(slot) * 4 + e], 2 * K1[usize(slot) * 4 + e]);
}

// Document 000: no block where no spring is.
TEST(Slips, NodesWithoutASpringBetweenThemShareNoBlock) {
  const Network network = compile(three_points());
  EXPECT_EQ(network.data().column.copy(), (std::vector<int>{0, 1, 0, 1, 2, 1, 2}));
}

// Document 000: the derivative of d / |d| is (I - n nᵀ) / |d|; 002: n are unit vectors.
// Closed form for a spring along x: tangent k along, T / l across.
TEST(Slips, BlockHasItsClosedForm) {
  for (double l : {0.4, 2.0, 5.0}) {
    const Vec<2> a{{1, 1}}, b{{1 + l, 1}};
    const Block<2> B = spring_block<Law::linear>(a, b, 3.0, 0.7, NoOffset{}, false);
    EXPECT_NEAR(B(0, 0), 3, 1e-13);
    EXPECT_NEAR(B(1, 1), 3 * (l - 0.7) / l, 1e-13);
    EXPECT_NEAR(B(0, 1), 0, 1e-13);
  }
}

// Document 001: the off-diagonal blocks of the 2d x 2d Hessian are -B whole.
TEST(Slips, HessianOfOneSpringHasZeroRowSums) {
  const Vec<2> a{{0, 0}}, b{{1, 2}};
  double H[16];
  spring_hessian(spring_block<Law::linear>(a, b, 2.0, 0.5, NoOffset{}, false), H);
  for (int row = 0; row < 4; ++row) {
    EXPECT_NEAR(H[row * 4] + H[row * 4 + 2], 0, 1e-14);
    EXPECT_NEAR(H[row * 4 + 1] + H[row * 4 + 3], 0, 1e-14);
  }
}

// Document 000: the fixed points stay, the moving ones move.
TEST(Slips, FixedAxesAreMaskedAndFreeOnesAreNot) {
  const Network network = compile(three_points());
  std::vector<double> f = serial_forces(network.data());
  const std::vector<double> before = f;
  mask_forces(network.data(), 0, 6, f.data());
  for (std::size_t i : {0u, 1u, 4u, 5u}) EXPECT_EQ(f[i], 0.0);
  for (std::size_t i : {2u, 3u}) EXPECT_EQ(f[i], before[i]);
  EXPECT_NE(f[3], 0.0);
}

// Document 001: strain is elongation over rest length.
TEST(Slips, StrainIsRelative) { EXPECT_DOUBLE_EQ(strain(Law::linear, 3, 2), 0.5); }

// Document 001: m g h is negative below the origin; its gradient points up.
TEST(Slips, GravityEnergyIsNegativeBelowTheOrigin) {
  const Vec<2> g{{0, -10}}, below{{0, -3}}, above{{0, 3}};
  EXPECT_DOUBLE_EQ(node_gravity_energy(2.0, g, below), -60);
  EXPECT_DOUBLE_EQ(node_gravity_energy(2.0, g, above), 60);
}
TEST(Slips, GravityGradientPointsUp) {
  const Vec<2> g{{0, -10}};
  EXPECT_DOUBLE_EQ(node_gravity_gradient(2.0, g)[1], 20);
}

// Documents 001 and 004: nothing is divided by a length of zero.
TEST(Slips, ZeroLengthGivesNoNaN) {
  const Vec<2> x{{1, 1}};
  const Vec<2> force = spring_force<Law::linear>(x, x, 2.0, 0.5, NoOffset{});
  EXPECT_EQ(force[0], 0.0);
  EXPECT_EQ(force[1], 0.0);
}

// Document 001: the factorisation's status is read.
TEST(Slips, ASingularFactorisationIsReported) {
  const Network network = compile(testing::unstressed_line());
  EquilibriumOptions options;
  options.linear_solver = LinearSolver::ldlt;
  const std::unique_ptr<Backend> backend = make_backend(network.data(), options);
  const VectorId x = backend->make_vector();
  backend->set_start(x);
  EXPECT_NE(backend->factorise(x, {}), Factor::positive_definite);
}

// Document 003: its k is newtons per strain; k [N/m] is that over the rest length.
TEST(Slips, AxialStiffnessIsPerStrain) {
  SpringSet set;
  set.axial_stiffness = {10};
  set.rest_length = {0.5};
  EXPECT_DOUBLE_EQ(resolve(SpringColumns(set), 0, 1).stiffness, 20);
}

// Document 004: the sum of all forces of a free net is always zero; each axis counts on its own.
TEST(Slips, OppositeForcesDoNotHideEachOther) {
  const std::vector<double> f{3, 0, -3, 0};
  EXPECT_EQ(largest_force(f.data(), 0, 4), 3);
}

// Document 004: stopping at the iteration limit is said.
TEST(Slips, TheIterationLimitIsReported) {
  EquilibriumOptions options;
  options.max_iterations = 1;
  EXPECT_EQ(solve_equilibrium(three_points(), options).report.status, Status::iteration_limit);
}

// Document 004: indices are checked.
TEST(Slips, IndicesOutOfRangeAreRefused) {
  System net = three_points();
  net.springs[0].ends[1] = {1, 3};
  EXPECT_FALSE(validate(net).empty());
  net.springs[0].ends[1] = {-1, 2};
  EXPECT_FALSE(validate(net).empty());
}

// ---- motion ----

Simulation run_of(const System& net, Integrator integrator, double time_step) {
  SimulationOptions options;
  options.integrator = integrator;
  options.time_step = time_step;
  options.linear_solver = LinearSolver::ldlt;
  return Simulation(net, options);
}

// A mass of 1 kg at the end of a spring from the origin; 1 m long at rest.
System spring_and_mass(double x, double y) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, x, y};
  net.nodes.mass = {1};
  net.nodes.fixed = {{.nodes = {0}}};
  net.springs = {{.ends = {{0, 1}}, .stiffness = {10}, .rest_length = {1}}};
  return net;
}

System falling_node() {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0.1};
  net.nodes.mass = {2};
  net.gravity = {0, -10, 0};
  return net;
}

// Document 002, (17): c (n . dv) n with n of length one.
TEST(Slips, DampingTakesUnitVectors) {
  const Vec<2> f = damping_force(Vec<2>{{3, 4}}, Vec<2>{{1, 0}}, 2.0);
  EXPECT_NEAR(f[0], 2 * 0.6 * 0.6, 1e-15);
  EXPECT_NEAR(f[1], 2 * 0.6 * 0.8, 1e-15);
}

// Document 002 leaves D_ii as homework: -c n nᵀ, the negative of the block.
TEST(Slips, DampingBlockIsMinusTheDerivativeByTheVelocity) {
  const Vec<2> d{{1, 2}};
  const Block<2> block = damping_block(d, 3.0);
  for (int j = 0; j < 2; ++j) {
    // One unit of the velocity of end a.
    Vec<2> dv{{0, 0}};
    dv[j] = -1;
    const Vec<2> change = damping_force(d, dv, 3.0);
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(block(i, j), -change[i], 1e-15);
  }
}

// Document 002: what one end feels, the other feels against it.
TEST(Slips, DampingForcesSumToZero) {
  System net = three_points();
  net.nodes.mass = {1};
  net.springs[0].damping = {2};
  const DynamicNetwork moving(net);
  const std::vector<double> v = {1, 0, -2, 1, 0, 3}, without = serial_forces(moving.data);
  Extras extras;
  extras.velocity = v.data();
  std::vector<double> force(6, 0.0);
  scatter_forces<2>(moving.data, moving.data.beginning().data(), force.data(), extras);
  for (std::size_t i = 0; i < force.size(); ++i) force[i] -= without[i];
  EXPECT_NEAR(force[0] + force[2] + force[4], 0, 1e-14);
  EXPECT_NEAR(force[1] + force[3] + force[5], 0, 1e-14);
  EXPECT_GT(std::abs(force[2]), 0.1);
}

// Document 002: as a spring turns, so does its damping; without that a method of second order is
// of the first.
TEST(Slips, TheDampedMidpointIsOfSecondOrder) {
  System net = spring_and_mass(1.2, 0);
  net.nodes.velocity = {0, 0, 0.5, 2};
  net.springs[0].damping = {3};
  const auto end = [&](Integrator integrator, double h) {
    Simulation run = run_of(net, integrator, h);
    EXPECT_EQ(run.run_until(1).status, MotionStatus::finished);
    return run.state().position[2];
  };
  const double exact = end(Integrator::rk4, 1e-3);
  const double whole = std::abs(end(Integrator::implicit_midpoint, 0.04) - exact);
  const double half = std::abs(end(Integrator::implicit_midpoint, 0.02) - exact);
  EXPECT_GT(whole, 3.5 * half);
}

// Document 001: nothing is divided by a length of zero, in damping either.
TEST(Slips, CoincidentEndsDampNothing) {
  const Vec<2> f = damping_force(Vec<2>{{0, 0}}, Vec<2>{{1, 1}}, 2.0);
  EXPECT_EQ(f[0], 0.0);
  EXPECT_EQ(f[1], 0.0);
}

// Document 001: M x'' = +dL/dx.
TEST(Slips, AStretchedSpringMovesItsEndsTogether) {
  // The first in fused steps, the second stage by stage.
  for (Integrator integrator : {Integrator::velocity_verlet, Integrator::rk4}) {
    Simulation run = run_of(spring_and_mass(1.5, 0), integrator, 0.01);
    EXPECT_EQ(run.run_until(0.1).status, MotionStatus::finished);
    EXPECT_LT(run.state().position[2], 1.5);
  }
}

// The same in an implicit step: (x - 1.5) / h² = -10 (x - 1).
TEST(Slips, AnImplicitStepHasItsClosedForm) {
  Simulation run = run_of(spring_and_mass(1.5, 0), Integrator::implicit_euler, 0.1);
  const MotionReport report = run.step();
  EXPECT_EQ(report.status, MotionStatus::finished);
  // Another method, or substeps, would hide a slip in one of them.
  EXPECT_EQ(report.retried_steps + report.split_steps, 0);
  EXPECT_NEAR(run.state().position[2], 1.6 / 1.1, 1e-12);
}

// Document 001: the force of gravity is m g, minus the gradient of its energy.
TEST(Slips, ANodeFallsAlongGravity) {
  Simulation run = run_of(falling_node(), Integrator::velocity_verlet, 0.01);
  EXPECT_EQ(run.run_until(1).status, MotionStatus::finished);
  EXPECT_NEAR(run.state().position[1], 0.1 - 5, 1e-9);
}

// Document 001: no absolute value bends the energy at the origin.
TEST(Slips, EnergyIsConservedBelowTheOriginToo) {
  Simulation run = run_of(falling_node(), Integrator::velocity_verlet, 0.01);
  const double before = run.energies().total;
  EXPECT_EQ(run.run_until(1).status, MotionStatus::finished);
  EXPECT_LT(run.energies().gravity, 0);
  EXPECT_NEAR(run.energies().total, before, 1e-9);
}

// Document 001: a matrix that is not positive definite is noticed, and projected. A spring pressed
// to a tenth of its length pushes across as -9 k.
TEST(Slips, AnIndefiniteStepIsProjectedAndReported) {
  Simulation run = run_of(spring_and_mass(0.1, 0), Integrator::linearly_implicit_euler, 0.5);
  const MotionReport report = run.step();
  EXPECT_EQ(report.status, MotionStatus::finished);
  EXPECT_EQ(report.projected_steps, 1);
}

// Document 003: damping_time multiplies k in newtons per metre, not EA.
TEST(Slips, DampingTimeMultipliesNewtonsPerMetre) {
  System net = spring_and_mass(0.5, 0);
  net.springs[0].stiffness.clear();
  net.springs[0].axial_stiffness = {10};
  net.springs[0].rest_length = {0.5};
  net.springs[0].damping_time = {0.1};
  EXPECT_DOUBLE_EQ(DynamicNetwork(net).data.damping[0], 2);
}

}  // namespace
}  // namespace tensio
