// Bodies that resist bending or hold themselves in shape, made of springs alone.
// docs/generators.md describes them, docs/theory/bending.md derives what they stand for.
#pragma once

#include <optional>
#include <vector>

#include "tensio/model/system.hpp"

namespace tensio::scenes {

/// A thin elastic shell on any surface of triangles, such as a mesh; quads are split. Poisson's
/// ratio is 1/3. Node groups surface, ghosts, rim, start, end, of a mesh bottom (with their ghosts,
/// to be clamped) and rim_pin, start_pin, ... (the surface's nodes alone). Space only.
struct Shell {
  enum class Shape { plate, cap };
  enum class Bending {
    layers,  ///< ghosts on both sides: the plate stiffness of the thickness, flat or curved
    hinges,  ///< springs between opposite corners: cheap, resists where the surface is folded
    none,    ///< a membrane
  };
  std::optional<System> mesh = {};  ///< nodes and faces; left out: `shape`
  double mesh_scale = 1;            ///< factor on the mesh's positions, above 0
  Shape shape = Shape::plate;       ///< a rectangle, or part of a sphere
  double length = 1;                ///< of the plate [m]
  double width = 0.5;               ///< of the plate [m]
  double arc = 0;                   ///< how far the plate is rolled up along its length [degrees]
  double radius = 0.5;              ///< of the cap's rim [m]
  double rise = 0.1;                ///< of the cap's top over its rim, 0 to radius [m]
  int segments = 24;                ///< along the length, or from the cap's top to its rim
  double youngs_modulus = 1e10;     ///< E [Pa]
  double thickness = 0.005;         ///< t [m]
  Bending bending = Bending::layers;
  std::optional<double> frame = {};  ///< distance of the ghosts from the surface [m]; left out: t
  double density = 1000;             ///< [kg/m³]
  std::optional<double> mass_per_area = {};  ///< [kg/m²], instead of density
  std::optional<double> total_mass = {};     ///< [kg], the same at each node, instead
  double damping_time = 0;                   ///< of its springs [s]
};

/// What a shell stands for.
struct ShellStiffness {
  double membrane = 0;  ///< E t [N/m]
  double poisson = 0;   ///< 1/3
  double plate = 0;     ///< D = E t³ / (12 (1 - poisson²)) [N m], with layers
};

System shell(const Shell& options = {});
ShellStiffness shell_stiffness(const Shell& options = {});

/// An elastic solid: a lattice of cells about the origin, or inside a closed surface whose nodes
/// are tied to it. Poisson's ratio is 1/4. Node groups surface, and x_min, x_max, y_min, ... of a
/// box, or inside and bottom. Space only.
struct SoftBody {
  enum class Shape { box, ball, ellipsoid, torus };
  std::optional<System> mesh = {};  ///< a closed surface of faces; left out: `shape`
  double mesh_scale = 1;            ///< factor on the mesh's positions, above 0
  Shape shape = Shape::box;
  std::vector<double> size = {1, 0.5, 0.5};  ///< of box and ellipsoid along x, y, z [m]
  double radius = 0.5;                       ///< of the ball, or of the torus's ring [m]
  double tube = 0.2;                         ///< radius of the torus's tube [m]
  double cell = 0.1;                         ///< about the size of a cell [m]
  double youngs_modulus = 1e6;               ///< E [Pa]
  double density = 1000;                     ///< [kg/m³]
  std::optional<double> total_mass = {};     ///< [kg], the same at each node, instead
  double damping_time = 0;                   ///< of its springs [s]
};

System soft_body(const SoftBody& options = {});

/// Struts that do not touch in a net of cables, in balance as drawn. Sets struts and cables; node
/// groups bottom and top. Space only.
struct Tensegrity {
  enum class Shape { prism, octahedron, truncated_tetrahedron };
  Shape shape = Shape::prism;
  int sides = 3;                 ///< of the prism, 3 to 8
  double radius = 0.5;           ///< of the prism's polygons [m]
  double height = 1;             ///< of the prism [m]
  double strut_length = 1;       ///< of the other shapes [m]
  double prestress = 100;        ///< largest tension of a cable [N]
  double cable_stiffness = 1e5;  ///< EA of each cable [N]
  double strut_stiffness = 1e6;  ///< EA of each strut [N]
  double total_mass = 1;         ///< [kg], the same at each node
  double damping_time = 0;       ///< of its springs [s]
};

System tensegrity(const Tensegrity& options = {});

/// Fibres along x that shorten and lengthen in passive tissue. Sets fibres and passive; node groups
/// start and end; in space its surface as faces.
struct Muscle {
  enum class Shape { spindle, bar };
  int dimension = 3;             ///< 2 or 3
  Shape shape = Shape::spindle;  ///< thick in the middle, or the same all along
  double length = 0.2;           ///< [m]
  double radius = 0.02;          ///< in the middle [m]; in 2D half the width and half the depth
  double end_radius = 0.008;     ///< of the spindle's ends [m]
  int segments = 16;             ///< along the length
  int fibres = 6;                ///< around the one in the middle; in 2D side by side
  double youngs_modulus = 2e4;   ///< of the passive tissue [Pa]
  double fibre_stiffness = 200;  ///< EA of all fibres together [N]
  double contraction = 0.3;      ///< part of its rest length that a fibre loses, below 1
  double frequency = 1;          ///< of contracting [Hz]
  double phase = 0;              ///< [rad]; 0: at full length at time 0
  double density = 1060;         ///< [kg/m³]
  std::optional<double> total_mass = {};  ///< [kg], the same at each node, instead
  double damping_time = 0.01;             ///< of its springs [s]
};

System muscle(const Muscle& options = {});

}  // namespace tensio::scenes
