// Supports, positions, and nodes and springs that come and go.
#include <algorithm>
#include <cmath>

#include "edits.hpp"
#include "tensio/solve/network.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio::studio {

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

}  // namespace tensio::studio
