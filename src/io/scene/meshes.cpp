// The section `meshes`: files of other programs, and what their springs are made of.
#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "io/scene/reader.hpp"
#include "model/spring_parts.hpp"
#include "tensio/import.hpp"

namespace tensio::io {
namespace {

// The values of some of a mesh's springs, where there is one for each of them.
Column part_of(const Column& column, std::size_t first, std::size_t count) {
  if (column.size() <= 1) return column;
  const auto begin = column.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

// What the scene says goes before what the file says; the two never add up.
void put_over(const SpringSet& given, std::size_t first, SpringSet& set) {
  if (!given.stiffness.empty() || !given.axial_stiffness.empty() || !given.material.empty()) {
    set.stiffness.clear();
    set.axial_stiffness.clear();
  }
  if (!given.rest_length.empty() || !given.pretension.empty()) {
    set.rest_length.clear();
    set.pretension.clear();
  }
  for (const SetColumn& column : kSetColumns)
    if (!(given.*column.member).empty())
      set.*column.member = part_of(given.*column.member, first, set.ends.size());
  if (given.law) set.law = given.law;
  if (!given.material.empty()) set.material = given.material;
  set.coefficients = given.coefficients;
  set.points = given.points;
  set.viscous = given.viscous;
  set.yield = given.yield;
  set.breaks = given.breaks;
  set.active = given.active;
  set.note = given.note;
}

std::string readable_formats() {
  std::string names;
  for (const FileFormat& format : file_formats())
    if (format.reads) names += (names.empty() ? "" : ", ") + format.name;
  return names;
}

}  // namespace

void SceneReader::read_meshes(const Value& root) {
  const List* meshes =
      list_of(root, "meshes", R"([{"file": "net.obj", "name": "net", "stiffness": 100}])");
  if (findings_.concerns("/meshes")) parts_good_ = false;
  for (std::size_t i = 0; meshes && i < meshes->size() && !findings_.full(); ++i) {
    const std::string pointer = fmt::format("/meshes/{}", i);
    std::optional<System> mesh = read_mesh((*meshes)[i], pointer);
    if (mesh && !findings_.concerns(pointer)) {
      add_part(std::move(*mesh), (*meshes)[i], pointer);
    } else {
      parts_good_ = false;
    }
  }
}

std::optional<System> SceneReader::read_mesh(const Value& value, const std::string& pointer) {
  if (!is_object(value, pointer, "a mesh", KeyPlace::mesh)) return std::nullopt;
  ImportOptions options;
  // the plane takes flat meshes only
  options.dimension = system_.dimension;
  options.format = text_of(value, pointer, "format");
  if (const std::optional<double> merge = number_of(value, pointer, "merge", "a distance [m]")) {
    if (*merge < 0)
      findings_.add(*value.find("merge"), pointer + "/merge", "`merge` must not be negative");
    options.merge = merge;
  }
  if (const Value* keep = value.find("keep_unused")) {
    if (!keep->boolean())
      findings_.add(*keep, pointer + "/keep_unused", "`keep_unused` must be true or false");
    options.keep_unused = keep->boolean() && *keep->boolean();
  }
  if (findings_.concerns(pointer)) return std::nullopt;
  std::optional<System> mesh = read_mesh_file(value, pointer, options);
  if (!mesh) return std::nullopt;
  read_stuff_of_mesh(value, pointer, *mesh);
  read_masses_of_mesh(value, pointer, *mesh);
  return mesh;
}

std::optional<System> SceneReader::read_mesh_file(const Value& value, const std::string& pointer,
                                                  const ImportOptions& options) {
  const Value* file = value.find("file");
  if (!file) {
    findings_.add_missing(value, pointer, "file",
                          "`file` is missing in a mesh; name a file beside the scene, such as "
                          "\"net.obj\"");
    return std::nullopt;
  }
  return import_named(*file, pointer + "/file", "file", options);
}

std::optional<System> SceneReader::import_named(const Value& file, const std::string& place,
                                                const std::string& key,
                                                const ImportOptions& options) {
  const std::string name = read_text(reading_, file, place, key);
  if (findings_.concerns(place)) return std::nullopt;
  const FileFormat* known = format_of_file(name);
  const std::string format = !options.format.empty() ? options.format : known ? known->name : "";
  if (format.empty() || (options.format.empty() && !known->reads)) {
    findings_.add(file, place,
                  fmt::format("the ending of this file does not say a format that is read{}: {}",
                              key == "file" ? "; say it by `format`" : "", readable_formats()));
    return std::nullopt;
  }
  const DataFiles::Content content = reading_.files.read(name);
  if (!content.error.empty()) {
    findings_.add(file, place, content.error);
    return std::nullopt;
  }
  try {
    return import_bytes(content.bytes, format, name, options).system;
  } catch (const Error& error) {
    findings_.add(file, place, error.what());
    return std::nullopt;
  }
}

void SceneReader::read_stuff_of_mesh(const Value& value, const std::string& pointer, System& mesh) {
  SpringSet given;
  given.note = text_of(value, pointer, "note");
  read_stuff(value, pointer, given);
  const auto count = usize(mesh.spring_count());
  for (const auto& [key, column] : kSetColumns) {
    if (Value* numbers = value.find(key))
      given.*column = read_column(reading_, *numbers, fmt::format("{}/{}", pointer, key),
                                  {key, count, "springs"});
  }
  std::size_t first = 0;
  for (SpringSet& set : mesh.springs) {
    put_over(given, first, set);
    first += set.ends.size();
  }
}

void SceneReader::read_masses_of_mesh(const Value& value, const std::string& pointer,
                                      System& mesh) {
  const auto nodes = usize(mesh.node_count());
  const auto faces = usize(mesh.faces.count());
  if (Value* mass = value.find("mass"))
    mesh.nodes.mass = read_column(reading_, *mass, pointer + "/mass", {"mass", nodes, "nodes"});
  if (const std::optional<double> total =
          number_of(value, pointer, "total_mass", "a number [kg]")) {
    const Value& place = *value.find("total_mass");
    if (value.find("mass"))
      findings_.add(place, pointer + "/total_mass", "give `mass` or `total_mass`, not both");
    if (*total < 0)
      findings_.add(place, pointer + "/total_mass", "`total_mass` must not be negative");
    mesh.nodes.mass = {*total / static_cast<double>(std::max<std::size_t>(nodes, 1))};
  }
  if (Value* mass = value.find("mass_per_area")) {
    if (faces == 0)
      findings_.add(*mass, pointer + "/mass_per_area",
                    "this mesh has no faces that could carry `mass_per_area`; give `mass` or "
                    "`total_mass`");
    mesh.faces.mass_per_area =
        read_column(reading_, *mass, pointer + "/mass_per_area", {"mass_per_area", faces, "faces"});
  }
}

}  // namespace tensio::io
