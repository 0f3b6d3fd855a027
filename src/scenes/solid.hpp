// A lattice of springs that stands for an elastic solid. Derived in docs/theory/bending.md.
#pragma once

#include <array>
#include <vector>

#include "scenes/body.hpp"

namespace tensio::scenes {

/// Springs of the lattice: from a node to its neighbour in one of nine directions.
struct Direction {
  std::array<int, 3> step;
  double axial_stiffness;  ///< of a spring with cells all around
};

/// Edges and diagonals of the faces, such that the lattice has Young's modulus E and Poisson's
/// ratio 1/4 in every direction; empty where the cells are too flat for it.
std::vector<Direction> solid_directions(const Point& cell, double youngs_modulus);

}  // namespace tensio::scenes
