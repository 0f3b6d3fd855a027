// The sections `loads`, `combinations` and `stages`.
#include <fmt/format.h>

#include "core/index.hpp"
#include "core/pointer.hpp"
#include "io/scene/reader.hpp"
#include "io/scene/waves.hpp"

namespace tensio::io {

void SceneReader::read_loads(const Value& root) {
  const List* loads = list_of(root, "loads", R"([{"nodes": [0], "force": [0, -1]}])");
  for (std::size_t i = 0; loads && i < loads->size() && !findings_.full(); ++i) {
    system_.loads.push_back(read_load((*loads)[i], fmt::format("/loads/{}", i)));
  }
}

Load SceneReader::read_load(const Value& value, const std::string& pointer) {
  Load load;
  if (!is_object(value, pointer, "a load", KeyPlace::load)) return load;
  load.note = text_of(value, pointer, "note");
  load.load_case = read_case(value, pointer);
  const std::string_view kind = kind_of_load(value, pointer);
  if (kind == "temperature") {
    load.temperature = read_number(reading_, *value.find(kind), pointer + "/temperature", kind,
                                   "a number, the change of temperature [K]");
  } else if (kind == "move") {
    load.move = read_move(*value.find(kind), pointer + "/move");
  } else if (kind == "pressure") {
    load.pressure = read_wave(reading_, *value.find(kind), pointer + "/pressure", kind);
  }
  const Acted on = acted_on(value, kind);
  std::string place;
  const Value* chosen = selected_by_load(value, pointer, on, place);
  if (!chosen) return load;
  Selections& selections = on == Acted::springs ? *springs_
                           : on == Acted::faces ? *faces_
                                                : *nodes_;
  (on == Acted::springs ? load.springs
   : on == Acted::faces ? load.faces
                        : load.nodes) = select(selections, *chosen, place);
  if (const int twice = selections.named_twice(); twice >= 0) {
    findings_.add(*chosen, place,
                  fmt::format("{0} {1} is named twice in one load; name each {0} once",
                              selections.one(), twice));
  }
  // without all the nodes there is no count to compare with
  if (findings_.concerns(place)) {
    findings_.distrust(pointer);
  } else if (kind == "force") {
    read_force(*value.find(kind), pointer + "/force", load);
  }
  return load;
}

// The one of `force`, `temperature`, `move` and `pressure` that is given; empty where none is.
std::string_view SceneReader::kind_of_load(const Value& load, const std::string& pointer) {
  std::string_view kind;
  for (const char* key : {"force", "temperature", "move", "pressure"}) {
    const Value* given = load.find(key);
    if (!given) continue;
    if (!kind.empty()) {
      findings_.add(*given, fmt::format("{}/{}", pointer, key),
                    fmt::format("both `{}` and `{}` are given; make a load of each", kind, key));
      continue;
    }
    kind = key;
  }
  if (kind.empty() && load.find("springs")) {
    findings_.add_missing(load, pointer, "temperature",
                          "`temperature` is missing in a load on springs; give its change [K]");
  } else if (kind.empty() && load.find("faces")) {
    findings_.add_missing(load, pointer, "pressure",
                          "`pressure` is missing in a load on faces; give a number [Pa]");
  } else if (kind.empty()) {
    findings_.add_missing(load, pointer, "force",
                          "`force` is missing in a load; give a vector [N], or the `move` of "
                          "supports [m]");
  }
  return kind;
}

// What a load of this kind acts on; where it has none, what it names.
SceneReader::Acted SceneReader::acted_on(const Value& load, std::string_view kind) {
  if (kind == "temperature" || (kind.empty() && load.find("springs"))) return Acted::springs;
  if (kind == "pressure" || (kind.empty() && load.find("faces"))) return Acted::faces;
  return Acted::nodes;
}

// The value that says on what a load acts, which must be of the right kind.
const Value* SceneReader::selected_by_load(const Value& load, const std::string& pointer, Acted on,
                                           std::string& place) {
  bool names_others = false;
  const auto refuse = [&](const char* key, Acted kind, const char* message) {
    const Value* given = load.find(key);
    if (!given || on == kind) return;
    findings_.add(*given, fmt::format("{}/{}", pointer, key), message);
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
    return names_others && !names_nodes ? nullptr : selected_nodes(load, pointer, place);
  }
  const char* key = on == Acted::springs ? "springs" : "faces";
  place = fmt::format("{}/{}", pointer, key);
  if (!load.find(key) && !names_others) {
    findings_.add_missing(
        load, pointer, key,
        on == Acted::springs
            ? "`springs` is missing in a load of `temperature`; name them by ids, a range, a group "
              "or {\"where\": \"...\"}"
            : "`faces` is missing in a load of `pressure`; name them by ids, a range, "
              "{\"where\": \"...\"} or \"all\"");
  }
  return load.find(key);
}

std::string SceneReader::read_case(const Value& load, const std::string& pointer) {
  std::string name = text_of(load, pointer, "case");
  const Value* value = load.find("case");
  if (!value || !value->text()) return name;
  if (name.empty()) {
    findings_.add(*value, pointer + "/case", "a case can not have an empty name; leave it out");
  } else if (name == "note") {
    findings_.add(*value, pointer + "/case", "`note` is kept for notes; choose another name");
  }
  return name;
}

void SceneReader::read_force(Value& value, const std::string& pointer, Load& load) {
  if (has_wave(value)) {
    load.wave = vector_of_waves(value, pointer, "force");
    return;
  }
  const auto width = usize(written_dimension_);
  const RowsSpec spec = {"force", "entry", width, kRowExample[width]};
  const PackedNumbers* packed = value.packed();
  // rows of one number, and no rows for no nodes, look like one vector
  const bool may_be_rows =
      packed && packed->count == load.nodes.size() && (width == 1 || packed->count == 0);
  const bool one_for_all = value.number() || (packed && !packed->is_rows && !may_be_rows);
  if (one_for_all) {
    if (auto row = read_row(reading_, value, pointer, spec)) load.force = widened(std::move(*row));
    return;
  }
  auto rows = read_rows(reading_, value, pointer, spec);
  if (!rows) return;
  if (rows->size() != width * load.nodes.size()) {
    findings_.add(
        value, pointer,
        fmt::format("`force` has {} rows for {} nodes; give one for each, or one vector for "
                    "all",
                    rows->size() / width, load.nodes.size()));
    return;
  }
  load.force = widened(std::move(*rows));
}

void SceneReader::read_combinations(const Value& root) {
  std::set<std::string_view> cases = {kGravityCase};
  for (const Load& load : system_.loads) {
    if (!load.load_case.empty()) cases.insert(load.load_case);
  }
  system_.combinations_note =
      read_named(root, "combinations", R"({"ULS1": {"gravity": 1.35, "snow": 1.5}})",
                 [&](const Member& member, const std::string& pointer) {
                   read_combination(member, pointer, cases);
                 });
}

void SceneReader::read_combination(const Member& member, const std::string& pointer,
                                   const std::set<std::string_view>& cases) {
  Combination combination;
  combination.name = std::string(member.key);
  if (member.value.object() == nullptr) {
    findings_.add(member.value, pointer,
                  "a combination must be an object with the factor of each case: "
                  "{\"gravity\": 1.35, \"snow\": 1.5}");
    return;
  }
  combination.note = text_of(member.value, pointer, "note");
  for (const Member& factor : *member.value.object()) {
    if (factor.key == "note") continue;
    const std::string place = pointer + '/' + pointer_part(factor.key);
    if (cases.count(factor.key) == 0) {
      // a load that could not be read may have been of this case
      if (findings_.concerns("/loads")) {
        findings_.distrust(place);
      } else {
        findings_.add(factor.key_offset, place,
                      undefined_name(factor.key, "load case", {cases.begin(), cases.end()},
                                     "name it in a load"));
      }
    }
    const auto number =
        read_number(reading_, factor.value, place, factor.key, "a factor: a number");
    combination.factors.emplace_back(factor.key, number.value_or(0));
  }
  system_.combinations.push_back(std::move(combination));
}

void SceneReader::read_stages(const Value& root) {
  const List* stages =
      list_of(root, "stages", R"([{"springs": "A", "rest_length_change": -0.01}])");
  for (std::size_t i = 0; stages && i < stages->size() && !findings_.full(); ++i) {
    system_.stages.push_back(read_stage((*stages)[i], fmt::format("/stages/{}", i)));
  }
}

Stage SceneReader::read_stage(const Value& value, const std::string& pointer) {
  Stage stage;
  if (!is_object(value, pointer, "a stage", KeyPlace::stage)) return stage;
  stage.name = text_of(value, pointer, "name");
  stage.note = text_of(value, pointer, "note");
  if (const Value* springs = value.find("springs")) {
    stage.springs = select(*springs_, *springs, pointer + "/springs");
  } else {
    findings_.add_missing(value, pointer, "springs",
                          "`springs` is missing in a stage; name them by ids, a range, a group or "
                          "{\"where\": \"...\"}");
  }
  if (const Value* change = value.find("rest_length_change")) {
    stage.rest_length_change =
        read_number(reading_, *change, pointer + "/rest_length_change", "rest_length_change",
                    "a number [m], negative for shorter")
            .value_or(0);
  } else {
    findings_.add_missing(value, pointer, "rest_length_change",
                          "`rest_length_change` is missing in a stage; give a number [m], negative "
                          "for shorter");
  }
  if (const Value* steps = value.find("steps")) {
    stage.steps =
        read_whole_number(reading_, *steps, pointer + "/steps", "steps", "a whole number from 1")
            .value_or(1);
  }
  return stage;
}

}  // namespace tensio::io
