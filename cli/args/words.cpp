// The words of the command line: verbs and options, and the nearest of them to a mistyped one.
#include "args/words.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "tensio/words.hpp"

namespace tensio::cli {

namespace {

constexpr std::array kVerbs = {
    Verb{"solve", "find the equilibrium of a net"},
    Verb{"run", "simulate the motion of a net; write frames, tables and plots"},
    Verb{"resume", "continue an interrupted run, with byte-identical results"},
    Verb{"modes", "compute vibration modes, states of self-stress and mechanisms"},
    Verb{"follow", "trace the load-displacement path, also past limit points"},
    Verb{"draw", "draw a net in equilibrium"},
    Verb{"check", "find errors and likely mistakes in a scene, without solving it"},
    Verb{"info", "describe a scene"},
    Verb{"convert", "convert a scene, a mesh or a run to another format"},
    Verb{"compare", "report the differences between two results"},
    Verb{"verify", "verify that this machine gives the bits that a scene recorded"},
    Verb{"movie", "make an animation of a run"},
    Verb{"new", "write a scene: a chain, a cloth, a net or another generated part"},
    Verb{"sections", "list wire ropes, strands and rods, with EA, mass and strength"},
    Verb{"help", "explain a command"},
    Verb{"sweep", ""},
    Verb{"bench", "measure the speed of this machine, or of a scene"},
    Verb{"studio", "show and edit a scene in the browser, or replay a run"},
};

constexpr std::array kOptions = {
    OptionText{"--combination", "", "NAME", "solve",
               "solve this combination of load cases (default: all of them)"},
    OptionText{"--combination", "", "NAME", "draw modes run",
               "the combination of load cases; required if the scene has any"},
    OptionText{"--integrator", "", "NAME", "run",
               "auto, or one of those below; with --page up to four, with commas"},
    OptionText{"--time-step", "", "T", "run",
               "in seconds, or with a unit (1ms); auto: from the stable step"},
    OptionText{"--duration", "", "T", "run", "simulated time, in seconds or with a unit"},
    OptionText{"--output-every", "", "T", "run",
               "interval between frames (default: duration / 100)"},
    OptionText{"--from", "", "STATE", "run", "initial state: drawn (default) or equilibrium"},
    OptionText{"--method", "", "NAME", "run",
               "method of implicit steps: auto (default), newton or prefactored"},
    OptionText{"--accuracy", "", "NAME", "run",
               "of implicit steps: full (default) or preview, a few iterations"},
    OptionText{"--precision", "", "NAME", "run",
               "of explicit steps: double (default) or single, which is faster"},
    OptionText{"--backend", "", "NAME", "run resume",
               "takes explicit steps: auto (default), cpu, cuda (GPU), petsc (MPI)"},
    OptionText{"--tolerance", "", "X", "run",
               "on the residual of implicit steps, or rk45's error (default 1e-10)"},
    OptionText{"--max-iterations", "", "N", "run",
               "maximum number of iterations in an implicit step (default 50)"},
    OptionText{"--scene", "", "FILE", "resume", "continue with this edited scene"},
    OptionText{"--at", "", "T", "resume",
               "with --scene: time of the change (default: the last checkpoint)"},
    OptionText{"--count", "", "N", "modes", "number of lowest modes, or all (default 10)"},
    OptionText{"--picture", "", "FILE", "modes", "draw the mode shapes to FILE, an SVG file"},
    OptionText{"--movie", "", "FILE", "modes", "draw them swinging to FILE, an .svg or .html file"},
    OptionText{"--view", "", "VIEW", "modes",
               "top, front, side, iso (default) or AZIMUTH,ELEVATION; in 3D"},
    OptionText{"--force", "", "", "modes", "with --picture or --movie: overwrite existing files"},
    OptionText{"--about", "", "STATE", "modes",
               "rest, the equilibrium, solved for first (default), or drawn"},
    OptionText{"--case", "", "NAME", "follow",
               "the load case that grows (default: all loads and gravity)"},
    OptionText{"--until", "", "X", "follow",
               "the load factor to end at, reached exactly (default 1)"},
    OptionText{"--probe", "", "NODE.AXIS", "follow",
               "a displacement to record, as 7.z or tip.z; repeatable"},
    OptionText{"--max-steps", "", "N", "follow", "maximum number of steps (default 1000)"},
    OptionText{"--branch", "", "N", "follow",
               "also follow the branches of bifurcation 1, 2, ... or all; repeatable"},
    OptionText{"--branch-sign", "", "NAME", "follow",
               "side on which a branch begins: both (default), plus or minus"},
    OptionText{"--branch-step", "", "X", "follow",
               "arc length of the first step of a branch (default 0.02)"},
    OptionText{"--method", "", "NAME", "solve modes",
               "newton, linear, plain_newton, per_node_newton, fire or lbfgs"},
    OptionText{"--relaxation", "", "X", "solve modes",
               "step fraction of each node in per_node_newton (default 0.5)"},
    OptionText{"--tolerance", "", "X", "solve modes follow",
               "largest residual at equilibrium (default 1e-10)"},
    OptionText{"--max-iterations", "", "N", "solve modes",
               "maximum number of iterations (default 10000)"},
    OptionText{"--load-steps", "", "N", "solve", "apply the loads in N increments (default 1)"},
    OptionText{"--no-stability", "", "", "solve",
               "skip stability, the lowest stiffness and the mechanisms"},
    OptionText{"--linear-solver", "", "NAME", "solve modes run",
               "auto (default), cholmod, ldlt, pcg, incomplete or multilevel"},
    OptionText{"--reproducible", "", "", "solve modes run",
               "use only solvers that give the same bits on every machine"},
    OptionText{"--no-substeps", "", "", "run",
               "end the run at a step that does not converge; do not split it"},
    OptionText{"--no-warm-start", "", "", "run",
               "do not start implicit steps from the displacement of the last one"},
    OptionText{"--threads", "", "N", "solve modes run resume follow",
               "number of threads; results do not depend on it"},
    OptionText{"--threads", "", "N", "bench",
               "number of threads (default 1; with a SCENE: all cores)"},
    OptionText{"--out", "", "FILE", "solve",
               "write the scene, with the equilibrium as its start, to FILE"},
    OptionText{"--out", "", "FILE", "draw", "write the picture to FILE, an SVG file; required"},
    OptionText{"--view", "", "VIEW", "draw movie",
               "top, front, side, iso (default) or AZIMUTH,ELEVATION; in 3D"},
    OptionText{"--up", "", "AXIS", "draw movie modes",
               "axis that points upwards: y or z (default: by gravity, else z)"},
    OptionText{"--inner", "", "", "draw movie modes",
               "draw the springs inside rods, shells, cloths and solid bodies too"},
    OptionText{"--surface", "", "", "draw movie",
               "fill cells of four springs with crossed diagonals, as a cloth"},
    OptionText{"--time", "", "T", "draw",
               "the moment T of a scene in motion; of a run: the frame nearest to it"},
    OptionText{"--frame", "", "N", "draw",
               "of a run: frame N from 0, first or last (default last)"},
    OptionText{"--color-by", "", "NAME", "draw",
               "tension (default), strain, utilisation, set or none"},
    OptionText{"--labels", "", "NAME", "draw", "show the ids and names of nodes, springs or all"},
    OptionText{"--deformed", "", "X", "draw",
               "scale displacements by X; the drawn shape is shown behind"},
    OptionText{"--deformed", "", "X", "movie",
               "scale displacements from the drawn shape by X"},
    OptionText{"--drawn", "", "", "draw", "show the drawn shape; nothing is solved"},
    OptionText{"--redraw", "", "", "solve", "with --out: make the equilibrium the drawn shape too"},
    OptionText{"--materialise", "", "", "solve",
               "with --redraw: make springs of force densities and tensions elastic"},
    OptionText{"--page", "", "FILE", "solve",
               "write an HTML report to FILE: picture, status, tables"},
    OptionText{"--no-viewer", "", "", "solve",
               "with --page: only what can be printed, without the viewer above it"},
    OptionText{"--page", "", "FILE", "run",
               "write an HTML page to FILE that plays the run, or compares several"},
    OptionText{"--live", "", "", "run",
               "with --page: the studio with the scene, to run it in the page"},
    OptionText{"--npz", "", "FILE", "solve",
               "write positions, tensions, reactions ... to FILE, for NumPy"},
    OptionText{"--table", "", "NAME", "solve",
               "print springs, nodes or reactions as CSV instead of the summary"},
    OptionText{"--stages", "", "", "solve", "with --table: the rows of every construction stage"},
    OptionText{"--envelope", "", "", "solve",
               "with --table: the extremes over all combinations, or --stages"},
    OptionText{"--force", "", "", "solve", "with --out, --page or --npz: overwrite existing files"},
    OptionText{"--force", "", "", "draw", "overwrite FILE if it exists"},
    OptionText{"--out", "", "FILE", "follow", "write the points of the path to FILE, as CSV"},
    OptionText{"--plot", "", "FILE", "follow",
               "plot the load factor over the probes to FILE, as SVG"},
    OptionText{"--force", "", "", "follow", "with --out or --plot: overwrite existing files"},
    OptionText{"--out", "", "DIR", "run",
               "write frames, tables, plots and checkpoints to the folder DIR"},
    OptionText{"--format", "", "NAME", "run", "of the frames: vtk (default), npy or npz"},
    OptionText{"--checkpoint-every", "", "T", "run",
               "simulated time between checkpoints (always: first and last)"},
    OptionText{"--stop-after", "", "T", "run resume",
               "stop after T seconds of wall time, with a checkpoint; exit code 6"},
    OptionText{"--force", "", "", "run",
               "with --out or --page: replace the files of an earlier run"},
    OptionText{"--format", "", "NAME", "convert",
               "of INPUT, if its extension is ambiguous: obj, ply, gmsh..."},
    OptionText{"--stiffness", "", "X", "convert", "of a mesh: stiffness of its springs [N/m]"},
    OptionText{"--axial-stiffness", "", "X", "convert",
               "of a mesh: axial stiffness EA of its springs [N]"},
    OptionText{"--mass", "", "X", "convert", "of a mesh: mass of each node [kg]"},
    OptionText{"--total-mass", "", "X", "convert",
               "of a mesh: total mass, shared equally by the nodes [kg]"},
    OptionText{"--dimension", "", "N", "convert", "of a mesh: 2 or 3 (default: that of the file)"},
    OptionText{"--frame", "", "N", "convert",
               "of a run: frame N from 0, first or last (default last)"},
    OptionText{"--time", "", "T", "convert", "of a run: the frame nearest to time T"},
    OptionText{"--frames", "", "N", "convert",
               "of a run, to glTF: at most N frames, evenly spaced (default 100)"},
    OptionText{"--drawn", "", "", "convert", "use the drawn shape, not the start"},
    OptionText{"--table", "", "NAME", "convert",
               "to CSV: only nodes or springs, with ids (default: both)"},
    OptionText{"--matrix", "", "NAME", "convert", "to Matrix Market: stiffness (default) or mass"},
    OptionText{"--view", "", "VIEW", "convert",
               "to SVG: top, front, side, iso (default) or AZIMUTH,ELEVATION"},
    OptionText{"--force", "", "", "convert", "overwrite OUTPUT if it exists"},
    OptionText{"--out", "", "FILE", "movie",
               "write the animation to FILE, an .svg, .html or .mp4 file; required"},
    OptionText{"--color-by", "", "NAME", "movie",
               "tension (default if recorded), strain, set or none"},
    OptionText{"--speed", "", "X", "movie", "simulated seconds per second (default: chosen)"},
    OptionText{"--frames", "", "N", "movie",
               "of .svg and .html: at most N frames, evenly spaced (default 200)"},
    OptionText{"--force", "", "", "movie", "overwrite FILE if it exists"},
    OptionText{"--tolerance", "", "X", "compare",
               "largest relative difference allowed (default 0)"},
    OptionText{"--record", "", "", "verify",
               "record this machine's results, and write the scene with them"},
    OptionText{"--threads", "", "N", "verify", "number of threads; results do not depend on it"},
    OptionText{"--out", "", "FILE", "verify", "with --record: write the scene to FILE"},
    OptionText{"--force", "", "", "verify", "with --out: overwrite FILE if it exists"},
    OptionText{"--dimension", "", "N", "new", "of the scene, 2 or 3"},
    OptionText{"--expand", "", "", "new",
               "write nodes and springs instead of the kind and its options"},
    OptionText{"--out", "", "FILE", "new", "write the scene to FILE instead of standard output"},
    OptionText{"--force", "", "", "new", "with --out: overwrite FILE if it exists"},
    OptionText{"--only", "", "NAME", "bench", "run only this benchmark, see below; repeatable"},
    OptionText{"--quick", "", "", "bench",
               "small nets, one repetition each: seconds instead of minutes"},
    OptionText{"--repeat", "", "N", "bench", "number of repetitions (default 3)"},
    OptionText{"--port", "", "N", "studio", "port of the page's address (default: a free one)"},
    OptionText{"--no-browser", "", "", "studio", "print the address; do not open a browser"},
    OptionText{"--man", "", "", "help", "print it as a manual page, for the program man"},
    OptionText{"--completion", "", "SHELL", "help",
               "print what lets a shell complete commands: bash, zsh or fish"},
    OptionText{"--ranks", "", "N", "info",
               "also describe how N ranks of a cluster would share the work"},
    OptionText{"--strict", "", "", "check", "exit code 3 if there are warnings"},
    OptionText{"--set", "", "NAME=VALUE", "solve modes run follow draw check info convert bench",
               "set a parameter of the scene; repeatable"},
    OptionText{"--set", "", "NAME=VALUE", "resume",
               "with --scene: set a parameter of it; repeatable"},
    OptionText{"--data", "", "DIR",
               "solve modes run resume follow draw check info convert verify bench studio",
               "also read data files from DIR; repeatable"},
    OptionText{"--json", "", "",
               "solve modes run resume follow draw check info convert compare verify movie new "
               "bench studio sections help",
               "print one JSON object, and nothing else, on standard output"},
    OptionText{"--quiet", "-q", "",
               "solve modes run resume follow draw check convert compare verify movie new bench",
               "print only errors and warnings"},
    OptionText{"--quiet", "-q", "", "studio", "print only the address"},
    OptionText{"--verbose", "-v", "", "solve modes", "show every iteration on standard error"},
    OptionText{"--verbose", "-v", "", "follow", "show every point of the path on standard error"},
    OptionText{"--verbose", "-v", "", "run resume", "show every frame on standard error"},
    OptionText{"--help", "-h", "",
               "solve modes run resume follow draw check info convert compare verify movie new "
               "bench studio sections help",
               "print this text"},
};

struct OtherName {
  std::string_view word;
  std::string_view here;
};
constexpr OtherName kOtherVerbs[] = {
    {"simulate", "run"},    {"simulation", "run"},     {"sim", "run"},
    {"animate", "movie"},   {"dynamics", "run"},       {"plot", "draw"},
    {"render", "draw"},     {"picture", "draw"},       {"view", "draw"},
    {"show", "info"},       {"statics", "solve"},      {"equilibrium", "solve"},
    {"static", "solve"},    {"relax", "solve"},        {"minimize", "solve"},
    {"eigen", "modes"},     {"frequencies", "modes"},  {"modal", "modes"},
    {"buckling", "follow"}, {"export", "convert"},     {"import", "convert"},
    {"diff", "compare"},    {"reproduce", "verify"},   {"prove", "verify"},
    {"video", "movie"},     {"validate", "check"},     {"lint", "check"},
    {"create", "new"},      {"generate", "new"},       {"init", "new"},
    {"continue", "resume"}, {"restart", "resume"},     {"benchmark", "bench"},
    {"browser", "studio"},  {"gui", "studio"},         {"edit", "studio"},
    {"open", "studio"},     {"replay", "studio"},      {"section", "sections"},
    {"ropes", "sections"},  {"materials", "sections"},
};
constexpr OtherName kOtherOptions[] = {
    {"--dt", "--time-step"},
    {"--h", "--time-step"},
    {"--timestep", "--time-step"},
    {"--step", "--time-step"},
    {"--step-size", "--time-step"},
    {"--time", "--duration"},
    {"--tmax", "--duration"},
    {"--t-end", "--duration"},
    {"--tend", "--duration"},
    {"--end", "--duration"},
    {"--end-time", "--duration"},
    {"--until", "--duration"},
    {"--scheme", "--integrator"},
    {"--output", "--out"},
    {"-o", "--out"},
    {"--outdir", "--out"},
    {"--solver", "--linear-solver"},
    {"--tol", "--tolerance"},
    {"--eps", "--tolerance"},
    {"--maxiter", "--max-iterations"},
    {"--iterations", "--max-iterations"},
    {"-j", "--threads"},
    {"--jobs", "--threads"},
    {"--overwrite", "--force"},
    {"-f", "--force"},
    {"--param", "--set"},
    {"--parameter", "--set"},
    {"-D", "--set"},
    {"--silent", "--quiet"},
    {"--save-every", "--output-every"},
    {"--frame-every", "--output-every"},
    {"--color", "--color-by"},
    {"--colour-by", "--color-by"},
};

}  // namespace

std::span<const Verb> verbs() { return kVerbs; }

const Verb* find_verb(std::string_view name) {
  const auto found = std::find_if(kVerbs.begin(), kVerbs.end(),
                                  [&](const Verb& verb) { return verb.name == name; });
  return found == kVerbs.end() ? nullptr : &*found;
}

std::span<const OptionText> options() { return kOptions; }

bool takes(std::string_view verb, const OptionText& option) {
  // Word by word, since "run" must not be found in "trunk".
  std::string_view list = option.verbs;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (list.substr(0, end) == verb) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

std::string verb_called(std::string_view word) {
  const std::string small = folded(word);
  for (const OtherName& other : kOtherVerbs)
    if (other.word == small) return std::string(other.here);
  return {};
}

std::string option_called(std::string_view word, std::string_view verb) {
  for (const OtherName& other : kOtherOptions) {
    if (other.word != word) continue;
    for (const OptionText& option : kOptions)
      if (other.here == option.name && takes(verb, option)) return option.name;
  }
  return {};
}

std::string folded(std::string_view word) {
  std::string small(word);
  for (char& c : small) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-') c = '_';
  }
  return small;
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  for (const std::string& candidate : candidates)
    if (folded(candidate) == folded(word)) return candidate;
  // The beginning of a longer word is near, whatever is missing.
  for (const std::string& candidate : candidates) {
    if (word.size() >= 3 && candidate.starts_with(word)) return candidate;
  }
  std::string best;
  // of a word of two or three letters hardly more may differ than one
  const std::size_t letters = word.size() - std::min(word.find_first_not_of('-'), word.size());
  std::size_t least = letters <= 3 ? 2 : std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least && distance < candidate.size()) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace tensio::cli
