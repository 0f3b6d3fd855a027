#include "scenes/grid.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "scenes/kinds.hpp"

namespace tensio::scenes {
namespace {

void add_faces(const Grid& grid, Faces& faces) {
  const auto cells = usize(grid.columns) * usize(grid.rows);
  faces.start.reserve(cells + 1);
  faces.nodes.reserve(4 * cells);
  faces.start.push_back(0);
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      for (const int corner : {grid.node(column, row), grid.node(column + 1, row),
                               grid.node(column + 1, row + 1), grid.node(column, row + 1)})
        faces.nodes.push_back(corner);
      faces.start.push_back(static_cast<int>(faces.nodes.size()));
    }
}

std::vector<Group> groups_of(const Grid& grid) {
  const int m = grid.columns, n = grid.rows;
  std::vector<Group> groups = {
      {"corner_00", {grid.node(0, 0)}},
      {"corner_10", {grid.node(m, 0)}},
      {"corner_01", {grid.node(0, n)}},
      {"corner_11", {grid.node(m, n)}},
      {"corners", {grid.node(0, 0), grid.node(m, 0), grid.node(0, n), grid.node(m, n)}},
      {"edge_x0", series(grid.node(0, 0), m + 1, n + 1)},
      {"edge_x1", series(grid.node(m, 0), m + 1, n + 1)},
      {"edge_y0", series(grid.node(0, 0), 1, m + 1)},
      {"edge_y1", series(grid.node(0, n), 1, m + 1)}};
  Group rim{"rim", {}};
  for (int row = 0; row <= n; ++row)
    for (int column = 0; column <= m; column += row == 0 || row == n ? 1 : m)
      rim.members.push_back(grid.node(column, row));
  groups.push_back(std::move(rim));
  groups.push_back({"center", {grid.node(m / 2, n / 2)}});
  return groups;
}

}  // namespace

double rows_wanted(const std::optional<int>& rows, int columns, double width, double height) {
  if (rows) return *rows;
  return std::max(1.0, std::floor(columns * (height / width) + 0.5));
}

int row_count(const std::optional<int>& rows, int columns, double width, double height) {
  return static_cast<int>(rows_wanted(rows, columns, width, height));
}

System grid_part(const Grid& grid) {
  System part;
  std::vector<double>& position = part.nodes.position;
  position.reserve(3 * usize(grid.columns + 1) * usize(grid.rows + 1));
  for (int row = 0; row <= grid.rows; ++row)
    for (int column = 0; column <= grid.columns; ++column) {
      position.push_back(grid.width * column / grid.columns);
      position.push_back(grid.height * row / grid.rows);
      position.push_back(0);
    }
  add_faces(grid, part.faces);
  part.groups = groups_of(grid);
  return part;
}

std::vector<GeneratorName> grid_groups() {
  return names_of(R"(
      corner_00: the corner at x = 0, y = 0
      corner_10: the corner at x = width, y = 0
      corner_01: the corner at x = 0, y = height
      corner_11: the corner at x = width, y = height
      corners: all four
      edge_x0: the edge at x = 0
      edge_x1: the edge at x = width
      edge_y0: the edge at y = 0
      edge_y1: the edge at y = height
      rim: all four edges
      center: the node in the middle)");
}

}  // namespace tensio::scenes
