// `tensio resume`: continues with a run from its newest whole checkpoint.
#include <cmath>
#include <filesystem>
#include <fstream>

#include "clock.hpp"
#include "commands/commands.hpp"
#include "commands/load_scene.hpp"
#include "commands/run_session.hpp"
#include "exit_code.hpp"
#include "output/failure.hpp"
#include "output/run_output.hpp"
#include "output/text_output.hpp"
#include "signals.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio::cli {

namespace {

namespace fs = std::filesystem;

// The folder of the run, which no other run may be writing to.
FolderLock locked_folder(const Args& args) {
  std::error_code ignored;
  if (!fs::is_directory(args.scene, ignored)) {
    throw Error({{.file = args.scene,
                  .message = "is not a folder; `resume` needs the folder that `run --out` wrote"}},
                ErrorKind::io);
  }
  return FolderLock(args.scene);
}

// A run that was stopped before its first checkpoint begins with the scene in its folder, unless
// something was recorded, which would be lost.
std::optional<FoundCheckpoint> yet_to_begin(const std::string& folder) {
  std::error_code ignored;
  const fs::path scene = fs::path(folder) / "scene.json",
                 history = fs::path(folder) / "history.csv";
  if (!fs::exists(scene, ignored) || fs::exists(fs::path(folder) / kSummaryFile, ignored))
    return {};
  // the heading and the row of the start
  std::ifstream table(history);
  int rows = 0;
  for (std::string row; std::getline(table, row);) ++rows;
  if (rows > 2) return {};
  const System system = load_system(scene.string());
  if (!system.simulation) {
    throw Error({{.file = scene.string(),
                  .message = "has no `simulation` section; start a run with `tensio run`"}});
  }
  FoundCheckpoint found{.number = 1, .last_number = 1};
  found.checkpoint.scene = write_system(system);
  found.checkpoint.options = checkpoint_options(CheckpointKind::scheduled, {});
  return found;
}

// The checkpoint to continue from.
FoundCheckpoint find_checkpoint(const Args& args) {
  const double latest = args.run.at.value_or(HUGE_VAL);
  const std::optional<FoundCheckpoint> found = newest_checkpoint(args.scene, latest);
  if (found) return *found;
  if (!args.run.at) {
    if (std::optional<FoundCheckpoint> start = yet_to_begin(args.scene)) return *std::move(start);
  }
  throw Error(
      {{.file = args.scene,
        .message = args.run.at ? fmt::format("has no checkpoint at or before {}", *args.run.at)
                               : "has no checkpoint; start the run again with `tensio run`"}},
      ErrorKind::io);
}

// The options that the run was begun with.
Args begun_args(const Args& args, const Checkpoint& checkpoint) {
  std::vector<std::string> words;
  parse_checkpoint_options(checkpoint.options, words);
  words.insert(words.end(), {"--out", args.scene, "scene"});
  return parse_args(*find_verb("run"), words);
}

// The run as it was begun.
RunPlan saved_plan(const Args& args, const Args& begun, const Checkpoint& checkpoint,
                   const FolderLock& lock) {
  RunPlan plan{.system = parse_system(checkpoint.scene, "the scene in the checkpoint"),
               .words = run_words(begun),
               .folder = args.scene};
  plan.lock = lock;
  plan.system.simulation =
      merged_simulation(plan.system.simulation.value_or(SimulationOptions{}), begun);
  plan.format = begun.run.format.value_or(FrameFormat::vtk);
  plan.checkpoint_every = begun.run.checkpoint_every.value_or(0);
  plan.warnings = warn_before_run(plan.system);
  return plan;
}

// The same run with another scene, whose own `simulation` overrides that of the run.
RunPlan edited_plan(const Args& args, Args begun, const RunPlan& old) {
  Args edited = args;
  edited.scene = args.run.edited_scene;
  RunPlan plan = old;
  plan.system = load_scene(edited);
  const auto same = [&](const char* what, int before, int now) {
    if (before == now) return;
    throw Error(
        {{.file = edited.scene,
          .message = fmt::format(
              "has {} {} where the run has {}; an edited scene may change values, not the topology",
              now, what, before)}});
  };
  same("dimensions", old.system.dimension, plan.system.dimension);
  same("nodes", old.system.node_count(), plan.system.node_count());
  same("springs", old.system.spring_count(), plan.system.spring_count());
  if (plan.system.simulation) {
    begun.run = {.format = begun.run.format, .checkpoint_every = begun.run.checkpoint_every};
    plan.words = run_words(begun);
    plan.system.simulation = merged_simulation(*plan.system.simulation, begun);
  } else {
    plan.system.simulation = old.system.simulation;
  }
  if (args.run.at && *args.run.at > old.system.simulation->end_time()) {
    throw UsageError(
        fmt::format("--at {}: the run ends at {}", *args.run.at, old.system.simulation->end_time()),
        fmt::format("{}", *args.run.at));
  }
  if (!plan.system.combinations.empty() || !plan.system.stages.empty()) {
    throw Error(
        {{.file = edited.scene,
          .message =
              "has combinations or stages; a run has neither: edit the scene.json in its folder"}});
  }
  return plan;
}

// An edited scene must be able to run, and to fill the same tables: found out before files are cut.
void check_edited(const RunPlan& edited, const RunPlan& old, const std::string& file) {
  const auto probes = [](const System& system) {
    return Simulation(system, *system.simulation).probe_names();
  };
  if (probes(edited.system) == probes(old.system)) return;
  throw Error({{.file = file,
                .message = "has other probes than the run, so that probes.csv cannot be continued; "
                           "keep the probes, or start a new run"}});
}

// On with the old scene up to --at, then with the edited one.
RunResult run_edited(RunSession& session, const RunPlan& plan, const Args& args, int number) {
  if (session.start_stopped()) return session.run();
  if (args.run.at && session.simulation().time() < *args.run.at * (1 - 1e-12)) {
    RunResult result{.report = session.run_to(*args.run.at)};
    if (result.report.status == MotionStatus::interrupted) {
      result.report.reason = fmt::format(
          "stopped before {}, when the edited scene takes effect; repeat the same command",
          *args.run.at);
    }
    if (result.report.status != MotionStatus::finished) return result;
  }
  session.edit(plan, number);
  return session.run();
}

// Files are about to be cut back: the newest checkpoint must be the one they then go with. Its
// number.
int make_newest(const Args& args, const FoundCheckpoint& found) {
  if (found.number == found.last_number) return found.number;
  save_checkpoint(found.checkpoint, checkpoint_path(args.scene, found.last_number + 1));
  return found.last_number + 1;
}

bool is_finished(const Args& args, const Checkpoint& checkpoint) {
  std::vector<std::string> words;
  std::error_code ignored;
  return parse_checkpoint_options(checkpoint.options, words) == CheckpointKind::finished &&
         fs::exists(fs::path(args.scene) / kSummaryFile, ignored);
}

std::vector<std::string> resume_warnings(const FoundCheckpoint& found, const RunSession& session) {
  std::vector<std::string> warnings = found.skipped;
  for (std::string& skipped : warnings) skipped += "; an older checkpoint was used";
  // an edited run has no other to be compared with
  if (session.edited()) return warnings;
  const std::string& before = found.checkpoint.machine;
  const std::string here = machine_text(session.simulation().options());
  if (!before.empty() && before != here) {
    warnings.push_back(fmt::format(
        "the run began with {} and continued with {}: the last bits may differ", before, here));
  }
  return warnings;
}

}  // namespace

int resume_command(const Args& args) {
  const std::string begun = date_text();
  const Stopwatch watch;
  const FolderLock lock = locked_folder(args);
  const FoundCheckpoint found = find_checkpoint(args);
  const Args first = begun_args(args, found.checkpoint);
  RunPlan plan = saved_plan(args, first, found.checkpoint, lock);
  const bool edit = !args.run.edited_scene.empty();
  const RunPlan edited = edit ? edited_plan(args, first, plan) : RunPlan{};
  if (edit) check_edited(edited, plan, args.run.edited_scene);
  const double load_seconds = watch.seconds();

  defer_signals();
  const bool over = !edit && is_finished(args, found.checkpoint);
  if (over) plan.folder.clear();
  const int number = edit ? make_newest(args, found) : found.number;
  // Before the first step a large net may be analysed for a minute; a run killed here can continue.
  heed_signals_within(1);
  RunSession session(std::move(plan), args, found.checkpoint, number);
  heed_signals_within(0);
  for (const std::string& warning : session.simulation().warnings()) warn(warning);
  if (!over && !session.start_stopped()) {
    std::error_code ignored;
    fs::remove(fs::path(args.scene) / kSummaryFile, ignored);
  }
  RunResult result = edit ? run_edited(session, edited, args, number + 1) : session.run();
  result.was_finished = over;
  result.resumed_from = found.checkpoint.time;
  result.load_seconds = load_seconds;
  result.warnings = resume_warnings(found, session);
  return report_run(session, result, args, begun);
}

}  // namespace tensio::cli
