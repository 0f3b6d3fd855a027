// The keys that each object of a scene knows.
#include "io/scene/words.hpp"

#include <map>

#include "io/scene/sections.hpp"
#include "model/spring_columns.hpp"

namespace tensio::io {
namespace {

using WordTable = std::map<KeyPlace, PlaceWords>;

// The keys of a material or a spring set: columns, and other properties of springs.
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

void add_statics(WordTable& table) {
  table[KeyPlace::scene] = {
      "the scene",
      {"tensio",       "dimension", "title",       "description",   "source",     "note",
       "gravity",      "nodes",     "materials",   "springs",       "faces",      "loads",
       "combinations", "stages",    "groups",      "spring_groups", "drag",       "wind",
       "obstacles",    "events",    "probes",      "equilibrium",   "simulation", "parameters",
       "units",        "include",   "face_groups", "meshes",        "generate",   "recorded"},
      {"cell"}};
  PlaceWords& nodes = table[KeyPlace::nodes];
  nodes = {"`nodes`", {"position"}};
  for (const NodeRows& rows : kNodeRows) nodes.known.emplace_back(rows.key);
  for (const NodeValues& values : kNodeValues) nodes.known.emplace_back(values.key);
  nodes.known.insert(nodes.known.end(), {"fixed", "name", "note"});
  table[KeyPlace::fixed] = {"a fixed item", {"nodes", "node", "axes", "move", "note"}};
  table[KeyPlace::material] = {"a material", spring_words({"section", "law"}, true)};
  table[KeyPlace::spring_set] = {
      "a spring set", spring_words({"name", "law", "ends", "material"}, false), {"shift"}};
  table[KeyPlace::load] = {"a load",
                           {"nodes", "node", "force", "springs", "temperature", "move", "faces",
                            "pressure", "case", "note"}};
  table[KeyPlace::stage] = {"a stage",
                            with_keys({"name", "springs"}, kStageFields,
                                      {"add", "remove", "fix", "free", "loads", "note"})};
  table[KeyPlace::combination_rule] = {
      "`combinations` with a rule",
      {"rule", "permanent", "variable", "exclusive", "expression", "gamma_G", "gamma_G_inf",
       "gamma_Q", "xi", "ultimate", "serviceability", "note"}};
  table[KeyPlace::recorded] = {"`recorded`", {"version", "scene", "rest", "motion"}};
  table[KeyPlace::recorded_motion] = {"`motion` of `recorded`",
                                      {"integrator", "time_step", "steps", "state"}};
  table[KeyPlace::equilibrium] = {"`equilibrium`", with_keys({}, kEquilibriumFields, {"note"})};
  table[KeyPlace::selection] = {"a selection", {"where"}};
}

void add_files_and_parameters(WordTable& table) {
  table[KeyPlace::parameter] = {"a parameter",
                                {"value", "min", "max", "scale", "unit", "label", "note"}};
  table[KeyPlace::units] = {"`units`", {"length", "force", "time", "note"}};
  table[KeyPlace::include] = {
      "an included file",
      {"parameters", "materials", "groups", "spring_groups", "face_groups", "combinations"}};
  PlaceWords& mesh = table[KeyPlace::mesh];
  mesh = {"a mesh",
          {"file", "format", "at", "rotate", "scale", "join", "merge", "keep_unused", "mass",
           "total_mass", "mass_per_area"}};
  // the properties of its springs, as in a set
  for (const std::string_view key : table[KeyPlace::spring_set].known)
    if (key != "ends") mesh.known.push_back(key);
}

void add_motion(WordTable& table) {
  table[KeyPlace::wave] = {"a waveform", {"ramp", "sine", "table"}};
  table[KeyPlace::sine] = {"`sine`", with_keys({}, kSineFields, {})};
  table[KeyPlace::viscous] = {"`viscous`", with_keys({}, kViscousFields, {})};
  table[KeyPlace::yield] = {"`yield`", with_keys({}, kYieldFields, {})};
  table[KeyPlace::breaks] = {"`break`", with_keys({}, kBreakFields, {})};
  table[KeyPlace::active] = {"`active`", {"rest_length", "stiffness"}};
  table[KeyPlace::faces] = {"`faces`", {"nodes", "mass_per_area", "note"}};
  table[KeyPlace::wind] = {"`wind`", with_keys({"velocity"}, kWindFields, {"note"})};
  table[KeyPlace::obstacle] = {
      "an obstacle", with_keys({"kind", "name", "point", "normal", "center", "radius", "size",
                                "rotate", "from", "to"},
                               kObstacleFields, {"motion", "note"})};
  table[KeyPlace::event] = {"an event",
                            with_keys({}, kEventFields, {"free", "fix", "set", "note"})};
  table[KeyPlace::probe] = {"a probe",
                            {"name", "nodes", "node", "springs", "quantity", "reduce", "note"}};
  table[KeyPlace::simulation] = {"`simulation`", with_keys({}, kSimulationFields, {"note"})};
}

}  // namespace

const PlaceWords& words_of(KeyPlace place) {
  static const WordTable kTable = [] {
    WordTable table;
    add_statics(table);
    add_files_and_parameters(table);
    add_motion(table);
    return table;
  }();
  return kTable.at(place);
}

}  // namespace tensio::io
