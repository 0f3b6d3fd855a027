#include "model/append.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "core/index.hpp"
#include "core/sine.hpp"
#include "model/near.hpp"

namespace tensio {

namespace {

using Point = std::array<double, 3>;

// Scaling, turning and moving, from the part's dimension to the system's.
class Placer {
 public:
  Placer(const Placement& placement, int from, int to)
      : placement_(placement), from_(from), to_(to) {
    for (std::size_t i = 0; i < 3; ++i) axes_[i][i] = 1;
    check();
    const std::vector<double>& degrees = placement.rotate;
    if (degrees.size() == 1) turn(degrees[0], 0, 1);
    if (degrees.size() == 3) {
      turn(degrees[0], 1, 2);
      turn(degrees[1], 2, 0);
      turn(degrees[2], 0, 1);
    }
  }

  /// A vector of the part, scaled and turned.
  Point turned(const double* given) const {
    Point v = {}, result = {};
    for (int axis = 0; axis < from_; ++axis) v[axis] = placement_.scale * given[axis];
    if (placement_.rotate.empty()) return v;
    for (std::size_t own = 0; own < 3; ++own)
      for (std::size_t axis = 0; axis < 3; ++axis) result[axis] += v[own] * axes_[own][axis];
    return result;
  }
  Point placed(const double* given) const {
    Point result = turned(given);
    for (std::size_t axis = 0; axis < placement_.at.size(); ++axis)
      result[axis] += placement_.at[axis];
    return result;
  }
  /// Appends it to rows of the system.
  void push(const Point& point, std::vector<double>& rows, std::size_t node) const {
    if (to_ == 2 && point[2] != 0.0) {
      throw Error(
          fmt::format("node {} of the part lies at z = {}, but the system lies in the plane; only "
                      "flat parts can go into it",
                      node, point[2]));
    }
    rows.insert(rows.end(), point.begin(), point.begin() + to_);
  }
  std::size_t part_dimension() const { return usize(from_); }
  bool turns() const { return !placement_.rotate.empty(); }

 private:
  void check() const {
    const auto dimension = usize(to_);
    if (!placement_.at.empty() && placement_.at.size() != dimension)
      throw Error(fmt::format("`at` has {} numbers in dimension {}", placement_.at.size(), to_));
    const std::size_t angles = to_ == 3 ? 3 : 1;
    if (!placement_.rotate.empty() && placement_.rotate.size() != angles) {
      throw Error(fmt::format("`rotate` has {} angles; in dimension {} it takes {}",
                              placement_.rotate.size(), to_, angles));
    }
    if (!(placement_.scale > 0) || !std::isfinite(placement_.scale))
      throw Error(fmt::format("`scale` is {}; it must be above 0", placement_.scale));
    if (!(placement_.join >= 0) || !std::isfinite(placement_.join))
      throw Error(fmt::format("`join` is {}; it must be a distance, or 0", placement_.join));
    for (const std::vector<double>* values : {&placement_.at, &placement_.rotate})
      for (const double value : *values)
        if (!std::isfinite(value)) throw Error("`at` and `rotate` must be finite");
  }
  // Turns the part's axes by an angle, from axis i towards axis j.
  void turn(double degrees, std::size_t i, std::size_t j) {
    const double s = sine_of_turns(degrees / 360), c = sine_of_turns(degrees / 360 + 0.25);
    for (Point& own : axes_) {
      const double a = own[i], b = own[j];
      own[i] = c * a - s * b;
      own[j] = s * a + c * b;
    }
  }

  const Placement& placement_;
  int from_ = 3, to_ = 3;
  std::array<Point, 3> axes_ = {};  // where the part's own axes point
};

// A column with a value for each of `count` items; those beyond `own` get `rest`.
void spread(Column& column, std::size_t own, std::size_t count, double rest) {
  if (column.size() == 1) column = Column(own, column[0]);
  column.resize(count, rest);
}

// Appends the part's values to a column of the system; those of joined items are added.
void append_amounts(Column& column, const Column& part, const std::vector<int>& id, std::size_t own,
                    std::size_t count) {
  if (column.empty() && part.empty()) return;
  spread(column, own, count, 0);
  if (part.empty()) return;
  for (std::size_t i = 0; i < id.size(); ++i) column[id[i]] += part.size() == 1 ? part[0] : part[i];
}

// Writes vectors of the part's nodes into the rows of those nodes; nothing if it has none.
template <class Transform>
void write_rows(std::vector<double>& rows, const std::vector<double>& part_rows,
                const std::vector<int>& id, const Placer& placer, Transform transform) {
  if (part_rows.empty()) return;
  for (std::size_t i = 0; i < id.size(); ++i) {
    std::vector<double> row;
    placer.push(transform(&part_rows[placer.part_dimension() * i]), row, i);
    std::copy(row.begin(), row.end(),
              rows.begin() + static_cast<std::ptrdiff_t>(row.size()) * id[i]);
  }
}

void append_starts(System& system, const System& part, const std::vector<int>& id,
                   const Placer& placer) {
  std::vector<double>& start = system.nodes.start;
  if (start.empty() && part.nodes.start.empty()) return;
  const std::vector<double>& drawn = system.nodes.position;
  start.insert(start.end(), drawn.begin() + static_cast<std::ptrdiff_t>(start.size()), drawn.end());
  write_rows(start, part.nodes.start, id, placer,
             [&](const double* point) { return placer.placed(point); });
}

void append_velocities(System& system, const System& part, const std::vector<int>& id,
                       const Placer& placer) {
  std::vector<double>& velocity = system.nodes.velocity;
  if (velocity.empty() && part.nodes.velocity.empty()) return;
  velocity.resize(system.nodes.position.size(), 0.0);
  write_rows(velocity, part.nodes.velocity, id, placer,
             [&](const double* vector) { return placer.turned(vector); });
}

void append_names(System& system, const System& part, const std::vector<int>& id,
                  const std::string& part_name) {
  std::vector<std::string>& names = system.nodes.name;
  if (names.empty() && part.nodes.name.empty()) return;
  names.resize(usize(system.node_count()));
  for (std::size_t i = 0; i < part.nodes.name.size(); ++i) {
    std::string& name = names[id[i]];
    if (name.empty() && !part.nodes.name[i].empty())
      name = joined_name(part_name, part.nodes.name[i]);
  }
}

void append_fixed(System& system, const System& part, const std::vector<int>& id,
                  const Placer& placer) {
  for (Fixed fixed : part.nodes.fixed) {
    if (placer.turns() && (fixed.axes != kAllAxes || !fixed.motion.empty())) {
      throw Error("the part has supports that move, or fix some axes only; it cannot be rotated");
    }
    for (int& node : fixed.nodes) node = id[node];
    if (!fixed.move.empty()) {
      std::vector<double> move;
      placer.push(placer.turned(fixed.move.data()), move, 0);
      fixed.move = std::move(move);
    }
    fixed.motion.resize(fixed.motion.empty() ? 0 : usize(system.dimension));
    system.nodes.fixed.push_back(std::move(fixed));
  }
}

template <class Named>
TakenNames::Set names_of(const std::vector<Named>& items) {
  TakenNames::Set names;
  for (const Named& item : items) names.insert(item.name);
  return names;
}

void append_group(std::vector<Group>& groups, TakenNames::Set& taken, std::string name,
                  std::vector<int> members, const char* kind) {
  if (!taken.insert(name).second) {
    throw Error(
        fmt::format("the name `{}` is given to two {} groups; names must differ", name, kind));
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  groups.push_back({std::move(name), std::move(members)});
}

std::vector<int> range(int first, int count) {
  std::vector<int> ids(usize(count));
  std::iota(ids.begin(), ids.end(), first);
  return ids;
}

std::vector<int> shifted(std::vector<int> ids, int by) {
  for (int& id : ids) id += by;
  return ids;
}

// A spring or an edge of a face between two nodes that `join` has merged has no length.
[[noreturn]] void refuse_join(const char* what, int index, int node, double join) {
  throw Error(
      fmt::format("both ends of {} {} of the part are within `join`, {}, of node {}, and would "
                  "become that one node; use a smaller `join`",
                  what, index, join, node));
}

void append_springs(System& system, const System& part, const std::vector<int>& id,
                    const Placement& placement, const std::string& name, TakenNames& taken) {
  const int first = system.spring_count();
  int index = 0;
  const bool whole = part.springs.size() == 1 && part.springs[0].name.empty();
  for (SpringSet set : part.springs) {
    // unnamed sets of several stay unnamed: they are in the group of the whole part
    if (whole || !set.name.empty()) set.name = joined_name(name, set.name);
    if (!set.name.empty() &&
        (taken.spring_groups.count(set.name) != 0 || !taken.spring_sets.insert(set.name).second)) {
      throw Error(
          fmt::format("the name `{}` is given to two spring sets; names must differ", set.name));
    }
    for (std::array<int, 2>& ends : set.ends) {
      const bool apart = ends[0] != ends[1];
      for (int& end : ends) end = id[end];
      if (apart && ends[0] == ends[1]) refuse_join("spring", index, ends[0], placement.join);
      ++index;
    }
    for (double& length : set.rest_length) length *= placement.scale;
    system.springs.push_back(std::move(set));
  }
  if (!name.empty() && !whole && !part.springs.empty())
    append_group(system.spring_groups, taken.spring_groups, name, range(first, index), "spring");
  for (const Group& group : part.spring_groups)
    append_group(system.spring_groups, taken.spring_groups, joined_name(name, group.name),
                 shifted(group.members, first), "spring");
}

void check_corners(const Faces& faces, const std::vector<int>& id, double join) {
  for (int face = 0; face < faces.count(); ++face) {
    const std::span<const int> corners = faces.corners(face);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const int a = corners[i], b = corners[(i + 1) % corners.size()];
      const int node = id[a];
      if (a != b && node == id[b]) refuse_join("an edge of face", face, node, join);
    }
  }
}

void append_faces(System& system, const System& part, const std::vector<int>& id,
                  const Placement& placement, const std::string& name, TakenNames& taken) {
  Faces& faces = system.faces;
  const int first = faces.count();
  const int count = part.faces.count();
  if (count > 0) {
    if (faces.start.empty()) faces.start.push_back(0);
    const int offset = faces.start.back();
    for (int face = 1; face <= count; ++face)
      faces.start.push_back(offset + part.faces.start[face]);
    for (const int node : part.faces.nodes) faces.nodes.push_back(id[node]);
    if (placement.join > 0) check_corners(part.faces, id, placement.join);
    append_amounts(faces.mass_per_area, part.faces.mass_per_area, range(first, count), usize(first),
                   usize(first + count));
    if (!name.empty())
      append_group(system.face_groups, taken.face_groups, name, range(first, count), "face");
  }
  for (const Group& group : part.face_groups)
    append_group(system.face_groups, taken.face_groups, joined_name(name, group.name),
                 shifted(group.members, first), "face");
}

void append_materials(System& system, const System& part, TakenNames& taken) {
  for (const Material& material : part.materials) {
    if (!taken.materials.insert(material.name).second) {
      throw Error(
          fmt::format("the part brings a material `{}`, which is there already; give it "
                      "another name",
                      material.name));
    }
    system.materials.push_back(material);
  }
}

}  // namespace

TakenNames::TakenNames(const System& system)
    : groups(names_of(system.groups)),
      spring_sets(names_of(system.springs)),
      spring_groups(names_of(system.spring_groups)),
      face_groups(names_of(system.face_groups)),
      materials(names_of(system.materials)) {}

std::string joined_name(const std::string& part, const std::string& group) {
  if (part.empty() || group.empty()) return part + group;
  return part + '.' + group;
}

PlacedNodes append_positions(System& system, const System& part, const Placement& placement) {
  const Placer placer(placement, part.dimension, system.dimension);
  const auto from = usize(part.dimension);
  const auto count = usize(part.node_count());
  std::vector<double>& rows = system.nodes.position;
  std::optional<NearNodes> near;
  if (placement.join > 0) near.emplace(rows, system.dimension, placement.join);
  PlacedNodes placed;
  placed.id.reserve(count);
  rows.reserve(rows.size() + count * usize(system.dimension));
  int next = system.node_count();
  for (std::size_t i = 0; i < count; ++i) {
    const Point point = placer.placed(&part.nodes.position[from * i]);
    const int other = near ? near->find(point.data()) : -1;
    placed.joined += other >= 0 ? 1 : 0;
    placed.id.push_back(other >= 0 ? other : next++);
    if (other < 0) placer.push(point, rows, i);
  }
  return placed;
}

void append_net(System& system, const System& part, const PlacedNodes& nodes,
                const Placement& placement, const std::string& name, TakenNames& taken) {
  append_materials(system, part, taken);
  append_springs(system, part, nodes.id, placement, name, taken);
  append_faces(system, part, nodes.id, placement, name, taken);
  if (!name.empty()) append_group(system.groups, taken.groups, name, nodes.id, "node");
  for (const Group& group : part.groups) {
    std::vector<int> members;
    members.reserve(group.members.size());
    for (const int node : group.members) members.push_back(nodes.id[node]);
    append_group(system.groups, taken.groups, joined_name(name, group.name), std::move(members),
                 "node");
  }
}

void append_node_values(System& system, const System& part, const PlacedNodes& nodes,
                        const Placement& placement, const std::string& name, int own_nodes) {
  const Placer placer(placement, part.dimension, system.dimension);
  const auto own = usize(own_nodes);
  const auto count = usize(system.node_count());
  append_amounts(system.nodes.mass, part.nodes.mass, nodes.id, own, count);
  append_amounts(system.nodes.area, part.nodes.area, nodes.id, own, count);
  append_starts(system, part, nodes.id, placer);
  append_velocities(system, part, nodes.id, placer);
  append_names(system, part, nodes.id, name);
  append_fixed(system, part, nodes.id, placer);
}

void append(System& system, const System& part, const Placement& placement,
            const std::string& name) {
  System result = system;  // the caller's system stays unchanged if an error is thrown
  const int own_nodes = system.node_count();
  const PlacedNodes nodes = append_positions(result, part, placement);
  TakenNames taken(result);
  append_net(result, part, nodes, placement, name, taken);
  append_node_values(result, part, nodes, placement, name, own_nodes);
  system = std::move(result);
}

}  // namespace tensio
