// From what a reader found to a System: each edge once, and a count of all that is odd.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

#include "core/index.hpp"
#include "io/formats/import/draft.hpp"
#include "io/formats/import/merge.hpp"
#include "tensio/error.hpp"

namespace tensio::io {
namespace {

using Pair = std::array<int, 2>;

std::span<const Pair> edges_of(CellShape shape) {
  static constexpr Pair kTetrahedron[] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
  static constexpr Pair kHexahedron[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                         {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
  static constexpr Pair kWedge[] = {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5},
                                    {5, 3}, {0, 3}, {1, 4}, {2, 5}};
  static constexpr Pair kPyramid[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0},
                                      {0, 4}, {1, 4}, {2, 4}, {3, 4}};
  switch (shape) {
    case CellShape::tetrahedron: return kTetrahedron;
    case CellShape::hexahedron: return kHexahedron;
    case CellShape::wedge: return kWedge;
    case CellShape::pyramid: return kPyramid;
  }
  return {};
}

enum class EdgeOf { line, face, cell };

struct Edge {
  Pair ends;
  int label;
  EdgeOf of;
  std::size_t line;  // of the draft, for its values

  // The same for both directions.
  std::uint64_t key() const {
    const auto low = static_cast<std::uint64_t>(std::min(ends[0], ends[1]));
    return low << 32 | static_cast<std::uint64_t>(std::max(ends[0], ends[1]));
  }
};

// One number where all are the same.
Column shortest(Column values) {
  if (values.size() > 1 &&
      std::all_of(values.begin(), values.end(), [&](double v) { return v == values[0]; }))
    values.resize(1);
  return values;
}

}  // namespace

class Assembly {
 public:
  Assembly(Draft& draft, const ForeignFile& file, const ImportOptions& options)
      : draft_(draft), file_(file), options_(options) {}

  Imported run() {
    merge_nodes();
    faces_ = without_duplicates(without_degenerate(draft_.faces_, result_.report.degenerate_faces),
                                result_.report.duplicate_faces);
    collect_edges();
    sort_out_edges();
    choose_nodes();
    make_nodes();
    make_springs();
    make_faces();
    make_groups();
    ImportReport& report = result_.report;
    report.nodes = result_.system.node_count();
    report.springs = result_.system.spring_count();
    report.faces = result_.system.faces.count();
    report.cells = static_cast<int>(draft_.cells_.size());
    for (const auto& [kind, count] : draft_.skipped_) report.skipped.push_back({kind, count});
    for (const auto& [kind, count] : draft_.simplified_)
      report.simplified.push_back({kind, count});
    return std::move(result_);
  }

 private:
  void merge_nodes() {
    if (!draft_.merges_equal && !options_.merge) return;
    const double distance = options_.merge.value_or(0.0);
    if (!(distance >= 0) || !std::isfinite(distance))
      throw Error(fmt::format("merge is {}; it must be a distance from 0", distance));
    const std::vector<int> first = nearest_before(draft_.positions_, distance);
    for (std::size_t i = 0; i < first.size(); ++i)
      if (first[i] != static_cast<int>(i)) ++result_.report.merged_nodes;
    merged_ = first;
    for (Draft::Line& line : draft_.lines_)
      for (int& end : line.ends) end = first[end];
    for (int& node : draft_.faces_.nodes) node = first[node];
    for (int& node : draft_.cell_nodes_) node = first[node];
    for (Draft::Point& point : draft_.points_) point.node = first[point.node];
  }

  void collect_edges() {
    for (std::size_t i = 0; i < draft_.lines_.size(); ++i) {
      const Draft::Line& line = draft_.lines_[i];
      if (line.ends[0] == line.ends[1]) {
        ++result_.report.degenerate_springs;
      } else {
        edges_.push_back({line.ends, line.label, EdgeOf::line, i});
      }
    }
    for (std::size_t f = 0; draft_.edges_of_faces && f < faces_.count(); ++f) {
      const std::span<const int> around = faces_.corners(f);
      for (std::size_t c = 0; c < around.size(); ++c)
        edges_.push_back(
            {{around[c], around[(c + 1) % around.size()]}, faces_.label[f], EdgeOf::face, 0});
    }
    for (const Draft::Cell& cell : draft_.cells_) {
      const int* nodes = draft_.cell_nodes_.data() + cell.first;
      for (const Pair& edge : edges_of(cell.shape)) {
        const Pair ends = {nodes[edge[0]], nodes[edge[1]]};
        if (ends[0] != ends[1]) edges_.push_back({ends, cell.label, EdgeOf::cell, 0});
      }
    }
  }

  // Of edges that join the same nodes the first stays, with the values of a line.
  void sort_out_edges() {
    // the two nodes, and the place among the edges
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    order.reserve(edges_.size());
    for (std::size_t i = 0; i < edges_.size(); ++i) order.emplace_back(edges_[i].key(), i);
    std::sort(order.begin(), order.end());
    std::vector<bool> kept(edges_.size(), false);
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
      int lines = 0, faces = 0;
      kept[order[begin].second] = true;
      for (end = begin; end < order.size() && order[end].first == order[begin].first; ++end) {
        const EdgeOf of = edges_[order[end].second].of;
        lines += of == EdgeOf::line ? 1 : 0;
        faces += of == EdgeOf::face ? 1 : 0;
        if (of == EdgeOf::line && draft_.is_table) kept[order[end].second] = true;
      }
      result_.report.duplicate_springs += std::max(lines - 1, 0);
      result_.report.nonmanifold_edges += faces > 2 ? 1 : 0;
    }
    std::vector<Edge> left;
    for (std::size_t i = 0; i < edges_.size(); ++i)
      if (kept[i]) left.push_back(edges_[i]);
    edges_ = std::move(left);
    result_.report.parallel_kept = draft_.is_table;
  }

  // Which points become nodes, and their ids.
  void choose_nodes() {
    const std::size_t count = usize(draft_.node_count());
    std::vector<bool> used(count, false);
    for (const Edge& edge : edges_)
      for (const int end : edge.ends) used[end] = true;
    for (const int corner : faces_.nodes) used[corner] = true;
    for (const int node : draft_.kept_) used[merged_.empty() ? node : merged_[node]] = true;
    const bool nothing_joined = edges_.empty() && faces_.nodes.empty();
    result_.report.unused_kept = draft_.is_table || options_.keep_unused || nothing_joined;
    ids_.assign(count, -1);
    int next = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!merged_.empty() && merged_[i] != static_cast<int>(i)) continue;
      if (!used[i]) ++result_.report.unused_nodes;
      if (used[i] || result_.report.unused_kept) ids_[i] = next++;
    }
  }

  void make_nodes() {
    System& system = result_.system;
    system = std::move(draft_.system_);
    system.dimension = options_.dimension == 0 ? draft_.dimension : options_.dimension;
    if (system.dimension != 2 && system.dimension != 3)
      throw Error(fmt::format("dimension is {}; it must be 2 or 3", system.dimension));
    const std::size_t width = usize(system.dimension);
    const bool has_names = !draft_.names_.empty();
    std::set<std::string> seen;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (ids_[i] < 0) continue;
      take_rows(draft_.positions_, i, width, "z", system.nodes.position);
      if (!draft_.velocities_.empty())
        take_rows(draft_.velocities_, i, width, "velocity along z", system.nodes.velocity);
      if (!draft_.masses_.empty())
        system.nodes.mass.push_back(i < draft_.masses_.size() ? draft_.masses_[i] : 0.0);
      if (i < draft_.fixed_.size() && draft_.fixed_[i] != 0) fix(ids_[i], draft_.fixed_[i]);
      if (!has_names) continue;
      const std::string name = i < draft_.names_.size() ? draft_.names_[i] : std::string();
      system.nodes.name.push_back(seen.insert(name).second ? name : std::string());
    }
    system.nodes.mass = shortest(std::move(system.nodes.mass));
    place_loads();
    for (Obstacle& obstacle : system.obstacles) {
      obstacle.point.resize(width);
      obstacle.normal.resize(width);
    }
  }

  // Loads of readers have the points' numbers, and three components.
  void place_loads() {
    std::vector<Load> loads;
    for (Load& load : result_.system.loads) {
      const int point = load.nodes[0];
      const int node = ids_[merged_.empty() ? point : merged_[point]];
      if (node < 0) continue;
      load.nodes = {node};
      if (result_.system.dimension == 2) {
        if (load.force[2] != 0.0)
          file_.fail(
              fmt::format("the load on point {} has a component along z; in two dimensions "
                          "it must be 0",
                          point));
        load.force.resize(2);
      }
      loads.push_back(std::move(load));
    }
    result_.system.loads = std::move(loads);
  }

  void take_rows(const std::vector<double>& rows, std::size_t node, std::size_t width,
                 const char* what, std::vector<double>& target) const {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double value = 3 * node + axis < rows.size() ? rows[3 * node + axis] : 0.0;
      if (axis < width) {
        target.push_back(value);
      } else if (value != 0.0) {
        file_.fail(
            fmt::format("point {} has {} = {}; in two dimensions it must be 0, so leave "
                        "the dimension at 3",
                        node, what, value));
      }
    }
  }

  void fix(int node, std::uint8_t axes) {
    std::vector<Fixed>& fixed = result_.system.nodes.fixed;
    const auto entry = std::find_if(fixed.begin(), fixed.end(),
                                    [&](const Fixed& item) { return item.axes == axes; });
    if (entry != fixed.end()) {
      entry->nodes.push_back(node);
    } else {
      Fixed item;
      item.nodes = {node};
      item.axes = axes;
      fixed.push_back(std::move(item));
    }
  }

  // Group of an element's springs, -1 for those of none.
  int set_group(int label) const {
    const std::vector<int>& groups = draft_.labels_[label];
    return groups.empty() ? -1 : groups[0];
  }

  // A set for the springs of no group, then one for each first group, in the order of the file.
  void make_springs() {
    std::vector<std::vector<std::size_t>> members(draft_.groups_.size() + 1);
    for (std::size_t i = 0; i < edges_.size(); ++i)
      members[set_group(edges_[i].label) + 1].push_back(i);
    spring_ids_.resize(edges_.size());
    set_is_named_.assign(draft_.groups_.size(), false);
    int next = 0;
    for (std::size_t group = 0; group < members.size(); ++group) {
      if (members[group].empty()) continue;
      SpringSet set;
      set.law = draft_.law_;
      if (group > 0) {
        set.name = draft_.groups_[group - 1];
        set_is_named_[group - 1] = true;
      }
      for (const std::size_t edge : members[group]) {
        const Pair ends = edges_[edge].ends;
        set.ends.push_back({ids_[ends[0]], ids_[ends[1]]});
        spring_ids_[edge] = next++;
      }
      for (const Draft::Values& values : draft_.values_)
        set.*values.column = column_of(values, members[group]);
      result_.system.springs.push_back(std::move(set));
    }
  }

  Column column_of(const Draft::Values& values, const std::vector<std::size_t>& members) const {
    Column column;
    for (const std::size_t edge : members) {
      const std::size_t line = edges_[edge].line;
      const bool given = edges_[edge].of == EdgeOf::line && line < values.of_line.size() &&
                         !std::isnan(values.of_line[line]);
      if (given) column.push_back(values.of_line[line]);
    }
    if (column.empty()) return {};
    if (column.size() != members.size())
      file_.fail(
          fmt::format("{} of {} springs that belong together have a value that the others lack; "
                      "give it to all of them, or to none",
                      column.size(), members.size()));
    return shortest(std::move(column));
  }

  void make_faces() {
    if (faces_.count() == 0) return;
    Faces& faces = result_.system.faces;
    for (const std::size_t start : faces_.start) faces.start.push_back(static_cast<int>(start));
    for (const int node : faces_.nodes) faces.nodes.push_back(ids_[node]);
  }

  // Calls `add(group)` for each group of a label.
  template <class Add>
  void each_group(int label, Add add) const {
    for (const int group : draft_.labels_[label]) add(usize(group));
  }

  void make_groups() {
    const std::size_t count = draft_.groups_.size();
    if (count == 0) return;
    std::vector<std::vector<int>> nodes(count), springs(count), faces(count);
    for (std::size_t f = 0; f < faces_.count(); ++f) {
      each_group(faces_.label[f], [&](std::size_t group) {
        faces[group].push_back(static_cast<int>(f));
        for (const int node : faces_.corners(f)) nodes[group].push_back(ids_[node]);
      });
    }
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      each_group(edges_[i].label, [&](std::size_t group) {
        if (!set_is_named_[group]) springs[group].push_back(spring_ids_[i]);
        for (const int end : edges_[i].ends) nodes[group].push_back(ids_[end]);
      });
    }
    // edges of a cell may belong to a line or a face that came first
    for (const Draft::Cell& cell : draft_.cells_) {
      const int* corners = draft_.cell_nodes_.data() + cell.first;
      each_group(cell.label, [&](std::size_t group) {
        for (std::size_t c = 0; c < corner_count(cell.shape); ++c)
          nodes[group].push_back(ids_[corners[c]]);
      });
    }
    for (const Draft::Point& point : draft_.points_) {
      if (ids_[point.node] < 0) continue;
      each_group(point.label, [&](std::size_t group) { nodes[group].push_back(ids_[point.node]); });
    }
    for (std::size_t group = 0; group < count; ++group) {
      add_group(group, nodes[group], result_.system.groups);
      add_group(group, springs[group], result_.system.spring_groups);
      add_group(group, faces[group], result_.system.face_groups);
    }
  }

  void add_group(std::size_t group, std::vector<int>& members, std::vector<Group>& groups) const {
    if (members.empty()) return;
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    groups.push_back({draft_.groups_[group], std::move(members)});
  }

  Draft& draft_;
  const ForeignFile& file_;
  const ImportOptions& options_;
  Imported result_;
  std::vector<int> merged_;  // the point that each became one with; empty: none did
  FaceList faces_;
  std::vector<Edge> edges_;
  std::vector<int> ids_;  // of nodes in the system; -1: left out
  std::vector<int> spring_ids_;
  std::vector<bool> set_is_named_;  // by group
};

Imported Draft::finish(const ForeignFile& file, const ImportOptions& options) {
  return Assembly(*this, file, options).run();
}

}  // namespace tensio::io
