// `tensio modes`: reads a scene, finds its modes, and reports them.
#include <cmath>

#include "clock.hpp"
#include "commands/commands.hpp"
#include "commands/load_scene.hpp"
#include "commands/solving.hpp"
#include "exit_code.hpp"
#include "output/modes_output.hpp"
#include "output/text_output.hpp"
#include "signals.hpp"

namespace tensio::cli {

namespace {

int modes_exit_code(const ModesResult& result) {
  if (result.rest.report.status == Status::interrupted) return kExitSignal + remembered_signal();
  return result.problem.empty() ? kExitDone : kExitSolver;
}

// The scene as its stages and the combination named make it, at rest or as far as it came.
System built(const System& scene, const EquilibriumOptions& options, const Args& args) {
  const bool drawn = args.modes.about == About::drawn;
  if (!drawn) require_one_combination(scene, args, "modes are computed about one equilibrium");
  if (drawn || (scene.stages.empty() && scene.combinations.empty())) return scene;
  const Solved solved = solve(scene, options, args);
  return with_start(solved.system(scene), solved.rest);
}

}  // namespace

int modes_command(const Args& args) {
  const Stopwatch load_watch;
  const System scene = load_scene(args);
  const double load_seconds = load_watch.seconds();

  // From here on a signal stops the solve, and what was reached is still reported.
  defer_signals();
  heed_signals_within(2);
  const System system = built(scene, merged_options(scene.equilibrium, args), args);
  ModesReport reported{.system = system, .load_seconds = load_seconds};
  const Stopwatch watch;
  {
    ProgressObserver observer(args.verbose, args.quiet);
    reported.result =
        find_modes(system, args.modes, merged_options(system.equilibrium, args), &observer);
  }
  reported.compile_seconds = reported.result.rest.report.compile_seconds;
  reported.seconds = watch.seconds() - reported.compile_seconds;
  heed_signals_within(0);
  if (reported.result.rest.report.status == Status::interrupted)
    reported.result.problem = fmt::format("stopped by {}", signal_name(remembered_signal()));
  release_signals();

  Output output;
  if (args.json) {
    write_modes_json(output, reported);
  } else if (!args.quiet) {
    write_modes_summary(output, reported);
  } else if (!reported.result.problem.empty()) {
    say(no_modes_line(reported.result, 2));
  }
  output.flush();
  return modes_exit_code(reported.result);
}

}  // namespace tensio::cli
