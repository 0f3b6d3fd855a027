// Runs whose numbers must have the bits of the CPU backend, and nets for them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "core/hash.hpp"
#include "core/index.hpp"
#include "core/random.hpp"
#include "support/nets.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio::testing::same_bits {

using Numbers = std::vector<double>;

inline void append(Numbers& to, const Numbers& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// All that a run can be asked for.
inline Numbers numbers_of(const Simulation& run) {
  Numbers all = run.state().position;
  append(all, run.state().velocity);
  const MotionEnergies e = run.energies();
  append(all, {e.kinetic, e.elastic, e.gravity, e.load, e.contact, e.dissipated, e.work, e.total});
  for (double p : run.momentum()) all.push_back(p);
  append(all, run.tensions());
  append(all, {run.time(), static_cast<double>(run.steps())});
  return all;
}

struct Outcome {
  Numbers numbers;
  std::string reason;
};

// In several pieces, which end with less than a round of passes.
inline Outcome run_in_pieces(const System& net, const SimulationOptions& options, int steps) {
  Simulation run(net, options);
  Outcome outcome;
  MotionReport report;
  for (int piece : {1, steps / 3, steps}) {
    report = run.run_until(options.start_time + piece * options.time_step);
    append(outcome.numbers, numbers_of(run));
  }
  outcome.reason = report.reason;
  return outcome;
}

inline void expect_same_bits(BackendFactory factory, const std::string& what, const System& net,
                             SimulationOptions options, int steps) {
  options.threads = 1;
  const Outcome cpu = run_in_pieces(net, options, steps);
  const UsingBackend other(factory);
  const Outcome here = run_in_pieces(net, options, steps);
  EXPECT_EQ(hash_bits(here.numbers), hash_bits(cpu.numbers)) << what;
  EXPECT_EQ(here.reason, cpu.reason) << what;
}

inline SimulationOptions options_of(Integrator integrator, double time_step = 2e-3) {
  SimulationOptions options;
  options.integrator = integrator;
  options.time_step = time_step;
  return options;
}

// Every law but custom ones, loads, and axes that are fixed one by one.
inline System net_of_all_laws(int d, int nodes) {
  Random random(30 + static_cast<std::uint64_t>(d));
  RandomNet wish{.dimension = d, .nodes = nodes, .chords = 2 * nodes, .all_laws = true};
  System net = random_net(random, wish);
  System curves = curved_net(random, wish);
  for (std::size_t i : {0, 1, 2, 3}) net.springs.push_back(curves.springs[i]);
  for (int i = 0; i < nodes; ++i) net.nodes.mass.push_back(random.uniform(0.1, 0.4));
  net.nodes.fixed.push_back({.nodes = {5, 6}, .axes = kAxisY});
  net.gravity = {0, -9.81, 0};
  net.loads = {{.nodes = {7, 9}, .force = std::vector<double>(usize(d), 0.5)}};
  net.nodes.velocity.assign(usize(nodes * d), 0.1);
  return net;
}

inline System damped(System net, bool dashpots, double drag) {
  if (dashpots)
    for (SpringSet& set : net.springs) set.damping = {0.2};
  net.drag = drag;
  return net;
}

}  // namespace tensio::testing::same_bits
