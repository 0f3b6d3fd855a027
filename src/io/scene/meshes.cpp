// The section `meshes`: files of other programs, and what their springs are made of.
#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "io/scene/reader.hpp"
#include "model/spring_columns.hpp"
#include "tensio/files/import.hpp"

namespace tensio::io {
namespace {

// The values of some of a mesh's springs, where there is one for each of them.
Column part_of(const Column& column, std::size_t first, std::size_t count) {
  if (column.size() <= 1) return column;
  const auto begin = column.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

// Values of the scene override those of the file; the two are never added.
void put_over(const SpringSet& given, std::size_t first, SpringSet& set) {
  if (!given.stiffness.empty() || !given.axial_stiffness.empty() || !given.material.empty()) {
    set.stiffness.clear();
    set.axial_stiffness.clear();
  }
  if (!given.rest_length.empty() || !given.pretension.empty()) {
    set.rest_length.clear();
    set.pretension.clear();
  }
  for (const SpringColumn& column : kSpringColumns)
    if (!(given.*column.of_set).empty())
      set.*column.of_set = part_of(given.*column.of_set, first, set.ends.size());
  if (given.law) set.law = given.law;
  if (!given.material.empty()) set.material = given.material;
  const auto take = [&](auto... member) { ((set.*member = given.*member), ...); };
  take(&SpringSet::coefficients, &SpringSet::points, &SpringSet::viscous, &SpringSet::yield,
       &SpringSet::breaks, &SpringSet::active, &SpringSet::note);
  for (Column* column : part_columns(set)) *column = part_of(*column, first, set.ends.size());
}

std::string readable_formats() {
  std::string names;
  for (const FileFormat& format : file_formats())
    if (format.reads) names += (names.empty() ? "" : ", ") + format.name;
  return names;
}

std::optional<System> read_mesh_file(SceneReading& scene, const Value& value,
                                     const std::string& pointer, const ImportOptions& options) {
  const Value* file = value.find("file");
  if (!file) {
    scene.reading.findings.add_missing(
        value, pointer, "file",
        "`file` is missing in a mesh; name a file beside the scene, such as "
        "\"net.obj\"");
    return std::nullopt;
  }
  return import_named(scene, *file, pointer + "/file", "file", options);
}

void read_springs_of_mesh(SceneReading& scene, const Value& value, const std::string& pointer,
                          System& mesh) {
  SpringSet given;
  given.note = text_of(scene.reading, value, pointer, "note");
  read_spring_properties(scene, value, pointer, given);
  read_spring_values(scene, value, pointer, given,
                     {FieldItems::Kind::counted, usize(mesh.spring_count())});
  std::size_t first = 0;
  for (SpringSet& set : mesh.springs) {
    put_over(given, first, set);
    first += set.ends.size();
  }
}

void read_masses_of_mesh(SceneReading& scene, const Value& value, const std::string& pointer,
                         System& mesh) {
  const auto nodes = usize(mesh.node_count());
  const auto faces = usize(mesh.faces.count());
  if (Value* mass = value.find("mass"))
    mesh.nodes.mass =
        read_column(scene.reading, *mass, pointer + "/mass", {"mass", nodes, "nodes"});
  if (const std::optional<double> total =
          number_of(scene.reading, value, pointer, "total_mass", "a number [kg]")) {
    const Value& place = *value.find("total_mass");
    if (value.find("mass"))
      scene.reading.findings.add(place, pointer + "/total_mass",
                                 "give `mass` or `total_mass`, not both");
    if (*total < 0)
      scene.reading.findings.add(place, pointer + "/total_mass",
                                 "`total_mass` must not be negative");
    mesh.nodes.mass = {*total / static_cast<double>(std::max<std::size_t>(nodes, 1))};
  }
  if (Value* mass = value.find("mass_per_area")) {
    if (faces == 0)
      scene.reading.findings.add(
          *mass, pointer + "/mass_per_area",
          "this mesh has no faces that could carry `mass_per_area`; give `mass` or "
          "`total_mass`");
    mesh.faces.mass_per_area = read_column(scene.reading, *mass, pointer + "/mass_per_area",
                                           {"mass_per_area", faces, "faces"});
  }
}

std::optional<System> read_mesh(SceneReading& scene, const Value& value,
                                const std::string& pointer) {
  if (!is_object(scene.reading, value, pointer, "a mesh", KeyPlace::mesh)) return std::nullopt;
  ImportOptions options;
  // the plane takes flat meshes only
  options.dimension = scene.system.dimension;
  options.format = text_of(scene.reading, value, pointer, "format");
  if (const std::optional<double> merge =
          number_of(scene.reading, value, pointer, "merge", "a distance [m]")) {
    if (*merge < 0)
      scene.reading.findings.add(*value.find("merge"), pointer + "/merge",
                                 "`merge` must not be negative");
    options.merge = merge;
  }
  options.keep_unused = truth_of(scene.reading, value, pointer, "keep_unused", false);
  if (scene.reading.findings.concerns(pointer)) return std::nullopt;
  std::optional<System> mesh = read_mesh_file(scene, value, pointer, options);
  if (!mesh) return std::nullopt;
  read_springs_of_mesh(scene, value, pointer, *mesh);
  read_masses_of_mesh(scene, value, pointer, *mesh);
  return mesh;
}

}  // namespace

void read_meshes(SceneReading& scene, const Value& root) {
  const List* meshes = list_of(scene.reading, root, "meshes",
                               R"([{"file": "net.obj", "name": "net", "stiffness": 100}])");
  if (scene.reading.findings.concerns("/meshes")) scene.parts_good = false;
  for (std::size_t i = 0; meshes && i < meshes->size() && !scene.reading.findings.full(); ++i) {
    const std::string pointer = fmt::format("/meshes/{}", i);
    std::optional<System> mesh = read_mesh(scene, (*meshes)[i], pointer);
    if (mesh && !scene.reading.findings.concerns(pointer)) {
      add_part(scene, std::move(*mesh), (*meshes)[i], pointer);
    } else {
      scene.parts_good = false;
    }
  }
}

std::optional<System> import_named(SceneReading& scene, const Value& file, const std::string& place,
                                   const std::string& key, const ImportOptions& options) {
  const std::string name = read_text(scene.reading, file, place, key);
  if (scene.reading.findings.concerns(place)) return std::nullopt;
  const FileFormat* known = format_of_file(name);
  const std::string format = !options.format.empty() ? options.format : known ? known->name : "";
  if (format.empty() || (options.format.empty() && !known->reads)) {
    scene.reading.findings.add(
        file, place,
        fmt::format("the ending of this file does not say a format that is read{}: {}",
                    key == "file" ? "; say it by `format`" : "", readable_formats()));
    return std::nullopt;
  }
  const DataFiles::Content content = scene.reading.files.read(name);
  if (!content.error.empty()) {
    scene.reading.findings.add(file, place, content.error);
    return std::nullopt;
  }
  try {
    ImportOptions from_scene = options;
    from_scene.beside = [&](const std::string& other) -> std::optional<std::string> {
      DataFiles::Content found = scene.reading.files.read(other);
      if (!found.error.empty()) return std::nullopt;
      return std::move(found.bytes);
    };
    return import_bytes(content.bytes, format, name, from_scene).system;
  } catch (const Error& error) {
    scene.reading.findings.add(file, place, error.what());
    return std::nullopt;
  }
}

}  // namespace tensio::io
