#include "io/formats/vtk/vtk_pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/index.hpp"
#include "io/formats/vtk/frame_arrays.hpp"
#include "io/formats/vtk/vtk_arrays.hpp"
#include "io/formats/vtk/vtk_xml_reader.hpp"
#include "io/text/markup.hpp"
#include "io/text/save_text.hpp"

namespace tensio::io {
namespace {

// Rows of the piece's nodes, in space.
std::vector<double> of_nodes(std::span<const double> values, std::span<const int> nodes,
                             std::size_t width) {
  std::vector<double> rows;
  rows.reserve(nodes.size() * width);
  for (const int node : nodes)
    for (std::size_t k = 0; k < width; ++k) rows.push_back(values[usize(node) * width + k]);
  return rows;
}

std::vector<std::int32_t> numbered(std::span<const int> items, std::span<const int> ids) {
  std::vector<std::int32_t> numbers;
  numbers.reserve(items.size());
  for (const int item : items) numbers.push_back(ids.empty() ? item : ids[usize(item)]);
  return numbers;
}

// Calls put(name, numbers, components) for each array of the points.
template <class Put>
void put_point_arrays(const MotionFrame& frame, const VtkNet& net, const VtkPiece& piece,
                      const VtkIds& ids, const Put& put) {
  const auto d = usize(net.dimension);
  put("velocity", in_space(of_nodes(frame.velocity, piece.nodes, d), net.dimension), 3);
  put("mass", of_nodes(frame.mass, piece.nodes, 1), 1);
  put("node", numbered(piece.nodes, ids.nodes), 1);
  std::vector<std::uint8_t> copies(piece.nodes.size(), 1);
  std::fill_n(copies.begin(), piece.own_count, std::uint8_t{0});
  put("vtkGhostType", copies, 1);
}

// The cells of a piece, with its nodes in the order of the piece.
VtkCells piece_cells(std::span<const int> items, const auto& corners_of,
                     const std::vector<std::pair<int, int>>& place) {
  VtkCells cells;
  std::vector<int> local;
  for (const int item : items) {
    local.clear();
    for (const int node : corners_of(item))
      local.push_back(std::lower_bound(place.begin(), place.end(), std::pair(node, 0))->second);
    cells.add(usize(item), local);
  }
  return cells;
}

std::vector<std::uint8_t> types_of(const VtkCells& springs, const VtkCells& faces) {
  std::vector<std::uint8_t> types(springs.ids.size(), kVtkLine);
  std::int32_t begin = 0;
  for (const std::int32_t end : faces.offsets) {
    types.push_back(end - begin == 3 ? kVtkTriangle : end - begin == 4 ? kVtkQuad : kVtkPolygon);
    begin = end;
  }
  return types;
}

template <class Number>
std::string parallel_tag(std::string_view name, const std::vector<Number>&, int components) {
  return fmt::format("<PDataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\"/>\n",
                     vtk_type(Number{}), name, components);
}

std::string head(const char* type) {
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" "
      "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n",
      type);
}

}  // namespace

std::vector<VtkPiece> frame_pieces(const MotionFrame& frame, const VtkNet& net,
                                   std::span<const int> owner, int ranks) {
  std::vector<VtkPiece> pieces(usize(ranks));
  for (std::size_t node = 0; node < owner.size(); ++node)
    pieces[owner[node]].nodes.push_back(static_cast<int>(node));
  for (VtkPiece& piece : pieces) piece.own_count = static_cast<int>(piece.nodes.size());
  for (const std::int32_t s : whole_springs(frame, net).ids)
    pieces[owner[net.ends[s][0]]].springs.push_back(s);
  for (const std::int32_t f : whole_faces(frame, net).ids)
    pieces[owner[net.faces.corners(f)[0]]].faces.push_back(f);
  for (int rank = 0; rank < ranks; ++rank) {
    VtkPiece& piece = pieces[rank];
    std::vector<int> copies;
    const auto need = [&](std::span<const int> corners) {
      for (const int node : corners)
        if (owner[node] != rank) copies.push_back(node);
    };
    for (const int s : piece.springs) need(net.ends[s]);
    for (const int f : piece.faces) need(net.faces.corners(f));
    std::sort(copies.begin(), copies.end());
    copies.erase(std::unique(copies.begin(), copies.end()), copies.end());
    piece.nodes.insert(piece.nodes.end(), copies.begin(), copies.end());
  }
  return pieces;
}

std::string vtu_piece(const MotionFrame& frame, const VtkNet& net, const VtkPiece& piece,
                      const VtkIds& ids) {
  std::vector<std::pair<int, int>> place;
  for (const int node : piece.nodes) place.push_back({node, static_cast<int>(place.size())});
  std::sort(place.begin(), place.end());
  VtkCells springs = piece_cells(
      piece.springs, [&](int s) { return std::span<const int>(net.ends[s]); }, place);
  VtkCells faces = piece_cells(
      piece.faces, [&](int f) { return net.faces.corners(f); }, place);

  VtkArrays arrays;
  std::string text = head("UnstructuredGrid") + "<UnstructuredGrid>\n<FieldData>\n";
  text += arrays.tag("TimeValue", std::vector<double>{frame.time}, 1);
  if (net.has_events)
    text += arrays.tag(kEventCountArray,
                       std::vector{static_cast<std::int32_t>(frame.events_applied)}, 1);
  text += fmt::format(
      "</FieldData>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n<PointData "
      "Scalars=\"mass\" Vectors=\"velocity\">\n",
      piece.nodes.size(), springs.ids.size() + faces.ids.size());
  put_point_arrays(frame, net, piece, ids,
                   [&](const char* name, const auto& values, std::size_t components) {
                     text += arrays.tag(name, values, components);
                   });
  text += "</PointData>\n<CellData Scalars=\"tension\">\n";
  const auto put = [&](const char* name, const auto& values) {
    text += arrays.tag(name, values, 1);
  };
  put_cell_arrays(frame, net, springs, faces, put);
  put_cell_numbers(numbered(piece.springs, ids.springs), numbered(piece.faces, ids.faces), true,
                   put);
  text += "</CellData>\n<Points>\n";
  const std::vector<double> points = of_nodes(frame.position, piece.nodes, usize(net.dimension));
  text += arrays.tag("Points", in_space(points, net.dimension), 3);
  text += "</Points>\n<Cells>\n";
  // Faces come behind the springs.
  const std::vector<std::uint8_t> types = types_of(springs, faces);
  const auto line_ends = static_cast<std::int32_t>(springs.connectivity.size());
  springs.connectivity.insert(springs.connectivity.end(), faces.connectivity.begin(),
                              faces.connectivity.end());
  for (const std::int32_t end : faces.offsets) springs.offsets.push_back(line_ends + end);
  text += arrays.tag("connectivity", springs.connectivity, 1);
  text += arrays.tag("offsets", springs.offsets, 1);
  text += arrays.tag("types", types, 1);
  return text + "</Cells>\n</Piece>\n</UnstructuredGrid>\n" + arrays.appended();
}

std::string pvtu_text(const MotionFrame& frame, const VtkNet& net,
                      std::span<const std::string> files) {
  const VtkPiece nothing;
  std::string text = head("PUnstructuredGrid") +
                     "<PUnstructuredGrid GhostLevel=\"0\">\n<PPointData Scalars=\"mass\" "
                     "Vectors=\"velocity\">\n";
  put_point_arrays(frame, net, nothing, {},
                   [&](const char* name, const auto& values, int components) {
                     text += parallel_tag(name, values, components);
                   });
  text += "</PPointData>\n<PCellData Scalars=\"tension\">\n";
  const auto put = [&](const char* name, const auto& values) {
    text += parallel_tag(name, values, 1);
  };
  put_cell_arrays(frame, net, {}, {}, put);
  put_cell_numbers({}, {}, true, put);
  text += "</PCellData>\n<PPoints>\n" + parallel_tag("Points", std::vector<double>(), 3) +
          "</PPoints>\n";
  for (const std::string& file : files)
    text += fmt::format("<Piece Source=\"{}\"/>\n", escaped(file));
  return text + "</PUnstructuredGrid>\n</VTKFile>\n";
}

std::string pieces_name(std::uint64_t frame) { return fmt::format("frame_{:06}.pvtu", frame); }

std::string piece_name(std::uint64_t frame, int rank) {
  return fmt::format("frame_{:06}_{}.vtu", frame, rank);
}

void save_pieces(const std::string& folder, std::uint64_t number, const MotionFrame& frame,
                 const VtkNet& net, std::span<const VtkPiece> pieces) {
  std::vector<std::string> files;
  for (const VtkPiece& piece : pieces) {
    files.push_back(piece_name(number, static_cast<int>(files.size())));
    save_text(vtu_piece(frame, net, piece), folder + "/" + files.back());
  }
  save_text(pvtu_text(frame, net, files), folder + "/" + pieces_name(number));
}

}  // namespace tensio::io
