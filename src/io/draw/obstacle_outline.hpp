// The outlines of obstacles on the page.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "io/draw/projection.hpp"

namespace tensio::io {

/// An obstacle's outline on the page, at one time.
struct Outline {
  std::vector<std::array<Point, 2>> lines = {};
  struct Circle {
    Point centre = {};
    double radius = 0;
  };
  std::vector<Circle> circles = {};
};

/// `place` puts a point of space on the page; `scale` are pixels per unit of length.
Outline outline_of(const Obstacle& obstacle, double time, int dimension,
                   const Projection& projection, double scale,
                   const std::function<Point(const Vector&)>& place);

}  // namespace tensio::io
