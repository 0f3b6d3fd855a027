// Nets for other programs: meshes, pictures in space, tables and arrays, by the ending of a name.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tensio/files/snapshot.hpp"
#include "tensio/model/system.hpp"
#include "tensio/pictures/draw.hpp"

namespace tensio {

enum class ExportFormat {
  scene,   ///< .json: a scene that starts at this state
  obj,     ///< .obj: nodes, springs as lines in groups, faces
  ply,     ///< .ply: the same with velocities and tensions, float64
  off,     ///< .off: nodes and faces
  stl,     ///< .stl: triangles
  vtp,     ///< .vtp: ParaView's PolyData, all that is known of nodes, springs and faces
  vtu,     ///< .vtu: the same as an UnstructuredGrid
  pvd,     ///< .pvd: a list of .vtp files, one for each frame, in a folder beside it
  gltf,    ///< .gltf: lines and triangles, and their motion; one JSON file
  glb,     ///< .glb: the same in one binary file
  npz,     ///< .npz: arrays for numpy
  csv,     ///< .csv: a table of nodes and one of springs
  medit,   ///< .mesh: nodes, springs as edges, triangles and quadrilaterals, with numbers
  tetgen,  ///< .node: nodes; springs in a file .edge, triangles in .face or, in 2D, .ele beside it
  lammps,  ///< .data, .lmp: atoms and harmonic bonds
  svg,     ///< .svg: a picture of the state
};

/// What a format is.
struct ExportKind {
  ExportFormat format = ExportFormat::scene;
  const char* ending = "";  ///< with its point
  const char* name = "";    ///< for people
  bool series = false;      ///< it holds many frames
};
std::span<const ExportKind> export_kinds();
/// By the ending of a name, in letters of any size; nullptr where it has none of them.
const ExportKind* export_kind_of(const std::string& path);

enum class ExportTable {
  both,     ///< one behind the other, as the reader of tables takes them
  nodes,    ///< nodes alone, with their ids
  springs,  ///< springs alone, with their ids, and their tensions where known
};

struct ExportOptions {
  View view = View::iso;                  ///< of svg
  std::optional<Camera> camera = {};      ///< of svg; overrides `view`
  Up up = Up::automatic;                  ///< of svg
  ExportTable table = ExportTable::both;  ///< of csv
  std::size_t most_frames = 100;  ///< of gltf and glb: more are thinned evenly, first and last kept
};

/// The bytes of a file, and what could not be said in its format, as sentences.
struct Exported {
  std::string bytes = {};
  std::vector<std::string> notes = {};
};

/// The last of the frames, or for formats that hold many all of them. Numbers are written so that
/// reading them gives the same bits, except that stl's readers and glTF know float32 alone. Throws
/// Error where the format cannot hold such a net, with those that can. The system must be valid.
Exported exported(const System& system, const FrameSource& frames, ExportFormat format,
                  const ExportOptions& options = {});
Exported exported(const System& system, const Snapshot& state, ExportFormat format,
                  const ExportOptions& options = {});

/// Writes a file, whole or not at all, in the format of its ending; a .pvd file's frames go to the
/// folder of the same name without the ending, and springs and faces of TetGen to files beside the
/// .node file. Gives what could not be said.
std::vector<std::string> export_file(const System& system, const FrameSource& frames,
                                     const std::string& path, const ExportOptions& options = {});
/// The start of a system, or the drawn shape where it has none.
std::vector<std::string> export_file(const System& system, const std::string& path,
                                     const ExportOptions& options = {});

}  // namespace tensio
