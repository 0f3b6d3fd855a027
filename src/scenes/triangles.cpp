// Triangle surfaces.
#include "scenes/triangles.hpp"
#include "core/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace tensio::scenes {

double SurfaceEdge::area() const {
  double sum = 0;
  for (const Side& side : sides) sum += side.area;
  return sum;
}

Point area_vector(const System& surface, const Triangle& t) {
  const Point a = node_point(surface, t[0]);
  return 0.5 * cross(node_point(surface, t[1]) - a, node_point(surface, t[2]) - a);
}

void add_triangle(System& surface, const Triangle& corners) {
  Faces& faces = surface.faces;
  if (faces.start.empty()) faces.start.push_back(0);
  faces.nodes.insert(faces.nodes.end(), corners.begin(), corners.end());
  faces.start.push_back(static_cast<int>(faces.nodes.size()));
}

namespace {

double distance(const System& surface, int a, int b) {
  return norm(node_point(surface, a) - node_point(surface, b));
}

void split_face(const System& surface, std::span<const int> corners,
                std::vector<Triangle>& triangles) {
  // A quad is turned so that the fan begins at an end of its shorter diagonal.
  const bool turn = corners.size() == 4 && distance(surface, corners[1], corners[3]) <
                                               distance(surface, corners[0], corners[2]);
  const std::size_t first = turn ? 1 : 0, count = corners.size();
  for (std::size_t i = 1; i + 1 < count; ++i)
    triangles.push_back(
        {corners[first], corners[(first + i) % count], corners[(first + i + 1) % count]});
}

}  // namespace

std::vector<Triangle> triangles_of(const System& surface) {
  if (surface.faces.count() == 0) refuse("mesh", "one without faces", "it must have some");
  if (surface.dimension != 3)
    refuse("mesh", fmt::format("one of dimension {}", surface.dimension),
           "it must be one in space");
  System bare;  // its springs, if it has any, count for nothing
  bare.nodes.position = surface.nodes.position;
  bare.faces = surface.faces;
  require_valid(bare);
  std::vector<Triangle> triangles;
  std::vector<bool> used(usize(surface.node_count()));
  for (int face = 0; face < surface.faces.count(); ++face) {
    const std::size_t first = triangles.size();
    split_face(surface, surface.faces.corners(face), triangles);
    for (std::size_t i = first; i < triangles.size(); ++i) {
      const Triangle& t = triangles[i];
      const double longest = std::max({distance(surface, t[0], t[1]), distance(surface, t[1], t[2]),
                                       distance(surface, t[2], t[0])});
      if (norm(area_vector(surface, t)) <= 1e-12 * longest * longest)
        refuse("mesh", fmt::format("one whose face {} has no area", face), "take such faces out");
      for (int corner : t) used[corner] = true;
    }
  }
  const auto loose = std::find(used.begin(), used.end(), false);
  if (loose != used.end())
    refuse("mesh", fmt::format("one whose node {} is in no face", loose - used.begin()),
           "take such nodes out");
  return triangles;
}

std::vector<SurfaceEdge> edges_of(const System& surface, const std::vector<Triangle>& triangles) {
  struct Entry {
    int a, b;
    std::size_t triangle;
    int opposite;
  };
  std::vector<Entry> entries;
  entries.reserve(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i) {
      const int a = triangles[t][i], b = triangles[t][(i + 1) % 3];
      entries.push_back({std::min(a, b), std::max(a, b), t, triangles[t][(i + 2) % 3]});
    }
  std::sort(entries.begin(), entries.end(), [](const Entry& x, const Entry& y) {
    return std::pair(x.a, x.b) != std::pair(y.a, y.b) ? std::pair(x.a, x.b) < std::pair(y.a, y.b)
                                                      : x.triangle < y.triangle;
  });
  std::vector<SurfaceEdge> edges;
  for (const Entry& entry : entries) {
    if (edges.empty() || edges.back().a != entry.a || edges.back().b != entry.b) {
      edges.emplace_back();
      edges.back().a = entry.a;
      edges.back().b = entry.b;
    }
    edges.back().sides.push_back(
        {norm(area_vector(surface, triangles[entry.triangle])), entry.opposite});
  }
  return edges;
}

std::vector<Point> node_normals(const System& surface, const std::vector<Triangle>& triangles) {
  std::vector<Point> normals(usize(surface.node_count()));
  for (const Triangle& t : triangles) {
    const Point area = area_vector(surface, t);
    for (int corner : t) {
      Point& normal = normals[corner];
      // Which way a face is turned does not matter: both sides get the same ghosts.
      normal = dot(normal, area) < 0 ? normal - area : normal + area;
    }
  }
  for (Point& normal : normals) normal = unit(normal);
  return normals;
}

}  // namespace tensio::scenes
