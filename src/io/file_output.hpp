// Writing a file so that it is whole or not there.
#pragma once

#include <string>
#include <string_view>

namespace tensio::io {

/// Writes to a temporary file in the same folder, brings it to the disk and renames it. A device
/// or pipe is written to directly. Throws Error (io) with the file's name and the system's reason.
void write_file_safely(const std::string& path, std::string_view bytes);

}  // namespace tensio::io
