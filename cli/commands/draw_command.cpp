// `tensio draw`: solves a scene and keeps a picture of it.
#include <algorithm>
#include <cmath>

#include "args/args_check.hpp"
#include "commands/commands.hpp"
#include "commands/load_scene.hpp"
#include "commands/solving.hpp"
#include "exit_code.hpp"
#include "io/text/save_text.hpp"
#include "output/json_output.hpp"
#include "output/output_file.hpp"
#include "output/run_output.hpp"
#include "output/run_progress.hpp"
#include "output/solve_output.hpp"
#include "output/status.hpp"
#include "output/text_output.hpp"
#include "signals.hpp"
#include "tensio/files/snapshot.hpp"
#include "tensio/motion/simulation.hpp"
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

void write_json(Output& output, const Args& args, const System& system, const Equilibrium* rest,
                const MotionReport* motion) {
  JsonWriter json(output);
  json.begin_object();
  json.member("status", rest != nullptr     ? to_string(rest->report.status)
                        : motion != nullptr ? to_string(motion->status)
                                            : "ok");
  if (rest != nullptr) json.member("reason", rest->report.reason);
  if (motion != nullptr) json.member("reason", motion->reason);
  json.members({{"file", args.out},
                {"nodes", system.node_count()},
                {"springs", system.spring_count()},
                {"simplified", is_simple(args, system)}});
  json.end_object();
}

void report(const Args& args, const System& system, const Equilibrium* rest,
            const MotionReport* motion = nullptr) {
  if (is_simple(args, system) && !args.quiet && !args.json) {
    say(
        fmt::format("note: {} springs are drawn in a simplified way, without labels and "
                    "tooltips\n",
                    grouped(system.spring_count())));
  }
  Output output;
  if (args.json) {
    write_json(output, args, system, rest, motion);
  } else if (!args.quiet) {
    if (rest != nullptr) output.text(status_line(rest->report, 1));
    output.print("written to {}\n", printable(args.out));
  } else if (rest != nullptr && !rest->converged()) {
    say(status_line(rest->report, 2));
  }
  output.flush();
}

// Keeps the last state that it sees.
class LastState final : public MotionObserver {
 public:
  void frame(const MotionFrame& frame) override {
    moment_ = {.time = frame.time,
               .position = {frame.position.begin(), frame.position.end()},
               .tension = {frame.tension.begin(), frame.tension.end()},
               .broken = {frame.broken.begin(), frame.broken.end()},
               .rest_length = {frame.rest_length.begin(), frame.rest_length.end()}};
  }
  const Snapshot& moment() const { return moment_; }

 private:
  Snapshot moment_ = {};
};

void refuse_for_moments(const Args& args) {
  if (!args.drawn && !args.deformed) return;
  throw UsageError(fmt::format("{} shows a rest state; leave out --time",
                               args.drawn ? "--drawn" : "--deformed"),
                   args.drawn ? "--drawn" : "--deformed");
}

// A scene after some time of its motion, which is kept nowhere.
int draw_moment(const Args& args, const std::string& path) {
  refuse_for_moments(args);
  System system = load_scene(args);
  if (!system.simulation)
    throw UsageError("--time: the scene has no `simulation` section, so nothing moves; without "
                     "--time its rest state is drawn",
                     "--time");
  if (!system.stages.empty())
    throw Error("the scene has construction stages, which motion does not include: solve them with "
                "`tensio solve SCENE --out built.json`, and draw built.json");
  require_one_combination(system, args, "a picture shows one combination");
  const Combination* one = wanted_combination(system, args);
  if (one != nullptr) system = under(system, *one);
  const double time = *args.convert.time, start = system.simulation->start_time;
  if (!(time >= start) || !std::isfinite(time))
    throw UsageError(fmt::format("--time {}: the motion begins at {}", time, start), "--time");
  DrawOptions options = draw_options(args, system);
  if (one != nullptr) options.name = one->name;
  // What is longer than the run that the scene describes continues it.
  system.simulation->duration = std::max(system.simulation->duration, time - start);
  defer_signals();
  LastState state;
  RunResult motion;
  {
    StartObserver begin(args);
    Simulation simulation(system, *system.simulation, &begin, Validated::yes);
    RunObserver observer(args);
    observer.set_span(time - start);
    motion.report = simulation.run_until(time, &observer);
    observer.take_away();
    simulation.show(state);
  }
  release_signals();
  save_text(draw_svg(system, state.moment(), options), path);
  if (motion.report.status != MotionStatus::finished) say(run_status_line(motion, 2));
  report(args, system, nullptr, &motion.report);
  return run_exit_code(motion);
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
  if (args.convert.frame || args.convert.first_frame || args.convert.last_frame)
    throw UsageError("--frame: a scene has no frames; the folder of a run has. --time T draws a "
                     "scene after some time of its motion",
                     "--frame");
  if (args.convert.time) return draw_moment(args, path);
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
