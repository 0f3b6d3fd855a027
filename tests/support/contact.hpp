// A moving net with obstacles, stepped without the rest of a simulation.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "backend/backend.hpp"
#include "core/index.hpp"
#include "solve/motion/contact.hpp"
#include "solve/motion/stepper.hpp"
#include "support/obstacles.hpp"

namespace tensio::testing {

struct ContactRun {
  ContactRun(const System& system, Integrator with, double step, int threads = 1)
      : integrator(with),
        h(step),
        net(system, backend_options(threads)),
        backend(&net.backend()),
        stepper(net, options),
        contact(system, net) {
    backend->upload(system.nodes.start.empty() ? system.nodes.position : system.nodes.start,
                    stepper.x);
    if (!system.nodes.velocity.empty()) backend->upload(system.nodes.velocity, stepper.v);
    options.time_step = h;
  }

  static EquilibriumOptions backend_options(int threads) {
    EquilibriumOptions options;
    options.threads = threads;
    options.linear_solver = LinearSolver::ldlt;
    return options;
  }

  void step() {
    step_from(t());
    ++steps;
  }
  void step_from(double time) {
    result = contact.step(stepper, integrator, time, h);
    if (result.good) contact.commit(time + stepper.taken, events);
  }
  void run(int count) {
    for (int i = 0; i < count && result.good; ++i) step();
  }
  double t() const { return static_cast<double>(steps) * h; }
  std::vector<double> read(VectorId id) const {
    std::vector<double> user(net.data.constrained.size());
    backend->download(id, user);
    return user;
  }
  std::vector<double> x() const { return read(stepper.x); }
  std::vector<double> v() const { return read(stepper.v); }
  double momentum_x() const {
    const auto d = usize(net.data.dimension);
    const std::vector<double> velocity = v();
    double sum = 0;
    for (std::size_t node = 0; node < velocity.size() / d; ++node)
      sum += net.data.mass[usize(net.data.node_rank[node])] * velocity[node * d];
    return sum;
  }

  // The balance, as a simulation adds them up.
  double total() const {
    double energy = backend->kinetic_energy(stepper.v) + backend->elastic_energy(stepper.x);
    const std::vector<double> at = x();
    const auto d = usize(net.data.dimension);
    for (std::size_t i = 0; i < at.size(); ++i) {
      const auto axis = usize(net.data.node_rank[i / d]) * d + i % d;
      energy -= net.data.external[axis] * at[i];
    }
    return energy + contact.energy() + stepper.balance.dissipated - stepper.balance.work;
  }

  Integrator integrator;
  double h;
  int steps = 0;
  SimulationOptions options;
  DynamicNetwork net;
  Backend* backend;
  Stepper stepper;
  Contact contact;
  StepResult result;
  std::vector<MotionEvent> events;
};

/// A chain of nodes in 3D that is thrown at a floor.
inline System thrown_at(const Obstacle& floor) {
  Random random(9);
  System net = thrown(random, 3, 3);
  net.obstacles = {floor};
  return net;
}

/// The momentum along x does not change in these steps.
inline void expect_same_momentum_x(ContactRun& run, int steps, double tolerance) {
  const double before = run.momentum_x();
  run.run(steps);
  EXPECT_NEAR(run.momentum_x(), before, tolerance);
}

}  // namespace tensio::testing
