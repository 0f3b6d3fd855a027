#include "edits.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "tensio/solve/network.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio::studio {

namespace {

// The value of item i of a column that is not empty.
double at(const Column& column, std::size_t i) {
  return column.size() == 1 ? column[0] : column[i];
}

// The items of a column that are left; one value for all stays.
void keep(Column& column, const std::vector<std::size_t>& items) {
  if (column.size() <= 1) return;
  Column kept;
  for (const std::size_t i : items) kept.push_back(column[i]);
  column = std::move(kept);
}

std::vector<Column*> columns_of(SpringSet& set) {
  return {&set.stiffness,       &set.axial_stiffness, &set.rest_length,
          &set.pretension,      &set.youngs_modulus,  &set.area,
          &set.diameter,        &set.mass_per_length, &set.strength,
          &set.buckling_load,   &set.expansion,       &set.damping,
          &set.damping_time,    &set.broken,          &set.plastic_elongation,
          &set.hardening_force, &set.viscous_tension};
}

const Material* material_of(const System& system, const SpringSet& set) {
  for (const Material& material : system.materials)
    if (!set.material.empty() && material.name == set.material) return &material;
  return nullptr;
}

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

std::vector<int> counted(int count) {
  std::vector<int> result(usize(count));
  std::iota(result.begin(), result.end(), 0);
  return result;
}

std::vector<std::size_t> all_items(const SpringSet& set) {
  std::vector<std::size_t> items(set.ends.size());
  std::iota(items.begin(), items.end(), std::size_t{0});
  return items;
}

void sort_unique(std::vector<int>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

std::optional<double> field(const val& object, const char* key) {
  if (!has(object, key)) return {};
  return number(object, key);
}

bool gives(const val& object, const char* key) { return !object[key].isUndefined(); }

}  // namespace

SpringPlace place_of(const System& system, int spring) {
  auto index = usize(spring);
  for (std::size_t set = 0; set < system.springs.size(); ++set) {
    if (index < system.springs[set].ends.size()) return {set, index};
    index -= system.springs[set].ends.size();
  }
  throw Error("spring " + std::to_string(spring) + " does not exist");
}

Edits::Edits(System& system, std::vector<double> shape)
    : system_(system), shape_(std::move(shape)) {
  result_.old_node = counted(system.node_count());
  result_.old_spring = counted(system.spring_count());
}

// ---- ids ----

int Edits::node(int id) const {
  const int count = system_.node_count();
  int found = id;
  if (id < 0) {
    const auto back = static_cast<std::size_t>(-static_cast<long>(id));
    if (back > result_.added_nodes.size())
      throw Error("node " + std::to_string(id) + ": no such node was added");
    found = result_.added_nodes[result_.added_nodes.size() - back];
  }
  if (found >= count)
    throw Error("node " + std::to_string(found) + " does not exist: there are " +
                std::to_string(count) + " nodes, from 0");
  return found;
}

std::vector<int> Edits::nodes_of(const val& operation) const {
  std::vector<int> nodes = integers(operation, "nodes");
  for (int& id : nodes) id = node(id);
  return nodes;
}

std::vector<int> Edits::springs_of(const val& operation) const {
  std::vector<int> springs = integers(operation, "springs");
  for (const int id : springs)
    if (id < 0 || id >= system_.spring_count())
      throw Error("spring " + std::to_string(id) + " does not exist: there are " +
                  std::to_string(system_.spring_count()) + " springs, from 0");
  sort_unique(springs);
  return springs;
}

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

// ---- supports and positions ----

void Edits::fix(const std::vector<int>& nodes, unsigned axes, bool fixed) {
  const auto d = usize(system_.dimension);
  axes &= (1U << d) - 1;
  if (axes == 0) throw Error("there is no such axis");
  std::vector<Fixed>& list = system_.nodes.fixed;
  const std::vector<unsigned char> now = fixed_axes(system_);
  if (fixed) {
    for (const int id : nodes) {
      const unsigned more = axes & ~static_cast<unsigned>(now[usize(id)]);
      if (more == 0) continue;
      Fixed item;
      item.axes = static_cast<std::uint8_t>(more);
      bool moved = false;
      std::vector<double> by(d, 0.0);
      for (std::size_t axis = 0; axis < d; ++axis)
        if (more & (1U << axis)) {
          by[axis] = shape_[usize(id) * d + axis] - system_.nodes.position[usize(id) * d + axis];
          moved |= by[axis] != 0;
        }
      if (moved) item.move = by;
      const bool fits = !list.empty() && !moved && list.back().axes == item.axes &&
                        list.back().move.empty() && list.back().motion.empty() &&
                        list.back().note.empty();
      if (!fits) list.push_back(std::move(item));
      list.back().nodes.push_back(id);
    }
    return;
  }
  std::vector<Fixed> kept;
  for (const Fixed& item : list) {
    Fixed rest = item, part = item;
    part.nodes.clear();
    std::erase_if(rest.nodes, [&](int id) {
      if (std::find(nodes.begin(), nodes.end(), id) == nodes.end()) return false;
      part.nodes.push_back(id);
      return true;
    });
    if (!rest.nodes.empty()) kept.push_back(std::move(rest));
    part.axes = static_cast<std::uint8_t>(part.axes & ((1U << d) - 1) & ~axes);
    if (part.nodes.empty() || part.axes == 0) continue;
    bool moves = false;
    for (std::size_t axis = 0; axis < d; ++axis) {
      const bool free = !(part.axes & (1U << axis));
      if (axis < part.move.size()) {
        if (free) part.move[axis] = 0;
        moves |= part.move[axis] != 0;
      }
      if (axis < part.motion.size() && free) part.motion[axis] = {};
    }
    if (!moves) part.move.clear();
    kept.push_back(std::move(part));
  }
  list = std::move(kept);
  forget_formulas(false);
}

void Edits::move(const std::vector<int>& nodes, const std::vector<double>& to) {
  const auto d = usize(system_.dimension);
  if (to.size() != 3 * nodes.size()) throw Error("`to` needs three numbers for each node");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto id = usize(nodes[i]);
    for (std::size_t axis = 0; axis < d; ++axis) {
      double by = 0;  // of its support
      for (const Fixed& fixed : system_.nodes.fixed)
        if (!fixed.move.empty() && (fixed.axes & (1U << axis)) &&
            std::find(fixed.nodes.begin(), fixed.nodes.end(), nodes[i]) != fixed.nodes.end())
          by += fixed.move[axis];
      const double goal = to[3 * i + axis];
      system_.nodes.position[id * d + axis] = goal - by;
      if (!system_.nodes.start.empty()) system_.nodes.start[id * d + axis] = goal;
      shape_[id * d + axis] = goal;
    }
  }
  result_.moved = true;
}

// ---- nodes and springs more and fewer ----

int Edits::add_node(const std::array<double, 3>& at) {
  Nodes& nodes = system_.nodes;
  const int id = system_.node_count();
  const auto d = usize(system_.dimension);
  for (std::size_t axis = 0; axis < d; ++axis) {
    nodes.position.push_back(at[axis]);
    if (!nodes.start.empty()) nodes.start.push_back(at[axis]);
    if (!nodes.velocity.empty()) nodes.velocity.push_back(0);
    shape_.push_back(at[axis]);
  }
  // As heavy as the lightest of the others that has weight.
  if (nodes.mass.size() > 1) {
    double lightest = 0;
    for (const double mass : nodes.mass)
      if (mass > 0 && (lightest == 0 || mass < lightest)) lightest = mass;
    nodes.mass.push_back(lightest);
  }
  if (nodes.area.size() > 1) nodes.area.push_back(0);
  if (!nodes.name.empty()) nodes.name.emplace_back();
  result_.old_node.push_back(-1);
  result_.added_nodes.push_back(id);
  result_.topology = true;
  return id;
}

int Edits::add_spring(int a, int b, int like) {
  if (a == b) throw Error("a spring joins two different nodes");
  const auto d = usize(system_.dimension);
  double square = 0;
  for (std::size_t axis = 0; axis < d; ++axis) {
    const double off =
        system_.nodes.position[usize(a) * d + axis] - system_.nodes.position[usize(b) * d + axis];
    square += off * off;
  }
  const double length = std::sqrt(square);
  if (system_.springs.empty()) {
    SpringSet set;
    set.stiffness = {100};
    system_.springs.push_back(set);
    like = -1;
  }
  const SpringPlace place =
      like >= 0 ? place_of(system_, like)
                : SpringPlace{system_.springs.size() - 1, system_.springs.back().ends.size() - 1};
  SpringSet& set = system_.springs[place.set];
  const std::size_t before = set.ends.size();
  set.ends.push_back({a, b});
  for (Column* column : columns_of(set))
    if (column->size() > 1) column->push_back((*column)[place.index]);
  if (!set.rest_length.empty()) {
    // It fits where it is drawn.
    if (set.rest_length.size() == 1) set.rest_length.assign(before + 1, double{set.rest_length[0]});
    set.rest_length.back() = length;
  }
  for (Column* column :
       {&set.broken, &set.plastic_elongation, &set.hardening_force, &set.viscous_tension}) {
    if (column->size() == 1) column->assign(before + 1, double{(*column)[0]});
    if (!column->empty()) column->back() = 0;
  }
  int id = 0;
  for (std::size_t s = 0; s < place.set; ++s)
    id += static_cast<int>(system_.springs[s].ends.size());
  id += static_cast<int>(before);
  // Springs of later sets move up by one.
  std::vector<int> old = counted(static_cast<int>(result_.old_spring.size()));
  old.insert(old.begin() + id, -1);
  renumber_springs(old);
  result_.added_springs.push_back(id);
  forget_formulas(false);
  return id;
}

void Edits::delete_springs(std::vector<int> springs) {
  if (springs.empty()) return;
  std::vector<Part> parts;
  int id = 0;
  for (std::size_t s = 0; s < system_.springs.size(); ++s) {
    parts.push_back({s, {}});
    for (std::size_t i = 0; i < system_.springs[s].ends.size(); ++i, ++id)
      if (!std::binary_search(springs.begin(), springs.end(), id)) parts.back().items.push_back(i);
  }
  rearrange_springs(parts);
}

void Edits::delete_nodes(std::vector<int> nodes) {
  sort_unique(nodes);
  if (nodes.empty()) return;
  const auto gone = [&](int id) { return std::binary_search(nodes.begin(), nodes.end(), id); };
  std::vector<int> springs;
  int id = 0;
  for (const SpringSet& set : system_.springs)
    for (const auto& ends : set.ends) {
      if (gone(ends[0]) || gone(ends[1])) springs.push_back(id);
      ++id;
    }
  delete_springs(springs);
  std::vector<int> old;
  for (int i = 0; i < system_.node_count(); ++i)
    if (!gone(i)) old.push_back(i);
  renumber_nodes(old);
}

void Edits::split_spring(int spring, double at) {
  if (!(at > 0 && at < 1)) throw Error("a spring is split between its ends: `at` is from 0 to 1");
  const SpringPlace place = place_of(system_, spring);
  const int a = system_.springs[place.set].ends[place.index][0];
  const int b = system_.springs[place.set].ends[place.index][1];
  const auto d = usize(system_.dimension);
  // Both halves have what the whole has: EA stays, k grows as the length shrinks.
  const SpringStates states = spring_states(compile(system_), system_.nodes.position);
  const double k = states.stiffness[usize(spring)], l0 = states.rest_length[usize(spring)];
  std::array<double, 3> drawn{}, shown{};
  for (std::size_t axis = 0; axis < d; ++axis) {
    const auto between = [&](const std::vector<double>& x) {
      return (1 - at) * x[usize(a) * d + axis] + at * x[usize(b) * d + axis];
    };
    drawn[axis] = between(system_.nodes.position);
    shown[axis] = between(shape_);
  }
  const int middle = add_node(drawn);
  for (std::size_t axis = 0; axis < d; ++axis) {
    shape_[usize(middle) * d + axis] = shown[axis];
    if (!system_.nodes.start.empty()) system_.nodes.start[usize(middle) * d + axis] = shown[axis];
  }
  (void)add_spring(middle, b, spring);
  SpringSet& set = system_.springs[place.set];
  set.ends[place.index] = {a, middle};
  const std::size_t other = set.ends.size() - 1;
  const auto own = [&](Column& column, double first_value, double second_value) {
    if (column.empty()) return;
    if (column.size() == 1) column.assign(set.ends.size(), double{column[0]});
    column[place.index] = first_value;
    column[other] = second_value;
  };
  const Law law = set.law.value_or(Law::linear);
  if (law != Law::force_density && law != Law::constant_tension) {
    own(set.stiffness, k / at, k / (1 - at));
    own(set.rest_length, l0 * at, l0 * (1 - at));
  } else if (law == Law::force_density) {
    own(set.stiffness, k / at, k / (1 - at));
  }
}

void Edits::weld(int id, int onto) {
  if (id == onto) return;
  std::vector<int> gone;
  int spring = 0;
  for (SpringSet& set : system_.springs)
    for (auto& ends : set.ends) {
      for (int& end : ends)
        if (end == id) end = onto;
      if (ends[0] == ends[1]) gone.push_back(spring);
      ++spring;
    }
  for (int& corner : system_.faces.nodes)
    if (corner == id) corner = onto;
  delete_springs(gone);
  std::vector<int> old;
  for (int i = 0; i < system_.node_count(); ++i)
    if (i != id) old.push_back(i);
  renumber_nodes(old);
}

// ---- values ----

void Edits::load(const std::vector<int>& nodes, const std::array<double, 3>& force) {
  const auto d = usize(system_.dimension);
  std::erase_if(system_.loads, [&](Load& load) {
    if (load.force.empty()) return false;
    const bool by_node = load.nodes.size() > 1 && load.force.size() == load.nodes.size() * d;
    std::vector<int> kept;
    std::vector<double> rows;
    for (std::size_t i = 0; i < load.nodes.size(); ++i) {
      if (std::find(nodes.begin(), nodes.end(), load.nodes[i]) != nodes.end()) continue;
      kept.push_back(load.nodes[i]);
      for (std::size_t axis = 0; by_node && axis < d; ++axis)
        rows.push_back(load.force[i * d + axis]);
    }
    load.nodes = std::move(kept);
    if (by_node) load.force = std::move(rows);
    return load.nodes.empty();
  });
  Load load;
  load.nodes = nodes;
  load.force.assign(force.begin(), force.begin() + static_cast<std::ptrdiff_t>(d));
  if (std::any_of(load.force.begin(), load.force.end(), [](double f) { return f != 0; }))
    system_.loads.push_back(std::move(load));
  std::erase_if(system_.formulas,
                [](const Formula& formula) { return formula.pointer.rfind("/loads/", 0) == 0; });
}

void Edits::set_law(std::size_t index, Law law) {
  SpringSet& set = system_.springs[index];
  const Material* material = material_of(system_, set);
  const Law before = set.law.value_or(material && material->law ? *material->law : Law::linear);
  if (law == before) return;
  const auto elastic = [](Law of) {
    return of != Law::force_density && of != Law::constant_tension;
  };
  if (elastic(before) && elastic(law)) {
    set.law = law;
    return;
  }
  // What the springs carry in the drawn shape stays.
  const SpringStates states = spring_states(compile(system_), system_.nodes.position);
  std::size_t first = 0;
  for (std::size_t s = 0; s < index; ++s) first += system_.springs[s].ends.size();
  Column stiffness, rest_length, tension;
  for (std::size_t i = first; i < first + set.ends.size(); ++i) {
    const double l = states.length[i], t = states.tension[i];
    const double k = elastic(law) ? std::max(10 * std::abs(t) / l, 1e-9) : t / l;
    tension.push_back(t);
    stiffness.push_back(k);
    rest_length.push_back(l - t / k);
  }
  for (Column* column : {&set.stiffness, &set.axial_stiffness, &set.rest_length, &set.pretension,
                         &set.youngs_modulus, &set.area, &set.diameter})
    column->clear();
  set.law = law;
  if (law == Law::constant_tension)
    set.pretension = std::move(tension);
  else
    set.stiffness = std::move(stiffness);
  if (elastic(law)) set.rest_length = std::move(rest_length);
}

void Edits::set_values(std::size_t index, const std::vector<std::size_t>& items,
                       const val& values) {
  const bool apart = has(values, "law") || gives(values, "yield") || gives(values, "break") ||
                     gives(values, "strength") || gives(values, "bucklingLoad") ||
                     has(values, "material");
  if (apart) index = own_set(index, items);
  SpringSet& set = system_.springs[index];
  const std::size_t count = set.ends.size();
  const bool whole = apart || items.size() == count;
  const Material* material = material_of(system_, set);
  if (has(values, "material")) set.material = text(values, "material");
  if (has(values, "law"))
    set_law(index,
            enum_from<Law>(
                text(values, "law"), kLawCount, [](Law law) { return to_string(law); }, "law"));
  const auto part = [&](const char* key, auto& field_) {
    using Part = typename std::decay_t<decltype(field_)>::value_type;
    if (!gives(values, key)) return;
    field_.reset();
    if (!has(values, key)) return;
    const val given = values[key];
    Part made;
    made.strain = field(given, "strain");
    made.force = field(given, "force");
    if constexpr (std::is_same_v<Part, Yield>) made.hardening = number_or(given, "hardening", 0);
    if constexpr (std::is_same_v<Part, Break>)
      made.compression = has(given, "compression") && given["compression"].as<bool>();
    field_ = made;
  };
  part("yield", set.yield);
  part("break", set.breaks);
  const auto limit = [&](const char* key, Column& column) {
    if (!gives(values, key)) return;
    column.clear();
    if (has(values, key)) column = {number(values, key)};
  };
  limit("strength", set.strength);
  limit("bucklingLoad", set.buckling_load);

  const bool elastic = has(values, "stiffness") || has(values, "axialStiffness") ||
                       gives(values, "restLength") || has(values, "pretension") ||
                       has(values, "damping") || has(values, "dampingTime");
  // Values that become a spring's own start from those in use.
  SpringStates states;
  std::size_t first = 0;
  if (elastic && !whole) {
    states = spring_states(compile(system_), system_.nodes.position);
    for (std::size_t s = 0; s < index; ++s) first += system_.springs[s].ends.size();
  }
  const auto put = [&](Column& column, double value, auto&& otherwise) {
    if (whole) {
      column = {value};
      return;
    }
    if (column.size() != count) {
      Column all(count);
      for (std::size_t i = 0; i < count; ++i) all[i] = column.empty() ? otherwise(i) : column[0];
      column = std::move(all);
    }
    for (const std::size_t i : items) column[i] = value;
  };
  const auto k = [&](std::size_t i) { return states.stiffness[first + i]; };
  const auto l0 = [&](std::size_t i) { return states.rest_length[first + i]; };
  if (has(values, "stiffness")) {
    for (Column* column : {&set.axial_stiffness, &set.youngs_modulus, &set.area, &set.diameter})
      column->clear();
    put(set.stiffness, number(values, "stiffness"), k);
  }
  if (has(values, "axialStiffness")) {
    put(set.axial_stiffness, number(values, "axialStiffness"),
        [&](std::size_t i) { return k(i) * l0(i); });
    for (Column* column : {&set.stiffness, &set.youngs_modulus, &set.area, &set.diameter})
      column->clear();
  }
  if (gives(values, "restLength")) {
    if (has(values, "restLength")) {
      put(set.rest_length, number(values, "restLength"), l0);
      set.pretension.clear();
    } else if (whole) {
      set.rest_length.clear();
      set.pretension.clear();
    } else if (!set.rest_length.empty() || !set.pretension.empty()) {
      put(set.rest_length, 0, l0);
      set.pretension.clear();
      for (const std::size_t i : items) set.rest_length[i] = states.length[first + i];
    }
  }
  if (has(values, "pretension")) {
    const double tension = number(values, "pretension");
    if (whole || set.rest_length.empty()) {
      set.rest_length.clear();
      put(set.pretension, tension, [](std::size_t) { return 0.0; });
    } else {
      // The rest length that gives this tension in the drawn shape.
      for (const std::size_t i : items) {
        System one;
        one.dimension = 2;
        one.nodes.position = {0, 0, states.length[first + i], 0};
        SpringSet alone = set;
        alone.ends = {{0, 1}};
        for (Column* column : columns_of(alone)) keep(*column, {i});
        alone.rest_length.clear();
        alone.pretension = {tension};
        one.springs = {alone};
        one.materials = system_.materials;
        const double found = spring_states(compile(one), one.nodes.position).rest_length[0];
        if (set.rest_length.size() == 1) set.rest_length.assign(count, double{set.rest_length[0]});
        set.rest_length[i] = found;
      }
    }
  }
  if (has(values, "damping") || has(values, "dampingTime")) {
    const bool time = has(values, "dampingTime");
    const double value = number(values, time ? "dampingTime" : "damping");
    if (whole) {
      set.damping.clear();
      set.damping_time.clear();
      (time ? set.damping_time : set.damping) = {value};
    } else {
      Column all(count);
      for (std::size_t i = 0; i < count; ++i) {
        const Column& own = set.damping;
        const Column& by_time = set.damping_time;
        if (!own.empty())
          all[i] = at(own, i);
        else if (!by_time.empty())
          all[i] = k(i) * at(by_time, i);
        else if (material && material->damping)
          all[i] = *material->damping;
        else if (material && material->damping_time)
          all[i] = k(i) * *material->damping_time;
      }
      for (const std::size_t i : items) all[i] = time ? k(i) * value : value;
      set.damping = std::move(all);
      set.damping_time.clear();
    }
  }
  if (has(values, "massPerLength"))
    put(set.mass_per_length, number(values, "massPerLength"), [&](std::size_t) {
      return material && material->mass_per_length ? *material->mass_per_length : 0.0;
    });
}

void Edits::spring_values(std::vector<int> springs, const val& values, bool whole_sets) {
  // Set by set, from the last on: a set that is split does not move those before it.
  std::map<std::size_t, std::vector<std::size_t>> by_set;
  for (const int spring : springs) {
    const SpringPlace place = place_of(system_, spring);
    by_set[place.set].push_back(place.index);
  }
  for (auto it = by_set.rbegin(); it != by_set.rend(); ++it)
    set_values(it->first, whole_sets ? all_items(system_.springs[it->first]) : it->second, values);
}

void Edits::node_values(const std::vector<int>& nodes, const val& operation) {
  Nodes& all = system_.nodes;
  const auto count = usize(system_.node_count());
  const auto d = usize(system_.dimension);
  if (has(operation, "mass")) {
    const double mass = number(operation, "mass");
    if (nodes.size() == count) {
      all.mass = {mass};
    } else {
      if (all.mass.size() != count) all.mass.assign(count, all.mass.empty() ? 0.0 : all.mass[0]);
      for (const int id : nodes) all.mass[usize(id)] = mass;
    }
  }
  if (has(operation, "velocity")) {
    const std::array<double, 3> velocity = vector_from(operation, "velocity");
    if (all.velocity.empty()) all.velocity.assign(count * d, 0.0);
    for (const int id : nodes)
      for (std::size_t axis = 0; axis < d; ++axis)
        all.velocity[usize(id) * d + axis] = velocity[axis];
  }
  if (has(operation, "name")) {
    if (all.name.empty()) all.name.resize(count);
    for (const int id : nodes) all.name[usize(id)] = text(operation, "name");
  }
}

void Edits::obstacle(Obstacle& item, const val& values) {
  const auto d = usize(system_.dimension);
  const auto vector = [&](const char* key, std::vector<double>& into) {
    if (!has(values, key)) return;
    const std::array<double, 3> given = vector_from(values, key);
    into.assign(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(d));
  };
  vector("point", item.point);
  vector("normal", item.normal);
  vector("pointB", item.point_b);
  vector("size", item.size);
  if (has(values, "rotate")) {
    const std::array<double, 3> given = vector_from(values, "rotate");
    if (d == 2)
      item.rotate = {given[2]};
    else
      item.rotate.assign(given.begin(), given.end());
  }
  item.radius = number_or(values, "radius", item.radius);
  item.friction = number_or(values, "friction", item.friction);
  item.restitution = number_or(values, "restitution", item.restitution);
  item.thickness = number_or(values, "thickness", item.thickness);
  if (has(values, "name")) item.name = text(values, "name");
  // What the other kinds have is not for this one.
  const bool plane = item.kind == Obstacle::Kind::plane, box = item.kind == Obstacle::Kind::box;
  if (!plane) item.normal.clear();
  if (plane || box) item.radius = 0;
  if (!box) {
    item.size.clear();
    item.rotate.clear();
  }
  if (item.kind != Obstacle::Kind::capsule) item.point_b.clear();
}

void Edits::simulation(const val& values) {
  if (!system_.simulation) system_.simulation.emplace();
  SimulationOptions& options = *system_.simulation;
  const auto word = [&](const char* key, auto& into, int count) {
    using Enum = std::decay_t<decltype(into)>;
    if (has(values, key))
      into = enum_from<Enum>(
          text(values, key), count, [](Enum e) { return to_string(e); }, key);
  };
  word("integrator", options.integrator, kIntegratorCount);
  word("startFrom", options.start, 2);
  word("accuracy", options.accuracy, 2);
  word("method", options.method, 3);
  word("linearSolver", options.linear_solver, kLinearSolverCount);
  options.time_step = number_or(values, "timeStep", options.time_step);
  options.duration = number_or(values, "duration", options.duration);
  options.start_time = number_or(values, "startTime", options.start_time);
  options.blowup_strain = number_or(values, "blowupStrain", options.blowup_strain);
  options.tolerance = number_or(values, "tolerance", options.tolerance);
  if (has(values, "maxIterations")) options.max_iterations = integer(values, "maxIterations");
}

void Edits::equilibrium(const val& values) {
  EquilibriumOptions& options = system_.equilibrium;
  if (has(values, "method"))
    options.method = enum_from<Method>(
        text(values, "method"), kMethodCount, [](Method method) { return to_string(method); },
        "method");
  options.tolerance = number_or(values, "tolerance", options.tolerance);
  options.relaxation = number_or(values, "relaxation", options.relaxation);
  if (has(values, "maxIterations")) options.max_iterations = integer(values, "maxIterations");
  if (has(values, "loadSteps")) options.load_steps = integer(values, "loadSteps");
}

// ---- one operation ----

bool Edits::apply(const val& operation) {
  const std::string op = text(operation, "op");
  const auto d = usize(system_.dimension);
  const auto at_index = [&](auto& items, const char* what) -> std::size_t {
    const int index = integer(operation, "index");
    if (index < 0 || usize(index) >= items.size())
      throw Error("there is no " + std::string(what) + " " + std::to_string(index));
    return usize(index);
  };
  if (op == "fix" || op == "free") {
    fix(nodes_of(operation),
        has(operation, "axes") ? static_cast<unsigned>(integer(operation, "axes")) : 7U,
        op == "fix");
  } else if (op == "move") {
    move(nodes_of(operation), numbers(operation, "to"));
  } else if (op == "addNode") {
    const int id = add_node(vector_from(operation, "at"));
    node_values({id}, operation);
  } else if (op == "addSpring") {
    const std::vector<int> ends = integers(operation, "ends");
    if (ends.size() != 2) throw Error("a spring has two ends");
    const int like = has(operation, "like") ? integer(operation, "like") : -1;
    if (like >= system_.spring_count()) throw Error("there is no spring " + std::to_string(like));
    const int id = add_spring(node(ends[0]), node(ends[1]), like);
    if (has(operation, "values")) spring_values({id}, object_at(operation, "values"), false);
  } else if (op == "deleteNodes") {
    delete_nodes(nodes_of(operation));
  } else if (op == "deleteSprings") {
    delete_springs(springs_of(operation));
  } else if (op == "splitSpring") {
    const int spring = integer(operation, "spring");
    if (spring < 0 || spring >= system_.spring_count())
      throw Error("there is no spring " + std::to_string(spring));
    split_spring(spring, number_or(operation, "at", 0.5));
  } else if (op == "weld") {
    weld(node(integer(operation, "node")), node(integer(operation, "onto")));
  } else if (op == "load") {
    load(nodes_of(operation), vector_from(operation, "force"));
  } else if (op == "springValues") {
    spring_values(springs_of(operation), object_at(operation, "values"),
                  has(operation, "scope") && text(operation, "scope") == "sets");
  } else if (op == "nodeValues") {
    node_values(nodes_of(operation), operation);
  } else if (op == "gravity") {
    const std::array<double, 3> value = vector_from(operation, "value");
    system_.gravity = {};
    std::copy_n(value.begin(), d, system_.gravity.begin());
  } else if (op == "drag") {
    system_.drag = number(operation, "value");
  } else if (op == "wind") {
    if (!has(operation, "value")) {
      system_.wind.reset();
    } else {
      const val given = object_at(operation, "value");
      if (!system_.wind) system_.wind.emplace();
      const std::array<double, 3> velocity = vector_from(given, "velocity");
      system_.wind->velocity.assign(d, {});
      for (std::size_t axis = 0; axis < d; ++axis)
        system_.wind->velocity[axis].value = velocity[axis];
      system_.wind->density = number_or(given, "density", system_.wind->density);
      system_.wind->drag_coefficient =
          number_or(given, "dragCoefficient", system_.wind->drag_coefficient);
    }
  } else if (op == "title") {
    system_.title = text(operation, "value");
  } else if (op == "simulation") {
    simulation(object_at(operation, "values"));
  } else if (op == "equilibrium") {
    equilibrium(object_at(operation, "values"));
  } else if (op == "addProbe") {
    Probe probe;
    if (has(operation, "nodes")) probe.nodes = nodes_of(operation);
    if (has(operation, "springs")) probe.springs = springs_of(operation);
    probe.quantity = text(operation, "quantity");
    probe.name = has(operation, "name") ? text(operation, "name") : "";
    const auto taken = [&](const std::string& name) {
      return std::any_of(system_.probes.begin(), system_.probes.end(),
                         [&](const Probe& other) { return other.name == name; });
    };
    for (int i = 1; probe.name.empty() || taken(probe.name); ++i)
      probe.name = "probe " + std::to_string(i);
    system_.probes.push_back(std::move(probe));
  } else if (op == "deleteProbe") {
    system_.probes.erase(system_.probes.begin() +
                         static_cast<std::ptrdiff_t>(at_index(system_.probes, "probe")));
  } else if (op == "addObstacle") {
    const val given = object_at(operation, "obstacle");
    Obstacle item;
    item.kind = enum_from<Obstacle::Kind>(
        text(given, "kind"), 4, [](Obstacle::Kind kind) { return to_string(kind); }, "obstacle");
    obstacle(item, given);
    system_.obstacles.push_back(std::move(item));
  } else if (op == "obstacle") {
    obstacle(system_.obstacles[at_index(system_.obstacles, "obstacle")],
             object_at(operation, "values"));
  } else if (op == "deleteObstacle") {
    system_.obstacles.erase(system_.obstacles.begin() +
                            static_cast<std::ptrdiff_t>(at_index(system_.obstacles, "obstacle")));
  } else {
    return false;
  }
  return true;
}

}  // namespace tensio::studio
