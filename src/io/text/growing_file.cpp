// A file that grows while a run continues.
#include "io/text/growing_file.hpp"

#include <fmt/format.h>

#include <cerrno>

#include "core/system.hpp"
#include "tensio/error.hpp"

namespace tensio::io {
namespace {

constexpr std::size_t kBuffered = std::size_t{1} << 16;

}  // namespace

GrowingFile::GrowingFile(std::string path)
    : path_(std::move(path)), file_(system::open_file(path_, system::Open::create)) {
  if (file_.get() < 0) fail_writing(path_, errno);
}

GrowingFile::GrowingFile(std::string path, std::uint64_t size)
    : path_(std::move(path)), file_(system::open_file(path_, system::Open::change)) {
  const std::int64_t bytes = file_.get() < 0 ? -1 : system::file_size(file_.get());
  if (bytes < 0) fail_writing(path_, errno);
  const auto found = static_cast<std::uint64_t>(bytes);
  if (found < size) {
    throw Error({{.file = path_,
                  .message = fmt::format("has {} bytes where the checkpoint knows of {}; it was "
                                         "cut off or replaced, and the run cannot continue",
                                         found, size)}},
                ErrorKind::content);
  }
  cut(size);
}

GrowingFile::~GrowingFile() {
  if (file_.get() >= 0)
    (void)write_all(file_.get(), constrained_, static_cast<std::int64_t>(written_));
}

void GrowingFile::append(std::string_view bytes) {
  constrained_ += bytes;
  if (constrained_.size() >= kBuffered) flush();
}

void GrowingFile::flush() {
  if (!write_all(file_.get(), constrained_, static_cast<std::int64_t>(written_))) {
    fail_writing(path_, errno);
  }
  written_ += constrained_.size();
  constrained_.clear();
}

void GrowingFile::overwrite(std::uint64_t at, std::string_view bytes) {
  flush();
  if (!write_all(file_.get(), bytes, static_cast<std::int64_t>(at))) fail_writing(path_, errno);
  if (at + bytes.size() > written_) written_ = at + bytes.size();
}

void GrowingFile::sync() {
  flush();
  if (!sync_to_disk(file_.get())) fail_writing(path_, errno);
}

void GrowingFile::cut(std::uint64_t size) {
  constrained_.clear();
  if (!system::cut_file(file_.get(), size)) fail_writing(path_, errno);
  written_ = size;
}

}  // namespace tensio::io
