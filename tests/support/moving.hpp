// A net that moves, with the integrators' own tools and no more.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/backend.hpp"
#include "model/integrator_traits.hpp"
#include "solve/motion/memory.hpp"
#include "solve/motion/mover.hpp"
#include "solve/motion/moving_net.hpp"

namespace tensio::testing {

/// Every integrator with its order, as the table of integrators has them.
struct Ordered {
  Integrator integrator;
  double order;
};

inline const std::vector<Ordered> kOrders = [] {
  std::vector<Ordered> all;
  for (const IntegratorTraits& traits : kIntegratorTraits)
    if (traits.order > 0) all.push_back({traits.integrator, static_cast<double>(traits.order)});
  return all;
}();

inline const std::vector<Integrator> kImplicit = [] {
  std::vector<Integrator> all;
  for (const IntegratorTraits& traits : kIntegratorTraits)
    if (traits.implicit) all.push_back(traits.integrator);
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
      : options(wish), net(system), memory(system, net.data) {
    EquilibriumOptions solver;
    solver.linear_solver = wish.linear_solver;
    solver.reproducible = wish.reproducible;
    solver.threads = wish.threads;
    backend = make_backend(net.data, solver);
    mover = std::make_unique<Mover>(*backend, net, memory, options);
    backend->set_start(mover->x);
    if (!system.nodes.velocity.empty()) backend->upload(system.nodes.velocity, mover->v);
    mover->place_supports(0, mover->x, mover->v);
  }

  /// `count` steps of h; stops at one that fails.
  StepResult steps(Integrator integrator, double h, int count) {
    StepResult result;
    for (int i = 0; i < count && result.good; ++i, ++done) {
      result = mover->step(integrator, done * h, h);
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
  std::vector<double> position() const { return download(mover->x); }
  std::vector<double> velocity() const { return download(mover->v); }
  /// Kinetic, elastic and that of weights and constant loads.
  double mechanical() const {
    double external = 0;
    const std::size_t d = static_cast<std::size_t>(net.data.dimension);
    const std::vector<double> x = position();
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t user = static_cast<std::size_t>(net.data.node_user[i / d]) * d + i % d;
      external -= (net.constant_load(i) + net.data.mass[i / d] * net.data.gravity[i % d]) * x[user];
    }
    return backend->kinetic_energy(mover->v) + backend->elastic_energy(mover->x) + external;
  }

  SimulationOptions options;
  MovingNet net;
  SpringMemory memory;
  std::unique_ptr<Backend> backend;
  std::unique_ptr<Mover> mover;
  int done = 0, iterations = 0, projected = 0;
};

}  // namespace tensio::testing
