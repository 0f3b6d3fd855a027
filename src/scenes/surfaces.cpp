// Shapes made of triangles.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/index.hpp"
#include "scenes/triangles.hpp"

namespace tensio::scenes {

namespace {

// sqrt(3) / 2 is the height of an equilateral triangle.
double plate_rows(double length, double width, int segments) {
  return std::max(1.0, std::floor(width * segments / (length * std::sqrt(0.75)) + 0.5));
}

}  // namespace

double plate_nodes(double length, double width, int segments) {
  const double rows = plate_rows(length, width, segments);
  return (rows + 1) * (segments + 1.0) + std::floor((rows + 1) / 2);
}

// Rows of nodes along x; every other row is shifted by half a segment and has a node more, so that
// both ends are straight.
System plate_surface(double length, double width, int segments) {
  System surface;
  const double step = length / segments;
  const int rows = static_cast<int>(plate_rows(length, width, segments));
  std::vector<int> last;
  for (int row = 0; row <= rows; ++row) {
    const bool shifted = row % 2 == 1;
    const double y = width * row / rows;
    std::vector<int> ids;
    for (int i = 0; i <= segments + (shifted ? 1 : 0); ++i) {
      const double at = shifted ? std::clamp(i - 0.5, 0.0, static_cast<double>(segments)) : i;
      ids.push_back(add_node(surface, {at * step, y, 0}));
    }
    if (row > 0) {
      const std::vector<int>& even = shifted ? last : ids;  // segments + 1 nodes
      const std::vector<int>& odd = shifted ? ids : last;   // segments + 2 nodes
      const auto add = [&](int a, int b, int c) {
        shifted ? add_triangle(surface, {a, b, c}) : add_triangle(surface, {a, c, b});
      };
      for (std::size_t i = 0; i < even.size(); ++i) {
        add(even[i], odd[i + 1], odd[i]);
        if (i + 1 < even.size()) add(even[i], even[i + 1], odd[i + 1]);
      }
    }
    last = ids;
  }
  return surface;
}

System cap_surface(double radius, double rise, int rings) {
  System surface;
  // The radius of the sphere through the rim and the top.
  const double sphere = rise > 0 ? (radius * radius + rise * rise) / (2 * rise) : 0;
  const auto add_at = [&](double r, double turns) {
    const double z = rise > 0 ? rise - sphere + std::sqrt(sphere * sphere - r * r) : 0;
    return add_node(surface, {r * cosine_of_turns(turns), r * sine_of_turns(turns), z});
  };
  std::vector<int> last = {add_at(0, 0)};
  for (int ring = 1; ring <= rings; ++ring) {
    const int count = 6 * ring;
    std::vector<int> ids;
    ids.reserve(usize(count));
    for (int i = 0; i < count; ++i)
      ids.push_back(add_at(radius * ring / rings, static_cast<double>(i) / count));
    // In each sixth the ring has one node more than the one within.
    const auto at = [](const std::vector<int>& nodes, int i) {
      return nodes[usize(i) % nodes.size()];
    };
    for (int sixth = 0; sixth < 6; ++sixth)
      for (int i = 0; i < ring; ++i) {
        const int outer = sixth * ring + i, inner = sixth * (ring - 1) + i;
        add_triangle(surface, {at(last, inner), at(ids, outer), at(ids, outer + 1)});
        if (i + 1 < ring)
          add_triangle(surface, {at(last, inner), at(ids, outer + 1), at(last, inner + 1)});
      }
    last = ids;
  }
  return surface;
}

System ball_surface(int divisions) {
  System surface;
  std::map<std::array<int, 3>, int> known;  // by whole coordinates whose sizes add up to divisions
  const auto node = [&](const std::array<int, 3>& at) {
    const auto found = known.find(at);
    if (found != known.end()) return found->second;
    const Point p = {static_cast<double>(at[0]), static_cast<double>(at[1]),
                     static_cast<double>(at[2])};
    return known.emplace(at, add_node(surface, unit(p))).first->second;
  };
  for (int octant = 0; octant < 8; ++octant) {
    const int sx = octant & 1 ? -1 : 1, sy = octant & 2 ? -1 : 1, sz = octant & 4 ? -1 : 1;
    const bool mirrored = sx * sy * sz < 0;
    const auto add = [&](std::array<int, 3> a, std::array<int, 3> b, std::array<int, 3> c) {
      for (auto* p : {&a, &b, &c}) *p = {sx * (*p)[0], sy * (*p)[1], sz * (*p)[2]};
      if (mirrored) std::swap(b, c);
      const int first = node(a), second = node(b), third = node(c);
      add_triangle(surface, {first, second, third});
    };
    for (int i = 0; i < divisions; ++i)
      for (int j = 0; i + j < divisions; ++j) {
        const int k = divisions - i - j;
        add({i, j, k}, {i + 1, j, k - 1}, {i, j + 1, k - 1});
        if (k > 1) add({i + 1, j, k - 1}, {i + 1, j + 1, k - 2}, {i, j + 1, k - 1});
      }
  }
  return surface;
}

System torus_surface(double ring, double tube, int around, int along) {
  System surface;
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < along; ++j) {
      const double u = static_cast<double>(i) / around, v = static_cast<double>(j) / along;
      const double r = ring + tube * cosine_of_turns(v);
      add_node(surface, {r * cosine_of_turns(u), r * sine_of_turns(u), tube * sine_of_turns(v)});
    }
  const auto id = [&](int i, int j) { return i % around * along + j % along; };
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < along; ++j) {
      add_triangle(surface, {id(i, j), id(i + 1, j), id(i + 1, j + 1)});
      add_triangle(surface, {id(i, j), id(i + 1, j + 1), id(i, j + 1)});
    }
  return surface;
}

}  // namespace tensio::scenes
