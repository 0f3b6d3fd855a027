// A run from its start or a checkpoint to its end.
#include "commands/run_session.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "clock.hpp"
#include "io/text/save_text.hpp"
#include "output/failure.hpp"
#include "output/output.hpp"
#include "signals.hpp"
#include "system/system.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/model/check.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/version.hpp"

namespace tensio::cli {

namespace {

// A time counts as reached up to rounding, and up to a little of the step.
constexpr double kRounding = 1e-12;
constexpr double kOfStep = 2e-9;

const char* solver_word(LinearSolver solver) {
  return solver == LinearSolver::automatic ? "auto" : to_string(solver);
}

const char* kind_word(CheckpointKind kind) {
  switch (kind) {
    case CheckpointKind::scheduled: break;
    case CheckpointKind::stopped: return "stopped";
    case CheckpointKind::finished: return "finished";
  }
  return "scheduled";
}

// What is reported of a scene when its run is over: units, places and names.
System reported_of(System&& system) {
  System reported;
  reported.dimension = system.dimension;
  reported.units = std::move(system.units);
  reported.nodes.position = std::move(system.nodes.position);
  reported.nodes.name = std::move(system.nodes.name);
  for (SpringSet& set : system.springs) {
    reported.springs.emplace_back();
    reported.springs.back().name = std::move(set.name);
    reported.springs.back().ends = std::move(set.ends);
  }
  return reported;
}

// What was freed goes back to the machine, so that the run can have it; where that can be asked
// for.
void give_back_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

Checkpoint checkpoint_of(const System& system) {
  Checkpoint checkpoint;
  checkpoint.scene = write_system(system);
  checkpoint.scene.shrink_to_fit();
  return checkpoint;
}

}  // namespace

std::vector<std::string> warn_before_run(const System& system) {
  std::vector<std::string> sentences;
  for (const Warning& warning : check_before(system, Purpose::run)) {
    warn(warning.message);
    sentences.push_back(warning.message);
  }
  return sentences;
}

std::vector<std::string> run_words(const Args& args) {
  std::vector<std::string> words;
  const auto add = [&](const char* name, const std::string& value) {
    words.insert(words.end(), {name, value});
  };
  const auto number = [&](const char* name, const auto& value) {
    if (value) add(name, fmt::format("{}", *value));
  };
  const RunArgs& run = args.run;
  if (run.integrator) add("--integrator", to_string(*run.integrator));
  if (run.time_step)
    add("--time-step", *run.time_step > 0 ? fmt::format("{}", *run.time_step) : "auto");
  number("--duration", run.duration);
  number("--output-every", run.output_every);
  if (run.from) add("--from", to_string(*run.from));
  if (run.method) add("--method", to_string(*run.method));
  if (run.accuracy) add("--accuracy", to_string(*run.accuracy));
  if (run.precision) add("--precision", to_string(*run.precision));
  number("--tolerance", args.tolerance);
  number("--max-iterations", args.max_iterations);
  if (args.linear_solver) add("--linear-solver", solver_word(*args.linear_solver));
  if (args.reproducible) words.emplace_back("--reproducible");
  if (run.no_substeps) words.emplace_back("--no-substeps");
  if (run.no_warm_start) words.emplace_back("--no-warm-start");
  if (run.format) add("--format", to_string(*run.format));
  number("--checkpoint-every", run.checkpoint_every);
  return words;
}

SimulationOptions merged_simulation(const SimulationOptions& scene, const Args& args) {
  SimulationOptions options = scene;
  options.integrator = args.run.integrator.value_or(scene.integrator);
  options.time_step = args.run.time_step.value_or(scene.time_step);
  options.duration = args.run.duration.value_or(scene.duration);
  options.output_every = args.run.output_every.value_or(scene.output_every);
  options.start = args.run.from.value_or(scene.start);
  options.method = args.run.method.value_or(scene.method);
  options.accuracy = args.run.accuracy.value_or(scene.accuracy);
  options.precision = args.run.precision.value_or(scene.precision);
  options.tolerance = args.tolerance.value_or(scene.tolerance);
  options.max_iterations = args.max_iterations.value_or(scene.max_iterations);
  options.linear_solver = args.linear_solver.value_or(scene.linear_solver);
  options.reproducible = scene.reproducible || args.reproducible;
  options.substeps = scene.substeps && !args.run.no_substeps;
  options.warm_start = scene.warm_start && !args.run.no_warm_start;
  return options;
}

std::string machine_text(const SimulationOptions& options) {
  std::string text = fmt::format("tensio {}{}, {}", kVersion, has_cholmod() ? " with CHOLMOD" : "",
                                 to_string(options.integrator));
  // the solver that was asked for: which one is chosen by itself is known after a step only
  if (is_implicit(options.integrator)) {
    text += fmt::format(", linear solver {}{}", solver_word(options.linear_solver),
                        options.reproducible ? " reproducibly" : "");
  }
  return text + ", " + cpu_model();
}

std::string checkpoint_options(CheckpointKind kind, const std::vector<std::string>& words) {
  std::string text = kind_word(kind);
  for (const std::string& word : words) text += '\n' + word;
  return text;
}

CheckpointKind parse_checkpoint_options(const std::string& text, std::vector<std::string>& words) {
  words.clear();
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  const std::string first = words.front();
  words.erase(words.begin());
  for (const CheckpointKind kind : {CheckpointKind::stopped, CheckpointKind::finished}) {
    if (first == kind_word(kind)) return kind;
  }
  return CheckpointKind::scheduled;
}

RunSession::RunSession(RunPlan plan, const Args& args)
    : plan_(std::move(plan)),
      threads_(args.threads),
      backend_(args.run.backend),
      checkpoint_(plan_.folder.empty() ? Checkpoint{} : checkpoint_of(plan_.system)),
      start_(args),
      observer_(args),
      simulation_(simulation_of(plan_.system, &start_)) {
  start_.take_away();
  if (start_stopped()) plan_.folder.clear();
  last_.integrator = simulation_.options().integrator;
  last_.time_step = simulation_.options().time_step;
  last_.stable_time_step = simulation_.stable_time_step();
}

RunSession::RunSession(RunPlan plan, const Args& args, const Checkpoint& from, int number)
    : RunSession(std::move(plan), args) {
  if (start_stopped() || from.simulation.empty()) return;
  simulation_.restore(from.simulation);
  fresh_ = false;
  if (plan_.folder.empty()) return;
  recording_ = std::make_unique<Recording>(*plan_.lock, plan_.system, simulation_.probe_names(),
                                           from.recording);
  // an edit that was cut short may have left another
  save_text(scene_text(), plan_.folder + "/scene.json");
  std::vector<std::string> ignored;
  const CheckpointKind kind = parse_checkpoint_options(from.options, ignored);
  // what was not asked for takes the number of the next that is
  next_number_ = kind == CheckpointKind::scheduled ? number + 1 : number;
}

Simulation RunSession::simulation_of(const System& system, Observer* start) const {
  SimulationOptions options = *system.simulation;
  options.threads = threads_.value_or(options.threads);
  options.backend = backend_.value_or(options.backend);
  return Simulation(system, options, start, Validated::yes);
}

double RunSession::checkpoints_passed() const {
  const double reached = simulation_.time() + kOfStep * simulation_.options().time_step;
  return std::floor(reached / plan_.checkpoint_every * (1 + kRounding));
}

double RunSession::next_checkpoint() const {
  const double end = simulation_.options().end_time();
  if (plan_.checkpoint_every <= 0 || plan_.folder.empty()) return end;
  return std::min(end, (checkpoints_passed() + 1) * plan_.checkpoint_every);
}

void RunSession::save(CheckpointKind kind) {
  if (recording_ == nullptr) return;
  const Stopwatch watch;
  checkpoint_.time = simulation_.time();
  checkpoint_.options = checkpoint_options(kind, plan_.words);
  checkpoint_.simulation = simulation_.save();
  checkpoint_.recording = recording_->save();
  checkpoint_.machine = machine_text(simulation_.options());
  plan_.lock->check();
  save_checkpoint(checkpoint_, checkpoint_path(plan_.folder, next_number_));
  std::string().swap(checkpoint_.simulation);
  if (kind == CheckpointKind::scheduled) ++next_number_;
  checkpoint_seconds_ += watch.seconds();
}

// The first checkpoint contains the scene and the options before any other file is there, so that
// whatever stops the run from then on, it can be begun again; then the state before step 1.
void RunSession::begin() {
  if (fresh_ && !plan_.folder.empty()) {
    checkpoint_.time = simulation_.time();
    checkpoint_.options = checkpoint_options(CheckpointKind::scheduled, plan_.words);
    checkpoint_.machine = machine_text(simulation_.options());
    save_checkpoint(checkpoint_, checkpoint_path(plan_.folder, next_number_));
    recording_ = std::make_unique<Recording>(*plan_.lock, plan_.system, simulation_.probe_names(),
                                             plan_.format);
  }
  observer_.show_to(recording_.get());
  plan_.system = reported_of(std::move(plan_.system));
  give_back_memory();
  // shows the start
  last_ = simulation_.run_until(simulation_.time(), &observer_);
  if (fresh_) save(CheckpointKind::scheduled);
  fresh_ = false;
}

// Piece by piece, from checkpoint to checkpoint.
void RunSession::advance() {
  const double end = simulation_.options().end_time();
  for (;;) {
    const double next = next_checkpoint();
    last_ = next < end ? simulation_.run_until(next, &observer_) : simulation_.run(&observer_);
    const bool goes_on = last_.status == MotionStatus::finished;
    if (goes_on && next >= end) return save(CheckpointKind::finished);
    // a signal may come with the very step that one is due at
    const bool due = next < end && next_checkpoint() > next;
    save(due ? CheckpointKind::scheduled : CheckpointKind::stopped);
    if (!goes_on) return;
  }
}

RunResult RunSession::stopped_at_start() const {
  RunResult result;
  result.report = last_;
  result.report.status = MotionStatus::interrupted;
  result.report.reason = fmt::format(
      "{} before the initial equilibrium was found; nothing was written",
      remembered_signal() != 0 ? fmt::format("stopped by {}", signal_name(remembered_signal()))
                               : "the time limit of --stop-after was reached");
  return result;
}

RunResult RunSession::run() {
  if (start_stopped()) return stopped_at_start();
  RunResult result;
  double finish_seconds = 0;
  observer_.set_span(simulation_.options().end_time());
  observer_.announce(simulation_.backend_reason(), simulation_.linear_solver_reason());
  try {
    begin();
    advance();
    const Stopwatch watch;
    if (recording_ != nullptr) {
      recording_->describe(fmt::format("{}, time step {}{}", to_string(last_.integrator),
                                       number_text(last_.time_step),
                                       unit_after_number(plan_.system.units, UnitKind::time)));
      recording_->finish();
    }
    finish_seconds = watch.seconds();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::content) throw;
    result.problems = listed_problems(error);
    result.problem_code = exit_code(error.kind());
  }
  observer_.take_away();
  result.report = last_;
  result.report.time = simulation_.time();
  result.report.steps = simulation_.steps();
  result.output_seconds = observer_.recording_seconds();
  result.report.seconds = std::max(0.0, last_.seconds + seconds_ - result.output_seconds);
  result.output_seconds += finish_seconds + checkpoint_seconds_;
  result.start = observer_.first_energies();
  if (!result.problems.empty()) {
    result.report.reason = "a file of the run cannot be written, or was removed";
  } else if (result.report.status == MotionStatus::interrupted) {
    result.report.reason = remembered_signal() != 0
                               ? fmt::format("stopped by {}", signal_name(remembered_signal()))
                               : "the time limit of --stop-after was reached";
    if (recording_ != nullptr) {
      result.report.reason += fmt::format("; `tensio resume {}` continues it", plan_.folder);
    }
  }
  return result;
}

MotionReport RunSession::run_to(double time) {
  begin();
  observer_.set_span(time);
  last_ = simulation_.run_until(time, &observer_);
  return last_;
}

void RunSession::edit(RunPlan plan, int number) {
  if (fresh_) begin();
  edited_ = true;
  seconds_ = last_.seconds;
  const std::string state = simulation_.save();
  const std::string files = recording_->save();
  plan_ = std::move(plan);
  checkpoint_ = checkpoint_of(plan_.system);
  simulation_ = simulation_of(plan_.system, nullptr);
  simulation_.restore(state);
  recording_.reset();
  recording_ =
      std::make_unique<Recording>(*plan_.lock, plan_.system, simulation_.probe_names(), files);
  last_ = simulation_.run_until(simulation_.time());
  next_number_ = number;
  save(CheckpointKind::scheduled);
  save_text(scene_text(), plan_.folder + "/scene.json");
}

}  // namespace tensio::cli
