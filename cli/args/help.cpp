// The help texts.
#include "args/help.hpp"

#include <fmt/format.h>

#include <string_view>

#include "tensio/equilibrium.hpp"
#include "tensio/version.hpp"

namespace tensio::cli {

namespace {

struct Page {
  const char* verb;
  const char* usage;
  const char* about;
  const char* closing;
};

constexpr Page kPages[] = {
    {"solve", "tensio solve SCENE [options]",
     "Finds where the net of a scene comes to rest under its loads and weights, and says how\n"
     "it got there: the residual, the energy, the largest tension and compression, and the\n"
     "reactions of the supports. Stages of building are carried out first. Where the scene has\n"
     "combinations of load cases, each is solved from the rest state with no case acting, and\n"
     "an envelope is told. SCENE is a JSON file, or - for standard input. Options given here go\n"
     "before those of the scene's `equilibrium` section.\n",
     "Exit codes: 0 at rest; 2 a mistake on the command line; 3 a mistake in the scene; 4 no rest\n"
     "state was reached; 5 a file cannot be read or written; 6 too large; 130 after Ctrl-C.\n"
     "\n"
     "Example: solve a scene, keep the rest state, and go on from there.\n"
     "  tensio solve net.json --out rest.json\n"
     "  tensio solve rest.json\n"},
    {"run", "tensio run SCENE [options]",
     "Simulates how the net of a scene moves, and says how it ended: time and steps, the energy\n"
     "books, what yielded, broke or touched, and the probes. SCENE is a JSON file, or - for\n"
     "standard input. Options given here go before those of the scene's `simulation` section.\n",
     "Integrators: explicit_euler, symplectic_euler, velocity_verlet, rk4, rk45 (their steps have\n"
     "a largest stable size, which is told), linearly_implicit_euler, implicit_euler,\n"
     "implicit_midpoint, bdf2 (stable at large steps).\n"
     "\n"
     "Exit codes: 0 finished; 2 a mistake on the command line; 3 in the scene; 4 it blew up, or a\n"
     "step did not converge; 5 a file cannot be read or written; 6 --stop-after, or too large;\n"
     "130 after Ctrl-C, 143 after SIGTERM: a checkpoint is written first.\n"
     "\n"
     "Example: two seconds of motion, kept in a folder for ParaView.\n"
     "  tensio run net.json --duration 2 --out net_run --checkpoint-every 0.5\n"},
    {"resume", "tensio resume DIR [options]",
     "Goes on with the run that `tensio run --out DIR` began, from its newest whole checkpoint.\n"
     "In the end the files in DIR are, byte for byte, those of a run that was never stopped.\n"
     "With --scene, goes on with edited values: of as many nodes and springs, what else the\n"
     "scene says may be changed. A run that is finished says so.\n",
     "Exit codes: those of run.\n"
     "\n"
     "Example: what would have been with another scene from 1.2 s on.\n"
     "  tensio resume net_run --scene edited.json --at 1.2\n"},
    {"modes", "tensio modes SCENE [options]",
     "Finds how the net of a scene moves about its rest state: the lowest frequencies and their\n"
     "shapes; the states of self-stress, which are tensions that need no load; and the\n"
     "mechanisms, which are motions that lengthen no spring. Without any mass the modes are\n"
     "those of the stiffness alone. SCENE is a JSON file, or - for standard input.\n",
     "Exit codes: 0 found; 2 a mistake on the command line; 3 a mistake in the scene; 4 no rest\n"
     "state, or no modes; 5 a file cannot be read; 6 too large; 130 after Ctrl-C.\n"
     "\n"
     "Example: the three lowest frequencies, for a script.\n"
     "  tensio modes net.json --count 3 --json | jq '.modes[].frequency'\n"},
    {"draw", "tensio draw SCENE --out FILE.svg [options]",
     "Finds where the net of a scene comes to rest and makes a picture of it: springs coloured\n"
     "by what they carry, slack ones grey and dashed, supports, loads, and a key with numbers.\n"
     "SCENE is a JSON file, or - for standard input. Every browser shows SVG files.\n",
     "Exit codes: those of solve. The picture is written whatever the status, and says it.\n"
     "\n"
     "Example: see how the net moves, 50 times as far as it does.\n"
     "  tensio draw net.json --out net.svg --deformed 50\n"},
    {"follow", "tensio follow SCENE [options]",
     "Follows the equilibria of a net while its load grows from load factor 0, forwards and\n"
     "backwards, through limit points, where the net would snap, and through unstable states:\n"
     "spring forces + constant loads + (load factor) x (growing loads) = 0. Reports limit loads,\n"
     "bifurcations (where another curve branches off; it is not followed) and unstable\n"
     "stretches. Displacements are from the drawn shape; without --probe, the one that grows\n"
     "most is shown. SCENE is a JSON file, or - for standard input.\n",
     "The curve ends at the load factor of --until, after --max-steps steps, where no step leads\n"
     "on, where the load factor has gone 10 times as far the other way, or where a node has moved\n"
     "1000 times the extent of the net.\n"
     "\n"
     "Exit codes: 0 --until was reached; 2 a mistake on the command line; 3 in the scene; 4 it "
     "was\n"
     "not reached; 5 a file cannot be read or written; 6 too large; 130 after Ctrl-C.\n"
     "\n"
     "Example: how the top of a shallow truss snaps through.\n"
     "  tensio follow examples/09_snap_through/scene.json --probe top.y --plot snap.svg\n"},
    {"check", "tensio check SCENE [options]",
     "Reads a scene and says what is wrong with it, every mistake with its line and column.\n"
     "If nothing is, warns of what may surprise: free bodies, loose parts, double springs,\n"
     "unused nodes, cables and struts that start slack, springs with coincident ends, load\n"
     "cases in no combination, 9.81 in millimetres, numbers far apart, gravity without mass,\n"
     "masses that no spring holds, what `solve` ignores, time steps that are too long.\n"
     "SCENE is a JSON file, or - for standard input.\n",
     "Exit codes: 0 no mistake; 3 a mistake in the scene, or with --strict a warning.\n"
     "\n"
     "Example: stop a script at the first scene with a mistake or a warning.\n"
     "  tensio check --strict net.json || exit 1\n"},
    {"info", "tensio info SCENE [options]",
     "Says what a scene consists of: its title and source, units, parameters, nodes, springs by\n"
     "law, connected parts, supports, mass, extent, range of stiffness and groups; and the memory\n"
     "and the linear solver that solving it would take. SCENE is a JSON file, or - for standard\n"
     "input.\n",
     "Example: the number of springs, for a script.\n"
     "  tensio info net.json --json | jq .springs\n"},
    {"convert", "tensio convert INPUT OUTPUT [options]",
     "Reads a scene, a mesh or table of another program, or the folder of a run, and writes it\n"
     "in the format that the ending of OUTPUT names: .json (a scene), .obj, .ply, .off, .stl,\n"
     ".vtp, .vtu, .pvd, .gltf, .glb, .npz, .csv, .svg, .mtx (Matrix Market) or .data (LAMMPS).\n"
     "A scene is taken where it starts; of a run, .pvd, .gltf, .glb and .npz hold all frames and\n"
     "the others one. What was odd in a mesh, and what a format can not hold, is named.\n",
     "Exit codes: 0 written; 2 a mistake on the command line; 3 a mistake in the input, or the\n"
     "format can not hold it; 5 a file cannot be read or written.\n"
     "\n"
     "Example: the last frame of a run as a scene to go on from, and all of it for Blender.\n"
     "  tensio convert net_run last.json\n"
     "  tensio convert net_run net.glb\n"
     "\n"
     "Example: a mesh becomes a scene.\n"
     "  tensio convert net.obj net.json --axial-stiffness 2e5 --total-mass 12\n"},
    {"compare", "tensio compare A B [options]",
     "Says by how much two results differ: for each quantity the largest difference, absolute\n"
     "and relative to the largest magnitude of that quantity in either result, and where it is.\n"
     "A and B are two folders of runs, two scenes, two files that --json printed, or two CSV\n"
     "tables. Time and effort (seconds, iterations, residuals) are not compared.\n",
     "Exit codes: 0 no relative difference beyond the tolerance; 2 a mistake on the command line;\n"
     "3 a mistake in a file; 4 a difference beyond the tolerance, or what no number says: other\n"
     "counts, ends or status; 5 a file cannot be read.\n"
     "\n"
     "Example: are the results of two solvers the same, to 9 digits?\n"
     "  tensio solve net.json --json --linear-solver ldlt > a.json\n"
     "  tensio solve net.json --json --linear-solver pcg > b.json\n"
     "  tensio compare a.json b.json --tolerance 1e-9\n"},
    {"movie", "tensio movie DIR --out FILE [options]",
     "Makes a moving picture of the run that `tensio run --out DIR` wrote: springs coloured by\n"
     "what they carry, supports, obstacles and the time. An .svg file plays in every browser and\n"
     "needs nothing else; an .mp4 file needs the program ffmpeg. Runs shorter than 2 seconds are\n"
     "shown slower than they were, and those longer than a minute faster, unless --speed says\n"
     "otherwise.\n",
     "Exit codes: 0 written; 2 a mistake on the command line; 3 a mistake in the run's files; 5 a\n"
     "file cannot be read or written, or ffmpeg is missing.\n"
     "\n"
     "Example: a run in slow motion, from the front.\n"
     "  tensio movie net_run --out net.svg --view front --speed 0.2\n"},
    {"new", "tensio new [KIND] [options]",
     "Writes a scene that is ready to be solved and run: a part of some kind (a chain, a cloth),\n"
     "with supports and gravity. It holds the kind and its options; with --expand, the nodes and\n"
     "springs that they make. Every option of the kind may be given: --columns 50. Without a\n"
     "kind, lists them; `tensio new KIND --help` lists the options of one.\n",
     "Parts also take --name, --at X,Y,Z, --rotate A,B,C (degrees), --scale X and --join X.\n"
     "\n"
     "Exit codes: 0 written; 2 a mistake on the command line; 5 a file cannot be written.\n"
     "\n"
     "Example: a finer cloth, and how it swings.\n"
     "  tensio new cloth --columns 40 --rows 40 --out cloth.json\n"
     "  tensio run cloth.json --out cloth_run\n"},
    {"bench", "tensio bench [SCENE] [options]",
     "Measures how fast Tensio is on this machine, with nets of its own: explicit steps, implicit\n"
     "steps by three methods, and rest; beside them how fast memory and the arithmetic units are\n"
     "at best. With a SCENE, how long that one takes: reading, compiling, and solving it, or\n"
     "where it has a `simulation` section a step of it.\n",
     "Works: explicit, linearly_implicit, backward_euler, prefactored, rest.\n"
     "\n"
     "Exit codes: 0 measured; 2 a mistake on the command line; 3 in the scene; 4 a solve or a\n"
     "step did not converge; 5 a file cannot be read; 6 too large; 130 after Ctrl-C.\n"
     "\n"
     "Example: explicit steps on one thread and on two.\n"
     "  tensio bench --only explicit\n"
     "  tensio bench --only explicit --threads 2\n"},
    {"help", "tensio help [COMMAND]",
     "Explains a command; without one, lists them all. `tensio COMMAND --help` does the same.\n",
     "Example:\n"
     "  tensio help solve\n"},
};

std::string option_lines(std::string_view verb) {
  std::string text;
  for (const OptionText& option : options()) {
    if (!takes(verb, option)) continue;
    std::string left = option.name;
    if (*option.letter != '\0') left = fmt::format("{}, {}", option.letter, left);
    if (*option.value != '\0') left += fmt::format(" {}", option.value);
    text += fmt::format("  {:<20}  {}\n", left, option.help);
  }
  return text;
}

}  // namespace

std::string overview() {
  std::string text =
      "Tensio finds where networks of masses and springs come to rest, and how they move.\n"
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

std::string help_text(const Verb& verb) {
  for (const Page& page : kPages) {
    if (std::string_view(page.verb) != verb.name) continue;
    return fmt::format("Usage: {}\n\n{}\nOptions:\n{}\n{}", page.usage, page.about,
                       option_lines(page.verb), page.closing);
  }
  return overview();
}

std::string version_text() {
  return fmt::format("tensio {}\nlinear solvers: {}ldlt, pcg, incomplete, multilevel\n{}", kVersion,
                     has_cholmod() ? "cholmod, " : "", is_debug_build() ? "debug build\n" : "");
}

}  // namespace tensio::cli
