// Hashes of rest states and motions: what a scene gave elsewhere, it must give here to the bit.
#include "tensio/verify.hpp"

#include <fmt/format.h>

#include <chrono>
#include <functional>

#include "core/hash.hpp"
#include "tensio/error.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/solve/combinations.hpp"
#include "tensio/version.hpp"

namespace tensio {

namespace {

std::string hash_digits(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

std::uint64_t hash_of_rest(const Equilibrium& rest, std::uint64_t seed) {
  return hash_bits(rest.state.position, hash_bits(rest.tension, hash_bits(rest.reaction, seed)));
}

// Why a scene has no motion to record.
std::string no_motion(const System& system) {
  if (!system.simulation) return "it has no `simulation` section";
  if (!system.stages.empty()) return "it has stages, which a motion does not carry out";
  if (!system.combinations.empty()) return "it has combinations, and a motion has one of them";
  if (!(system.simulation->duration > 0)) return "its `duration` is 0";
  return {};
}

SimulationOptions options_to_verify(const System& system, int threads) {
  SimulationOptions options = system.simulation.value_or(SimulationOptions{});
  options.reproducible = true;
  options.linear_solver = LinearSolver::automatic;
  options.threads = threads;
  return options;
}

// Takes single steps while `more` says so and none fails; how many. Nothing where the observer asks
// to stop.
std::optional<int> take_steps(Simulation& simulation, Observer* observer,
                              const std::function<bool(int)>& more) {
  for (int steps = 0;;) {
    if (!more(steps)) return steps;
    if (observer != nullptr && !observer->working(Activity::solving)) return std::nullopt;
    const MotionStatus status = simulation.step().status;
    if (status == MotionStatus::interrupted) return std::nullopt;
    if (status != MotionStatus::finished) return steps;
    ++steps;
  }
}

std::string state_hash(const Simulation& simulation) {
  const State state = simulation.state();
  return hash_digits(hash_bits(state.position, hash_bits(state.velocity)));
}

RecordedMotion recorded_motion(const System& system, const RecordLimits& limits, Observer* observer,
                               std::string& reason) {
  const SimulationOptions options = options_to_verify(system, limits.threads);
  Simulation chosen(system, options, observer);
  RecordedMotion motion;
  motion.integrator = chosen.options().integrator;
  motion.time_step = chosen.options().time_step;
  // Again with what was chosen, as it will be when it is verified.
  SimulationOptions fixed = options;
  fixed.integrator = motion.integrator;
  fixed.time_step = motion.time_step;
  Simulation simulation(system, fixed, observer);
  const double end = fixed.end_time() - 1e-9 * fixed.duration;
  const auto begun = std::chrono::steady_clock::now();
  const auto more = [&](int steps) {
    if (steps >= limits.steps || simulation.time() >= end) return false;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    return limits.seconds <= 0 || steps == 0 || taken.count() < limits.seconds;
  };
  const std::optional<int> steps = take_steps(simulation, observer, more);
  if (!steps) {
    reason = "it was interrupted";
    return {};
  }
  if (*steps == 0) reason = "its first step failed";
  motion.steps = *steps;
  motion.state = state_hash(simulation);
  return motion;
}

VerifiedResult verified_motion(const System& system, const RecordedMotion& motion, int threads,
                               Observer* observer) {
  VerifiedResult result{.name = "motion",
                        .about = fmt::format("{} {} of {}, {:g} s each", motion.steps,
                                             motion.steps == 1 ? "step" : "steps",
                                             to_string(motion.integrator), motion.time_step),
                        .recorded = motion.state};
  SimulationOptions options = options_to_verify(system, threads);
  options.integrator = motion.integrator;
  options.time_step = motion.time_step;
  try {
    Simulation simulation(system, options, observer);
    const std::optional<int> steps =
        take_steps(simulation, observer, [&](int taken) { return taken < motion.steps; });
    if (!steps) {
      result.reason = "it was interrupted";
    } else if (*steps < motion.steps) {
      result.reason = fmt::format("step {} failed", *steps + 1);
    } else {
      result.computed = state_hash(simulation);
    }
  } catch (const Error& error) {
    result.reason = error.what();
  }
  return result;
}

}  // namespace

ResultHash rest_hash(const System& system, int threads, Observer* observer) {
  EquilibriumOptions options = system.equilibrium;
  options.reproducible = true;
  options.linear_solver = LinearSolver::automatic;
  options.threads = threads;
  const SceneSolution solution = solve_scene(system, options, {}, observer);
  if (solution.status() != Status::converged) {
    std::string reason = solution.rest.report.reason;
    if (solution.all)
      for (const NamedEquilibrium& one : solution.all->combinations)
        if (!one.rest.converged())
          reason = fmt::format("combination {}: {}", one.name, one.rest.report.reason);
    return {.reason = reason};
  }
  std::uint64_t hash = hash_of_rest(solution.rest, kHashSeed);
  if (solution.all)
    for (const NamedEquilibrium& one : solution.all->combinations)
      hash = hash_of_rest(one.rest, hash);
  return {.hash = hash_digits(hash)};
}

Recorded record_results(const System& system, const RecordLimits& limits, Observer* observer,
                        std::vector<std::string>* notes) {
  const auto note = [&](const char* what, const std::string& reason) {
    if (notes != nullptr && !reason.empty())
      notes->push_back(fmt::format("{} was not recorded: {}", what, reason));
  };
  Recorded recorded{.version = kVersion};
  const ResultHash rest = rest_hash(system, limits.threads, observer);
  recorded.rest = rest.hash;
  note("the rest state", rest.reason);
  std::string reason = no_motion(system);
  if (reason.empty()) {
    try {
      RecordedMotion motion = recorded_motion(system, limits, observer, reason);
      if (motion.steps > 0) recorded.motion = std::move(motion);
    } catch (const Error& error) {
      reason = error.what();
    }
  }
  if (system.simulation) note("the motion", reason);
  return recorded;
}

std::vector<VerifiedResult> verify_results(const System& system, int threads, Observer* observer) {
  std::vector<VerifiedResult> results;
  if (!system.recorded) return results;
  if (!system.recorded->rest.empty()) {
    const ResultHash rest = rest_hash(system, threads, observer);
    results.push_back({.name = "rest",
                       .about = "positions, tensions and reactions at rest",
                       .recorded = system.recorded->rest,
                       .computed = rest.hash,
                       .reason = rest.reason});
  }
  if (system.recorded->motion)
    results.push_back(verified_motion(system, *system.recorded->motion, threads, observer));
  return results;
}

}  // namespace tensio
