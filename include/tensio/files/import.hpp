// Files of other programs in: meshes, drawings, tables and networks become a System.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tensio/model/system.hpp"

namespace tensio {

struct ImportOptions {
  std::string format = {};   ///< one of file_formats(); empty: by the ending of the file's name
  int dimension = 0;         ///< 2 or 3; 0: what the file has, which for meshes is 3
  bool keep_unused = false;  ///< points of a mesh that nothing joins become nodes too
  /// Nodes this near to each other become one [m]. Left out: equal ones do where the format knows
  /// no shared points (STL, DXF), and none elsewhere.
  std::optional<double> merge = {};
  /// Reads another file of the same mesh by its name (TetGen has several); no value: it is not
  /// there. import_file looks beside its file where this is left out.
  std::function<std::optional<std::string>(const std::string& name)> beside = {};
};

/// Elements of a kind that is not taken.
struct SkippedElements {
  std::string kind = {};
  int count = 0;
};

/// What was found in a file, and what became of it.
struct ImportReport {
  std::string format = {};  ///< the name of the format
  int nodes = 0;            ///< in the system
  int springs = 0;
  int faces = 0;
  int cells = 0;               ///< tetrahedra, bricks...: their edges are springs, no more
  int duplicate_springs = 0;   ///< join two nodes that another one joins; see `parallel_kept`
  bool parallel_kept = false;  ///< they act side by side; else only the first of them was taken
  int degenerate_springs = 0;  ///< join a node to itself: left out
  int duplicate_faces = 0;     ///< have the corners of another one: left out
  int degenerate_faces = 0;    ///< repeat a corner: repaired where three are left, else left out
  int nonmanifold_edges = 0;   ///< belong to more than two faces: one spring each
  int unused_nodes = 0;        ///< points that nothing joins; see `unused_kept`
  bool unused_kept = false;
  int merged_nodes = 0;  ///< points that became one with an earlier one
  std::vector<SkippedElements> skipped = {};
  std::vector<SkippedElements> simplified = {};  ///< of higher order: taken by their corners
};

/// A sentence for each thing that was not taken as it stands; empty where there is none.
std::vector<std::string> remarks(const ImportReport& report);

struct Imported {
  System system = {};
  ImportReport report = {};
};

/// Reads a file. Springs have a stiffness only where the format gives one. Each edge of a face is
/// one spring; groups, layers and the like become sets of springs and groups of nodes and faces.
/// Throws Error with line, column, value and what is allowed; ErrorKind::io where the file cannot
/// be read.
Imported import_file(const std::string& path, const ImportOptions& options = {});

/// The same from bytes; `format` is one of file_formats(), `name` stands for the file in messages.
Imported import_bytes(std::string_view bytes, const std::string& format, const std::string& name,
                      const ImportOptions& options = {});

/// A kind of file that is read or written.
struct FileFormat {
  std::string name = {};                  ///< as options call it: "obj"
  std::vector<std::string> endings = {};  ///< of file names: ".obj"
  std::string title = {};                 ///< what it is, for people
  bool reads = false;
  bool writes = false;
};
const std::vector<FileFormat>& file_formats();

/// The format that the ending of a file's name stands for, or nullptr.
const FileFormat* format_of_file(const std::string& path);

}  // namespace tensio
