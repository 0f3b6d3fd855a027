// Options that make no sense, alone or together.
#include "args/args_check.hpp"

#include <fmt/format.h>

#include "tensio/solve/equilibrium.hpp"

namespace tensio::cli {

namespace {

// What makes sense with --page, and what does not.
void check_page(const Args& args) {
  const RunArgs& run = args.run;
  if (args.no_viewer && args.page.empty()) {
    throw UsageError("--no-viewer leaves the viewer out of a page, so it needs --page FILE",
                     "--no-viewer");
  }
  if (run.live && args.page.empty()) {
    throw UsageError("--live is about a page, so it needs --page FILE", "--live");
  }
  if (run.several.empty()) return;
  if (args.page.empty()) {
    throw UsageError("several integrators are compared on a page, so they need --page FILE",
                     "--integrator");
  }
  if (!args.out.empty()) {
    throw UsageError("--out is the folder of one run: with several integrators, leave it out",
                     args.out);
  }
  if (run.live) {
    throw UsageError("--live shows one integrator; name one, and compare in the studio with C",
                     "--live");
  }
}

// What makes sense with --out or --scene alone.
void check_run(const Args& args) {
  if (args.verb == "run" && args.out.empty()) {
    if (args.run.format) {
      throw UsageError("--format is the format of the frames, so it needs --out DIR", "--format");
    }
    if (args.run.checkpoint_every) {
      throw UsageError("--checkpoint-every writes files, so it needs --out DIR",
                       "--checkpoint-every");
    }
  }
  if (args.verb == "resume" && !args.set.empty() && args.run.edited_scene.empty()) {
    throw UsageError("--set changes a scene that is read again, so it needs --scene FILE", "--set");
  }
  if (args.run.at && args.run.edited_scene.empty()) {
    throw UsageError(
        "--at is the time at which an edited scene takes effect, so it needs --scene FILE", "--at");
  }
}

// One frame is one frame.
void check_frame(const Args& args) {
  const ConvertArgs& convert = args.convert;
  const bool frame = convert.frame || convert.first_frame || convert.last_frame;
  if (frame && convert.time) {
    throw UsageError("--frame and --time both name a frame; give one of them", "--time");
  }
}

// What `draw` needs, and what its drawn shape cannot show.
void check_draw(const Args& args) {
  if (args.verb != "draw") return;
  if (args.out.empty()) {
    throw UsageError("`draw` needs a file for the picture: --out FILE.svg");
  }
  check_frame(args);
  if (!args.drawn) return;
  if (args.deformed) {
    throw UsageError("--drawn solves nothing, so it excludes --deformed", "--deformed");
  }
  const ColorBy by = args.color_by.value_or(ColorBy::none);
  if (by != ColorBy::none && by != ColorBy::set) {
    throw UsageError(fmt::format("--drawn solves nothing, so it has no {0}; --color-by takes set "
                                 "or none there",
                                 to_string(by)),
                     to_string(by));
  }
}

// A movie goes to a file.
void check_movie(const Args& args) {
  if (args.verb != "movie") return;
  if (args.out.empty()) {
    throw UsageError("`movie` needs a file for the movie: --out FILE.svg, FILE.html or FILE.mp4");
  }
  if (args.color_by == ColorBy::utilisation) {
    throw UsageError("--color-by utilisation: a movie has tension, strain, set or none",
                     "utilisation");
  }
}

// Meshes have one stiffness and one mass.
void check_convert(const Args& args) {
  const ConvertArgs& convert = args.convert;
  check_frame(args);
  if (convert.stiffness && convert.axial_stiffness) {
    throw UsageError(
        "--stiffness and --axial-stiffness both give the stiffness of springs; give one of them",
        "--axial-stiffness");
  }
  if (convert.mass && convert.total_mass) {
    throw UsageError("--mass and --total-mass both give the mass of nodes; give one of them",
                     "--total-mass");
  }
  if (args.second == "-") {
    throw UsageError("`convert` writes a file; - is not one", "-");
  }
}

// Options that make no sense together.
void check_together(const Args& args) {
  if (args.quiet && args.verbose) {
    throw UsageError("--quiet and --verbose exclude each other", "--verbose");
  }
  if (args.out == "-") {
    throw UsageError("--out -: a file name is needed; --json prints to standard output", "-");
  }
  if (args.redraw && args.out.empty()) {
    throw UsageError("--redraw changes what is written, so it needs --out FILE", "--redraw");
  }
  if (args.materialise && !args.redraw) {
    throw UsageError(
        "--materialise makes elastic springs of the shape drawn, so it needs --redraw and --out "
        "FILE",
        "--materialise");
  }
  if (args.plot == "-") {
    throw UsageError("--plot -: a file name is needed; --json prints to standard output", "-");
  }
  if (args.verb == "convert") return check_convert(args);
  if (args.force && args.out.empty() && args.page.empty() && args.npz.empty() &&
      args.plot.empty() && args.picture.empty() && args.movie.empty()) {
    throw UsageError(
        args.verb == "solve"
            ? "--force allows overwriting, so it needs --out FILE, --page FILE or --npz FILE"
        : args.verb == "run"
            ? "--force allows overwriting, so it needs --out DIR or --page FILE"
        : args.verb == "modes"
            ? "--force allows overwriting, so it needs --picture FILE or --movie FILE"
            : "--force allows overwriting, so it needs --out FILE",
        "--force");
  }
  if (args.page == "-") {
    throw UsageError("--page -: a file name is needed; standard output has the summary", "-");
  }
  if (args.npz == "-") {
    throw UsageError("--npz -: a file name is needed; standard output has the summary", "-");
  }
  if (!args.page.empty() && args.page == args.out) {
    throw UsageError("--out and --page name the same file", args.page);
  }
  if (!args.npz.empty() && (args.npz == args.out || args.npz == args.page)) {
    throw UsageError(
        fmt::format("--npz and {} name the same file", args.npz == args.out ? "--out" : "--page"),
        args.npz);
  }
  if (args.table && args.json) {
    throw UsageError("--table and --json exclude each other: both take standard output", "--table");
  }
  if (args.table && args.quiet) {
    throw UsageError("--table prints a table, so it excludes --quiet", "--quiet");
  }
  if (args.method == Method::plain_newton &&
      args.linear_solver.value_or(LinearSolver::ldlt) != LinearSolver::ldlt &&
      args.linear_solver != LinearSolver::automatic) {
    throw UsageError(
        "--method plain_newton needs --linear-solver ldlt, which also solves with indefinite "
        "matrices",
        "plain_newton");
  }
  const bool cholmod = args.linear_solver == LinearSolver::cholmod;
  if (cholmod && args.reproducible) {
    throw UsageError(
        "--reproducible excludes --linear-solver cholmod, whose bits depend on the machine; "
        "the others give the same everywhere",
        "cholmod");
  }
  if (cholmod && !has_cholmod()) {
    throw UsageError("--linear-solver cholmod: this build has no CHOLMOD; use ldlt or multilevel",
                     "cholmod");
  }
}

// Results are recorded in a file.
void check_record(const Args& args) {
  if (args.verb != "verify") return;
  if (args.record && args.out.empty()) {
    throw UsageError("--record writes the scene with its results, so it needs --out FILE",
                     "--record");
  }
  if (!args.record && !args.out.empty()) {
    throw UsageError("--out is where --record writes the scene; without it nothing is written",
                     "--out");
  }
}

// One text at a time.
void check_help(const Args& args) {
  if (args.verb != "help" || !args.completion) return;
  if (!args.scene.empty()) {
    throw UsageError(fmt::format("--completion is of all commands; leave out `{}`", args.scene),
                     args.scene);
  }
  if (args.man) throw UsageError("--man and --completion exclude each other", "--man");
}

}  // namespace

void check_view(const Args& args, int dimension) {
  if (dimension != 2) return;
  if (args.up != Up::automatic) {
    throw UsageError(
        fmt::format("--up {}: this scene is in 2D, and y points upwards", to_string(args.up)),
        "--up");
  }
  if (args.camera) throw UsageError("--view: this scene is in 2D and has one view only", "--view");
  if (!args.view) return;
  throw UsageError(
      fmt::format("--view {}: this scene is in 2D and has one view only", to_string(*args.view)),
      to_string(*args.view));
}

void check_args(const Args& args) {
  if (args.verb == "studio" && args.scene == "-") {
    throw UsageError("`studio` watches a file; - is not one", "-");
  }
  if (!args.help) check_draw(args);
  if (!args.help) check_run(args);
  if (!args.help) check_page(args);
  if (!args.help) check_movie(args);
  if (!args.help) check_record(args);
  check_help(args);
  check_together(args);
}

}  // namespace tensio::cli
