// Files that the user asked for: looked at before the work begins.
#pragma once

#include <string>

namespace tensio::cli {

/// What can be said of an output file beforehand; returns the path to write to, empty for an empty
/// one. `option` is the word that named the file. Throws UsageError where it exists and may not be
/// overwritten, Error (io) where it cannot be written.
std::string output_path(const std::string& file, const char* option, bool force);

}  // namespace tensio::cli
