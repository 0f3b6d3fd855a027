// From where a net is seen, and where its points then lie.
#pragma once

#include <optional>

#include "io/draw/net_values.hpp"
#include "tensio/pictures/draw.hpp"

namespace tensio::io {

/// A place on the page in pixels, y downwards; the larger the depth, the nearer to the eye.
struct Point {
  double x = 0;
  double y = 0;
  double depth = 0;
};

/// Whether y points upwards on the page.
bool y_is_up(const System& system, Up up);

/// Looks at points in space, without perspective; y upwards.
class Projection {
 public:
  Projection(int dimension, View view, const std::optional<Camera>& camera = {}, bool y_up = false);
  Point operator()(const Vector& v) const;
  /// The direction of an axis of space.
  Point axis(std::size_t axis) const;

  std::size_t up_axis() const { return up_axis_; }
  /// Whether the ground under a net is seen, from above and not as a line.
  bool sees_ground() const;

 private:
  Vector right_ = {1, 0, 0};
  Vector up_ = {0, 1, 0};
  Vector near_ = {0, 0, 1};
  std::size_t up_axis_ = 1;
};

}  // namespace tensio::io
