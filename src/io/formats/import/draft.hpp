// What a reader has found in a file of another program, before it becomes a System.
//
// Readers add points, lines, faces and cells as they are; finish() makes each edge one spring,
// and counts and handles what is repeated, degenerate or unused, in one way for all formats.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/formats/import/face_list.hpp"
#include "io/text/foreign_file.hpp"
#include "tensio/files/import.hpp"

namespace tensio::io {

/// Most groups that one element may belong to, so that memory is bounded by the file.
inline constexpr std::size_t kMaxGroupsOfElement = 16;

enum class CellShape { tetrahedron, hexahedron, wedge, pyramid };
/// Corners of a cell, which are numbered as in VTK and Gmsh.
std::size_t corner_count(CellShape shape);

class Draft {
 public:
  /// Points of a table are nodes even where nothing joins them, and springs side by side all act.
  bool is_table = false;
  bool merges_equal = false;   ///< the format has no shared points
  int dimension = 3;           ///< of the format
  bool edges_of_faces = true;  ///< are springs

  int add_node(double x, double y, double z);
  int node_count() const { return static_cast<int>(positions_.size() / 3); }
  // of the node that was added last
  void set_mass(double mass);
  void set_velocity(double x, double y, double z);
  void set_name(std::string_view name);
  void fix(std::uint8_t axes = kAllAxes);
  /// Of all nodes.
  void set_names(const std::vector<std::string>& names);

  /// A number for elements that belong to some groups; the first names their set of springs.
  int label(const std::vector<std::string>& groups);
  int label(std::string_view group);  ///< empty: of no group

  // Nodes must be there already, or be added before finish().
  void add_line(int a, int b, int label = 0);
  /// A value of the line that was added last.
  void set_value(Column SpringSet::*column, double value);
  /// A value of all lines that have none.
  void set_value_of_rest(Column SpringSet::*column, double value);
  /// The law of all springs; linear where no format says otherwise.
  void set_law(Law law) { law_ = law; }
  void add_polyline(std::span<const int> nodes, bool closed, int label = 0);
  void add_face(std::span<const int> corners, int label = 0);
  void add_cell(CellShape shape, std::span<const int> corners, int label = 0);
  /// A node as a member of groups, joined to nothing.
  void add_point(int node, int label);
  /// The same of a point that is a node even where nothing joins it.
  void keep(int node, int label);
  void skip(std::string_view kind, int count = 1);
  /// Counts elements of higher order, of which the corners alone were taken.
  void simplify(std::string_view kind, int count = 1);
  std::size_t line_count() const { return lines_.size(); }

  /// Nodes without a place continue a circle in the plane, a unit apart, in their order.
  void place_on_circle();

  /// Everything else that the file says: title, gravity, loads of one point each...
  System& system() { return system_; }

  Imported finish(const ForeignFile& file, const ImportOptions& options);

 private:
  friend class Assembly;

  struct Line {
    std::array<int, 2> ends;
    int label;
  };
  struct Values {
    Column SpringSet::*column;
    std::vector<double> of_line;  // NaN where there is none
  };
  struct Cell {
    CellShape shape;
    int label;
    std::size_t first;  // in cell_nodes_
  };
  struct Point {
    int node;
    int label;
  };
  Values& values_of(Column SpringSet::*column);
  void check_more(std::size_t count, const char* what) const;

  std::vector<double> positions_;
  std::vector<double> masses_;      // empty, or as many as nodes
  std::vector<double> velocities_;  // likewise, three each
  std::vector<std::uint8_t> fixed_;
  std::vector<std::string> names_;
  std::vector<Line> lines_;
  std::vector<Values> values_;
  FaceList faces_;
  std::vector<Cell> cells_;
  std::vector<int> cell_nodes_;
  std::vector<Point> points_;
  std::vector<int> kept_;
  std::vector<std::vector<int>> labels_ = {{}};  // groups of each label
  std::map<std::vector<int>, int> label_index_ = {{{}, 0}};
  std::vector<std::string> groups_;
  std::map<std::string, int, std::less<>> group_index_;
  std::map<std::string, int, std::less<>> skipped_, simplified_;
  std::optional<Law> law_;
  System system_;
};

/// A text that can be the name of a group or a node: UTF-8 without control characters, and nothing
/// that a selection would read as something else.
std::string clean_name(std::string_view text);

}  // namespace tensio::io
