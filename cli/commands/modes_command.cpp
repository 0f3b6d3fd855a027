// `tensio modes`: reads a scene, finds its modes, and tells of them.
#include <chrono>
#include <cmath>

#include "clock.hpp"
#include "commands/commands.hpp"
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
  if (!drawn) require_one_combination(scene, args, "modes are about one rest state");
  if (drawn || (scene.stages.empty() && scene.combinations.empty())) return scene;
  const Solved solved = solve(scene, options, args);
  return with_start(solved.system(scene), solved.rest);
}

}  // namespace

int modes_command(const Args& args) {
  const Clock::time_point load_begin = Clock::now();
  const System scene = load_scene(args);
  const double load_seconds = seconds_since(load_begin);

  // From here on a signal stops the solve, and what was reached is still told.
  defer_signals();
  heed_signals_within(2);
  const System system = built(scene, merged_options(scene.equilibrium, args), args);
  ModesTold told{.system = system, .load_seconds = load_seconds};
  const Clock::time_point compile_begin = Clock::now();
  const Network network = compile(system);
  told.compile_seconds = seconds_since(compile_begin);
  const Clock::time_point begin = Clock::now();
  {
    ProgressObserver observer(args.verbose, args.quiet);
    told.result =
        solved_in_rounds(system)
            ? find_modes(system, args.modes, merged_options(system.equilibrium, args), &observer)
            : find_modes(network, args.modes, merged_options(system.equilibrium, args), &observer);
  }
  told.seconds = seconds_since(begin);
  heed_signals_within(0);
  if (told.result.rest.report.status == Status::interrupted)
    told.result.problem = fmt::format("stopped by {}", signal_name(remembered_signal()));
  release_signals();

  Output output;
  if (args.json) {
    write_modes_json(output, told);
  } else if (!args.quiet) {
    write_modes_summary(output, told);
  } else if (!told.result.problem.empty()) {
    say(no_modes_line(told.result, 2));
  }
  output.flush();
  return modes_exit_code(told.result);
}

}  // namespace tensio::cli
