// Files that a scene may name: those in its own folder, or in folders the caller opened.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tensio/error.hpp"

namespace tensio::io {

class DataFiles {
 public:
  /// Without a folder, only `more_folders` are looked into.
  DataFiles(const std::string& folder, const std::vector<std::string>& more_folders);

  struct Content {
    std::string bytes = {};
    std::string error = {};  ///< why it was not read: a sentence that names the file
    std::string path = {};   ///< where it was found, for messages
  };
  /// A file in memory, which is found before those of folders; the bytes outlive this object.
  void add(std::string name, std::string_view bytes) {
    memory_.push_back({std::move(name), bytes});
  }
  /// Reads a regular file, or one in memory. Names that lead out of the folders are refused, links included.
  Content read(std::string_view name);

  struct Found {
    std::string name = {};
    std::string path = {};
  };
  /// The files read so far, each one time.
  const std::vector<Found>& found() const { return found_; }
  /// Bytes read so far.
  std::size_t bytes_read() const { return bytes_read_; }
  /// Whether a file that is there could not be read.
  bool read_failed() const { return read_failed_; }

 private:
  struct InMemory {
    std::string name;
    std::string_view bytes;
  };
  std::vector<std::string> folders_;
  std::vector<InMemory> memory_ = {};
  std::vector<Found> found_ = {};
  std::size_t bytes_read_ = 0;
  bool read_failed_ = false;
};

/// Throws Error about a file as a whole.
[[noreturn]] void refuse_file(const std::string& path, const std::string& message,
                              ErrorKind kind = ErrorKind::content);

/// The bytes of a file or device; `error` is the system's reason where it cannot be read.
DataFiles::Content read_whole_file(const std::string& path);
DataFiles::Content read_standard_input();

}  // namespace tensio::io
