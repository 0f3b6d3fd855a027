// A rectangle of cells in the plane z = 0: what cloth and nets are drawn on.
#pragma once

#include "tensio/scenes/generators.hpp"

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

}  // namespace tensio::scenes
