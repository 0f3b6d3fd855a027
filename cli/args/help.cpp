// The help texts.
#include "args/help.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

#include "tensio/solve/equilibrium.hpp"
#include "tensio/version.hpp"

namespace tensio::cli {

namespace {

constexpr HelpPage kPages[] = {
    {"solve", "tensio solve SCENE [options]",
     "Finds the equilibrium of a net under its loads and weights, and reports the residual, the\n"
     "energy, the largest tension and compression, and the reactions of the supports.\n"
     "Construction stages are solved first. If the scene has combinations of load cases, each\n"
     "is solved from the equilibrium without any case, and an envelope is reported. SCENE is a\n"
     "JSON file, or - for standard input. Options override the scene's `equilibrium` section.\n",
     "Exit codes: 0 converged; 2 usage error; 3 error in the scene; 4 no equilibrium was found;\n"
     "5 a file cannot be read or written; 6 a size or memory limit; 130 after Ctrl-C.\n"
     "\n"
     "Example: solve a scene, save the equilibrium, and continue from it.\n"
     "  tensio solve net.json --out rest.json\n"
     "  tensio solve rest.json\n"},
    {"run", "tensio run SCENE [options]",
     "Simulates the motion of a net, and reports the time and the number of steps, the energy\n"
     "balance, what yielded, broke or came into contact, and the probes. SCENE is a JSON file,\n"
     "or - for standard input. Options override the scene's `simulation` section. --page writes\n"
     "a page that plays the run in a browser, without Tensio; with several integrators it shows\n"
     "them side by side, on one clock.\n",
     "Integrators: explicit_euler, symplectic_euler, velocity_verlet, rk4, rk45 (conditionally\n"
     "stable; the limit is reported), linearly_implicit_euler, implicit_euler,\n"
     "implicit_midpoint, bdf2 (stable at large steps).\n"
     "\n"
     "Exit codes: 0 finished; 2 usage error; 3 error in the scene; 4 it blew up, or a step did\n"
     "not converge; 5 a file cannot be read or written; 6 --stop-after, or a size or memory\n"
     "limit; 130 after Ctrl-C, 143 after SIGTERM: a checkpoint is written first.\n"
     "\n"
     "Example: two seconds of motion, written to a folder for ParaView.\n"
     "  tensio run net.json --duration 2 --out net_run --checkpoint-every 0.5\n"
     "\n"
     "Example: a page that compares three integrators.\n"
     "  tensio run net.json --integrator velocity_verlet,rk4,implicit_euler --page net.html\n"},
    {"resume", "tensio resume DIR [options]",
     "Continues the run that `tensio run --out DIR` began, from its newest complete checkpoint.\n"
     "The files in DIR end up byte-identical to those of a run that was never interrupted. With\n"
     "--scene, continues with edited values; the numbers of nodes and springs must stay the\n"
     "same. A run that is already finished is reported as such.\n",
     "Exit codes: those of run.\n"
     "\n"
     "Example: continue with another scene from 1.2 s on.\n"
     "  tensio resume net_run --scene edited.json --at 1.2\n"},
    {"modes", "tensio modes SCENE [options]",
     "Computes the lowest vibration modes of a net about its equilibrium (frequencies and\n"
     "shapes), its states of self-stress (tensions that need no load) and its mechanisms\n"
     "(motions that lengthen no spring to first order). Without any mass, the modes are those\n"
     "of the stiffness matrix alone. SCENE is a JSON file, or - for standard input.\n"
     "--picture draws the first 12 mode shapes, --movie shows them swinging.\n",
     "Exit codes: 0 found; 2 usage error; 3 error in the scene; 4 no equilibrium, or no modes;\n"
     "5 a file cannot be read; 6 a size or memory limit; 130 after Ctrl-C.\n"
     "\n"
     "Example: the three lowest frequencies, for a script.\n"
     "  tensio modes net.json --count 3 --json | jq '.modes[].frequency'\n"},
    {"draw", "tensio draw SCENE --out FILE.svg [options]",
     "Finds the equilibrium of a net and draws it: springs coloured by tension, slack ones grey\n"
     "and dashed, faces, supports, loads, and a legend with numbers. SCENE is a JSON file, or -\n"
     "for standard input; the folder of a run, of which a moment is drawn, may be in its place.\n"
     "SVG files open in every browser.\n",
     "Exit codes: those of solve. The picture is written whatever the status, and shows it.\n"
     "\n"
     "Example: displacements, 50 times larger than they are.\n"
     "  tensio draw net.json --out net.svg --deformed 50\n"
     "\n"
     "Example: a run after half a second, from 30 degrees aside and 20 above.\n"
     "  tensio draw net_run --time 0.5 --view 30,20 --out net.svg\n"},
    {"follow", "tensio follow SCENE [options]",
     "Traces the equilibrium path of a net while its load grows from load factor 0: past limit\n"
     "points, where the net would snap through, and through unstable equilibria, so that spring\n"
     "forces + constant loads + (load factor) x (growing loads) = 0. Reports limit points,\n"
     "bifurcations, where other branches cross the path, and unstable ranges; with --branch it\n"
     "also follows these branches. Displacements are from the drawn shape; without --probe, the\n"
     "largest one is reported, with --branch also the one that the first branch moves most.\n"
     "SCENE is a JSON file, or - for standard input.\n",
     "The path ends at the load factor of --until, after --max-steps steps, where no step\n"
     "converges, where the load factor has gone 10 times as far the other way, or where a node\n"
     "has moved 1000 times the extent of the net. A branch also ends where it returns to its\n"
     "beginning. Its sign is that of the coordinate that its direction moves most.\n"
     "\n"
     "Exit codes: 0 --until was reached; 2 usage error; 3 error in the scene; 4 not reached, or\n"
     "a branch was not found; 5 a file cannot be read or written; 6 a size or memory limit; 130\n"
     "after Ctrl-C. How the branches end does not matter.\n"
     "\n"
     "Example: snap-through of a shallow truss.\n"
     "  tensio follow examples/09_snap_through/scene.json --probe top.y --plot snap.svg\n"},
    {"check", "tensio check SCENE [options]",
     "Reads a scene and reports every error with its line and column. If there are none, warns\n"
     "of likely mistakes: free bodies, unconnected parts, duplicate springs, unused nodes,\n"
     "cables and struts that start slack, springs with coincident ends, load cases in no\n"
     "combination, gravity in the wrong unit, values many orders of magnitude apart, gravity\n"
     "without mass, masses that no spring holds, what `solve` ignores, time steps that are too\n"
     "long. SCENE is a JSON file, or - for standard input.\n",
     "Exit codes: 0 no error; 3 an error in the scene, or with --strict a warning.\n"
     "\n"
     "Example: stop a script at the first scene with an error or a warning.\n"
     "  tensio check --strict net.json || exit 1\n"},
    {"info", "tensio info SCENE [options]",
     "Describes a scene: its title and source, units, parameters, nodes, springs by law,\n"
     "connected components, supports, mass, extent, range of stiffness, materials,\n"
     "combinations with their factors, stages and groups; the memory and the linear solver for\n"
     "solving it; and what would take the steps of its simulation. With --ranks: balance,\n"
     "ghosts (nodes of other ranks that a rank needs), neighbours, memory and messages of the\n"
     "ranks of a cluster run, computed on this machine alone. SCENE is a JSON file, or - for\n"
     "standard input.\n",
     "Example: the number of springs, for a script.\n"
     "  tensio info net.json --json | jq .springs\n"
     "\n"
     "Example: whether 128 ranks are well used.\n"
     "  tensio info net.json --ranks 128\n"},
    {"convert", "tensio convert INPUT OUTPUT [options]",
     "Reads a scene, a mesh or table of another program, or the folder of a run, and writes it\n"
     "in the format given by the extension of OUTPUT: .json (a scene), .obj, .ply, .off, .stl,\n"
     ".vtp, .vtu, .pvd, .gltf, .glb, .npz, .csv, .svg, .mesh (MEDIT), .node (TetGen), .mtx\n"
     "(Matrix Market) or .data (LAMMPS).\n"
     "A scene is written at its start; of a run, .pvd, .gltf, .glb and .npz hold all frames and\n"
     "the others one. Irregularities of a mesh, and data that a format cannot store, are\n"
     "reported.\n",
     "Exit codes: 0 written; 2 usage error; 3 an error in the input, or the format cannot store\n"
     "it; 5 a file cannot be read or written.\n"
     "\n"
     "Example: the last frame of a run as a scene to continue from, and the whole run for\n"
     "Blender.\n"
     "  tensio convert net_run last.json\n"
     "  tensio convert net_run net.glb\n"
     "\n"
     "Example: make a scene from a mesh.\n"
     "  tensio convert net.obj net.json --axial-stiffness 2e5 --total-mass 12\n"},
    {"compare", "tensio compare A B [options]",
     "Reports the differences between two results: for each quantity the largest difference,\n"
     "absolute and relative to the largest magnitude of that quantity in either result, and its\n"
     "location. A and B are two folders of runs, two scenes, two files that --json printed, or\n"
     "two CSV tables. Time and effort (seconds, iterations, residuals) are not compared.\n",
     "Exit codes: 0 no relative difference above the tolerance; 2 usage error; 3 error in a\n"
     "file; 4 a difference above the tolerance, or results of different size, topology or\n"
     "status; 5 a file cannot be read.\n"
     "\n"
     "Example: do two solvers agree to 9 digits?\n"
     "  tensio solve net.json --json --linear-solver ldlt > a.json\n"
     "  tensio solve net.json --json --linear-solver pcg > b.json\n"
     "  tensio compare a.json b.json --tolerance 1e-9\n"},
    {"verify", "tensio verify SCENE | LINK [options]",
     "Computes again what a scene has recorded under `recorded`, and reports whether this machine\n"
     "gives the same bits: of the rest state, and of the motion after the recorded number of\n"
     "steps. SCENE is a JSON file, a file with a link in it, or - for standard input; LINK is\n"
     "what the studio shares, in quotes. Only linear solvers whose bits are the same on every\n"
     "machine are used. With --record, computes the results and writes the scene with them.\n",
     "Exit codes: 0 the same bits, or recorded; 2 usage error; 3 error in the scene or the link,\n"
     "or nothing is recorded; 4 other bits, or no result; 5 a file cannot be read or written;\n"
     "6 a size or memory limit; 130 after Ctrl-C.\n"
     "\n"
     "Example: record on one machine, verify on another.\n"
     "  tensio verify net.json --record --out recorded.json\n"
     "  tensio verify recorded.json\n"},
    {"movie", "tensio movie DIR --out FILE [options]",
     "Makes an animation of the run that `tensio run --out DIR` wrote: springs coloured by\n"
     "tension, faces, supports, obstacles and the time. An .svg file plays in every browser; an\n"
     ".html file can also be paused and has a slider; an .mp4 file needs the program ffmpeg.\n"
     "Unless --speed is given, runs shorter than 2 seconds are shown slower than real time, and\n"
     "those longer than a minute faster.\n",
     "Exit codes: 0 written; 2 usage error; 3 an error in the run's files; 5 a file cannot be\n"
     "read or written, or ffmpeg is missing.\n"
     "\n"
     "Example: a run in slow motion, from the front.\n"
     "  tensio movie net_run --out net.svg --view front --speed 0.2\n"},
    {"new", "tensio new [KIND] [options]",
     "Writes a scene that is ready to solve and run: one generated part (a chain, a cloth),\n"
     "with supports and gravity. The file holds the kind and its options; with --expand, the\n"
     "generated nodes and springs. Every option of the kind may be given: --columns 50. Without\n"
     "a kind, lists them; `tensio new KIND --help` lists the options of one.\n",
     "Parts also take --name, --at X,Y,Z, --rotate A,B,C (degrees), --scale X and --join X.\n"
     "\n"
     "Exit codes: 0 written; 2 usage error; 5 a file cannot be written.\n"
     "\n"
     "Example: a finer cloth, and its motion.\n"
     "  tensio new cloth --columns 40 --rows 40 --out cloth.json\n"
     "  tensio run cloth.json --out cloth_run\n"},
    {"bench", "tensio bench [SCENE] [options]",
     "Measures the speed of Tensio on this machine with built-in nets: explicit steps, implicit\n"
     "steps by three methods, and an equilibrium; for comparison, the memory bandwidth and the\n"
     "peak arithmetic rate. With a SCENE, measures reading, compiling and solving it, or one\n"
     "time step if it has a `simulation` section.\n",
     "Benchmarks: explicit, linearly_implicit, backward_euler, prefactored, rest.\n"
     "\n"
     "Exit codes: 0 measured; 2 usage error; 3 error in the scene; 4 a solve or a step did not\n"
     "converge; 5 a file cannot be read; 6 a size or memory limit; 130 after Ctrl-C.\n"
     "\n"
     "Example: explicit steps on one thread and on two.\n"
     "  tensio bench --only explicit\n"
     "  tensio bench --only explicit --threads 2\n"},
    {"studio", "tensio studio [SCENE | DIR] [options]",
     "Opens the studio in the browser: the net on screen, to pull, play, solve and edit. It shows\n"
     "SCENE, and shows it again whenever the file or a file that it names is saved; or replays\n"
     "the run that `tensio run --out DIR` wrote, also while it is running; or opens the gallery.\n"
     "The page comes from this program, on an address of this machine that no other machine can\n"
     "reach. Nothing is written: save from the page. The command runs until Ctrl-C.\n",
     "Exit codes: 2 usage error; 3 an error in the run's files; 5 a file cannot be read, or the\n"
     "port is taken; 130 after Ctrl-C.\n"
     "\n"
     "Example: edit a scene in an editor, and see it in the browser.\n"
     "  tensio new cloth --out cloth.json\n"
     "  tensio studio cloth.json\n"},
    {"sections", "tensio sections [NAME] [options]",
     "Lists the sections that a material of a scene may name: wire ropes, spiral strands,\n"
     "locked-coil ropes, prestressing strands and rods, by the standards that give their\n"
     "numbers. NAME is a family, which is listed by diameter, or a family and a diameter in mm\n"
     "in quotes. Strengths are characteristic: no partial factor, no loss at end fittings.\n",
     "Exit codes: 0 listed; 2 usage error; 3 there is no such section.\n"
     "\n"
     "Example: spiral strands of 37 wires, and the strength of one of them in N.\n"
     "  tensio sections 1x37-1570\n"
     "  tensio sections '1x37-1570 24' --json | jq '.sections[0].strength'\n"},
    {"help", "tensio help [COMMAND] [options]",
     "Explains a command; without one, lists them all. `tensio COMMAND --help` does the same.\n"
     "Manual pages and the completion of a shell are made from the same texts.\n",
     "Example:\n"
     "  tensio help solve\n"
     "\n"
     "Example: complete commands and options with the tabulator key, in this shell.\n"
     "  source <(tensio help --completion bash)\n"},
};

std::string option_lines(std::string_view verb) {
  std::string text;
  for (const OptionText& option : options()) {
    if (!takes(verb, option)) continue;
    text += fmt::format("  {:<20}  {}\n", option_heading(option), option.help);
  }
  return text;
}

}  // namespace

std::string overview() {
  std::string text =
      "Tensio computes the equilibrium and the motion of networks of masses and springs.\n"
      "\n"
      "Usage: tensio COMMAND [SCENE] [options]\n"
      "\n"
      "Commands:\n";
  for (const Verb& verb : verbs()) {
    if (verb.available()) text += fmt::format("  {:<9}  {}\n", verb.name, verb.summary);
  }
  text +=
      "  --version  print the version\n"
      "\n"
      "Example:\n"
      "  tensio solve examples/01_springsys/scene.json\n"
      "\n"
      "`tensio help COMMAND` lists the options of a command.\n";
  return text;
}

const HelpPage& help_page(const Verb& verb) {
  for (const HelpPage& page : kPages)
    if (std::string_view(page.verb) == verb.name) return page;
  throw std::logic_error(fmt::format("the command {} has no help", verb.name));
}

std::string option_heading(const OptionText& option) {
  std::string text = option.name;
  if (*option.letter != '\0') text = fmt::format("{}, {}", option.letter, text);
  if (*option.value != '\0') text += fmt::format(" {}", option.value);
  return text;
}

std::string help_text(const Verb& verb) {
  const HelpPage& page = help_page(verb);
  return fmt::format("Usage: {}\n\n{}\nOptions:\n{}\n{}", page.usage, page.about,
                     option_lines(page.verb), page.closing);
}

std::string version_text() {
  return fmt::format("tensio {}\nlinear solvers: {}ldlt, pcg, incomplete, multilevel\n{}", kVersion,
                     has_cholmod() ? "cholmod, " : "", is_debug_build() ? "debug build\n" : "");
}

}  // namespace tensio::cli
