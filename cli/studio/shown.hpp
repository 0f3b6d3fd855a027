// What `tensio studio` shows: a scene with the files it names, or the folder of a run; read again
// when they change.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace tensio::cli {

class Shown {
 public:
  /// `path`: a scene, a mesh, the folder of a run, or empty: the page alone. Throws Error (io)
  /// where it cannot be read, and Error where a folder is not that of a run. A scene with mistakes
  /// is shown too: the page says where they are.
  Shown(const std::string& path, std::vector<std::string> data_folders);

  /// Looks at the files, and lists them again if one was changed.
  void refresh();

  /// Counts changes, from 1.
  long long version() const { return version_; }
  const char* kind() const;  ///< nothing, scene, results
  /// The bytes of a file of the list; empty where there is no such file, or it cannot be read.
  std::shared_ptr<const std::string> file(std::size_t index) const;
  /// The object that describes all this, as JSON.
  std::string describe() const;

 private:
  struct File {
    std::string name;  ///< relative to the folder
    std::string path;
    std::shared_ptr<const std::string> bytes =
        {};  ///< of a scene; those of a run are read when asked for
  };
  // What shows that a file was written or replaced.
  struct Stamp {
    std::string path;
    std::filesystem::file_time_type time = {};
    std::uintmax_t size = 0;
    bool operator==(const Stamp&) const = default;
  };
  static Stamp stamp_of(const std::string& path);
  void list();
  void list_run();
  void list_scene();

  std::string path_;
  std::vector<std::string> data_folders_;
  bool run_ = false;
  long long version_ = 0;
  std::vector<File> files_ = {};
  std::vector<Stamp> stamps_ = {};
};

}  // namespace tensio::cli
