// What `tensio studio` shows, read again when it changes.
#include "studio/shown.hpp"

#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <utility>

#include "output/json_output.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio::cli {

namespace {

namespace fs = std::filesystem;

std::shared_ptr<const std::string> bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  if (file) bytes << file.rdbuf();
  if (!file) {
    const std::string reason = std::strerror(errno);
    throw Error({{.file = path, .message = "cannot be read: " + reason}}, ErrorKind::io);
  }
  return std::make_shared<const std::string>(std::move(bytes).str());
}

void append_float(std::string& bytes, double value) {
  auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  for (int i = 0; i < 4; ++i, bits >>= 8) bytes += static_cast<char>(bits & 0xff);
}

// The files that a scene names; those that were found where the scene has mistakes.
std::vector<NamedFile> files_of(const std::string& path, const std::vector<std::string>& folders) {
  std::vector<NamedFile> files;
  try {
    load_system(path, {.data_folders = folders, .files_read = &files});
  } catch (const Error&) {
    // The page reads it too, and shows what is wrong.
  }
  return files;
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

}  // namespace

Shown::Shown(const std::string& path, std::vector<std::string> data_folders)
    : path_(path), data_folders_(std::move(data_folders)) {
  read();
}

Shown::Stamp Shown::stamp_of(const std::string& path) {
  std::error_code ignored;
  Stamp stamp{.path = path};
  stamp.time = fs::last_write_time(path, ignored);
  stamp.size = fs::file_size(path, ignored);
  return stamp;
}

// Stamps first: what is written while it is read is read again.
void Shown::read() {
  std::vector<Stamp> stamps;
  std::vector<ShownFile> files;
  if (is_folder(path_)) {
    for (const char* name : {"scene.json", "frames.pvd", "frames.npz", "time.npy"})
      stamps.push_back(stamp_of((fs::path(path_) / name).string()));
    results_.emplace(path_);
    files.push_back({"scene.json", bytes_of(stamps.front().path)});
  } else if (!path_.empty()) {
    stamps.push_back(stamp_of(path_));
    files.push_back({fs::path(path_).filename().string(), bytes_of(path_)});
    for (const NamedFile& file : files_of(path_, data_folders_)) {
      stamps.push_back(stamp_of(file.path));
      files.push_back({file.name, bytes_of(file.path)});
    }
  }
  files_ = std::move(files);
  stamps_ = std::move(stamps);
  ++version_;
}

void Shown::refresh() {
  bool same = true;
  for (const Stamp& stamp : stamps_) same = same && stamp_of(stamp.path) == stamp;
  if (same) return;
  try {
    read();
  } catch (const Error&) {
    // Half written, or gone for a moment while an editor replaces it: the last version stays.
  }
}

const char* Shown::kind() const {
  return path_.empty() ? "nothing" : results_ ? "results" : "scene";
}

std::vector<double> Shown::times() const {
  return results_ ? results_->times() : std::vector<double>{};
}

std::shared_ptr<const std::string> Shown::frame(std::size_t index) const {
  if (!results_ || index >= results_->times().size()) return {};
  const Snapshot state = results_->frame(index);
  const auto springs = static_cast<std::size_t>(results_->scene().spring_count());
  std::string bytes;
  bytes.reserve(4 * (state.position.size() + springs));
  for (const double x : state.position) append_float(bytes, x);
  for (std::size_t s = 0; s < springs; ++s) {
    const bool known = s < state.tension.size() && (state.broken.empty() || state.broken[s] == 0);
    append_float(bytes, known ? state.tension[s] : std::numeric_limits<double>::quiet_NaN());
  }
  return std::make_shared<const std::string>(std::move(bytes));
}

std::string Shown::describe() const {
  Output output(true);
  JsonWriter json(output);
  json.begin_object();
  json.members({{"version", version_}, {"kind", kind()}, {"name", path_}});
  json.key("files");
  json.begin_array();
  for (const ShownFile& file : files_) json.value(file.name);
  json.end_array();
  const std::vector<double> all = times();
  json.members(
      {{"times", all},
       {"dimension", results_ ? results_->scene().dimension : 0},
       {"nodes", results_ ? static_cast<long long>(results_->scene().node_count()) : 0LL},
       {"springs", results_ ? static_cast<long long>(results_->scene().spring_count()) : 0LL}});
  json.end_object();
  return output.take();
}

}  // namespace tensio::cli
