// A net in motion, with only the classes that integrators use.
#pragma once

#include <array>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

#include "backend/backend.hpp"
#include "backend/histories.hpp"
#include "core/index.hpp"
#include "model/integrator_traits.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "solve/motion/stepper.hpp"

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

inline const std::vector<Integrator> kIntegrators = [] {
  std::vector<Integrator> all;
  for (const Ordered& of : kOrders) all.push_back(of.integrator);
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
    std::vector<double> user(net.data.constrained.size());
    backend->download(id, user);
    return user;
  }
  std::vector<double> position() const { return download(stepper->x); }
  std::vector<double> velocity() const { return download(stepper->v); }
  /// Kinetic, elastic and that of weights and constant loads.
  double mechanical() const {
    double external = 0;
    const std::size_t d = usize(net.data.dimension);
    const std::vector<double> x = position();
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t user = usize(net.data.node_user[i / d]) * d + i % d;
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
