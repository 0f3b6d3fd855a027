// The pass of prefactored steps that computes energy and forces together, and passes over several
// vectors.
#include <gtest/gtest.h>

#include <cmath>

#include "backend/backend.hpp"
#include "core/hash.hpp"
#include "support/nets.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {
namespace {

System random_system(int dimension, int nodes) {
  Random random(static_cast<std::uint64_t>(dimension + nodes));
  testing::RandomNet wish;
  wish.dimension = dimension;
  wish.nodes = nodes;
  wish.chords = 2 * nodes;
  wish.all_laws = true;
  System net = random_net(random, wish);
  net.nodes.mass = {0.3};
  return net;
}

std::unique_ptr<Backend> backend_of(const Network& net, int threads) {
  EquilibriumOptions options;
  options.threads = threads;
  return make_backend(net.data(), options);
}

std::vector<double> numbers(Random& random, const Network& net) {
  std::vector<double> values(net.data().constrained.size());
  for (double& value : values) value = random.uniform(-1, 1);
  return values;
}

TEST(EnergyAndNorms, AreThoseOfSeparatePasses) {
  for (int dimension : {2, 3})
    for (int nodes : {40, 3000}) {
      const Network net = compile(random_system(dimension, nodes));
      const std::unique_ptr<Backend> backend = backend_of(net, 1);
      Random random(5);
      const VectorId x = backend->make_vector(), y = backend->make_vector();
      const VectorId f = backend->make_vector(), g = backend->make_vector();
      backend->upload(numbers(random, net), x);
      backend->upload(numbers(random, net), y);
      backend->set_inertia(7.0, y);
      const StateValue summary = backend->evaluate(x, f, Want::energy_and_norms);
      const EnergyValue energy = backend->energy(x);
      const ForceNorms forces = backend->force_norms(x, g);
      EXPECT_NEAR(summary.energy.value, energy.value, 1e-12 * energy.magnitude);
      EXPECT_NEAR(summary.energy.magnitude, energy.magnitude, 1e-12 * energy.magnitude);
      EXPECT_NEAR(summary.norms.largest_force, forces.largest_force, 1e-12 * forces.largest_force);
      EXPECT_NEAR(summary.norms.largest_tension, forces.largest_tension,
                  1e-12 * forces.largest_tension);
      EXPECT_EQ(summary.norms.largest_external, forces.largest_external);
      EXPECT_EQ(summary.norms.largest_inertia, forces.largest_inertia);
      EXPECT_GT(summary.norms.largest_inertia, 0);
      backend->axpy(-1, f, g);
      EXPECT_LE(backend->max_abs(g), 1e-12 * forces.largest_force);
    }
}

TEST(EnergyAndNorms, ContainThePenaltyOfObstacles) {
  System system = random_system(3, 300);
  system.obstacles = {
      {.kind = Obstacle::Kind::sphere, .point = {0, 0, 0}, .radius = 0.5, .thickness = 0.4}};
  const Network net = compile(system);
  const std::unique_ptr<Backend> backend = backend_of(net, 1);
  Random random(7);
  const VectorId x = backend->make_vector(), y = backend->make_vector();
  const VectorId f = backend->make_vector(), g = backend->make_vector();
  backend->upload(numbers(random, net), x);
  backend->upload(numbers(random, net), y);
  backend->set_inertia(7.0, y);
  backend->set_penalty({});
  const double without = backend->evaluate(x, f, Want::energy_and_norms).energy.value;
  Penalty penalty;
  penalty.at_rest = false;
  penalty.x0 = y;
  backend->set_penalty(penalty);
  const StateValue summary = backend->evaluate(x, f, Want::energy_and_norms);
  EXPECT_GT(summary.energy.value, without);
  const EnergyValue energy = backend->energy(x);
  const ForceNorms forces = backend->force_norms(x, g);
  EXPECT_NEAR(summary.energy.value, energy.value, 1e-12 * energy.magnitude);
  EXPECT_NEAR(summary.norms.largest_force, forces.largest_force, 1e-12 * forces.largest_force);
  EXPECT_EQ(summary.norms.largest_inertia, forces.largest_inertia);
  backend->axpy(-1, f, g);
  EXPECT_LE(backend->max_abs(g), 1e-12 * forces.largest_force);
}

TEST(EnergyAndNorms, HaveTheSameBitsOnAnyNumberOfThreads) {
  for (int dimension : {2, 3}) {
    const Network net = compile(random_system(dimension, 6000));
    std::uint64_t first = 0;
    for (int threads : {1, 2, 3, 8}) {
      const std::unique_ptr<Backend> backend = backend_of(net, threads);
      Random random(6);
      const VectorId x = backend->make_vector(), f = backend->make_vector();
      std::vector<double> values = numbers(random, net);
      backend->upload(values, x);
      backend->set_inertia(7.0, x);
      const StateValue summary = backend->evaluate(x, f, Want::energy_and_norms);
      backend->download(f, values);
      values.push_back(summary.energy.value);
      values.push_back(summary.norms.largest_tension);
      const std::uint64_t hash = hash_bits(values);
      if (first == 0) first = hash;
      EXPECT_EQ(hash, first) << threads << " threads";
    }
  }
}

TEST(SeveralVectors, HaveTheBitsOfOneAfterTheOther) {
  for (int nodes : {20, 6000})
    for (int threads : {1, 3}) {
      const Network net = compile(random_system(3, nodes));
      const std::unique_ptr<Backend> backend = backend_of(net, threads);
      Random random(7);
      const VectorId y = backend->make_vector(), z = backend->make_vector();
      backend->upload(numbers(random, net), y);
      std::vector<VectorId> x;
      std::vector<double> factors;
      for (int count = 1; count <= 9; ++count) {
        x.push_back(backend->make_vector());
        factors.push_back(random.uniform(-1, 1));
        backend->upload(numbers(random, net), x.back());
        std::vector<double> products(x.size());
        backend->dots(x, y, products);
        for (std::size_t i = 0; i < x.size(); ++i)
          EXPECT_EQ(products[i], backend->dot(x[i], y)) << i << " of " << count;
        std::vector<double> together(net.data().constrained.size()), apart(together.size());
        backend->copy(y, z);
        backend->add_all(factors, x, z);
        backend->download(z, together);
        backend->copy(y, z);
        for (std::size_t i = 0; i < x.size(); ++i) backend->axpy(factors[i], x[i], z);
        backend->download(z, apart);
        EXPECT_EQ(together, apart) << count;
        backend->combine(y, factors[0], x[0], z);
        backend->download(z, together);
        backend->copy(y, z);
        backend->axpy(factors[0], x[0], z);
        backend->download(z, apart);
        EXPECT_EQ(together, apart);
      }
    }
}

}  // namespace
}  // namespace tensio
