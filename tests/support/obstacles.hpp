// Nets and obstacles that the tests of contact share.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/index.hpp"
#include "core/random.hpp"
#include "physics/obstacle.hpp"
#include "support/waveforms.hpp"
#include "tensio/model/system.hpp"

namespace tensio::testing {

inline constexpr double kG = 9.81;
inline constexpr Obstacle::Kind kSolidKinds[] = {Obstacle::Kind::plane, Obstacle::Kind::sphere,
                                                 Obstacle::Kind::box, Obstacle::Kind::capsule};

inline Obstacle floor_of(double friction = 0, double restitution = 0, int dimension = 2) {
  Obstacle floor;
  floor.point.assign(usize(dimension), 0.0);
  floor.normal.assign(usize(dimension), 0.0);
  floor.normal.back() = 1;
  floor.friction = friction;
  floor.restitution = restitution;
  floor.thickness = 0.01;
  return floor;
}

// One free node of 2 kg under gravity.
inline System one_node(std::vector<double> position, std::vector<double> velocity = {}) {
  System net;
  net.dimension = static_cast<int>(position.size());
  net.nodes.position = std::move(position);
  net.nodes.velocity = std::move(velocity);
  net.nodes.mass = {2};
  net.gravity[usize(net.dimension) - 1] = -kG;
  return net;
}

// An incline in 2D that rises to the left: its normal leans to the right.
inline Obstacle incline(double degrees, double friction) {
  const double angle = degrees * M_PI / 180;
  Obstacle plane = floor_of(friction);
  plane.normal = {std::sin(angle), std::cos(angle)};
  return plane;
}

// A square cloth of springs in 3D, level, `side` nodes a side.
inline System cloth(int side, double height) {
  System net;
  const double step = 0.1;
  SpringSet set;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      for (double c : {i * step, j * step, height}) net.nodes.position.push_back(c);
      const int node = i * side + j;
      if (j + 1 < side) set.ends.push_back({node, node + 1});
      if (i + 1 < side) set.ends.push_back({node, node + side});
      if (i + 1 < side && j + 1 < side) set.ends.push_back({node, node + side + 1});
    }
  set.stiffness = {200};
  set.damping = {0.05};
  net.springs = {set};
  net.nodes.mass = {0.01};
  net.gravity = {0, 0, -kG};
  return net;
}

template <int D>
double depth(const std::vector<Solid>& solids, const std::vector<double>& x) {
  double most = -1;
  for (std::size_t node = 0; node < x.size() / D; ++node)
    for (const Solid& solid : solids) {
      const Vec<D> at = load<D>(x.data(), static_cast<int>(node));
      const double d = nearest(solid, difference(at, load<D>(solid.shift, 0))).distance;
      most = std::max(most, (solid.thickness - d) / solid.thickness);
    }
  return most;
}

inline Obstacle random_solid(Obstacle::Kind kind, Random& random, int d) {
  const auto numbers = [&](double low, double high) {
    std::vector<double> r(usize(d));
    for (double& x : r) x = random.uniform(low, high);
    return r;
  };
  Obstacle o;
  o.kind = kind;
  o.point = numbers(-0.3, 0.3);
  o.point_b = numbers(-0.6, 0.6);
  o.normal = numbers(-0.5, 0.5);
  o.normal.back() = 1;
  o.radius = random.uniform(0.05, 0.3);
  o.size = numbers(0.05, 0.5);
  o.rotate = d == 2 ? std::vector<double>{random.uniform(-90, 90)} : numbers(-90, 90);
  o.friction = random.uniform(0, 1);
  o.restitution = random.uniform(0, 1);
  return o;
}

// A chain of nodes above the obstacle, thrown at it.
inline System thrown(Random& random, int d, double speed) {
  System net;
  net.dimension = d;
  SpringSet set;
  for (int i = 0; i < 8; ++i) {
    for (int axis = 0; axis < d; ++axis) {
      const bool up = axis == d - 1;
      net.nodes.position.push_back(up ? 1.2 : random.uniform(-0.5, 0.5));
      net.nodes.velocity.push_back(up ? -speed : random.uniform(-0.2, 0.2) * speed);
    }
    if (i > 0) set.ends.push_back({i - 1, i});
  }
  set.stiffness = {50};
  net.springs = {set};
  net.nodes.mass = {0.1};
  net.gravity[usize(d) - 1] = -kG;
  return net;
}

}  // namespace tensio::testing
