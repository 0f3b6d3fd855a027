// Writing files so that they are whole or not there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tensio::io {

/// Writes to a temporary file in the same folder, brings it to the disk and renames it. A device
/// or pipe is written to directly. Throws Error (io) with the file's name and the system's reason.
void write_file_safely(const std::string& path, std::string_view bytes);
/// The same of several pieces, one behind the other.
void write_file_safely(const std::string& path, std::span<const std::string_view> pieces);

/// What a name is given while its file is not whole: `path` + this + a number.
inline constexpr std::string_view kTemporaryMark = ".tmp-";

/// An open file; closed without a check when an error leaves it behind.
class Descriptor {
 public:
  explicit Descriptor(int descriptor = -1) : descriptor_(descriptor) {}
  Descriptor(Descriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();
  int get() const { return descriptor_; }
  /// False with errno set where that fails.
  bool close();

 private:
  int descriptor_;
};

/// Writes all bytes, at the place given or at the file's own (-1); false with errno set.
bool write_all(int descriptor, std::string_view bytes, std::int64_t at = -1);
/// Brings a file to the disk; devices and some file systems have nothing to bring.
bool sync_to_disk(int descriptor);
/// Brings the names in a folder to the disk; throws Error (io), naming `path`.
void sync_folder(const std::string& folder, const std::string& path);

/// Whether a name that is a symbolic link may lead to what is meant.
enum class Links { follow, refuse };
/// Throws Error (io) where `path` no longer names the open file or folder.
void check_in_place(const std::string& path, int descriptor, Links links = Links::follow);
/// A plain file, or a link to one.
bool is_file(const std::string& path);
/// Throws Error (io): a file of a run was removed or replaced while the run was going on.
[[noreturn]] void fail_vanished(const std::string& path);
/// Throws Error (io): "PATH: cannot be written: REASON", where the reason is an errno.
[[noreturn]] void fail_writing(const std::string& path, int reason);

}  // namespace tensio::io
