// `tensio modes`: reads a scene, finds its modes, and reports them.
#include <cmath>
#include <filesystem>

#include "args/args_check.hpp"
#include "clock.hpp"
#include "commands/commands.hpp"
#include "commands/load_scene.hpp"
#include "commands/solving.hpp"
#include "exit_code.hpp"
#include "io/text/save_text.hpp"
#include "output/modes_output.hpp"
#include "output/output_file.hpp"
#include "output/text_output.hpp"
#include "signals.hpp"
#include "tensio/pictures/modes_picture.hpp"

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

// Where the pictures go, known before the work begins.
struct ModesPictures {
  std::string picture, movie;
  bool page = false;
};

ModesPictures modes_pictures(const Args& args) {
  const auto ending = [](const std::string& file) {
    return std::filesystem::path(file).extension().string();
  };
  if (!args.picture.empty() && ending(args.picture) != ".svg") {
    throw UsageError(
        fmt::format("--picture {}: the extension must be .svg", printable(args.picture)),
        args.picture);
  }
  const bool page = ending(args.movie) == ".html";
  if (!args.movie.empty() && !page && ending(args.movie) != ".svg") {
    throw UsageError(
        fmt::format("--movie {}: the extension must be .svg or .html", printable(args.movie)),
        args.movie);
  }
  const bool drawing = !args.picture.empty() || !args.movie.empty();
  if (!drawing && (args.view || args.camera || args.inner || args.up != Up::automatic)) {
    throw UsageError(
        "--view, --up and --inner are for pictures; give --picture FILE or --movie "
        "FILE",
        "--view");
  }
  if (!args.picture.empty() && args.picture == args.movie)
    throw UsageError("--picture and --movie name the same file", args.movie);
  return {output_path(args.picture, "--picture", args.force),
          output_path(args.movie, "--movie", args.force), page};
}

void draw_modes(const System& system, const ModesResult& result, const ModesPictures& to,
                const Args& args) {
  if (result.modes.empty()) return;
  ModesPictureOptions options{.camera = args.camera, .up = args.up, .inner = args.inner};
  options.view = args.view.value_or(options.view);
  if (!to.picture.empty()) save_text(modes_svg(system, result, options).svg, to.picture);
  if (to.movie.empty()) return;
  options.swinging = true;
  const MovieText movie = modes_svg(system, result, options);
  save_text(to.page ? movie_html(system, movie) : movie.svg, to.movie);
}

}  // namespace

int modes_command(const Args& args) {
  const ModesPictures pictures = modes_pictures(args);
  const Stopwatch load_watch;
  const System scene = load_scene(args);
  check_view(args, scene.dimension);
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
  draw_modes(system, reported.result, pictures, args);

  Output output;
  if (args.json) {
    write_modes_json(output, reported);
  } else if (!args.quiet) {
    write_modes_summary(output, reported);
    for (const std::string* file : {&args.picture, &args.movie})
      if (!file->empty() && !reported.result.modes.empty())
        output.print("written to {}\n", printable(*file));
  } else if (!reported.result.problem.empty()) {
    say(no_modes_line(reported.result, 2));
  }
  output.flush();
  return modes_exit_code(reported.result);
}

}  // namespace tensio::cli
