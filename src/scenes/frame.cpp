// Lines that resist bending and twist.
#include "scenes/frame.hpp"
#include "core/index.hpp"

#include <algorithm>

namespace tensio::scenes {

namespace {

// The share of the rim's give that keeps round sections round: both give the same strain.
constexpr double kRimGive = 2 * kSectionGive / (1 - kSectionGive);

// The direction of the line at each of its points.
std::vector<Point> tangents(std::span<const Point> points) {
  std::vector<Point> result(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    Point sum = {};
    if (i > 0) sum = sum + unit(points[i] - points[i - 1]);
    if (i + 1 < points.size()) sum = sum + unit(points[i + 1] - points[i]);
    result[i] = unit(sum);
  }
  return result;
}

// The normal moved to another tangent, turning no more than the tangent does.
Point carried(const Point& normal, const Point& from, const Point& to) {
  const Point axis = cross(from, to);
  const double c = dot(from, to);
  // Rotation by the angle between both; opposite directions have no unique one.
  const Point turned = c > -0.999999
                           ? c * normal + cross(axis, normal) + (dot(axis, normal) / (1 + c)) * axis
                           : normal;
  return unit(turned - dot(turned, to) * to);
}

}  // namespace

double frame_radius(const LineStiffness& wanted, double pitch, int dimension) {
  const double least = 4 * (wanted.bending + wanted.bending_z) / wanted.axial;
  if (dimension == 2) return std::sqrt(3 * least);
  const double softer = std::min(wanted.bending, wanted.bending_z);
  const double by_twist = wanted.twist * pitch * pitch / (4 * softer);
  return std::sqrt(std::max(3 * least, 1.5 * by_twist));
}

Frame design_frame(const LineStiffness& wanted, double pitch, double radius, int dimension) {
  const double r2 = radius * radius, slope = radius / pitch;
  // What diagonals add to EA along the line, with sections that do not give way; eased: that do.
  const double twist = dimension == 3 ? wanted.twist * pitch * pitch / (8 * r2 * r2) : 0;
  const double twist_eased = twist / (1 + kRimGive);
  const auto bend_eased = [&](double bending) { return bending / r2 - 2 * twist_eased; };
  const auto bend = [&](double bending) { return (1 + kSectionGive) * bend_eased(bending); };
  // A section that is fixed does not give way: the segment beside it has half of the others' give.
  const auto end_bend = [&](double bending) {
    return (bending / r2 - 2 * twist_eased * (1 + kRimGive / 2)) * (1 + kSectionGive) /
           (1 + kSectionGive / 2);
  };
  const double to_ghost = cube(std::sqrt(1 + slope * slope));          // (length / pitch)³
  const double to_neighbour = cube(std::sqrt(1 + 2 * slope * slope));  // the same
  const double shear_per_bend = 4 * slope * slope;

  Frame frame;
  frame.radius = radius;
  frame.pitch = pitch;
  frame.axis = wanted.axial - 4 * bend_eased(wanted.bending) - 8 * twist_eased;
  frame.bend = bend(wanted.bending) * to_ghost;
  frame.end_bend = end_bend(wanted.bending) * to_ghost;
  frame.twist = twist * to_neighbour;
  frame.spoke = 2 * bend(wanted.bending) * cube(slope) / kSectionGive;
  frame.rim = 2 * twist * cube(std::sqrt(2.0) * slope) / kRimGive;
  frame.shear = shear_per_bend * (bend(wanted.bending) + 2 * twist);
  if (dimension == 2) return frame;
  frame.axis -= 4 * bend_eased(wanted.bending_z);
  frame.bend_z = bend(wanted.bending_z) * to_ghost;
  frame.end_bend_z = end_bend(wanted.bending_z) * to_ghost;
  frame.spoke_z = 2 * bend(wanted.bending_z) * cube(slope) / kSectionGive;
  frame.shear_z = shear_per_bend * (bend(wanted.bending_z) + 2 * twist);
  return frame;
}

LineSets::LineSets() {
  axis.name = "axis";
  bend.name = "bend";
  twist.name = "twist";
  spokes.name = "spokes";
  rim.name = "rim";
}

void LineSets::add_to(System& system, double damping_time) {
  for (SpringSet* set : {&axis, &bend, &twist, &spokes, &rim})
    add_set(system, std::move(*set), damping_time);
}

Size line_size(double segments, int dimension) {
  const double nodes = section_nodes(dimension);
  const double between = dimension == 2 ? 5 : 17, within = dimension == 2 ? 2 : 8;
  return {(segments + 1) * nodes, segments * between + (segments + 1) * within};
}

std::vector<GeneratorName> line_springs() {
  return {{"axis", "along the line"},
          {"bend", "from the line to the next section's ghosts"},
          {"twist", "from ghost to the next section's neighbouring ghosts, in 3D"},
          {"spokes", "from the line to its ghosts"},
          {"rim", "between neighbouring ghosts, in 3D"}};
}

namespace {

// Springs within the section that begins at node `c`; at the ends diagonals pull from one side
// only, and half the stiffness gives way as much.
void join_section(LineSets& sets, int c, const Frame& frame, int dimension, double share) {
  const int ghosts = section_nodes(dimension) - 1;
  for (int k = 1; k <= ghosts; ++k)
    add_spring(sets.spokes, c, c + k, share * (k <= 2 ? frame.spoke : frame.spoke_z));
  if (dimension == 2) return;
  for (int y = 1; y <= 2; ++y)
    for (int z = 3; z <= 4; ++z) add_spring(sets.rim, c + y, c + z, share * frame.rim);
}

// Springs between two sections that begin at nodes `a` and `b`.
void join_sections(LineSets& sets, int a, int b, const Frame& frame, int dimension, bool at_end) {
  const int ghosts = section_nodes(dimension) - 1;
  const double bend = at_end ? frame.end_bend : frame.bend;
  const double bend_z = at_end ? frame.end_bend_z : frame.bend_z;
  add_spring(sets.axis, a, b, frame.axis);
  for (int k = 1; k <= ghosts; ++k) {
    const double stiffness = k <= 2 ? bend : bend_z;
    add_spring(sets.bend, a, b + k, stiffness);
    add_spring(sets.bend, a + k, b, stiffness);
  }
  if (dimension == 2) return;
  for (int y = 1; y <= 2; ++y)
    for (int z = 3; z <= 4; ++z) {
      add_spring(sets.twist, a + y, b + z, frame.twist);
      add_spring(sets.twist, a + z, b + y, frame.twist);
    }
}

}  // namespace

int add_line(System& system, LineSets& sets, std::span<const Point> points, const Point& normal,
             const Frame& frame, double mass_per_length) {
  const int nodes = section_nodes(system.dimension);
  const std::vector<Point> along = tangents(points);
  const int first = system.node_count();
  Point y = unit(normal - dot(normal, along[0]) * along[0]);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0) y = carried(y, along[i - 1], along[i]);
    const Point z = cross(along[i], y);
    const int c = add_node(system, points[i]);
    for (const double side : {1.0, -1.0}) add_node(system, points[i] + side * frame.radius * y);
    if (system.dimension == 3)
      for (const double side : {1.0, -1.0}) add_node(system, points[i] + side * frame.radius * z);

    const bool inner = i > 0 && i + 1 < points.size();
    join_section(sets, c, frame, system.dimension, inner ? 1 : 0.5);
    if (i > 0) join_sections(sets, c - nodes, c, frame, system.dimension, i == 1 || !inner);

    double length = 0;
    if (i > 0) length += norm(points[i] - points[i - 1]) / 2;
    if (i + 1 < points.size()) length += norm(points[i + 1] - points[i]) / 2;
    system.nodes.mass.insert(system.nodes.mass.end(), usize(nodes),
                             mass_per_length * length / nodes);
  }
  return first;
}

double length_of(std::span<const Point> polyline) {
  double length = 0;
  for (std::size_t i = 1; i < polyline.size(); ++i) length += norm(polyline[i] - polyline[i - 1]);
  return length;
}

std::vector<Point> resampled(std::span<const Point> polyline, int segments) {
  const double length = length_of(polyline);
  std::vector<Point> points = {polyline.front()};
  std::size_t piece = 1;
  double before = 0;  // length of the pieces before this one
  for (int i = 1; i < segments; ++i) {
    const double target = length * i / segments;
    double own = norm(polyline[piece] - polyline[piece - 1]);
    while (before + own < target && piece + 1 < polyline.size()) {
      before += own;
      ++piece;
      own = norm(polyline[piece] - polyline[piece - 1]);
    }
    const double t = own > 0 ? std::min((target - before) / own, 1.0) : 0;
    points.push_back(polyline[piece - 1] + t * (polyline[piece] - polyline[piece - 1]));
  }
  points.push_back(polyline.back());
  return points;
}

}  // namespace tensio::scenes
