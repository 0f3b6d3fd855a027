// Nets for ParaView: PolyData (.vtp) and UnstructuredGrid (.vtu), all that is known as arrays.
//
// Springs come first, then faces. Nodes have velocity, mass, `fixed` (axes as bits: x 1, y 2, z 4)
// and `drawn` where they are not where they were drawn; springs and faces have their id, springs
// their set, stiffness, rest_length and tension. A group is an array of 0 and 1, `group.NAME`, a
// named set `set.NAME`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "io/formats/export/mesh_writers.hpp"
#include "io/formats/vtk/vtk_arrays.hpp"

namespace tensio::io {
namespace {

constexpr std::size_t kMostGroups = 256;  // arrays; more would be most of the file

using Mask = std::vector<std::uint8_t>;

class VtkWriter {
 public:
  VtkWriter(const NetView& net, Notes& notes) : net_(net), notes_(notes) {}

  std::string point_data() {
    const System& system = net_.system;
    std::string text = "<PointData>\n";
    if (!net_.state.velocity.empty()) {
      text += arrays_.tag("velocity", in_space(net_.state.velocity), 3);
    }
    text += arrays_.tag("mass", node_masses(system), 1);
    const std::vector<unsigned char> fixed = fixed_axes(system);
    text += arrays_.tag("fixed", std::vector<std::int32_t>(fixed.begin(), fixed.end()), 1);
    if (net_.state.position != system.nodes.position) {
      text += arrays_.tag("drawn", in_space(system.nodes.position), 3);
    }
    for (const Group& group : limited(system.groups)) {
      text += mask_tag("group." + group.name, group.members, net_.node_count);
    }
    return text + "</PointData>\n";
  }

  std::string cell_data() {
    const System& system = net_.system;
    std::string text = "<CellData>\n";
    text += arrays_.tag("spring", ids(net_.whole, net_.faces.size()), 1);
    if (!net_.faces.empty()) {
      std::vector<std::int32_t> faces(net_.whole.size(), -1);
      for (const std::size_t f : net_.faces) faces.push_back(static_cast<std::int32_t>(f));
      text += arrays_.tag("face", faces, 1);
    }
    std::vector<std::int32_t> sets;
    for (const std::size_t s : net_.whole) {
      sets.push_back(static_cast<std::int32_t>(net_.springs[s].set));
    }
    sets.resize(sets.size() + net_.faces.size(), -1);
    text += arrays_.tag("set", sets, 1);
    const SpringNumbers numbers = spring_numbers(net_);
    text += spring_tag("stiffness", numbers.stiffness);
    text += spring_tag("rest_length", numbers.rest_length);
    if (!net_.state.tension.empty()) text += spring_tag("tension", net_.state.tension);
    for (std::size_t i = 0; i < std::min(system.springs.size(), kMostGroups); ++i) {
      // several sets are distinguished by names; one alone may have none
      if (system.springs.size() == 1 && system.springs[i].name.empty()) continue;
      Mask mask;
      for (const std::int32_t set : sets) mask.push_back(set == static_cast<std::int32_t>(i));
      text += arrays_.tag("set." + set_name(system, i), mask, 1);
    }
    return text + cell_groups() + "</CellData>\n";
  }

  std::string points() {
    return "<Points>\n" + arrays_.tag("Points", in_space(net_.state.position), 3) + "</Points>\n";
  }

  std::string line_cells() {
    std::vector<std::int32_t> connectivity, offsets;
    add_lines(connectivity, offsets);
    return arrays_.tag("connectivity", connectivity, 1) + arrays_.tag("offsets", offsets, 1);
  }

  std::string face_cells() {
    std::vector<std::int32_t> connectivity, offsets;
    add_faces(connectivity, offsets);
    return arrays_.tag("connectivity", connectivity, 1) + arrays_.tag("offsets", offsets, 1);
  }

  std::string all_cells() {
    std::vector<std::int32_t> connectivity, offsets;
    add_lines(connectivity, offsets);
    add_faces(connectivity, offsets);
    Mask types(net_.whole.size(), 3);  // VTK_LINE
    for (const std::size_t f : net_.faces) {
      const std::size_t count = net_.corners(f).size();
      types.push_back(count == 3 ? 5 : count == 4 ? 9 : 7);  // triangle, quad, polygon
    }
    return arrays_.tag("connectivity", connectivity, 1) + arrays_.tag("offsets", offsets, 1) +
           arrays_.tag("types", types, 1);
  }

  std::string file(const char* type, std::string_view piece) {
    const std::string time = arrays_.tag("TimeValue", std::vector<double>{net_.state.time}, 1);
    return fmt::format(
               "<?xml version=\"1.0\"?>\n<VTKFile type=\"{0}\" version=\"1.0\" "
               "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<{0}>\n<FieldData>\n{1}"
               "</FieldData>\n{2}</{0}>\n",
               type, time, piece) +
           arrays_.appended();
  }

 private:
  std::vector<double> in_space(const std::vector<double>& values) const {
    const auto dimension = usize(net_.system.dimension);
    if (dimension == 3) return values;
    std::vector<double> result;
    for (std::size_t node = 0; node < net_.node_count; ++node) {
      const Vector v = row(values, node, dimension);
      result.insert(result.end(), v.begin(), v.end());
    }
    return result;
  }

  static std::vector<std::int32_t> ids(const std::vector<std::size_t>& items, std::size_t others) {
    std::vector<std::int32_t> result;
    result.reserve(items.size() + others);
    for (const std::size_t item : items) result.push_back(static_cast<std::int32_t>(item));
    result.resize(result.size() + others, -1);
    return result;
  }

  // Numbers of springs; nothing where none is known.
  std::string spring_tag(const char* name, const std::vector<double>& values) {
    std::vector<double> cells;
    bool known = false;
    for (const std::size_t s : net_.whole) {
      cells.push_back(values[s]);
      known = known || std::isfinite(values[s]);
    }
    if (!known) return {};
    cells.resize(cells.size() + net_.faces.size(), std::numeric_limits<double>::quiet_NaN());
    return arrays_.tag(name, cells, 1);
  }

  std::span<const Group> limited(const std::vector<Group>& groups) {
    if (groups.size() > kMostGroups) {
      notes_.push_back(
          fmt::format("of {} groups the first {} are written", groups.size(), kMostGroups));
    }
    return std::span<const Group>(groups).first(std::min(groups.size(), kMostGroups));
  }

  std::string mask_tag(const std::string& name, const std::vector<int>& members,
                       std::size_t count) {
    Mask mask(count, 0);
    for (const int member : members) mask[member] = 1;
    return arrays_.tag(name, mask, 1);
  }

  // Groups of springs and of faces; those of one name are one array.
  std::string cell_groups() {
    std::vector<std::size_t> cell(net_.springs.size(), 0);
    std::vector<std::uint8_t> there(net_.springs.size(), 0);
    for (std::size_t i = 0; i < net_.whole.size(); ++i) {
      cell[net_.whole[i]] = i;
      there[net_.whole[i]] = 1;
    }
    std::vector<Group> groups;
    const auto members_of = [&](const std::string& name) -> std::vector<int>& {
      for (Group& group : groups) {
        if (group.name == name) return group.members;
      }
      groups.push_back({.name = name});
      return groups.back().members;
    };
    for (const Group& group : limited(net_.system.spring_groups)) {
      std::vector<int>& members = members_of(group.name);
      for (const int member : group.members) {
        const auto s = usize(member);
        if (there[s] != 0) members.push_back(static_cast<int>(cell[s]));
      }
    }
    for (const Group& group : limited(net_.system.face_groups)) {
      std::vector<int>& members = members_of(group.name);
      for (const int member : group.members) {
        const auto found = std::lower_bound(net_.faces.begin(), net_.faces.end(), usize(member));
        if (found == net_.faces.end() || *found != usize(member)) continue;
        members.push_back(static_cast<int>(net_.whole.size()) +
                          static_cast<int>(found - net_.faces.begin()));
      }
    }
    std::string text;
    for (const Group& group : groups) {
      text += mask_tag("group." + group.name, group.members, net_.whole.size() + net_.faces.size());
    }
    return text;
  }

  void add_lines(std::vector<std::int32_t>& connectivity, std::vector<std::int32_t>& offsets) {
    for (const std::size_t s : net_.whole) {
      for (const int end : net_.springs[s].ends) connectivity.push_back(end);
      offsets.push_back(static_cast<std::int32_t>(connectivity.size()));
    }
  }

  void add_faces(std::vector<std::int32_t>& connectivity, std::vector<std::int32_t>& offsets) {
    for (const std::size_t f : net_.faces) {
      for (const int corner : net_.corners(f)) connectivity.push_back(corner);
      offsets.push_back(static_cast<std::int32_t>(connectivity.size()));
    }
  }

  const NetView& net_;
  Notes& notes_;
  VtkArrays arrays_ = {};
};

}  // namespace

std::string vtp_bytes(const NetView& net, Notes& notes) {
  note_broken(net, notes);
  note_laws(net, notes);
  VtkWriter writer(net, notes);
  std::string piece = fmt::format(
      "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" "
      "NumberOfStrips=\"0\" NumberOfPolys=\"{}\">\n",
      net.node_count, net.whole.size(), net.faces.size());
  piece += writer.point_data() + writer.cell_data() + writer.points();
  piece += "<Lines>\n" + writer.line_cells() + "</Lines>\n";
  if (!net.faces.empty()) piece += "<Polys>\n" + writer.face_cells() + "</Polys>\n";
  return writer.file("PolyData", piece + "</Piece>\n");
}

std::string vtu_bytes(const NetView& net, Notes& notes) {
  note_broken(net, notes);
  note_laws(net, notes);
  VtkWriter writer(net, notes);
  std::string piece = fmt::format("<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n",
                                  net.node_count, net.whole.size() + net.faces.size());
  piece += writer.point_data() + writer.cell_data() + writer.points();
  piece += "<Cells>\n" + writer.all_cells() + "</Cells>\n";
  return writer.file("UnstructuredGrid", piece + "</Piece>\n");
}

}  // namespace tensio::io
