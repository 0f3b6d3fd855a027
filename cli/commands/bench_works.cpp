// The built-in works: a cloth that falls by explicit and implicit steps, and a net that comes to
// rest.
#include "commands/bench_works.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "clock.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/solve/combinations.hpp"

namespace tensio::cli {

namespace {

// The scenes of bench/scenes: 1 kg of cloth, 1 m x 1 m with n x n nodes, fixed at two corners; and
// a stretched net whose nodes are a little off, fixed at its rim.
constexpr const char* kCloth = R"json({"tensio": 1, "dimension": 3, "gravity": [0, 0, -9.81],
 "parameters": {"n": 100, "a": "=1/(n - 1)"},
 "generate": [
  {"kind": "lattice", "name": "cloth", "shape": "square", "cells": ["=n - 1", "=n - 1"],
   "spacing": "=a", "rest_length": "=a", "stiffness": 1e4, "far_stiffness": 1e3, "total_mass": 1},
  {"kind": "lattice", "name": "bend_00", "shape": "square", "cells": ["=n/2 - 1", "=n/2 - 1"],
   "spacing": "=2*a", "rest_length": "=2*a", "stiffness": 1e2, "mass": 0, "at": [0, 0, 0],
   "join": "=0.01*a"},
  {"kind": "lattice", "name": "bend_10", "shape": "square", "cells": ["=n/2 - 1", "=n/2 - 1"],
   "spacing": "=2*a", "rest_length": "=2*a", "stiffness": 1e2, "mass": 0, "at": ["=a", 0, 0],
   "join": "=0.01*a"},
  {"kind": "lattice", "name": "bend_01", "shape": "square", "cells": ["=n/2 - 1", "=n/2 - 1"],
   "spacing": "=2*a", "rest_length": "=2*a", "stiffness": 1e2, "mass": 0, "at": [0, "=a", 0],
   "join": "=0.01*a"},
  {"kind": "lattice", "name": "bend_11", "shape": "square", "cells": ["=n/2 - 1", "=n/2 - 1"],
   "spacing": "=2*a", "rest_length": "=2*a", "stiffness": 1e2, "mass": 0, "at": ["=a", "=a", 0],
   "join": "=0.01*a"}],
 "nodes": {"fixed": [{"where": "y < 1e-6 and (x < 1e-6 or x > 1 - 1e-6)"}]}})json";

constexpr const char* kNet = R"json({"tensio": 1, "dimension": 3, "gravity": [0, 0, -9.81],
 "parameters": {"n": 50},
 "generate": [{"kind": "lattice", "name": "net", "shape": "square", "cells": ["=n - 1", "=n - 1"],
   "spacing": "=1/(n - 1)", "jitter": 0.1, "seed": 6, "rest_length": "=0.8/(n - 1)",
   "stiffness": 100, "total_mass": 0.5}],
 "nodes": {"fixed": ["net.edge_x0", "net.edge_x1", "net.edge_y0", "net.edge_y1"]},
 "equilibrium": {"tolerance": 1e-9}})json";

System scene(const char* text, int side) {
  return parse_system(text, "bench", {}, {.set = {{"n", std::to_string(side)}}});
}

Timing timing_of(const char* work, Timing::Kind kind, const System& system) {
  return {
      .work = work, .kind = kind, .nodes = system.node_count(), .springs = system.spring_count()};
}

SimulationOptions motion(Integrator integrator, double time_step, const BenchOptions& options) {
  SimulationOptions motion;
  motion.integrator = integrator;
  motion.time_step = time_step;
  motion.duration = motion.output_every = 1e9;
  motion.tolerance = 1e-6;
  motion.threads = options.threads;
  return motion;
}

// Takes steps; throws where they end early.
MotionReport take(Simulation& simulation, long long steps) {
  const double h = simulation.options().time_step;
  MotionReport report =
      simulation.run_until(h * (static_cast<double>(simulation.steps() + steps) - 0.5));
  if (report.status != MotionStatus::finished) throw BenchEnded(report.reason);
  return report;
}

// As many steps a round as take about a second.
long long steps_in_a_round(Simulation& simulation, const BenchOptions& options, long long most) {
  const Stopwatch watch;
  (void)take(simulation, 1);
  const double wanted = options.quick ? 0.05 : 1;
  const double steps = wanted / std::max(watch.seconds(), 1e-6);
  return std::clamp(static_cast<long long>(steps), 1LL, most);
}

Timing explicit_steps(const BenchOptions& options) {
  const System system = scene(kCloth, options.quick ? 60 : 300);
  Timing timing = timing_of("explicit", Timing::Kind::springs_per_second, system);
  // half of the stable step
  Simulation simulation(system,
                        motion(Integrator::velocity_verlet,
                               0.0046 / std::sqrt(static_cast<double>(timing.nodes)), options));
  (void)take(simulation, 1);
  timing.steps = steps_in_a_round(simulation, options, 2000);
  for (int round = 0; round < options.repeats; ++round) {
    const Stopwatch watch;
    (void)take(simulation, timing.steps);
    timing.seconds.push_back(watch.seconds());
  }
  return timing;
}

// The first steps of the fall, from flat; the very first one, with the analysis, is left out.
Timing implicit_steps(const char* work, Integrator integrator, StepMethod method,
                      const BenchOptions& options) {
  const System system = scene(kCloth, options.quick ? 20 : 100);
  Timing timing = timing_of(work, Timing::Kind::per_step, system);
  timing.steps = options.quick ? 2 : 10;
  SimulationOptions steps = motion(integrator, 0.01, options);
  steps.method = method;
  for (int round = 0; round < options.repeats; ++round) {
    Simulation simulation(system, steps);
    (void)take(simulation, 1);
    const Stopwatch watch;
    const MotionReport report = take(simulation, timing.steps);
    timing.seconds.push_back(watch.seconds());
    if (method == StepMethod::newton) timing.note = to_string(report.linear_solver);
  }
  return timing;
}

Timing linearly_implicit(const BenchOptions& options) {
  return implicit_steps("linearly_implicit", Integrator::linearly_implicit_euler,
                        StepMethod::newton, options);
}
Timing backward_euler(const BenchOptions& options) {
  return implicit_steps("backward_euler", Integrator::implicit_euler, StepMethod::newton, options);
}
Timing prefactored(const BenchOptions& options) {
  return implicit_steps("prefactored", Integrator::implicit_euler, StepMethod::prefactored,
                        options);
}

void require_converged(const Equilibrium& found) {
  if (found.report.status != Status::converged) throw BenchEnded(found.report.reason);
}

Timing rest(const BenchOptions& options) {
  const System system = scene(kNet, options.quick ? 30 : 150);
  EquilibriumOptions rest = system.equilibrium;
  rest.stability = false;
  rest.threads = options.threads;
  const Network network = compile(system);
  Timing timing = timing_of("rest", Timing::Kind::total, system);
  for (int round = 0; round < options.repeats; ++round) {
    const Stopwatch watch;
    const Equilibrium found = solve_equilibrium(network, rest);
    timing.seconds.push_back(watch.seconds());
    require_converged(found);
    timing.note = to_string(found.report.linear_solver);
  }
  return timing;
}

// Throws where a part of the solution did not converge; adds up the time that compiling took.
double compile_seconds(const SceneSolution& solution) {
  std::vector<const Equilibrium*> solves;
  const auto add = [&](const std::vector<NamedEquilibrium>& parts) {
    for (const NamedEquilibrium& part : parts) solves.push_back(&part.rest);
  };
  add(solution.all ? solution.all->stages : solution.stages);
  // After stages `rest` is the state of the last one.
  if (solves.empty()) solves.push_back(&solution.rest);
  if (solution.all) add(solution.all->combinations);
  double seconds = 0;
  for (const Equilibrium* found : solves) {
    require_converged(*found);
    seconds += found->report.compile_seconds;
  }
  return seconds;
}

// A scene as `tensio solve` solves it: yielding springs, stages and combinations included.
Timing time_solve(const System& system, const BenchOptions& options) {
  EquilibriumOptions rest = system.equilibrium;
  rest.threads = options.threads;
  Timing timing = timing_of("solve", Timing::Kind::total, system);
  for (int round = 0; round < options.repeats; ++round) {
    const Stopwatch watch;
    const SceneSolution solution = solve_scene(system, rest, {}, nullptr, Validated::yes);
    const double seconds = watch.seconds();
    timing.seconds.push_back(seconds - compile_seconds(solution));
    timing.note = to_string(solution.rest.report.linear_solver);
  }
  return timing;
}

}  // namespace

double Timing::median() const {
  if (seconds.empty()) return std::nan("");
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
}

double Timing::value() const {
  switch (kind) {
    case Kind::springs_per_second:
      return 1e-6 * static_cast<double>(springs) * static_cast<double>(steps) / median();
    case Kind::per_step: return 1e3 * median() / static_cast<double>(steps);
    case Kind::total: break;
  }
  return median();
}

const char* Timing::unit() const {
  switch (kind) {
    case Kind::springs_per_second: return "M springs/s";
    case Kind::per_step: return "ms a step";
    case Kind::total: break;
  }
  return "s";
}

const std::vector<BenchWork>& bench_works() {
  static const std::vector<BenchWork> kWorks = {
      {"explicit", "velocity_verlet steps of a cloth", &explicit_steps},
      {"linearly_implicit", "linearly_implicit_euler steps of a cloth", &linearly_implicit},
      {"backward_euler", "implicit_euler steps of a cloth", &backward_euler},
      {"prefactored", "implicit_euler steps by the prefactored method", &prefactored},
      {"rest", "the equilibrium of a stretched net, to 1e-9", &rest},
  };
  return kWorks;
}

Timing time_system(const System& system, const BenchOptions& options) {
  if (!system.simulation || !(system.simulation->duration > 0)) return time_solve(system, options);
  Timing timing = timing_of("run", Timing::Kind::per_step, system);
  SimulationOptions steps = *system.simulation;
  steps.threads = options.threads;
  for (int round = 0; round < options.repeats; ++round) {
    Simulation simulation(system, steps);
    const double most = steps.duration / simulation.options().time_step;
    timing.note = to_string(simulation.options().integrator);
    if (round == 0)
      timing.steps =
          steps_in_a_round(simulation, options, std::max(1LL, static_cast<long long>(most) - 1));
    else
      (void)take(simulation, 1);
    const Stopwatch watch;
    (void)take(simulation, timing.steps);
    timing.seconds.push_back(watch.seconds());
  }
  return timing;
}

}  // namespace tensio::cli
