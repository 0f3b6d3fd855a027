// What the bodies share.
#include "scenes/body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tensio::scenes {

namespace {

constexpr double kMostNodes = 50e6;

}  // namespace

void refuse(const char* kind, const char* option, const std::string& value,
            const std::string& allowed) {
  Problem problem;
  problem.value = value;
  problem.message = fmt::format("{}: {} is {}; {}", kind, option, value, allowed);
  throw Error(std::vector<Problem>{problem});
}

void require_positive(const char* kind, const char* option, double value) {
  if (!std::isfinite(value) || value <= 0)
    refuse(kind, option, fmt::format("{}", value), "it must be positive");
}

void require_from_zero(const char* kind, const char* option, double value) {
  if (!std::isfinite(value) || value < 0)
    refuse(kind, option, fmt::format("{}", value), "it must be 0 or positive");
}

void require_positive(const char* kind, const char* option, const std::optional<double>& value) {
  if (value) require_positive(kind, option, *value);
}

void require_from_zero(const char* kind, const char* option, const std::optional<double>& value) {
  if (value) require_from_zero(kind, option, *value);
}

void require_between(const char* kind, const char* option, double value, double low, double high) {
  if (!(value >= low && value <= high))
    refuse(kind, option, fmt::format("{}", value), fmt::format("it must be {} to {}", low, high));
}

void require_dimension(const char* kind, int dimension) {
  if (dimension != 2 && dimension != 3)
    refuse(kind, "dimension", fmt::format("{}", dimension), "it must be 2 or 3");
}

void require_size(const char* kind, double nodes) {
  if (nodes <= kMostNodes) return;
  throw Error(fmt::format("{}: it would have {:.0f} nodes; at most {:.0f} are generated: take a "
                          "coarser one",
                          kind, nodes, kMostNodes),
              ErrorKind::limit);
}

int add_node(System& system, const Point& point) {
  auto& position = system.nodes.position;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(system.dimension); ++axis)
    position.push_back(point[axis]);
  return static_cast<int>(position.size()) / system.dimension - 1;
}

Point node_point(const System& system, int node) {
  Point point = {};
  const auto dimension = static_cast<std::size_t>(system.dimension);
  for (std::size_t axis = 0; axis < dimension; ++axis)
    point[axis] = system.nodes.position[static_cast<std::size_t>(node) * dimension + axis];
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

void spread_mass(System& system, const std::optional<double>& total) {
  if (total) system.nodes.mass = {*total / system.node_count()};
}

void scale_mass(System& system, double total) {
  Column& mass = system.nodes.mass;
  const double sum = std::accumulate(mass.begin(), mass.end(), 0.0);
  for (double& m : mass) m *= total / sum;
}

std::vector<int> id_range(int first, int end) {
  std::vector<int> ids(static_cast<std::size_t>(end - first));
  std::iota(ids.begin(), ids.end(), first);
  return ids;
}

}  // namespace tensio::scenes
