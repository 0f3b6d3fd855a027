// `tensio solve`: reads a scene, finds its rest state, tells of it and keeps it where asked to.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include "commands.hpp"
#include "exit_code.hpp"
#include "signals.hpp"
#include "solve_output.hpp"
#include "tensio/combinations.hpp"
#include "tensio/equilibrium.hpp"
#include "tensio/scene_file.hpp"
#include "text_output.hpp"

namespace tensio::cli {

namespace {

namespace fs = std::filesystem;

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

[[noreturn]] void refuse_file(const std::string& file, const std::string& message) {
  throw Error({{.file = file, .message = message}}, ErrorKind::io);
}

// What can be said of the --out file before the work begins; returns the path to write to.
std::string output_path(const Args& args) {
  if (args.out.empty()) return {};
  const fs::path path(args.out);
  std::error_code ignored;
  const bool exists = fs::exists(fs::symlink_status(path, ignored));
  if (exists && fs::is_directory(path, ignored)) {
    refuse_file(args.out, "is a folder; --out names a file");
  }
  if (exists && fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    refuse_file(args.out, "is not a regular file; --out replaces files only");
  }
  if (exists && !args.force) {
    throw UsageError(
        fmt::format("--out {}: the file exists; --force overwrites it", printable(args.out)),
        args.out);
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, ignored)) {
    refuse_file(args.out, fmt::format("there is no folder {} to write it to", folder.string()));
  }
  // Behind a link the file that it names is replaced, not the link.
  return fs::exists(path, ignored) ? fs::canonical(path).string() : args.out;
}

int thread_count(const EquilibriumOptions& options) {
  const unsigned machine = std::max(1u, std::thread::hardware_concurrency());
  return options.threads > 0 ? options.threads : static_cast<int>(machine);
}

// What was solved: the scene or what stages and a combination made of it, and its rest state.
struct Solved {
  std::optional<System> built = {};  // where it is not the scene as it stands
  Equilibrium rest = {};             // of all combinations: the base
  std::string combination = {};
  std::vector<NamedEquilibrium> stages = {};
  std::optional<CombinationResults> all = {};

  const System& system(const System& scene) const {
    return all ? all->system : built ? *built : scene;
  }
  Status status() const { return all ? all->worst() : rest.report.status; }
};

// With --verbose: what is about to be solved, and by whom where that is known.
void announce(const System& system, const EquilibriumOptions& options, const Args& args,
              const std::string& solver) {
  if (!args.verbose) return;
  say(fmt::format("{}, {}, {}; {}{}\n", count_text(system.node_count(), "node", "nodes"),
                  count_text(system.spring_count(), "spring", "springs"),
                  count_text(thread_count(options), "thread", "threads"), to_string(options.method),
                  solver));
}

// Everything at once.
Equilibrium solve_at_once(const System& system, const EquilibriumOptions& options,
                          const Args& args) {
  if (options.load_steps > 1) {
    announce(system, options, args, fmt::format(" in {} load steps", options.load_steps));
    ProgressObserver observer(args.verbose, args.quiet);
    return solve_equilibrium(system, options, &observer);
  }
  const Stopwatch watch;
  const Network network = compile(system);
  const double compile_seconds = watch.seconds();
  announce(system, options, args,
           fmt::format(" with {}", to_string(chosen_linear_solver(network, options))));
  ProgressObserver observer(args.verbose, args.quiet);
  Equilibrium rest = solve_equilibrium(network, options, &observer);
  rest.report.compile_seconds = compile_seconds;
  return rest;
}

Solved run_stages(const System& scene, const EquilibriumOptions& options, const Args& args) {
  announce(scene, options, args, "");
  ProgressObserver observer(args.verbose, args.quiet);
  StageResults results = solve_stages(scene, options, &observer);
  Solved solved;
  solved.rest = results.stages.back().rest;
  solved.stages = std::move(results.stages);
  solved.built = std::move(results.system);
  return solved;
}

// One combination, or all.
Solved run_combinations(const System& scene, const EquilibriumOptions& options, const Args& args,
                        const Combination* one) {
  announce(scene, options, args, "");
  ProgressObserver observer(args.verbose, args.quiet);
  const std::vector<std::string> names =
      one ? std::vector<std::string>{one->name} : std::vector<std::string>{};
  CombinationResults results = solve_combinations(scene, options, names, &observer);
  Solved solved;
  if (one == nullptr) {
    solved.rest = results.base;
    solved.all = std::move(results);
    return solved;
  }
  solved.combination = one->name;
  solved.stages = std::move(results.stages);
  if (results.combinations.empty()) {
    solved.rest = std::move(results.base);
    solved.rest.report.reason = "with no case acting: " + solved.rest.report.reason;
    solved.built = under(results.system, {});
  } else {
    solved.rest = std::move(results.combinations[0].rest);
    solved.built = under(results.system, *one);
  }
  return solved;
}

// The combination that --combination names; nullptr where it means all of them.
const Combination* wanted_combination(const System& scene, const Args& args) {
  if (args.combination.empty()) return nullptr;
  std::vector<std::string> names;
  for (const Combination& combination : scene.combinations) {
    if (combination.name == args.combination) return &combination;
    names.push_back(combination.name);
  }
  if (names.empty()) {
    throw UsageError(
        fmt::format("--combination {}: the scene has no combinations", printable(args.combination)),
        args.combination);
  }
  if (args.combination == "all") return nullptr;
  const std::string near = nearest(args.combination, names);
  std::string known;
  for (const std::string& name : names) known += (known.empty() ? "" : ", ") + printable(name);
  throw UsageError(fmt::format("--combination {}: the scene has {}{}", printable(args.combination),
                               known, near.empty() ? "" : "; did you mean " + near + "?"),
                   args.combination);
}

Solved solve(const System& scene, const EquilibriumOptions& options, const Args& args) {
  const Combination* one = wanted_combination(scene, args);
  Solved solved;
  if (!scene.combinations.empty()) {
    solved = run_combinations(scene, options, args, one);
  } else if (!scene.stages.empty()) {
    solved = run_stages(scene, options, args);
  } else {
    solved.rest = solve_at_once(scene, options, args);
  }
  if (remembered_signal() == 0) return solved;
  const std::string stopped = fmt::format("stopped by {}", signal_name(remembered_signal()));
  const auto tell = [&](Report& report) {
    if (report.status == Status::interrupted) report.reason = stopped;
  };
  tell(solved.rest.report);
  for (NamedEquilibrium& stage : solved.stages) tell(stage.rest.report);
  if (!solved.all) return solved;
  tell(solved.all->base.report);
  for (NamedEquilibrium& stage : solved.all->stages) tell(stage.rest.report);
  for (NamedEquilibrium& one_of_all : solved.all->combinations) tell(one_of_all.rest.report);
  return solved;
}

// Writes the --out file; what goes wrong there is told beside the result, which is not lost.
void save(SolveResult& result, const EquilibriumOptions& options, const Args& args,
          const std::string& path) {
  if (path.empty()) return;
  const Stopwatch watch;
  // The file says what counted as rest, so that solving it again agrees.
  System system = result.system;
  system.equilibrium.tolerance = options.tolerance;
  try {
    save_system(args.materialise ? materialised(system, result.rest)
                : args.redraw    ? redrawn(system, result.rest)
                                 : with_start(system, result.rest),
                path);
    result.saved = args.out;
  } catch (const Error& error) {
    result.save_problems = listed_problems(error);
    result.save_code = exit_code(error.kind());
  }
  result.save_seconds = watch.seconds();
}

int solve_exit_code(const SolveResult& result, Status status) {
  if (!result.save_problems.empty()) return result.save_code;
  switch (status) {
    case Status::converged: return kExitDone;
    case Status::interrupted: return kExitSignal + remembered_signal();
    default: return kExitSolver;
  }
}

// With -q: only what did not come to rest.
void tell_failures(const SolveResult& result, const std::optional<CombinationResults>& all) {
  if (!result.rest.converged()) say(status_line(result.rest.report, 2));
  if (!all) return;
  for (const NamedEquilibrium& one : all->combinations) {
    if (one.rest.converged()) continue;
    say(fmt::format("{}: {}", printable(one.name), status_line(one.rest.report, 2)));
  }
}

// In JSON, or in words: the summary on standard output, or with -q only what is wrong, on standard
// error.
void tell(Output& output, const SolveResult& result, const std::optional<CombinationResults>& all,
          const Args& args) {
  if (args.json) {
    all ? write_combinations_json(output, *all, result) : write_solve_json(output, result);
    return;
  }
  if (args.quiet) {
    tell_failures(result, all);
  } else {
    all ? write_combinations_summary(output, *all, result) : write_solve_summary(output, result);
  }
  for (const Problem& problem : result.save_problems) {
    say(coloured("error: ", Colour::red, 2) + printable(to_string(problem)) + "\n");
  }
}

}  // namespace

EquilibriumOptions merged_options(const EquilibriumOptions& scene, const Args& args) {
  EquilibriumOptions options = scene;
  options.method = args.method.value_or(scene.method);
  options.tolerance = args.tolerance.value_or(scene.tolerance);
  options.relaxation = args.relaxation.value_or(scene.relaxation);
  options.max_iterations = args.max_iterations.value_or(scene.max_iterations);
  options.load_steps = args.load_steps.value_or(scene.load_steps);
  options.linear_solver = args.linear_solver.value_or(scene.linear_solver);
  options.reproducible = scene.reproducible || args.reproducible;
  options.threads = args.threads.value_or(scene.threads);
  return options;
}

int solve_command(const Args& args) {
  const std::string path = output_path(args);
  const Stopwatch load_watch;
  const System system = load_scene(args);
  const double load_seconds = load_watch.seconds();

  // From here on a signal stops the solve, and what was reached is still told.
  defer_signals();
  const EquilibriumOptions options = merged_options(system.equilibrium, args);
  const Solved solved = solve(system, options, args);
  SolveResult result{.system = solved.system(system),
                     .rest = solved.rest,
                     .load_seconds = load_seconds,
                     .threads = thread_count(options),
                     .combination = solved.combination,
                     .stages = solved.stages};
  save(result, options, args, path);

  release_signals();
  Output output;
  tell(output, result, solved.all, args);
  output.flush();
  return solve_exit_code(result, solved.status());
}

}  // namespace tensio::cli
