// Files by the calls of Windows. The numbers of files are those of the C library, made of handles.
#include "core/system.hpp"

#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <process.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <mutex>

namespace tensio::system {

namespace {

constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

// UTF-8 as Windows wants it.
std::wstring wide(const std::string& text) {
  const int size = static_cast<int>(text.size());
  const int count = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0);
  std::wstring result(static_cast<std::size_t>(std::max(count, 0)), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, result.data(), count);
  return result;
}

// The reason of the last failure, as an errno.
int last_reason() {
  switch (::GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH: return ENOENT;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: return EEXIST;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: return ENOSPC;
    case ERROR_DIRECTORY: return ENOTDIR;
    case ERROR_TOO_MANY_OPEN_FILES: return EMFILE;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: return ENOMEM;
    case ERROR_FILENAME_EXCED_RANGE: return ENAMETOOLONG;
    case ERROR_INVALID_HANDLE: return EBADF;
    case ERROR_WRITE_PROTECT: return EROFS;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION: return EACCES;
    default: return EIO;
  }
}

bool fail() {
  errno = last_reason();
  return false;
}

int open_handle(const std::string& path, DWORD access, DWORD share, DWORD how, DWORD flags) {
  const HANDLE handle =
      ::CreateFileW(wide(path).c_str(), access, share, nullptr, how, flags, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    fail();
    return -1;
  }
  const int file = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY);
  if (file < 0) ::CloseHandle(handle);
  return file;
}

// Others may not rename or remove it meanwhile.
int open_folder_handle(const std::string& path, DWORD flags) {
  return open_handle(path, FILE_LIST_DIRECTORY, FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_EXISTING,
                     flags);
}

// What keeps other programs away from a folder, by the number of the folder: it is known to all
// programs of this machine by its name, and gone when the last one that has it ends, however it
// does.
std::mutex locks_mutex;
std::map<int, HANDLE> locks;

HANDLE handle_of(int file) { return reinterpret_cast<HANDLE>(::_get_osfhandle(file)); }

bool summary_of(const std::string& path, bool through_links, BY_HANDLE_FILE_INFORMATION& summary) {
  const DWORD flags =
      FILE_FLAG_BACKUP_SEMANTICS | (through_links ? 0 : FILE_FLAG_OPEN_REPARSE_POINT);
  const HANDLE handle =
      ::CreateFileW(wide(path).c_str(), 0, kShared, nullptr, OPEN_EXISTING, flags, nullptr);
  if (handle == INVALID_HANDLE_VALUE) return false;
  const bool good = ::GetFileInformationByHandle(handle, &summary) != 0;
  ::CloseHandle(handle);
  return good;
}

}  // namespace

int open_file(const std::string& path, Open how) {
  const DWORD creation = how == Open::create       ? CREATE_ALWAYS
                         : how == Open::create_new ? CREATE_NEW
                                                   : OPEN_EXISTING;
  return open_handle(path, GENERIC_READ | GENERIC_WRITE, kShared, creation, FILE_ATTRIBUTE_NORMAL);
}

int open_folder(const std::string& path) {
  const DWORD attributes = ::GetFileAttributesW(wide(path).c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES) {
    fail();
    return -1;
  }
  if ((attributes & FILE_ATTRIBUTE_DIRECTORY) == 0 ||
      (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) {
    errno = ENOTDIR;
    return -1;
  }
  return open_folder_handle(path, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT);
}

bool close_file(int file) {
  {
    const std::lock_guard<std::mutex> guard(locks_mutex);
    const auto lock = locks.find(file);
    if (lock != locks.end()) {
      if (lock->second != nullptr) ::CloseHandle(lock->second);
      locks.erase(lock);
    }
  }
  return ::_close(file) == 0;
}

std::int64_t write_some(int file, const char* bytes, std::size_t count, std::int64_t at) {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  const auto piece = static_cast<unsigned>(std::min(count, kMost));
  if (at < 0) return ::_write(file, bytes, piece);
  if (::_lseeki64(file, at, SEEK_SET) < 0) return -1;
  return ::_write(file, bytes, piece);
}

std::int64_t file_size(int file) { return ::_filelengthi64(file); }

bool cut_file(int file, std::uint64_t size) {
  LARGE_INTEGER end = {};
  end.QuadPart = static_cast<long long>(size);
  const HANDLE handle = handle_of(file);
  return (::SetFilePointerEx(handle, end, nullptr, FILE_BEGIN) != 0 &&
          ::SetEndOfFile(handle) != 0) ||
         fail();
}

bool sync_file(int file) {
  // Pipes, consoles and NUL have nothing to bring.
  if (::GetFileType(handle_of(file)) != FILE_TYPE_DISK) return true;
  return ::FlushFileBuffers(handle_of(file)) != 0 || fail();
}

bool sync_file_named(const std::string& path) {
  const int file = open_file(path, Open::change);
  if (file < 0) return false;
  const bool good = sync_file(file);
  const int reason = errno;
  ::_close(file);
  if (!good) errno = reason;
  return good;
}

// rename_file waits for the disk.
bool sync_folder(const std::string&) { return true; }

bool rename_file(const std::string& from, const std::string& to) {
  // Programs that look at new files, such as virus scanners, keep a name for moments.
  constexpr int kAttempts = 20;
  constexpr DWORD kPause = 25;  // ms
  for (int i = 0;; ++i) {
    if (::MoveFileExW(wide(from).c_str(), wide(to).c_str(),
                      MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0) {
      return true;
    }
    const DWORD error = ::GetLastError();
    if (i == kAttempts || (error != ERROR_SHARING_VIOLATION && error != ERROR_ACCESS_DENIED)) {
      return fail();
    }
    ::Sleep(kPause);
  }
}

bool names(const std::string& path, int file, bool through_links) {
  BY_HANDLE_FILE_INFORMATION named = {}, open = {};
  return summary_of(path, through_links, named) &&
         ::GetFileInformationByHandle(handle_of(file), &open) != 0 &&
         named.dwVolumeSerialNumber == open.dwVolumeSerialNumber &&
         named.nFileIndexHigh == open.nFileIndexHigh && named.nFileIndexLow == open.nFileIndexLow;
}

int create_in(int, const std::string& folder_path, const std::string& name) {
  return open_file(folder_path + '\\' + name, Open::create);
}

bool rename_in(int, const std::string& folder_path, const std::string& from,
               const std::string& to) {
  return rename_file(folder_path + '\\' + from, folder_path + '\\' + to);
}

void remove_in(int, const std::string& folder_path, const std::string& name) {
  ::DeleteFileW(wide(folder_path + '\\' + name).c_str());
}

int lock_folder(const std::string& path) {
  const int folder = open_folder_handle(path, FILE_FLAG_BACKUP_SEMANTICS);
  BY_HANDLE_FILE_INFORMATION summary = {};
  if (folder < 0) return -1;
  // By the folder itself, since it may have several names.
  const std::wstring name = ::GetFileInformationByHandle(handle_of(folder), &summary) == 0
                                ? std::wstring()
                                : L"Global\\tensio-" +
                                      std::to_wstring(summary.dwVolumeSerialNumber) + L'-' +
                                      std::to_wstring(summary.nFileIndexHigh) + L'-' +
                                      std::to_wstring(summary.nFileIndexLow);
  const HANDLE lock = name.empty() ? nullptr : ::CreateMutexW(nullptr, FALSE, name.c_str());
  const DWORD error = ::GetLastError();
  // Denied where it is of another user.
  if (error == ERROR_ALREADY_EXISTS || error == ERROR_ACCESS_DENIED) {
    if (lock != nullptr) ::CloseHandle(lock);
    ::_close(folder);
    errno = EWOULDBLOCK;
    return -1;
  }
  const std::lock_guard<std::mutex> guard(locks_mutex);
  locks[folder] = lock;
  return folder;
}

int process_id() { return ::_getpid(); }

// The C library of Windows has one language for all threads; programs keep the plain one unless
// they ask for another.
double plain_number(const char* text) { return std::strtod(text, nullptr); }

}  // namespace tensio::system

#endif
