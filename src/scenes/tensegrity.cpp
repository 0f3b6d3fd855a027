// Tensegrities: struts that do not touch in a net of cables, in balance as drawn.
#include <fmt/format.h>

#include <algorithm>

#include "scenes/body.hpp"
#include "scenes/kinds.hpp"
#include "tensio/scenes/bodies.hpp"

namespace tensio::scenes {

template <>
void Table<Tensegrity>::fill() {
  add({"shape", "", "of the tensegrity"}, &Tensegrity::shape, kAny,
      {"prism", "octahedron", "truncated_tetrahedron"});
  add({"sides", "", "of the prism"}, &Tensegrity::sides, {3, 8});
  add_length("radius", "of the prism's polygons", &Tensegrity::radius);
  add_length("height", "of the prism", &Tensegrity::height);
  add_length("strut_length", "of the other shapes", &Tensegrity::strut_length);
  add({"prestress", "N", "largest tension of a cable"}, &Tensegrity::prestress, kPositive);
  add({"cable_stiffness", "N", "EA of each cable"}, &Tensegrity::cable_stiffness, kPositive);
  add({"strut_stiffness", "N", "EA of each strut"}, &Tensegrity::strut_stiffness, kPositive);
  add_total_mass();
  add_damping_time();
}

namespace {

// A spring and its force density: tension over length, in any unit.
struct Member {
  int a = 0, b = 0;
  double density = 0;
};

struct Shape {
  std::vector<Point> points = {};
  std::vector<Member> members = {};
};

Size size(const Tensegrity& options) {
  if (options.shape == Tensegrity::Shape::prism) return {2.0 * options.sides, 4.0 * options.sides};
  return {12, 30};
}

// The polygons are turned against each other by a quarter turn less half a side; then vertical
// cables 1, struts -1 and horizontal cables 1 / (2 sin(pi / sides)) are in balance.
Shape prism(const Tensegrity& options) {
  const int n = options.sides;
  const double twist = 0.25 - 0.5 / n;  // in turns
  Shape shape;
  for (const bool top : {false, true})
    for (int i = 0; i < n; ++i) {
      const double turns = static_cast<double>(i) / n + (top ? twist : 0);
      shape.points.push_back({options.radius * cosine_of_turns(turns),
                              options.radius * sine_of_turns(turns), top ? options.height : 0});
    }
  const double horizontal = 1 / (2 * sine_of_turns(0.5 / n));
  for (int i = 0; i < n; ++i) {
    const int next = (i + 1) % n;
    shape.members.push_back({i, next, horizontal});
    shape.members.push_back({n + i, n + next, horizontal});
    shape.members.push_back({i, n + i, 1});
    shape.members.push_back({i, n + next, -1});
  }
  return shape;
}

// ---- shapes with the rotations of the tetrahedron ----

using Turn = Point (*)(const Point&);
Point third(const Point& p) { return {p[2], p[0], p[1]}; }
Point two_thirds(const Point& p) { return {p[1], p[2], p[0]}; }
Point half_x(const Point& p) { return {p[0], -p[1], -p[2]}; }
Point half_y(const Point& p) { return {-p[0], p[1], -p[2]}; }
Point half_z(const Point& p) { return {-p[0], -p[1], p[2]}; }
Point stay(const Point& p) { return p; }

// A group of springs: from each node to where a turn takes it, before it was itself turned.
struct Orbit {
  Turn turn;
  double density;
};

// The twelve positions of a node under the rotations of the tetrahedron, and springs between them.
Shape tetrahedral(const Point& node, const std::vector<Orbit>& orbits) {
  const Turn halves[] = {stay, half_x, half_y, half_z}, thirds[] = {stay, third, two_thirds};
  Shape shape;
  for (const Turn half : halves)
    for (const Turn turn : thirds) shape.points.push_back(half(turn(node)));
  const auto id = [&](const Point& p) {
    const auto nearer = [&](const Point& a, const Point& b) { return norm(a - p) < norm(b - p); };
    const auto found = std::min_element(shape.points.begin(), shape.points.end(), nearer);
    return static_cast<int>(found - shape.points.begin());
  };
  for (const Orbit& orbit : orbits)
    for (const Turn half : halves)
      for (const Turn turn : thirds) {
        const int a = id(half(turn(node))), b = id(half(turn(orbit.turn(node))));
        const auto same = [&](const Member& m) {
          return (m.a == a && m.b == b) || (m.a == b && m.b == a);
        };
        if (std::none_of(shape.members.begin(), shape.members.end(), same))
          shape.members.push_back({a, b, orbit.density});
      }
  return shape;
}

// The expanded octahedron: struts 4 long at distance 2, all cables alike.
Shape octahedron() {
  const auto mirrored = [](const Point& p) { return Point{-p[2], p[0], p[1]}; };
  return tetrahedral({0, 1, 2}, {{third, 1}, {mirrored, 1}, {half_y, -1.5}});
}

// All cables have the force density 1. Balance at a node p reads (J - 3 - 2 diag(s, 1, 1 + s)) p =
// 0, J all ones and s the struts' force density: s is the root that makes it singular, p its
// solution.
Shape truncated_tetrahedron() {
  // 1 / u + 1 / (u + 2) + 1 / 5 = 1, u = 3 + 2 s.
  const double u = (0.5 + std::sqrt(0.25 + 10)) / 2;
  return tetrahedral({1 / u, 1.0 / 5, 1 / (u + 2)},
                     {{third, 1}, {half_x, 1}, {half_y, (u - 3) / 2}});
}

// The axis (1, 1, 1) upright, the lowest nodes at z = 0, struts as long as asked.
void stand(Shape& shape, double strut_length) {
  double length = 0;
  for (const Member& m : shape.members)
    if (m.density < 0) length = norm(shape.points[m.a] - shape.points[m.b]);
  const Point x = unit({1, -1, 0}), y = unit({1, 1, -2}), z = unit({1, 1, 1});
  double lowest = 0;
  for (Point& p : shape.points) {
    p = (strut_length / length) * Point{dot(p, x), dot(p, y), dot(p, z)};
    lowest = std::min(lowest, p[2]);
  }
  for (Point& p : shape.points) p[2] -= lowest;
}

Shape shape_of(const Tensegrity& options) {
  if (options.shape == Tensegrity::Shape::prism) return prism(options);
  Shape shape =
      options.shape == Tensegrity::Shape::octahedron ? octahedron() : truncated_tetrahedron();
  stand(shape, options.strut_length);
  return shape;
}

// Groups of the lowest and the highest nodes.
void add_levels(System& system, const Shape& shape) {
  double top = 0;
  for (const Point& p : shape.points) top = std::max(top, p[2]);
  Group low = {"bottom"}, high = {"top"};
  for (std::size_t i = 0; i < shape.points.size(); ++i) {
    if (shape.points[i][2] < 1e-9 * top) low.members.push_back(static_cast<int>(i));
    if (shape.points[i][2] > (1 - 1e-9) * top) high.members.push_back(static_cast<int>(i));
  }
  system.groups = {low, high};
}

}  // namespace

System tensegrity(const Tensegrity& options) {
  Table<Tensegrity>::of_kind().check(options);
  const Shape shape = shape_of(options);
  const auto length = [&](const Member& m) { return norm(shape.points[m.a] - shape.points[m.b]); };
  double largest = 0;  // tension of a cable
  for (const Member& m : shape.members) largest = std::max(largest, m.density * length(m));

  System system;
  for (const Point& p : shape.points) add_node(system, p);
  SpringSet struts, cables;
  struts.name = "struts";
  struts.law = Law::strut;
  struts.axial_stiffness = {options.strut_stiffness};
  cables.name = "cables";
  cables.law = Law::cable;
  cables.axial_stiffness = {options.cable_stiffness};
  for (const Member& m : shape.members) {
    SpringSet& set = m.density < 0 ? struts : cables;
    const double tension = options.prestress / largest * m.density * length(m);
    if (-tension >= options.strut_stiffness)
      refuse("strut_stiffness", fmt::format("{}", options.strut_stiffness),
             fmt::format("it must be more than the {:.6g} that a strut carries", -tension));
    set.ends.push_back({m.a, m.b});
    set.pretension.push_back(tension);
  }
  for (SpringSet* set : {&struts, &cables}) {
    if (options.damping_time > 0) set->damping_time = {options.damping_time};
    system.springs.push_back(*set);
  }
  spread_mass(options.total_mass, system);
  add_levels(system, shape);
  return system;
}

Kind tensegrity_kind() {
  Generator about = {
      .name = "tensegrity",
      .summary = "Struts that do not touch in a net of cables, standing on the ground",
      .groups = names_of(R"(
        bottom: the lowest nodes
        top: the highest nodes)"),
      .springs = names_of(R"(
        struts: in compression
        cables: in tension)"),
      .starters = {starter(3, {.fixed = {"bottom"},
                               .load = R"({"nodes": "NAME.top", "force": [0, 0, -5]})",
                               .drag = 1,
                               .duration = 1})}};
  return kind_of<Tensegrity>(std::move(about), &size, &tensegrity);
}

}  // namespace tensio::scenes
