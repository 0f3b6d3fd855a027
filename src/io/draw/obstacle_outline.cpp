// The outlines of obstacles on the page.
#include "io/draw/obstacle_outline.hpp"

#include <algorithm>
#include <cmath>

#include "core/sine.hpp"

namespace tensio::io {
namespace {

Vector shifted(const std::vector<double>& point, const std::vector<Waveform>& motion, double time) {
  Vector result = {};
  for (std::size_t axis = 0; axis < point.size(); ++axis) {
    result[axis] = point[axis] + (motion.empty() ? 0.0 : value_at(motion[axis], time));
  }
  return result;
}

Vector sum(const Vector& a, const Vector& b, double times) {
  return {a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]};
}

// The axes of a box, each half its size long.
std::array<Vector, 3> half_axes(const Obstacle& box) {
  std::array<Vector, 3> axes = {};
  for (std::size_t i = 0; i < box.size.size(); ++i) axes[i][i] = 0.5 * box.size[i];
  const auto turn = [&](double degrees, std::size_t i, std::size_t j) {
    const double s = sine_of_turns(degrees / 360), c = sine_of_turns(degrees / 360 + 0.25);
    for (Vector& own : axes) {
      const double a = own[i], b = own[j];
      own[i] = c * a - s * b;
      own[j] = s * a + c * b;
    }
  };
  if (box.rotate.size() == 1) turn(box.rotate[0], 0, 1);
  if (box.rotate.size() == 3) {
    turn(box.rotate[0], 1, 2);
    turn(box.rotate[1], 2, 0);
    turn(box.rotate[2], 0, 1);
  }
  return axes;
}

}  // namespace

Outline outline_of(const Obstacle& obstacle, double time, int dimension,
                   const Projection& projection, double scale,
                   const std::function<Point(const Vector&)>& place) {
  Outline outline;
  const Vector point = shifted(obstacle.point, obstacle.motion, time);
  const double radius = obstacle.radius * scale;
  const auto line = [&](const Vector& a, const Vector& b) {
    outline.lines.push_back({place(a), place(b)});
  };
  switch (obstacle.kind) {
    case Obstacle::Kind::sphere: outline.circles.push_back({place(point), radius}); break;
    case Obstacle::Kind::capsule: {
      const Point a = place(point), b = place(shifted(obstacle.point_b, obstacle.motion, time));
      outline.circles = {{a, radius}, {b, radius}};
      const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
      if (!(length > 0)) break;
      const double x = radius * dy / length, y = -radius * dx / length;
      outline.lines.push_back({Point{a.x + x, a.y + y}, Point{b.x + x, b.y + y}});
      outline.lines.push_back({Point{a.x - x, a.y - y}, Point{b.x - x, b.y - y}});
      break;
    }
    case Obstacle::Kind::box: {
      const std::array<Vector, 3> axes = half_axes(obstacle);
      const auto corner = [&](unsigned bits) {
        Vector v = point;
        for (unsigned i = 0; i < 3; ++i) v = sum(v, axes[i], (bits >> i & 1u) != 0 ? 1 : -1);
        return v;
      };
      const auto axes_count = static_cast<unsigned>(dimension);
      for (unsigned bits = 0; bits < (1u << axes_count); ++bits) {
        for (unsigned i = 0; i < axes_count; ++i) {
          if ((bits >> i & 1u) == 0) line(corner(bits), corner(bits | 1u << i));
        }
      }
      break;
    }
    case Obstacle::Kind::plane: {
      // seen as a line where it is seen from its edge
      Vector normal = {};
      std::copy(obstacle.normal.begin(), obstacle.normal.end(), normal.begin());
      const Point seen = projection(normal);
      const double length = std::hypot(seen.x, seen.y);
      if (!(length > 0) || std::abs(seen.depth) > 1e-6 * length) break;
      const Point p = place(point);
      constexpr double kFar = 4000;  // pixels, beyond every page
      const double x = kFar * seen.y / length, y = kFar * seen.x / length;
      outline.lines.push_back({Point{p.x - x, p.y - y}, Point{p.x + x, p.y + y}});
      break;
    }
  }
  return outline;
}

}  // namespace tensio::io
