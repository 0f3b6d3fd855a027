// An elastic rod.
#include <fmt/format.h>

#include <algorithm>

#include "scenes/frame.hpp"
#include "tensio/rods.hpp"

namespace tensio::scenes {

namespace {

constexpr const char* kKind = "rod";
constexpr double kPi = kTwoPi / 2;

bool rectangular(const Rod& rod) { return rod.width || rod.height; }

double area(const Rod& rod) {
  return rectangular(rod) ? *rod.width * *rod.height : kPi * rod.diameter * rod.diameter / 4;
}

// Saint-Venant's constant of a rectangle, to 0.5 %.
double torsion_constant(double width, double height) {
  const double b = std::max(width, height), t = std::min(width, height), ratio = t / b;
  const double r2 = ratio * ratio;
  return b * t * t * t * (1.0 / 3 - 0.21 * ratio * (1 - r2 * r2 / 12));
}

void check(const Rod& rod) {
  require_dimension(kKind, rod.dimension);
  require_between(kKind, "segments", rod.segments, 2, 10000000);
  require_positive(kKind, "length", rod.length);
  if (!rod.points.empty()) {
    const auto dimension = static_cast<std::size_t>(rod.dimension);
    if (rod.points.size() % dimension != 0 || rod.points.size() < 2 * dimension)
      refuse(kKind, "points", fmt::format("a list of {} numbers", rod.points.size()),
             fmt::format("it must hold two points or more, {} numbers each", rod.dimension));
    for (double x : rod.points)
      if (!std::isfinite(x)) refuse(kKind, "points", fmt::format("{}", x), "it must be finite");
    if (rod.arc != 0)
      refuse(kKind, "arc", fmt::format("{}", rod.arc), "leave it out where points are given");
  }
  require_between(kKind, "arc", rod.arc, -360, 360);
  require_positive(kKind, "youngs_modulus", rod.youngs_modulus);
  require_between(kKind, "poisson", rod.poisson, -0.99, 0.5);
  if (rectangular(rod)) {
    // One without the other is read as 0.
    require_positive(kKind, "width", rod.width.value_or(0));
    require_positive(kKind, "height", rod.height.value_or(0));
  } else {
    require_positive(kKind, "diameter", rod.diameter);
  }
  require_positive(kKind, "axial_stiffness", rod.axial_stiffness);
  require_positive(kKind, "bending_stiffness", rod.bending_stiffness);
  require_positive(kKind, "twist_stiffness", rod.twist_stiffness);
  require_positive(kKind, "frame", rod.frame);
  require_from_zero(kKind, "density", rod.density);
  require_from_zero(kKind, "mass_per_length", rod.mass_per_length);
  require_from_zero(kKind, "total_mass", rod.total_mass);
  require_from_zero(kKind, "damping_time", rod.damping_time);
  require_size(kKind, (rod.segments + 1.0) * section_nodes(rod.dimension));
}

LineStiffness wanted(const Rod& rod) {
  const double e = rod.youngs_modulus, d2 = rod.diameter * rod.diameter;
  const double w = rod.width.value_or(0), h = rod.height.value_or(0);
  const double shear_modulus = e / (2 * (1 + rod.poisson));
  const bool flat = rectangular(rod);
  LineStiffness result;
  result.axial = rod.axial_stiffness.value_or(e * area(rod));
  result.bending = flat ? e * w * h * h * h / 12 : e * kPi * d2 * d2 / 64;
  result.bending_z = flat ? e * h * w * w * w / 12 : result.bending;
  result.twist = shear_modulus * (flat ? torsion_constant(w, h) : kPi * d2 * d2 / 32);
  if (rod.bending_stiffness) result.bending = result.bending_z = *rod.bending_stiffness;
  if (rod.twist_stiffness) result.twist = *rod.twist_stiffness;
  if (rod.dimension == 2) result.bending_z = result.twist = 0;
  return result;
}

std::vector<Point> axis_points(const Rod& rod) {
  std::vector<Point> points;
  if (!rod.points.empty()) {
    const auto dimension = static_cast<std::size_t>(rod.dimension);
    for (std::size_t i = 0; i < rod.points.size(); i += dimension) {
      Point point = {};
      std::copy_n(rod.points.begin() + static_cast<std::ptrdiff_t>(i), dimension, point.begin());
      points.push_back(point);
    }
    if (!(length_of(points) > 0))
      refuse(kKind, "points", "a line of no length", "its points must differ");
    return resampled(points, rod.segments);
  }
  for (int i = 0; i <= rod.segments; ++i) {
    const double part = static_cast<double>(i) / rod.segments;
    if (rod.arc == 0) {
      points.push_back({rod.length * part, 0, 0});
      continue;
    }
    const double turns = rod.arc / 360, radius = rod.length / (kTwoPi * turns);
    points.push_back(
        {radius * sine_of_turns(turns * part), radius * (1 - cosine_of_turns(turns * part)), 0});
  }
  return points;
}

// In the xy plane where the rod begins in it, else anywhere across.
Point first_normal(const std::vector<Point>& axis) {
  const Point along = unit(axis[1] - axis[0]);
  const Point in_plane = cross({0, 0, 1}, along);
  return norm(in_plane) > 1e-6 ? in_plane : Point{1, 0, 0};
}

Frame frame_of(const Rod& rod, const LineStiffness& line, double pitch) {
  const double radius = rod.frame.value_or(frame_radius(line, pitch, rod.dimension));
  const Frame frame = design_frame(line, pitch, radius, rod.dimension);
  const double least = std::min({frame.axis, frame.end_bend, frame.end_bend_z});
  if (least < 0) {
    const double enough = frame_radius(line, pitch, rod.dimension);
    refuse(kKind, "frame", fmt::format("{}", radius),
           fmt::format("so narrow a frame cannot have these stiffnesses: {:.3g} can, or leave it "
                       "out",
                       enough));
  }
  return frame;
}

double line_mass(const Rod& rod) { return rod.mass_per_length.value_or(rod.density * area(rod)); }

}  // namespace

RodStiffness rod_stiffness(const Rod& options) {
  check(options);
  const LineStiffness line = wanted(options);
  const double pitch = length_of(axis_points(options)) / options.segments;
  const Frame frame = frame_of(options, line, pitch);
  return {line.axial,  line.bending,  line.bending_z, line.twist,
          frame.shear, frame.shear_z, frame.radius};
}

System rod(const Rod& options) {
  check(options);
  const LineStiffness line = wanted(options);
  const std::vector<Point> axis = axis_points(options);
  const double length = length_of(axis);
  const Frame frame = frame_of(options, line, length / options.segments);

  System system;
  system.dimension = options.dimension;
  LineSets sets;
  add_line(system, sets, axis, first_normal(axis), frame, line_mass(options));
  sets.axis.note =
      fmt::format("a rod of EA = {:.6g} N, EI = {:.6g} N m²", line.axial, line.bending);
  if (options.dimension == 3)
    sets.axis.note +=
        fmt::format(" (across: {:.6g}), GJ = {:.6g} N m²", line.bending_z, line.twist);
  sets.add_to(system, options.damping_time);
  spread_mass(system, options.total_mass);

  const int nodes = section_nodes(options.dimension), end = nodes * options.segments;
  Group on_axis = {"axis"}, ghosts = {"ghosts"};
  for (int i = 0; i < end + nodes; ++i) (i % nodes == 0 ? on_axis : ghosts).members.push_back(i);
  system.groups = {on_axis,
                   ghosts,
                   {"start", id_range(0, nodes)},
                   {"end", id_range(end, end + nodes)},
                   {"start_pin", {0}},
                   {"end_pin", {end}}};
  return system;
}

}  // namespace tensio::scenes
