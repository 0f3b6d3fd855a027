// `tensio solve`: reads a scene, finds its equilibrium, reports it, and writes files if asked.
#include <deque>

#include "clock.hpp"
#include "commands/commands.hpp"
#include "commands/load_scene.hpp"
#include "commands/solving.hpp"
#include "io/text/save_text.hpp"
#include "output/output_file.hpp"
#include "output/solve_output.hpp"
#include "output/status.hpp"
#include "output/text_output.hpp"
#include "signals.hpp"
#include "studio/shared_page.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/files/table.hpp"
#include "tensio/model/check.hpp"
#include "tensio/pictures/page.hpp"
#include "tensio/pictures/viewer.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio::cli {

namespace {

// The scene with the rest state; it says what counted as rest, so that solving it again agrees.
void save_scene(System system, const Equilibrium& rest, double tolerance, const Args& args,
                const std::string& path) {
  system.equilibrium.tolerance = tolerance;
  save_system(args.materialise ? materialised(system, rest)
              : args.redraw    ? redrawn(system, rest)
                               : with_start(system, rest),
              path);
}

// Of the solve that the result is of: all its steps, or what came after the base and the stages.
std::vector<double> last_residuals(const Solved& solved) {
  if (solved.residuals.empty()) return {};
  if (!solved.combination.empty() || !solved.stages.empty()) return solved.residuals.back();
  std::vector<double> all;
  for (const std::vector<double>& one : solved.residuals) {
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

// The page with a viewer above its text, unless that is not wanted; where it cannot be, a warning
// says why, and the page is the text alone.
std::string with_viewer(std::string page, const System& scene,
                        const std::vector<PageResult>& results, const Args& args) {
  if (args.no_viewer) return page;
  const std::string data = viewer_data(scene, results);
  if (data.empty()) {
    warn("the net is too large for the viewer of a page; the page has its text only");
    return page;
  }
  try {
    return page_with_viewer(page, viewer_page(shared_page(kViewerPage), scene.title, data));
  } catch (const Error& error) {
    warn(fmt::format("the page has no viewer: {}", error.what()));
    return page;
  }
}

// The ends of the stages, and the net at each. A scene with combinations is built without cases.
struct Stages {
  const std::vector<NamedEquilibrium>& ends;
  std::vector<System> systems;

  Stages(const System& scene, const Solved& solved)
      : ends(solved.all ? solved.all->stages : solved.stages),
        systems(stage_systems(scene.combinations.empty() ? scene : under(scene, {}), ends,
                              LooseNodes::free)) {}
};

// A page of the one result, or of all stages and combinations.
void save_page(const System& scene, const Solved& solved, const EquilibriumOptions& options,
               const Args& args, const std::string& path) {
  std::vector<PageResult> results;
  std::deque<System> acting;  // which stay where they are
  const bool from_base = solved.all || !solved.combination.empty();
  const std::string from = from_base ? "the state without load cases" : "the drawn shape";
  const Stages stages(scene, solved);
  for (std::size_t i = 0; i < stages.ends.size(); ++i)
    results.push_back({.name = stages.ends[i].name,
                       .system = &stages.systems[i],
                       .rest = &stages.ends[i].rest,
                       .stage = true});
  if (solved.all && !solved.all->combinations.empty()) {
    const std::vector<NamedEquilibrium>& named = solved.all->combinations;
    // One solve for the base and one for each, where nothing came in steps or stages.
    const bool each = solved.residuals.size() == named.size() + 1;
    for (std::size_t i = 0; i < named.size(); ++i) {
      acting.push_back(under(solved.all->system, scene.combinations[i]));
      results.push_back({.name = named[i].name,
                         .system = &acting.back(),
                         .rest = &named[i].rest,
                         .residuals = each ? solved.residuals[i + 1] : std::vector<double>(),
                         .displaced_from = from});
    }
  } else if (!stages.ends.empty() && solved.combination.empty()) {
    // The last stage is the result.
    results.back().residuals = last_residuals(solved);
  } else {
    results.push_back({.name = solved.combination,
                       .system = &solved.system(scene),
                       .rest = &solved.rest,
                       .residuals = last_residuals(solved),
                       .displaced_from = from});
  }
  const std::string page =
      page_html(scene, results, {.scene_file = args.scene, .solve = options});
  save_text(with_viewer(page, scene, results, args), path);
}

// With -q: only what did not come to rest.
void report_failures(const SolveResult& result, const std::optional<CombinationResults>& all) {
  if (!result.rest.converged()) say(status_line(result.rest.report, 2));
  if (!all) return;
  for (const NamedEquilibrium& one : all->combinations) {
    if (one.rest.converged()) continue;
    say(fmt::format("{}: {}", printable(one.name), status_line(one.rest.report, 2)));
  }
}

// Nodes that can move without resistance have no place of their own.
void warn_of_free_nodes(const System& system, const Equilibrium& rest, const std::string& name) {
  const Report& report = rest.report;
  if (!report.modes || !report.modes->neutral()) return;
  std::string nodes;
  for (int node : report.moving_nodes) {
    nodes += (nodes.empty() ? "" : ", ") + printable(node_label(system, node));
  }
  say(fmt::format("{}{}nodes that can move without resistance (those that move most): {}\n",
                  coloured("warning: ", Colour::yellow, 2),
                  name.empty() ? "" : printable(name) + ": ", nodes));
}

// The table of one result, of all stages or combinations, or of their envelope.
std::string table_text(const System& scene, const Solved& solved, const SolveResult& result,
                       const Args& args) {
  const std::optional<CombinationResults>& all = solved.all;
  std::vector<NamedRest> results;
  std::optional<Stages> stages;
  if (args.stages) {
    stages.emplace(scene, solved);
    for (std::size_t i = 0; i < stages->ends.size(); ++i)
      results.push_back({stages->ends[i].name, &stages->ends[i].rest, &stages->systems[i]});
  } else if (!all) {
    return table_csv(result.system, result.rest, *args.table);
  } else {
    for (const NamedEquilibrium& one : all->combinations) results.push_back({one.name, &one.rest});
    if (results.empty()) results.push_back({"(without load cases)", &all->base});
  }
  return args.envelope ? envelope_csv(result.system, results, *args.table)
                       : table_csv(result.system, results, *args.table);
}

// In JSON, or in words: the summary on standard output, or with -q only what is wrong, on standard
// error.
void report(Output& output, const System& scene, const Solved& solved, const SolveResult& result,
            const Args& args) {
  const std::optional<CombinationResults>& all = solved.all;
  if (args.json) {
    all ? write_combinations_json(output, *all, result) : write_solve_json(output, result);
    return;
  }
  if (args.table) {
    const std::string table = table_text(scene, solved, result, args);
    output.text(is_terminal(1) ? printable_lines(table) : table);
    report_failures(result, all);
  } else if (args.quiet) {
    report_failures(result, all);
  } else {
    all ? write_combinations_summary(output, *all, result) : write_solve_summary(output, result);
  }
  warn_of_free_nodes(result.system, result.rest, "");
  if (all) {
    for (const NamedEquilibrium& one : all->combinations) {
      warn_of_free_nodes(result.system, one.rest, one.name);
    }
  }
  say_errors(result.files.problems);
}

// An envelope is over all combinations or stages, arrays are of one result.
void check_table(const System& scene, const Args& args) {
  if (args.envelope && !args.table)
    throw UsageError("--envelope is about a table: add --table springs, nodes or reactions",
                     "--envelope");
  if (args.stages && !args.table)
    throw UsageError("--stages is about a table: add --table springs, nodes or reactions",
                     "--stages");
  if (args.stages && scene.stages.empty())
    throw UsageError("--stages: the scene has no construction stages", "--stages");
  const bool one = scene.combinations.empty() || wanted_combination(scene, args) != nullptr;
  if (args.envelope && one && !args.stages)
    throw UsageError(scene.combinations.empty()
                         ? (scene.stages.empty()
                                ? "--envelope is over load combinations, and the scene has none"
                                : "--envelope is over load combinations, and the scene has none; "
                                  "with --stages it is over its construction stages")
                         : "--envelope is over all combinations: leave out --combination",
                     "--envelope");
  if (one) return;
  if (!args.npz.empty()) {
    throw UsageError(
        "--npz writes one result and the scene has combinations: name one with "
        "--combination NAME",
        "--npz");
  }
}

}  // namespace

int solve_command(const Args& args) {
  const std::string path = output_path(args.out, "--out", args.force);
  const std::string page_path = output_path(args.page, "--page", args.force);
  const std::string npz_path = output_path(args.npz, "--npz", args.force);
  const Stopwatch load_watch;
  const System system = load_scene(args);
  const double load_seconds = load_watch.seconds();
  check_table(system, args);
  for (const Warning& warning : check_before(system, Purpose::solve)) warn(warning.message);

  // From here on a signal stops the solve, and what was reached is still reported.
  defer_signals();
  const EquilibriumOptions options = merged_options(system.equilibrium, args);
  Solved solved = solve(system, options, args);
  // The springs of the file to be written have their mass by length, which the nodes take over
  // where the shape is weighed.
  const System as_given = args.materialise ? solved.system(system) : System();
  if (args.materialise && !solved.all) weigh(solved, system, options, args);
  SolveResult result{.system = solved.system(system),
                     .rest = solved.rest,
                     .load_seconds = load_seconds,
                     .threads = thread_count(options),
                     .combination = wanted_combination(system, args),
                     .stages = solved.stages};
  result.files.save(args.out, [&] {
    save_scene(args.materialise ? as_given : result.system, result.rest, options.tolerance, args,
               path);
  });
  result.files.save(args.page, [&] { save_page(system, solved, options, args, page_path); });
  result.files.save(args.npz, [&] { save_text(arrays_npz(result.system, result.rest), npz_path); });

  release_signals();
  Output output;
  report(output, system, solved, result, args);
  output.flush();
  return result.files.good() ? exit_code(solved.status()) : result.files.code;
}

}  // namespace tensio::cli
