// The scene as a whole: its header, groups and options, and the order of reading.
#include "io/scene/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "core/index.hpp"
#include "core/pointer.hpp"
#include "io/text/characters.hpp"

namespace tensio::io {
namespace {

bool has_parts(const Value& root) { return root.find("meshes") || root.find("generate"); }

void read_header(SceneReading& scene, const Value& root) {
  const Value* version = root.find("tensio");
  if (!version) {
    scene.reading.findings.add_missing(
        root, "", "tensio",
        "`tensio` is missing; a scene begins with \"tensio\": 1, the version of its "
        "format");
  } else if (!version->number() || *version->number() < 1 || !whole_number(*version->number())) {
    scene.reading.findings.add(*version, "/tensio",
                               "`tensio` is the version of the format; it must be 1");
  } else if (*version->number() > 1) {
    scene.reading.findings.add(
        *version, "/tensio",
        fmt::format("this scene was written for a newer Tensio, format {}; this one reads "
                    "format 1",
                    *version->number()));
  }
  scene.system.title = text_of(scene.reading, root, "", "title");
  scene.system.description = text_of(scene.reading, root, "", "description");
  scene.system.source = text_of(scene.reading, root, "", "source");
  scene.system.note = text_of(scene.reading, root, "", "note");
}

void read_dimension(SceneReading& scene, const Value& root) {
  const Value* value = root.find("dimension");
  const double number = value && value->number() ? *value->number() : 0;
  if (number == 1 || number == 2 || number == 3) {
    scene.written_dimension = static_cast<int>(number);
  } else {
    if (value) {
      scene.reading.findings.add(*value, "/dimension", "`dimension` must be 1, 2 or 3");
    } else {
      scene.reading.findings.add_missing(root, "", "dimension",
                                         "`dimension` is missing; write \"dimension\": 2 or 3");
    }
    // reading continues with what the positions look like
    const Value* nodes = root.find("nodes");
    const Value* position = nodes ? nodes->find("position") : nullptr;
    const PackedNumbers* rows = position ? position->packed() : nullptr;
    if (rows && rows->is_rows && !rows->ragged() && rows->width == 2) scene.written_dimension = 2;
  }
  scene.system.dimension = scene.written_dimension == 1 ? 2 : scene.written_dimension;
}

void read_gravity(SceneReading& scene, const Value& root) {
  const Value* value = root.find("gravity");
  if (!value) return;
  const auto width = usize(scene.written_dimension);
  static constexpr std::string_view kGravity[] = {"", "[-9.81]", "[0, -9.81]", "[0, 0, -9.81]"};
  const auto row =
      read_row(scene.reading, *value, "/gravity", {"gravity", "", width, kGravity[width]});
  if (row) std::copy(row->begin(), row->end(), scene.system.gravity.begin());
}

void define_names(SceneReading& scene) {
  scene.node_selections.emplace(
      scene.reading, Selectable{scene.system, Selectable::Kind::nodes, scene.node_count(),
                                scene.written_dimension, scene.drawn});
  scene.spring_selections.emplace(
      scene.reading, Selectable{scene.system, Selectable::Kind::springs, scene.spring_count,
                                scene.written_dimension, scene.drawn && scene.ends_good});
  scene.face_selections.emplace(
      scene.reading, Selectable{scene.system, Selectable::Kind::faces, scene.system.faces.count(),
                                scene.written_dimension, scene.drawn && scene.corners_good});
  for (const NamedSet& set : scene.set_names) {
    if (!scene.spring_selections->define(set.name, set.first, set.count)) {
      scene.reading.findings.add(
          *set.value, set.pointer,
          fmt::format("the name `{}` is given to two spring sets; names must differ",
                      shortened(set.name)));
    }
  }
  scene.face_selections->define("all", 0, scene.system.faces.count());
  define_of_parts(scene, *scene.node_selections, scene.system.groups);
  define_of_parts(scene, *scene.spring_selections, scene.system.spring_groups);
  define_of_parts(scene, *scene.face_selections, scene.system.face_groups);
}

void define_groups(Reading& reading, const Value& root, const char* key, Selections& selections,
                   std::string& note) {
  const Value* groups = root.find(key);
  const std::string pointer = fmt::format("/{}", key);
  if (!groups) return;
  if (groups->object() == nullptr) {
    reading.findings.add(*groups, pointer,
                         fmt::format("`{}` must be an object: {{\"name\": selection, ...}}", key));
    return;
  }
  note = text_of(reading, *groups, pointer, "note");
  selections.define_groups(*groups, pointer);
}

void read_groups(SceneReading& scene, const Value& root) {
  define_groups(scene.reading, root, "groups", *scene.node_selections, scene.system.groups_note);
  define_groups(scene.reading, root, "spring_groups", *scene.spring_selections,
                scene.system.spring_groups_note);
  define_groups(scene.reading, root, "face_groups", *scene.face_selections,
                scene.system.face_groups_note);
}

void read_equilibrium(SceneReading& scene, const Value& root) {
  const Value* value = root.find("equilibrium");
  if (!value ||
      !is_object(scene.reading, *value, "/equilibrium", "`equilibrium`", KeyPlace::equilibrium))
    return;
  scene.system.equilibrium_note = text_of(scene.reading, *value, "/equilibrium", "note");
  read_fields(scene.reading, *value, "/equilibrium", KeyPlace::equilibrium, kEquilibriumFields,
              scene.system.equilibrium);
}

}  // namespace

System read_scene(SceneReading& scene, Value& root) {
  if (!is_object(scene.reading, root, "", "a scene", KeyPlace::scene)) return {};
  read_header(scene, root);
  read_dimension(scene, root);
  read_gravity(scene, root);
  // nodes before springs, both before what selects from them
  Value* nodes = root.find("nodes");
  const bool has_nodes =
      nodes && is_object(scene.reading, *nodes, "/nodes", "`nodes`", KeyPlace::nodes);
  // nodes may all come from parts
  if (has_nodes && (nodes->find("position") || !has_parts(root))) read_positions(scene, *nodes);
  if (!nodes && !has_parts(root)) {
    scene.reading.findings.add_missing(
        root, "", "nodes", "`nodes` is missing: \"nodes\": {\"position\": [[0, 0], ...]}");
  }
  scene.own_nodes = scene.node_count();
  read_materials(scene, root);
  read_meshes(scene, root);
  read_generators(scene, root);
  // without the nodes of a part, all ids would be out of range
  if (!scene.parts_good) return std::move(scene.system);
  read_springs(scene, root);
  read_faces(scene, root);
  append_nets(scene);
  if (!scene.parts_good) return std::move(scene.system);
  define_names(scene);
  read_groups(scene, root);
  if (has_nodes) read_nodes(scene, root);
  append_values_of_parts(scene);
  read_loads(scene, root);
  read_combinations(scene, root);
  read_stages(scene, root);
  read_equilibrium(scene, root);
  read_drag(scene, root);
  read_wind(scene, root);
  read_obstacles(scene, root);
  read_events(scene, root);
  read_probes(scene, root);
  read_simulation(scene, root);
  read_recorded(scene, root);
  const auto add = [](std::vector<Group>& groups, std::vector<Group> more) {
    for (Group& group : more) groups.push_back(std::move(group));
  };
  add(scene.system.groups, scene.node_selections->take_groups());
  add(scene.system.spring_groups, scene.spring_selections->take_groups());
  add(scene.system.face_groups, scene.face_selections->take_groups());
  return std::move(scene.system);
}

std::vector<double> widened(const SceneReading& scene, std::vector<double> values) {
  if (scene.written_dimension != 1) return values;
  std::vector<double> rows(2 * values.size(), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) rows[2 * i] = values[i];
  return rows;
}

std::vector<int> read_selection(SceneReading& scene, Selections& from, const Value& value,
                                const std::string& pointer) {
  std::vector<int> ids = from.read(value, pointer);
  if (!value.packed() || value.size() != ids.size()) scene.mixed.insert(pointer);
  return ids;
}

std::string place_in_file(const SceneReading& scene, const std::string& pointer) {
  static constexpr std::string_view kFixed = "/nodes/fixed/";
  if (pointer.compare(0, kFixed.size(), kFixed) == 0) {
    std::size_t index = 0;
    const char* end = pointer.data() + pointer.size();
    const auto number = std::from_chars(pointer.data() + kFixed.size(), end, index);
    if (number.ec != std::errc() || index >= scene.fixed_places.size()) return pointer;
    return scene.fixed_places[index] + std::string(number.ptr, end);
  }
  static constexpr std::string_view kFaces = "/faces/nodes";
  if (!scene.faces_object && pointer.compare(0, kFaces.size(), kFaces) == 0)
    return "/faces" + pointer.substr(kFaces.size());
  const std::string in_part = place_in_part(scene, pointer);
  if (!in_part.empty()) return in_part;
  const std::string_view parent = std::string_view(pointer).substr(0, pointer.rfind('/'));
  return scene.mixed.count(parent) > 0 ? std::string(parent) : pointer;
}

void place_formulas(const SceneReading& scene, std::vector<Formula>& formulas) {
  static constexpr std::string_view kFixed = "/nodes/fixed";
  std::map<std::string_view, std::size_t> entries;
  for (std::size_t i = 0; i < scene.fixed_places.size(); ++i)
    entries.emplace(scene.fixed_places[i], i);
  for (Formula& formula : formulas) {
    const std::string_view pointer = formula.pointer;
    if (pointer.substr(0, kFixed.size()) != kFixed) continue;
    // an item of the list, or an item that is all there is
    const std::size_t end = std::min(pointer.find('/', kFixed.size() + 1), pointer.size());
    auto entry = entries.find(pointer.substr(0, end));
    if (entry == entries.end()) entry = entries.find(kFixed);
    if (entry == entries.end()) continue;
    formula.pointer =
        fmt::format("{}/{}{}", kFixed, entry->second, pointer.substr(entry->first.size()));
  }
}

const Value* selected_nodes(Reading& reading, const Value& object, const std::string& pointer,
                            std::string& place) {
  const Value* found = nullptr;
  for (const char* key : {"nodes", "node"}) {
    const Value* value = object.find(key);
    if (!value) continue;
    place = fmt::format("{}/{}", pointer, key);
    if (found)
      reading.findings.add(*value, place, "`nodes` and `node` mean the same; give one of them");
    found = value;
  }
  if (!found) {
    reading.findings.add_missing(object, pointer, "nodes",
                                 "`nodes` is missing; name them by ids, a range, a group or "
                                 "{\"where\": \"...\"}");
  }
  return found;
}

}  // namespace tensio::io
