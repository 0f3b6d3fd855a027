// A line of nodes that resists bending and twist: ghost nodes around it, joined by springs so that
// stretch, bending and twist have the stiffness that is wanted. Derived in docs/theory/bending.md.
#pragma once

#include <span>
#include <vector>

#include "scenes/body.hpp"
#include "scenes/kinds.hpp"

namespace tensio::scenes {

/// What a line is to resist; in 2D the first two alone.
struct LineStiffness {
  double axial = 0;      ///< EA [N]
  double bending = 0;    ///< EI in the plane of the first ghosts [N m²]
  double bending_z = 0;  ///< EI across it
  double twist = 0;      ///< GJ [N m²]
};

/// EA of each family of springs, for sections at distance `pitch` with ghosts at `radius`.
struct Frame {
  double radius = 0;
  double pitch = 0;
  double axis = 0;                      ///< along the line
  double bend = 0, bend_z = 0;          ///< from the line to the next section's ghosts
  double end_bend = 0, end_bend_z = 0;  ///< the same in the first and the last segment
  double twist = 0;                     ///< from ghost to the next section's neighbouring ghost
  double spoke = 0, spoke_z = 0;        ///< from the line to the ghosts of the section
  double rim = 0;                       ///< between neighbouring ghosts of a section
  double shear = 0, shear_z = 0;        ///< GA that results [N]
};

/// How much the spokes give way to the bend springs: sections that are stiff, not rigid.
inline constexpr double kSectionGive = 0.2;

/// The smallest radius that leaves two thirds of EA to the axis, and a third of the smaller EI to
/// the bend springs.
double frame_radius(const LineStiffness& wanted, double pitch, int dimension);
/// Negative entries where the radius is too small.
Frame design_frame(const LineStiffness& wanted, double pitch, double radius, int dimension);

/// Sets of springs that lines are added to.
struct LineSets {
  SpringSet axis, bend, twist, spokes, rim;

  LineSets();
  void add_to(System& system, double damping_time);
};

/// Nodes of a section: the axis node, then its ghosts.
inline int section_nodes(int dimension) { return dimension == 2 ? 3 : 5; }

Size line_size(double segments, int dimension);
/// What the sets are called.
std::vector<GeneratorName> line_springs();

/// Adds nodes and springs of a line through `points`; `normal` is where the first section's first
/// ghost lies, turned along with the line. Each section's nodes share the mass of its length.
/// Returns the id of the first node.
int add_line(System& system, LineSets& sets, std::span<const Point> points, const Point& normal,
             const Frame& frame, double mass_per_length);

/// A polyline divided into `segments` steps of equal length.
std::vector<Point> resampled(std::span<const Point> polyline, int segments);
double length_of(std::span<const Point> polyline);

}  // namespace tensio::scenes
