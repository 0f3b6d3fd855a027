// Regular nets with disorder, and graphs laid out by springs.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tensio/scenes/parts.hpp"

namespace tensio::scenes {

/// A number, or numbers drawn at random.
struct Distribution {
  enum class Shape {
    constant,     ///< a
    uniform,      ///< from a to b
    normal,       ///< mean a, standard deviation b; what falls below 0 is drawn again
    log_normal,   ///< median a, standard deviation b of the logarithm
    exponential,  ///< mean a
  };
  Shape shape = Shape::constant;
  double a = 1;
  double b = 0;
};

/// Nodes at the points of a lattice, springs between neighbours. Its origin is a corner.
/// Groups: edge_x0, edge_x1, edge_y0, edge_y1, edge_z0, edge_z1, corner_000. Springs: near, far.
struct Lattice {
  enum class Shape { square, triangular, honeycomb, cubic, fcc, diamond };
  Shape shape = Shape::triangular;
  std::vector<double> cells = {};  ///< along x, y, z; left out: 10 each, in space 5 each
  double spacing = 1;              ///< between neighbours [m]
  Distribution stiffness = {Distribution::Shape::constant, 100, 0};  ///< [N/m]
  std::optional<Distribution> rest_length = {};  ///< [m]; left out: the drawn distance
  std::optional<double> far_stiffness = {};      ///< of springs to second neighbours [N/m]
  double keep_nodes = 1;                         ///< the part of nodes that stay
  double keep_springs = 1;                       ///< the part of springs that stay
  double jitter = 0;   ///< nodes move by up to this part of the spacing, along each axis
  bool prune = false;  ///< drop loose ends, and all but the largest part
  int seed = 1;        ///< of the random numbers
  double mass = 0.01;  ///< of each node [kg]
  std::optional<double> total_mass = {};
  SpringOptions springs = {};
};
System lattice(const Lattice& options = {});

/// A graph, to be laid out by solving: springs between neighbours, and weak struts that push
/// nodes further apart. Groups: first. Springs: edges, struts.
struct Graph {
  enum class Kind { grid, tree, ring, random, complete, petersen };
  enum class Layout { circle, random };
  Kind graph = Kind::grid;
  std::vector<std::array<int, 2>> edges = {};  ///< given ones, instead of `graph`
  int size = 25;           ///< nodes of the graph; a grid has the next smaller square number
  double degree = 3;       ///< neighbours of a node of the random graph, on average
  int branches = 2;        ///< of a node of the tree
  double length = 1;       ///< of springs between neighbours, at rest [m]
  double stiffness = 10;   ///< of them [N/m]
  double repulsion = 0.1;  ///< stiffness of struts between second neighbours, over that
  int reach = 6;           ///< struts join nodes up to this many springs apart
  Layout layout = Layout::circle;
  int seed = 1;
  double mass = 0.1;  ///< of each node [kg]
  std::optional<double> total_mass = {};
  SpringOptions springs = {};
  int dimension = 2;
};
System graph(const Graph& options = {});

}  // namespace tensio::scenes
