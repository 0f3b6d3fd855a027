// What lies inside a closed triangle surface.
#include "scenes/inside.hpp"
#include "core/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace tensio::scenes {

bool Cells::is_on(int i, int j, int k) const {
  if (i < 0 || j < 0 || k < 0 || i >= count[0] || j >= count[1] || k >= count[2]) return false;
  const auto row = usize(k) * usize(count[1]) + usize(j);
  return on[row * usize(count[0]) + usize(i)] != 0;
}

Point Cells::node(int i, int j, int k) const {
  return {corner[0] + i * size[0], corner[1] + j * size[1], corner[2] + k * size[2]};
}

Cells cells_over(const Point& low, const Point& high, double cell) {
  Cells cells;
  cells.corner = low;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double extent = high[axis] - low[axis];
    if (!(extent > 0)) refuse("mesh", "a flat one", "it must enclose a volume");
    const double count = std::max(1.0, std::floor(extent / cell + 0.5));
    cells.count[axis] = static_cast<int>(count);
    cells.size[axis] = extent / count;
  }
  cells.on.assign(usize(cells.count[0]) * usize(cells.count[1]) * usize(cells.count[2]), 0);
  return cells;
}

std::array<Point, 2> corners_of(const System& surface) {
  Point low = node_point(surface, 0), high = low;
  for (int i = 1; i < surface.node_count(); ++i) {
    const Point p = node_point(surface, i);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], p[axis]);
      high[axis] = std::max(high[axis], p[axis]);
    }
  }
  return {low, high};
}

double enclosed_volume(const System& surface, const std::vector<Triangle>& triangles) {
  double sum = 0;
  for (const Triangle& t : triangles)
    sum += dot(node_point(surface, t[0]), area_vector(surface, t)) / 3;
  return std::abs(sum);
}

namespace {

void require_closed(const std::vector<SurfaceEdge>& edges) {
  for (const SurfaceEdge& edge : edges)
    if (edge.sides.size() != 2)
      refuse("mesh",
             fmt::format("one with {} faces at the edge between nodes {} and {}", edge.sides.size(),
                         edge.a, edge.b),
             "it must be closed: two faces at each edge");
}

// Whether an edge, seen along x, passes the point on its y-greater side. Both triangles at an edge
// ask with the same ends in the same order, so that a point on it belongs to one of them only.
bool passes(const System& surface, int a, int b, double y, double z) {
  if (a > b) std::swap(a, b);
  const Point p = node_point(surface, a), q = node_point(surface, b);
  if ((p[2] > z) == (q[2] > z)) return false;
  return p[1] + (z - p[2]) / (q[2] - p[2]) * (q[1] - p[1]) > y;
}

// Where the line through (y, z) along x meets a triangle.
std::optional<double> crossing(const System& surface, const Triangle& t, double y, double z) {
  bool within = false;
  for (std::size_t i = 0; i < 3; ++i)
    if (passes(surface, t[i], t[(i + 1) % 3], y, z)) within = !within;
  if (!within) return {};
  const Point a = node_point(surface, t[0]), n = area_vector(surface, t);
  if (n[0] == 0) return a[0];
  return a[0] - (n[1] * (y - a[1]) + n[2] * (z - a[2])) / n[0];
}

}  // namespace

Cells cells_inside(const System& surface, double cell) {
  const std::vector<Triangle> triangles = triangles_of(surface);
  require_closed(edges_of(surface, triangles));
  const auto [low, high] = corners_of(surface);
  Cells cells = cells_over(low, high, cell);

  // Each triangle marks the lines along x through middles of cells that it meets.
  const auto [nx, ny, nz] = cells.count;
  std::vector<std::vector<double>> met(usize(ny) * usize(nz));
  const auto middle = [&](std::size_t axis, int i) {
    return cells.corner[axis] + (i + 0.5) * cells.size[axis];
  };
  for (const Triangle& t : triangles) {
    int first[3] = {}, last[3] = {};
    for (std::size_t axis = 1; axis < 3; ++axis) {
      double from = high[axis], to = low[axis];
      for (int corner : t) {
        from = std::min(from, node_point(surface, corner)[axis]);
        to = std::max(to, node_point(surface, corner)[axis]);
      }
      const double place = cells.corner[axis], size = cells.size[axis];
      first[axis] = std::max(0, static_cast<int>((from - place) / size) - 1);
      last[axis] = std::min(cells.count[axis] - 1, static_cast<int>((to - place) / size) + 1);
    }
    for (int k = first[2]; k <= last[2]; ++k)
      for (int j = first[1]; j <= last[1]; ++j)
        if (const auto x = crossing(surface, t, middle(1, j), middle(2, k)))
          met[usize(k) * usize(ny) + usize(j)].push_back(*x);
  }
  for (std::size_t row = 0; row < met.size(); ++row) {
    std::sort(met[row].begin(), met[row].end());
    for (int i = 0; i < nx; ++i) {
      const auto beyond =
          met[row].end() - std::upper_bound(met[row].begin(), met[row].end(), middle(0, i));
      cells.on[row * usize(nx) + usize(i)] = beyond % 2 != 0;
    }
  }
  return cells;
}

}  // namespace tensio::scenes
