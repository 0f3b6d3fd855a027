// Triangle surfaces: the faces of a system as triangles, their edges, and shapes made of them.
#pragma once

#include <array>
#include <vector>

#include "scenes/body.hpp"

namespace tensio::scenes {

using Triangle = std::array<int, 3>;

/// An edge and the triangles at it: for each its area and the corner opposite to the edge.
struct SurfaceEdge {
  int a = 0, b = 0;  ///< a < b
  struct Side {
    double area = 0;
    int opposite = 0;
  };
  std::vector<Side> sides = {};

  bool inner() const { return sides.size() > 1; }
  double area() const;  ///< of all its triangles
};

/// The faces of a surface in space as triangles: quads by their shorter diagonal, larger faces as a
/// fan. Throws Error, naming the face, where one has no area, and where a node is in no face.
std::vector<Triangle> triangles_of(const System& surface);
/// Ascending by their ends.
std::vector<SurfaceEdge> edges_of(const System& surface, const std::vector<Triangle>& triangles);
/// Unit normals at the nodes, weighted by area; faces need not be oriented alike.
std::vector<Point> node_normals(const System& surface, const std::vector<Triangle>& triangles);
/// Half the cross product of two edges: along the normal, as long as the area.
Point area_vector(const System& surface, const Triangle& triangle);

void add_triangle(System& surface, const Triangle& corners);

/// A rectangle in the xy plane from the origin, of nearly equilateral triangles.
System plate_surface(double length, double width, int segments);
/// The number of its nodes, to be checked before it is made.
double plate_nodes(double length, double width, int segments);
/// Part of a sphere over a circle in the xy plane about the origin, of rings of triangles.
System cap_surface(double radius, double rise, int rings);
/// Closed, with outward normals: an octahedron divided, on the unit sphere.
System ball_surface(int divisions);
/// About z, of two triangles for each of around x along quads; tube and ring radius.
System torus_surface(double ring, double tube, int around, int along);

}  // namespace tensio::scenes
