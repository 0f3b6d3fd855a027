// Meshes and generated parts: where they go, and what they are called.
#include <fmt/format.h>

#include <charconv>

#include "core/index.hpp"
#include "io/scene/reader.hpp"
#include "io/text/characters.hpp"

namespace tensio::io {
namespace {

void read_placement(SceneReading& scene, const Value& value, const std::string& pointer,
                    ScenePart& part) {
  part.value = &value;
  part.pointer = pointer;
  part.name = text_of(scene.reading, value, pointer, "name");
  if (const Value* name = value.find("name"); name && name->text()) {
    const std::string fault = group_name_fault(part.name);
    if (!fault.empty()) scene.reading.findings.add(*name, pointer + "/name", fault);
  }
  Placement& placement = part.placement;
  read_fields(scene.reading, value, pointer, KeyPlace::generate, kPlacementFields, placement);
  if (value.find("at")) placement.at = vector_of(scene, value, pointer, "at");
  const Value* rotate = value.find("rotate");
  if (!rotate) return;
  const std::size_t angles = scene.system.dimension == 3 ? 3 : 1;
  if (angles == 1 && rotate->number()) {
    placement.rotate = {*rotate->number()};
    return;
  }
  const auto row = read_row(scene.reading, *rotate, pointer + "/rotate",
                            {"rotate", "", angles, angles == 3 ? "[90, 0, 0]" : "90"});
  placement.rotate = row.value_or(std::vector<double>());
}

// What a step throws is found at the part.
void try_on_part(SceneReading& scene, const ScenePart& part, const std::function<void()>& step) {
  try {
    step();
  } catch (const Error& error) {
    scene.parts_good = false;
    scene.reading.findings.add(*part.value, part.pointer, error.what());
  }
}

// The part that item `index` came with, or nullptr for the scene's own.
const ScenePart* owner_of(const SceneReading& scene, int ScenePart::*first, int index) {
  const ScenePart* found = nullptr;
  for (const ScenePart& part : scene.parts)
    if (index >= part.*first) found = &part;
  return found;
}

}  // namespace

void add_part(SceneReading& scene, System system, const Value& value, const std::string& pointer) {
  ScenePart part;
  part.system = std::move(system);
  read_placement(scene, value, pointer, part);
  part.first_node = scene.node_count();
  if (scene.reading.findings.concerns(pointer)) {
    scene.parts_good = false;
    return;
  }
  if (usize(part.first_node) + usize(part.system.node_count()) > kMaxItems) {
    scene.parts_good = false;
    scene.reading.findings.add(value, pointer, "there are more nodes than this program can handle");
    return;
  }
  try_on_part(scene, part, [&] {
    part.nodes = append_positions(scene.system, part.system, part.placement);
    scene.drawn = true;
  });
  scene.parts.push_back(std::move(part));
}

void append_nets(SceneReading& scene) {
  TakenNames taken(scene.system);
  for (ScenePart& part : scene.parts) {
    part.first_set = static_cast<int>(scene.system.springs.size());
    part.first_face = scene.system.faces.count();
    if (usize(scene.spring_count) + usize(part.system.spring_count()) > kMaxItems) {
      scene.parts_good = false;
      scene.reading.findings.add(*part.value, part.pointer,
                                 "there are more springs than this program can handle");
      return;
    }
    try_on_part(scene, part, [&] {
      append_net(scene.system, part.system, part.nodes, part.placement, part.name, taken);
      int first = scene.spring_count;
      for (std::size_t s = usize(part.first_set); s < scene.system.springs.size(); ++s) {
        const SpringSet& set = scene.system.springs[s];
        const auto count = static_cast<int>(set.ends.size());
        if (!set.name.empty())
          scene.set_names.push_back({set.name, first, count, part.value, part.pointer});
        first += count;
      }
      scene.spring_count = first;
    });
  }
}

void append_values_of_parts(SceneReading& scene) {
  scene.system.nodes.position.shrink_to_fit();  // room was made for nodes that were joined, too
  for (ScenePart& part : scene.parts) {
    const std::size_t fixed = part.system.nodes.fixed.size();
    try_on_part(scene, part, [&] {
      append_node_values(scene.system, part.system, part.nodes, part.placement, part.name,
                         scene.own_nodes);
    });
    scene.fixed_places.insert(scene.fixed_places.end(), fixed, part.pointer);
    part.system = System();
  }
}

void define_of_parts(SceneReading& scene, Selections& selections,
                     const std::vector<Group>& groups) {
  for (const Group& group : groups) {
    if (selections.define(group.name, group.members)) continue;
    scene.parts_good = false;
    scene.reading.findings.add(
        *scene.parts.front().value, scene.parts.front().pointer,
        fmt::format("the name `{}` is given to two groups of {}s; names must differ",
                    shortened(group.name), selections.one()));
  }
}

std::string place_in_part(const SceneReading& scene, const std::string& pointer) {
  const std::pair<std::string_view, int ScenePart::*> kinds[] = {
      {"/springs/", &ScenePart::first_set},
      {"/faces/nodes/", &ScenePart::first_face},
      {"/faces/mass_per_area/", &ScenePart::first_face},
      {"/nodes/position/", &ScenePart::first_node},
      {"/nodes/mass/", &ScenePart::first_node},
      {"/nodes/area/", &ScenePart::first_node}};
  for (const auto& [start, first] : kinds) {
    if (pointer.compare(0, start.size(), start) != 0) continue;
    int index = 0;
    const char* end = pointer.data() + pointer.size();
    const auto number = std::from_chars(pointer.data() + start.size(), end, index);
    const ScenePart* part = number.ec == std::errc() ? owner_of(scene, first, index) : nullptr;
    if (!part) continue;
    // "/springs/3/stiffness/7" is the key `stiffness` of the part
    const std::string_view rest(number.ptr, usize(end - number.ptr));
    return part->pointer + std::string(rest.substr(0, rest.find('/', 1)));
  }
  return {};
}

}  // namespace tensio::io
