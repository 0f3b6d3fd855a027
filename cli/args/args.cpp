// The command line, read and checked. CLI11 splits it; the messages are our own.
#include "args/args.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

#include "args/args_check.hpp"
#include "args/new_args.hpp"
#include "commands/bench_works.hpp"

namespace tensio::cli {

namespace {

// The values given to each option, by its name; a flag that was given has an empty one.
struct Given : std::map<std::string, std::vector<std::string>> {
  std::string_view verb = {};
};

// The option of this name; an option of several verbs may read differently in each.
const OptionText* find_option(std::string_view word, std::string_view verb = {}) {
  const std::string_view name = word.substr(0, word.find('='));
  for (const OptionText& option : options()) {
    if (!verb.empty() && !takes(verb, option)) continue;
    if (name == option.name || (*option.letter != '\0' && name == option.letter)) return &option;
  }
  return nullptr;
}

[[noreturn]] void refuse_option(const Verb& verb, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  if (const std::string called = option_called(name, verb.name); !called.empty()) {
    throw UsageError(fmt::format("there is no option {}; did you mean {}?", name, called), word);
  }
  if (find_option(name) != nullptr) {
    throw UsageError(fmt::format("`{}` has no option {}; `tensio help {}` lists those it has",
                                 verb.name, name, verb.name),
                     word);
  }
  std::vector<std::string> names;
  for (const OptionText& option : options()) {
    if (takes(verb.name, option)) names.emplace_back(option.name);
  }
  const std::string near = nearest(name, names);
  throw UsageError(near.empty()
                       ? fmt::format("there is no option {}; `tensio help {}` lists those of `{}`",
                                     name, verb.name, verb.name)
                       : fmt::format("there is no option {}; did you mean {}?", name, near),
                   word);
}

[[noreturn]] void refuse_empty(const OptionText& option, const std::string& word) {
  throw UsageError(fmt::format("{} needs a value: {} {} ({})", option.name, option.name,
                               option.value, option.help),
                   word);
}

// An option whose value is missing, or a flag that was given one: CLI11 says so in its own words.
[[noreturn]] void refuse_values(const Verb& verb, const std::vector<std::string>& words,
                                const CLI::Error& error) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const OptionText* option = find_option(words[i], verb.name);
    if (option == nullptr) continue;
    const std::size_t equals = words[i].find('=');
    const bool flag = *option->value == '\0';
    if (flag && equals != std::string::npos) {
      throw UsageError(fmt::format("{} takes no value", option->name), words[i]);
    }
    const bool empty = equals == std::string::npos
                           ? i + 1 == words.size() || find_option(words[i + 1]) != nullptr
                           : equals + 1 == words[i].size();
    if (!flag && empty) refuse_empty(*option, words[i]);
  }
  throw UsageError(error.what());
}

// Splits the words into options and the rest, which is the scene.
Given split(const Verb& verb, const std::vector<std::string>& words,
            std::vector<std::string>& rest) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  app.add_option("words", rest);
  std::map<std::string, CLI::Option*> registered;
  for (const OptionText& option : options()) {
    if (!takes(verb.name, option)) continue;
    const std::string names =
        *option.letter == '\0' ? option.name : fmt::format("{},{}", option.letter, option.name);
    if (*option.value == '\0') {
      registered[option.name] = app.add_flag(names)->disable_flag_override();
    } else {
      registered[option.name] =
          app.add_option(names)->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
  }
  try {
    // CLI11 takes the words in reverse order; those behind "--" are no options.
    const auto end = std::find(words.begin(), words.end(), "--");
    std::vector<std::string> reversed(words.begin(), end);
    std::reverse(reversed.begin(), reversed.end());
    app.parse(reversed);
    if (end != words.end()) rest.insert(rest.end(), end + 1, words.end());
  } catch (const CLI::Error& error) {
    refuse_values(verb, words, error);
  }
  for (const std::string& word : app.remaining()) {
    if (word.size() > 1 && word[0] == '-') refuse_option(verb, word);
    rest.push_back(word);
  }
  Given given;
  given.verb = verb.name;
  for (const auto& [name, option] : registered) {
    if (option->count() > 0) given[name] = option->results();
  }
  return given;
}

// The one value of an option, or nullptr where it was not given.
const std::string* single(const Given& given, const std::string& name) {
  const auto found = given.find(name);
  if (found == given.end()) return nullptr;
  const std::vector<std::string>& values = found->second;
  if (values.size() > 1) {
    throw UsageError(fmt::format("{} is given {} times; once is enough", name, values.size()),
                     values[1]);
  }
  // CLI11 takes the next word for the value, even where that is another option.
  if (values[0].empty() || find_option(values[0]) != nullptr) {
    refuse_empty(*find_option(name, given.verb), name);
  }
  return &values[0];
}

[[noreturn]] void refuse_value(const std::string& name, const std::string& value,
                               const std::string& allowed) {
  throw UsageError(fmt::format("{} {}: {}", name, value, allowed), value);
}

std::optional<int> whole_number(const Given& given, const std::string& name, int least, int most) {
  const std::string* value = single(given, name);
  if (value == nullptr) return {};
  char* end = nullptr;
  errno = 0;
  const long long number = std::strtoll(value->c_str(), &end, 10);
  if (*end != '\0' || errno != 0 || number < least || number > most) {
    refuse_value(name, *value, fmt::format("must be a whole number from {} to {}", least, most));
  }
  return static_cast<int>(number);
}

std::optional<double> positive_number(
    const Given& given, const std::string& name, double most = std::numeric_limits<double>::max(),
    const char* allowed = "must be a positive number, such as 1e-8") {
  const std::string* value = single(given, name);
  if (value == nullptr) return {};
  char* end = nullptr;
  const double number = std::strtod(value->c_str(), &end);
  if (*end != '\0' || !(number > 0) || !(number <= most)) {
    refuse_value(name, *value, allowed);
  }
  return number;
}

// A load factor; which way it leads is up to the user.
std::optional<double> nonzero_number(const Given& given, const std::string& name) {
  const std::string* value = single(given, name);
  if (value == nullptr) return {};
  char* end = nullptr;
  const double number = std::strtod(value->c_str(), &end);
  if (*end != '\0' || !std::isfinite(number) || number == 0) {
    refuse_value(name, *value, "must be a number other than 0, such as 2.5");
  }
  return number;
}

template <class Choice>
std::optional<Choice> choice(const Given& given, const std::string& name,
                             const std::vector<std::pair<std::string, Choice>>& choices) {
  const std::string* value = single(given, name);
  if (value == nullptr) return {};
  std::string allowed;
  std::vector<std::string> names;
  for (const auto& [word, meaning] : choices) {
    if (word == folded(*value)) return meaning;
    allowed += (names.empty() ? "" : ", ") + word;
    names.push_back(word);
  }
  const std::string near = nearest(*value, names);
  refuse_value(name, *value,
               near.empty() ? "must be one of " + allowed
                            : fmt::format("must be one of {}; did you mean {}?", allowed, near));
}

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
  options.about = choice<About>(given, "--about", {{"rest", About::rest}, {"drawn", About::drawn}})
                      .value_or(About::rest);
  return options;
}

std::optional<double> seconds(const Given& given, const std::string& name) {
  return positive_number(given, name, std::numeric_limits<double>::max(),
                         "must be a positive number of seconds, such as 0.5");
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

// What integrators are called elsewhere.
constexpr std::array<std::pair<std::string_view, Integrator>, 8> kOtherNames = {{
    {"verlet", Integrator::velocity_verlet},
    {"leapfrog", Integrator::velocity_verlet},
    {"euler", Integrator::explicit_euler},
    {"forward_euler", Integrator::explicit_euler},
    {"backward_euler", Integrator::implicit_euler},
    {"semi_implicit_euler", Integrator::symplectic_euler},
    {"midpoint", Integrator::implicit_midpoint},
    {"dormand_prince", Integrator::rk45},
}};

std::optional<Integrator> integrator(const Given& given) {
  if (const std::string* value = single(given, "--integrator")) {
    for (const auto& [name, here] : kOtherNames) {
      if (folded(*value) != name) continue;
      refuse_value("--integrator", *value, fmt::format("is called {} here", to_string(here)));
    }
  }
  std::vector<std::pair<std::string, Integrator>> choices;
  for (int i = 0; i < kIntegratorCount; ++i) {
    const auto one = static_cast<Integrator>(i);
    choices.emplace_back(to_string(one), one);
  }
  return choice<Integrator>(given, "--integrator", choices);
}

// What `run` and `resume` are to do.
RunArgs run_args(const Given& given) {
  RunArgs run;
  run.integrator = integrator(given);
  const std::string* step = single(given, "--time-step");
  if (step != nullptr && *step == "auto") {
    run.time_step = 0.0;
  } else {
    take_time(given, "--time-step", run, &RunArgs::time_step);
  }
  take_time(given, "--duration", run, &RunArgs::duration);
  if (given.verb == "run")
    run.method = choice<StepMethod>(
        given, "--method",
        {{"newton", StepMethod::newton}, {"prefactored", StepMethod::prefactored}});
  take_time(given, "--output-every", run, &RunArgs::output_every);
  run.from = choice<StartFrom>(
      given, "--from", {{"drawn", StartFrom::drawn}, {"equilibrium", StartFrom::equilibrium}});
  run.precision = choice<Precision>(
      given, "--precision",
      {{"double", Precision::double_precision}, {"single", Precision::single_precision}});
  if (given.verb != "convert") {
    run.format = choice<FrameFormat>(
        given, "--format",
        {{"vtk", FrameFormat::vtk}, {"npy", FrameFormat::npy}, {"npz", FrameFormat::npz}});
  }
  take_time(given, "--checkpoint-every", run, &RunArgs::checkpoint_every);
  run.stop_after = seconds(given, "--stop-after");
  if (const std::string* scene = single(given, "--scene")) run.edited_scene = *scene;
  run.at = seconds(given, "--at");
  return run;
}

// Parameters and the values they are to have.
std::vector<std::pair<std::string, std::string>> settings(const Given& given) {
  std::vector<std::pair<std::string, std::string>> result;
  const auto found = given.find("--set");
  if (found == given.end()) return result;
  for (const std::string& word : found->second) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == word.size()) {
      refuse_value("--set", word, "write NAME=VALUE, such as --set k=800");
    }
    result.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return result;
}

// A time of a frame, or a tolerance: any finite number from 0 on.
std::optional<double> number_from_zero(const Given& given, const std::string& name,
                                       const char* allowed) {
  const std::string* value = single(given, name);
  if (value == nullptr) return {};
  char* end = nullptr;
  const double number = std::strtod(value->c_str(), &end);
  if (*end != '\0' || !(number >= 0) || !std::isfinite(number)) {
    refuse_value(name, *value, allowed);
  }
  return number;
}

// What `convert` and `compare` are to do.
ConvertArgs convert_args(const Given& given) {
  ConvertArgs convert;
  if (const std::string* frame = single(given, "--frame")) {
    convert.first_frame = *frame == "first";
    convert.last_frame = *frame == "last";
    if (!convert.first_frame && !convert.last_frame) {
      try {
        convert.frame = static_cast<std::size_t>(
            whole_number(given, "--frame", 0, std::numeric_limits<int>::max()).value_or(0));
      } catch (const UsageError&) {
        refuse_value("--frame", *frame, "must be a whole number from 0 on, first or last");
      }
    }
  }
  convert.time = number_from_zero(given, "--time", "must be a time from 0 on, such as 0.5");
  convert.speed = positive_number(given, "--speed", std::numeric_limits<double>::max(),
                                  "must be a positive number, such as 0.1 for slow motion");
  convert.most_frames = whole_number(given, "--frames", 2, 100000);
  if (given.verb == "convert") {
    if (const std::string* format = single(given, "--format")) convert.format = *format;
    const char* positive = "must be a positive number, such as 100";
    const double most = std::numeric_limits<double>::max();
    convert.stiffness = positive_number(given, "--stiffness", most, positive);
    convert.axial_stiffness = positive_number(given, "--axial-stiffness", most, positive);
    convert.mass = positive_number(given, "--mass", most, positive);
    convert.total_mass = positive_number(given, "--total-mass", most, positive);
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
  BenchArgs bench;
  bench.quick = given.count("--quick") > 0;
  bench.repeats = whole_number(given, "--repeat", 1, 1000);
  const auto only = given.find("--only");
  if (only == given.end()) return bench;
  std::vector<std::string> names;
  for (const BenchWork& work : bench_works()) names.emplace_back(work.name);
  for (const std::string& word : only->second) {
    if (std::find(names.begin(), names.end(), word) == names.end()) {
      refuse_value("--only", word, fmt::format("must be one of {}", fmt::join(names, ", ")));
    }
  }
  bench.only = only->second;
  return bench;
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

void take_scene(Args& args, const std::vector<std::string>& rest) {
  if (args.verb == "convert" || args.verb == "compare") return take_pair(args, rest);
  const bool help = args.verb == "help";
  const bool resume = args.verb == "resume" || args.verb == "movie";
  if (args.verb == "new") {
    if (rest.size() > 1)
      throw UsageError(fmt::format("`new` makes one kind; `{}` is one too many", rest[1]), rest[1]);
    if (!rest.empty()) args.scene = rest[0];
    return;
  }
  if (rest.size() > 1) {
    throw UsageError(help
                         ? fmt::format("`help` explains one command; `{}` is one too many", rest[1])
                         : fmt::format("`{}` takes one {}; `{}` is one too many", args.verb,
                                       resume ? "folder" : "scene", rest[1]),
                     rest[1]);
  }
  if (!rest.empty()) args.scene = rest[0];
  if (args.scene.empty() && resume && !args.help) {
    throw UsageError(fmt::format("`{0}` needs the folder of a run: tensio {0} DIR", args.verb));
  }
  if (args.scene.empty() && !help && !args.help && args.verb != "bench") {
    throw UsageError(fmt::format(
        "`{}` needs a scene: tensio {} scene.json, or - for standard input", args.verb, args.verb));
  }
}

}  // namespace

void RunArgs::take_units(const Units& units) {
  for (const auto& [field, text] : with_unit) this->*field = time_in(units, text);
}

Args parse_args(const Verb& verb, const std::vector<std::string>& words) {
  Args args{.verb = verb.name};
  std::vector<std::string> rest;
  const Given given =
      split(verb, args.verb == "new" ? take_part_options(words, args.part) : words, rest);
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
  args.force = flag("--force");
  args.drawn = flag("--drawn");
  args.expand = flag("--expand");
  take_scene(args, rest);

  if (const std::string* out = single(given, "--out")) args.out = *out;
  if (const std::string* name = single(given, "--combination")) args.combination = *name;
  if (const std::string* page = single(given, "--page")) args.page = *page;
  if (const std::string* npz = single(given, "--npz")) args.npz = *npz;
  if (const std::string* plot = single(given, "--plot")) args.plot = *plot;
  if (const std::string* name = single(given, "--case")) args.load_case = *name;
  if (const auto probes = given.find("--probe"); probes != given.end())
    args.probes = probes->second;
  args.until = nonzero_number(given, "--until");
  args.max_steps = whole_number(given, "--max-steps", 1, std::numeric_limits<int>::max());
  if (const auto data = given.find("--data"); data != given.end()) args.data = data->second;
  args.set = settings(given);
  if (args.verb != "run")
    args.method = choice<Method>(given, "--method",
                                 {{"newton", Method::newton},
                                  {"linear", Method::linear},
                                  {"plain_newton", Method::plain_newton},
                                  {"per_node_newton", Method::per_node_newton},
                                  {"fire", Method::fire},
                                  {"lbfgs", Method::lbfgs}});
  args.linear_solver = choice<LinearSolver>(given, "--linear-solver",
                                            {{"auto", LinearSolver::automatic},
                                             {"cholmod", LinearSolver::cholmod},
                                             {"ldlt", LinearSolver::ldlt},
                                             {"pcg", LinearSolver::pcg},
                                             {"incomplete", LinearSolver::incomplete},
                                             {"multilevel", LinearSolver::multilevel}});
  args.convert = convert_args(given);
  if (args.verb != "convert") {
    args.table = choice<Table>(
        given, "--table",
        {{"springs", Table::springs}, {"nodes", Table::nodes}, {"reactions", Table::reactions}});
  }
  args.view = choice<View>(
      given, "--view",
      {{"top", View::top}, {"front", View::front}, {"side", View::side}, {"iso", View::iso}});
  args.color_by = choice<ColorBy>(given, "--color-by",
                                  {{"tension", ColorBy::tension},
                                   {"strain", ColorBy::strain},
                                   {"utilisation", ColorBy::utilisation},
                                   {"set", ColorBy::set},
                                   {"none", ColorBy::none}});
  args.labels = choice<Labels>(
      given, "--labels",
      {{"nodes", Labels::nodes}, {"springs", Labels::springs}, {"all", Labels::all}});
  args.deformed = positive_number(given, "--deformed", std::numeric_limits<double>::max(),
                                  "must be a positive number, such as 50");
  if (args.verb != "compare") args.tolerance = positive_number(given, "--tolerance");
  args.relaxation = positive_number(given, "--relaxation", 1, "must be above 0 and at most 1");
  args.max_iterations = whole_number(given, "--max-iterations", 0, std::numeric_limits<int>::max());
  args.load_steps = whole_number(given, "--load-steps", 1, 1000000);
  args.dimension = whole_number(given, "--dimension", 2, 3);
  args.threads = whole_number(given, "--threads", 1, 1024);
  args.modes = modes_options(given);
  args.run = run_args(given);
  args.bench = bench_args(given);
  check_args(args);
  return args;
}

std::size_t verb_position(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].size() < 2 || words[i][0] != '-') return i;
    const OptionText* option = find_option(words[i]);
    const bool value_follows =
        option != nullptr && *option->value != '\0' && words[i].find('=') == std::string::npos;
    if (value_follows) ++i;
  }
  return words.size();
}

}  // namespace tensio::cli
