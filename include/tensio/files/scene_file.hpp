// The scene file: JSON in, System out, and back without losing a bit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tensio/model/system.hpp"

namespace tensio {

/// A file that a scene names: its name there, and where it was found.
struct NamedFile {
  std::string name = {};
  std::string path = {};
};

/// A file that is in memory: its name in the scene, and its bytes, which outlive the call.
struct MemoryFile {
  std::string name = {};
  std::string_view bytes = {};
};

struct LoadOptions {
  /// Folders that file columns (".npy") may also be read from, besides the scene's own.
  std::vector<std::string> data_folders = {};
  /// Files that are in memory, looked for before any folder.
  std::vector<MemoryFile> memory_files = {};
  /// Parameters and the values they take instead of the scene's: a number, or a formula.
  std::vector<std::pair<std::string, std::string>> set = {};
  /// More nodes than this from generators are refused.
  std::size_t max_generated = 50'000'000;
  /// If set, takes the files that the scene names and that were read, each one time; also where the
  /// scene turns out to be wrong.
  std::vector<NamedFile>* files_read = nullptr;
};

/// Reads a scene file ("-": standard input). Throws Error with every problem found, each with
/// line, column, value and what is allowed; ErrorKind::io where a file cannot be read.
System load_system(const std::string& path, const LoadOptions& options = {});

/// The same from text; `name` stands for the file in messages. Files beside the scene are found
/// in `folder`; without one, file columns are refused.
System parse_system(std::string_view text, const std::string& name = "scene",
                    const std::string& folder = {}, const LoadOptions& options = {});

/// The scene as JSON text; reading it again gives the same system to the bit.
std::string write_system(const System& system);

/// FNV-1a of that text without what is recorded in it, as 16 digits 0-9 and a-f: scenes that differ
/// have different ones; spaces, comments and the order of keys do not matter.
std::string scene_hash(const System& system);

/// Writes to a temporary file beside `path`, then renames: a partial file never looks whole.
/// Throws Error (io) naming the file.
void save_system(const System& system, const std::string& path);

}  // namespace tensio
