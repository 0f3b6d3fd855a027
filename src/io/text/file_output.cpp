// Temporary file, fsync, rename, fsync of the folder; every call is checked.
#include "io/text/file_output.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include "core/index.hpp"
#include "core/system.hpp"
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
  Descriptor file(system::open_file(path, system::Open::change));
  if (file.get() < 0 || !write_pieces(file.get(), pieces) || !sync_to_disk(file.get()) ||
      !file.close()) {
    fail_writing(path, errno);
  }
}

// A file beside `path` that was not there before; its name is put into `name`.
int open_temporary(const std::string& path, std::string& name) {
  constexpr int kAttempts = 100;
  for (int i = 0; i < kAttempts; ++i) {
    name = path + std::string(kTemporaryMark) + std::to_string(system::process_id()) + '-' +
           std::to_string(i);
    const int file = system::open_file(name, system::Open::create_new);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    if (descriptor_ >= 0) system::close_file(descriptor_);
    descriptor_ = std::exchange(other.descriptor_, -1);
  }
  return *this;
}

Descriptor::~Descriptor() {
  if (descriptor_ >= 0) system::close_file(descriptor_);
}

bool Descriptor::close() { return system::close_file(std::exchange(descriptor_, -1)); }

bool write_all(int descriptor, std::string_view bytes, std::int64_t at) {
  while (!bytes.empty()) {
    const std::int64_t written = system::write_some(descriptor, bytes.data(), bytes.size(), at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(usize(written));
    if (at >= 0) at += written;
  }
  return true;
}

bool sync_to_disk(int descriptor) { return system::sync_file(descriptor); }

void sync_folder(const std::string& folder, const std::string& path) {
  if (!system::sync_folder(folder.empty() ? "." : folder)) fail_writing(path, errno);
}

void check_in_place(const std::string& path, int descriptor, Links links) {
  if (!system::names(path, descriptor, links == Links::follow)) fail_vanished(path);
}

bool is_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
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

  const fs::file_status old = fs::status(target, error);
  const bool exists = fs::status_known(old) && fs::exists(old);
  if (exists && fs::is_directory(old)) fail_writing(path, EISDIR);
  if (exists && !fs::is_regular_file(old)) return write_directly(target, pieces);

  std::string temporary;
  Descriptor file(open_temporary(target, temporary));
  if (file.get() < 0) fail_writing(path, errno);
  if (exists) fs::permissions(temporary, old.permissions(), error);
  if (exists && error) errno = error.value();
  const bool good = (!exists || !error) && write_pieces(file.get(), pieces) &&
                    sync_to_disk(file.get()) && file.close() &&
                    system::rename_file(temporary, target);
  if (!good) {
    const int reason = errno;
    fs::remove(temporary, error);
    fail_writing(path, reason);
  }

  // the new name itself must reach the disk as well
  sync_folder(resolved.parent_path().string(), path);
}

}  // namespace tensio::io
