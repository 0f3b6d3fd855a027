// `tensio draw`: solves a scene and keeps a picture of it.
#include "args/args_check.hpp"
#include "commands/commands.hpp"
#include "commands/load_scene.hpp"
#include "commands/solving.hpp"
#include "exit_code.hpp"
#include "io/text/save_text.hpp"
#include "output/json_output.hpp"
#include "output/output_file.hpp"
#include "output/solve_output.hpp"
#include "output/status.hpp"
#include "output/text_output.hpp"
#include "signals.hpp"
#include "tensio/files/snapshot.hpp"
#include "tensio/pictures/draw.hpp"

namespace tensio::cli {

namespace {

DrawOptions draw_options(const Args& args, const System& system) {
  check_view(args, system.dimension);
  DrawOptions options{.deformed = args.deformed};
  options.view = args.view.value_or(options.view);
  options.camera = args.camera;
  options.up = args.up;
  options.inner = args.inner;
  options.surface = args.surface;
  options.color_by = args.color_by.value_or(args.drawn ? ColorBy::none : options.color_by);
  options.labels = args.labels.value_or(options.labels);
  return options;
}

// A signal stops the solve, and what was reached is still drawn.
Solved solve_deferring_signals(const System& scene, const Args& args) {
  defer_signals();
  Solved solved = solve(scene, scene.equilibrium, args);
  release_signals();
  return solved;
}

bool is_simple(const Args& args, const System& system) {
  return is_drawn_simply(system, {.inner = args.inner, .surface = args.surface});
}

void write_json(Output& output, const Args& args, const System& system, const Equilibrium* rest) {
  JsonWriter json(output);
  json.begin_object();
  json.member("status", rest == nullptr ? "ok" : to_string(rest->report.status));
  if (rest != nullptr) json.member("reason", rest->report.reason);
  json.members({{"file", args.out},
                {"nodes", system.node_count()},
                {"springs", system.spring_count()},
                {"simplified", is_simple(args, system)}});
  json.end_object();
}

void report(const Args& args, const System& system, const Equilibrium* rest) {
  if (is_simple(args, system) && !args.quiet && !args.json) {
    say(
        fmt::format("note: {} springs are drawn in a simplified way: in 8 layers of depth, without "
                    "labels and tooltips\n",
                    grouped(system.spring_count())));
  }
  Output output;
  if (args.json) {
    write_json(output, args, system, rest);
  } else if (!args.quiet) {
    if (rest != nullptr) output.text(status_line(rest->report, 1));
    output.print("written to {}\n", printable(args.out));
  } else if (rest != nullptr && !rest->converged()) {
    say(status_line(rest->report, 2));
  }
  output.flush();
}

// A moment of a run needs no solving.
int draw_run(const Args& args, const std::string& path) {
  if (args.drawn || args.deformed || !args.combination.empty() || !args.set.empty()) {
    throw UsageError(fmt::format("{} is for scenes; a run has --time and --frame",
                                 args.drawn                  ? "--drawn"
                                 : args.deformed             ? "--deformed"
                                 : !args.combination.empty() ? "--combination"
                                                             : "--set"),
                     args.scene);
  }
  if (args.color_by == ColorBy::utilisation) {
    throw UsageError("--color-by utilisation: a run has tension, strain, set or none",
                     "utilisation");
  }
  const ResultFolder run(args.scene);
  const Snapshot moment = run.frame(chosen_frame(run, args));
  save_text(draw_svg(run.scene(), moment, draw_options(args, run.scene())), path);
  report(args, run.scene(), nullptr);
  return kExitDone;
}

}  // namespace

int draw_command(const Args& args) {
  const std::string path = output_path(args.out, "--out", args.force);
  if (names_run(args)) return draw_run(args, path);
  if (args.convert.frame || args.convert.first_frame || args.convert.last_frame ||
      args.convert.time) {
    const char* option = args.convert.time ? "--time" : "--frame";
    throw UsageError(fmt::format("{}: a scene has no frames; the folder of a run has", option),
                     option);
  }
  const System system = load_scene(args);
  DrawOptions options = draw_options(args, system);
  if (args.drawn) {
    save_text(draw_svg(system, nullptr, options), path);
    report(args, system, nullptr);
    return kExitDone;
  }
  require_one_combination(system, args, "a picture shows one combination");
  const Solved solved = solve_deferring_signals(system, args);
  options.name = solved.combination;
  save_text(draw_svg(solved.system(system), &solved.rest, options), path);
  report(args, system, &solved.rest);
  return exit_code(solved.status());
}

}  // namespace tensio::cli
