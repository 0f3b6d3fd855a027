// Keeping a text: a picture, a page, a table.
#pragma once

#include <string>

namespace tensio {

/// Writes to a temporary file beside `path`, then renames: a partial file never looks whole.
/// Throws Error (io) naming the file.
void save_text(const std::string& text, const std::string& path);

}  // namespace tensio
