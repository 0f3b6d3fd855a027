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

System SceneReader::read(Value& root) {
  if (!is_object(root, "", "a scene", KeyPlace::scene)) return {};
  read_header(root);
  read_dimension(root);
  read_gravity(root);
  // nodes before springs, both before what selects from them
  Value* nodes = root.find("nodes");
  const bool has_nodes = nodes && is_object(*nodes, "/nodes", "`nodes`", KeyPlace::nodes);
  // nodes may all come from parts
  if (has_nodes && (nodes->find("position") || !has_parts(root))) read_positions(*nodes);
  if (!nodes && !has_parts(root)) {
    findings_.add_missing(root, "", "nodes",
                          "`nodes` is missing: \"nodes\": {\"position\": [[0, 0], ...]}");
  }
  own_nodes_ = node_count();
  read_materials(root);
  read_meshes(root);
  read_generators(root);
  // without the nodes of a part, all ids would be out of range
  if (!parts_good_) return std::move(system_);
  read_springs(root);
  read_faces(root);
  append_nets();
  if (!parts_good_) return std::move(system_);
  define_names();
  read_groups(root);
  if (has_nodes) read_nodes(root);
  append_values_of_parts();
  read_loads(root);
  read_combinations(root);
  read_stages(root);
  read_equilibrium(root);
  read_drag(root);
  read_wind(root);
  read_obstacles(root);
  read_events(root);
  read_probes(root);
  read_simulation(root);
  const auto add = [](std::vector<Group>& groups, std::vector<Group> more) {
    for (Group& group : more) groups.push_back(std::move(group));
  };
  add(system_.groups, nodes_->take_groups());
  add(system_.spring_groups, springs_->take_groups());
  add(system_.face_groups, faces_->take_groups());
  return std::move(system_);
}

bool SceneReader::is_object(const Value& value, const std::string& pointer, std::string_view what,
                            KeyPlace keys) {
  if (value.object() == nullptr) {
    findings_.add(value, pointer, fmt::format("{} must be an object, {{ }}", what));
    return false;
  }
  check_keys(findings_, value, pointer, keys);
  return true;
}

std::string SceneReader::text_of(const Value& object, const std::string& pointer,
                                 std::string_view key) {
  const Value* value = object.find(key);
  return value ? read_text(reading_, *value, fmt::format("{}/{}", pointer, key), key)
               : std::string();
}

const List* SceneReader::list_of(const Value& root, std::string_view key,
                                 std::string_view example) {
  const Value* value = root.find(key);
  if (!value) return nullptr;
  const PackedNumbers* packed = value->packed();
  if (value->is_array() && (!packed || packed->count == 0)) return value->list();
  findings_.add(*value, fmt::format("/{}", key),
                fmt::format("`{}` must be a list such as {}", key, example));
  return nullptr;
}

std::optional<double> SceneReader::number_of(const Value& object, const std::string& pointer,
                                             std::string_view key, std::string_view allowed) {
  const Value* value = object.find(key);
  if (!value) return std::nullopt;
  return read_number(reading_, *value, fmt::format("{}/{}", pointer, key), key, allowed);
}

void SceneReader::read_into(const Value& object, const std::string& pointer, std::string_view key,
                            std::string_view allowed, double& target) {
  target = number_of(object, pointer, key, allowed).value_or(target);
}

std::optional<int> SceneReader::word_of(const Value& object, const std::string& pointer,
                                        std::string_view key,
                                        const std::vector<std::string_view>& words,
                                        KeyPlace place) {
  const Value* value = object.find(key);
  if (!value) return std::nullopt;
  const std::string_view word = value->text() ? *value->text() : std::string_view();
  const auto known = std::find(words.begin(), words.end(), word);
  if (known != words.end()) return static_cast<int>(known - words.begin());
  findings_.add(*value, fmt::format("{}/{}", pointer, key),
                value->text() ? unknown_word(word, key, "", place, words)
                              : fmt::format("`{}` must be one of {}", key, listed(words)));
  return std::nullopt;
}

std::string SceneReader::read_named(
    const Value& root, std::string_view key, std::string_view example,
    const std::function<void(const Member&, const std::string&)>& read) {
  const Value* value = root.find(key);
  if (!value) return {};
  const std::string pointer = fmt::format("/{}", key);
  if (value->object() == nullptr) {
    findings_.add(*value, pointer, fmt::format("`{}` must be an object such as {}", key, example));
    return {};
  }
  for (const Member& member : *value->object()) {
    if (member.key == "note" || findings_.full()) continue;
    const std::string place = pointer + '/' + pointer_part(member.key);
    if (member.key.empty()) findings_.add(member.key_offset, place, "a name can not be empty");
    read(member, place);
  }
  return text_of(*value, pointer, "note");
}

// One number per row becomes two: a line is carried in the plane.
std::vector<double> SceneReader::widened(std::vector<double> values) const {
  if (written_dimension_ != 1) return values;
  std::vector<double> rows(2 * values.size(), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) rows[2 * i] = values[i];
  return rows;
}

std::vector<int> SceneReader::select(Selections& from, const Value& value,
                                     const std::string& pointer) {
  std::vector<int> ids = from.read(value, pointer);
  if (!value.packed() || value.size() != ids.size()) mixed_.insert(pointer);
  return ids;
}

std::string SceneReader::place_in_file(const std::string& pointer) const {
  static constexpr std::string_view kFixed = "/nodes/fixed/";
  if (pointer.compare(0, kFixed.size(), kFixed) == 0) {
    std::size_t index = 0;
    const char* end = pointer.data() + pointer.size();
    const auto number = std::from_chars(pointer.data() + kFixed.size(), end, index);
    if (number.ec != std::errc() || index >= fixed_places_.size()) return pointer;
    return fixed_places_[index] + std::string(number.ptr, end);
  }
  static constexpr std::string_view kFaces = "/faces/nodes";
  if (!faces_object_ && pointer.compare(0, kFaces.size(), kFaces) == 0)
    return "/faces" + pointer.substr(kFaces.size());
  const std::string in_part = place_in_part(pointer);
  if (!in_part.empty()) return in_part;
  const std::string_view parent = std::string_view(pointer).substr(0, pointer.rfind('/'));
  return mixed_.count(parent) > 0 ? std::string(parent) : pointer;
}

void SceneReader::place_formulas(std::vector<Formula>& formulas) const {
  static constexpr std::string_view kFixed = "/nodes/fixed";
  std::map<std::string_view, std::size_t> entries;
  for (std::size_t i = 0; i < fixed_places_.size(); ++i) entries.emplace(fixed_places_[i], i);
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

// The value that says which nodes: `nodes`, or `node`.
const Value* SceneReader::selected_nodes(const Value& object, const std::string& pointer,
                                         std::string& place) {
  const Value* found = nullptr;
  for (const char* key : {"nodes", "node"}) {
    const Value* value = object.find(key);
    if (!value) continue;
    place = fmt::format("{}/{}", pointer, key);
    if (found) findings_.add(*value, place, "`nodes` and `node` mean the same; give one of them");
    found = value;
  }
  if (!found) {
    findings_.add_missing(object, pointer, "nodes",
                          "`nodes` is missing; name them by ids, a range, a group or "
                          "{\"where\": \"...\"}");
  }
  return found;
}

void SceneReader::read_header(const Value& root) {
  const Value* version = root.find("tensio");
  if (!version) {
    findings_.add_missing(
        root, "", "tensio",
        "`tensio` is missing; a scene begins with \"tensio\": 1, the version of its "
        "format");
  } else if (!version->number() || *version->number() < 1 || !whole_number(*version->number())) {
    findings_.add(*version, "/tensio", "`tensio` is the version of the format; it must be 1");
  } else if (*version->number() > 1) {
    findings_.add(
        *version, "/tensio",
        fmt::format("this scene was written for a newer Tensio, format {}; this one reads "
                    "format 1",
                    *version->number()));
  }
  system_.title = text_of(root, "", "title");
  system_.description = text_of(root, "", "description");
  system_.source = text_of(root, "", "source");
  system_.note = text_of(root, "", "note");
}

void SceneReader::read_dimension(const Value& root) {
  const Value* value = root.find("dimension");
  const double number = value && value->number() ? *value->number() : 0;
  if (number == 1 || number == 2 || number == 3) {
    written_dimension_ = static_cast<int>(number);
  } else {
    if (value) {
      findings_.add(*value, "/dimension", "`dimension` must be 1, 2 or 3");
    } else {
      findings_.add_missing(root, "", "dimension",
                            "`dimension` is missing; write \"dimension\": 2 or 3");
    }
    // reading goes on with what the positions look like
    const Value* nodes = root.find("nodes");
    const Value* position = nodes ? nodes->find("position") : nullptr;
    const PackedNumbers* rows = position ? position->packed() : nullptr;
    if (rows && rows->is_rows && !rows->ragged() && rows->width == 2) written_dimension_ = 2;
  }
  system_.dimension = written_dimension_ == 1 ? 2 : written_dimension_;
}

void SceneReader::read_gravity(const Value& root) {
  const Value* value = root.find("gravity");
  if (!value) return;
  const auto width = usize(written_dimension_);
  static constexpr std::string_view kExample[] = {"", "[-9.81]", "[0, -9.81]", "[0, 0, -9.81]"};
  const auto row = read_row(reading_, *value, "/gravity", {"gravity", "", width, kExample[width]});
  if (row) std::copy(row->begin(), row->end(), system_.gravity.begin());
}

void SceneReader::define_names() {
  nodes_.emplace(reading_, Selectable{system_, Selectable::Kind::nodes, node_count(),
                                      written_dimension_, drawn_});
  springs_.emplace(reading_, Selectable{system_, Selectable::Kind::springs, spring_count_,
                                        written_dimension_, drawn_ && ends_good_});
  faces_.emplace(reading_, Selectable{system_, Selectable::Kind::faces, system_.faces.count(),
                                      written_dimension_, drawn_ && corners_good_});
  for (const NamedSet& set : set_names_) {
    if (!springs_->define(set.name, set.first, set.count)) {
      findings_.add(*set.value, set.pointer,
                    fmt::format("the name `{}` is given to two spring sets; names must differ",
                                shortened(set.name)));
    }
  }
  faces_->define("all", 0, system_.faces.count());
  define_of_parts(*nodes_, system_.groups);
  define_of_parts(*springs_, system_.spring_groups);
  define_of_parts(*faces_, system_.face_groups);
}

void SceneReader::read_groups(const Value& root) {
  define_groups(root, "groups", *nodes_, system_.groups_note);
  define_groups(root, "spring_groups", *springs_, system_.spring_groups_note);
  define_groups(root, "face_groups", *faces_, system_.face_groups_note);
}

void SceneReader::define_groups(const Value& root, const char* key, Selections& selections,
                                std::string& note) {
  const Value* groups = root.find(key);
  const std::string pointer = fmt::format("/{}", key);
  if (!groups) return;
  if (groups->object() == nullptr) {
    findings_.add(*groups, pointer,
                  fmt::format("`{}` must be an object: {{\"name\": selection, ...}}", key));
    return;
  }
  note = text_of(*groups, pointer, "note");
  selections.define_groups(*groups, pointer);
}

void SceneReader::read_equilibrium(const Value& root) {
  const Value* value = root.find("equilibrium");
  if (!value || !is_object(*value, "/equilibrium", "`equilibrium`", KeyPlace::equilibrium)) return;
  system_.equilibrium_note = text_of(*value, "/equilibrium", "note");
  static const std::vector<std::string_view> kMethods = names_of<Method>(kMethodCount);
  system_.equilibrium.method = static_cast<Method>(
      word_of(*value, "/equilibrium", "method", kMethods, KeyPlace::equilibrium).value_or(0));
  EquilibriumOptions& options = system_.equilibrium;
  read_into(*value, "/equilibrium", "relaxation", "a number above 0 and at most 1",
            options.relaxation);
  read_into(*value, "/equilibrium", "tolerance", "a positive number such as 1e-10",
            options.tolerance);
  if (const Value* given = value->find("max_iterations")) {
    options.max_iterations = read_whole_number(reading_, *given, "/equilibrium/max_iterations",
                                               "max_iterations", "a whole number such as 10000")
                                 .value_or(options.max_iterations);
  }
  if (const Value* given = value->find("load_steps")) {
    options.load_steps = read_whole_number(reading_, *given, "/equilibrium/load_steps",
                                           "load_steps", "a whole number from 1")
                             .value_or(options.load_steps);
  }
  if (const Value* given = value->find("stability")) {
    if (given->boolean())
      options.stability = *given->boolean();
    else
      findings_.add(*given, "/equilibrium/stability", "`stability` must be true or false");
  }
}

}  // namespace tensio::io
