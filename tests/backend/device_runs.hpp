// The same run by the CPU backend and with a device, compared to the bit.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "backend/test_device.hpp"
#include "core/hash.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio::testing {

using Numbers = std::vector<double>;

inline constexpr Integrator kExplicit[] = {Integrator::explicit_euler, Integrator::symplectic_euler,
                                           Integrator::velocity_verlet, Integrator::rk4,
                                           Integrator::rk45};

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
  append(all, run.contact_forces());
  for (const MotionEvent& event : run.events())
    append(all, {event.time, static_cast<double>(event.kind), static_cast<double>(event.node),
                 static_cast<double>(event.spring), event.value});
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

inline void expect_the_same(const std::string& what, const System& net, SimulationOptions options,
                            int steps) {
  options.threads = 1;
  const Outcome cpu = run_in_pieces(net, options, steps);
  const UsingBackend device(make_device_backend);
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

}  // namespace tensio::testing
