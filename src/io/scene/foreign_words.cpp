// Words of other programs, and what they are called here.
#include "io/scene/words.hpp"

#include <algorithm>

#include "model/integrator_aliases.hpp"

namespace tensio::io {
namespace {

constexpr std::string_view kAsQ =
    "is a law: write \"law\": \"force_density\" and give the force density q as `stiffness`";
constexpr std::string_view kStress =
    "is a stress; give `strength`, the largest tension [N]: stress times area";
constexpr std::string_view kDensity =
    "is a mass per volume; give `mass_per_length` [kg/m]: density times area";
constexpr std::string_view kOfSet = "belongs in a spring set, not in a material";
constexpr std::string_view kNoCases =
    "is not a section: a load names its case, \"case\": \"snow\", and `combinations` gives factors";
constexpr std::string_view kDerived =
    "follows from `length`, `force` and `time`: mass is force x time² / length; leave it out";
constexpr std::string_view kSign = "is called `rest_length_change` here, which is then negative";
constexpr std::string_view kPlane = "is an obstacle: \"obstacles\": [{\"kind\": \"plane\", ...}]";
constexpr std::string_view kNoStress =
    "is not supported; give `strain`, or `force`: stress times area";
constexpr std::string_view kNoSpeed =
    "is not given; `motion` is the displacement over time, such as [{\"ramp\": [[0, 0], [1, 2]]}, "
    "0]";
constexpr std::string_view kHalf = "is half of it; give `size`, the whole lengths";
constexpr std::string_view kRadius = "is twice the `radius`; give that";
constexpr std::string_view kOmega = "is 2 pi times the `frequency` [Hz]; give that";
constexpr std::string_view kPeriod = "is 1 over the `frequency` [Hz]; give that";
constexpr std::string_view kInSimulation = ", and belongs in `simulation`";
constexpr std::string_view kOfSimulation = "belongs in `simulation`";
constexpr std::string_view kIntegrator = ", an integrator; it belongs in `simulation`";

struct Synonyms {
  std::string_view name;         // what it is called here; empty: the remark says all
  std::string_view words;        // what others call it, separated by spaces
  std::string_view remark = {};  // follows in the message
};

// Words that mean the same in all places up to KeyPlace::selection.
constexpr Synonyms kSynonyms[] = {
    {"stiffness", "k spring_constant"},
    {"axial_stiffness", "EA ea"},
    {"youngs_modulus", "E young modulus elastic_modulus"},
    {"area", "A section cross_section"},
    {"diameter", "d"},
    {"mass_per_length", "linear_density mass_per_meter"},
    {"", "rho density", kDensity},
    {"strength", "breaking_load breaking_force max_tension"},
    {"", "sigma_max yield_stress tensile_strength fy", kStress},
    {"buckling_load", "critical_load max_compression"},
    {"expansion", "alpha cte thermal_expansion"},
    {"rest_length",
     "l0 L0 rest length restlength natural_length initial_length unstretched_length"},
    {"pretension", "tension prestress"},
    {"law", "type kind"},
    {"dimension", "dim dimensions"},
    {"gravity", "g"},
    {"mass", "m masses"},
    {"fixed", "pinned pins pin anchors anchor supports constraints"},
    {"name", "labels names"},
    {"tensio", "version"},
    {"equilibrium", "solver"},
    {"max_iterations", "max_iter maxiter"},
    {"tolerance", "tol"},
    {"load_steps", "increments load_increments"},
    {"axes", "dofs"},
    {"move", "displacement settlement"},
    {"time_step", "dt timestep", kInSimulation},
    {"", "time_step integrator duration", kOfSimulation},
    {"duration", "end_time", kInSimulation},
    {"newton", "newton_raphson"},
    {"linear", "hooke hookean spring bar truss"},
    {"cable", "rope string tension_only"},
    {"strut", "compression_only"},
    {"force_density", "zero_length"},
    {"constant_tension", "constant_force"},
    {"polynomial", "poly"},
    {"table", "tabulated multilinear"},
    {"", "custom",
     "is a function of a program, which a file cannot contain; use `polynomial` or `table`"},
};

// Words whose meaning depends on where they are.
struct PlacedSynonyms {
  KeyPlace place;
  Synonyms synonyms;
};
constexpr PlacedSynonyms kPlacedSynonyms[] = {
    {KeyPlace::scene, {"drag", "damping", " [1/s]; that of springs belongs in their set"}},
    {KeyPlace::scene, {"drag", "air_drag"}},
    {KeyPlace::scene, {"faces", "triangles quads polygons panels surfaces"}},
    {KeyPlace::scene, {"obstacles", "colliders contacts"}},
    {KeyPlace::scene, {"probes", "sensors outputs"}},
    {KeyPlace::scene, {"events", "timeline"}},
    {KeyPlace::scene, {"simulation", "dynamics"}},
    {KeyPlace::scene, {"", "floor ground", kPlane}},
    {KeyPlace::scene, {"springs", "edges bonds bars elements members links"}},
    {KeyPlace::scene, {"nodes", "vertices particles points masses"}},
    {KeyPlace::scene, {"loads", "forces"}},
    {KeyPlace::scene, {"", "cases load_cases", kNoCases}},
    {KeyPlace::scene, {"combinations", "load_combinations"}},
    {KeyPlace::scene, {"stages", "phases construction"}},
    {KeyPlace::scene, {"", "fixed position", "belongs in `nodes`"}},
    {KeyPlace::scene, {"generate", "generators"}},
    {KeyPlace::nodes, {"velocity", "velocities v v0 initial_velocity"}},
    {KeyPlace::nodes, {"position", "vertices points positions coordinates coords xyz"}},
    {KeyPlace::nodes, {"", "force", "belongs in `loads`"}},
    {KeyPlace::nodes, {"", "loads", "belongs beside `nodes`, not in it"}},
    {KeyPlace::fixed, {"move", "motion", ", numbers or waveforms"}},
    {KeyPlace::fixed,
     {"", "where",
      "is used without other keys; beside them, write \"nodes\": {\"where\": \"...\"}"}},
    {KeyPlace::material, {"damping", "c"}},
    {KeyPlace::material, {"viscous", "maxwell"}},
    {KeyPlace::material, {"yield", "plastic"}},
    {KeyPlace::material, {"break", "fracture"}},
    {KeyPlace::material, {"active", "muscle"}},
    {KeyPlace::material, {"", "stiffness rest_length pretension", kOfSet}},
    {KeyPlace::material, {"", "name", "is the key of the material: {\"strand16\": {...}}"}},
    {KeyPlace::spring_set, {"damping", "c damper dashpot damping_coefficient kelvin_voigt"}},
    {KeyPlace::spring_set, {"viscous", "maxwell"}},
    {KeyPlace::spring_set, {"yield", "plastic plasticity"}},
    {KeyPlace::spring_set, {"break", "fracture breaks"}},
    {KeyPlace::spring_set, {"active", "muscle actuator"}},
    {KeyPlace::spring_set, {"ends", "edges bonds nodes connectivity"}},
    {KeyPlace::spring_set, {"", "force_density q", kAsQ}},
    {KeyPlace::load, {"force", "waveform", ", a list of numbers or waveforms"}},
    {KeyPlace::load, {"faces", "surface"}},
    {KeyPlace::load, {"", "where", "belongs in `nodes`: \"nodes\": {\"where\": \"...\"}"}},
    {KeyPlace::load, {"force", "forces vector value"}},
    {KeyPlace::load, {"case", "load_case name"}},
    {KeyPlace::load, {"temperature", "dT delta_t temperature_change"}},
    {KeyPlace::stage, {"rest_length_change", "change delta"}},
    {KeyPlace::stage, {"rest_length_change", "rest_length", ", by how much it grows"}},
    {KeyPlace::stage, {"", "shorten shortening", kSign}},
    {KeyPlace::stage, {"springs", "set group"}},
    {KeyPlace::parameter, {"value", "default"}},
    {KeyPlace::parameter, {"min", "low"}},
    {KeyPlace::parameter, {"max", "high"}},
    {KeyPlace::parameter, {"unit", "units"}},
    {KeyPlace::parameter, {"label", "name"}},
    {KeyPlace::parameter, {"note", "description"}},
    {KeyPlace::units, {"", "mass stress pressure energy stiffness velocity", kDerived}},
    {KeyPlace::include,
     {"", "include", "is allowed only in the scene itself; name all files there"}},
    {KeyPlace::wave, {"sine", "sin harmonic"}},
    {KeyPlace::wave, {"ramp", "points linear piecewise"}},
    {KeyPlace::wave, {"table", "file csv"}},
    {KeyPlace::wave, {"", "value constant", "needs no object; write the number alone"}},
    {KeyPlace::sine, {"amplitude", "amp"}},
    {KeyPlace::sine, {"frequency", "freq f hz"}},
    {KeyPlace::sine, {"", "omega angular_frequency", kOmega}},
    {KeyPlace::sine, {"", "period", kPeriod}},
    {KeyPlace::sine, {"phase", "phi"}},
    {KeyPlace::sine, {"offset", "mean bias"}},
    {KeyPlace::viscous, {"viscosity", "eta damping"}},
    {KeyPlace::viscous, {"time", "tau relaxation_time"}},
    {KeyPlace::yield, {"force", "tension"}},
    {KeyPlace::yield, {"", "stress", kNoStress}},
    {KeyPlace::yield, {"hardening", "h"}},
    {KeyPlace::breaks, {"force", "tension"}},
    {KeyPlace::breaks, {"", "stress", kNoStress}},
    {KeyPlace::faces, {"nodes", "corners vertices indices"}},
    {KeyPlace::faces, {"mass_per_area", "density areal_density"}},
    {KeyPlace::wind, {"velocity", "speed"}},
    {KeyPlace::wind, {"density", "rho air_density"}},
    {KeyPlace::wind, {"drag_coefficient", "cd Cd drag"}},
    {KeyPlace::obstacle, {"kind", "type shape"}},
    {KeyPlace::obstacle, {"friction", "mu friction_coefficient"}},
    {KeyPlace::obstacle, {"restitution", "e bounce"}},
    {KeyPlace::obstacle, {"center", "centre"}},
    {KeyPlace::obstacle,
     {"", "position", "is called `point` in a plane, `center` in sphere and box"}},
    {KeyPlace::obstacle, {"point", "origin"}},
    {KeyPlace::obstacle, {"radius", "r"}},
    {KeyPlace::obstacle, {"", "diameter", kRadius}},
    {KeyPlace::obstacle, {"", "half_extents half_size", kHalf}},
    {KeyPlace::obstacle, {"size", "extents"}},
    {KeyPlace::obstacle, {"rotate", "rotation angle", " [degrees]"}},
    {KeyPlace::obstacle, {"normal", "n"}},
    {KeyPlace::obstacle, {"thickness", "margin"}},
    {KeyPlace::obstacle, {"motion", "move"}},
    {KeyPlace::obstacle, {"", "velocity", kNoSpeed}},
    {KeyPlace::obstacle, {"plane", "floor ground wall half_space"}},
    {KeyPlace::obstacle, {"sphere", "ball circle"}},
    {KeyPlace::obstacle, {"box", "cube cuboid rectangle"}},
    {KeyPlace::obstacle,
     {"", "cylinder", "is not available; the nearest is `capsule`, with round ends"}},
    {KeyPlace::event, {"at", "time t"}},
    {KeyPlace::event, {"free", "release unfix"}},
    {KeyPlace::event, {"fix", "pin hold fixed"}},
    {KeyPlace::event, {"set", "change"}},
    {KeyPlace::probe, {"springs", "spring"}},
    {KeyPlace::probe, {"quantity", "what measure"}},
    {KeyPlace::probe, {"name", "label"}},
    {KeyPlace::probe, {"reduce", "aggregate"}},
    {KeyPlace::probe, {"position.x", "x"}},
    {KeyPlace::probe, {"position.y", "y"}},
    {KeyPlace::probe, {"position.z", "z"}},
    {KeyPlace::probe, {"velocity", "speed"}},
    {KeyPlace::probe, {"", "elongation", "is not a quantity; use `length` or `strain`"}},
    {KeyPlace::probe, {"mean", "average"}},
    {KeyPlace::probe, {"min", "minimum"}},
    {KeyPlace::probe, {"max", "maximum"}},
    {KeyPlace::probe, {"sum", "total"}},
    {KeyPlace::simulation, {"time_step", "dt timestep step h"}},
    {KeyPlace::simulation, {"duration", "end_time t_end time"}},
    {KeyPlace::simulation, {"integrator", "method scheme solver"}},
    {KeyPlace::simulation, {"output_every", "output_interval"}},
    {KeyPlace::simulation, {"", "fps", "is 1 over `output_every` [s]; give that"}},
    {KeyPlace::simulation,
     {"", "euler", "may be `explicit_euler`, `symplectic_euler` or `implicit_euler`"}},
    {KeyPlace::simulation, {"equilibrium", "rest"}},
    {KeyPlace::simulation, {"drawn", "position"}},
    {KeyPlace::generate, {"kind", "type"}},
    {KeyPlace::generate, {"at", "position origin translate"}},
    {KeyPlace::generate, {"rotate", "rotation", " [degrees]"}},
    {KeyPlace::generate,
     {"", "fixed", "belongs in `nodes`: \"nodes\": {\"fixed\": [\"NAME.GROUP\"]}"}},
};

bool contains_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

}  // namespace

std::optional<Meaning> foreign(std::string_view word, KeyPlace place, const Words& known) {
  for (const auto& [where, synonyms] : kPlacedSynonyms) {
    if (where == place && contains_word(synonyms.words, word))
      return Meaning{synonyms.name, synonyms.remark};
  }
  const std::optional<Integrator> integrator = integrator_called(word);
  if (integrator && place == KeyPlace::simulation) return Meaning{to_string(*integrator), {}};
  if (integrator && place <= KeyPlace::selection)
    return Meaning{to_string(*integrator), kIntegrator};
  for (const Synonyms& synonyms : kSynonyms) {
    if (!contains_word(synonyms.words, word)) continue;
    // words of springs and nodes mean other things where motion is described
    const bool means_it = place <= KeyPlace::selection ||
                          std::find(known.begin(), known.end(), synonyms.name) != known.end();
    if (!means_it) return std::nullopt;
    return Meaning{synonyms.name, synonyms.remark};
  }
  return std::nullopt;
}

}  // namespace tensio::io
