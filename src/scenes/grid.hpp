// A rectangle of cells in the plane z = 0: what cloth and nets are drawn on.
#pragma once

#include "scenes/kinds.hpp"

namespace tensio::scenes {

struct Grid {
  double width = 1;
  double height = 1;
  int columns = 1;
  int rows = 1;

  int node(int column, int row) const { return row * (columns + 1) + column; }
};

/// Rows as given, or as many as make the cells square; in a double, which does not overflow.
double rows_wanted(const std::optional<int>& rows, int columns, double width, double height);
int row_count(const std::optional<int>& rows, int columns, double width, double height);

/// Its nodes, the cells as faces, and groups of corners and edges.
System grid_part(const Grid& grid);
std::vector<GeneratorName> grid_groups();

/// Adds the options of a kind that is drawn on a grid of `cells`.
template <class Options>
void add_grid_options(Table<Options>& table, const std::string& cells) {
  table.add_length("width", "along x", &Options::width);
  table.add_length("height", "along y", &Options::height);
  table.add({"columns", "", cells + " along x"}, &Options::columns, kFromOne);
  table.add({"rows", "", cells + " along y; default: as many as make them square"}, &Options::rows,
            kFromOne);
}
/// How many nodes the grid of these options would have.
template <class Options>
double grid_nodes(const Options& options) {
  return (options.columns + 1.0) *
         (rows_wanted(options.rows, options.columns, options.width, options.height) + 1);
}
template <class Options>
Grid grid_of(const Options& options) {
  return {options.width, options.height, options.columns,
          row_count(options.rows, options.columns, options.width, options.height)};
}

}  // namespace tensio::scenes
