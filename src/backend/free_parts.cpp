#include "backend/free_parts.hpp"

#include <array>

#include "backend/loops.hpp"
#include "core/union_find.hpp"

namespace tensio {

namespace {

std::size_t size(int n) { return static_cast<std::size_t>(n); }

using Three = std::array<double, 3>;

Three cross(const Three& a, const Three& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Three& a, const Three& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

template <int D>
Three row(const double* rows, int node) {
  Three result = {};
  for (int axis = 0; axis < D; ++axis) result[size(axis)] = rows[wide(node) * D + axis];
  return result;
}

template <int D>
Three mean(const FreePart& part, const double* rows) {
  Three sum = {};
  for (int node : part.nodes)
    for (int axis = 0; axis < D; ++axis) sum[size(axis)] += rows[wide(node) * D + axis];
  for (double& each : sum) each /= static_cast<double>(part.nodes.size());
  return sum;
}

// w with (I + a little) w = L, by Cramer's rule. Points on a line have no inertia about it, and no
// moment either: the little keeps that from being 0 / 0.
Three turn_of(std::array<Three, 3> inertia, const Three& moment) {
  const double little = 1e-12 * (inertia[0][0] + inertia[1][1] + inertia[2][2]);
  for (std::size_t i = 0; i < 3; ++i) inertia[i][i] += little;
  const double determinant = dot(inertia[0], cross(inertia[1], inertia[2]));
  if (!(determinant > 0)) return {};
  return {dot(moment, cross(inertia[1], inertia[2])) / determinant,
          dot(inertia[0], cross(moment, inertia[2])) / determinant,
          dot(inertia[0], cross(inertia[1], moment)) / determinant};
}

}  // namespace

std::vector<FreePart> free_parts(const NetworkData& net) {
  const int d = net.dimension;
  const std::uint8_t all = d == 2 ? 3 : 7;
  UnionFind joined(net.node_count);
  for (std::size_t s = 0; s < net.a.size(); ++s) joined.join(net.a[s], net.b[s]);
  std::vector<std::uint8_t> held(size(net.node_count), 0), loaded(size(net.node_count), 0);
  for (int node = 0; node < net.node_count; ++node)
    for (int axis = 0; axis < d; ++axis) {
      const std::size_t at = size(node * d + axis), root = size(joined.find(node));
      if (net.held[at]) held[root] = static_cast<std::uint8_t>(held[root] | 1 << axis);
      if (net.external[at] != 0.0) loaded[root] = 1;
    }
  std::vector<FreePart> parts;
  std::vector<int> place(size(net.node_count), -1);
  for (int node = 0; node < net.node_count; ++node) {
    const std::size_t root = size(joined.find(node));
    if (held[root] == all) continue;
    if (place[root] < 0) {
      place[root] = static_cast<int>(parts.size());
      const auto axes = static_cast<std::uint8_t>(all & ~held[root]);
      parts.push_back({.nodes = {}, .axes = axes, .turns = held[root] == 0 && !loaded[root]});
    }
    parts[size(place[root])].nodes.push_back(node);
  }
  return parts;
}

template <int D>
void remove_rigid(const FreePart& part, const double* x, double* p) {
  const Three shift = mean<D>(part, p);
  for (int node : part.nodes)
    for (int axis = 0; axis < D; ++axis)
      if (part.axes >> axis & 1) p[wide(node) * D + axis] -= shift[size(axis)];
  if (!part.turns) return;
  const Three middle = mean<D>(part, x);
  const auto arm_of = [&](int node) {
    Three arm = row<D>(x, node);
    for (std::size_t i = 0; i < 3; ++i) arm[i] -= middle[i];
    return arm;
  };
  Three moment = {};
  std::array<Three, 3> inertia = {};
  for (int node : part.nodes) {
    const Three arm = arm_of(node), about = cross(arm, row<D>(p, node));
    const double squared = dot(arm, arm);
    for (std::size_t i = 0; i < 3; ++i) {
      moment[i] += about[i];
      for (std::size_t j = 0; j < 3; ++j)
        inertia[i][j] += (i == j ? squared : 0.0) - arm[i] * arm[j];
    }
  }
  const Three turn = turn_of(inertia, moment);
  for (int node : part.nodes) {
    const Three moved = cross(turn, arm_of(node));
    for (int axis = 0; axis < D; ++axis) p[wide(node) * D + axis] -= moved[size(axis)];
  }
}

template void remove_rigid<2>(const FreePart&, const double*, double*);
template void remove_rigid<3>(const FreePart&, const double*, double*);

}  // namespace tensio
