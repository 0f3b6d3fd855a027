// `tensio run`: reads a scene, simulates its motion, reports it, and writes files if asked.
#include <filesystem>

#include "clock.hpp"
#include "commands/commands.hpp"
#include "commands/load_scene.hpp"
#include "commands/run_page.hpp"
#include "commands/run_session.hpp"
#include "commands/solving.hpp"
#include "output/failure.hpp"
#include "output/run_output.hpp"
#include "signals.hpp"

namespace tensio::cli {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_folder(const std::string& folder, const std::string& message) {
  throw Error({{.file = folder, .message = message}}, ErrorKind::io);
}

void refuse_full(const Args& args) {
  std::error_code ignored;
  if (args.force || fs::is_empty(args.out, ignored)) return;
  throw UsageError(
      fmt::format("--out {}: the folder is not empty; --force replaces the files of an earlier "
                  "run there, and leaves others alone",
                  printable(args.out)),
      args.out);
}

// What can be said of the folder beforehand. One that is there is locked before it is looked into,
// and nothing in it is changed before the scene was read.
std::optional<FolderLock> check_folder(const Args& args) {
  if (args.out.empty()) return {};
  const fs::path folder(args.out);
  std::error_code ignored;
  if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored)) {
    refuse_folder(args.out, "is a file; --out needs a folder");
  }
  if (fs::exists(folder, ignored)) {
    if (fs::exists(folder / "scene.json", ignored) && args.scene != "-" &&
        fs::equivalent(folder / "scene.json", args.scene, ignored)) {
      throw UsageError(fmt::format("--out {}: the folder holds the scene itself, which the run "
                                   "would replace; name another one",
                                   printable(args.out)),
                       args.out);
    }
    FolderLock lock(args.out);
    refuse_full(args);
    return lock;
  }
  const fs::path plain = folder.has_filename() ? folder : folder.parent_path();
  const fs::path parent = plain.has_parent_path() ? plain.parent_path() : fs::path(".");
  if (!fs::is_directory(parent, ignored)) {
    refuse_folder(args.out,
                  fmt::format("it cannot be created: there is no folder {}", parent.string()));
  }
  return {};
}

// Makes the folder where it was not there, and empties it of an earlier run.
void make_folder(const Args& args, std::optional<FolderLock>& lock) {
  if (args.out.empty()) return;
  if (!lock) {
    std::error_code error;
    fs::create_directory(args.out, error);
    if (error) refuse_folder(args.out, "cannot be created: " + error.message());
    // another run may have made it meanwhile
    lock.emplace(args.out);
    refuse_full(args);
  }
  if (args.force) clear_recording(*lock);
}

// The maximum number of checkpoints in a folder.
void check_checkpoints(const Args& args, double duration) {
  constexpr double kMost = 1e6;
  const double every = args.run.checkpoint_every.value_or(0);
  const double count = every > 0 ? duration / every : 0;
  if (count <= kMost) return;
  throw UsageError(fmt::format("--checkpoint-every {}: a duration of {} would make {:.3g} "
                               "checkpoints; at most {:g} are allowed: use a longer interval",
                               every, duration, count, kMost),
                   fmt::format("{}", every));
}

// The scene as it is to run.
System moving_scene(Args& args) {
  System system = load_scene(args);
  args.run.take_units(system.units);
  if (!system.simulation && !args.run.duration) {
    throw UsageError(
        fmt::format("the scene has no `simulation` section: give --duration T (and optionally "
                    "--time-step and --integrator), or did you mean `tensio solve {}`?",
                    printable(args.scene)),
        args.scene);
  }
  if (!system.stages.empty()) {
    throw Error(
        fmt::format("the scene has construction stages, which `run` does not simulate: solve them "
                    "with `tensio solve {} --out built.json`, then run built.json",
                    args.scene));
  }
  require_one_combination(system, args, "the scene has combinations of load cases; name one");
  if (const Combination* one = wanted_combination(system, args)) system = under(system, *one);
  system.simulation = merged_simulation(system.simulation.value_or(SimulationOptions{}), args);
  check_checkpoints(args, system.simulation->duration);
  return system;
}

// The same scene by each integrator, one after the other, for one page. A signal ends them all.
int run_several(Args& args, const System& scene, double load_seconds, RunPage& page) {
  std::vector<std::string> warnings = warn_before_run(scene);
  page.take(scene, args.run.several.size());
  defer_signals();
  std::vector<ComparedRun> runs;
  for (const Integrator integrator : args.run.several) {
    args.run.integrator = integrator;
    System system = scene;
    system.simulation->integrator = integrator;
    auto session = std::make_unique<RunSession>(
        RunPlan{.system = std::move(system), .words = run_words(args), .warnings = warnings}, args);
    for (const std::string& warning : session->simulation().warnings())
      warn(fmt::format("{}: {}", to_string(integrator), warning));
    page.watch(*session);
    RunResult result = session->run();
    result.load_seconds = load_seconds;
    page.add(*session, result);
    const bool stopped = result.report.status == MotionStatus::interrupted;
    runs.push_back({std::move(session), std::move(result)});
    if (stopped) break;
  }
  page.save(runs.back().result);
  return report_runs(runs, args);
}

}  // namespace

int run_command(const Args& given) {
  Args args = given;
  const std::string begun = date_text();
  std::optional<FolderLock> lock = check_folder(args);
  RunPage page(args);
  const Stopwatch watch;
  System system = moving_scene(args);
  const double load_seconds = watch.seconds();
  if (!args.run.several.empty()) return run_several(args, system, load_seconds, page);
  page.take(system, 1);
  std::vector<std::string> warnings = warn_before_run(system);
  RunSession session({.system = std::move(system),
                      .words = run_words(args),
                      .folder = args.out,
                      .format = args.run.format.value_or(FrameFormat::vtk),
                      .checkpoint_every = args.run.checkpoint_every.value_or(0),
                      .warnings = std::move(warnings)},
                     args);
  for (const std::string& warning : session.simulation().warnings()) warn(warning);
  page.watch(session);
  if (!session.start_stopped()) {
    make_folder(args, lock);
    session.take_lock(std::move(lock));
  }

  // From here on a signal stops the run, and what was reached is still written and reported.
  defer_signals();
  RunResult result = session.run();
  result.load_seconds = load_seconds;
  if (!session.start_stopped()) {
    page.add(session, result);
    page.save(result);
  }
  return report_run(session, result, args, begun);
}

}  // namespace tensio::cli
