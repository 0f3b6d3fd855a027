// Meshes and generated parts: where they go, and what they are called.
#include <fmt/format.h>

#include <charconv>

#include "core/index.hpp"
#include "io/scene/reader.hpp"
#include "io/text/characters.hpp"

namespace tensio::io {

void SceneReader::read_placement(const Value& value, const std::string& pointer, Part& part) {
  part.value = &value;
  part.pointer = pointer;
  part.name = text_of(value, pointer, "name");
  if (const Value* name = value.find("name"); name && name->text()) {
    const std::string fault = group_name_fault(part.name);
    if (!fault.empty()) findings_.add(*name, pointer + "/name", fault);
  }
  Placement& placement = part.placement;
  read_into(value, pointer, "scale", "a number above 0", placement.scale);
  read_into(value, pointer, "join", "a distance [m]", placement.join);
  if (value.find("at")) placement.at = vector_of(value, pointer, "at");
  const Value* rotate = value.find("rotate");
  if (!rotate) return;
  const std::size_t angles = system_.dimension == 3 ? 3 : 1;
  if (angles == 1 && rotate->number()) {
    placement.rotate = {*rotate->number()};
    return;
  }
  const auto row = read_row(reading_, *rotate, pointer + "/rotate",
                            {"rotate", "", angles, angles == 3 ? "[90, 0, 0]" : "90"});
  placement.rotate = row.value_or(std::vector<double>());
}

// What a step throws is found at the part.
void SceneReader::try_on_part(const Part& part, const std::function<void()>& step) {
  try {
    step();
  } catch (const Error& error) {
    parts_good_ = false;
    findings_.add(*part.value, part.pointer, error.what());
  }
}

void SceneReader::add_part(System system, const Value& value, const std::string& pointer) {
  Part part;
  part.system = std::move(system);
  read_placement(value, pointer, part);
  part.first_node = node_count();
  if (findings_.concerns(pointer)) {
    parts_good_ = false;
    return;
  }
  if (usize(part.first_node) + usize(part.system.node_count()) > kMaxItems) {
    parts_good_ = false;
    findings_.add(value, pointer, "there are more nodes than this program can hold");
    return;
  }
  try_on_part(part, [&] {
    part.nodes = append_positions(system_, part.system, part.placement);
    drawn_ = true;
  });
  parts_.push_back(std::move(part));
}

void SceneReader::append_nets() {
  TakenNames taken(system_);
  for (Part& part : parts_) {
    part.first_set = static_cast<int>(system_.springs.size());
    part.first_face = system_.faces.count();
    if (usize(spring_count_) + usize(part.system.spring_count()) > kMaxItems) {
      parts_good_ = false;
      findings_.add(*part.value, part.pointer, "there are more springs than this program can hold");
      return;
    }
    try_on_part(part, [&] {
      append_net(system_, part.system, part.nodes, part.placement, part.name, taken);
      int first = spring_count_;
      for (std::size_t s = usize(part.first_set); s < system_.springs.size(); ++s) {
        const SpringSet& set = system_.springs[s];
        const auto count = static_cast<int>(set.ends.size());
        if (!set.name.empty())
          set_names_.push_back({set.name, first, count, part.value, part.pointer});
        first += count;
      }
      spring_count_ = first;
    });
  }
}

void SceneReader::append_values_of_parts() {
  system_.nodes.position.shrink_to_fit();  // room was made for nodes that were joined, too
  for (Part& part : parts_) {
    const std::size_t fixed = part.system.nodes.fixed.size();
    try_on_part(part, [&] {
      append_node_values(system_, part.system, part.nodes, part.placement, part.name, own_nodes_);
    });
    fixed_places_.insert(fixed_places_.end(), fixed, part.pointer);
    part.system = System();
  }
}

void SceneReader::define_of_parts(Selections& selections, const std::vector<Group>& groups) {
  for (const Group& group : groups) {
    if (selections.define(group.name, group.members)) continue;
    parts_good_ = false;
    findings_.add(*parts_.front().value, parts_.front().pointer,
                  fmt::format("the name `{}` is given to two groups of {}s; names must differ",
                              shortened(group.name), selections.one()));
  }
}

// The part that item `index` came with, or nullptr for the scene's own.
const SceneReader::Part* SceneReader::owner_of(int Part::*first, int index) const {
  const Part* found = nullptr;
  for (const Part& part : parts_)
    if (index >= part.*first) found = &part;
  return found;
}

// What is wrong with a value of a part is said of the part, at the key that gave the value.
std::string SceneReader::place_in_part(const std::string& pointer) const {
  const std::pair<std::string_view, int Part::*> kinds[] = {
      {"/springs/", &Part::first_set},
      {"/faces/nodes/", &Part::first_face},
      {"/faces/mass_per_area/", &Part::first_face},
      {"/nodes/position/", &Part::first_node},
      {"/nodes/mass/", &Part::first_node},
      {"/nodes/area/", &Part::first_node}};
  for (const auto& [start, first] : kinds) {
    if (pointer.compare(0, start.size(), start) != 0) continue;
    int index = 0;
    const char* end = pointer.data() + pointer.size();
    const auto number = std::from_chars(pointer.data() + start.size(), end, index);
    const Part* part = number.ec == std::errc() ? owner_of(first, index) : nullptr;
    if (!part) continue;
    // "/springs/3/stiffness/7" is the key `stiffness` of the part
    const std::string_view rest(number.ptr, usize(end - number.ptr));
    return part->pointer + std::string(rest.substr(0, rest.find('/', 1)));
  }
  return {};
}

}  // namespace tensio::io
