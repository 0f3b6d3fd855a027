// Frames of a run for ParaView.
#include "io/vtk.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <span>

#include "io/vtk_arrays.hpp"

namespace tensio::io {
namespace {

// Vectors of three axes, whatever the dimension.
std::vector<double> in_space(std::span<const double> values, int dimension) {
  if (dimension == 3) return {values.begin(), values.end()};
  std::vector<double> result;
  result.reserve(values.size() / 2 * 3);
  for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
    result.insert(result.end(), {values[i], values[i + 1], 0.0});
  }
  return result;
}

// The springs that are not broken.
std::vector<std::int32_t> whole_springs(const MotionFrame& frame, std::size_t count) {
  std::vector<std::int32_t> whole;
  whole.reserve(count);
  for (std::size_t s = 0; s < count; ++s) {
    if (frame.broken.empty() || frame.broken[s] == 0) whole.push_back(static_cast<std::int32_t>(s));
  }
  return whole;
}

std::vector<double> picked(std::span<const double> values,
                           const std::vector<std::int32_t>& springs) {
  std::vector<double> result;
  result.reserve(springs.size());
  for (const std::int32_t s : springs) {
    const double value = values[static_cast<std::size_t>(s)];
    result.push_back(std::isfinite(value) ? value : 0.0);
  }
  return result;
}

}  // namespace

const std::string_view kPvdHead =
    "<?xml version=\"1.0\"?>\n"
    "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
    "<Collection>\n";
const std::string_view kPvdFoot = "</Collection>\n</VTKFile>\n";

std::string pvd_line(double time, const std::string& file) {
  return fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", time, file);
}

std::string vtp_text(const MotionFrame& frame, const std::vector<std::array<int, 2>>& ends,
                     int dimension) {
  const std::vector<std::int32_t> springs = whole_springs(frame, ends.size());
  std::vector<std::int32_t> connectivity, offsets;
  connectivity.reserve(2 * springs.size());
  offsets.reserve(springs.size());
  for (const std::int32_t s : springs) {
    const std::array<int, 2>& pair = ends[static_cast<std::size_t>(s)];
    connectivity.insert(connectivity.end(), {pair[0], pair[1]});
    offsets.push_back(static_cast<std::int32_t>(connectivity.size()));
  }
  const std::vector<double> mass(frame.mass.begin(), frame.mass.end());

  VtkArrays arrays;
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n";
  text += arrays.tag("TimeValue", std::vector<double>{frame.time}, 1);
  text += fmt::format(
      "</FieldData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" "
      "NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n<PointData Scalars=\"mass\" "
      "Vectors=\"velocity\">\n",
      mass.size(), springs.size());
  text += arrays.tag("velocity", in_space(frame.velocity, dimension), 3);
  text += arrays.tag("mass", mass, 1);
  text += "</PointData>\n<CellData Scalars=\"tension\">\n";
  text += arrays.tag("tension", picked(frame.tension, springs), 1);
  text += arrays.tag("strain", picked(frame.strain, springs), 1);
  text += arrays.tag("energy", picked(frame.spring_energy, springs), 1);
  text += arrays.tag("spring", springs, 1);
  text += "</CellData>\n<Points>\n";
  text += arrays.tag("Points", in_space(frame.position, dimension), 3);
  text += "</Points>\n<Lines>\n";
  text += arrays.tag("connectivity", connectivity, 1);
  text += arrays.tag("offsets", offsets, 1);
  text += "</Lines>\n</Piece>\n</PolyData>\n";
  return text + arrays.appended();
}

}  // namespace tensio::io
