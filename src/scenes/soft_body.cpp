// A soft body: a lattice of springs that stands for an elastic solid.
#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "scenes/inside.hpp"
#include "scenes/kinds.hpp"
#include "scenes/solid.hpp"
#include "tensio/scenes/bodies.hpp"

namespace tensio::scenes {

template <>
void Table<SoftBody>::fill() {
  add_mesh("a file of faces, closed, beside the scene, instead of a shape");
  add({"shape", "", "of the body"}, &SoftBody::shape, kAny, {"box", "ball", "ellipsoid", "torus"});
  add_length("size", "of box and ellipsoid along x, y, z", &SoftBody::size);
  add_length("radius", "of the ball, or of the torus's ring", &SoftBody::radius);
  add_length("tube", "radius of the torus's tube", &SoftBody::tube);
  add_length("cell", "about the size of a cell of the lattice", &SoftBody::cell);
  add({"youngs_modulus", "Pa", "E"}, &SoftBody::youngs_modulus, kPositive);
  add_density();
  add_damping_time();
  add_total_mass();
}

namespace {

bool given(const SoftBody& body) { return body.mesh.has_value(); }

// Lengths along the axes, from end to end.
Point extent(const SoftBody& body) {
  const double r = body.radius, outer = 2 * (r + body.tube);
  if (given(body)) {
    if (body.mesh->node_count() == 0) return {};
    const auto [low, high] = corners_of(*body.mesh);
    return body.mesh_scale * (high - low);
  }
  switch (body.shape) {
    case SoftBody::Shape::ball: return {2 * r, 2 * r, 2 * r};
    case SoftBody::Shape::torus: return {outer, outer, 2 * body.tube};
    case SoftBody::Shape::box:
    case SoftBody::Shape::ellipsoid: break;
  }
  return {body.size[0], body.size[1], body.size[2]};
}

// The size of the box around the body, which is an upper limit.
Size size(const SoftBody& body) {
  if (body.size.size() != 3) return {};
  double nodes = 1;
  for (double length : extent(body))
    nodes *= std::max(1.0, std::floor(length / body.cell + 0.5)) + 1;
  return {nodes, 9 * nodes};
}

void check(const SoftBody& body) {
  Table<SoftBody>::of_kind().check(body);
  if (body.size.size() != 3)
    refuse("size", fmt::format("a list of {} numbers", body.size.size()), "it must hold 3");
  check_size(size(body), kMostNodes);
  if (body.shape == SoftBody::Shape::torus && body.tube >= body.radius)
    refuse("tube", fmt::format("{}", body.tube),
           fmt::format("it must be less than the radius, {}", body.radius));
}

// The number of steps of about one cell.
int steps(double length, double cell) {
  return static_cast<int>(std::min(10000.0, std::max(2.0, std::ceil(length / cell))));
}

System stretched(System surface, const Point& factors) {
  for (std::size_t i = 0; i < surface.nodes.position.size(); ++i)
    surface.nodes.position[i] *= factors[i % 3];
  return surface;
}

// The closed surface that is to be filled; none for a box, whose lattice fits as it is.
System surface_of(const SoftBody& options) {
  if (given(options)) return scaled(*options.mesh, options.mesh_scale);
  const double r = options.radius, quarter = kTwoPi / 4;
  switch (options.shape) {
    case SoftBody::Shape::box: return {};
    case SoftBody::Shape::ball: return scaled(ball_surface(steps(quarter * r, options.cell)), r);
    case SoftBody::Shape::ellipsoid: {
      const auto& s = options.size;
      const double longest = std::max({s[0], s[1], s[2]});
      return stretched(ball_surface(steps(quarter * longest / 2, options.cell)),
                       {s[0] / 2, s[1] / 2, s[2] / 2});
    }
    case SoftBody::Shape::torus:
      return torus_surface(r, options.tube, steps(kTwoPi * r, options.cell),
                           std::max(3, steps(kTwoPi * options.tube, options.cell)));
  }
  return {};
}

class SoftBodyBuilder {
 public:
  explicit SoftBodyBuilder(const SoftBody& options)
      : options_(options), surface_(surface_of(options)) {
    const auto& s = options.size;
    if (has_surface()) {
      cells_ = cells_inside(surface_, options.cell);
    } else {
      cells_ = cells_over({-s[0] / 2, -s[1] / 2, -s[2] / 2}, {s[0] / 2, s[1] / 2, s[2] / 2},
                          options.cell);
      std::fill(cells_.on.begin(), cells_.on.end(), static_cast<unsigned char>(1));
    }
    directions_ = solid_directions(cells_.size, options.youngs_modulus);
    const Point& cell = cells_.size;
    if (directions_.empty())
      refuse("cell", fmt::format("{}", options.cell),
             fmt::format("the body would be cut into cells of {:.3g} x {:.3g} x {:.3g}, too far "
                         "from cubes: use a smaller one",
                         cell[0], cell[1], cell[2]));
    if (std::find(cells_.on.begin(), cells_.on.end(), 1) == cells_.on.end())
      refuse("cell", fmt::format("{}", options.cell),
             "no cell has its centre inside the surface: use a smaller one");
  }

  System build() {
    add_nodes();
    add_lattice();
    if (has_surface())
      tie_surface();
    else
      add_box_faces();
    add_masses();
    add_groups();
    return std::move(system_);
  }

 private:
  bool has_surface() const { return given(options_) || options_.shape != SoftBody::Shape::box; }
  std::size_t index(int i, int j, int k) const {
    const auto row = usize(k) * usize(cells_.count[1] + 1) + usize(j);
    return row * usize(cells_.count[0] + 1) + usize(i);
  }
  /// -1 where no node is.
  int id(int i, int j, int k) const {
    if (i < 0 || j < 0 || k < 0 || i > cells_.count[0] || j > cells_.count[1] ||
        k > cells_.count[2])
      return -1;
    return ids_[index(i, j, k)];
  }
  template <class F>
  void each_place(F f) const {
    for (int k = 0; k <= cells_.count[2]; ++k)
      for (int j = 0; j <= cells_.count[1]; ++j)
        for (int i = 0; i <= cells_.count[0]; ++i) f(i, j, k);
  }
  /// How many of the cells around the middle of a step of the lattice belong to the body.
  int cells_around(int i, int j, int k, const std::array<int, 3>& step) const {
    int found = 0;
    std::array<int, 3> low = {i, j, k}, high = {i, j, k};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (step[axis] == 0) low[axis] -= 1;                         // on both sides
      if (step[axis] < 0) low[axis] = high[axis] = low[axis] - 1;  // behind
    }
    for (int z = low[2]; z <= high[2]; ++z)
      for (int y = low[1]; y <= high[1]; ++y)
        for (int x = low[0]; x <= high[0]; ++x) found += cells_.is_on(x, y, z) ? 1 : 0;
    return found;
  }

  // Nodes of the surface come first; a node of the lattice at the same point is the same node.
  void add_nodes() {
    system_.groups = surface_.groups;
    system_.faces = surface_.faces;
    system_.faces.mass_per_area.clear();
    system_.face_groups = surface_.face_groups;
    system_.nodes.position = surface_.nodes.position;
    surface_count_ = surface_.node_count();
    ids_.assign(index(cells_.count[0], cells_.count[1], cells_.count[2]) + 1, -1);
    tied_.assign(usize(surface_count_), false);
    for (int node = 0; node < surface_count_; ++node) {
      const auto [i, j, k] = nearest_place(node);
      const Point gap = node_point(surface_, node) - cells_.node(i, j, k);
      if (norm(gap) > kJoin * cells_.size[0] || cells_around(i, j, k, {}) == 0) continue;
      if (id(i, j, k) >= 0) continue;
      ids_[index(i, j, k)] = node;
      tied_[node] = true;
    }
    each_place([&](int i, int j, int k) {
      if (id(i, j, k) < 0 && cells_around(i, j, k, {}) > 0)
        ids_[index(i, j, k)] = add_node(system_, cells_.node(i, j, k));
    });
  }

  std::array<int, 3> nearest_place(int node) const {
    std::array<int, 3> place = {};
    const Point p = node_point(surface_, node);
    for (std::size_t axis = 0; axis < 3; ++axis)
      place[axis] = std::clamp(
          static_cast<int>(std::floor((p[axis] - cells_.corner[axis]) / cells_.size[axis] + 0.5)),
          0, cells_.count[axis]);
    return place;
  }

  // Each cell brings a quarter of its edges and half of its diagonals.
  void add_lattice() {
    SpringSet edges, diagonals;
    edges.name = "edges";
    diagonals.name = "diagonals";
    each_place([&](int i, int j, int k) {
      if (id(i, j, k) < 0) return;
      for (const Direction& d : directions_) {
        const int around = cells_around(i, j, k, d.step);
        if (around == 0) continue;
        const bool edge =
            d.step[0] * d.step[0] + d.step[1] * d.step[1] + d.step[2] * d.step[2] == 1;
        add_spring(edge ? edges : diagonals, id(i, j, k),
                   id(i + d.step[0], j + d.step[1], k + d.step[2]),
                   d.axial_stiffness * around / (edge ? 4 : 2));
      }
    });
    edges.note = fmt::format("a solid of E = {:.6g}, Poisson's ratio 1/4", options_.youngs_modulus);
    add_set(system_, std::move(edges), options_.damping_time);
    add_set(system_, std::move(diagonals), options_.damping_time);
  }

  // From each node of the surface to all nodes of the lattice within a cell and a half. Together
  // they have the stiffness of a layer an eighth of a cell thick.
  void tie_surface() {
    SpringSet ties;
    ties.name = "ties";
    const std::vector<double> areas = node_areas();
    const double size = (cells_.size[0] + cells_.size[1] + cells_.size[2]) / 3;
    for (int node = 0; node < surface_count_; ++node) {
      if (tied_[node]) continue;
      const Point p = node_point(surface_, node);
      std::vector<std::pair<int, double>> near;
      for (const int reach : {2, 3}) {
        near = lattice_near(node, reach, reach == 2 ? 1.5 * size : 3 * size);
        if (near.size() >= 4) break;
      }
      if (near.size() < 4)
        refuse("cell", fmt::format("{}", options_.cell),
               fmt::format("node {} of the surface, at ({:.4g}, {:.4g}, {:.4g}), has no cells near "
                           "it: use a smaller one",
                           node, p[0], p[1], p[2]));
      const double share =
          6 * options_.youngs_modulus * areas[node] * size / 8 / static_cast<double>(near.size());
      for (const auto& [other, distance] : near) add_spring(ties, node, other, share / distance);
    }
    add_set(system_, std::move(ties), options_.damping_time);
  }

  std::vector<std::pair<int, double>> lattice_near(int node, int reach, double within) const {
    const auto [i0, j0, k0] = nearest_place(node);
    const Point p = node_point(surface_, node);
    std::vector<std::pair<int, double>> found;
    for (int k = k0 - reach; k <= k0 + reach; ++k)
      for (int j = j0 - reach; j <= j0 + reach; ++j)
        for (int i = i0 - reach; i <= i0 + reach; ++i) {
          const int other = id(i, j, k);
          if (other < 0 || other == node) continue;
          const double distance = norm(node_point(system_, other) - p);
          if (distance <= within && distance > 0) found.push_back({other, distance});
        }
    return found;
  }

  // A third of each triangle to its corners.
  std::vector<double> node_areas() const {
    std::vector<double> areas(usize(surface_count_));
    for (const Triangle& t : triangles_of(surface_))
      for (int corner : t) areas[corner] += norm(area_vector(surface_, t)) / 3;
    return areas;
  }

  // The outer sides of the cells of a box, with normals outwards.
  void add_box_faces() {
    const auto& n = cells_.count;
    system_.faces.start.push_back(0);
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const bool far : {false, true}) {
        const std::size_t b = (axis + 1) % 3, c = (axis + 2) % 3;
        for (int v = 0; v < n[c]; ++v)
          for (int u = 0; u < n[b]; ++u) {
            const int corners[4][2] = {{u, v}, {u + 1, v}, {u + 1, v + 1}, {u, v + 1}};
            for (int i = 0; i < 4; ++i) {
              std::array<int, 3> at = {};
              at[axis] = far ? n[axis] : 0;
              at[b] = corners[far ? i : 3 - i][0];
              at[c] = corners[far ? i : 3 - i][1];
              system_.faces.nodes.push_back(id(at[0], at[1], at[2]));
            }
            system_.faces.start.push_back(static_cast<int>(system_.faces.nodes.size()));
          }
      }
  }

  // An eighth of each cell to its corners, and a layer an eighth of a cell thick to the tied nodes;
  // scaled to the mass of the true volume.
  void add_masses() {
    Column& mass = system_.nodes.mass;
    mass.assign(usize(system_.node_count()), 0.0);
    const double cell = cells_.size[0] * cells_.size[1] * cells_.size[2];
    each_place([&](int i, int j, int k) {
      if (id(i, j, k) >= 0) mass[id(i, j, k)] += cell / 8 * cells_around(i, j, k, {});
    });
    double volume = options_.size[0] * options_.size[1] * options_.size[2];
    if (has_surface()) {
      volume = enclosed_volume(surface_, triangles_of(surface_));
      const std::vector<double> areas = node_areas();
      for (std::size_t i = 0; i < areas.size(); ++i)
        if (!tied_[i]) mass[i] += areas[i] * cells_.size[0] / 8;
    }
    scale_mass(system_, options_.density * volume);
    spread_mass(options_.total_mass, system_);
  }

  void add_groups() {
    if (has_surface()) {
      add_node_group(system_, "surface", id_range(0, surface_count_));
      add_node_group(system_, "inside", id_range(surface_count_, system_.node_count()));
      add_node_group(system_, "bottom", lowest_nodes(system_));
      return;
    }
    const char* names[3][2] = {{"x_min", "x_max"}, {"y_min", "y_max"}, {"z_min", "z_max"}};
    Group surface = {"surface"};
    std::array<std::array<Group, 2>, 3> sides;
    each_place([&](int i, int j, int k) {
      const std::array<int, 3> at = {i, j, k};
      bool outer = false;
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t far = 0; far < 2; ++far)
          if (at[axis] == (far == 1 ? cells_.count[axis] : 0)) {
            sides[axis][far].members.push_back(id(i, j, k));
            outer = true;
          }
      if (outer) surface.members.push_back(id(i, j, k));
    });
    system_.groups.push_back(surface);
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t far = 0; far < 2; ++far) {
        sides[axis][far].name = names[axis][far];
        system_.groups.push_back(sides[axis][far]);
      }
  }

  static constexpr double kJoin = 1e-6;  // of a cell: closer nodes are the same node

  const SoftBody& options_;
  System surface_;
  System system_ = {};
  Cells cells_ = {};
  std::vector<Direction> directions_ = {};
  std::vector<int> ids_ = {};  // of the lattice's nodes
  std::vector<bool> tied_ = {};
  int surface_count_ = 0;
};

}  // namespace

System soft_body(const SoftBody& options) {
  check(options);
  return SoftBodyBuilder(options).build();
}

Kind soft_body_kind() {
  Generator about = {.name = "soft_body",
                     .summary = "A soft elastic body, fixed at one side",
                     .groups = names_of(R"(
        surface: the nodes of the surface
        inside: all others, where the body is not a box
        bottom: those in the lowest tenth of its height, where it is not a box
        x_min: the side of the box at the least x
        x_max: at the largest x
        y_min: at the least y
        y_max: at the largest y
        z_min: at the least z
        z_max: at the largest z)"),
                     .springs = names_of(R"(
        edges: along the edges of the cells
        diagonals: across the faces of the cells
        ties: from the surface to the lattice, where the body is not a box)"),
                     .starters = {fixed_body("x_min"), fixed_body("bottom", "mesh")}};
  for (const char* shape : {"ball", "ellipsoid", "torus"})
    about.starters.push_back(fixed_body("bottom", "shape", shape));
  return with_mesh(kind_of<SoftBody>(std::move(about), &size, &soft_body),
                   {"shape", "size", "radius", "tube"});
}

}  // namespace tensio::scenes
