// A file that grows while a run continues, and can be cut back to an earlier size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/text/file_output.hpp"

namespace tensio::io {

/// Every failure throws Error (io) with the file's name and the system's reason.
class GrowingFile {
 public:
  /// A new, empty file in place of any old one.
  explicit GrowingFile(std::string path);
  /// An old file, cut back to `size` bytes; shorter ones are refused.
  GrowingFile(std::string path, std::uint64_t size);
  GrowingFile(GrowingFile&&) noexcept = default;
  GrowingFile& operator=(GrowingFile&&) noexcept = default;
  /// Writes what is buffered, without a check; flush() has one.
  ~GrowingFile();

  /// Bytes after the last; buffered until there are many of them.
  void append(std::string_view bytes);
  /// Bytes in place of others; what was appended so far is there first.
  void overwrite(std::uint64_t at, std::string_view bytes);
  void flush();
  /// Brings all to the disk.
  void sync();
  /// Cuts the file back to this length in bytes.
  void cut(std::uint64_t size);
  /// Throws where the file was removed or replaced since it was opened.
  void check_in_place() const { io::check_in_place(path_, file_.get()); }

  std::uint64_t size() const { return written_ + constrained_.size(); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  Descriptor file_;
  std::uint64_t written_ = 0;
  std::string constrained_;
};

}  // namespace tensio::io
