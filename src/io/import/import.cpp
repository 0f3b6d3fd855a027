// Choosing the reader of a file, and telling what became of it.
#include "tensio/import.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "io/data_files.hpp"
#include "io/import/readers.hpp"
#include "io/json_text.hpp"
#include "io/text_scanner.hpp"

namespace tensio {
namespace {

using Reader = void (*)(const io::ForeignFile&, io::Draft&);

struct FormatEntry {
  FileFormat format;
  Reader reader;
};

const std::vector<FormatEntry>& entries() {
  static const std::vector<FormatEntry> kEntries = {
      {{"obj", {".obj"}, "Wavefront OBJ: faces and lines, groups", true, false}, io::read_obj},
      {{"ply", {".ply"}, "PLY, text or binary: faces and edges", true, false}, io::read_ply},
      {{"off", {".off"}, "OFF as text: faces", true, false}, io::read_off},
      {{"stl", {".stl"}, "STL, text or binary: triangles", true, false}, io::read_stl},
      {{"gmsh", {".msh"}, "Gmsh mesh, version 2.2 or 4.1, text or binary", true, false},
       io::read_gmsh},
      {{"vtk", {".vtk"}, "legacy VTK, text or binary", true, false}, io::read_vtk},
      {{"dxf", {".dxf"}, "drawing as DXF text: lines, polylines, 3D faces", true, false},
       io::read_dxf},
      {{"csv", {".csv"}, "tables of nodes and springs with names of columns", true, false},
       io::read_csv},
      {{"edges", {".edges", ".txt"}, "list of edges: two nodes in a line", true, false},
       io::read_edges},
      {{"graphml", {".graphml"}, "GraphML: nodes and edges with data", true, false},
       io::read_graphml},
      {{"compas", {".json"}, "COMPAS network, graph or mesh as JSON", true, false},
       io::read_compas},
      {{"lammps", {".data", ".lmp", ".lammps"}, "LAMMPS data file: atoms and bonds", true, false},
       io::read_lammps},
      {{"xsp", {".xsp"}, "XSpringies: masses and springs in the plane", true, false}, io::read_xsp},
  };
  return kEntries;
}

const FormatEntry* entry_named(const std::string& name) {
  for (const FormatEntry& entry : entries())
    if (entry.format.name == name) return &entry;
  return nullptr;
}

std::string known_formats() {
  std::string names;
  for (const FormatEntry& entry : entries()) {
    if (!entry.reader) continue;
    if (!names.empty()) names += ", ";
    names += entry.format.name;
  }
  return names;
}

}  // namespace

const std::vector<FileFormat>& file_formats() {
  static const std::vector<FileFormat> kFormats = [] {
    std::vector<FileFormat> formats;
    for (const FormatEntry& entry : entries()) formats.push_back(entry.format);
    return formats;
  }();
  return kFormats;
}

const FileFormat* format_of_file(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  for (const FileFormat& format : file_formats())
    for (const std::string& known : format.endings)
      if (io::same_word(ending, known)) return &format;
  return nullptr;
}

Imported import_bytes(std::string_view bytes, const std::string& format, const std::string& name,
                      const ImportOptions& options) {
  const io::ForeignFile file = {bytes, name};
  const FormatEntry* entry = entry_named(format);
  if (!entry || !entry->reader) {
    file.fail(fmt::format("files of the format `{}` are not read; these are: {}",
                          io::shortened(format), known_formats()));
  }
  io::Draft draft;
  entry->reader(file, draft);
  Imported result = draft.finish(file, options);
  result.report.format = format;
  return result;
}

Imported import_file(const std::string& path, const ImportOptions& options) {
  std::string format = options.format;
  if (format.empty()) {
    const FileFormat* known = format_of_file(path);
    if (!known) {
      io::ForeignFile{{}, path}.fail(fmt::format(
          "the ending of this file says nothing about its format; name it: {}", known_formats()));
    }
    format = known->name;
  }
  const io::DataFiles::Content content = io::read_whole_file(path);
  if (!content.error.empty()) {
    Problem problem;
    problem.file = path;
    problem.message = "cannot be read: " + content.error;
    throw Error(std::vector<Problem>{std::move(problem)}, ErrorKind::io);
  }
  return import_bytes(content.bytes, format, path, options);
}

std::vector<std::string> remarks(const ImportReport& report) {
  std::vector<std::string> lines;
  const auto say = [&](int count, const char* one, const char* many, std::string_view rest) {
    if (count > 0) lines.push_back(fmt::format("{} {} {}", count, count == 1 ? one : many, rest));
  };
  say(report.duplicate_springs, "spring joins", "springs join",
      report.parallel_kept ? "nodes that another one joins too: they act side by side"
                           : "nodes that another one joins already: left out");
  say(report.degenerate_springs, "spring joins", "springs join", "a node to itself: left out");
  say(report.duplicate_faces, "face has", "faces have", "the corners of another one: left out");
  say(report.degenerate_faces, "face repeats", "faces repeat",
      "a corner: kept without it where three are left");
  say(report.nonmanifold_edges, "edge belongs", "edges belong",
      "to more than two faces: one spring each");
  say(report.unused_nodes, "point is", "points are",
      report.unused_kept ? "joined to nothing" : "joined to nothing: left out");
  say(report.merged_nodes, "point lies", "points lie", "on another one: merged");
  for (const SkippedElements& skipped : report.skipped)
    lines.push_back(fmt::format("{} x `{}` not taken", skipped.count, skipped.kind));
  return lines;
}

}  // namespace tensio
