// The words of the command line: verbs and options, and the nearest of them to a mistyped one.
#include "words.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "tensio/words.hpp"

namespace tensio::cli {

namespace {

constexpr std::array kVerbs = {
    Verb{"solve", "find where a net comes to rest"},
    Verb{"run", "simulate how a net moves, and keep it as frames, tables and plots"},
    Verb{"resume", "go on with a run that was stopped, to the same bits"},
    Verb{"modes", "find how a net swings, and what it can do without resistance"},
    Verb{"follow", "follow the curve of load against displacement, through snap-through too"},
    Verb{"draw", "make a picture of a net at rest"},
    Verb{"check", "look for mistakes and surprises in a scene, without solving it"},
    Verb{"info", "say what a scene consists of"},
    Verb{"convert", "turn a scene, a mesh or a run into another format"},
    Verb{"compare", "tell by how much two results differ"},
    Verb{"movie", "make a moving picture of a run"},
    Verb{"new", "write a scene: a chain, a cloth, a net and other kinds of parts"},
    Verb{"help", "explain a command"},
    Verb{"sweep", ""},
    Verb{"bench", "measure how fast this machine is, or a scene on it"},
    Verb{"studio", ""},
};

constexpr std::array kOptions = {
    OptionText{"--combination", "", "NAME", "solve",
               "solve this combination of load cases; all of them if not given"},
    OptionText{"--combination", "", "NAME", "draw modes run",
               "the combination of load cases to take; needed where there are any"},
    OptionText{"--integrator", "", "NAME", "run", "auto, or one of those below"},
    OptionText{"--time-step", "", "T", "run",
               "seconds, or with a unit as 1ms; or auto: chosen from the stable step"},
    OptionText{"--duration", "", "T", "run", "simulate so many seconds"},
    OptionText{"--output-every", "", "T", "run",
               "a frame every T seconds; a hundredth of the duration if not given"},
    OptionText{"--from", "", "STATE", "run", "start from drawn (the default) or equilibrium"},
    OptionText{"--method", "", "NAME", "run",
               "of implicit steps, newton or prefactored; newton if not given"},
    OptionText{"--precision", "", "NAME", "run",
               "of explicit steps: double (the default) or single, which is faster"},
    OptionText{"--tolerance", "", "X", "run",
               "residual of an implicit step, or error of rk45; 1e-10 if not given"},
    OptionText{"--max-iterations", "", "N", "run", "of an implicit step; 50 if not given"},
    OptionText{"--scene", "", "FILE", "resume", "go on with this edited scene"},
    OptionText{"--at", "", "T", "resume",
               "with --scene: when it begins to act; else at the last checkpoint"},
    OptionText{"--count", "", "N", "modes", "so many of the lowest modes, or all; 10 if not given"},
    OptionText{"--about", "", "STATE", "modes",
               "rest, which is solved for first (the default), or drawn"},
    OptionText{"--case", "", "NAME", "follow",
               "the load case that grows; all loads and gravity if not given"},
    OptionText{"--until", "", "X", "follow",
               "the load factor at which to end, hit exactly; 1 if not given"},
    OptionText{"--probe", "", "NODE.AXIS", "follow",
               "a displacement to watch, 7.z or tip.z; may be given more than once"},
    OptionText{"--max-steps", "", "N", "follow", "give up after so many; 1000 if not given"},
    OptionText{"--method", "", "NAME", "solve modes",
               "newton, linear, plain_newton, per_node_newton, fire or lbfgs"},
    OptionText{"--relaxation", "", "X", "solve modes",
               "part of its step a node takes in per_node_newton; 0.5 if not given"},
    OptionText{"--tolerance", "", "X", "solve modes follow",
               "largest residual that counts as rest; 1e-10 if not given"},
    OptionText{"--max-iterations", "", "N", "solve modes",
               "give up after so many iterations; 10000 if not given"},
    OptionText{"--load-steps", "", "N", "solve",
               "let all that acts grow in so many equal steps; 1 if not given"},
    OptionText{"--no-stability", "", "", "solve",
               "leave out stability, the lowest stiffness and the mechanisms"},
    OptionText{"--linear-solver", "", "NAME", "solve modes run",
               "auto (the default), cholmod, ldlt, pcg, incomplete or multilevel"},
    OptionText{"--reproducible", "", "", "solve modes run",
               "only solvers that give the same bits on every machine"},
    OptionText{"--threads", "", "N", "solve modes run resume follow",
               "use so many threads; the result is the same with any number"},
    OptionText{"--threads", "", "N", "bench",
               "use so many threads; 1 if not given, of a SCENE all that there are"},
    OptionText{"--out", "", "FILE", "solve",
               "write the scene with the rest state as its start to FILE"},
    OptionText{"--out", "", "FILE", "draw",
               "write the picture to FILE, an SVG file; always needed"},
    OptionText{"--view", "", "NAME", "draw",
               "top, front, side or iso (the default), for nets in 3D"},
    OptionText{"--color-by", "", "NAME", "draw",
               "tension (the default), strain, utilisation, set or none"},
    OptionText{"--labels", "", "NAME", "draw",
               "write ids and names beside the nodes, springs or all"},
    OptionText{"--deformed", "", "X", "draw",
               "show displacements X times as large, with the drawn shape behind"},
    OptionText{"--drawn", "", "", "draw", "show the drawn shape; nothing is solved"},
    OptionText{"--redraw", "", "", "solve", "with --out: make the rest state the drawn shape too"},
    OptionText{"--materialise", "", "", "solve",
               "with --redraw: make elastic springs of force densities and tensions"},
    OptionText{"--page", "", "FILE", "solve",
               "write a page for browsers to FILE: picture, verdict, tables"},
    OptionText{"--npz", "", "FILE", "solve",
               "write positions, tensions, reactions ... to FILE, for NumPy"},
    OptionText{"--table", "", "NAME", "solve",
               "print springs, nodes or reactions as CSV instead of the summary"},
    OptionText{"--force", "", "", "solve",
               "with --out, --page or --npz: overwrite FILE if it exists"},
    OptionText{"--force", "", "", "draw", "overwrite FILE if it exists"},
    OptionText{"--out", "", "FILE", "follow", "write the points of the curve to FILE, as CSV"},
    OptionText{"--plot", "", "FILE", "follow",
               "draw the load factor over the probes to FILE, as SVG"},
    OptionText{"--force", "", "", "follow", "with --out or --plot: overwrite files that exist"},
    OptionText{"--out", "", "DIR", "run",
               "write frames, tables, plots and checkpoints to the folder DIR"},
    OptionText{"--format", "", "NAME", "run", "of the frames: vtk (the default), npy or npz"},
    OptionText{"--checkpoint-every", "", "T", "run",
               "a checkpoint every T simulated seconds, besides the first and last"},
    OptionText{"--stop-after", "", "T", "run resume",
               "stop after T seconds of work, with a checkpoint; exit with 6"},
    OptionText{"--force", "", "", "run", "with --out: replace the files of an earlier run in DIR"},
    OptionText{"--format", "", "NAME", "convert",
               "of INPUT, where its ending does not say it: obj, ply, gmsh..."},
    OptionText{"--stiffness", "", "X", "convert", "of a mesh: the stiffness of its springs [N/m]"},
    OptionText{"--axial-stiffness", "", "X", "convert", "of a mesh: EA of its springs [N]"},
    OptionText{"--mass", "", "X", "convert", "of a mesh: the mass of each node [kg]"},
    OptionText{"--total-mass", "", "X", "convert", "of a mesh: its mass, the same for each node"},
    OptionText{"--dimension", "", "N", "convert",
               "of a mesh: 2 or 3; what the file has if not given"},
    OptionText{"--frame", "", "N", "convert",
               "of a run: frame N from 0, first or last; the last if not given"},
    OptionText{"--time", "", "T", "convert", "of a run: the frame nearest to time T"},
    OptionText{"--frames", "", "N", "convert",
               "of a run, to glTF: at most N frames, evenly; 100 if not given"},
    OptionText{"--drawn", "", "", "convert", "take the drawn shape, not the start"},
    OptionText{"--table", "", "NAME", "convert",
               "to CSV: nodes or springs alone, with ids; both if not given"},
    OptionText{"--matrix", "", "NAME", "convert",
               "to Matrix Market: stiffness (the default) or mass"},
    OptionText{"--view", "", "NAME", "convert",
               "to SVG: top, front, side or iso (the default), for nets in 3D"},
    OptionText{"--force", "", "", "convert", "overwrite OUTPUT if it exists"},
    OptionText{"--out", "", "FILE", "movie",
               "write the movie to FILE, an .svg or .mp4 file; always needed"},
    OptionText{"--view", "", "NAME", "movie",
               "top, front, side or iso (the default), for nets in 3D"},
    OptionText{"--color-by", "", "NAME", "movie",
               "tension (the default where it is known), strain, set or none"},
    OptionText{"--speed", "", "X", "movie",
               "X seconds of the run in a second; chosen if not given"},
    OptionText{"--frames", "", "N", "movie",
               "of an .svg file: at most N frames, evenly; 200 if not given"},
    OptionText{"--force", "", "", "movie", "overwrite FILE if it exists"},
    OptionText{"--tolerance", "", "X", "compare",
               "largest relative difference that counts as equal; 0 if not given"},
    OptionText{"--dimension", "", "N", "new", "of the scene, 2 or 3"},
    OptionText{"--expand", "", "", "new",
               "write nodes and springs instead of the kind and its options"},
    OptionText{"--out", "", "FILE", "new", "write the scene to FILE instead of standard output"},
    OptionText{"--force", "", "", "new", "with --out: overwrite FILE if it exists"},
    OptionText{"--only", "", "NAME", "bench",
               "measure this work alone, see below; may be given more than once"},
    OptionText{"--quick", "", "", "bench",
               "small nets, one round each: seconds instead of minutes"},
    OptionText{"--repeat", "", "N", "bench", "so many rounds; 3 if not given"},
    OptionText{"--strict", "", "", "check", "exit with 3 if there are warnings"},
    OptionText{"--set", "", "NAME=VALUE", "solve modes run follow draw check info convert bench",
               "another value for a parameter; may be given more than once"},
    OptionText{"--set", "", "NAME=VALUE", "resume",
               "with --scene: give one of its parameters another value"},
    OptionText{"--data", "", "DIR", "solve modes run resume follow draw check info convert bench",
               "also read data files from DIR; may be given more than once"},
    OptionText{"--json", "", "",
               "solve modes run resume follow draw check info convert compare movie new bench help",
               "print one JSON object, and nothing else, on standard output"},
    OptionText{"--quiet", "-q", "",
               "solve modes run resume follow draw check convert compare movie new bench",
               "print nothing but what is wrong"},
    OptionText{"--verbose", "-v", "", "solve modes", "show every iteration on standard error"},
    OptionText{"--verbose", "-v", "", "follow", "show every point of the curve on standard error"},
    OptionText{"--verbose", "-v", "", "run resume", "show every frame on standard error"},
    OptionText{"--help", "-h", "",
               "solve modes run resume follow draw check info convert compare movie new bench help",
               "print this text"},
};

struct OtherName {
  std::string_view word;
  std::string_view here;
};
constexpr OtherName kOtherVerbs[] = {
    {"simulate", "run"},    {"simulation", "run"},    {"sim", "run"},
    {"animate", "movie"},   {"dynamics", "run"},      {"plot", "draw"},
    {"render", "draw"},     {"picture", "draw"},      {"view", "draw"},
    {"show", "info"},       {"statics", "solve"},     {"equilibrium", "solve"},
    {"static", "solve"},    {"relax", "solve"},       {"minimize", "solve"},
    {"eigen", "modes"},     {"frequencies", "modes"}, {"modal", "modes"},
    {"buckling", "follow"}, {"export", "convert"},    {"import", "convert"},
    {"diff", "compare"},    {"video", "movie"},       {"validate", "check"},
    {"lint", "check"},      {"create", "new"},        {"generate", "new"},
    {"init", "new"},        {"continue", "resume"},   {"restart", "resume"},
    {"benchmark", "bench"},
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
