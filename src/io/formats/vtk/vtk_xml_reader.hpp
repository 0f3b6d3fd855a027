// VTK's XML files: PolyData (.vtp) and UnstructuredGrid (.vtu), without interpretation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tensio::io {

/// Numbers of points or cells, whatever their type was.
struct VtkArray {
  std::string name = {};
  std::size_t components = 1;
  std::vector<double> values = {};
};

/// VTK's numbers for kinds of cells.
enum VtkCell : std::uint8_t {
  kVtkVertex = 1,
  kVtkVertices = 2,
  kVtkLine = 3,
  kVtkPolyline = 4,
  kVtkTriangle = 5,
  kVtkStrip = 6,
  kVtkPolygon = 7,
  kVtkQuad = 9,
};

struct VtkMesh {
  std::vector<double> points = {};  ///< x, y, z of each
  std::vector<VtkArray> point_data = {};
  std::vector<VtkArray> cell_data = {};
  std::vector<VtkArray> field_data = {};
  std::vector<std::uint8_t> types = {};  ///< of each cell, in the order of the cell data
  std::vector<std::size_t> start = {0};  ///< where the nodes of each cell begin, and the end
  std::vector<int> nodes = {};           ///< ids of points, each of a point that is there

  std::span<const int> cell(std::size_t i) const {
    return {nodes.data() + start[i], start[i + 1] - start[i]};
  }
};

/// The array of this name, or nullptr.
const VtkArray* find_array(const std::vector<VtkArray>& arrays, std::string_view name);

/// Reads a whole file: data appended (raw or base64) or inline (ascii or binary), compressed by
/// zlib or not; pieces are put together. Throws Error with the line and column.
VtkMesh parse_vtk_xml(std::string_view bytes, const std::string& name);

}  // namespace tensio::io
