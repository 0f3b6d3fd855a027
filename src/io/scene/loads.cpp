// The sections `loads`, `combinations` and `stages`.
#include <fmt/format.h>

#include "core/index.hpp"
#include "core/pointer.hpp"
#include "io/scene/reader.hpp"
#include "io/scene/waves.hpp"

namespace tensio::io {
namespace {

enum class Acted { nodes, springs, faces };

// The one of `force`, `temperature`, `move` and `pressure` that is given; empty where none is.
std::string_view kind_of_load(Reading& reading, const Value& load, const std::string& pointer) {
  std::string_view kind;
  for (const char* key : {"force", "temperature", "move", "pressure"}) {
    const Value* given = load.find(key);
    if (!given) continue;
    if (!kind.empty()) {
      reading.findings.add(
          *given, fmt::format("{}/{}", pointer, key),
          fmt::format("both `{}` and `{}` are given; make a load of each", kind, key));
      continue;
    }
    kind = key;
  }
  if (kind.empty() && load.find("springs")) {
    reading.findings.add_missing(
        load, pointer, "temperature",
        "`temperature` is missing in a load on springs; give its change [K]");
  } else if (kind.empty() && load.find("faces")) {
    reading.findings.add_missing(load, pointer, "pressure",
                                 "`pressure` is missing in a load on faces; give a number [Pa]");
  } else if (kind.empty()) {
    reading.findings.add_missing(
        load, pointer, "force",
        "`force` is missing in a load; give a vector [N], or the `move` of "
        "supports [m]");
  }
  return kind;
}

// What a load of this kind acts on; where it has none, what it names.
Acted acted_on(const Value& load, std::string_view kind) {
  if (kind == "temperature" || (kind.empty() && load.find("springs"))) return Acted::springs;
  if (kind == "pressure" || (kind.empty() && load.find("faces"))) return Acted::faces;
  return Acted::nodes;
}

// The value that says on what a load acts, which must be of the right kind.
const Value* selected_by_load(Reading& reading, const Value& load, const std::string& pointer,
                              Acted on, std::string& place) {
  bool names_others = false;
  const auto refuse = [&](const char* key, Acted kind, const char* message) {
    const Value* given = load.find(key);
    if (!given || on == kind) return;
    reading.findings.add(*given, fmt::format("{}/{}", pointer, key), message);
    names_others = true;
  };
  const char* instead =
      on == Acted::springs ? "`temperature` acts on springs, not on nodes; name them with `springs`"
                           : "`pressure` acts on faces, not on nodes; name them with `faces`";
  refuse(load.find("nodes") ? "nodes" : "node", Acted::nodes, instead);
  refuse("springs", Acted::springs,
         on == Acted::faces ? "`pressure` acts on faces, not on springs; name them with `faces`"
                            : "only `temperature` acts on springs; name the nodes with `nodes`");
  refuse("faces", Acted::faces, "only `pressure` acts on faces");
  if (on == Acted::nodes) {
    const bool names_nodes = load.find("nodes") || load.find("node");
    return names_others && !names_nodes ? nullptr : selected_nodes(reading, load, pointer, place);
  }
  const char* key = on == Acted::springs ? "springs" : "faces";
  place = fmt::format("{}/{}", pointer, key);
  if (!load.find(key) && !names_others) {
    reading.findings.add_missing(
        load, pointer, key,
        on == Acted::springs
            ? "`springs` is missing in a load of `temperature`; name them by ids, a range, a group "
              "or {\"where\": \"...\"}"
            : "`faces` is missing in a load of `pressure`; name them by ids, a range, "
              "{\"where\": \"...\"} or \"all\"");
  }
  return load.find(key);
}

std::string read_case(Reading& reading, const Value& load, const std::string& pointer) {
  std::string name = text_of(reading, load, pointer, "case");
  const Value* value = load.find("case");
  if (!value || !value->text()) return name;
  if (name.empty()) {
    reading.findings.add(*value, pointer + "/case",
                         "a case cannot have an empty name; leave it out");
  } else if (name == "note") {
    reading.findings.add(*value, pointer + "/case",
                         "`note` is kept for notes; choose another name");
  }
  return name;
}

void read_force(SceneReading& scene, Value& value, const std::string& pointer, Load& load) {
  if (has_wave(value)) {
    load.wave = vector_of_waves(scene, value, pointer, "force");
    return;
  }
  const auto width = usize(scene.written_dimension);
  const RowsSpec spec = {"force", "entry", width, kRowExample[width]};
  const PackedNumbers* packed = value.packed();
  // rows of one number, and no rows for no nodes, look like one vector
  const bool may_be_rows =
      packed && packed->count == load.nodes.size() && (width == 1 || packed->count == 0);
  const bool one_for_all = value.number() || (packed && !packed->is_rows && !may_be_rows);
  if (one_for_all) {
    if (auto row = read_row(scene.reading, value, pointer, spec))
      load.force = widened(scene, std::move(*row));
    return;
  }
  auto rows = read_rows(scene.reading, value, pointer, spec);
  if (!rows) return;
  if (rows->size() != width * load.nodes.size()) {
    scene.reading.findings.add(
        value, pointer,
        fmt::format("`force` has {} rows for {} nodes; give one for each, or one vector for "
                    "all",
                    rows->size() / width, load.nodes.size()));
    return;
  }
  load.force = widened(scene, std::move(*rows));
}

Load read_load(SceneReading& scene, const Value& value, const std::string& pointer) {
  Load load;
  if (!is_object(scene.reading, value, pointer, "a load", KeyPlace::load)) return load;
  load.note = text_of(scene.reading, value, pointer, "note");
  load.load_case = read_case(scene.reading, value, pointer);
  const std::string_view kind = kind_of_load(scene.reading, value, pointer);
  if (kind == "temperature") {
    load.temperature = read_number(scene.reading, *value.find(kind), pointer + "/temperature", kind,
                                   "a number, the change of temperature [K]");
  } else if (kind == "move") {
    load.move = read_move(scene, *value.find(kind), pointer + "/move");
  } else if (kind == "pressure") {
    load.pressure = read_wave(scene.reading, *value.find(kind), pointer + "/pressure", kind);
  }
  const Acted on = acted_on(value, kind);
  std::string place;
  const Value* chosen = selected_by_load(scene.reading, value, pointer, on, place);
  if (!chosen) return load;
  Selections& selections = on == Acted::springs ? *scene.spring_selections
                           : on == Acted::faces ? *scene.face_selections
                                                : *scene.node_selections;
  (on == Acted::springs ? load.springs
   : on == Acted::faces ? load.faces
                        : load.nodes) = read_selection(scene, selections, *chosen, place);
  if (const int twice = selections.named_twice(); twice >= 0) {
    scene.reading.findings.add(*chosen, place,
                               fmt::format("{0} {1} is named twice in one load; name each {0} once",
                                           selections.one(), twice));
  }
  // without all the nodes there is no count to compare with
  if (scene.reading.findings.concerns(place)) {
    scene.reading.findings.distrust(pointer);
  } else if (kind == "force") {
    read_force(scene, *value.find(kind), pointer + "/force", load);
  }
  return load;
}

void read_combination(SceneReading& scene, const Member& member, const std::string& pointer,
                      const std::set<std::string_view>& cases) {
  Combination combination;
  combination.name = std::string(member.key);
  if (member.value.object() == nullptr) {
    scene.reading.findings.add(member.value, pointer,
                               "a combination must be an object with the factor of each case: "
                               "{\"gravity\": 1.35, \"snow\": 1.5}");
    return;
  }
  combination.note = text_of(scene.reading, member.value, pointer, "note");
  for (const Member& factor : *member.value.object()) {
    if (factor.key == "note") continue;
    const std::string place = pointer + '/' + pointer_part(factor.key);
    if (cases.count(factor.key) == 0) {
      // a load that could not be read may have been of this case
      if (scene.reading.findings.concerns("/loads")) {
        scene.reading.findings.distrust(place);
      } else {
        scene.reading.findings.add(
            factor.key_offset, place,
            undefined_name(factor.key, "load case", {cases.begin(), cases.end()},
                           "name it in a load"));
      }
    }
    const auto number =
        read_number(scene.reading, factor.value, place, factor.key, "a factor: a number");
    combination.factors.emplace_back(factor.key, number.value_or(0));
  }
  scene.system.combinations.push_back(std::move(combination));
}

// {"wind": 1.5}: factors of load cases.
void read_stage_loads(SceneReading& scene, const Value& value, const std::string& stage_pointer,
                      Stage& stage) {
  const std::string pointer = stage_pointer + "/loads";
  if (value.object() == nullptr) {
    scene.reading.findings.add(value, pointer,
                               "`loads` of a stage must be an object with the factor of each load "
                               "case: {\"wind\": 1, \"snow\": 0}");
    return;
  }
  std::set<std::string_view> cases = {kGravityCase};
  for (const Load& load : scene.system.loads)
    if (!load.load_case.empty()) cases.insert(load.load_case);
  for (const Member& member : *value.object()) {
    const std::string place = pointer + '/' + pointer_part(member.key);
    if (cases.count(member.key) == 0 && !scene.reading.findings.concerns("/loads"))
      scene.reading.findings.add(member.key_offset, place,
                                 undefined_name(member.key, "load case",
                                                {cases.begin(), cases.end()}, "name it in a load"));
    const auto factor =
        read_number(scene.reading, member.value, place, member.key, "a factor: a number");
    stage.loads.emplace_back(member.key, factor.value_or(0));
  }
}

Stage read_stage(SceneReading& scene, const Value& value, const std::string& pointer) {
  Stage stage;
  if (!is_object(scene.reading, value, pointer, "a stage", KeyPlace::stage)) return stage;
  stage.name = text_of(scene.reading, value, pointer, "name");
  stage.note = text_of(scene.reading, value, pointer, "note");
  const auto read = [&](const char* key, Selections& selections, std::vector<int>& items) {
    if (const Value* given = value.find(key))
      items = read_selection(scene, selections, *given, fmt::format("{}/{}", pointer, key));
  };
  read("springs", *scene.spring_selections, stage.springs);
  read("add", *scene.spring_selections, stage.add);
  read("remove", *scene.spring_selections, stage.remove);
  read("fix", *scene.node_selections, stage.fix);
  read("free", *scene.node_selections, stage.free);
  if (const Value* loads = value.find("loads")) read_stage_loads(scene, *loads, pointer, stage);
  read_fields(scene.reading, value, pointer, KeyPlace::stage, kStageFields, stage);
  const bool springs = value.find("springs") != nullptr;
  if (springs && value.find("rest_length_change") == nullptr) {
    scene.reading.findings.add_missing(
        value, pointer, "rest_length_change",
        "`rest_length_change` is missing in a stage with `springs`; give a number [m], negative "
        "for shorter");
  } else if (!springs && stage.rest_length_change != 0) {
    scene.reading.findings.add_missing(
        value, pointer, "springs",
        "`springs` is missing in a stage; name them by ids, a range, a group or "
        "{\"where\": \"...\"}");
  } else if (!springs && stage.add.empty() && stage.remove.empty() && stage.fix.empty() &&
             stage.free.empty() && stage.loads.empty()) {
    scene.reading.findings.add_missing(
        value, pointer, "springs",
        "`springs` is missing in a stage; it must change something: `springs` with "
        "`rest_length_change`, or one of `add`, `remove`, `fix`, `free` and `loads`");
  }
  return stage;
}

}  // namespace

void read_loads(SceneReading& scene, const Value& root) {
  const List* loads =
      list_of(scene.reading, root, "loads", R"([{"nodes": [0], "force": [0, -1]}])");
  for (std::size_t i = 0; loads && i < loads->size() && !scene.reading.findings.full(); ++i) {
    scene.system.loads.push_back(read_load(scene, (*loads)[i], fmt::format("/loads/{}", i)));
  }
}

void read_combinations(SceneReading& scene, const Value& root) {
  const Value* section = root.find("combinations");
  if (section != nullptr && has_combination_rule(*section)) {
    read_combination_rule(scene, *section);
    return;
  }
  std::set<std::string_view> cases = {kGravityCase};
  for (const Load& load : scene.system.loads) {
    if (!load.load_case.empty()) cases.insert(load.load_case);
  }
  scene.system.combinations_note =
      read_named(scene.reading, root, "combinations", R"({"ULS1": {"gravity": 1.35, "snow": 1.5}})",
                 [&](const Member& member, const std::string& pointer) {
                   read_combination(scene, member, pointer, cases);
                 });
}

void read_stages(SceneReading& scene, const Value& root) {
  const List* stages =
      list_of(scene.reading, root, "stages", R"([{"springs": "A", "rest_length_change": -0.01}])");
  for (std::size_t i = 0; stages && i < stages->size() && !scene.reading.findings.full(); ++i) {
    scene.system.stages.push_back(read_stage(scene, (*stages)[i], fmt::format("/stages/{}", i)));
  }
}

}  // namespace tensio::io
