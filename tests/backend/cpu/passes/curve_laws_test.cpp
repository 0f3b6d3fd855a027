// Curves and custom laws in whole passes: the same bits on any number of threads, functions called
// for many springs in one call, and nothing of it in nets that have none.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <stdexcept>

#include "backend/backend.hpp"
#include "core/hash.hpp"
#include "core/index.hpp"
#include "core/parallel.hpp"
#include "support/nets.hpp"
#include "tensio/solve/network.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio {
namespace {

System large_net(int dimension) {
  Random random(23);
  testing::RandomNet wish;
  wish.dimension = dimension;
  wish.nodes = 20000;
  wish.chords = 60000;
  return curved_net(random, wish);
}

EquilibriumOptions with_threads(int threads) {
  EquilibriumOptions options;
  options.threads = threads;
  options.linear_solver = LinearSolver::ldlt;
  return options;
}

TEST(CurveLawPasses, HaveTheSameBitsOnAnyNumberOfThreads) {
  for (int dimension : {2, 3}) {
    const Network network = compile(large_net(dimension));
    std::uint64_t first = 0;
    for (int threads : {1, 2, 3, 8}) {
      const std::unique_ptr<Backend> backend = make_backend(network.data(), with_threads(threads));
      const VectorId x = backend->make_vector(), f = backend->make_vector();
      backend->set_start(x);
      std::vector<double> force(network.data().constrained.size());
      const double energy = backend->energy(x).value;
      backend->forces(x, f, false);
      backend->download(f, force);
      const std::uint64_t hash = hash_bits(
          force, hash_bits(backend->stiffness(x, true), hash_bits(std::vector<double>{energy})));
      const ForceNorms summary = backend->force_norms(x, f);
      EXPECT_TRUE(std::isfinite(summary.largest_force) && summary.largest_force > 0);
      if (first == 0) first = hash;
      EXPECT_EQ(hash, first) << threads << " threads";
    }
  }
}

// Each spring's values against those of a spring on its own.
TEST(CurveLawPasses, SumUpTheSpringsOfEachSet) {
  Random random(9);
  testing::RandomNet wish;
  wish.nodes = 40;
  wish.chords = 100;
  const System net = curved_net(random, wish);
  std::vector<double> expected(net.nodes.position.size(), 0.0);
  double energy = 0;
  for (const SpringSet& set : net.springs)
    for (std::size_t i = 0; i < set.ends.size(); ++i) {
      const double l0 = set.rest_length[i];
      Spring spring;
      spring.law = set.law.value_or(Law::linear);
      spring.of_strain = !set.axial_stiffness.empty();
      spring.stiffness = spring.of_strain ? set.axial_stiffness[i] / l0 : set.stiffness[i];
      spring.rest_length = l0;
      spring.coefficients = set.coefficients;
      spring.points = set.points;
      spring.custom = set.custom;
      const std::span<const double> x(net.nodes.position);
      const auto a = usize(set.ends[i][0]) * 3;
      const auto b = usize(set.ends[i][1]) * 3;
      energy += spring_energy(spring, x.subspan(a, 3), x.subspan(b, 3));
      const std::vector<double> gradient =
          spring_gradient(spring, x.subspan(a, 3), x.subspan(b, 3));
      for (std::size_t axis = 0; axis < 3; ++axis) {
        expected[a + axis] -= gradient[axis];
        expected[b + axis] -= gradient[3 + axis];
      }
    }
  const Network network = compile(net);
  const std::vector<double> found = forces(network, net.nodes.position);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12);
  EXPECT_NEAR(energies(network, net.nodes.position).elastic, energy, 1e-11);
}

TEST(CurveLawPasses, ALinearFunctionIsALinearSpring) {
  Random random(31);
  testing::RandomNet wish;
  wish.nodes = 200;
  wish.chords = 500;
  const System linear = random_net(random, wish);
  System custom = linear, polynomial = linear, table = linear;
  custom.springs[0].law = Law::custom;
  custom.springs[0].custom = each_spring([](double l, double k, double l0) {
    return std::array<double, 3>{0.5 * k * (l - l0) * (l - l0), k * (l - l0), k};
  });
  polynomial.springs[0].law = Law::polynomial;
  polynomial.springs[0].coefficients = {1};
  table.springs[0].law = Law::table;
  table.springs[0].points = {{-1, -1}, {2, 2}};
  const std::vector<double>& x = linear.nodes.position;
  const std::vector<double> f = forces(compile(linear), x);
  const std::vector<double> K = stiffness_matrix(compile(linear), x).value;
  const double energy = energies(compile(linear), x).elastic;
  for (const System* net : {&custom, &polynomial, &table}) {
    // A table's u = e - start loses an ulp of its start.
    const double tolerance = net == &table ? 1e-13 : 1e-15;
    const std::vector<double> other_f = forces(compile(*net), x);
    const std::vector<double> other_K = stiffness_matrix(compile(*net), x).value;
    for (std::size_t i = 0; i < f.size(); ++i)
      EXPECT_NEAR(other_f[i], f[i], tolerance * std::max(1.0, std::abs(f[i])));
    for (std::size_t i = 0; i < K.size(); ++i)
      EXPECT_NEAR(other_K[i], K[i], tolerance * std::max(1.0, std::abs(K[i])));
    EXPECT_NEAR(energies(compile(*net), x).elastic, energy, tolerance * energy * 10);
  }
}

TEST(CurveLawPasses, FunctionsAreCalledForManySpringsTogether) {
  System net = testing::square_net(150, 2, 0.9);
  const int springs = net.spring_count();
  std::atomic<int> calls = 0, seen = 0;
  const CustomLaw law = testing::hardening();
  net.springs[0].law = Law::custom;
  net.springs[0].custom = [&](const LawBatch& batch) {
    ++calls;
    seen += static_cast<int>(batch.length.size());
    law(batch);
  };
  const Network network = compile(net);
  for (int threads : {1, 2}) {
    const std::unique_ptr<Backend> backend = make_backend(network.data(), with_threads(threads));
    const VectorId x = backend->make_vector(), f = backend->make_vector();
    backend->set_start(x);
    calls = seen = 0;
    backend->forces(x, f, true);
    EXPECT_EQ(calls, (springs + kSumBlock - 1) / kSumBlock);
    EXPECT_EQ(seen, springs);
  }
}

TEST(CurveLawPasses, WhatAFunctionThrowsReachesTheCaller) {
  System net = testing::square_net(150, 2, 0.9);
  std::atomic<bool> throws = false;
  const CustomLaw law = testing::hardening();
  net.springs[0].law = Law::custom;
  net.springs[0].custom = [&](const LawBatch& batch) {
    if (throws) throw std::runtime_error("no such material");
    law(batch);
  };
  const Network network = compile(net);
  for (int threads : {1, 3}) {
    const std::unique_ptr<Backend> backend = make_backend(network.data(), with_threads(threads));
    const VectorId x = backend->make_vector(), f = backend->make_vector();
    backend->set_start(x);
    throws = true;
    EXPECT_THROW(backend->forces(x, f, true), std::runtime_error);
    throws = false;
    EXPECT_NO_THROW(backend->forces(x, f, true));
  }
}

TEST(CurveLawPasses, NetsWithoutThemCarryNothing) {
  Random random(2);
  testing::RandomNet wish;
  wish.all_laws = true;
  const Network network = compile(random_net(random, wish));
  const NetworkData& net = network.data();
  EXPECT_EQ(net.first_shaped, net.spring_count);
  EXPECT_EQ(net.shape.size(), 0u);
  EXPECT_EQ(net.curves.size(), 0u);
  EXPECT_EQ(net.functions.size(), 0u);
}

// Springs of other laws carry no number of a curve either.
TEST(CurveLawPasses, OnlySpringsOfTheseLawsHaveANumber) {
  Random random(2);
  const System system = testing::curved_net(random, {});
  const Network network = compile(system);
  const NetworkData& net = network.data();
  const int linear = static_cast<int>(system.springs[6].ends.size());
  EXPECT_EQ(net.first_shaped, linear);
  EXPECT_EQ(net.shape.size(), usize(net.spring_count - linear));
  EXPECT_EQ(net.curves.size(), 4u);
  EXPECT_EQ(net.functions.size(), 2u);
}

}  // namespace
}  // namespace tensio
