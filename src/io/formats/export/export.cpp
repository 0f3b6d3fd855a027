// From the ending of a name to the writer of its format.
#include "tensio/files/export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "io/formats/export/mesh_writers.hpp"
#include "io/formats/vtk/vtk.hpp"
#include "io/text/file_output.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/pictures/movie.hpp"

namespace tensio {
namespace {

namespace fs = std::filesystem;

constexpr std::array kKinds = {
    ExportKind{ExportFormat::scene, ".json", "a scene", false},
    ExportKind{ExportFormat::obj, ".obj", "Wavefront OBJ", false},
    ExportKind{ExportFormat::ply, ".ply", "Stanford PLY", false},
    ExportKind{ExportFormat::off, ".off", "OFF, faces alone", false},
    ExportKind{ExportFormat::stl, ".stl", "STL, triangles alone", false},
    ExportKind{ExportFormat::vtp, ".vtp", "VTK PolyData", false},
    ExportKind{ExportFormat::vtu, ".vtu", "VTK UnstructuredGrid", false},
    ExportKind{ExportFormat::pvd, ".pvd", "ParaView's list of frames", true},
    ExportKind{ExportFormat::gltf, ".gltf", "glTF 2.0", true},
    ExportKind{ExportFormat::glb, ".glb", "glTF 2.0, binary", true},
    ExportKind{ExportFormat::npz, ".npz", "numpy arrays", true},
    ExportKind{ExportFormat::csv, ".csv", "tables of nodes and springs", false},
    ExportKind{ExportFormat::medit, ".mesh", "MEDIT mesh", false},
    ExportKind{ExportFormat::tetgen, ".node", "TetGen, files of points, edges and faces", false},
    ExportKind{ExportFormat::lammps, ".data", "LAMMPS data", false},
    ExportKind{ExportFormat::lammps, ".lmp", "LAMMPS data", false},
    ExportKind{ExportFormat::svg, ".svg", "a picture", false},
};

Exported written(const System& system, const Snapshot& state, ExportFormat format,
                 const ExportOptions& options) {
  Exported result;
  const io::NetView net(system, state);
  switch (format) {
    case ExportFormat::scene: result.bytes = write_system(with_snapshot(system, state)); break;
    case ExportFormat::obj: result.bytes = io::obj_text(net, result.notes); break;
    case ExportFormat::ply: result.bytes = io::ply_bytes(net, result.notes); break;
    case ExportFormat::off: result.bytes = io::off_text(net, result.notes); break;
    case ExportFormat::stl: result.bytes = io::stl_text(net, result.notes); break;
    case ExportFormat::vtp: result.bytes = io::vtp_bytes(net, result.notes); break;
    case ExportFormat::vtu: result.bytes = io::vtu_bytes(net, result.notes); break;
    case ExportFormat::medit: result.bytes = io::medit_text(net, result.notes); break;
    case ExportFormat::lammps: result.bytes = io::lammps_text(net, result.notes); break;
    case ExportFormat::csv: result.bytes = io::net_csv(net, options.table, result.notes); break;
    case ExportFormat::svg: {
      MovieText picture =
          movie_svg(system, StoredFrames({state}),
                    {.view = options.view, .camera = options.camera, .up = options.up});
      result = {std::move(picture.svg), std::move(picture.notes)};
      break;
    }
    case ExportFormat::tetgen:
      throw Error("a mesh of TetGen is several files; export_file writes them all");
    case ExportFormat::pvd:
      throw Error("a .pvd file lists other files; export_file writes them all");
    case ExportFormat::gltf:
    case ExportFormat::glb:
    case ExportFormat::npz: break;  // of series
  }
  return result;
}

void add_new(std::vector<std::string>& notes, const std::vector<std::string>& more) {
  for (const std::string& note : more) {
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  }
}

// The frames first, then the list that names them.
std::vector<std::string> export_frames(const System& system, const FrameSource& frames,
                                       const std::string& path, const ExportOptions& options) {
  const fs::path folder = fs::path(path).replace_extension();
  std::error_code error;
  fs::create_directory(folder, error);
  if (error) io::fail_writing(folder.string(), error.value());
  std::vector<std::string> notes;
  std::string list(io::kPvdHead);
  for (std::size_t i = 0; i < frames.times().size(); ++i) {
    const Exported frame = written(system, frames.frame(i), ExportFormat::vtp, options);
    const std::string name = io::frame_name(i);
    io::write_file_safely((folder / name).string(), frame.bytes);
    list += io::pvd_line(frames.times()[i], (folder.filename() / name).generic_string());
    add_new(notes, frame.notes);
  }
  io::write_file_safely(path, list + std::string(io::kPvdFoot));
  return notes;
}

// The points last, since readers begin with them.
std::vector<std::string> export_tetgen(const System& system, const FrameSource& frames,
                                       const std::string& path) {
  const Snapshot state = frames.frame(frames.times().size() - 1);
  std::vector<std::string> notes;
  const auto files = io::tetgen_files(io::NetView(system, state), notes);
  for (auto file = files.rbegin(); file != files.rend(); ++file)
    io::write_file_safely(fs::path(path).replace_extension(file->first).string(), file->second);
  return notes;
}

std::string lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace

std::span<const ExportKind> export_kinds() { return kKinds; }

const ExportKind* export_kind_of(const std::string& path) {
  const std::string ending = lower_case(fs::path(path).extension().string());
  for (const ExportKind& kind : kKinds) {
    if (ending == kind.ending) return &kind;
  }
  return nullptr;
}

Exported exported(const System& system, const FrameSource& frames, ExportFormat format,
                  const ExportOptions& options) {
  Exported result;
  switch (format) {
    case ExportFormat::gltf:
    case ExportFormat::glb:
      result.bytes =
          io::gltf_bytes(system, frames, format == ExportFormat::glb, options, result.notes);
      return result;
    case ExportFormat::npz: result.bytes = io::npz_bytes(system, frames); return result;
    default: return written(system, frames.frame(frames.times().size() - 1), format, options);
  }
}

Exported exported(const System& system, const Snapshot& state, ExportFormat format,
                  const ExportOptions& options) {
  return exported(system, StoredFrames({state}), format, options);
}

std::vector<std::string> export_file(const System& system, const FrameSource& frames,
                                     const std::string& path, const ExportOptions& options) {
  const ExportKind* kind = export_kind_of(path);
  if (kind == nullptr) {
    std::string endings;
    for (const ExportKind& known : kKinds) endings += std::string(" ") + known.ending;
    throw Error(
        {{.file = path, .message = "its ending names no format that is written:" + endings}});
  }
  if (kind->format == ExportFormat::tetgen) return export_tetgen(system, frames, path);
  if (kind->format == ExportFormat::pvd) return export_frames(system, frames, path, options);
  const Exported result = exported(system, frames, kind->format, options);
  io::write_file_safely(path, result.bytes);
  return result.notes;
}

std::vector<std::string> export_file(const System& system, const std::string& path,
                                     const ExportOptions& options) {
  return export_file(system, StoredFrames({start_snapshot(system)}), path, options);
}

}  // namespace tensio
