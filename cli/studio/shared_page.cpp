// The pages that come with the program: the studio and the viewer.
#include "studio/shared_page.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "system/system.hpp"
#include "tensio/error.hpp"

namespace tensio::cli {

namespace {

namespace fs = std::filesystem;

std::string page_path(const char* name) {
  std::error_code error;
  const fs::path folder = program_file().parent_path();
  for (const fs::path& path : {folder.parent_path() / "share" / "tensio" / name,
                               fs::path(TENSIO_PAGE_FOLDER) / name}) {
    if (fs::is_regular_file(path, error)) return path.string();
  }
  throw Error({{.file = name,
                .message = fmt::format("the page is missing: it is looked for in {} and in {}",
                                       (folder.parent_path() / "share" / "tensio").string(),
                                       TENSIO_PAGE_FOLDER)}},
              ErrorKind::io);
}

}  // namespace

std::string shared_page(const char* name) {
  const std::string path = page_path(name);
  std::ifstream file(path, std::ios::binary);
  std::string html((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file.good() && !file.eof())
    throw Error({{.file = path, .message = "cannot be read"}}, ErrorKind::io);
  return html;
}

std::size_t after_policy(const std::string& page, const char* name) {
  const std::size_t begin = page.find("<meta http-equiv=\"Content-Security-Policy\"");
  if (begin == std::string::npos)
    throw Error({{.file = name, .message = "is not the page of this program: it has no policy"}},
                ErrorKind::content);
  return page.find('>', begin) + 1;
}

}  // namespace tensio::cli
