// Files that the user asked for: looked at before the work begins.
#include "output/output_file.hpp"

#include <filesystem>

#include "output/failure.hpp"
#include "output/output.hpp"

namespace tensio::cli {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_file(const std::string& file, const std::string& message) {
  throw Error({{.file = file, .message = message}}, ErrorKind::io);
}

}  // namespace

std::string output_path(const std::string& file, const char* option, bool force) {
  if (file.empty()) return {};
  const fs::path path(file);
  std::error_code ignored;
  const bool exists = fs::exists(fs::symlink_status(path, ignored));
  if (exists && fs::is_directory(path, ignored)) {
    refuse_file(file, fmt::format("is a folder; {} needs a file", option));
  }
  if (exists && fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    refuse_file(file, fmt::format("is not a regular file; {} replaces files only", option));
  }
  if (exists && !force) {
    throw UsageError(
        fmt::format("{} {}: the file exists; --force overwrites it", option, printable(file)),
        file);
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, ignored)) {
    refuse_file(file, fmt::format("there is no folder {} to write it to", folder.string()));
  }
  // Behind a link the file that it names is replaced, not the link.
  return fs::exists(path, ignored) ? fs::canonical(path).string() : file;
}

}  // namespace tensio::cli
