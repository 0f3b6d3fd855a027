// Taking in VTK's cells.
#include "io/formats/import/vtk_cells.hpp"

#include <fmt/format.h>

#include <utility>

namespace tensio::io {
namespace {

struct CellType {
  int number;
  std::size_t nodes;  // 0: any number
  std::size_t least;
  const char* name;
};
constexpr CellType kCellTypes[] = {
    {0, 0, 0, "empty cell"},     {1, 1, 1, "vertex"},       {2, 0, 1, "poly vertex"},
    {3, 2, 2, "line"},           {4, 0, 2, "poly line"},    {5, 3, 3, "triangle"},
    {6, 0, 3, "triangle strip"}, {7, 0, 3, "polygon"},      {8, 4, 4, "pixel"},
    {9, 4, 4, "quad"},           {10, 4, 4, "tetrahedron"}, {11, 8, 8, "voxel"},
    {12, 8, 8, "hexahedron"},    {13, 6, 6, "wedge"},       {14, 5, 5, "pyramid"}};

// Cells of higher order: their corners come first, and are those of the type `linear`.
struct CurvedCell {
  int number;
  std::size_t least;  // points
  int linear;
  const char* name;
};
constexpr CurvedCell kCurvedCells[] = {{21, 3, 3, "quadratic edge"},
                                       {22, 6, 5, "quadratic triangle"},
                                       {23, 8, 9, "quadratic quad"},
                                       {24, 10, 10, "quadratic tetrahedron"},
                                       {25, 20, 12, "quadratic hexahedron"},
                                       {26, 15, 13, "quadratic wedge"},
                                       {27, 13, 14, "quadratic pyramid"},
                                       {28, 9, 9, "biquadratic quad"},
                                       {29, 27, 12, "triquadratic hexahedron"},
                                       {30, 6, 9, "quadratic-linear quad"},
                                       {31, 12, 13, "quadratic-linear wedge"},
                                       {32, 18, 13, "biquadratic-quadratic wedge"},
                                       {33, 24, 12, "biquadratic-quadratic hexahedron"},
                                       {34, 7, 5, "biquadratic triangle"},
                                       {35, 4, 3, "cubic line"},
                                       {37, 19, 14, "triquadratic pyramid"},
                                       {68, 2, 3, "Lagrange curve"},
                                       {69, 3, 5, "Lagrange triangle"},
                                       {70, 4, 9, "Lagrange quadrilateral"},
                                       {71, 4, 10, "Lagrange tetrahedron"},
                                       {72, 8, 12, "Lagrange hexahedron"},
                                       {73, 6, 13, "Lagrange wedge"},
                                       {74, 5, 14, "Lagrange pyramid"},
                                       {75, 2, 3, "Bezier curve"},
                                       {76, 3, 5, "Bezier triangle"},
                                       {77, 4, 9, "Bezier quadrilateral"},
                                       {78, 4, 10, "Bezier tetrahedron"},
                                       {79, 8, 12, "Bezier hexahedron"},
                                       {80, 6, 13, "Bezier wedge"},
                                       {81, 5, 14, "Bezier pyramid"}};

std::string add_curved_cell(Draft& draft, int type, std::span<const int> nodes, int label) {
  for (const CurvedCell& curved : kCurvedCells) {
    if (curved.number != type) continue;
    if (nodes.size() < curved.least)
      return fmt::format("a {} has {} points; it needs at least {}", curved.name, nodes.size(),
                         curved.least);
    draft.simplify(curved.name);
    return add_vtk_cell(draft, curved.linear, nodes.first(kCellTypes[curved.linear].nodes), label);
  }
  draft.skip(fmt::format("VTK cell type {}", type));
  return {};
}

void add_strip(Draft& draft, std::span<const int> nodes, int label) {
  for (std::size_t i = 0; i + 2 < nodes.size(); ++i) {
    // every second triangle turns the other way
    const std::size_t swap = i % 2;
    draft.add_face(std::array<int, 3>{nodes[i + swap], nodes[i + 1 - swap], nodes[i + 2]}, label);
  }
}

}  // namespace

std::string add_vtk_cell(Draft& draft, int type, std::span<const int> nodes, int label) {
  if (type < 0 || type > 14) return add_curved_cell(draft, type, nodes, label);
  const CellType& kind = kCellTypes[type];
  if (nodes.size() < kind.least || (kind.nodes > 0 && nodes.size() != kind.nodes)) {
    return fmt::format("a {} has {} points; it needs {}{}", kind.name, nodes.size(),
                       kind.nodes > 0 ? "" : "at least ", kind.least);
  }
  switch (type) {
    case 0:
    case 1:
    case 2: draft.skip(kind.name); break;
    case 3:
    case 4: draft.add_polyline(nodes, false, label); break;
    case 6: add_strip(draft, nodes, label); break;
    case 5:
    case 7:
    case 9: draft.add_face(nodes, label); break;
    case 8:
      draft.add_face(std::array<int, 4>{nodes[0], nodes[1], nodes[3], nodes[2]}, label);
      break;
    case 10: draft.add_cell(CellShape::tetrahedron, nodes, label); break;
    case 11:
      draft.add_cell(CellShape::hexahedron,
                     std::array<int, 8>{nodes[0], nodes[1], nodes[3], nodes[2], nodes[4], nodes[5],
                                        nodes[7], nodes[6]},
                     label);
      break;
    case 12: draft.add_cell(CellShape::hexahedron, nodes, label); break;
    case 13: draft.add_cell(CellShape::wedge, nodes, label); break;
    default: draft.add_cell(CellShape::pyramid, nodes, label);
  }
  return {};
}

void add_vtk_grid(Draft& draft, const std::array<int, 3>& points) {
  // the axes that have more than one point, and the step from a point to the next one along them
  std::vector<std::pair<int, int>> axes;
  int step = 1;
  for (const int count : points) {
    if (count > 1) axes.emplace_back(count, step);
    step *= count;
  }
  if (axes.size() == 1) {
    for (int i = 0; i + 1 < axes[0].first; ++i) draft.add_line(i, i + 1);
  } else if (axes.size() == 2) {
    const int down = axes[1].second;
    for (int j = 0; j + 1 < axes[1].first; ++j)
      for (int i = 0; i + 1 < axes[0].first; ++i) {
        const int first = i + j * down;
        draft.add_face(std::array<int, 4>{first, first + 1, first + 1 + down, first + down});
      }
  } else if (axes.size() == 3) {
    const int y = axes[1].second, z = axes[2].second;
    for (int k = 0; k + 1 < axes[2].first; ++k)
      for (int j = 0; j + 1 < axes[1].first; ++j)
        for (int i = 0; i + 1 < axes[0].first; ++i) {
          const int o = i + j * y + k * z;
          draft.add_cell(CellShape::hexahedron,
                         std::array<int, 8>{o, o + 1, o + 1 + y, o + y, o + z, o + 1 + z,
                                            o + 1 + y + z, o + y + z});
        }
  }
}

}  // namespace tensio::io
