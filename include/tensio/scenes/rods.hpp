// Rods and hair, which resist bending and twist, made of springs alone.
// docs/generators.md describes them, docs/theory/bending.md derives what they stand for.
#pragma once

#include <optional>
#include <vector>

#include "tensio/model/system.hpp"

namespace tensio::scenes {

/// An elastic rod along x, a polyline or an arc: a line of nodes with ghost nodes beside it.
/// Node groups axis, ghosts, start, end (whole sections), start_pin, end_pin (their axis nodes).
struct Rod {
  int dimension = 3;                  ///< 2 or 3
  int segments = 40;                  ///< along the length
  double length = 1;                  ///< [m]
  std::vector<double> points = {};    ///< of a polyline, dimension numbers each, instead of length
  double arc = 0;                     ///< how far the axis turns from x towards y [degrees]
  double youngs_modulus = 1e9;        ///< E [Pa]
  double poisson = 0.3;               ///< for the shear modulus E / (2 (1 + poisson))
  double diameter = 0.02;             ///< of a round section [m]
  std::optional<double> width = {};   ///< of a rectangular section, across the xy plane [m]
  std::optional<double> height = {};  ///< of a rectangular section, in the xy plane [m]
  std::optional<double> axial_stiffness = {};  ///< EA [N]; left out: of the section
  std::optional<double> bending_stiffness =
      {};  ///< EI in every direction [N m²]; left out: of the section
  std::optional<double> twist_stiffness = {};  ///< GJ [N m²]; left out: of the section
  std::optional<double> frame = {};  ///< distance of the ghosts from the axis [m]; left out: chosen
  double density = 1000;             ///< [kg/m³]
  std::optional<double> mass_per_length = {};  ///< [kg/m], instead of density
  std::optional<double> total_mass = {};       ///< [kg], the same at each node, instead
  double damping_time = 0;                     ///< of its springs [s]
};

/// What a rod stands for.
struct RodStiffness {
  double axial = 0;      ///< EA [N]
  double bending = 0;    ///< EI in the xy plane [N m²]
  double bending_z = 0;  ///< EI across it; 0 in 2D
  double twist = 0;      ///< GJ [N m²]; 0 in 2D
  double shear = 0;      ///< of the frame in the xy plane, 4 EI / (segment length)² or more [N]
  double shear_z = 0;
  double frame = 0;  ///< distance of the ghosts from the axis [m]
};

System rod(const Rod& options = {});
RodStiffness rod_stiffness(const Rod& options = {});

/// Strands on a disc or on part of a sphere, each made as a rod. Node groups roots (whole sections,
/// to be clamped), root_pins, tips, axis, strand_0, strand_1, ...
struct Hair {
  int dimension = 3;            ///< 2 or 3
  int strands = 20;             ///< how many
  int segments = 20;            ///< of each strand
  double radius = 0.1;          ///< of the disc, or of the sphere [m]; in 2D of a line or a circle
  double spread = 0;            ///< from the sphere's top to its last strands [degrees]; 0: a disc
  double length = 0.2;          ///< of each strand [m]
  double curl_radius = 0;       ///< of the helix [m], in 2D of a wave; 0: straight
  double curl_pitch = 0.05;     ///< of the helix along the strand [m]
  double youngs_modulus = 4e9;  ///< [Pa]
  double poisson = 0.3;         ///< for the twist
  double diameter = 8e-5;       ///< of a strand [m]
  double density = 1300;        ///< [kg/m³]
  std::optional<double> total_mass = {};  ///< [kg], the same at each node, instead
  double damping_time = 0;                ///< of its springs [s]
};

System hair(const Hair& options = {});

}  // namespace tensio::scenes
