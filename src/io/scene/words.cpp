// Known, later and foreign words of statics; those of motion stand in a file of their own.
#include "io/scene/words.hpp"

#include <algorithm>

#include "io/scene/sections.hpp"
#include "model/spring_columns.hpp"

namespace tensio::io {
namespace {

constexpr std::string_view kAsQ =
    "is a law: write \"law\": \"force_density\" and give the force density q as `stiffness`";
constexpr std::string_view kStress =
    "is a stress; give `strength`, the largest tension [N]: stress times area";
constexpr std::string_view kDensity =
    "is a mass per volume; give `mass_per_length` [kg/m]: density times area";
constexpr std::string_view kOfSet = "belongs into a spring set, not into a material";
constexpr std::string_view kNoCases =
    "is no section: a load names its case, \"case\": \"snow\", and `combinations` gives factors";
constexpr std::string_view kDerived =
    "follows from `length`, `force` and `time`: mass is force x time² / length; leave it out";
constexpr std::string_view kSign = "is called `rest_length_change` here, and is negative then";

constexpr std::string_view kInSimulation = ", and belongs into `simulation`";
constexpr std::string_view kOfSimulation = "belongs into `simulation`";
constexpr std::string_view kIntegrator = ", an integrator; it belongs into `simulation`";

constexpr ForeignWord kForeign[] = {
    {"k", "stiffness", ""},
    {"spring_constant", "stiffness", ""},
    {"EA", "axial_stiffness", ""},
    {"ea", "axial_stiffness", ""},
    {"E", "youngs_modulus", ""},
    {"young", "youngs_modulus", ""},
    {"modulus", "youngs_modulus", ""},
    {"elastic_modulus", "youngs_modulus", ""},
    {"A", "area", ""},
    {"section", "area", ""},
    {"cross_section", "area", ""},
    {"d", "diameter", ""},
    {"linear_density", "mass_per_length", ""},
    {"mass_per_meter", "mass_per_length", ""},
    {"rho", "", kDensity},
    {"density", "", kDensity},
    {"breaking_load", "strength", ""},
    {"breaking_force", "strength", ""},
    {"max_tension", "strength", ""},
    {"sigma_max", "", kStress},
    {"yield_stress", "", kStress},
    {"tensile_strength", "", kStress},
    {"fy", "", kStress},
    {"critical_load", "buckling_load", ""},
    {"max_compression", "buckling_load", ""},
    {"alpha", "expansion", ""},
    {"cte", "expansion", ""},
    {"thermal_expansion", "expansion", ""},
    {"l0", "rest_length", ""},
    {"L0", "rest_length", ""},
    {"rest", "rest_length", ""},
    {"length", "rest_length", ""},
    {"restlength", "rest_length", ""},
    {"natural_length", "rest_length", ""},
    {"initial_length", "rest_length", ""},
    {"unstretched_length", "rest_length", ""},
    {"tension", "pretension", ""},
    {"prestress", "pretension", ""},
    {"type", "law", ""},
    {"kind", "law", ""},
    {"dim", "dimension", ""},
    {"dimensions", "dimension", ""},
    {"g", "gravity", ""},
    {"m", "mass", ""},
    {"masses", "mass", ""},
    {"pinned", "fixed", ""},
    {"pins", "fixed", ""},
    {"pin", "fixed", ""},
    {"anchors", "fixed", ""},
    {"anchor", "fixed", ""},
    {"supports", "fixed", ""},
    {"constraints", "fixed", ""},
    {"labels", "name", ""},
    {"names", "name", ""},
    {"version", "tensio", ""},
    {"solver", "equilibrium", ""},
    {"max_iter", "max_iterations", ""},
    {"maxiter", "max_iterations", ""},
    {"tol", "tolerance", ""},
    {"increments", "load_steps", ""},
    {"load_increments", "load_steps", ""},
    {"dofs", "axes", ""},
    {"displacement", "move", ""},
    {"settlement", "move", ""},
    {"dt", "time_step", kInSimulation},
    {"timestep", "time_step", kInSimulation},
    {"time_step", "", kOfSimulation},
    {"integrator", "", kOfSimulation},
    {"end_time", "duration", kInSimulation},
    {"duration", "", kOfSimulation},
    {"backward_euler", "implicit_euler", kIntegrator},
    {"forward_euler", "explicit_euler", kIntegrator},
    {"verlet", "velocity_verlet", kIntegrator},
    {"semi_implicit_euler", "symplectic_euler", kIntegrator},
    {"newton_raphson", "newton", ""},
    {"hooke", "linear", ""},
    {"hookean", "linear", ""},
    {"spring", "linear", ""},
    {"bar", "linear", ""},
    {"truss", "linear", ""},
    {"rope", "cable", ""},
    {"string", "cable", ""},
    {"tension_only", "cable", ""},
    {"compression_only", "strut", ""},
    {"zero_length", "force_density", ""},
    {"constant_force", "constant_tension", ""},
    {"poly", "polynomial", ""},
    {"tabulated", "table", ""},
    {"multilinear", "table", ""},
    {"custom", "",
     "is a function of a program's own, which a file can not hold; use `polynomial` or `table`"},
};

// Words whose meaning depends on where they stand.
constexpr PlacedForeignWord kPlacedForeign[] = {
    {KeyPlace::scene, {"edges", "springs", ""}},
    {KeyPlace::scene, {"bonds", "springs", ""}},
    {KeyPlace::scene, {"bars", "springs", ""}},
    {KeyPlace::scene, {"elements", "springs", ""}},
    {KeyPlace::scene, {"members", "springs", ""}},
    {KeyPlace::scene, {"links", "springs", ""}},
    {KeyPlace::scene, {"vertices", "nodes", ""}},
    {KeyPlace::scene, {"particles", "nodes", ""}},
    {KeyPlace::scene, {"points", "nodes", ""}},
    {KeyPlace::scene, {"masses", "nodes", ""}},
    {KeyPlace::scene, {"forces", "loads", ""}},
    {KeyPlace::scene, {"cases", "", kNoCases}},
    {KeyPlace::scene, {"load_cases", "", kNoCases}},
    {KeyPlace::scene, {"load_combinations", "combinations", ""}},
    {KeyPlace::scene, {"phases", "stages", ""}},
    {KeyPlace::scene, {"construction", "stages", ""}},
    {KeyPlace::scene, {"fixed", "", "belongs into `nodes`"}},
    {KeyPlace::scene, {"position", "", "belongs into `nodes`"}},
    {KeyPlace::nodes, {"vertices", "position", ""}},
    {KeyPlace::nodes, {"points", "position", ""}},
    {KeyPlace::nodes, {"positions", "position", ""}},
    {KeyPlace::nodes, {"coordinates", "position", ""}},
    {KeyPlace::nodes, {"coords", "position", ""}},
    {KeyPlace::nodes, {"xyz", "position", ""}},
    {KeyPlace::nodes, {"force", "", "belongs into `loads`"}},
    {KeyPlace::nodes, {"loads", "", "belongs beside `nodes`, not into it"}},
    {KeyPlace::material, {"stiffness", "", kOfSet}},
    {KeyPlace::material, {"rest_length", "", kOfSet}},
    {KeyPlace::material, {"pretension", "", kOfSet}},
    {KeyPlace::material, {"name", "", "is the key of the material: {\"strand16\": {...}}"}},
    {KeyPlace::spring_set, {"edges", "ends", ""}},
    {KeyPlace::spring_set, {"bonds", "ends", ""}},
    {KeyPlace::spring_set, {"nodes", "ends", ""}},
    {KeyPlace::spring_set, {"connectivity", "ends", ""}},
    {KeyPlace::spring_set, {"force_density", "", kAsQ}},
    {KeyPlace::spring_set, {"q", "", kAsQ}},
    {KeyPlace::fixed,
     {"where", "", "stands alone; beside other keys, write \"nodes\": {\"where\": \"...\"}"}},
    {KeyPlace::load, {"where", "", "belongs into `nodes`: \"nodes\": {\"where\": \"...\"}"}},
    {KeyPlace::load, {"forces", "force", ""}},
    {KeyPlace::load, {"vector", "force", ""}},
    {KeyPlace::load, {"value", "force", ""}},
    {KeyPlace::load, {"load_case", "case", ""}},
    {KeyPlace::load, {"name", "case", ""}},
    {KeyPlace::load, {"dT", "temperature", ""}},
    {KeyPlace::load, {"delta_t", "temperature", ""}},
    {KeyPlace::load, {"temperature_change", "temperature", ""}},
    {KeyPlace::stage, {"change", "rest_length_change", ""}},
    {KeyPlace::stage, {"delta", "rest_length_change", ""}},
    {KeyPlace::stage, {"rest_length", "rest_length_change", ", by how much it grows"}},
    {KeyPlace::stage, {"shorten", "", kSign}},
    {KeyPlace::stage, {"shortening", "", kSign}},
    {KeyPlace::stage, {"set", "springs", ""}},
    {KeyPlace::include, {"include", "", "stands in the scene alone; name all files there"}},
    {KeyPlace::units, {"mass", "", kDerived}},
    {KeyPlace::units, {"stress", "", kDerived}},
    {KeyPlace::units, {"pressure", "", kDerived}},
    {KeyPlace::units, {"energy", "", kDerived}},
    {KeyPlace::units, {"stiffness", "", kDerived}},
    {KeyPlace::units, {"velocity", "", kDerived}},
    {KeyPlace::parameter, {"default", "value", ""}},
    {KeyPlace::parameter, {"low", "min", ""}},
    {KeyPlace::parameter, {"high", "max", ""}},
    {KeyPlace::parameter, {"units", "unit", ""}},
    {KeyPlace::parameter, {"name", "label", ""}},
    {KeyPlace::parameter, {"description", "note", ""}},
    {KeyPlace::stage, {"group", "springs", ""}},
    {KeyPlace::scene, {"generators", "generate", ""}},
    {KeyPlace::generate, {"type", "kind", ""}},
    {KeyPlace::generate, {"position", "at", ""}},
    {KeyPlace::generate, {"origin", "at", ""}},
    {KeyPlace::generate, {"translate", "at", ""}},
    {KeyPlace::generate, {"rotation", "rotate", " [degrees]"}},
    {KeyPlace::generate,
     {"fixed", "", "belongs into `nodes`: \"nodes\": {\"fixed\": [\"NAME.GROUP\"]}"}},
};

// The keys of a material or a spring set: columns, and what else springs are made of.
Words spring_words(Words words, bool of_material) {
  const auto add = [&](ColumnKind kind) {
    for (const SpringColumn& column : kSpringColumns) {
      if (column.kind == kind && (!of_material || column.of_material))
        words.emplace_back(column.key);
    }
  };
  add(ColumnKind::law);
  add(ColumnKind::property);
  words.insert(words.end(), {"coefficients", "points"});
  add(ColumnKind::damping);
  words.insert(words.end(), {"viscous", "yield", "break", "active"});
  add(ColumnKind::history);
  words.emplace_back("note");
  return words;
}

}  // namespace

const PlaceWords& words_of(KeyPlace place) {
  static const PlaceWords kScene = {
      "the scene",
      {"tensio",       "dimension", "title",       "description",   "source",     "note",
       "gravity",      "nodes",     "materials",   "springs",       "faces",      "loads",
       "combinations", "stages",    "groups",      "spring_groups", "drag",       "wind",
       "obstacles",    "events",    "probes",      "equilibrium",   "simulation", "parameters",
       "units",        "include",   "face_groups", "meshes",        "generate"},
      {"cell"}};
  static const PlaceWords kNodes = [] {
    PlaceWords nodes = {"`nodes`", {"position"}, {}};
    for (const NodeRows& rows : kNodeRows) nodes.known.emplace_back(rows.key);
    for (const NodeValues& values : kNodeValues) nodes.known.emplace_back(values.key);
    nodes.known.insert(nodes.known.end(), {"fixed", "name", "note"});
    return nodes;
  }();
  static const PlaceWords kFixed = {"a fixed item", {"nodes", "node", "axes", "move", "note"}, {}};
  static const PlaceWords kMaterial = {"a material", spring_words({"law"}, true), {}};
  static const PlaceWords kSpringSet = {
      "a spring set", spring_words({"name", "law", "ends", "material"}, false), {"shift"}};
  static const PlaceWords kLoad = {"a load",
                                   {"nodes", "node", "force", "springs", "temperature", "move",
                                    "faces", "pressure", "case", "note"},
                                   {}};
  static const PlaceWords kStage = {
      "a stage", with_keys({"name", "springs"}, kStageFields, {"note"}), {}};
  static const PlaceWords kEquilibrium = {
      "`equilibrium`", with_keys({}, kEquilibriumFields, {"note"}), {}};
  static const PlaceWords kSelection = {"a selection", {"where"}, {}};
  static const PlaceWords kParameter = {
      "a parameter", {"value", "min", "max", "scale", "unit", "label", "note"}, {}};
  static const PlaceWords kInclude = {
      "an included file",
      {"parameters", "materials", "groups", "spring_groups", "face_groups", "combinations"},
      {}};
  static const PlaceWords kMesh = [] {
    PlaceWords mesh = {"a mesh",
                       {"file", "format", "at", "rotate", "scale", "join", "merge", "keep_unused",
                        "mass", "total_mass", "mass_per_area"},
                       {}};
    // what its springs are made of, as in a set
    for (const std::string_view key : kSpringSet.known)
      if (key != "ends") mesh.known.push_back(key);
    return mesh;
  }();
  static const PlaceWords kUnits = {"`units`", {"length", "force", "time", "note"}, {}};
  switch (place) {
    case KeyPlace::scene: return kScene;
    case KeyPlace::nodes: return kNodes;
    case KeyPlace::fixed: return kFixed;
    case KeyPlace::material: return kMaterial;
    case KeyPlace::spring_set: return kSpringSet;
    case KeyPlace::load: return kLoad;
    case KeyPlace::stage: return kStage;
    case KeyPlace::equilibrium: return kEquilibrium;
    case KeyPlace::selection: return kSelection;
    case KeyPlace::parameter: return kParameter;
    case KeyPlace::units: return kUnits;
    case KeyPlace::include: return kInclude;
    case KeyPlace::mesh: return kMesh;
    default: return motion_words_of(place);
  }
}

const ForeignWord* foreign(std::string_view word, KeyPlace place, const Words& known) {
  if (const ForeignWord* found = motion_foreign(word, place)) return found;
  for (const PlacedForeignWord& candidate : kPlacedForeign) {
    if (candidate.place == place && candidate.word.word == word) return &candidate.word;
  }
  for (const ForeignWord& candidate : kForeign) {
    if (candidate.word != word) continue;
    // words of springs and nodes mean other things where motion is described
    const bool means_it = place <= KeyPlace::selection ||
                          std::find(known.begin(), known.end(), candidate.name) != known.end();
    return means_it ? &candidate : nullptr;
  }
  return nullptr;
}

}  // namespace tensio::io
