// A run from its start or a checkpoint to its end: pieces between checkpoints, signals, time
// limits.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "args/args.hpp"
#include "io/run/run_folder.hpp"
#include "output/run_progress.hpp"
#include "tensio/files/recording.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio::cli {

/// What a run is asked to do.
struct RunPlan {
  /// As it runs: its `simulation` has what the command line said. During the run and after it only
  /// its units, and where nodes and springs are and what they are called.
  System system = {};
  std::vector<std::string> words = {};  ///< of the command line, for resuming
  std::string folder = {};              ///< for its files; empty: none
  std::optional<FolderLock> lock = {};  ///< of the folder, where there is one
  FrameFormat format = FrameFormat::vtk;
  double checkpoint_every = 0;  ///< [s] of simulated time; 0: only the first and the last
  std::vector<std::string> warnings = {};  ///< of the scene, said before the run
};

/// How a run ended, and all that is reported about it.
struct RunResult {
  MotionReport report = {};
  bool was_finished = false;                 ///< there was nothing left to do
  std::vector<std::string> warnings = {};    ///< besides the simulation's own
  std::vector<Problem> problems = {};        ///< files that could not be written
  int problem_code = 0;                      ///< the exit code for that
  std::optional<double> resumed_from = {};   ///< the time of the checkpoint
  std::optional<MotionEnergies> start = {};  ///< the energy balance at the start, where it was seen
  double load_seconds = 0;
  double output_seconds = 0;  ///< of frames, tables, checkpoints and plots
  std::string page = {};      ///< a sentence on the page that was written; empty: none
};

/// What a checkpoint is: its position in the run, which decides its number.
enum class CheckpointKind { scheduled, stopped, finished };

class RunSession {
 public:
  /// A new run.
  RunSession(RunPlan plan, const Args& args);
  /// One that continues from a checkpoint, whose number is given; without a folder, only to look. A
  /// checkpoint without a state is that of a run that had not begun: it begins.
  RunSession(RunPlan plan, const Args& args, const Checkpoint& from, int number);

  /// The right to write to the plan's folder, before a new run begins in it.
  void take_lock(std::optional<FolderLock> lock) { plan_.lock = std::move(lock); }
  /// Shows the run to this observer too, which outlives it.
  void show_to(MotionObserver* page) { observer_.show_page_to(page); }
  /// To the end, or until a signal or --stop-after; signals must be deferred. What goes wrong with
  /// files is in the result.
  RunResult run();
  /// To this time, without checkpoints.
  MotionReport run_to(double time);
  /// Continues with another scene from here, with checkpoints from this number on.
  void edit(RunPlan plan, int number);

  /// The equilibrium to start from was not found, since that solve was stopped: nothing is there to
  /// run, and no file is touched.
  bool start_stopped() const { return start_.stopped(); }
  const Simulation& simulation() const { return simulation_; }
  const RunPlan& plan() const { return plan_; }
  const std::string& scene_text() const { return checkpoint_.scene; }  ///< of runs with a folder
  bool edited() const { return edited_; }

 private:
  void begin();
  void advance();
  Simulation simulation_of(const System& system, Observer* start) const;
  RunResult stopped_at_start() const;
  void save(CheckpointKind kind);
  double checkpoints_passed() const;
  double next_checkpoint() const;

  RunPlan plan_;
  std::optional<int> threads_;
  std::optional<BackendKind> backend_;
  Checkpoint checkpoint_;  // with the scene as text, which is large; empty without a folder
  StartObserver start_;
  RunObserver observer_;  // whose clock runs from before the equilibrium to start from
  Simulation simulation_;
  std::unique_ptr<Recording> recording_;
  MotionReport last_ = {};
  double seconds_ = 0;  // before the scene was edited
  double checkpoint_seconds_ = 0;
  int next_number_ = 1;  // of the next checkpoint
  bool fresh_ = true;
  bool edited_ = false;
};

/// Warns on standard error of what a run of this scene will ignore or do otherwise than it seems;
/// the same sentences.
std::vector<std::string> warn_before_run(const System& system);

/// The options that decide how a run continues, as words of the command line.
std::vector<std::string> run_words(const Args& args);
/// The scene's options, and above them those of the command line.
SimulationOptions merged_simulation(const SimulationOptions& scene, const Args& args);
/// On what bits may depend: version, integrator, linear solver, CPU.
std::string machine_text(const SimulationOptions& options);

/// The contents of Checkpoint::options: a kind and the words.
std::string checkpoint_options(CheckpointKind kind, const std::vector<std::string>& words);
CheckpointKind parse_checkpoint_options(const std::string& text, std::vector<std::string>& words);

}  // namespace tensio::cli
