// What prefactored steps take for the inverse of a step's matrix.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "backend/backend.hpp"
#include "support/nets.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {
namespace {

struct Steps {
  Network net;
  std::unique_ptr<Backend> backend;
  VectorId x, f, p;

  Steps(const System& system, double g) : net(compile(system)) {
    EquilibriumOptions options;
    options.threads = 1;
    backend = make_backend(net.data(), options);
    x = backend->make_vector();
    f = backend->make_vector();
    p = backend->make_vector();
    backend->set_start(x);
    backend->set_inertia(g, x);
  }

  std::vector<double> solve(const std::vector<double>& force) {
    backend->upload(force, f);
    backend->solver(SolverKind::prefactored)->solve(f, p, 0);
    std::vector<double> result(force.size());
    backend->download(p, result);
    return result;
  }
};

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

TEST(StepMatrix, IsSymmetricAndPositive) {
  for (int dimension : {2, 3}) {
    Random random(static_cast<std::uint64_t>(dimension));
    testing::RandomNet wish;
    wish.dimension = dimension;
    wish.nodes = 80;
    wish.chords = 200;
    System net = random_net(random, wish);
    net.nodes.mass = {0.1};
    Steps steps(net, 1e4);
    ASSERT_EQ(steps.backend->solver(SolverKind::prefactored)->prepare(steps.x, {}),
              Factor::positive_definite);
    for (int round = 0; round < 5; ++round) {
      std::vector<double> u(net.nodes.position.size()), v(u.size());
      for (std::size_t i = 0; i < u.size(); ++i) {
        u[i] = random.uniform(-1, 1);
        v[i] = random.uniform(-1, 1);
      }
      const std::vector<double> Bu = steps.solve(u), Bv = steps.solve(v);
      EXPECT_GT(dot(u, Bu), 0);
      EXPECT_NEAR(dot(u, Bv), dot(v, Bu), 1e-5 * std::sqrt(dot(u, Bu) * dot(v, Bv)));
    }
  }
}

}  // namespace
}  // namespace tensio
