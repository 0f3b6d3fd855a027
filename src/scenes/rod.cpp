// An elastic rod.
#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "scenes/frame.hpp"
#include "scenes/kinds.hpp"
#include "tensio/scenes/rods.hpp"

namespace tensio::scenes {

template <>
void Table<Rod>::fill() {
  add({"segments", "", "along the length"}, &Rod::segments, {2});
  add_length("length", "along x", &Rod::length);
  add({"points", "m", "of a polyline, one after the other, instead of length"}, &Rod::points);
  add({"arc", "degrees", "how far it turns from x towards y"}, &Rod::arc, {-360, 360});
  add_elastic_constants();
  add_length("diameter", "of a round section", &Rod::diameter);
  add_length("width", "of a rectangular section, across the xy plane", &Rod::width);
  add_length("height", "of a rectangular section, in the xy plane", &Rod::height);
  add({"axial_stiffness", "N", "EA; default: of the section"}, &Rod::axial_stiffness, kPositive);
  add({"bending_stiffness", "N m²", "EI in every direction; default: of the section"},
      &Rod::bending_stiffness, kPositive);
  add({"twist_stiffness", "N m²", "GJ; default: of the section"}, &Rod::twist_stiffness, kPositive);
  add_length("frame", "distance of the ghosts from the axis; default: chosen", &Rod::frame);
  add_density();
  add({"mass_per_length", "kg/m", "instead of density"}, &Rod::mass_per_length, kFromZero);
  add_damping_time();
  add_total_mass();
}

namespace {

bool rectangular(const Rod& rod) { return rod.width && rod.height; }

double area(const Rod& rod) {
  return rectangular(rod) ? *rod.width * *rod.height : kPi * rod.diameter * rod.diameter / 4;
}

// Saint-Venant's constant of a rectangle, to 0.5 %.
double torsion_constant(double width, double height) {
  const double b = std::max(width, height), t = std::min(width, height), ratio = t / b;
  const double r2 = ratio * ratio;
  return b * t * t * t * (1.0 / 3 - 0.21 * ratio * (1 - r2 * r2 / 12));
}

Size size(const Rod& rod) { return line_size(rod.segments, rod.dimension); }

void check(const Rod& rod) {
  require_dimension(rod.dimension);
  check_options(rod, &size);
  if (rod.width.has_value() != rod.height.has_value())
    refuse(rod.width ? "height" : "width", "missing", "give both for a rectangular section");
  if (rod.points.empty()) return;
  const auto dimension = usize(rod.dimension);
  if (rod.points.size() % dimension != 0 || rod.points.size() < 2 * dimension)
    refuse("points", fmt::format("a list of {} numbers", rod.points.size()),
           fmt::format("it must hold two points or more, {} numbers each", rod.dimension));
  if (rod.arc != 0)
    refuse("arc", fmt::format("{}", rod.arc), "leave it out where points are given");
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
    const auto dimension = usize(rod.dimension);
    for (std::size_t i = 0; i < rod.points.size(); i += dimension) {
      Point point = {};
      std::copy_n(rod.points.begin() + static_cast<std::ptrdiff_t>(i), dimension, point.begin());
      points.push_back(point);
    }
    if (!(length_of(points) > 0)) refuse("points", "a line of no length", "its points must differ");
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
    refuse("frame", fmt::format("{}", radius),
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
  sets.axis.note = fmt::format("a rod of EA = {:.6g}, EI = {:.6g}", line.axial, line.bending);
  if (options.dimension == 3)
    sets.axis.note += fmt::format(" (across: {:.6g}), GJ = {:.6g}", line.bending_z, line.twist);
  sets.add_to(system, options.damping_time);
  spread_mass(options.total_mass, system);

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

Kind rod_kind() {
  Generator about = {.name = "rod",
                     .summary = "An elastic rod with bending and twist stiffness, fixed at one end",
                     .groups = names_of(R"(
        axis: the line of the rod
        ghosts: beside it
        start: the first section with its ghosts, to be clamped
        end: the last section with its ghosts
        start_pin: the first node of the axis, to be pinned
        end_pin: the last node of the axis)"),
                     .springs = line_springs(),
                     .starters = starters({.fixed = {"start"}, .implicit = true})};
  return kind_of<Rod>(std::move(about), &size, &rod);
}

}  // namespace tensio::scenes
