// The section `generate`: parts by their kind and its options.
#include <fmt/format.h>

#include "core/index.hpp"
#include "io/scene/reader.hpp"
#include "tensio/scenes/generators.hpp"

namespace tensio::io {
namespace {

constexpr std::string_view kExample = R"([{"kind": "cloth", "name": "cloth", "columns": 20}])";

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (const Generator& kind : generators()) names.push_back(kind.name);
  return names;
}

// "a number [N/m]"
std::string allowed(const GeneratorOption& option) {
  return option.unit.empty() ? std::string(to_string(option.type))
                             : fmt::format("{} [{}]", to_string(option.type), option.unit);
}

// The faces of a mesh, the nodes in them and their groups; lines and loose points stay behind.
System surface_of(const System& mesh) {
  System surface;
  surface.faces = mesh.faces;
  surface.face_groups = mesh.face_groups;
  std::vector<int> id(usize(mesh.node_count()), -1);
  for (const int node : mesh.faces.nodes) id[node] = 0;
  int next = 0;
  for (std::size_t node = 0; node < id.size(); ++node) {
    if (id[node] < 0) continue;
    id[node] = next++;
    const double* p = &mesh.nodes.position[3 * node];
    surface.nodes.position.insert(surface.nodes.position.end(), p, p + 3);
  }
  for (int& node : surface.faces.nodes) node = id[node];
  for (const Group& group : mesh.groups) {
    Group kept = {group.name};
    for (const int node : group.members)
      if (id[node] >= 0) kept.members.push_back(id[node]);
    if (!kept.members.empty()) surface.groups.push_back(std::move(kept));
  }
  return surface;
}

const Generator* read_kind(Reading& reading, const Value& value, const std::string& pointer) {
  if (value.object() == nullptr) {
    reading.findings.add(value, pointer,
                         fmt::format("a part must be an object such as {}",
                                     kExample.substr(1, kExample.size() - 2)));
    return nullptr;
  }
  if (!value.find("kind")) {
    reading.findings.add(value, pointer,
                         fmt::format("`kind` is missing; it is one of {}", listed(kind_names())));
    return nullptr;
  }
  const auto index = word_of(reading, value, pointer, "kind", kind_names(), KeyPlace::generate);
  return index ? &generators()[usize(*index)] : nullptr;
}

// Every key is an option of the kind, or says where the part goes.
void check_options(Reading& reading, const Value& value, const std::string& pointer,
                   const Generator& kind) {
  std::vector<std::string_view> known;
  for (const GeneratorOption& option : kind.options) known.push_back(option.name);
  for (const std::string_view key : {"kind", "name", "at", "rotate", "scale", "join", "note"})
    known.push_back(key);
  for (const Member& member : *value.object()) {
    if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
    reading.findings.add_unknown_key(
        member, pointer,
        unknown_word(member.key, "option", fmt::format(" of {}", kind.name), KeyPlace::generate,
                     known));
  }
}

std::optional<OptionValue> read_pairs(Reading& reading, Value& given, const std::string& place,
                                      const GeneratorOption& option) {
  const auto rows = read_rows(reading, given, place, {option.name, "entry", 2, "[0, 1]"});
  if (!rows) return std::nullopt;
  std::vector<std::array<int, 2>> pairs(rows->size() / 2);
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const std::optional<int> whole = whole_number((*rows)[i]);
    if (!whole) {
      reading.findings.add_item(given, place, i / 2,
                                fmt::format("`{}` has {} in it; it must be {}", option.name,
                                            (*rows)[i], to_string(option.type)));
      return std::nullopt;
    }
    pairs[i / 2][i % 2] = *whole;
  }
  return pairs;
}

std::optional<OptionValue> read_distribution(Reading& reading, const Value& given,
                                             const std::string& place,
                                             const GeneratorOption& option) {
  using Shape = scenes::Distribution::Shape;
  if (given.number()) return scenes::Distribution{Shape::constant, *given.number(), 0};
  static constexpr std::pair<std::string_view, Shape> kShapes[] = {
      {"uniform", Shape::uniform},
      {"normal", Shape::normal},
      {"log_normal", Shape::log_normal},
      {"exponential", Shape::exponential}};
  const Object* object = given.object();
  if (object && object->size() == 1) {
    const Member& member = object->front();
    const PackedNumbers* numbers = member.value.packed();
    for (const auto& [name, shape] : kShapes) {
      if (member.key != name) continue;
      if (shape == Shape::exponential && member.value.number())
        return scenes::Distribution{shape, *member.value.number(), 0};
      if (shape != Shape::exponential && numbers && !numbers->is_rows && numbers->count == 2)
        return scenes::Distribution{shape, numbers->values[0], numbers->values[1]};
    }
  }
  reading.findings.add(given, place,
                       fmt::format("`{}` must be {}", option.name, to_string(option.type)));
  return std::nullopt;
}

// One value, of the types that are not parts of springs.
std::optional<OptionValue> read_option(SceneReading& scene, const Value& object, Value& given,
                                       const std::string& place, const GeneratorOption& option) {
  const std::string pointer = place.substr(0, place.rfind('/'));
  switch (option.type) {
    case OptionType::number: {
      const auto number = read_number(scene.reading, given, place, option.name, allowed(option));
      if (number) return *number;
      return std::nullopt;
    }
    case OptionType::whole_number: {
      const auto number =
          read_whole_number(scene.reading, given, place, option.name, allowed(option));
      if (number) return static_cast<double>(*number);
      return std::nullopt;
    }
    case OptionType::truth:
      if (given.boolean()) return *given.boolean();
      scene.reading.findings.add(given, place,
                                 fmt::format("`{}` must be true or false", option.name));
      return std::nullopt;
    case OptionType::word: {
      const std::vector<std::string_view> words(option.words.begin(), option.words.end());
      const auto index =
          word_of(scene.reading, object, pointer, option.name, words, KeyPlace::generate);
      if (index) return option.words[usize(*index)];
      return std::nullopt;
    }
    case OptionType::material: return read_material_name(scene, given, place);
    case OptionType::vector: return read_list(scene.reading, given, place, option.name, "[10, 10]");
    case OptionType::pairs: return read_pairs(scene.reading, given, place, option);
    case OptionType::distribution: return read_distribution(scene.reading, given, place, option);
    case OptionType::mesh: {
      ImportOptions how;
      how.dimension = 3;
      const std::optional<System> mesh = import_named(scene, given, place, option.name, how);
      if (mesh) return surface_of(*mesh);
      return std::nullopt;
    }
    case OptionType::viscous:
    case OptionType::yield:
    case OptionType::breaks:
    case OptionType::active: break;
  }
  return std::nullopt;
}

OptionValues read_options(SceneReading& scene, const Value& value, const std::string& pointer,
                          const Generator& kind) {
  OptionValues values;
  scenes::SpringOptions properties;
  read_parts(scene.reading, value, pointer, properties);
  for (const GeneratorOption& option : kind.options) {
    Value* given = value.find(option.name);
    if (!given) continue;
    const std::string place = fmt::format("{}/{}", pointer, option.name);
    std::optional<OptionValue> read = read_option(scene, value, *given, place, option);
    if (option.type == OptionType::viscous && properties.viscous) read = *properties.viscous;
    if (option.type == OptionType::yield && properties.yield) read = *properties.yield;
    if (option.type == OptionType::breaks && properties.breaks) read = *properties.breaks;
    if (option.type == OptionType::active && properties.active) read = *properties.active;
    if (read) values.emplace_back(option.name, std::move(*read));
  }
  return values;
}

void make_part(SceneReading& scene, const Value& value, const std::string& pointer,
               const Generator& kind, const OptionValues& values) {
  try {
    const std::size_t left = scene.max_generated - std::min(scene.max_generated, scene.generated);
    System part = generate_part(kind.name, values, {scene.system.dimension, left});
    scene.generated += usize(part.node_count());
    const std::string note = text_of(scene.reading, value, pointer, "note");
    if (!part.springs.empty() && !note.empty()) part.springs.front().note = note;
    add_part(scene, std::move(part), value, pointer);
  } catch (const Error& error) {
    std::vector<Problem> problems = error.problems();
    for (Problem& problem : problems) problem.pointer = pointer + problem.pointer;
    scene.reading.findings.merge(problems);
    if (problems.empty()) scene.reading.findings.add(value, pointer, error.what());
  }
}

void read_generator(SceneReading& scene, const Value& value, const std::string& pointer) {
  const std::size_t before = scene.reading.findings.count();
  const Generator* kind = read_kind(scene.reading, value, pointer);
  if (kind) {
    check_options(scene.reading, value, pointer, *kind);
    const OptionValues values = read_options(scene, value, pointer, *kind);
    if (scene.reading.findings.count() == before) make_part(scene, value, pointer, *kind, values);
  }
  if (scene.reading.findings.count() > before) scene.parts_good = false;
}

}  // namespace

void read_generators(SceneReading& scene, const Value& root) {
  const List* items = list_of(scene.reading, root, "generate", kExample);
  if (root.find("generate") && scene.reading.findings.concerns("/generate"))
    scene.parts_good = false;
  if (!items) return;
  for (std::size_t i = 0; i < items->size() && !scene.reading.findings.full(); ++i)
    read_generator(scene, (*items)[i], fmt::format("/generate/{}", i));
}

}  // namespace tensio::io
