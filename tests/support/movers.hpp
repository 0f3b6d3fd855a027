// A net that is stepped without a Simulation around it: integrator, history and books.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "backend/backend.hpp"
#include "network/given_springs.hpp"
#include "network/network_data.hpp"
#include "solve/motion/memory.hpp"
#include "solve/motion/mover.hpp"
#include "solve/motion/moving_net.hpp"

namespace tensio::testing {

struct Bench {
  explicit Bench(const System& system, Integrator integrator_ = Integrator::velocity_verlet)
      : integrator(integrator_),
        net(system),
        backend(make_backend(net.data, {.threads = 1})),
        memory(system, net.data),
        mover(*backend, net, memory, options) {
    backend->set_start(mover.x);
    if (!system.nodes.velocity.empty()) backend->upload(system.nodes.velocity, mover.v);
    lengths.resize(net.data.a.size());
    backend->spring_lengths(mover.x, lengths);
    memory.restart(lengths);
  }

  bool step(double h) {
    const double t = static_cast<double>(steps) * h;
    const StepResult result = mover.step(integrator, t, h);
    reason = result.reason;
    time = static_cast<double>(++steps) * h;
    mover.accept(integrator, time, h, events);
    return result.good;
  }
  bool run(double duration, double h) {
    const int count = static_cast<int>(std::ceil(duration / h - 1e-9));
    for (int i = 0; i < count; ++i)
      if (!step(h)) return false;
    return true;
  }

  double elastic() { return backend->elastic_energy(mover.x) + memory.stored_energy(); }
  double total() {
    net.set_time(time);
    double sum =
        backend->kinetic_energy(mover.v) + elastic() + mover.books.dissipated - mover.books.work;
    const std::vector<double> x = positions();
    const auto d = static_cast<std::size_t>(net.data.dimension);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto axis = static_cast<std::size_t>(net.data.node_rank[i / d]) * d + i % d;
      sum -= (net.constant_load(axis) + net.data.mass[axis / d] * net.data.gravity[i % d]) * x[i];
    }
    return sum;
  }
  std::vector<double> positions() {
    std::vector<double> x(net.data.held.size());
    backend->download(mover.x, x);
    return x;
  }
  double length(std::size_t spring = 0) {
    backend->spring_lengths(mover.x, lengths);
    return lengths[spring];
  }

  Integrator integrator;
  SimulationOptions options = {.tolerance = 1e-12, .threads = 1};
  MovingNet net;
  std::unique_ptr<Backend> backend;
  SpringMemory memory;
  Mover mover;
  std::vector<MotionEvent> events;
  std::vector<double> lengths;
  std::string reason;
  std::int64_t steps = 0;
  double time = 0;
};

}  // namespace tensio::testing
