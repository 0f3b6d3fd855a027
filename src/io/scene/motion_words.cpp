// Known and foreign words of motion.
#include "io/scene/sections.hpp"
#include "io/scene/words.hpp"

namespace tensio::io {
namespace {

constexpr std::string_view kNoSpeed =
    "is not given; `motion` is the displacement over time, such as [{\"ramp\": [[0, 0], [1, 2]]}, "
    "0]";
constexpr std::string_view kHalf = "is half of it; give `size`, the whole lengths";
constexpr std::string_view kRadius = "is twice the `radius`; give that";
constexpr std::string_view kOmega = "is 2 pi times the `frequency` [Hz]; give that";
constexpr std::string_view kPeriod = "is 1 over the `frequency` [Hz]; give that";

constexpr PlacedForeignWord kMotionForeign[] = {
    {KeyPlace::scene, {"damping", "drag", " [1/s]; that of springs belongs into their set"}},
    {KeyPlace::scene, {"air_drag", "drag", ""}},
    {KeyPlace::scene, {"triangles", "faces", ""}},
    {KeyPlace::scene, {"quads", "faces", ""}},
    {KeyPlace::scene, {"polygons", "faces", ""}},
    {KeyPlace::scene, {"panels", "faces", ""}},
    {KeyPlace::scene, {"surfaces", "faces", ""}},
    {KeyPlace::scene, {"colliders", "obstacles", ""}},
    {KeyPlace::scene, {"contacts", "obstacles", ""}},
    {KeyPlace::scene, {"sensors", "probes", ""}},
    {KeyPlace::scene, {"outputs", "probes", ""}},
    {KeyPlace::scene, {"timeline", "events", ""}},
    {KeyPlace::scene, {"dynamics", "simulation", ""}},
    {KeyPlace::scene, {"floor", "", "is an obstacle: \"obstacles\": [{\"kind\": \"plane\", ...}]"}},
    {KeyPlace::scene,
     {"ground", "", "is an obstacle: \"obstacles\": [{\"kind\": \"plane\", ...}]"}},
    {KeyPlace::nodes, {"velocities", "velocity", ""}},
    {KeyPlace::nodes, {"v", "velocity", ""}},
    {KeyPlace::nodes, {"v0", "velocity", ""}},
    {KeyPlace::nodes, {"initial_velocity", "velocity", ""}},
    {KeyPlace::fixed, {"motion", "move", ", numbers or waveforms"}},
    {KeyPlace::spring_set, {"c", "damping", ""}},
    {KeyPlace::spring_set, {"damper", "damping", ""}},
    {KeyPlace::spring_set, {"dashpot", "damping", ""}},
    {KeyPlace::spring_set, {"damping_coefficient", "damping", ""}},
    {KeyPlace::spring_set, {"kelvin_voigt", "damping", ""}},
    {KeyPlace::spring_set, {"maxwell", "viscous", ""}},
    {KeyPlace::spring_set, {"plastic", "yield", ""}},
    {KeyPlace::spring_set, {"plasticity", "yield", ""}},
    {KeyPlace::spring_set, {"fracture", "break", ""}},
    {KeyPlace::spring_set, {"breaks", "break", ""}},
    {KeyPlace::spring_set, {"muscle", "active", ""}},
    {KeyPlace::spring_set, {"actuator", "active", ""}},
    {KeyPlace::material, {"c", "damping", ""}},
    {KeyPlace::material, {"maxwell", "viscous", ""}},
    {KeyPlace::material, {"plastic", "yield", ""}},
    {KeyPlace::material, {"fracture", "break", ""}},
    {KeyPlace::material, {"muscle", "active", ""}},
    {KeyPlace::load, {"waveform", "force", ", a list of numbers or waveforms"}},
    {KeyPlace::load, {"surface", "faces", ""}},
    {KeyPlace::wave, {"sin", "sine", ""}},
    {KeyPlace::wave, {"harmonic", "sine", ""}},
    {KeyPlace::wave, {"points", "ramp", ""}},
    {KeyPlace::wave, {"linear", "ramp", ""}},
    {KeyPlace::wave, {"piecewise", "ramp", ""}},
    {KeyPlace::wave, {"file", "table", ""}},
    {KeyPlace::wave, {"csv", "table", ""}},
    {KeyPlace::wave, {"value", "", "needs no object; write the number alone"}},
    {KeyPlace::wave, {"constant", "", "needs no object; write the number alone"}},
    {KeyPlace::sine, {"amp", "amplitude", ""}},
    {KeyPlace::sine, {"freq", "frequency", ""}},
    {KeyPlace::sine, {"f", "frequency", ""}},
    {KeyPlace::sine, {"hz", "frequency", ""}},
    {KeyPlace::sine, {"omega", "", kOmega}},
    {KeyPlace::sine, {"angular_frequency", "", kOmega}},
    {KeyPlace::sine, {"period", "", kPeriod}},
    {KeyPlace::sine, {"phi", "phase", ""}},
    {KeyPlace::sine, {"mean", "offset", ""}},
    {KeyPlace::sine, {"bias", "offset", ""}},
    {KeyPlace::viscous, {"eta", "viscosity", ""}},
    {KeyPlace::viscous, {"damping", "viscosity", ""}},
    {KeyPlace::viscous, {"tau", "time", ""}},
    {KeyPlace::viscous, {"relaxation_time", "time", ""}},
    {KeyPlace::yield, {"tension", "force", ""}},
    {KeyPlace::yield, {"stress", "", "is not read; give `strain`, or `force`: stress times area"}},
    {KeyPlace::yield, {"h", "hardening", ""}},
    {KeyPlace::breaks, {"tension", "force", ""}},
    {KeyPlace::breaks, {"stress", "", "is not read; give `strain`, or `force`: stress times area"}},
    {KeyPlace::faces, {"corners", "nodes", ""}},
    {KeyPlace::faces, {"vertices", "nodes", ""}},
    {KeyPlace::faces, {"indices", "nodes", ""}},
    {KeyPlace::faces, {"density", "mass_per_area", ""}},
    {KeyPlace::faces, {"areal_density", "mass_per_area", ""}},
    {KeyPlace::wind, {"speed", "velocity", ""}},
    {KeyPlace::wind, {"rho", "density", ""}},
    {KeyPlace::wind, {"air_density", "density", ""}},
    {KeyPlace::wind, {"cd", "drag_coefficient", ""}},
    {KeyPlace::wind, {"Cd", "drag_coefficient", ""}},
    {KeyPlace::wind, {"drag", "drag_coefficient", ""}},
    {KeyPlace::obstacle, {"type", "kind", ""}},
    {KeyPlace::obstacle, {"shape", "kind", ""}},
    {KeyPlace::obstacle, {"mu", "friction", ""}},
    {KeyPlace::obstacle, {"friction_coefficient", "friction", ""}},
    {KeyPlace::obstacle, {"e", "restitution", ""}},
    {KeyPlace::obstacle, {"bounce", "restitution", ""}},
    {KeyPlace::obstacle, {"centre", "center", ""}},
    {KeyPlace::obstacle,
     {"position", "", "is called `point` in a plane, `center` in sphere and box"}},
    {KeyPlace::obstacle, {"origin", "point", ""}},
    {KeyPlace::obstacle, {"r", "radius", ""}},
    {KeyPlace::obstacle, {"diameter", "", kRadius}},
    {KeyPlace::obstacle, {"half_extents", "", kHalf}},
    {KeyPlace::obstacle, {"half_size", "", kHalf}},
    {KeyPlace::obstacle, {"extents", "size", ""}},
    {KeyPlace::obstacle, {"rotation", "rotate", " [degrees]"}},
    {KeyPlace::obstacle, {"angle", "rotate", " [degrees]"}},
    {KeyPlace::obstacle, {"n", "normal", ""}},
    {KeyPlace::obstacle, {"margin", "thickness", ""}},
    {KeyPlace::obstacle, {"move", "motion", ""}},
    {KeyPlace::obstacle, {"velocity", "", kNoSpeed}},
    // kinds of obstacles
    {KeyPlace::obstacle, {"floor", "plane", ""}},
    {KeyPlace::obstacle, {"ground", "plane", ""}},
    {KeyPlace::obstacle, {"wall", "plane", ""}},
    {KeyPlace::obstacle, {"half_space", "plane", ""}},
    {KeyPlace::obstacle, {"ball", "sphere", ""}},
    {KeyPlace::obstacle, {"circle", "sphere", ""}},
    {KeyPlace::obstacle, {"cube", "box", ""}},
    {KeyPlace::obstacle, {"cuboid", "box", ""}},
    {KeyPlace::obstacle, {"rectangle", "box", ""}},
    {KeyPlace::obstacle,
     {"cylinder", "", "is not there; `capsule`, with round ends, is the nearest"}},
    {KeyPlace::event, {"time", "at", ""}},
    {KeyPlace::event, {"t", "at", ""}},
    {KeyPlace::event, {"release", "free", ""}},
    {KeyPlace::event, {"unfix", "free", ""}},
    {KeyPlace::event, {"pin", "fix", ""}},
    {KeyPlace::event, {"hold", "fix", ""}},
    {KeyPlace::event, {"fixed", "fix", ""}},
    {KeyPlace::event, {"change", "set", ""}},
    {KeyPlace::probe, {"spring", "springs", ""}},
    {KeyPlace::probe, {"what", "quantity", ""}},
    {KeyPlace::probe, {"measure", "quantity", ""}},
    {KeyPlace::probe, {"label", "name", ""}},
    {KeyPlace::probe, {"aggregate", "reduce", ""}},
    // quantities and ways to reduce them
    {KeyPlace::probe, {"x", "position.x", ""}},
    {KeyPlace::probe, {"y", "position.y", ""}},
    {KeyPlace::probe, {"z", "position.z", ""}},
    {KeyPlace::probe, {"speed", "velocity", ""}},
    {KeyPlace::probe, {"elongation", "", "is not watched; `length` and `strain` are"}},
    {KeyPlace::probe, {"average", "mean", ""}},
    {KeyPlace::probe, {"minimum", "min", ""}},
    {KeyPlace::probe, {"maximum", "max", ""}},
    {KeyPlace::probe, {"total", "sum", ""}},
    {KeyPlace::simulation, {"dt", "time_step", ""}},
    {KeyPlace::simulation, {"timestep", "time_step", ""}},
    {KeyPlace::simulation, {"step", "time_step", ""}},
    {KeyPlace::simulation, {"h", "time_step", ""}},
    {KeyPlace::simulation, {"end_time", "duration", ""}},
    {KeyPlace::simulation, {"t_end", "duration", ""}},
    {KeyPlace::simulation, {"time", "duration", ""}},
    {KeyPlace::simulation, {"method", "integrator", ""}},
    {KeyPlace::simulation, {"scheme", "integrator", ""}},
    {KeyPlace::simulation, {"solver", "integrator", ""}},
    {KeyPlace::simulation, {"output_interval", "output_every", ""}},
    {KeyPlace::simulation, {"fps", "", "is 1 over `output_every` [s]; give that"}},
    // integrators and starts
    {KeyPlace::simulation, {"backward_euler", "implicit_euler", ""}},
    {KeyPlace::simulation, {"forward_euler", "explicit_euler", ""}},
    {KeyPlace::simulation,
     {"euler", "", "may be `explicit_euler`, `symplectic_euler` or `implicit_euler`"}},
    {KeyPlace::simulation, {"semi_implicit_euler", "symplectic_euler", ""}},
    {KeyPlace::simulation, {"verlet", "velocity_verlet", ""}},
    {KeyPlace::simulation, {"leapfrog", "velocity_verlet", ""}},
    {KeyPlace::simulation, {"runge_kutta", "rk4", ""}},
    {KeyPlace::simulation, {"dormand_prince", "rk45", ""}},
    {KeyPlace::simulation, {"midpoint", "implicit_midpoint", ""}},
    {KeyPlace::simulation, {"baraff_witkin", "linearly_implicit_euler", ""}},
    {KeyPlace::simulation, {"rest", "equilibrium", ""}},
    {KeyPlace::simulation, {"position", "drawn", ""}},
};

}  // namespace

const PlaceWords& motion_words_of(KeyPlace place) {
  static const PlaceWords kWave = {"a waveform", {"ramp", "sine", "table"}, {}};
  static const PlaceWords kSine = {"`sine`", with_keys({}, kSineFields, {}), {}};
  static const PlaceWords kViscous = {"`viscous`", with_keys({}, kViscousFields, {}), {}};
  static const PlaceWords kYield = {"`yield`", with_keys({}, kYieldFields, {}), {}};
  static const PlaceWords kBreak = {"`break`", with_keys({}, kBreakFields, {}), {}};
  static const PlaceWords kActive = {"`active`", {"rest_length", "stiffness"}, {}};
  static const PlaceWords kFaces = {"`faces`", {"nodes", "mass_per_area", "note"}, {}};
  static const PlaceWords kWind = {"`wind`", with_keys({"velocity"}, kWindFields, {"note"}), {}};
  static const PlaceWords kObstacle = {"an obstacle",
                                       with_keys({"kind", "name", "point", "normal", "center",
                                                  "radius", "size", "rotate", "from", "to"},
                                                 kObstacleFields, {"motion", "note"}),
                                       {}};
  static const PlaceWords kEvent = {
      "an event", with_keys({}, kEventFields, {"free", "fix", "set", "note"}), {}};
  static const PlaceWords kProbe = {
      "a probe", {"name", "nodes", "node", "springs", "quantity", "reduce", "note"}, {}};
  static const PlaceWords kSimulation = {
      "`simulation`", with_keys({}, kSimulationFields, {"note"}), {}};
  switch (place) {
    case KeyPlace::wave: return kWave;
    case KeyPlace::sine: return kSine;
    case KeyPlace::viscous: return kViscous;
    case KeyPlace::yield: return kYield;
    case KeyPlace::breaks: return kBreak;
    case KeyPlace::active: return kActive;
    case KeyPlace::faces: return kFaces;
    case KeyPlace::wind: return kWind;
    case KeyPlace::obstacle: return kObstacle;
    case KeyPlace::event: return kEvent;
    case KeyPlace::probe: return kProbe;
    default: return kSimulation;
  }
}

const ForeignWord* motion_foreign(std::string_view word, KeyPlace place) {
  for (const PlacedForeignWord& candidate : kMotionForeign) {
    if (candidate.place == place && candidate.word.word == word) return &candidate.word;
  }
  return nullptr;
}

}  // namespace tensio::io
