// Strands of hair, straight or curled.
#include <fmt/format.h>

#include <algorithm>

#include "scenes/frame.hpp"
#include "tensio/scenes/rods.hpp"

namespace tensio::scenes {

template <>
void Table<Hair>::fill() {
  add({"strands", "", "how many"}, &Hair::strands, kFromOne);
  add({"segments", "", "of each strand"}, &Hair::segments, {2});
  add_length("radius", "of the disc or sphere, in 2D line or circle", &Hair::radius);
  add({"spread", "degrees", "from top to last strands; 0: a disc"}, &Hair::spread, {0, 180});
  add_length("length", "of each strand", &Hair::length);
  add({"curl_radius", "m", "of a helix, in 2D of a wave; 0: straight"}, &Hair::curl_radius,
      kFromZero);
  add_length("curl_pitch", "of the helix along the strand", &Hair::curl_pitch);
  add_elastic_constants();
  add_length("diameter", "of a strand", &Hair::diameter);
  add_density();
  add_damping_time();
  add_total_mass();
}

namespace {

// Turning by this part of a turn from one to the next spreads points evenly.
const double kGolden = (3 - std::sqrt(5.0)) / 2;
constexpr int kLeastPerTurn = 6;

bool curled(const Hair& hair) { return hair.curl_radius > 0; }

// Length of a strand in one turn of its curl.
double turn_length(const Hair& hair) {
  const double around = kTwoPi * hair.curl_radius;
  return std::sqrt(hair.curl_pitch * hair.curl_pitch + around * around);
}

Size size(const Hair& hair) {
  const Size strand = line_size(hair.segments, hair.dimension);
  return {hair.strands * strand.nodes, hair.strands * strand.springs};
}

void check(const Hair& hair) {
  require_dimension(hair.dimension);
  check_options(hair, &size);
  if (!curled(hair)) return;
  const double least = std::ceil(kLeastPerTurn * hair.length / turn_length(hair));
  if (hair.segments < least)
    refuse("segments", fmt::format("{}", hair.segments),
           fmt::format("this number of curls needs {:.0f} or more", least));
}

// Where a strand begins, where it points, and two directions across.
struct Root {
  Point at, along, across, other;
};

Root root_of(const Hair& hair, int strand) {
  const double part = (strand + 0.5) / hair.strands;
  const double spread = hair.spread / 360;  // in turns
  if (hair.dimension == 2) {
    const double side = 2 * part - 1, turns = spread * side;
    if (spread == 0) return {{hair.radius * side, 0, 0}, {0, 1, 0}, {1, 0, 0}, {}};
    const Point out = {sine_of_turns(turns), cosine_of_turns(turns), 0};
    return {hair.radius * out, out, {out[1], -out[0], 0}, {}};
  }
  // Equal areas of the disc, or of the sphere's cap, one after the other outwards.
  const double turns = kGolden * strand;
  const Point outwards = {cosine_of_turns(turns), sine_of_turns(turns), 0};
  const Point sideways = {-outwards[1], outwards[0], 0};
  if (spread == 0) return {hair.radius * std::sqrt(part) * outwards, {0, 0, 1}, outwards, sideways};
  const double up = 1 - part * (1 - cosine_of_turns(spread));
  const double out = std::sqrt(std::max(0.0, 1 - up * up));
  const Point along = out * outwards + Point{0, 0, up};
  return {hair.radius * along, along, cross(sideways, along), sideways};
}

// A helix that begins at the root; in the plane a wave.
std::vector<Point> strand_points(const Hair& hair, const Root& root) {
  std::vector<Point> points;
  for (int i = 0; i <= hair.segments; ++i) {
    const double s = hair.length * i / hair.segments;
    if (!curled(hair)) {
      points.push_back(root.at + s * root.along);
      continue;
    }
    const double turns = s / turn_length(hair);
    const Point along = turns * hair.curl_pitch * root.along;
    const double out = hair.dimension == 3 ? cosine_of_turns(turns) - 1 : 0;
    const double side = sine_of_turns(turns);
    const Point& swing = hair.dimension == 3 ? root.other : root.across;
    points.push_back(root.at + along + hair.curl_radius * (out * root.across + side * swing));
  }
  return points;
}

LineStiffness stiffness_of(const Hair& hair) {
  const double d2 = hair.diameter * hair.diameter, e = hair.youngs_modulus;
  const double bending = e * kPi * d2 * d2 / 64;
  if (hair.dimension == 2) return {e * kPi * d2 / 4, bending, 0, 0};
  return {e * kPi * d2 / 4, bending, bending, bending / (1 + hair.poisson)};
}

}  // namespace

System hair(const Hair& options) {
  check(options);
  const LineStiffness stiffness = stiffness_of(options);
  const int nodes = section_nodes(options.dimension), per_strand = nodes * (options.segments + 1);
  const double line_mass = options.density * kPi * options.diameter * options.diameter / 4;

  System system;
  system.dimension = options.dimension;
  LineSets sets;
  Group roots = {"roots"}, root_pins = {"root_pins"}, tips = {"tips"}, axis = {"axis"};
  std::vector<Group> strands;
  for (int strand = 0; strand < options.strands; ++strand) {
    const Root root = root_of(options, strand);
    const std::vector<Point> points = strand_points(options, root);
    const double pitch = length_of(points) / options.segments;
    const double radius = frame_radius(stiffness, pitch, options.dimension);
    const Frame frame = design_frame(stiffness, pitch, radius, options.dimension);
    const int first = add_line(system, sets, points, root.across, frame, line_mass);
    const int end = first + per_strand;
    for (int i = 0; i < nodes; ++i) roots.members.push_back(first + i);
    root_pins.members.push_back(first);
    tips.members.push_back(end - nodes);
    for (int i = first; i < end; i += nodes) axis.members.push_back(i);
    strands.push_back({fmt::format("strand_{}", strand), id_range(first, end)});
  }
  sets.axis.note = fmt::format("{} strands of EA = {:.6g}, EI = {:.6g}", options.strands,
                               stiffness.axial, stiffness.bending);
  if (options.dimension == 3) sets.axis.note += fmt::format(", GJ = {:.6g}", stiffness.twist);
  sets.add_to(system, options.damping_time);
  spread_mass(options.total_mass, system);
  system.groups = {roots, root_pins, tips, axis};
  system.groups.insert(system.groups.end(), strands.begin(), strands.end());
  return system;
}

Kind hair_kind() {
  Generator about = {.name = "hair",
                     .summary = "Strands of hair, straight or curled, that bend and twist",
                     .groups = names_of(R"(
        roots: the first section of each strand with its ghosts, to be clamped
        root_pins: the first node of each strand
        tips: the last node of each strand
        axis: the lines of all strands
        strand_0: all nodes of the first strand; strand_1 and so on)"),
                     .springs = line_springs(),
                     .starters = starters({.fixed = {"roots"},
                                           .gravity = Gravity::along_x,
                                           .drag = 2,
                                           .duration = 1,
                                           .implicit = true})};
  return kind_of<Hair>(std::move(about), &size, &hair);
}

}  // namespace tensio::scenes
