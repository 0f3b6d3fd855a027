// Frames of a run for ParaView.
#include "io/formats/vtk/vtk.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <span>

#include "core/index.hpp"
#include "io/formats/vtk/frame_arrays.hpp"
#include "io/formats/vtk/vtk_arrays.hpp"

namespace tensio::io {
namespace {

bool broken(const MotionFrame& frame, std::size_t spring) {
  return !frame.broken.empty() && frame.broken[spring] != 0;
}

// The section of one kind of cells.
std::string cell_tags(const VtkCells& cells, const char* kind, VtkArrays& arrays) {
  std::string text = fmt::format("<{}>\n", kind);
  text += arrays.tag("connectivity", cells.connectivity, 1);
  text += arrays.tag("offsets", cells.offsets, 1);
  return text + fmt::format("</{}>\n", kind);
}

}  // namespace

std::vector<double> in_space(std::span<const double> values, int dimension) {
  if (dimension == 3) return {values.begin(), values.end()};
  std::vector<double> result;
  result.reserve(values.size() / 2 * 3);
  for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
    result.insert(result.end(), {values[i], values[i + 1], 0.0});
  }
  return result;
}

VtkCells whole_springs(const MotionFrame& frame, const VtkNet& net) {
  VtkCells cells;
  for (std::size_t s = 0; s < net.ends.size(); ++s) {
    if (!broken(frame, s)) cells.add(s, net.ends[s]);
  }
  return cells;
}

VtkCells whole_faces(const MotionFrame& frame, const VtkNet& net) {
  const auto count = usize(net.faces.count());
  std::vector<bool> gone(count);
  const std::vector<int>& start = net.edge_faces.start;
  for (std::size_t s = 0; count > 0 && s < net.ends.size(); ++s) {
    for (int i = start[s]; broken(frame, s) && i < start[s + 1]; ++i) {
      gone[net.edge_faces.faces[i]] = true;
    }
  }
  VtkCells cells;
  for (std::size_t f = 0; f < count; ++f) {
    const std::span<const int> corners = net.faces.corners(static_cast<int>(f));
    if (!gone[f] && corners.size() > 2) cells.add(f, corners);
  }
  return cells;
}

const std::string_view kPvdHead =
    "<?xml version=\"1.0\"?>\n"
    "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
    "<Collection>\n";
const std::string_view kPvdFoot = "</Collection>\n</VTKFile>\n";

std::string frame_name(std::uint64_t number) { return fmt::format("frame_{:06}.vtp", number); }

std::string pvd_line(double time, const std::string& file) {
  return fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", time, file);
}

VtkNet::VtkNet(const System& system)
    : dimension(system.dimension),
      faces(system.faces),
      changes(spring_changes(system)),
      has_events(!system.events.empty()) {
  for (const SpringSet& set : system.springs) {
    ends.insert(ends.end(), set.ends.begin(), set.ends.end());
  }
  if (faces.count() == 0) return;
  std::vector<int> a, b;
  for (const std::array<int, 2>& pair : ends) {
    a.push_back(pair[0]);
    b.push_back(pair[1]);
  }
  edge_faces = tensio::edge_faces(a, b, faces.start, faces.nodes);
}

std::string vtp_text(const MotionFrame& frame, const VtkNet& net) {
  const VtkCells springs = whole_springs(frame, net), faces = whole_faces(frame, net);
  const std::vector<double> mass(frame.mass.begin(), frame.mass.end());

  VtkArrays arrays;
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n";
  text += arrays.tag("TimeValue", std::vector<double>{frame.time}, 1);
  if (net.has_events) {
    const auto count = static_cast<std::int32_t>(frame.events_applied);
    text += arrays.tag(kEventCountArray, std::vector<std::int32_t>{count}, 1);
  }
  text += fmt::format(
      "</FieldData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" "
      "NumberOfStrips=\"0\" NumberOfPolys=\"{}\">\n<PointData Scalars=\"mass\" "
      "Vectors=\"velocity\">\n",
      mass.size(), springs.ids.size(), faces.ids.size());
  text += arrays.tag("velocity", in_space(frame.velocity, net.dimension), 3);
  text += arrays.tag("mass", mass, 1);
  text += "</PointData>\n<CellData Scalars=\"tension\">\n";
  const auto put = [&](const char* name, const auto& values) {
    text += arrays.tag(name, values, 1);
  };
  put_cell_arrays(frame, net, springs, faces, put);
  put_cell_numbers(springs.ids, faces.ids, net.faces.count() > 0, put);
  text += "</CellData>\n<Points>\n";
  text += arrays.tag("Points", in_space(frame.position, net.dimension), 3);
  text += "</Points>\n" + cell_tags(springs, "Lines", arrays);
  if (net.faces.count() > 0) text += cell_tags(faces, "Polys", arrays);
  return text + "</Piece>\n</PolyData>\n" + arrays.appended();
}

}  // namespace tensio::io
