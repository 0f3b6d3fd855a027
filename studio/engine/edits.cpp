// One operation of an edit, and the ids that it names.
#include "edits.hpp"

#include <algorithm>

namespace tensio::studio {

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
