// What the library asks of the operating system about files, beyond what the C++ library has: one
// form for POSIX (system_posix.cpp), one for Windows (system_windows.cpp).
//
// Files are numbers, as those of open(); a failure is -1 or false, with the reason in errno. Names
// are UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tensio::system {

enum class Open {
  change,      ///< an old file, to be written
  create,      ///< a new and empty file in place of any old one
  create_new,  ///< a file that was not there before
};
int open_file(const std::string& path, Open how);
/// A folder, so that it can be recognised later; links are refused.
int open_folder(const std::string& path);
bool close_file(int file);

/// Writes some of the bytes, at the place given or at the file's own (-1); returns their number.
std::int64_t write_some(int file, const char* bytes, std::size_t count, std::int64_t at);
std::int64_t file_size(int file);
bool cut_file(int file, std::uint64_t size);

/// Brings a file to the disk; devices and some file systems have nothing to bring.
bool sync_file(int file);
bool sync_file_named(const std::string& path);
/// Brings the names in a folder to the disk.
bool sync_folder(const std::string& path);

/// Gives a file another name, in place of any file that has it.
bool rename_file(const std::string& from, const std::string& to);
/// Whether `path` names the open file or folder.
bool names(const std::string& path, int file, bool through_links);

/// A new file in an open folder, whatever the folder's name leads to by now, and its last name.
/// On Windows an open folder keeps its name.
int create_in(int folder, const std::string& folder_path, const std::string& name);
bool rename_in(int folder, const std::string& folder_path, const std::string& from,
               const std::string& to);
void remove_in(int folder, const std::string& folder_path, const std::string& name);

/// A folder for one program at a time, until the file that is returned is closed; errno is
/// EWOULDBLOCK where another program has it.
int lock_folder(const std::string& path);

int process_id();
/// The number at the start of a text, with a point whatever the language of the program is.
double plain_number(const char* text);

}  // namespace tensio::system
