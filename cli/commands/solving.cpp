// Solving a scene with the options of the command line.
#include "commands/solving.hpp"

#include <algorithm>
#include <thread>

#include "output/text_output.hpp"
#include "signals.hpp"

namespace tensio::cli {

namespace {

// For --verbose: what is about to be solved, and how.
std::string announcement(const System& scene, const EquilibriumOptions& options) {
  std::string text = fmt::format("{}, {}, {}; {}", count_text(scene.node_count(), "node", "nodes"),
                                 count_text(scene.spring_count(), "spring", "springs"),
                                 count_text(thread_count(options), "thread", "threads"),
                                 to_string(options.method));
  if (options.load_steps > 1) text += fmt::format(" in {} load steps", options.load_steps);
  return text;
}

// The reason of a solve that a signal stopped.
void name_signal(Report& report) {
  if (remembered_signal() != 0 && report.status == Status::interrupted)
    report.reason = fmt::format("stopped by {}", signal_name(remembered_signal()));
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
  options.stability = scene.stability && !args.no_stability;
  options.threads = args.threads.value_or(scene.threads);
  return options;
}

int thread_count(const EquilibriumOptions& options) {
  const unsigned machine = std::max(1u, std::thread::hardware_concurrency());
  return options.threads > 0 ? options.threads : static_cast<int>(machine);
}

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

void require_one_combination(const System& scene, const Args& args, const std::string& why) {
  if (scene.combinations.empty() || wanted_combination(scene, args) != nullptr) return;
  std::string names;
  for (const Combination& one : scene.combinations) {
    names += (names.empty() ? "" : ", ") + printable(one.name);
  }
  throw UsageError(fmt::format("{}: --combination NAME, where NAME is one of {}", why, names));
}

void weigh(Solved& solved, const System& scene, const EquilibriumOptions& options,
           const Args& args) {
  EquilibriumOptions once = options;
  once.load_steps = 1;
  ProgressObserver observer(args.verbose, args.quiet);
  Weighed result = weighed(solved.system(scene), solved.rest, once, &observer);
  solved.built = std::move(result.system);
  solved.rest = std::move(result.rest);
  name_signal(solved.rest.report);
}

Solved solve(const System& scene, const EquilibriumOptions& options, const Args& args) {
  const Combination* one = wanted_combination(scene, args);
  ProgressObserver observer(args.verbose, args.quiet, announcement(scene, options));
  Solved solved{
      solve_scene(scene, options, one == nullptr ? "" : one->name, &observer, Validated::yes),
      observer.residuals()};
  name_signal(solved.rest.report);
  for (NamedEquilibrium& stage : solved.stages) name_signal(stage.rest.report);
  if (!solved.all) return solved;
  name_signal(solved.all->base.report);
  for (NamedEquilibrium& stage : solved.all->stages) name_signal(stage.rest.report);
  for (NamedEquilibrium& one_of_all : solved.all->combinations) name_signal(one_of_all.rest.report);
  return solved;
}

}  // namespace tensio::cli
