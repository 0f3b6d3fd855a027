// VTK's XML files as nets: lines, faces and cells, and the arrays that Tensio writes itself.
#include <fmt/format.h>

#include <cmath>

#include "io/formats/import/readers.hpp"
#include "io/formats/import/vtk_cells.hpp"
#include "io/formats/vtk/vtk_xml_reader.hpp"

namespace tensio::io {
namespace {

constexpr std::string_view kGroup = "group.", kSet = "set.";
constexpr std::string_view kOldFixed = "held";  // the name of `fixed` in files of earlier versions

bool begins_with(const std::string& text, std::string_view start) {
  return text.compare(0, start.size(), start) == 0;
}

class VtkXmlReader {
 public:
  VtkXmlReader(const ForeignFile& file, Draft& draft)
      : file_(file), mesh_(parse_vtk_xml(file.bytes, file.name)), draft_(draft) {}

  void read() {
    // with the ids of springs, nothing is left to be found out from faces
    const bool is_own = find_array(mesh_.cell_data, "spring") != nullptr;
    draft_.is_table = is_own;
    draft_.edges_of_faces = !is_own;
    add_nodes();
    add_cells();
  }

 private:
  // Value k of item i, where the array is there and has it.
  static double value(const VtkArray* array, std::size_t i, std::size_t k = 0) {
    const std::size_t place = array ? i * array->components + k : 0;
    return array && k < array->components && place < array->values.size() ? array->values[place]
                                                                          : std::nan("");
  }

  void add_nodes() {
    const VtkArray* mass = find_array(mesh_.point_data, "mass");
    const VtkArray* velocity = find_array(mesh_.point_data, "velocity");
    const VtkArray* fixed = find_array(mesh_.point_data, "fixed");
    if (!fixed) fixed = find_array(mesh_.point_data, kOldFixed);
    for (std::size_t i = 0; i < mesh_.points.size() / 3; ++i) {
      const double* place = mesh_.points.data() + 3 * i;
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (!std::isfinite(place[axis]))
          file_.fail(
              fmt::format("{} of point {} is {}; it must be finite", "xyz"[axis], i, place[axis]));
      const int node = draft_.add_node(place[0], place[1], place[2]);
      const double m = value(mass, i), axes = value(fixed, i);
      if (m < 0 || std::isinf(m))
        file_.fail(fmt::format("the mass of point {} is {}; it must not be negative", i, m));
      if (m > 0) draft_.set_mass(m);
      if (axes >= 1 && axes <= 7 && axes == std::floor(axes))
        draft_.fix(static_cast<std::uint8_t>(axes));
      const double v[] = {value(velocity, i, 0), value(velocity, i, 1), value(velocity, i, 2)};
      if (std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2]))
        draft_.set_velocity(v[0], v[1], v[2]);
      for (const VtkArray& array : mesh_.point_data)
        if (begins_with(array.name, kGroup) && value(&array, i) == 1)
          draft_.add_point(node, draft_.label(array.name.substr(kGroup.size())));
    }
  }

  // The set first, then the groups.
  int label_of(std::size_t cell) {
    std::vector<std::string> names;
    for (const std::string_view start : {kSet, kGroup})
      for (const VtkArray& array : mesh_.cell_data)
        if (begins_with(array.name, start) && value(&array, cell) == 1 &&
            names.size() < kMaxGroupsOfElement)
          names.push_back(array.name.substr(start.size()));
    return draft_.label(names);
  }

  void add_cells() {
    const VtkArray* stiffness = find_array(mesh_.cell_data, "stiffness");
    const VtkArray* rest_length = find_array(mesh_.cell_data, "rest_length");
    for (std::size_t i = 0; i < mesh_.types.size(); ++i) {
      const std::string fault = add_vtk_cell(draft_, mesh_.types[i], mesh_.cell(i), label_of(i));
      if (!fault.empty()) file_.fail(fmt::format("cell {}: {}", i, fault));
      if (mesh_.types[i] != kVtkLine) continue;
      add_value(&SpringSet::stiffness, value(stiffness, i), i);
      add_value(&SpringSet::rest_length, value(rest_length, i), i);
    }
  }

  void add_value(Column SpringSet::*column, double given, std::size_t cell) {
    if (std::isnan(given)) return;
    if (given < 0 || std::isinf(given))
      file_.fail(
          fmt::format("the stiffness or rest length of cell {} is {}; it must be a number "
                      "from 0",
                      cell, given));
    draft_.set_value(column, given);
  }

  const ForeignFile& file_;
  const VtkMesh mesh_;
  Draft& draft_;
};

}  // namespace

void read_vtk_xml(const ForeignFile& file, Draft& draft) { VtkXmlReader(file, draft).read(); }

}  // namespace tensio::io
