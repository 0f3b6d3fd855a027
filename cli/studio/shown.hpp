// What `tensio studio` shows: a scene with the files it names, or the results of a run; read again
// when they change.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tensio/files/snapshot.hpp"

namespace tensio::cli {

/// A file as the page gets it.
struct ShownFile {
  std::string name = {};  ///< relative to the scene's folder
  std::shared_ptr<const std::string> bytes = {};
};

class Shown {
 public:
  /// `path`: a scene, a mesh, the folder of a run, or empty: the page alone. Throws Error (io)
  /// where it cannot be read, and Error where a folder is not that of a run. A scene with mistakes
  /// is shown too: the page says where they are.
  Shown(const std::string& path, std::vector<std::string> data_folders);

  /// Looks at the files, and reads them again if one was changed.
  void refresh();

  /// Counts changes, from 1.
  long long version() const { return version_; }
  const char* kind() const;  ///< nothing, scene, results
  const std::vector<ShownFile>& files() const { return files_; }
  /// Of results: the times of the frames.
  std::vector<double> times() const;
  /// Of results: positions, then tensions (NaN: broken or not known), as float32 in little-endian
  /// order; empty where there is no such frame. Throws Error where it cannot be read.
  std::shared_ptr<const std::string> frame(std::size_t index) const;
  /// The object that describes all this, as JSON.
  std::string describe() const;

 private:
  // What shows that a file was written or replaced.
  struct Stamp {
    std::string path;
    std::filesystem::file_time_type time = {};
    std::uintmax_t size = 0;
    bool operator==(const Stamp&) const = default;
  };
  static Stamp stamp_of(const std::string& path);
  void read();

  std::string path_;
  std::vector<std::string> data_folders_;
  long long version_ = 0;
  std::vector<ShownFile> files_ = {};
  std::vector<Stamp> stamps_ = {};
  std::optional<ResultFolder> results_ = {};
};

}  // namespace tensio::cli
