// The command line, read and checked.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "args/words.hpp"
#include "output/failure.hpp"
#include "tensio/files/export.hpp"
#include "tensio/files/recording.hpp"
#include "tensio/files/table.hpp"
#include "tensio/model/motion.hpp"
#include "tensio/model/options.hpp"
#include "tensio/model/units.hpp"
#include "tensio/pictures/draw.hpp"
#include "tensio/solve/follow.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio::cli {

/// The matrices that `convert` writes.
enum class Matrix { stiffness, mass };

/// What `run` and `resume` have for themselves.
struct RunArgs {
  std::optional<StepMethod> method = {};
  std::optional<Accuracy> accuracy = {};
  std::optional<Integrator> integrator = {};
  std::vector<Integrator> several = {};  ///< integrators to compare, where there are more than one
  std::optional<double> time_step = {};  ///< 0: auto
  std::optional<double> duration = {};
  std::optional<double> output_every = {};
  std::optional<StartFrom> from = {};
  std::optional<Precision> precision = {};
  std::optional<BackendKind> backend = {};
  std::optional<FrameFormat> format = {};
  std::optional<double> checkpoint_every = {};
  std::optional<double> stop_after = {};
  bool no_substeps = false;
  bool no_warm_start = false;
  bool live = false;  ///< of `--page`
  std::string edited_scene = {};
  std::optional<double> at = {};
  /// Times that were given with a unit, which count in those of the scene.
  std::vector<std::pair<std::optional<double> RunArgs::*, std::string>> with_unit = {};

  /// Once the units of the scene are known.
  void take_units(const Units& units);
};

/// What `convert`, `compare` and `movie` have for themselves.
struct ConvertArgs {
  std::optional<std::size_t> frame = {};
  bool first_frame = false;
  bool last_frame = false;
  std::optional<double> time = {};
  std::optional<int> most_frames = {};
  std::optional<ExportTable> table = {};
  std::optional<Matrix> matrix = {};
  std::optional<double> tolerance = {};  ///< of `compare`, 0 too
  std::optional<double> speed = {};
  std::string format = {};  ///< of the input
  std::optional<double> stiffness = {};
  std::optional<double> axial_stiffness = {};
  std::optional<double> mass = {};
  std::optional<double> total_mass = {};
  std::optional<int> dimension = {};
};

/// What `bench` has for itself.
struct BenchArgs {
  bool quick = false;
  std::optional<int> repeats = {};
  std::vector<std::string> only = {};  ///< names of works; all if empty
};

/// What `studio` has for itself.
struct StudioArgs {
  std::optional<int> port = {};
  bool no_browser = false;
};

/// The shells whose completion `help` writes.
enum class Shell { bash, zsh, fish };

/// What was asked for; what was not said is empty.
struct Args {
  std::string verb = {};
  std::string scene =
      {};  ///< for `help`: the command to explain; for `resume` and `movie`: the folder
  std::string second = {};  ///< the other file of `convert` and `compare`
  bool help = false;
  bool json = false;
  bool quiet = false;
  bool verbose = false;
  bool strict = false;
  bool reproducible = false;
  bool no_stability = false;
  bool redraw = false;
  bool materialise = false;
  bool envelope = false;  ///< of `--table`
  bool stages = false;    ///< of `--table`
  bool force = false;
  bool drawn = false;
  std::string out = {};
  std::string plot = {};
  std::string load_case = {};
  std::vector<std::string> probes = {};
  std::string combination = {};  ///< a name, or `all`
  std::string page = {};
  bool no_viewer = false;  ///< of `--page`
  std::string npz = {};
  std::vector<std::string> data = {};
  std::vector<std::pair<std::string, std::string>> set = {};  ///< parameters and their values
  std::optional<Method> method = {};
  std::optional<LinearSolver> linear_solver = {};
  std::optional<double> tolerance = {};
  std::optional<double> relaxation = {};
  std::optional<Table> table = {};
  std::optional<View> view = {};
  std::optional<Camera> camera = {};
  Up up = Up::automatic;
  bool inner = false;
  bool surface = false;
  std::string picture = {};
  std::string movie = {};
  std::optional<ColorBy> color_by = {};
  std::optional<Labels> labels = {};
  std::optional<double> deformed = {};
  std::optional<double> until = {};
  std::optional<int> max_steps = {};
  BranchOptions branches = {};
  std::optional<int> max_iterations = {};
  std::optional<int> load_steps = {};
  std::optional<int> threads = {};
  ModesOptions modes = {};
  std::optional<int> ranks = {};  ///< of `info`
  bool expand = false;
  bool record = false;  ///< of `verify`
  std::optional<int> dimension = {};
  std::vector<std::pair<std::string, std::string>> part = {};  ///< options of a kind, as JSON
  RunArgs run = {};
  ConvertArgs convert = {};
  BenchArgs bench = {};
  StudioArgs studio = {};
  bool man = false;
  std::optional<Shell> completion = {};
};

/// Reads what follows the verb; throws UsageError naming the word, and what is allowed.
Args parse_args(const Verb& verb, const std::vector<std::string>& words);

/// The words that options of a verb take, by their names; nothing of options that take other
/// values.
std::map<std::string, std::vector<std::string>> choices_of(const Verb& verb);

}  // namespace tensio::cli
