// A thin elastic shell on any triangle surface.
#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "scenes/frame.hpp"
#include "scenes/kinds.hpp"
#include "scenes/triangles.hpp"
#include "tensio/scenes/bodies.hpp"

namespace tensio::scenes {

template <>
void Table<Shell>::fill() {
  add_mesh("a file of faces, beside the scene, instead of a shape");
  add({"shape", "", "a rectangle, or part of a sphere"}, &Shell::shape, kAny, {"plate", "cap"});
  add_length("length", "of the plate", &Shell::length);
  add_length("width", "of the plate", &Shell::width);
  add({"arc", "degrees", "how far the plate is rolled up"}, &Shell::arc, {-360, 360});
  add_length("radius", "of the cap's rim", &Shell::radius);
  add({"rise", "m", "of the cap's top over its rim, at most the radius"}, &Shell::rise, kFromZero);
  add({"segments", "", "along the length, or from the cap's top to its rim"}, &Shell::segments,
      kFromOne);
  add({"youngs_modulus", "Pa", "E"}, &Shell::youngs_modulus, kPositive);
  add_length("thickness", "t", &Shell::thickness);
  add({"bending", "", "what resists it"}, &Shell::bending, kAny, {"layers", "hinges", "none"});
  add_length("frame", "distance of the ghosts; default: the thickness", &Shell::frame);
  add_density();
  add({"mass_per_area", "kg/m²", "instead of density"}, &Shell::mass_per_area, kFromZero);
  add_damping_time();
  add_total_mass();
}

namespace {

// How much the spokes give way to the bend springs; see docs/theory/bending.md.
constexpr double kGive = 0.01;
constexpr double kPoisson = 1.0 / 3;

bool layers(const Shell& shell) { return shell.bending == Shell::Bending::layers; }
int nodes_per_point(const Shell& shell) { return layers(shell) ? 3 : 1; }
bool given(const Shell& shell) { return shell.mesh.has_value(); }

double surface_nodes(const Shell& shell) {
  const double n = shell.segments;
  if (given(shell)) return shell.mesh->node_count();
  return shell.shape == Shell::Shape::cap ? 1 + 3 * n * (n + 1)
                                          : plate_nodes(shell.length, shell.width, shell.segments);
}

// A triangle mesh has three edges for each node.
Size size(const Shell& shell) {
  const double nodes = surface_nodes(shell);
  return {nodes * nodes_per_point(shell), nodes * (layers(shell) ? 17 : 6)};
}

void check(const Shell& shell) {
  check_options(shell, &size);
  if (shell.rise > shell.radius)
    refuse("rise", fmt::format("{}", shell.rise),
           fmt::format("it must be at most the radius, {}", shell.radius));
  const double least = 2 * shell.thickness / std::sqrt(12.0);
  if (shell.frame && *shell.frame < least)
    refuse("frame", fmt::format("{}", *shell.frame),
           fmt::format("so near to the surface the ghosts cannot give it this bending stiffness: "
                       "it must be {:.3g} or more, or left out",
                       least));
}

// The plate rolled up about the y direction; its length is kept.
void roll(System& surface, double length, double turns) {
  const double radius = length / (kTwoPi * turns);
  for (std::size_t i = 0; i < surface.nodes.position.size(); i += 3) {
    double* p = &surface.nodes.position[i];
    const double u = turns * p[0] / length;
    p[0] = radius * sine_of_turns(u);
    p[2] = radius * (1 - cosine_of_turns(u));
  }
}

System surface_of(const Shell& shell) {
  if (given(shell)) return scaled(*shell.mesh, shell.mesh_scale);
  return shell.shape == Shell::Shape::cap
             ? cap_surface(shell.radius, shell.rise, shell.segments)
             : plate_surface(shell.length, shell.width, shell.segments);
}

// Nodes of a system in space: those of the surface come first, then two ghosts for each.
class ShellBuilder {
 public:
  explicit ShellBuilder(const Shell& options)
      : options_(options),
        system_(surface_of(options)),
        flat_(system_),
        triangles_(triangles_of(system_)) {
    if (!given(options) && options.shape == Shell::Shape::plate && options.arc != 0)
      roll(system_, options.length, options.arc / 360);
    edges_ = edges_of(system_, triangles_);
    count_ = system_.node_count();
  }

  System build() {
    System source;
    std::swap(source, system_);  // of a surface, only what a shell takes over
    system_.nodes.position = source.nodes.position;
    system_.faces = source.faces;
    system_.groups = source.groups;
    system_.face_groups = source.face_groups;
    system_.faces.mass_per_area.clear();
    add_membrane();
    if (layers(options_)) add_layers();
    if (options_.bending == Shell::Bending::hinges) add_hinges();
    add_masses();
    add_groups();
    return std::move(system_);
  }

 private:
  int ghost(int node, int side) const { return count_ + 2 * node + side; }

  double length(const SurfaceEdge& edge) const {
    return norm(node_point(system_, edge.a) - node_point(system_, edge.b));
  }
  // The width of the strip that an edge stands for.
  double width(const SurfaceEdge& edge) const { return edge.area() / length(edge); }

  double frame() const { return options_.frame.value_or(options_.thickness); }
  // What a bend spring adds to EA along the edge, for a strip of width 1.
  double bend_per_width() const {
    const double t = options_.thickness;
    return options_.youngs_modulus * cube(t) / 12 / (frame() * frame());
  }

  void add_membrane() {
    SpringSet set;
    set.name = "membrane";
    const double per_width = options_.youngs_modulus * options_.thickness -
                             (layers(options_) ? 4 * bend_per_width() : 0);
    for (const SurfaceEdge& edge : edges_) add_spring(set, edge.a, edge.b, per_width * width(edge));
    const ShellStiffness is = shell_stiffness(options_);
    set.note = fmt::format("a shell of E t = {:.6g}, Poisson's ratio 1/3", is.membrane);
    if (layers(options_)) set.note += fmt::format(", D = {:.6g}", is.plate);
    add_set(system_, set, options_.damping_time);
  }

  // The rod's construction on every edge: from each end to the ghosts of the other.
  void add_layers() {
    const std::vector<Point> normals = node_normals(system_, triangles_);
    for (int i = 0; i < count_; ++i)
      for (const double side : {1.0, -1.0})
        add_node(system_, node_point(system_, i) + side * frame() * normals[i]);
    SpringSet bend, spokes;
    bend.name = "bend";
    spokes.name = "spokes";
    std::vector<double> spoke(usize(count_));
    for (const SurfaceEdge& edge : edges_) {
      const double slope = frame() / length(edge);
      const double along = (1 + kGive / 2) * bend_per_width() * width(edge);
      const double stiffness = along * cube(std::sqrt(1 + slope * slope));
      for (int side = 0; side < 2; ++side) {
        add_spring(bend, edge.a, ghost(edge.b, side), stiffness);
        add_spring(bend, edge.b, ghost(edge.a, side), stiffness);
      }
      for (int end : {edge.a, edge.b}) spoke[end] += along * cube(slope) / kGive;
    }
    for (int i = 0; i < count_; ++i)
      for (int side = 0; side < 2; ++side) add_spring(spokes, i, ghost(i, side), spoke[i]);
    add_set(system_, bend, options_.damping_time);
    add_set(system_, spokes, options_.damping_time);
  }

  // A spring between the two corners opposite to an inner edge. It resists a fold by
  // k (h1 h2 sin(angle) / length)²: what is wanted where the surface is folded, never more than the
  // membrane's own stiffness where it is nearly flat.
  void add_hinges() {
    SpringSet set;
    set.name = "hinges";
    const double plate = shell_stiffness(options_).plate;
    const double most = options_.youngs_modulus * options_.thickness * std::sqrt(0.75);
    for (const SurfaceEdge& edge : edges_) {
      if (edge.sides.size() != 2) continue;
      const auto& [first, second] = std::pair(edge.sides[0], edge.sides[1]);
      const Point a = node_point(system_, edge.a), b = node_point(system_, edge.b);
      const Point p = node_point(system_, first.opposite), q = node_point(system_, second.opposite);
      const double l = length(edge), h1 = 2 * first.area / l, h2 = 2 * second.area / l;
      const double folded = norm(cross(unit(cross(b - a, p - a)), unit(cross(b - a, q - a))));
      const double span = norm(q - p), lever = h1 * h2 * folded / span;
      const double wanted = 2 * plate * l / (h1 + h2);
      const double stiffness = wanted < most * lever * lever ? wanted / (lever * lever) : most;
      if (span > 0) add_spring(set, first.opposite, second.opposite, stiffness * span);
    }
    add_set(system_, set, options_.damping_time);
  }

  void add_masses() {
    const double per_area = options_.mass_per_area.value_or(options_.density * options_.thickness);
    Column& mass = system_.nodes.mass;
    mass.assign(usize(system_.node_count()), 0.0);
    for (const Triangle& t : triangles_) {
      const double share = norm(area_vector(system_, t)) * per_area / 3 / nodes_per_point(options_);
      for (int corner : t) {
        mass[corner] += share;
        for (int side = 0; layers(options_) && side < 2; ++side) mass[ghost(corner, side)] += share;
      }
    }
    spread_mass(options_.total_mass, system_);
  }

  // NAME_pin: nodes of the surface alone; NAME: their ghosts as well, to be clamped.
  void add_group(const std::string& name, std::vector<int> nodes) {
    if (nodes.empty()) return;
    add_node_group(system_, name + "_pin", nodes);
    if (layers(options_))
      for (std::size_t i = 0, n = nodes.size(); i < n; ++i)
        for (int side = 0; side < 2; ++side) nodes.push_back(ghost(nodes[i], side));
    std::sort(nodes.begin(), nodes.end());
    add_node_group(system_, name, std::move(nodes));
  }

  void add_groups() {
    add_node_group(system_, "surface", id_range(0, count_));
    if (layers(options_)) add_node_group(system_, "ghosts", id_range(count_, 3 * count_));
    std::vector<bool> at_rim(usize(count_));
    for (const SurfaceEdge& edge : edges_)
      if (!edge.inner()) at_rim[edge.a] = at_rim[edge.b] = true;
    std::vector<int> rim, start, end;
    const bool plate = !given(options_) && options_.shape == Shell::Shape::plate;
    for (int i = 0; i < count_; ++i) {
      const double x = flat_.nodes.position[usize(3 * i)];
      if (at_rim[i]) rim.push_back(i);
      if (plate && x == 0) start.push_back(i);
      if (plate && x == options_.length) end.push_back(i);
    }
    add_group("rim", rim);
    add_group("start", start);
    add_group("end", end);
    if (given(options_)) add_group("bottom", lowest_nodes(flat_));
  }

  const Shell& options_;
  System system_;
  System flat_;  // before it was rolled
  std::vector<Triangle> triangles_;
  std::vector<SurfaceEdge> edges_ = {};
  int count_ = 0;  // nodes of the surface
};

}  // namespace

ShellStiffness shell_stiffness(const Shell& options) {
  check(options);
  const double e = options.youngs_modulus, t = options.thickness;
  return {e * t, kPoisson, e * t * t * t / (12 * (1 - kPoisson * kPoisson))};
}

System shell(const Shell& options) {
  check(options);
  return ShellBuilder(options).build();
}

Kind shell_kind() {
  Generator about = {
      .name = "shell",
      .summary = "A thin elastic plate or shell with bending stiffness, fixed at one side",
      .groups = names_of(R"(
        surface: the nodes of the surface
        ghosts: on both sides of it
        rim_pin: nodes of the rim, to be pinned
        rim: the rim with its ghosts, to be clamped
        start_pin: nodes of the plate at the start of its length
        start: the same with their ghosts
        end_pin: nodes of the plate at the end of its length
        end: the same with their ghosts
        bottom_pin: nodes in the lowest tenth of a mesh's height
        bottom: the same with their ghosts)"),
      .springs = names_of(R"(
        membrane: along the edges of the triangles
        bend: from each end of an edge to the ghosts of the other
        spokes: from the surface to its ghosts
        hinges: between opposite corners, with `bending` hinges)"),
      .starters = {fixed_body("start"), fixed_body("rim", "shape", "cap"),
                   fixed_body("bottom", "mesh")}};
  return with_mesh(kind_of<Shell>(std::move(about), &size, &shell),
                   {"shape", "length", "width", "arc", "radius", "rise", "segments"});
}

}  // namespace tensio::scenes
