// Temporary file, fsync, rename, fsync of the folder; every call is checked.
#include "io/text/file_output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include "core/index.hpp"
#include "tensio/error.hpp"

namespace tensio::io {
namespace {

namespace fs = std::filesystem;

bool write_pieces(int descriptor, std::span<const std::string_view> pieces) {
  for (const std::string_view piece : pieces) {
    if (!write_all(descriptor, piece)) return false;
  }
  return true;
}

void write_directly(const std::string& path, std::span<const std::string_view> pieces) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0 || !write_pieces(file.get(), pieces) || !sync_to_disk(file.get()) ||
      !file.close()) {
    fail_writing(path, errno);
  }
}

// A file beside `path` that was not there before; its name is put into `name`.
int open_temporary(const std::string& path, mode_t mode, std::string& name) {
  constexpr int kAttempts = 100;
  for (int i = 0; i < kAttempts; ++i) {
    name =
        path + std::string(kTemporaryMark) + std::to_string(::getpid()) + '-' + std::to_string(i);
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = std::exchange(other.descriptor_, -1);
  }
  return *this;
}

Descriptor::~Descriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool Descriptor::close() { return ::close(std::exchange(descriptor_, -1)) == 0; }

bool write_all(int descriptor, std::string_view bytes, std::int64_t at) {
  while (!bytes.empty()) {
    const ssize_t written =
        at < 0 ? ::write(descriptor, bytes.data(), bytes.size())
               : ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(usize(written));
    if (at >= 0) at += written;
  }
  return true;
}

bool sync_to_disk(int descriptor) {
  return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

void sync_folder(const std::string& folder, const std::string& path) {
  Descriptor directory(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC));
  if (directory.get() < 0 || !sync_to_disk(directory.get()) || !directory.close()) {
    fail_writing(path, errno);
  }
}

void check_in_place(const std::string& path, int descriptor, Links links) {
  struct stat named = {}, open = {};
  const bool found =
      (links == Links::follow ? ::stat(path.c_str(), &named) : ::lstat(path.c_str(), &named)) == 0;
  if (!found || ::fstat(descriptor, &open) != 0 || named.st_dev != open.st_dev ||
      named.st_ino != open.st_ino) {
    fail_vanished(path);
  }
}

bool is_file(const std::string& path) {
  struct stat summary = {};
  return ::stat(path.c_str(), &summary) == 0 && S_ISREG(summary.st_mode);
}

void fail_vanished(const std::string& path) {
  throw Error({{.file = path,
                .message = "was removed or replaced while the run was going on, and what was in it "
                           "is lost"}},
              ErrorKind::io);
}

void fail_writing(const std::string& path, int reason) {
  Problem problem;
  problem.file = path;
  problem.message = std::string("cannot be written: ") + std::strerror(reason);
  throw Error(std::vector<Problem>{std::move(problem)}, ErrorKind::io);
}

void write_file_safely(const std::string& path, std::string_view bytes) {
  write_file_safely(path, std::span<const std::string_view>(&bytes, 1));
}

void write_file_safely(const std::string& path, std::span<const std::string_view> pieces) {
  // a link stays, and what it leads to is replaced
  std::error_code error;
  fs::path resolved = path;
  if (fs::is_symlink(path, error)) {
    resolved = fs::weakly_canonical(path, error);
    if (error) fail_writing(path, error.value());
  }
  const std::string target = resolved.string();

  struct stat old = {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) fail_writing(path, EISDIR);
  if (exists && !S_ISREG(old.st_mode)) return write_directly(target, pieces);

  std::string temporary;
  Descriptor file(open_temporary(target, 0666, temporary));
  if (file.get() < 0) fail_writing(path, errno);
  bool good = !exists || ::fchmod(file.get(), old.st_mode & 07777) == 0;
  good = good && write_pieces(file.get(), pieces) && sync_to_disk(file.get()) && file.close() &&
         std::rename(temporary.c_str(), target.c_str()) == 0;
  if (!good) {
    const int reason = errno;
    ::unlink(temporary.c_str());
    fail_writing(path, reason);
  }

  // the new name itself must reach the disk as well
  sync_folder(resolved.parent_path().string(), path);
}

}  // namespace tensio::io
