// What a net looks like: which of its springs and nodes are seen, and which are surfaces.
#include "io/draw/net_look.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <string_view>

#include "core/index.hpp"
#include "model/resolve.hpp"

namespace tensio::io {

namespace {

constexpr std::size_t kMostCoils = 60;  // springs of a net in which they are drawn as coils
constexpr int kMostOnALine = 60;  // nodes of a net that is drawn as masses and springs on a line

std::array<int, 2> in_order(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

// The edges of faces, each with the faces beside it, and the springs along it; and the springs
// across faces of four corners.
class Surfaces {
 public:
  Surfaces(const Faces& faces, const std::vector<SpringFact>& springs) : faces_(faces) {
    const int count = faces_.count();
    std::set<std::array<int, 2>> diagonals;
    for (int face = 0; face < count; ++face) {
      const std::span<const int> corners = faces_.corners(face);
      for (std::size_t i = 0; i < corners.size() && corners.size() > 2; ++i)
        edges_[in_order(corners[i], corners[(i + 1) % corners.size()])].push_back(face);
      for (std::size_t i = 0; i < 2 && corners.size() == 4; ++i)
        diagonals.insert(in_order(corners[i], corners[i + 2]));
    }
    for (std::size_t i = 0; i < springs.size(); ++i) {
      const std::array<int, 2> ends = in_order(springs[i].ends[0], springs[i].ends[1]);
      const auto edge = edges_.find(ends);
      if (edge != edges_.end())
        along_.push_back({static_cast<int>(i), &edge->second});
      else if (diagonals.count(ends) > 0)
        across_.push_back(i);
    }
  }

  /// Springs that are diagonals of faces.
  const std::vector<std::size_t>& across() const { return across_; }

  void fill(NetLook& look) const {
    const auto count = usize(faces_.count());
    look.face_edges.resize(count);
    look.spring_faces.resize(look.inner.size());
    for (const auto& [spring, beside] : along_) {
      look.spring_faces[usize(spring)] = *beside;
      for (const int face : *beside) look.face_edges[usize(face)].push_back(spring);
    }
    for (const int node : faces_.nodes) look.on_face[usize(node)] = 1;
    look.closed = closed_faces();
  }

 private:
  // Faces are of one surface where they share an edge; it is closed if every edge has two of them.
  std::vector<unsigned char> closed_faces() const {
    std::vector<int> parent(usize(faces_.count()));
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int i) {
      while (parent[usize(i)] != i) i = parent[usize(i)] = parent[usize(parent[usize(i)])];
      return i;
    };
    for (const auto& [edge, beside] : edges_)
      for (const int face : beside) parent[usize(root(face))] = root(beside[0]);
    std::vector<unsigned char> closed(parent.size(), 1), result(parent.size());
    for (const auto& [edge, beside] : edges_)
      if (beside.size() != 2) closed[usize(root(beside[0]))] = 0;
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = faces_.corners(static_cast<int>(i)).size() > 2
                      ? closed[usize(root(static_cast<int>(i)))]
                      : 0;
    return result;
  }

  const Faces& faces_;
  std::map<std::array<int, 2>, std::vector<int>> edges_ = {};
  std::vector<std::pair<int, const std::vector<int>*>> along_ = {};
  std::vector<std::size_t> across_ = {};
};

// ---- parts by the names of their sets ----

struct SetName {
  std::string prefix;  // "hair." of "hair.axis"
  std::string_view base;
};

SetName parts_of_name(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  const std::size_t begin = dot == std::string::npos ? 0 : dot + 1;
  return {name.substr(0, begin), std::string_view(name).substr(begin)};
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// For each set: 1 inside a rod or a shell, 2 inside a cloth, 3 along a rod.
std::vector<int> kinds_of_sets(const System& system) {
  std::map<std::string, std::vector<std::string_view>> parts;
  for (const SpringSet& set : system.springs) {
    const SetName name = parts_of_name(set.name);
    parts[name.prefix].push_back(name.base);
  }
  std::vector<int> kinds;
  for (const SpringSet& set : system.springs) {
    const SetName name = parts_of_name(set.name);
    const std::vector<std::string_view>& others = parts[name.prefix];
    const auto has = [&](std::string_view other) {
      return std::find(others.begin(), others.end(), other) != others.end();
    };
    const bool framed = has("spokes") && has("bend") && (has("axis") || has("membrane"));
    const bool woven = has("structural") && system.faces.count() > 0;
    kinds.push_back(framed && is_one_of(name.base, {"spokes", "bend", "twist", "rim"}) ? 1
                    : framed && name.base == "axis"                                    ? 3
                    : woven && is_one_of(name.base, {"shear", "bend"})                 ? 2
                                                                                       : 0);
  }
  return kinds;
}

// Cells a, c, b, d whose diagonals ab and cd cross in their middles become faces, where the scene
// has none of its own.
void fill_cells(const System& system, const std::vector<SpringFact>& springs, Faces& faces) {
  if (faces.count() > 0) return;
  const auto dimension = usize(system.dimension);
  std::map<std::array<int, 2>, std::size_t> joined;
  std::map<std::array<double, 3>, std::vector<std::size_t>> by_middle;
  const auto at = [&](int node) { return row(system.nodes.position, usize(node), dimension); };
  double size = 0;
  for (const double x : system.nodes.position) size = std::max(size, std::abs(x));
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const auto [a, b] = springs[i].ends;
    joined[in_order(a, b)] = i;
    Vector middle = {};
    for (std::size_t k = 0; k < dimension && size > 0; ++k)
      middle[k] = std::round((at(a)[k] + at(b)[k]) / 2 / size * 1e6);
    by_middle[middle].push_back(i);
  }
  faces.start = {0};
  for (const auto& [middle, crossing] : by_middle) {
    if (crossing.size() != 2) continue;
    const auto [a, b] = springs[crossing[0]].ends;
    const auto [c, d] = springs[crossing[1]].ends;
    if (a == c || a == d || b == c || b == d) continue;
    bool cell = true;
    for (const auto& [from, to] : {std::pair{a, c}, {c, b}, {b, d}, {d, a}})
      cell = cell && joined.count(in_order(from, to)) > 0;
    if (!cell) continue;
    faces.nodes.insert(faces.nodes.end(), {a, c, b, d});
    faces.start.push_back(static_cast<int>(faces.nodes.size()));
  }
  if (faces.count() == 0) faces.start.clear();
}

// Springs inside closed surfaces: no edges, between nodes of which all are on the surface or
// enclosed by it, which is to say joined to nothing outside the box around it.
void hide_bodies(const System& system, const std::vector<SpringFact>& springs, NetLook& look) {
  const auto dimension = usize(system.dimension);
  std::vector<unsigned char> surface(look.hidden.size(), 0);
  Vector low = {}, high = {};
  bool any = false;
  for (std::size_t face = 0; face < look.closed.size(); ++face) {
    if (look.closed[face] == 0) continue;
    for (const int node : look.faces.corners(static_cast<int>(face))) {
      surface[usize(node)] = 1;
      const Vector p = row(system.nodes.position, usize(node), dimension);
      for (std::size_t i = 0; i < 3; ++i) {
        low[i] = any ? std::min(low[i], p[i]) : p[i];
        high[i] = any ? std::max(high[i], p[i]) : p[i];
      }
      any = true;
    }
  }
  if (!any) return;
  std::vector<unsigned char> outside(surface.size(), 0);
  for (std::size_t node = 0; node < surface.size(); ++node) {
    const Vector p = row(system.nodes.position, node, dimension);
    for (std::size_t i = 0; i < 3 && surface[node] == 0; ++i)
      if (p[i] < low[i] || p[i] > high[i]) outside[node] = 1;
  }
  // What is joined to something outside is outside too, unless through the surface.
  // Forwards and backwards in turn, so that chains need few passes.
  const auto spread = [&](const SpringFact& spring) {
    const auto a = usize(spring.ends[0]), b = usize(spring.ends[1]);
    if (surface[a] != 0 || surface[b] != 0 || outside[a] == outside[b]) return false;
    outside[a] = outside[b] = 1;
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const SpringFact& spring : springs) changed |= spread(spring);
    for (auto spring = springs.rbegin(); spring != springs.rend(); ++spring)
      changed |= spread(*spring);
  }
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const auto a = usize(springs[i].ends[0]), b = usize(springs[i].ends[1]);
    if (outside[a] == 0 && outside[b] == 0 && look.spring_faces[i].empty()) look.inner[i] = 1;
  }
  for (std::size_t node = 0; node < surface.size(); ++node)
    if (surface[node] == 0 && outside[node] == 0) look.hidden[node] = 1;
}

// Springs with a stiffness, in nets of few; those with an axial stiffness are bars and cables.
void find_coils(const System& system, const std::vector<SpringFact>& springs, NetLook& look) {
  look.coil.assign(springs.size(), 0);
  if (springs.size() > kMostCoils || look.has_faces()) return;
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const SpringColumns columns = columns_of(system, system.springs[springs[i].set]);
    if (columns.law == Law::linear && !columns.stiffness.empty() && look.strand[i] == 0)
      look.coil[i] = 1;
  }
}

bool lies_on_a_line(const System& system, const std::vector<SpringFact>& springs) {
  const auto dimension = usize(system.dimension);
  const std::size_t count = usize(system.node_count());
  if (count < 2 || count > kMostOnALine || springs.empty()) return false;
  const auto spread = [&](const std::vector<double>& rows, std::size_t axis) {
    double largest = 0;
    for (std::size_t i = 0; i < rows.size() / dimension; ++i)
      largest = std::max(largest, std::abs(rows[i * dimension + axis] - rows[axis]));
    return largest;
  };
  const std::vector<unsigned char> fixed = fixed_axes(system);
  std::size_t along = 0;
  for (std::size_t axis = 0; axis < dimension; ++axis)
    if (spread(system.nodes.position, axis) > 0) ++along;
  if (along != 1 || spread(system.nodes.position, 0) == 0) return false;
  // It also stays there: no node can leave it.
  return std::all_of(fixed.begin(), fixed.end(), [&](unsigned char axes) {
    const auto others = static_cast<unsigned char>(((1u << dimension) - 1) & ~1u);
    return (axes & others) == others;
  });
}

}  // namespace

NetLook look_of(const System& system, const std::vector<SpringFact>& springs,
                const LookOptions& options) {
  NetLook look;
  const auto nodes = usize(system.node_count());
  look.inner.assign(springs.size(), 0);
  look.strand.assign(springs.size(), 0);
  look.hidden.assign(nodes, 0);
  look.on_face.assign(nodes, 0);
  look.on_a_line = lies_on_a_line(system, springs);
  look.faces = system.faces;
  if (options.surface) fill_cells(system, springs, look.faces);
  std::vector<std::size_t> across;
  if (look.faces.count() > 0) {
    const Surfaces surfaces(look.faces, springs);
    surfaces.fill(look);
    across = surfaces.across();
  }
  find_coils(system, springs, look);
  if (options.inner) {
    // Closed surfaces are of glass.
    std::fill(look.closed.begin(), look.closed.end(), static_cast<unsigned char>(0));
    return look;
  }

  const std::vector<int> kinds = kinds_of_sets(system);
  std::vector<unsigned char> ghost(nodes, 0), seen(nodes, 0);
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const int kind = kinds[springs[i].set];
    if (kind == 3) look.strand[i] = 1;
    if (kind == 1 || (kind == 2 && look.spring_faces[i].empty())) look.inner[i] = 1;
    for (const int end : springs[i].ends) (kind == 1 ? ghost : seen)[usize(end)] = 1;
  }
  // In a plane a face hides nothing.
  if (system.dimension == 3 || options.surface)
    for (const std::size_t spring : across) look.inner[spring] = 1;
  for (std::size_t node = 0; node < nodes; ++node)
    if (ghost[node] != 0 && seen[node] == 0) look.hidden[node] = 1;
  if (std::any_of(look.strand.begin(), look.strand.end(), [](auto one) { return one != 0; }))
    std::fill(look.coil.begin(), look.coil.end(), static_cast<unsigned char>(0));
  if (look.has_faces()) hide_bodies(system, springs, look);
  look.inner_count = static_cast<std::size_t>(std::count(look.inner.begin(), look.inner.end(), 1));
  return look;
}

}  // namespace tensio::io
