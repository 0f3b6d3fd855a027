// Regular nets with disorder.
#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "core/union_find.hpp"
#include "scenes/kinds.hpp"
#include "scenes/random_values.hpp"

namespace tensio::scenes {

template <>
void Table<Lattice>::fill() {
  add({"shape", "", "of the lattice"}, &Lattice::shape, kAny,
      {"square", "triangular", "honeycomb", "cubic", "fcc", "diamond"});
  add({"cells", "", "along x, y, z; default: 10 each, in space 5 each"}, &Lattice::cells, kFromOne);
  add_length("spacing", "between neighbours", &Lattice::spacing);
  add({"stiffness", "N/m", "of springs between neighbours"}, &Lattice::stiffness, kFromZero);
  add({"rest_length", "m", "default: the drawn distance"}, &Lattice::rest_length, kFromZero);
  add({"far_stiffness", "N/m", "of springs to second neighbours, too"}, &Lattice::far_stiffness,
      kFromZero);
  add({"keep_nodes", "", "the part of nodes that stay"}, &Lattice::keep_nodes, kFraction);
  add({"keep_springs", "", "the part of springs that stay"}, &Lattice::keep_springs, kFraction);
  add({"jitter", "", "nodes move by up to this part of the spacing, along each axis"},
      &Lattice::jitter, kFraction);
  add({"prune", "", "drop loose ends, and all but the largest part"}, &Lattice::prune);
  add_seed();
  add_node_mass();
  add_spring_options();
}

namespace {

using Point = std::array<double, 3>;

const double kRoot2 = std::sqrt(2.0), kRoot3 = std::sqrt(3.0);

// A cell that repeats, with neighbours at the distance 1.
struct Cell {
  Point side = {};
  std::vector<Point> points = {};
  double far = 0;  // distance of second neighbours
};

Cell cell_of(Lattice::Shape shape) {
  const double h = 0.5;
  switch (shape) {
    case Lattice::Shape::square: return {{1, 1, 0}, {{0, 0, 0}}, kRoot2};
    case Lattice::Shape::triangular:
      return {{1, kRoot3, 0}, {{0, 0, 0}, {h, h * kRoot3, 0}}, kRoot3};
    case Lattice::Shape::honeycomb:
      return {
          {kRoot3, 3, 0}, {{0, 0, 0}, {h * kRoot3, h, 0}, {h * kRoot3, 1.5, 0}, {0, 2, 0}}, kRoot3};
    case Lattice::Shape::cubic: return {{1, 1, 1}, {{0, 0, 0}}, kRoot2};
    case Lattice::Shape::fcc:
    case Lattice::Shape::diamond: break;
  }
  const bool diamond = shape == Lattice::Shape::diamond;
  const double side = diamond ? 4 / kRoot3 : kRoot2, s = h * side, q = 0.25 * side;
  Cell cell = {{side, side, side},
               {{0, 0, 0}, {s, s, 0}, {s, 0, s}, {0, s, s}},
               diamond ? std::sqrt(8.0 / 3) : kRoot2};
  if (!diamond) return cell;
  for (std::size_t i = 0; i < 4; ++i) {
    const Point& p = cell.points[i];
    cell.points.push_back({p[0] + q, p[1] + q, p[2] + q});
  }
  return cell;
}

bool in_space(const Lattice& options) { return options.shape >= Lattice::Shape::cubic; }

// Cells along x, y, z; one along z in the plane.
Point cell_counts(const Lattice& options) {
  if (options.cells.empty()) return in_space(options) ? Point{5, 5, 5} : Point{10, 10, 0};
  Point counts = {};
  for (std::size_t i = 0; i < std::min<std::size_t>(3, options.cells.size()); ++i)
    counts[i] = options.cells[i];
  return counts;
}

Size size(const Lattice& options) {
  const Point n = cell_counts(options);
  const double points = static_cast<double>(cell_of(options.shape).points.size());
  const double nodes = (n[0] + 1) * (n[1] + 1) * (n[2] + 1) * points;
  return {nodes, nodes * (options.far_stiffness ? 9 : 6)};
}

// From a point of a cell to one of another.
struct Bond {
  int from = 0;
  int to = 0;
  std::array<int, 3> cell = {};
};

// Each bond once: to later cells, or to later points of the same cell.
std::vector<Bond> bonds_at(const Cell& cell, bool space, double distance) {
  std::vector<Bond> bonds;
  const int count = static_cast<int>(cell.points.size());
  for (int from = 0; from < count; ++from)
    for (int dz = space ? -2 : 0; dz <= (space ? 2 : 0); ++dz)
      for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx)
          for (int to = 0; to < count; ++to) {
            const int order = dz != 0 ? dz : dy != 0 ? dy : dx;
            if (order < 0 || (order == 0 && to <= from)) continue;
            const int step[3] = {dx, dy, dz};
            double square = 0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
              const double d =
                  cell.points[to][axis] + step[axis] * cell.side[axis] - cell.points[from][axis];
              square += d * d;
            }
            if (std::abs(square - distance * distance) < 1e-9)
              bonds.push_back({from, to, {dx, dy, dz}});
          }
  return bonds;
}

class LatticeBuilder {
 public:
  explicit LatticeBuilder(const Lattice& options)
      : options_(options), cell_(cell_of(options.shape)), space_(in_space(options)) {
    const Point counts = cell_counts(options);
    for (std::size_t axis = 0; axis < 3; ++axis) counts_[axis] = static_cast<int>(counts[axis]);
    part_.dimension = space_ ? 3 : 2;
  }

  System build() {
    place();
    keep_.assign(ideal_.size(), 0);
    join(near_, 1, "near", Use::springs, options_.stiffness);
    if (options_.far_stiffness) {
      Distribution far;
      far.a = *options_.far_stiffness;
      join(far_, cell_.far, "far", Use::edges, far);
    }
    if (options_.keep_nodes < 1) {
      Random random = stream(options_.seed, Use::nodes);
      for (char& keep : keep_)
        if (random.uniform() >= options_.keep_nodes) keep = 0;
    }
    for (SpringSet* set : {&near_, &far_}) drop_springs(*set);
    if (options_.prune) prune();
    renumber();
    part_.nodes.mass = {options_.mass};
    spread_mass(options_.total_mass, part_);
    return std::move(part_);
  }

 private:
  std::size_t slot(int x, int y, int z, int point) const {
    const auto cells =
        (usize(z) * usize(counts_[1] + 1) + usize(y)) * usize(counts_[0] + 1) + usize(x);
    return cells * cell_.points.size() + usize(point);
  }

  // All points from the origin to the far corner, that corner included.
  void place() {
    Random random = stream(options_.seed, Use::jitter);
    const auto points = static_cast<int>(cell_.points.size());
    ids_.assign(slot(counts_[0], counts_[1], counts_[2], points - 1) + 1, -1);
    for (int z = 0; z <= counts_[2]; ++z)
      for (int y = 0; y <= counts_[1]; ++y)
        for (int x = 0; x <= counts_[0]; ++x)
          for (int point = 0; point < points; ++point) place_one({x, y, z}, point, random);
  }

  void place_one(const std::array<int, 3>& cell, int point, Random& random) {
    Point p = {};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double inside = cell_.points[point][axis];
      if (cell[axis] == counts_[axis] && inside > 0) return;
      p[axis] = cell[axis] * cell_.side[axis] + inside;
    }
    ids_[slot(cell[0], cell[1], cell[2], point)] = static_cast<int>(ideal_.size());
    ideal_.push_back(p);
    for (int axis = 0; axis < part_.dimension; ++axis) {
      double moved = p[axis];
      if (options_.jitter > 0) moved += options_.jitter * random.uniform(-1, 1);
      part_.nodes.position.push_back(options_.spacing * moved);
    }
  }

  // Springs of one length. Random numbers are drawn for every spring, whether it stays or not, so
  // that the others do not change if more springs are kept.
  void join(SpringSet& set, double distance, const char* name, Use use,
            const Distribution& stiffness) {
    set.name = name;
    apply(options_.springs, set);
    const std::vector<Bond> bonds = bonds_at(cell_, space_, distance);
    Random keeping = stream(options_.seed, use);
    Random stiff = stream(options_.seed, Use::stiffness);
    Random resting = stream(options_.seed, Use::rest_length);
    const bool varied = stiffness.shape != Distribution::Shape::constant;
    if (!varied) set.stiffness = {stiffness.a};
    for (int z = 0; z <= counts_[2]; ++z)
      for (int y = 0; y <= counts_[1]; ++y)
        for (int x = 0; x <= counts_[0]; ++x)
          for (const Bond& bond : bonds) {
            const int a = id(x, y, z, bond.from);
            const int b = id(x + bond.cell[0], y + bond.cell[1], z + bond.cell[2], bond.to);
            if (a < 0 || b < 0) continue;
            // corners without a neighbour are left out
            keep_[a] = keep_[b] = 1;
            const double k = varied ? draw(stiffness, stiff) : 0;
            const double l = options_.rest_length ? draw(*options_.rest_length, resting) : 0;
            if (options_.keep_springs < 1 && keeping.uniform() >= options_.keep_springs) continue;
            set.ends.push_back({a, b});
            if (varied) set.stiffness.push_back(k);
            if (options_.rest_length && name[0] == 'n') set.rest_length.push_back(l);
          }
  }

  int id(int x, int y, int z, int point) const {
    if (x < 0 || y < 0 || z < 0 || x > counts_[0] || y > counts_[1] || z > counts_[2]) return -1;
    return ids_[slot(x, y, z, point)];
  }

  bool stays(int node) const { return keep_[node] != 0; }

  // Drops the springs that have lost an end.
  void drop_springs(SpringSet& set) {
    std::size_t left = 0;
    const bool stiff = set.stiffness.size() > 1, resting = set.rest_length.size() > 1;
    const std::size_t count = set.ends.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (!stays(set.ends[i][0]) || !stays(set.ends[i][1])) continue;
      set.ends[left] = set.ends[i];
      if (stiff) set.stiffness[left] = set.stiffness[i];
      if (resting) set.rest_length[left] = set.rest_length[i];
      ++left;
    }
    set.ends.resize(left);
    if (stiff) set.stiffness.resize(left);
    if (resting) set.rest_length.resize(left);
  }

  // Drops nodes with one spring or none, one after the other; then all parts but the largest.
  void prune() {
    std::vector<std::vector<int>> beside(ideal_.size());
    std::vector<int> degree(ideal_.size(), 0), loose;
    for (const SpringSet* set : {&near_, &far_})
      for (const auto& [a, b] : set->ends) {
        beside[a].push_back(b);
        beside[b].push_back(a);
      }
    const auto count = static_cast<int>(ideal_.size());
    for (int i = 0; i < count; ++i) {
      degree[i] = static_cast<int>(beside[i].size());
      if (stays(i) && degree[i] < 2) loose.push_back(i);
    }
    while (!loose.empty()) {
      const int node = loose.back();
      loose.pop_back();
      if (!stays(node)) continue;
      keep_[node] = 0;
      for (const int other : beside[node])
        if (stays(other) && --degree[other] < 2) loose.push_back(other);
    }
    for (SpringSet* set : {&near_, &far_}) drop_springs(*set);
    keep_largest(count);
    for (SpringSet* set : {&near_, &far_}) drop_springs(*set);
  }

  void keep_largest(int count) {
    UnionFind parts(count);
    for (const SpringSet* set : {&near_, &far_})
      for (const auto& [a, b] : set->ends) parts.join(a, b);
    std::vector<int> members(usize(count), 0);
    int largest = -1, most = 0;
    for (int i = 0; i < count; ++i)
      if (stays(i)) ++members[parts.find(i)];
    for (int i = 0; i < count; ++i)
      if (members[i] > most) {
        most = members[i];
        largest = i;
      }
    for (int i = 0; i < count; ++i)
      if (parts.find(i) != largest) keep_[i] = 0;
  }

  void renumber() {
    const auto width = usize(part_.dimension);
    std::vector<int> renamed(ideal_.size(), -1);
    std::vector<double>& position = part_.nodes.position;
    std::size_t left = 0;
    for (std::size_t i = 0; i < ideal_.size(); ++i) {
      if (keep_[i] == 0) continue;
      renamed[i] = static_cast<int>(left);
      std::copy_n(position.begin() + static_cast<std::ptrdiff_t>(width * i), width,
                  position.begin() + static_cast<std::ptrdiff_t>(width * left));
      ++left;
    }
    position.resize(width * left);
    if (left == 0) throw Error("nothing is left of this lattice; keep more of it");
    add_groups(renamed);
    for (SpringSet* set : {&near_, &far_}) {
      for (auto& ends : set->ends)
        for (int& end : ends) end = renamed[end];
      if (!set->ends.empty()) part_.springs.push_back(std::move(*set));
    }
  }

  // The outermost layers of the lattice as it would be without jitter.
  void add_groups(const std::vector<int>& renamed) {
    constexpr double kLayer = 0.25;
    Point high = {};
    for (const Point& p : ideal_)
      for (std::size_t axis = 0; axis < 3; ++axis) high[axis] = std::max(high[axis], p[axis]);
    for (std::size_t axis = 0; axis < usize(part_.dimension); ++axis)
      for (const bool upper : {false, true}) {
        Group group{fmt::format("edge_{}{}", "xyz"[axis], upper ? 1 : 0), {}};
        for (std::size_t i = 0; i < ideal_.size(); ++i) {
          const double depth = upper ? high[axis] - ideal_[i][axis] : ideal_[i][axis];
          if (depth < kLayer && renamed[i] >= 0) group.members.push_back(renamed[i]);
        }
        if (!group.members.empty()) part_.groups.push_back(std::move(group));
      }
  }

  const Lattice& options_;
  Cell cell_;
  bool space_;
  std::array<int, 3> counts_ = {};
  System part_;
  std::vector<int> ids_;      // by cell and point; -1: none
  std::vector<Point> ideal_;  // where nodes would be without jitter, spacing 1
  std::vector<char> keep_;
  SpringSet near_, far_;
};

void check_cells(const Lattice& options) {
  const std::size_t axes = in_space(options) ? 3 : 2;
  if (!options.cells.empty() && options.cells.size() != axes)
    refuse("cells",
           fmt::format("cells has {} numbers; this lattice takes {}", options.cells.size(), axes));
  for (const double count : options.cells)
    if (std::floor(count) != count)
      refuse("cells", fmt::format("cells has {} in it; they are whole numbers", count));
}

}  // namespace

System lattice(const Lattice& options) {
  Table<Lattice>::of_kind().check(options);
  check_cells(options);
  check_size(size(options), kMostNodes);
  return LatticeBuilder(options).build();
}

Kind lattice_kind() {
  const auto in_space = [](const char* shape) {
    return starter(3, {.fixed = {"edge_z1"}, .option = "shape", .value = shape});
  };
  Generator about = {.name = "lattice",
                     .summary = "A regular net, with disorder if wanted",
                     .groups = names_of(R"(
        edge_x0: the outermost nodes at low x
        edge_x1: those at high x
        edge_y0: those at low y
        edge_y1: those at high y
        edge_z0: those at low z, in space
        edge_z1: those at high z, in space)"),
                     .springs = names_of(R"(
        near: between neighbours
        far: between second neighbours)"),
                     .starters = {starter(2, {.fixed = {"edge_y1"}}), in_space("fcc"),
                                  in_space("cubic"), in_space("diamond")}};
  return kind_of<Lattice>(std::move(about), &size, &lattice);
}

}  // namespace tensio::scenes
