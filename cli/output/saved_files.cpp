// Files that a command writes beside its report.
#include "output/saved_files.hpp"

#include "output/output.hpp"

namespace tensio::cli {

std::string saved_lines(const SavedFiles& files) {
  std::string text;
  for (const std::string& file : files.names)
    text += fmt::format("written to {}\n", printable(file));
  return text;
}

}  // namespace tensio::cli
