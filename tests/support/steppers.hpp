// A net that is stepped without a Simulation around it: integrator, history and balance.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "backend/backend.hpp"
#include "backend/histories.hpp"
#include "core/index.hpp"
#include "network/given_springs.hpp"
#include "network/network_data.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "solve/motion/stepper.hpp"

namespace tensio::testing {

struct Bench {
  explicit Bench(const System& system, Integrator integrator_ = Integrator::velocity_verlet)
      : integrator(integrator_),
        net(system, {.threads = 1}),
        backend(&net.backend()),
        histories(backend->histories()),
        stepper(net, options),
        lengths_(backend->make_vector(Items::springs)) {
    backend->set_start(stepper.x);
    if (!system.nodes.velocity.empty()) backend->upload(system.nodes.velocity, stepper.v);
    histories.restart(stepper.x);
  }

  bool step(double h) {
    const double t = static_cast<double>(steps) * h;
    const StepResult result = stepper.step(integrator, t, h);
    reason = result.reason;
    time = static_cast<double>(++steps) * h;
    stepper.accept(integrator, time, h, events);
    return result.good;
  }
  bool run(double duration, double h) {
    const int count = static_cast<int>(std::ceil(duration / h - 1e-9));
    for (int i = 0; i < count; ++i)
      if (!step(h)) return false;
    return true;
  }

  double elastic() { return backend->elastic_energy(stepper.x) + histories.stored_energy(); }
  double total() {
    net.set_time(time);
    double sum = backend->kinetic_energy(stepper.v) + elastic() + stepper.balance.dissipated -
                 stepper.balance.work;
    const std::vector<double> x = positions();
    const auto d = usize(net.data.dimension);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto axis = usize(net.data.node_rank[i / d]) * d + i % d;
      sum -= (net.constant_load(axis) + net.data.mass[axis / d] * net.data.gravity[i % d]) * x[i];
    }
    return sum;
  }
  std::vector<double> positions() {
    std::vector<double> x(net.data.constrained.size());
    backend->download(stepper.x, x);
    return x;
  }
  double length(std::size_t spring = 0) {
    const int index = static_cast<int>(spring);
    double length = 0;
    backend->lengths(stepper.x, lengths_);
    backend->get_entries({&index, 1}, lengths_, {&length, 1});
    return length;
  }

  Integrator integrator;
  SimulationOptions options = {.tolerance = 1e-12, .threads = 1};
  DynamicNetwork net;
  Backend* backend;
  Histories& histories;
  Stepper stepper;
  std::vector<MotionEvent> events;
  std::string reason;
  std::int64_t steps = 0;
  double time = 0;
  VectorId lengths_;
};

}  // namespace tensio::testing
