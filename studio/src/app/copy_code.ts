// The scene as a program, in C++ with the library's public headers or in Python, that computes what the page shows.

/** Compilers limit the length of one literal. */
const PIECE = 8000;

/** Text as raw string literals, in pieces; the mark that ends one does not stand in the text. */
function literals(text: string): string {
  let mark = 'scene';
  while (text.includes(`)${mark}"`)) mark += '_';
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) pieces.push(`    R"${mark}(${text.slice(at, at + PIECE)})${mark}"`);
  return pieces.join(',\n');
}

const comment = (text: string): string => text.replace(/[\r\n]+/g, ' ').replace(/\\+$/, '').trim();

/** `moves`: also runs the motion to `until`. */
export function cppProgram(text: string, title: string, moves: { until: number } | null): string {
  const motion = moves ? `
    // The motion, with the scene's own integrator and step.
    Simulation run(net);
    const MotionReport report = run.run_until(${moves.until});
    std::printf("%s at time %g after %d steps\\n", to_string(report.status), run.time(), static_cast<int>(run.steps()));
` : '';
  return `// ${comment(title) || 'A scene'}: rest${moves ? ' and motion' : ''}, with Tensio.
// Build with CMake: find_package(tensio), and link tensio::tensio.
#include <cstdio>
#include <string>

#include "tensio/tensio.hpp"

namespace {

const char* const kScene[] = {
${literals(text)}};

}  // namespace

int main() {
  using namespace tensio;
  try {
    std::string text;
    for (const char* piece : kScene) text += piece;
    const System net = parse_system(text);

    // Where it rests.
    const Equilibrium rest = solve_equilibrium(net);
    std::printf("%s, residual %.1e\\n", to_string(rest.report.status), rest.report.residual);
    for (std::size_t spring = 0; spring < rest.tension.size() && spring < 10; ++spring)
      std::printf("%s: tension %.6g\\n", spring_label(net, static_cast<int>(spring)).c_str(), rest.tension[spring]);
${motion}  } catch (const Error& error) {
    std::fprintf(stderr, "%s\\n", error.what());
    return 1;
  }
}
`;
}

/** A text as a literal of Python: raw and readable where its signs allow it. */
function pythonLiteral(text: string): string {
  const mark = ["'''", '"""'].find((quotes) => !text.includes(quotes));
  return mark && !/[\\'"]$/.test(text) && !text.includes('\r') ? `r${mark}${text}${mark}` : JSON.stringify(text);
}

/** `moves`: also runs the motion to `until`. */
export function pythonProgram(text: string, title: string, moves: { until: number } | null): string {
  const motion = moves ? `
# The motion, with the scene's own integrator and step.
sim = tensio.Simulation(net)
recording = sim.run(${moves.until})
print(recording)
` : '';
  return `# ${comment(title) || 'A scene'}: rest${moves ? ' and motion' : ''}, with Tensio.
import tensio

SCENE = ${pythonLiteral(`${text.trim()}\n`)}

net = tensio.System.from_text(SCENE)

# Where it rests.
rest = tensio.solve_equilibrium(net)
print(rest)
for spring, tension in enumerate(rest.tension[:10]):
    print(f"spring {spring}: tension {tension:.6g}")
${motion}`;
}
