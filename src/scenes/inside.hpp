// What lies inside a closed triangle surface.
#pragma once

#include <vector>

#include "scenes/triangles.hpp"

namespace tensio::scenes {

/// Boxes of one size that fill a larger one, counted along the three axes.
struct Cells {
  Point corner = {};                   ///< the lowest
  Point size = {};                     ///< of one cell
  std::array<int, 3> count = {};       ///< along each axis
  std::vector<unsigned char> on = {};  ///< whether a cell belongs to the body, x fastest

  /// False beyond the ends as well.
  bool is_on(int i, int j, int k) const;
  Point node(int i, int j, int k) const;  ///< the lowest corner of a cell
};

/// Nearly cubic cells over the extent of the surface; those whose middle lies inside are on, by the
/// number of triangles on the line from there along x. Throws Error where the surface is open.
Cells cells_inside(const System& surface, double cell);
/// The volume that the surface encloses, whichever way all its faces are turned.
double enclosed_volume(const System& surface, const std::vector<Triangle>& triangles);
/// Of the smallest box around it.
std::array<Point, 2> corners_of(const System& surface);
/// The cells of about this size that fill a box, which the caller has found to be few enough.
/// Throws Error if the box is flat.
Cells cells_over(const Point& low, const Point& high, double cell);

}  // namespace tensio::scenes
