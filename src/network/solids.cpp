#include "network/solids.hpp"

#include <algorithm>
#include <cmath>

#include "core/sine.hpp"
#include "model/loads.hpp"

namespace tensio {

namespace {

void put(const std::vector<double>& from, double* to) { std::copy(from.begin(), from.end(), to); }

Solid::Kind kind_of(Obstacle::Kind kind) {
  switch (kind) {
    case Obstacle::Kind::sphere: return Solid::Kind::sphere;
    case Obstacle::Kind::box: return Solid::Kind::box;
    case Obstacle::Kind::capsule: return Solid::Kind::capsule;
    case Obstacle::Kind::plane: break;
  }
  return Solid::Kind::plane;
}

// Turns the box's own axes by an angle [degrees], from axis i towards axis j.
void turn(Solid& solid, double degrees, int i, int j) {
  const double s = sine_of_turns(degrees / 360), c = sine_of_turns(degrees / 360 + 0.25);
  for (auto& own : solid.turn) {
    const double a = own[i], b = own[j];
    own[i] = c * a - s * b;
    own[j] = s * a + c * b;
  }
}

Solid solid_of(const Obstacle& obstacle, double length_scale) {
  Solid solid;
  solid.kind = kind_of(obstacle.kind);
  put(obstacle.point, solid.point);
  solid.radius = obstacle.radius;
  solid.friction = obstacle.friction;
  solid.restitution = obstacle.restitution;
  solid.thickness = obstacle.thickness > 0 ? obstacle.thickness : kDefaultThickness * length_scale;
  if (solid.kind == Solid::Kind::plane) {
    double square = 0;
    for (double component : obstacle.normal) square += component * component;
    put(obstacle.normal, solid.axis);
    for (double& component : solid.axis) component /= std::sqrt(square);
  }
  if (solid.kind == Solid::Kind::capsule)
    for (std::size_t i = 0; i < obstacle.point_b.size(); ++i)
      solid.axis[i] = obstacle.point_b[i] - obstacle.point[i];
  if (solid.kind == Solid::Kind::box) {
    for (std::size_t i = 0; i < obstacle.size.size(); ++i) solid.half[i] = 0.5 * obstacle.size[i];
    if (obstacle.rotate.size() == 1) turn(solid, obstacle.rotate[0], 0, 1);
    if (obstacle.rotate.size() == 3) {
      turn(solid, obstacle.rotate[0], 1, 2);
      turn(solid, obstacle.rotate[1], 2, 0);
      turn(solid, obstacle.rotate[2], 0, 1);
    }
  }
  return solid;
}

}  // namespace

std::vector<Solid> solids_of(const System& system, double length_scale) {
  std::vector<Solid> solids;
  for (const Obstacle& obstacle : system.obstacles)
    solids.push_back(solid_of(obstacle, length_scale));
  move_solids(system.obstacles, start_time(system), solids);
  return solids;
}

void move_solids(const std::vector<Obstacle>& obstacles, double time, std::vector<Solid>& solids) {
  for (std::size_t i = 0; i < obstacles.size(); ++i)
    for (std::size_t axis = 0; axis < obstacles[i].motion.size(); ++axis)
      solids[i].shift[axis] = value_at(obstacles[i].motion[axis], time);
}

}  // namespace tensio
