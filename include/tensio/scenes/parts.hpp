// Ready-made parts: chains, cloth, nets, lattices. Each is a System of nodes, springs, faces and
// groups, without supports and loads; `append` puts it into another. Lengths in metres.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tensio/model/system.hpp"

namespace tensio::scenes {

/// What springs of a part have besides their stiffness, by the names that spring sets have.
struct SpringOptions {
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
  SpringOptions springs = {};
  int dimension = 3;  ///< it hangs down the last axis
};
System chain(const Chain& options = {});

/// An elastic rope of given section, hung between its ends; its behaviour does not depend on the
/// number of segments. Groups: as of a chain. Springs: rope.
struct Rope {
  int segments = 40;
  double length = 10;                          ///< at rest [m]
  double span = 10;                            ///< between the ends as drawn [m]
  std::optional<double> axial_stiffness = {};  ///< EA [N]; left out: the material's, else 1e5
  std::optional<double> stiffness = {};        ///< of the whole rope, EA / length [N/m], instead
  std::optional<double> mass_per_length = {};  ///< [kg/m]; left out: the material's, else 0.1
  std::optional<double> total_mass = {};
  SpringOptions springs = {};
  int dimension = 3;
};
System rope(const Rope& options = {});

/// A rectangle of woven material in the plane z = 0, from the origin along x and y.
/// Groups: corner_00, corner_10, corner_01, corner_11 (x, then y), corners, edge_x0, edge_x1,
/// edge_y0, edge_y1, rim, center. Springs: structural, shear, bend. Faces: the cells.
struct Cloth {
  enum class Diagonals { crossed, alternating };
  double width = 1;              ///< along x [m]
  double height = 1;             ///< along y [m]
  int columns = 20;              ///< cells along x
  std::optional<int> rows = {};  ///< cells along y; left out: square cells
  double stiffness = 1000;       ///< E t: tension per width of a strip over its strain [N/m]
  std::optional<double> shear_stiffness = {};  ///< G t [N/m]; left out: 3/8 of it, as isotropic
  double bending_stiffness = 0;                ///< D: moment per width, over curvature [N m]
  Diagonals diagonals = Diagonals::crossed;    ///< two in each cell, or one of them
  double mass_per_area = 0.2;                  ///< [kg/m²]
  std::optional<double> total_mass = {};
  SpringOptions springs = {};
};
System cloth(const Cloth& options = {});

/// A net of cables over a rectangle, whose rim is to be fixed.
/// Groups: as of a cloth. Springs: x_cables, y_cables, edge. Faces: the meshes.
struct Net {
  enum class Shape {
    plane,
    hypar,  ///< a saddle: cables along x sag, those along y arch
    dome,   ///< arched both ways, to be carried by pressure
  };
  Shape shape = Shape::hypar;
  double width = 20;                         ///< along x [m]
  double height = 20;                        ///< along y [m]
  int columns = 10;                          ///< meshes along x
  std::optional<int> rows = {};              ///< meshes along y; left out: square cells
  double rise = 4;                           ///< between the lowest and the highest point [m]
  double axial_stiffness = 5e6;              ///< EA of each cable [N]
  double pretension = 2e4;                   ///< horizontal tension of each cable as drawn [N]
  std::optional<double> force_density = {};  ///< [N/m] for finding a form, instead of both
  double mass_per_length = 1;                ///< [kg/m]
  std::optional<double> total_mass = {};
  SpringOptions springs = {};  ///< law left out: cable
};
System net(const Net& options = {});

/// A bridge along x. In space it has two sides, joined by bracing; in the plane one.
/// Groups: deck, deck_ends, middle; of a suspension bridge also anchors, tower_bases, tower_tops.
struct Bridge {
  enum class Design { truss, suspension };
  Design design = Design::truss;
  double span = 60;               ///< [m]
  int panels = 12;                ///< along the span, an even number
  double width = 8;               ///< between the sides [m]
  double height = 7;              ///< of the truss [m]
  double axial_stiffness = 2e9;   ///< EA of its bars [N]
  double deck_mass = 3000;        ///< per length of the bridge [kg/m]
  double tower_height = 14;       ///< of a suspension bridge, above the truss [m]
  double sag = 8;                 ///< of its main cables [m]
  double side_span = 20;          ///< from towers to anchors [m]
  double cable_stiffness = 4e9;   ///< EA of a main cable [N]
  double hanger_stiffness = 4e8;  ///< EA of a hanger [N]
  std::optional<double> total_mass = {};
  int dimension = 3;
};
System bridge(const Bridge& options = {});

}  // namespace tensio::scenes
