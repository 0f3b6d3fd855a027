// The quantities that the documents define, one by one: each against an independent formula.
#include "tensio/solve/quantities.hpp"
#include "core/index.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solve/dense.hpp"
#include "support/nets.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

Eigen::MatrixXd dense(const CompressedRows& matrix) {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(matrix.rows, matrix.columns);
  for (int row = 0; row < matrix.rows; ++row)
    for (int e = matrix.row_start[usize(row)]; e < matrix.row_start[usize(row) + 1]; ++e)
      result(row, matrix.column[usize(e)]) += matrix.value[usize(e)];
  return result;
}

TEST(Quantities, KineticEnergyOfOneNode) {
  EXPECT_DOUBLE_EQ(kinetic_energy(3, std::vector<double>{1, -2, 2}), 13.5);
  EXPECT_DOUBLE_EQ(kinetic_energy(2, std::vector<double>{3, 4}), 25);
}

// m g h above and below the origin alike: h is a height, not a distance.
TEST(Quantities, GravityEnergyGrowsWithHeightOnBothSidesOfTheOrigin) {
  const std::vector<double> g{0, -10, 0};
  EXPECT_DOUBLE_EQ(gravity_energy(2, g, std::vector<double>{5, 3, 1}), 60);
  EXPECT_DOUBLE_EQ(gravity_energy(2, g, std::vector<double>{5, -3, 1}), -60);
  const std::vector<double> gradient = gravity_gradient(2, g);
  EXPECT_EQ(gradient, (std::vector<double>{-0.0, 20, -0.0}));
}

TEST(Quantities, SpringGradientAndHessianAreDerivativesOfItsEnergy) {
  Random random(4);
  for (int law = 0; law < kLawCount; ++law)
    for (int dimension : {2, 3})
      for (int trial = 0; trial < 100; ++trial) {
        Spring spring{static_cast<Law>(law), random.uniform(1, 3), random.uniform(0.2, 0.6)};
        spring.coefficients = {1, -0.05, 0.001};
        spring.points = {{-0.7, -2}, {0, 0}, {4, 4}};
        spring.of_strain = trial % 2 == 0;
        spring.custom = testing::hardening();
        std::vector<double> q(2 * usize(dimension));
        for (double& x : q) x = random.uniform(-1, 1);
        const auto energy = [&](const std::vector<double>& at) {
          const std::span<const double> all(at);
          return spring_energy(spring, all.first(usize(dimension)), all.last(usize(dimension)));
        };
        const auto gradient = [&](const std::vector<double>& at) {
          const std::span<const double> all(at);
          return spring_gradient(spring, all.first(usize(dimension)), all.last(usize(dimension)));
        };
        const std::span<const double> all(q);
        const std::vector<double> hessian =
            spring_hessian(spring, all.first(usize(dimension)), all.last(usize(dimension)));
        double squared = 0;
        for (int i = 0; i < dimension; ++i)
          squared += std::pow(q[usize(i)] - q[usize(dimension + i)], 2);
        if (std::abs(std::sqrt(squared) - spring.rest_length) < 1e-3 || squared < 0.01) continue;
        for (std::size_t i = 0; i < q.size(); ++i) {
          std::vector<double> up = q, down = q;
          up[i] += 1e-6;
          down[i] -= 1e-6;
          EXPECT_NEAR(gradient(q)[i], (energy(up) - energy(down)) / 2e-6, 1e-8);
          for (std::size_t j = 0; j < q.size(); ++j)
            EXPECT_NEAR(hessian[i * q.size() + j], (gradient(up)[j] - gradient(down)[j]) / 2e-6,
                        1e-6);
        }
      }
}

// The eigenvalues of [B -B; -B B] are twice those of B, and zeros.
TEST(Quantities, ProjectedHessianIsTheNearestPositiveSemidefiniteOne) {
  const Spring spring{Law::linear, 2, 1};
  const std::vector<double> a{0, 0, 0}, b{0.3, 0.4, 0};
  const std::vector<double> plain = spring_hessian(spring, a, b);
  const std::vector<double> projected = spring_hessian(spring, a, b, true);
  const Eigen::MatrixXd H = Eigen::Map<const Eigen::MatrixXd>(plain.data(), 6, 6);
  const Eigen::MatrixXd P = Eigen::Map<const Eigen::MatrixXd>(projected.data(), 6, 6);
  const SymmetricEigen eigen = symmetric_eigen(H);
  const Eigen::MatrixXd nearest =
      product(eigen.vectors * eigen.values.cwiseMax(0).asDiagonal(), eigen.vectors.transpose());
  EXPECT_LT((P - nearest).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT(eigen.values.minCoeff(), -1);
}

TEST(Quantities, SpringTensionIsPositiveWhenStretched) {
  EXPECT_DOUBLE_EQ(spring_tension({Law::linear, 2, 1}, 1.5), 1);
  EXPECT_DOUBLE_EQ(spring_tension({Law::linear, 2, 1}, 0.5), -1);
}

System weighted_net(int dimension) {
  Random random(9);
  testing::RandomNet wish;
  wish.dimension = dimension;
  System net = random_net(random, wish);
  for (int i = 0; i < wish.nodes; ++i) net.nodes.mass.push_back(random.uniform(0.5, 2));
  net.gravity = {0.3, -9.81, 0};
  net.loads = {{.nodes = {4, 7}, .force = std::vector<double>(usize(dimension), 0.7)}};
  return net;
}

TEST(Quantities, ForcesAreMinusTheGradientOfTheTotalEnergy) {
  for (int dimension : {2, 3}) {
    const System net = weighted_net(dimension);
    const Network network = compile(net);
    const std::vector<double> f = forces(network, net.nodes.position);
    for (std::size_t i = 0; i < f.size(); ++i) {
      std::vector<double> up = net.nodes.position, down = up;
      up[i] += 1e-6;
      down[i] -= 1e-6;
      EXPECT_NEAR(f[i], -(energies(network, up).total - energies(network, down).total) / 2e-6,
                  1e-7);
    }
  }
}

TEST(Quantities, InternalForcesSumToZero) {
  for (int dimension : {2, 3}) {
    System net = weighted_net(dimension);
    net.gravity = {};
    net.loads.clear();
    const std::vector<double> f = forces(compile(net), net.nodes.position);
    for (int axis = 0; axis < dimension; ++axis) {
      double sum = 0;
      for (std::size_t i = usize(axis); i < f.size(); i += usize(dimension)) sum += f[i];
      EXPECT_NEAR(sum, 0, 1e-13);
    }
  }
}

TEST(Quantities, TotalEnergiesAddUpNodeByNodeAndSpringBySpring) {
  const System net = weighted_net(3);
  const Network network = compile(net);
  std::vector<double> velocity(net.nodes.position.size());
  Random random(2);
  for (double& v : velocity) v = random.uniform(-1, 1);
  const Energies total = energies(network, net.nodes.position, velocity);
  double kinetic = 0, gravity = 0, elastic = 0;
  const std::span<const double> x(net.nodes.position), v(velocity);
  for (std::size_t i = 0; i < net.nodes.mass.size(); ++i) {
    kinetic += kinetic_energy(net.nodes.mass[i], v.subspan(3 * i, 3));
    gravity += gravity_energy(net.nodes.mass[i], net.gravity, x.subspan(3 * i, 3));
  }
  const SpringSet& set = net.springs[0];
  for (std::size_t s = 0; s < set.ends.size(); ++s)
    elastic += spring_energy({Law::linear, set.stiffness[s], set.rest_length[s]},
                             x.subspan(3 * usize(set.ends[s][0]), 3),
                             x.subspan(3 * usize(set.ends[s][1]), 3));
  EXPECT_NEAR(total.kinetic, kinetic, 1e-12);
  EXPECT_NEAR(total.gravity, gravity, 1e-11);
  EXPECT_NEAR(total.elastic, elastic, 1e-11);
  EXPECT_DOUBLE_EQ(total.total, total.kinetic + total.elastic + total.gravity + total.load);
}

TEST(Quantities, MassMatrixIsDiagonal) {
  const System net = weighted_net(3);
  const Eigen::MatrixXd M = dense(mass_matrix(compile(net)));
  for (int i = 0; i < M.rows(); ++i)
    for (int j = 0; j < M.cols(); ++j)
      EXPECT_EQ(M(i, j), i == j ? net.nodes.mass[usize(i / 3)] : 0.0);
}

// q = Pᵀ q̂ + b, with q̂ = P q.
TEST(Quantities, SelectionExtractsTheFreeAxesAndInsertsThemAgain) {
  System net = weighted_net(3);
  net.nodes.fixed.push_back({.nodes = {10}, .axes = kAxisX | kAxisZ});
  const Network network = compile(net);
  const Selection selection = free_selection(network);
  EXPECT_EQ(selection.P.rows, 60 - 9 - 2);
  const std::vector<double> reduced = multiply(selection.P, net.nodes.position);
  const Eigen::MatrixXd P = dense(selection.P);
  const Eigen::VectorXd back =
      transposed_product(P, Eigen::Map<const Eigen::VectorXd>(reduced.data(), selection.P.rows));
  for (std::size_t i = 0; i < net.nodes.position.size(); ++i)
    EXPECT_EQ(back[static_cast<Eigen::Index>(i)] + selection.b[i], net.nodes.position[i]);
}

TEST(Quantities, EliminationIsPKPTransposed) {
  const System net = weighted_net(2);
  const Network network = compile(net);
  const CompressedRows K = stiffness_matrix(network, net.nodes.position);
  const Eigen::MatrixXd P = dense(free_selection(network).P);
  EXPECT_EQ(
      (dense(eliminate_fixed(K, network)) - product(product(P, dense(K)), P.transpose())).norm(),
      0.0);
}

// Document 000's two ways of holding points: identity rows over all axes, and fewer unknowns.
TEST(Quantities, IdentityRowsAndEliminationAgree) {
  for (int dimension : {2, 3}) {
    System net = weighted_net(dimension);
    for (SpringSet& set : net.springs) set.rest_length = {0.05};  // stretched: K is definite
    const Network network = compile(net);
    const CompressedRows K = stiffness_matrix(network, net.nodes.position);
    std::vector<double> f = forces(network, net.nodes.position);
    const Selection selection = free_selection(network);
    const std::vector<double> reduced_force = multiply(selection.P, f);
    const Eigen::VectorXd reduced =
        solve_symmetric(dense(eliminate_fixed(K, network)),
                        Eigen::Map<const Eigen::VectorXd>(reduced_force.data(), selection.P.rows));
    // Forces on fixed axes are zeroed, as the rows are.
    for (std::size_t i = 0; i < 3 * usize(dimension); ++i) f[i] = 0;
    const Eigen::VectorXd full =
        solve_symmetric(dense(identity_on_fixed(K, network, 2.5)),
                        Eigen::Map<const Eigen::VectorXd>(f.data(), K.rows));
    for (int i = 0; i < 3 * dimension; ++i) EXPECT_EQ(full[i], 0.0);
    for (int i = 0; i < reduced.size(); ++i)
      EXPECT_NEAR(full[3 * dimension + i], reduced[i], 1e-12 * reduced.norm());
  }
}

TEST(Quantities, LowestNodesWithinATolerance) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0.1, 1, 0, 2, 0.05, 3, -1, 4, -0.96};
  EXPECT_EQ(lowest_nodes(net, 1, 0.01), std::vector<int>{3});
  EXPECT_EQ(lowest_nodes(net, 1, 0.05), (std::vector<int>{3, 4}));
  EXPECT_EQ(lowest_nodes(net, 0, 1), (std::vector<int>{0, 1}));
  EXPECT_THROW(lowest_nodes(net, 2, 1), Error);
}

TEST(Quantities, ArraysOfTheWrongSizeAreRefused) {
  const Network network = compile(testing::springsys());
  EXPECT_THROW(forces(network, std::vector<double>(7)), Error);
  EXPECT_THROW(kinetic_energy(1, std::vector<double>(4)), Error);
}

// Every law, against the functions of a single spring and the sum over the net.
TEST(Quantities, SpringStatesAreThoseOfEachSpring) {
  Random random(17);
  for (int dimension : {2, 3}) {
    testing::RandomNet wish;
    wish.dimension = dimension;
    wish.nodes = 40;
    wish.chords = 100;
    wish.all_laws = true;
    const System net = testing::random_net(random, wish);
    const Network network = compile(net);
    const std::vector<double>& x = net.nodes.position;
    const SpringStates found = spring_states(network, x);
    const auto d = usize(dimension);
    std::size_t s = 0, slack = 0;
    double sum = 0;
    for (const SpringSet& set : net.springs)
      for (const auto& [a, b] : set.ends) {
        const Spring spring{set.law.value_or(Law::linear), found.stiffness[s],
                            found.rest_length[s]};
        const auto at = [&](int node) { return std::span(x).subspan(usize(node) * d, d); };
        double square = 0;
        for (std::size_t i = 0; i < d; ++i) square += std::pow(at(b)[i] - at(a)[i], 2);
        const double l = std::sqrt(square), h = 1e-6 * l;
        EXPECT_NEAR(found.length[s], l, 1e-14 * l);
        EXPECT_NEAR(found.tension[s], spring_tension(spring, l),
                    1e-12 * (1 + std::abs(found.tension[s])));
        EXPECT_NEAR(found.energy[s], spring_energy(spring, at(a), at(b)),
                    1e-12 * (1 + found.energy[s]));
        EXPECT_NEAR(found.tangent[s],
                    (spring_tension(spring, l + h) - spring_tension(spring, l - h)) / (2 * h),
                    1e-6 * (1 + found.stiffness[s]));
        const bool one_sided = spring.law == Law::cable || spring.law == Law::strut;
        if (one_sided && found.tension[s] == 0 && l != found.rest_length[s]) {
          ASSERT_LT(slack, found.slack.size());
          EXPECT_EQ(found.slack[slack++], static_cast<int>(s));
        }
        sum += found.energy[s++];
      }
    EXPECT_EQ(slack, found.slack.size());
    EXPECT_NEAR(sum, energies(network, x).elastic, 1e-12 * sum);
    EXPECT_THROW((void)spring_states(network, std::span(x).first(3)), Error);
  }
}

TEST(Quantities, UtilisationIsTensionOverStrength) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0, 2, 0, 3, 0};
  SpringSet set;
  set.ends = {{0, 1}, {1, 2}, {2, 3}};
  set.stiffness = {1};
  set.strength = {10, 20, 40};
  set.buckling_load = {5, 5, 5};
  net.springs = {set};
  const std::vector<double> tension{5, -2, 0};
  EXPECT_EQ(utilisation(compile(net), tension), (std::vector<double>{0.5, 0.4, 0}));
}

}  // namespace
}  // namespace tensio
