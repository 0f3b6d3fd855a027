// New ids for nodes and springs, in all that names them.
#include <algorithm>

#include "edits.hpp"

namespace tensio::studio {

namespace {

// New ids of a list of old ones, those that are gone left out; the places of those that stay.
std::vector<std::size_t> renumbered(std::vector<int>& ids, const std::vector<int>& new_id) {
  std::vector<int> result;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (const int id = new_id[usize(ids[i])]; id >= 0) {
      result.push_back(id);
      places.push_back(i);
    }
  ids = std::move(result);
  return places;
}

void renumber(std::vector<Group>& groups, const std::vector<int>& new_id) {
  for (Group& group : groups) {
    renumbered(group.members, new_id);
    std::sort(group.members.begin(), group.members.end());
  }
  std::erase_if(groups, [](const Group& group) { return group.members.empty(); });
}

std::vector<int> inverse(const std::vector<int>& old, std::size_t before) {
  std::vector<int> result(before, -1);
  for (std::size_t i = 0; i < old.size(); ++i)
    if (old[i] >= 0) result[usize(old[i])] = static_cast<int>(i);
  return result;
}

std::vector<int> composed(const std::vector<int>& first, const std::vector<int>& then) {
  std::vector<int> result;
  for (const int old : then) result.push_back(old < 0 ? -1 : first[usize(old)]);
  return result;
}

}  // namespace

// A formula belongs to a place in the scene, and places have changed.
void Edits::forget_formulas(bool of_all_springs) {
  std::erase_if(system_.formulas, [&](const Formula& formula) {
    const std::string& p = formula.pointer;
    const auto under = [&](const char* head) { return p.rfind(head, 0) == 0; };
    if (under("/springs/")) return of_all_springs || std::count(p.begin(), p.end(), '/') > 3;
    return under("/nodes/") || under("/loads/") || under("/faces/") || under("/stages/") ||
           under("/probes/") || under("/events/") || under("/groups/");
  });
}

void Edits::renumber_nodes(const std::vector<int>& old) {
  const auto d = usize(system_.dimension);
  const auto before = usize(system_.node_count());
  const std::vector<int> new_id = inverse(old, before);
  Nodes& nodes = system_.nodes;
  const auto rows = [&](std::vector<double>& values) {
    if (values.empty()) return;
    std::vector<double> kept;
    for (const int id : old)
      for (std::size_t axis = 0; axis < d; ++axis) kept.push_back(values[usize(id) * d + axis]);
    values = std::move(kept);
  };
  rows(nodes.position);
  rows(nodes.start);
  rows(nodes.velocity);
  rows(shape_);
  const std::vector<std::size_t> items(old.begin(), old.end());
  keep(nodes.mass, items);
  keep(nodes.area, items);
  if (!nodes.name.empty()) {
    std::vector<std::string> kept;
    for (const int id : old) kept.push_back(nodes.name[usize(id)]);
    nodes.name = std::move(kept);
  }
  for (Fixed& fixed : nodes.fixed) renumbered(fixed.nodes, new_id);
  std::erase_if(nodes.fixed, [](const Fixed& fixed) { return fixed.nodes.empty(); });
  std::erase_if(system_.loads, [&](Load& load) {
    if (load.nodes.empty()) return false;
    const bool by_node = load.nodes.size() > 1 && load.force.size() == load.nodes.size() * d;
    const std::vector<std::size_t> places = renumbered(load.nodes, new_id);
    if (by_node) {
      std::vector<double> force;
      for (const std::size_t i : places)
        for (std::size_t axis = 0; axis < d; ++axis) force.push_back(load.force[i * d + axis]);
      load.force = std::move(force);
    }
    return load.nodes.empty();
  });
  renumber(system_.groups, new_id);
  std::erase_if(system_.probes, [&](Probe& probe) {
    if (probe.nodes.empty()) return false;
    renumbered(probe.nodes, new_id);
    return probe.nodes.empty();
  });
  for (Event& event : system_.events) {
    renumbered(event.free, new_id);
    renumbered(event.fix, new_id);
  }
  std::erase_if(system_.events, [](const Event& event) {
    return event.free.empty() && event.fix.empty() && event.set.empty();
  });
  // Faces that have lost a corner are gone.
  std::vector<int> new_face(usize(system_.faces.count()), -1);
  Faces faces = system_.faces;
  faces.start.clear();
  faces.nodes.clear();
  std::vector<std::size_t> kept_faces;
  for (int face = 0; face < system_.faces.count(); ++face) {
    const auto corners = system_.faces.corners(face);
    const bool whole = std::all_of(corners.begin(), corners.end(),
                                   [&](int corner) { return new_id[usize(corner)] >= 0; });
    if (!whole) continue;
    new_face[usize(face)] = static_cast<int>(kept_faces.size());
    kept_faces.push_back(usize(face));
    faces.start.push_back(static_cast<int>(faces.nodes.size()));
    for (const int corner : corners) faces.nodes.push_back(new_id[usize(corner)]);
  }
  if (!kept_faces.empty()) faces.start.push_back(static_cast<int>(faces.nodes.size()));
  keep(faces.mass_per_area, kept_faces);
  if (kept_faces.empty()) faces.mass_per_area.clear();
  system_.faces = std::move(faces);
  renumber(system_.face_groups, new_face);
  std::erase_if(system_.loads, [&](Load& load) {
    if (load.faces.empty()) return false;
    renumbered(load.faces, new_face);
    return load.faces.empty();
  });
  for (SpringSet& set : system_.springs)
    for (auto& ends : set.ends)
      for (int& end : ends) end = new_id[usize(end)];
  result_.old_node = composed(result_.old_node, old);
  renumbered(result_.added_nodes, new_id);
  result_.topology = true;
  forget_formulas(false);
}

void Edits::renumber_springs(const std::vector<int>& old) {
  const std::vector<int> new_id = inverse(old, result_.old_spring.size());
  std::erase_if(system_.loads, [&](Load& load) {
    if (load.springs.empty()) return false;
    renumbered(load.springs, new_id);
    return load.springs.empty();
  });
  for (Stage& stage : system_.stages) renumbered(stage.springs, new_id);
  std::erase_if(system_.stages, [](const Stage& stage) { return stage.springs.empty(); });
  renumber(system_.spring_groups, new_id);
  std::erase_if(system_.probes, [&](Probe& probe) {
    if (probe.springs.empty()) return false;
    renumbered(probe.springs, new_id);
    return probe.springs.empty();
  });
  result_.old_spring = composed(result_.old_spring, old);
  renumbered(result_.added_springs, new_id);
  result_.topology = true;
}

void Edits::rearrange_springs(const std::vector<Part>& parts) {
  std::vector<int> first{0};
  for (const SpringSet& set : system_.springs)
    first.push_back(first.back() + static_cast<int>(set.ends.size()));
  std::vector<SpringSet> sets;
  std::vector<int> old;
  std::vector<int> seen(system_.springs.size(), 0);
  bool moved = false;
  for (const Part& part : parts) {
    if (part.items.empty()) {
      moved = true;
      continue;
    }
    SpringSet set = system_.springs[part.set];
    set.ends.clear();
    for (const std::size_t i : part.items) {
      set.ends.push_back(system_.springs[part.set].ends[i]);
      old.push_back(first[part.set] + static_cast<int>(i));
    }
    for (Column* column : columns_of(set)) keep(*column, part.items);
    // Names of sets differ.
    if (seen[part.set]++ > 0) set.name.clear();
    moved |= seen[part.set] > 1;
    sets.push_back(std::move(set));
  }
  system_.springs = std::move(sets);
  renumber_springs(old);
  forget_formulas(moved);
}

std::size_t Edits::own_set(std::size_t set, const std::vector<std::size_t>& items) {
  if (items.size() == system_.springs[set].ends.size()) return set;
  std::vector<Part> parts;
  for (std::size_t s = 0; s < system_.springs.size(); ++s) {
    parts.push_back({s, all_items(system_.springs[s])});
    if (s == set)
      std::erase_if(parts.back().items, [&](std::size_t i) {
        return std::binary_search(items.begin(), items.end(), i);
      });
  }
  parts.push_back({set, items});
  rearrange_springs(parts);
  return system_.springs.size() - 1;
}

}  // namespace tensio::studio
