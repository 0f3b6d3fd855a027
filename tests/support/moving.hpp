// A net that moves, with the integrators' own tools and no more.
#pragma once

#include <array>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

#include "backend/backend.hpp"
#include "backend/histories.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "solve/motion/stepper.hpp"

namespace tensio::testing {

inline constexpr Integrator kImplicit[] = {Integrator::linearly_implicit_euler,
                                           Integrator::implicit_euler,
                                           Integrator::implicit_midpoint, Integrator::bdf2};

/// Every integrator with its order.
struct Ordered {
  Integrator integrator;
  double order;
};

inline constexpr Ordered kOrders[] = {
    {Integrator::explicit_euler, 1},
    {Integrator::symplectic_euler, 1},
    {Integrator::velocity_verlet, 2},
    {Integrator::rk4, 4},
    {Integrator::rk45, 5},
    {Integrator::linearly_implicit_euler, 1},
    {Integrator::implicit_euler, 1},
    {Integrator::implicit_midpoint, 2},
    {Integrator::bdf2, 2},
};

inline constexpr auto kIntegrators = [] {
  std::array<Integrator, std::size(kOrders)> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = kOrders[i].integrator;
  return all;
}();

/// The linear solvers that this build has.
inline std::vector<LinearSolver> solvers() {
  std::vector<LinearSolver> all = {LinearSolver::ldlt, LinearSolver::pcg};
  if (built_with_cholmod()) all.push_back(LinearSolver::cholmod);
  return all;
}

inline SimulationOptions with(LinearSolver solver) {
  SimulationOptions options;
  options.linear_solver = solver;
  options.threads = 1;
  return options;
}

struct Moving {
  explicit Moving(const System& system, const SimulationOptions& wish = {})
      : options(wish),
        net(system, {.linear_solver = wish.linear_solver,
                     .reproducible = wish.reproducible,
                     .threads = wish.threads}),
        backend(&net.backend()),
        stepper(std::make_unique<Stepper>(net, options)) {
    backend->set_start(stepper->x);
    if (!system.nodes.velocity.empty()) backend->upload(system.nodes.velocity, stepper->v);
    stepper->place_supports(0, stepper->x, stepper->v);
  }

  /// `count` steps of h; stops at one that fails.
  StepResult steps(Integrator integrator, double h, int count) {
    StepResult result;
    for (int i = 0; i < count && result.good; ++i, ++done) {
      result = stepper->step(integrator, done * h, h);
      iterations += result.iterations;
      projected += result.projected;
    }
    return result;
  }

  std::vector<double> download(VectorId id) const {
    std::vector<double> user(net.data.held.size());
    backend->download(id, user);
    return user;
  }
  std::vector<double> position() const { return download(stepper->x); }
  std::vector<double> velocity() const { return download(stepper->v); }
  /// Kinetic, elastic and that of weights and constant loads.
  double mechanical() const {
    double external = 0;
    const std::size_t d = static_cast<std::size_t>(net.data.dimension);
    const std::vector<double> x = position();
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t user = static_cast<std::size_t>(net.data.node_user[i / d]) * d + i % d;
      external -= (net.constant_load(i) + net.data.mass[i / d] * net.data.gravity[i % d]) * x[user];
    }
    return backend->kinetic_energy(stepper->v) + backend->elastic_energy(stepper->x) + external;
  }

  SimulationOptions options;
  DynamicNetwork net;
  Backend* backend;
  std::unique_ptr<Stepper> stepper;
  int done = 0, iterations = 0, projected = 0;
};

}  // namespace tensio::testing
