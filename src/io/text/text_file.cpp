// Keeping a text: a picture, a page, a table.
#include "io/text/save_text.hpp"

#include "io/text/file_output.hpp"

namespace tensio {

void save_text(const std::string& text, const std::string& path) {
  io::write_file_safely(path, text);
}

}  // namespace tensio
