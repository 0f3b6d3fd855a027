// Temporary file, fsync, rename, fsync of the folder; every call is checked.
#include "io/file_output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "tensio/error.hpp"

namespace tensio::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, int reason) {
  Problem problem;
  problem.file = path;
  problem.message = std::string("cannot be written: ") + std::strerror(reason);
  throw Error(std::vector<Problem>{std::move(problem)}, ErrorKind::io);
}

// An open file; closed without a check when an error leaves it behind.
class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  int get() const { return descriptor_; }
  bool close() { return ::close(std::exchange(descriptor_, -1)) == 0; }

 private:
  int descriptor_;
};

// Writes all bytes; false with errno set where that fails.
bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Brings a file to the disk; devices and some file systems have nothing to bring.
bool sync(int descriptor) {
  return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

void write_directly(const std::string& path, std::string_view bytes) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0 || !write_all(file.get(), bytes) || !sync(file.get()) || !file.close()) {
    fail(path, errno);
  }
}

// A file beside `path` that was not there before; its name is put into `name`.
int open_temporary(const std::string& path, mode_t mode, std::string& name) {
  constexpr int kAttempts = 100;
  for (int i = 0; i < kAttempts; ++i) {
    name = path + ".tmp-" + std::to_string(::getpid()) + '-' + std::to_string(i);
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

}  // namespace

void write_file_safely(const std::string& path, std::string_view bytes) {
  // a link stays, and what it leads to is replaced
  std::error_code error;
  fs::path resolved = path;
  if (fs::is_symlink(path, error)) {
    resolved = fs::weakly_canonical(path, error);
    if (error) fail(path, error.value());
  }
  const std::string target = resolved.string();

  struct stat old = {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) fail(path, EISDIR);
  if (exists && !S_ISREG(old.st_mode)) return write_directly(target, bytes);

  std::string temporary;
  Descriptor file(open_temporary(target, 0666, temporary));
  if (file.get() < 0) fail(path, errno);
  bool good = !exists || ::fchmod(file.get(), old.st_mode & 07777) == 0;
  good = good && write_all(file.get(), bytes) && sync(file.get()) && file.close() &&
         std::rename(temporary.c_str(), target.c_str()) == 0;
  if (!good) {
    const int reason = errno;
    ::unlink(temporary.c_str());
    fail(path, reason);
  }

  // the new name itself must reach the disk as well
  const fs::path folder = resolved.parent_path();
  Descriptor directory(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC));
  if (directory.get() < 0 || !sync(directory.get()) || !directory.close()) fail(path, errno);
}

}  // namespace tensio::io
