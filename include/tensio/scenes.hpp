// Ready-made parts: chains, cloth, nets, lattices. Each is a System of nodes, springs, faces and
// groups, without supports and loads; `append` puts it into another. Lengths in metres.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tensio/system.hpp"

namespace tensio::scenes {

/// What springs of a part have besides their stiffness, by the names that spring sets have.
struct Stuff {
  std::optional<Law> law = {};              ///< linear, cable or strut; left out: linear
  std::string material = {};                ///< the name of one in the scene
  std::optional<double> damping = {};       ///< c [N s/m]
  std::optional<double> damping_time = {};  ///< c = stiffness x this [s]
  std::optional<Viscous> viscous = {};
  std::optional<Yield> yield = {};
  std::optional<Break> breaks = {};  ///< "break" in a scene
  std::optional<Active> active = {};
};

/// Mass points joined by links, hung between its ends.
/// Groups: first, last, ends, middle. Springs: links.
struct Chain {
  int links = 20;
  double length = 2;       ///< of all links together, at rest [m]
  double span = 1.6;       ///< between the ends as drawn [m]; less than `length`: it sags
  double stiffness = 1e4;  ///< of a link [N/m]
  double mass = 0.05;      ///< of each node [kg]
  std::optional<double> total_mass = {};  ///< of the part [kg], the same at each node, instead
  Stuff springs = {};
  int dimension = 3;  ///< it hangs down the last axis
};
System chain(const Chain& options = {});

/// A rectangle of woven stuff in the plane z = 0, from the origin along x and y.
/// Groups: corner_00, corner_10, corner_01, corner_11 (x, then y), corners, edge_x0, edge_x1,
/// edge_y0, edge_y1, rim, center. Springs: structural, shear, bend. Faces: the cells.
struct Cloth {
  enum class Diagonals { crossed, alternating };
  double width = 1;              ///< along x [m]
  double height = 1;             ///< along y [m]
  int columns = 20;              ///< cells along x
  std::optional<int> rows = {};  ///< cells along y; left out: as make them square
  double stiffness = 1000;       ///< E t: pull per width of a strip, over its strain [N/m]
  std::optional<double> shear_stiffness = {};  ///< G t [N/m]; left out: 3/8 of it, as isotropic
  double bending_stiffness = 0;                ///< D: moment per width, over curvature [N m]
  Diagonals diagonals = Diagonals::crossed;    ///< two in each cell, or one of them
  double mass_per_area = 0.2;                  ///< [kg/m²]
  std::optional<double> total_mass = {};
  Stuff springs = {};
};
System cloth(const Cloth& options = {});

}  // namespace tensio::scenes
