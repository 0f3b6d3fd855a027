// Reading files, and the rules for names that come from a scene.
#include "io/text/data_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include "core/index.hpp"
#include "io/text/characters.hpp"

namespace tensio::io {
namespace {

namespace fs = std::filesystem;

// Why a name is not allowed, or an empty text.
std::string name_fault(std::string_view name) {
  if (name.find('\0') != std::string_view::npos) return "it contains a zero byte";
  if (name.find('\\') != std::string_view::npos) return "folders are parted by / in a scene";
  if (name.size() > 1 && name[1] == ':') return "drive letters are not allowed";
  if (name[0] == '/') return "only files in the scene's folder may be named";
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    if (name.substr(begin, end - begin) == "..") return "`..` is not allowed";
    begin = end + 1;
  }
  return {};
}

// True where `path` lies in `folder`, both without links.
bool is_inside(const fs::path& path, const fs::path& folder) {
  const auto mismatch = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return mismatch.first == folder.end();
}

}  // namespace

DataFiles::DataFiles(const std::string& folder, const std::vector<std::string>& more_folders) {
  if (!folder.empty()) folders_.push_back(folder);
  folders_.insert(folders_.end(), more_folders.begin(), more_folders.end());
}

DataFiles::Content DataFiles::read(std::string_view name) {
  const std::string shown = shortened(name, 100);
  const auto refuse = [&](std::string_view reason) {
    return Content{{}, fmt::format("the file `{}` is refused: {}", shown, reason), {}};
  };
  for (const InMemory& file : memory_) {
    if (file.name != name) continue;
    bytes_read_ += file.bytes.size();
    return {std::string(file.bytes), {}, file.name};
  }
  if (const std::string fault = name_fault(name); !fault.empty()) return refuse(fault);
  if (folders_.empty()) return refuse("this scene has no folder to find it in");

  for (const std::string& folder : folders_) {
    std::error_code error;
    const fs::path home = fs::canonical(folder, error);
    if (error) continue;
    const fs::path path = fs::canonical(home / std::string(name), error);
    if (error) continue;
    if (!is_inside(path, home)) return refuse("it is a link that leads out of the scene's folder");
    if (!fs::is_regular_file(path, error) || error) {
      read_failed_ = true;
      return refuse("it is not a regular file");
    }
    Content content = read_whole_file(path.string());
    if (!content.error.empty()) {
      read_failed_ = true;
      content.error = fmt::format("the file `{}` cannot be read: {}", shown, content.error);
    }
    bytes_read_ += content.bytes.size();
    content.path =
        folder == "." ? std::string(name) : (fs::path(folder) / std::string(name)).string();
    if (std::none_of(found_.begin(), found_.end(),
                     [&](const Found& file) { return file.name == name; }))
      found_.push_back({std::string(name), content.path});
    return content;
  }
  return {{},
          fmt::format("the file `{}` is not there; it is looked for in the scene's folder "
                      "and in the data folders given",
                      shown),
          {}};
}

namespace {

// Reads a stream until it ends; `size` is what is expected, 0 where that is not known.
DataFiles::Content read_stream(std::FILE* stream, std::size_t size) {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  DataFiles::Content content;
  if (size > 0) content.bytes.reserve(size + kBlock);
  for (;;) {
    const std::size_t begin = content.bytes.size();
    content.bytes.resize(begin + kBlock);
    const std::size_t got = std::fread(content.bytes.data() + begin, 1, kBlock, stream);
    content.bytes.resize(begin + got);
    if (got == 0) break;
  }
  if (std::ferror(stream) != 0) return {{}, std::strerror(errno), {}};
  return content;
}

}  // namespace

DataFiles::Content read_standard_input() { return read_stream(stdin, 0); }

void refuse_file(const std::string& path, const std::string& message, ErrorKind kind) {
  throw Error({{.file = path, .message = message}}, kind);
}

DataFiles::Content read_whole_file(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return {{}, "it is a folder", {}};
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) return {{}, std::strerror(errno), {}};
  const auto size = fs::file_size(path, error);
  return read_stream(file.get(), error ? 0 : usize(size));
}

}  // namespace tensio::io
