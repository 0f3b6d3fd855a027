// What the bodies share.
#include "scenes/body.hpp"
#include "core/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tensio::scenes {

void refuse(const char* option, const std::string& value, const std::string& allowed) {
  Problem problem;
  problem.pointer = std::string("/") + option;
  problem.value = value;
  problem.message = fmt::format("{} is {}; {}", option, value, allowed);
  throw Error(std::vector<Problem>{problem});
}

void require_dimension(int dimension) {
  if (dimension != 2 && dimension != 3)
    refuse("dimension", fmt::format("{}", dimension), "it must be 2 or 3");
}

void add_node_group(System& system, const std::string& name, std::vector<int> nodes) {
  const auto same = [&](const Group& group) { return group.name == name; };
  if (std::none_of(system.groups.begin(), system.groups.end(), same))
    system.groups.push_back({name, std::move(nodes)});
}

std::vector<int> lowest_nodes(const System& system) {
  double low = node_point(system, 0)[2], high = low;
  for (int i = 1; i < system.node_count(); ++i) {
    low = std::min(low, node_point(system, i)[2]);
    high = std::max(high, node_point(system, i)[2]);
  }
  std::vector<int> nodes;
  for (int i = 0; i < system.node_count(); ++i)
    if (node_point(system, i)[2] <= low + (high - low) / 10) nodes.push_back(i);
  return nodes;
}

System scaled(System surface, double factor) {
  for (double& x : surface.nodes.position) x *= factor;
  return surface;
}

int add_node(System& system, const Point& point) {
  auto& position = system.nodes.position;
  for (std::size_t axis = 0; axis < usize(system.dimension); ++axis)
    position.push_back(point[axis]);
  return static_cast<int>(position.size()) / system.dimension - 1;
}

Point node_point(const System& system, int node) {
  Point point = {};
  const auto dimension = usize(system.dimension);
  for (std::size_t axis = 0; axis < dimension; ++axis)
    point[axis] = system.nodes.position[usize(node) * dimension + axis];
  return point;
}

void add_spring(SpringSet& set, int a, int b, double axial_stiffness) {
  set.ends.push_back({a, b});
  set.axial_stiffness.push_back(axial_stiffness);
}

void add_set(System& system, SpringSet set, double damping_time) {
  if (set.ends.empty()) return;
  Column& values = set.axial_stiffness;
  const auto other = [&](double value) { return value != values[0]; };
  if (std::none_of(values.begin(), values.end(), other)) values.resize(1);
  if (damping_time > 0) set.damping_time = {damping_time};
  system.springs.push_back(std::move(set));
}

void scale_mass(System& system, double total) {
  Column& mass = system.nodes.mass;
  const double sum = std::accumulate(mass.begin(), mass.end(), 0.0);
  for (double& m : mass) m *= total / sum;
}

std::vector<int> id_range(int first, int end) {
  std::vector<int> ids(usize(end - first));
  std::iota(ids.begin(), ids.end(), first);
  return ids;
}

}  // namespace tensio::scenes
