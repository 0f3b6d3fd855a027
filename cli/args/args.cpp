// The command line, read and checked.
#include "args/args.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "args/args_check.hpp"
#include "args/new_args.hpp"
#include "args/option_values.hpp"
#include "model/integrator_aliases.hpp"
#include "network/rank_summary.hpp"

namespace tensio::cli {

namespace {

// What `modes` is to find.
ModesOptions modes_options(const Given& given) {
  ModesOptions options;
  const std::string* count = single(given, "--count");
  options.all = count != nullptr && *count == "all";
  if (count != nullptr && !options.all) {
    try {
      options.count =
          whole_number(given, "--count", 1, std::numeric_limits<int>::max()).value_or(1);
    } catch (const UsageError&) {
      refuse_value("--count", *count, "must be a whole number from 1 on, or all");
    }
  }
  options.about = choice(given, "--about", About::rest, About::drawn).value_or(About::rest);
  return options;
}

// The branches that `follow` is to follow.
BranchOptions branch_options(const Given& given) {
  BranchOptions options;
  for (const std::string& value : all_values(given, "--branch")) {
    char* end = nullptr;
    const long number = std::strtol(value.c_str(), &end, 10);
    if (value == "all") {
      options.all = true;
    } else if (end == value.c_str() || *end != '\0' || number < 1 || number > 1000000) {
      refuse_value("--branch", value, "must be the number of a bifurcation, from 1 on, or all");
    } else if (std::find(options.at.begin(), options.at.end(), number) == options.at.end()) {
      options.at.push_back(static_cast<int>(number));
    }
  }
  options.sign = choice(given, "--branch-sign", BranchSign::both, BranchSign::minus)
                     .value_or(BranchSign::both);
  options.first_step = fraction(given, "--branch-step").value_or(options.first_step);
  return options;
}

// A time of the run: a number, or one with a unit.
void take_time(const Given& given, const std::string& name, RunArgs& run,
               std::optional<double> RunArgs::*field) {
  const std::string* value = single(given, name);
  if (value == nullptr) return;
  char* end = nullptr;
  (void)std::strtod(value->c_str(), &end);
  if (end == value->c_str() || *end == '\0') {
    run.*field = seconds(given, name);
    return;
  }
  try {
    run.*field = time_in({}, *value);
  } catch (const Error& error) {
    refuse_value(
        name, *value,
        fmt::format("must be a positive number of seconds, such as 0.5, or one with a unit, "
                    "such as 20ms; {}",
                    error.what()));
  }
  if (!(*(run.*field) > 0)) refuse_value(name, *value, "must be positive, such as 20ms");
  run.with_unit.emplace_back(field, *value);
}

std::optional<Integrator> integrator(const Given& given) {
  if (const std::string* value = single(given, "--integrator")) {
    if (const std::optional<Integrator> here = integrator_called(folded(*value)))
      refuse_value("--integrator", *value, fmt::format("is called {} here", to_string(*here)));
  }
  return choice(given, "--integrator", Integrator::automatic,
                static_cast<Integrator>(kIntegratorCount - 1));
}

// Two to four of them, with commas between; nothing where there is one.
std::vector<Integrator> several_integrators(const Given& given) {
  const std::string* value = single(given, "--integrator");
  if (value == nullptr || value->find(',') == std::string::npos) return {};
  std::vector<Integrator> several;
  Given one = given;
  for (std::size_t begin = 0; begin <= value->size();) {
    const std::size_t end = std::min(value->find(',', begin), value->size());
    one["--integrator"] = {value->substr(begin, end - begin)};
    const Integrator next = integrator(one).value();
    if (std::find(several.begin(), several.end(), next) != several.end())
      refuse_value("--integrator", *value, fmt::format("names {} twice", to_string(next)));
    several.push_back(next);
    begin = end + 1;
  }
  if (several.size() > 4)
    refuse_value("--integrator", *value, "a page compares two to four integrators");
  return several;
}

// What `run` and `resume` are to do.
RunArgs run_args(const Given& given) {
  RunArgs run;
  run.several = several_integrators(given);
  if (run.several.empty()) run.integrator = integrator(given);
  const std::string* step = single(given, "--time-step");
  if (step != nullptr && *step == "auto") {
    run.time_step = 0.0;
  } else {
    take_time(given, "--time-step", run, &RunArgs::time_step);
  }
  take_time(given, "--duration", run, &RunArgs::duration);
  if (given.verb == "run")
    run.method = choice(given, "--method", StepMethod::automatic, StepMethod::prefactored);
  run.accuracy = choice(given, "--accuracy", Accuracy::full, Accuracy::preview);
  take_time(given, "--output-every", run, &RunArgs::output_every);
  run.from = choice(given, "--from", StartFrom::drawn, StartFrom::equilibrium);
  run.precision =
      choice(given, "--precision", Precision::double_precision, Precision::single_precision);
  run.backend = choice(given, "--backend", BackendKind::automatic, BackendKind::petsc);
  if (given.verb != "convert") {
    run.format = choice(given, "--format", FrameFormat::vtk, FrameFormat::npz);
  }
  take_time(given, "--checkpoint-every", run, &RunArgs::checkpoint_every);
  run.stop_after = seconds(given, "--stop-after");
  run.no_substeps = given.count("--no-substeps") > 0;
  run.no_warm_start = given.count("--no-warm-start") > 0;
  run.live = given.count("--live") > 0;
  run.edited_scene = text_value(given, "--scene");
  run.at = seconds(given, "--at");
  return run;
}

// Parameters and the values they are to have.
std::vector<std::pair<std::string, std::string>> settings(const Given& given) {
  std::vector<std::pair<std::string, std::string>> result;
  for (const std::string& word : all_values(given, "--set")) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == word.size()) {
      refuse_value("--set", word, "write NAME=VALUE, such as --set k=800");
    }
    result.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return result;
}

// The frame of a run: a number, first or last.
void take_frame(const Given& given, ConvertArgs& convert) {
  const std::string* frame = single(given, "--frame");
  if (frame == nullptr) return;
  convert.first_frame = *frame == "first";
  convert.last_frame = *frame == "last";
  if (convert.first_frame || convert.last_frame) return;
  try {
    convert.frame = static_cast<std::size_t>(
        whole_number(given, "--frame", 0, std::numeric_limits<int>::max()).value_or(0));
  } catch (const UsageError&) {
    refuse_value("--frame", *frame, "must be a whole number from 0 on, first or last");
  }
}

// What `convert`, `compare` and `movie` are to do.
ConvertArgs convert_args(const Given& given) {
  ConvertArgs convert;
  take_frame(given, convert);
  convert.time = number_from_zero(given, "--time", "must be a time from 0 on, such as 0.5");
  convert.speed =
      positive_number(given, "--speed", "must be a positive number, such as 0.1 for slow motion");
  convert.most_frames = whole_number(given, "--frames", 2, 100000);
  if (given.verb == "convert") {
    const char* positive = "must be a positive number, such as 100";
    convert.format = text_value(given, "--format");
    convert.stiffness = positive_number(given, "--stiffness", positive);
    convert.axial_stiffness = positive_number(given, "--axial-stiffness", positive);
    convert.mass = positive_number(given, "--mass", positive);
    convert.total_mass = positive_number(given, "--total-mass", positive);
    convert.dimension = whole_number(given, "--dimension", 2, 3);
    convert.table = choice<ExportTable>(
        given, "--table", {{"nodes", ExportTable::nodes}, {"springs", ExportTable::springs}});
    convert.matrix = choice<Matrix>(given, "--matrix",
                                    {{"stiffness", Matrix::stiffness}, {"mass", Matrix::mass}});
  }
  if (given.verb == "compare") {
    convert.tolerance =
        number_from_zero(given, "--tolerance", "must be a number from 0 on, such as 1e-9");
  }
  return convert;
}

// What `bench` is to measure.
BenchArgs bench_args(const Given& given) {
  return {.quick = given.count("--quick") > 0,
          .repeats = whole_number(given, "--repeat", 1, 1000),
          .only = all_values(given, "--only")};
}

// How `studio` shows its page.
StudioArgs studio_args(const Given& given) {
  return {.port = whole_number(given, "--port", 1, 65535),
          .no_browser = given.count("--no-browser") > 0};
}

// The two files of `convert` and `compare`.
void take_pair(Args& args, const std::vector<std::string>& rest) {
  if (rest.size() > 2) {
    throw UsageError(fmt::format("`{}` takes two files; `{}` is one too many", args.verb, rest[2]),
                     rest[2]);
  }
  if (rest.size() == 2) {
    args.scene = rest[0];
    args.second = rest[1];
  } else if (!args.help) {
    throw UsageError(args.verb == "convert"
                         ? "`convert` needs what to read and what to write: tensio convert INPUT "
                           "OUTPUT"
                         : "`compare` needs two results: tensio compare A B");
  }
}

// The one word that most commands take besides options: a scene, a folder, a kind, a command.
void take_scene(Args& args, const std::vector<std::string>& rest) {
  if (args.verb == "convert" || args.verb == "compare") return take_pair(args, rest);
  const bool folder = args.verb == "resume" || args.verb == "movie";
  if (rest.size() > 1) {
    const std::string limit = args.verb == "new"    ? "makes one kind"
                              : args.verb == "help" ? "explains one command"
                              : args.verb == "sections"
                                  ? "takes one name, a section's with its diameter in quotes"
                              : folder                ? "takes one folder"
                              : args.verb == "studio" ? "shows one scene or folder"
                                                      : "takes one scene";
    throw UsageError(fmt::format("`{}` {}; `{}` is one too many", args.verb, limit, rest[1]),
                     rest[1]);
  }
  if (!rest.empty()) args.scene = rest[0];
  if (!args.scene.empty() || args.help) return;
  if (folder)
    throw UsageError(fmt::format("`{0}` needs the folder of a run: tensio {0} DIR", args.verb));
  if (args.verb == "verify")
    throw UsageError("`verify` needs a scene or a link: tensio verify scene.json");
  constexpr std::string_view kWithoutScene[] = {"new", "help", "bench", "studio", "sections"};
  if (std::find(std::begin(kWithoutScene), std::end(kWithoutScene), args.verb) ==
      std::end(kWithoutScene))
    throw UsageError(fmt::format(
        "`{0}` needs a scene: tensio {0} scene.json, or - for standard input", args.verb));
}

void take_flags(const Given& given, Args& args) {
  const auto flag = [&](const char* name) { return given.count(name) > 0; };
  args.help = flag("--help");
  args.json = flag("--json");
  args.quiet = flag("--quiet");
  args.verbose = flag("--verbose");
  args.strict = flag("--strict");
  args.reproducible = flag("--reproducible");
  args.no_stability = flag("--no-stability");
  args.redraw = flag("--redraw");
  args.materialise = flag("--materialise");
  args.envelope = flag("--envelope");
  args.stages = flag("--stages");
  args.force = flag("--force");
  args.drawn = flag("--drawn");
  args.expand = flag("--expand");
  args.record = flag("--record");
  args.man = flag("--man");
  args.inner = flag("--inner");
  args.surface = flag("--surface");
  args.no_viewer = flag("--no-viewer");
}

// Files, folders and names.
void take_texts(const Given& given, Args& args) {
  args.out = text_value(given, "--out");
  args.page = text_value(given, "--page");
  args.npz = text_value(given, "--npz");
  args.plot = text_value(given, "--plot");
  args.picture = text_value(given, "--picture");
  args.movie = text_value(given, "--movie");
  args.combination = text_value(given, "--combination");
  args.load_case = text_value(given, "--case");
  args.probes = all_values(given, "--probe");
  args.data = all_values(given, "--data");
  args.set = settings(given);
}

// How equilibria are found, and curves of them.
void take_solving(const Given& given, Args& args) {
  constexpr int kMost = std::numeric_limits<int>::max();
  if (args.verb != "run")
    args.method = choice(given, "--method", Method::newton, static_cast<Method>(kMethodCount - 1));
  args.linear_solver = choice(given, "--linear-solver", LinearSolver::automatic,
                              static_cast<LinearSolver>(kLinearSolverCount - 1));
  if (args.verb != "compare") args.tolerance = positive_number(given, "--tolerance");
  args.relaxation = fraction(given, "--relaxation");
  args.max_iterations = whole_number(given, "--max-iterations", 0, kMost);
  args.load_steps = whole_number(given, "--load-steps", 1, 1000000);
  args.threads = whole_number(given, "--threads", 1, 1024);
  args.ranks = whole_number(given, "--ranks", 1, kMostRanks);
  args.until = nonzero_number(given, "--until");
  args.max_steps = whole_number(given, "--max-steps", 1, kMost);
  if (args.verb == "follow") args.branches = branch_options(given);
}

// A name, or two angles.
void take_view(const Given& given, Args& args) {
  const std::string* value = single(given, "--view");
  if (value == nullptr || value->find(',') == std::string::npos) {
    args.view = choice(given, "--view", View::top, View::iso);
    return;
  }
  const std::size_t comma = value->find(',');
  const auto degrees = [&](const std::string& text, double most) {
    char* end = nullptr;
    const double angle = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || *end != '\0' || !(angle >= -most && angle <= most)) {
      refuse_value("--view", *value,
                   "must be two angles in degrees: AZIMUTH, -360 to 360, and ELEVATION, -90 to 90, "
                   "such as 30,20");
    }
    return angle;
  };
  args.camera =
      Camera{degrees(value->substr(0, comma), 360), degrees(value->substr(comma + 1), 90)};
}

// Tables and pictures.
void take_drawing(const Given& given, Args& args) {
  if (args.verb != "convert") {
    args.table = choice(given, "--table", Table::springs, Table::reactions);
  }
  take_view(given, args);
  args.up = choice<Up>(given, "--up", {{"y", Up::y}, {"z", Up::z}}).value_or(Up::automatic);
  args.color_by = choice(given, "--color-by", ColorBy::tension, ColorBy::none);
  args.labels = choice(given, "--labels", Labels::nodes, Labels::all);
  args.deformed = positive_number(given, "--deformed", "must be a positive number, such as 50");
}

// Options of all kinds.
void take_options(const Given& given, Args& args) {
  take_flags(given, args);
  take_texts(given, args);
  take_solving(given, args);
  take_drawing(given, args);
  args.dimension = whole_number(given, "--dimension", 2, 3);
  args.modes = modes_options(given);
  args.run = run_args(given);
  args.convert = convert_args(given);
  args.bench = bench_args(given);
  args.studio = studio_args(given);
  args.completion = choice<Shell>(
      given, "--completion", {{"bash", Shell::bash}, {"zsh", Shell::zsh}, {"fish", Shell::fish}});
}

}  // namespace

void RunArgs::take_units(const Units& units) {
  for (const auto& [field, text] : with_unit) this->*field = time_in(units, text);
}

Args parse_args(const Verb& verb, const std::vector<std::string>& words) {
  Args args{.verb = verb.name};
  const Given given =
      split_words(verb, args.verb == "new" ? take_part_options(words, args.part) : words);
  args.help = given.count("--help") > 0;
  take_scene(args, given.rest);
  take_options(given, args);
  check_args(args);
  return args;
}

std::map<std::string, std::vector<std::string>> choices_of(const Verb& verb) {
  std::map<std::string, std::vector<std::string>> choices;
  Given given;
  given.verb = verb.name;
  given.choices = &choices;
  Args args{.verb = verb.name};
  take_options(given, args);
  std::erase_if(choices,
                [&](const auto& one) { return find_option(one.first, verb.name) == nullptr; });
  return choices;
}

}  // namespace tensio::cli
