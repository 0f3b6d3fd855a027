// Files by the calls of POSIX.
#include "core/system.hpp"

#if !defined(_WIN32)

#include <fcntl.h>
#include <locale.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace tensio::system {

namespace {

// So that every early return closes it.
int synced_and_closed(int file) {
  if (file < 0) return -1;
  const bool good = sync_file(file);
  const int reason = errno;
  const bool closed = ::close(file) == 0;
  if (!good) errno = reason;
  return good && closed ? 0 : -1;
}

}  // namespace

int open_file(const std::string& path, Open how) {
  const int more = how == Open::create       ? O_CREAT | O_TRUNC
                   : how == Open::create_new ? O_CREAT | O_EXCL
                                             : 0;
  return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | more, 0666);
}

int open_folder(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

bool close_file(int file) { return ::close(file) == 0; }

std::int64_t write_some(int file, const char* bytes, std::size_t count, std::int64_t at) {
  return at < 0 ? ::write(file, bytes, count)
                : ::pwrite(file, bytes, count, static_cast<off_t>(at));
}

std::int64_t file_size(int file) {
  struct stat summary = {};
  return ::fstat(file, &summary) == 0 ? static_cast<std::int64_t>(summary.st_size) : -1;
}

bool cut_file(int file, std::uint64_t size) {
  return ::ftruncate(file, static_cast<off_t>(size)) == 0;
}

bool sync_file(int file) {
  return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

bool sync_file_named(const std::string& path) {
  return synced_and_closed(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) == 0;
}

bool sync_folder(const std::string& path) { return sync_file_named(path); }

bool rename_file(const std::string& from, const std::string& to) {
  return std::rename(from.c_str(), to.c_str()) == 0;
}

bool names(const std::string& path, int file, bool through_links) {
  struct stat named = {}, open = {};
  const bool found =
      (through_links ? ::stat(path.c_str(), &named) : ::lstat(path.c_str(), &named)) == 0;
  return found && ::fstat(file, &open) == 0 && named.st_dev == open.st_dev &&
         named.st_ino == open.st_ino;
}

int create_in(int folder, const std::string&, const std::string& name) {
  return ::openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
                  0666);
}

bool rename_in(int folder, const std::string&, const std::string& from, const std::string& to) {
  return ::renameat(folder, from.c_str(), folder, to.c_str()) == 0;
}

void remove_in(int folder, const std::string&, const std::string& name) {
  ::unlinkat(folder, name.c_str(), 0);
}

int lock_folder(const std::string& path) {
  const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -1;
  // Some file systems have no locks: then nothing keeps other programs away.
  if (::flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(folder);
    errno = EWOULDBLOCK;
    return -1;
  }
  return folder;
}

int process_id() { return static_cast<int>(::getpid()); }

double plain_number(const char* text) {
  static const locale_t plain = newlocale(LC_ALL_MASK, "C", locale_t{});
  return strtod_l(text, nullptr, plain);
}

}  // namespace tensio::system

#endif
