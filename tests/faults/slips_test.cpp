// The slips of the source documents: each test here fails if its slip is copied into the code.
// mutants.py puts the slips in one by one and sees that it does.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "backend/backend.hpp"
#include "backend/loops.hpp"
#include "model/resolve.hpp"
#include "network/network_data.hpp"
#include "physics/node.hpp"
#include "physics/spring.hpp"
#include "tensio/equilibrium.hpp"
#include "tensio/network.hpp"

namespace tensio {
namespace {

// Three points in a line, two springs (0,1) and (1,2), the ends fixed.
System three_points() {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0.5, 2.5, 0};
  net.nodes.fixed = {{.nodes = {0, 2}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}}, .stiffness = {3}, .rest_length = {0.7}}};
  return net;
}

std::vector<double> serial_forces(const NetworkData& net) {
  std::vector<double> f(net.held.size(), 0.0);
  scatter_forces<2>(net, net.start.data(), f.data());
  return f;
}

std::vector<double> serial_stiffness(const NetworkData& net) {
  std::vector<double> K(static_cast<std::size_t>(net.block_count()) * 4, 0.0);
  scatter_stiffness<2>(net, net.start.data(), false, K.data());
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
        sum += K[static_cast<std::size_t>(slot) * 4 + entry];
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
    EXPECT_DOUBLE_EQ(K2[static_cast<std::size_t>(slot) * 4 + e],
                     2 * K1[static_cast<std::size_t>(slot) * 4 + e]);
}

// Document 000: no block where no spring is.
TEST(Slips, NodesWithoutASpringBetweenThemShareNoBlock) {
  const Network network = compile(three_points());
  EXPECT_EQ(network.data().column, (std::vector<int>{0, 1, 0, 1, 2, 1, 2}));
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

// Documents 001 and 004: a length of zero is no division.
TEST(Slips, ZeroLengthGivesNoNaN) {
  const Vec<2> x{{1, 1}};
  const Vec<2> force = spring_force<Law::linear>(x, x, 2.0, 0.5, NoOffset{});
  EXPECT_EQ(force[0], 0.0);
  EXPECT_EQ(force[1], 0.0);
}

// Document 001: the factorisation's status is read.
TEST(Slips, ASingularFactorisationIsNoticed) {
  System net;
  net.dimension = 3;
  net.nodes.position = {0, 0, 0, 1, 0, 0, 2, 0, 0};
  net.nodes.fixed = {{.nodes = {0, 2}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}}, .stiffness = {1}}};
  const Network network = compile(net);
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
TEST(Slips, TheIterationLimitIsSaid) {
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

}  // namespace
}  // namespace tensio
