// `tensio solve`: reads a scene, finds its rest state, tells of it and keeps it where asked to.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "commands.hpp"
#include "exit_code.hpp"
#include "signals.hpp"
#include "solve_output.hpp"
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

Equilibrium solve(const System& system, const EquilibriumOptions& options, const Args& args) {
  const Stopwatch watch;
  const Network network = compile(system);
  const double compile_seconds = watch.seconds();
  if (args.verbose) {
    say(fmt::format("{}, {}, {}; {} with {}\n", count_text(network.node_count(), "node", "nodes"),
                    count_text(network.spring_count(), "spring", "springs"),
                    count_text(thread_count(options), "thread", "threads"),
                    to_string(options.method), to_string(chosen_linear_solver(network, options))));
  }
  ProgressObserver observer(args.verbose, args.quiet);
  Equilibrium rest = solve_equilibrium(network, options, &observer);
  rest.report.compile_seconds = compile_seconds;
  if (rest.report.status == Status::interrupted) {
    rest.report.reason = fmt::format("stopped by {}", signal_name(remembered_signal()));
  }
  return rest;
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
    save_system(args.redraw ? redrawn(system, result.rest) : with_start(system, result.rest), path);
    result.saved = args.out;
  } catch (const Error& error) {
    result.save_problems = listed_problems(error);
  }
  result.save_seconds = watch.seconds();
}

int solve_exit_code(const SolveResult& result) {
  if (!result.save_problems.empty()) return kExitIo;
  switch (result.rest.report.status) {
    case Status::converged: return kExitDone;
    case Status::interrupted: return kExitSignal + remembered_signal();
    default: return kExitSolver;
  }
}

// In words: the summary on standard output, or with -q only what is wrong, on standard error.
void tell(Output& output, const SolveResult& result, const Args& args) {
  if (args.json) {
    write_solve_json(output, result);
    return;
  }
  if (!args.quiet) {
    write_solve_summary(output, result);
  } else if (!result.rest.converged()) {
    say(status_line(result.rest.report, 2));
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
  const Equilibrium rest = solve(system, options, args);
  SolveResult result{.system = system,
                     .rest = rest,
                     .load_seconds = load_seconds,
                     .threads = thread_count(options)};
  save(result, options, args, path);

  release_signals();
  Output output;
  tell(output, result, args);
  output.flush();
  return solve_exit_code(result);
}

}  // namespace tensio::cli
