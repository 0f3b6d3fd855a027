// Choosing the reader of a file, and the report on what was read.
#include "tensio/files/import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "io/formats/import/readers.hpp"
#include "io/text/characters.hpp"
#include "io/text/data_files.hpp"
#include "io/text/text_scanner.hpp"
#include "tensio/files/export.hpp"

#include "core/index.hpp"
#include "tensio/words.hpp"

namespace tensio {
namespace {

using Reader = void (*)(const io::ForeignFile&, io::Draft&);

struct FormatEntry {
  FileFormat format;
  Reader reader;
};

const std::vector<FormatEntry>& entries() {
  static const std::vector<FormatEntry> kEntries = {
      {{"obj", {".obj"}, "Wavefront OBJ: faces and lines, groups", true}, io::read_obj},
      {{"ply", {".ply"}, "PLY, text or binary: faces and edges", true}, io::read_ply},
      {{"off", {".off"}, "OFF as text: faces", true}, io::read_off},
      {{"stl", {".stl"}, "STL, text or binary: triangles", true}, io::read_stl},
      {{"gmsh", {".msh"}, "Gmsh mesh, version 2.2 or 4.1, text or binary", true}, io::read_gmsh},
      {{"medit", {".mesh", ".meshb"}, "MEDIT mesh, text or binary: edges, faces and cells", true},
       io::read_medit},
      {{"tetgen",
        {".node", ".ele", ".face", ".edge"},
        "mesh of TetGen or Triangle: a file of points, and those beside it",
        true},
       io::read_tetgen},
      {{"vtk", {".vtk"}, "legacy VTK, text or binary", true}, io::read_vtk},
      {{"vtk_xml", {".vtp", ".vtu"}, "VTK's XML files: PolyData and UnstructuredGrid", true},
       io::read_vtk_xml},
      {{"dxf", {".dxf"}, "drawing as DXF text: lines, polylines, 3D faces", true}, io::read_dxf},
      {{"csv", {".csv"}, "tables of nodes and springs with names of columns", true}, io::read_csv},
      {{"edges", {".edges", ".txt"}, "list of edges: two nodes in a line", true}, io::read_edges},
      {{"graphml", {".graphml"}, "GraphML: nodes and edges with data", true}, io::read_graphml},
      {{"compas", {".json"}, "COMPAS network, graph or mesh as JSON", true}, io::read_compas},
      {{"lammps", {".data", ".lmp", ".lammps"}, "LAMMPS data file: atoms and bonds", true},
       io::read_lammps},
      {{"xsp", {".xsp"}, "XSpringies: masses and springs in the plane", true}, io::read_xsp},
      {{"npz", {".npz"}, "arrays for numpy, as `tensio convert` writes them", true}, io::read_npz},
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
    for (const ExportKind& kind : export_kinds()) {
      if (kind.format == ExportFormat::scene) continue;
      const std::string ending = kind.ending;
      const auto known = std::find_if(formats.begin(), formats.end(), [&](const FileFormat& f) {
        return std::find(f.endings.begin(), f.endings.end(), ending) != f.endings.end();
      });
      if (known != formats.end()) {
        known->writes = true;
      } else {
        formats.push_back({ending.substr(1), {ending}, kind.name, false, true});
      }
    }
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
  const io::ForeignFile file = {bytes, name, options.beside};
  const FormatEntry* entry = entry_named(format);
  if (!entry || !entry->reader) {
    file.fail(fmt::format("files of the format `{}` are not read; these are: {}",
                          io::shortened(format), known_formats()));
  }
  if (bytes.starts_with("version https://git-lfs.github.com/spec/"))
    file.fail("this is a pointer of Git LFS and not the file itself, which `git lfs pull` fetches");
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
    if (!known || !known->reads) {
      io::ForeignFile{{}, path, {}}.fail(fmt::format(
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
  if (options.beside) return import_bytes(content.bytes, format, path, options);
  ImportOptions with_folder = options;
  with_folder.beside = [](const std::string& name) -> std::optional<std::string> {
    io::DataFiles::Content other = io::read_whole_file(name);
    if (!other.error.empty()) return std::nullopt;
    return std::move(other.bytes);
  };
  return import_bytes(content.bytes, format, path, with_folder);
}

std::vector<std::string> remarks(const ImportReport& report) {
  std::vector<std::string> lines;
  const auto say = [&](int count, const char* one, const char* many, std::string_view rest) {
    if (count > 0) lines.push_back(fmt::format("{} {}", counted(usize(count), one, many), rest));
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
  for (const SkippedElements& curved : report.simplified)
    lines.push_back(fmt::format("{} x `{}` of higher order: taken by their corners, without the "
                                "points between",
                                curved.count, curved.kind));
  for (const SkippedElements& skipped : report.skipped)
    lines.push_back(fmt::format("{} x `{}` not taken", skipped.count, skipped.kind));
  return lines;
}

}  // namespace tensio
