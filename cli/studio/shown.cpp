// What `tensio studio` shows, listed again when it changes.
#include "studio/shown.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "output/json_output.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/files/snapshot.hpp"

namespace tensio::cli {

namespace {

namespace fs = std::filesystem;

std::shared_ptr<const std::string> bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  if (file && file.peek() != std::ifstream::traits_type::eof()) bytes << file.rdbuf();
  if (!file && !file.eof()) {
    const std::string reason = std::strerror(errno);
    throw Error({{.file = path, .message = "cannot be read: " + reason}}, ErrorKind::io);
  }
  return std::make_shared<const std::string>(std::move(bytes).str());
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

// Names of the regular files in a folder with one of these endings, in order; no links.
std::vector<std::string> names_in(const fs::path& folder,
                                  std::initializer_list<const char*> endings) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string ending = entry.path().extension().string();
    if (entry.is_symlink(error) || !entry.is_regular_file(error)) continue;
    if (std::find(endings.begin(), endings.end(), ending) != endings.end())
      names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

Shown::Shown(const std::string& path, std::vector<std::string> data_folders)
    : path_(path), data_folders_(std::move(data_folders)), run_(is_folder(path)) {
  if (run_) ResultFolder{path_};  // throws where it is not one
  list();
}

Shown::Stamp Shown::stamp_of(const std::string& path) {
  std::error_code ignored;
  Stamp stamp{.path = path};
  stamp.time = fs::last_write_time(path, ignored);
  stamp.size = fs::file_size(path, ignored);
  return stamp;
}

// Stamps come first: what is written while it is read is read again.
void Shown::list() {
  if (run_) {
    list_run();
  } else if (!path_.empty()) {
    list_scene();
  }
  ++version_;
}

void Shown::list_run() {
  const fs::path folder = path_;
  stamps_.clear();
  files_.clear();
  // These change with every frame.
  for (const char* name : {"scene.json", "frames.pvd", "frames.npz", "time.npy"})
    stamps_.push_back(stamp_of((folder / name).string()));
  const auto add = [&](const fs::path& below, std::initializer_list<const char*> endings) {
    for (const std::string& name : names_in(folder / below, endings))
      files_.push_back({(below / name).string(), (folder / below / name).string()});
  };
  add("", {".json", ".pvd", ".npz", ".npy", ".csv"});
  if (fs::is_directory(fs::symlink_status(folder / "frames"))) add("frames", {".vtp"});
}

void Shown::list_scene() {
  std::vector<Stamp> stamps = {stamp_of(path_)};
  std::vector<File> files = {{fs::path(path_).filename().string(), path_, bytes_of(path_)}};
  for (const NamedFile& file : files_of(path_, data_folders_)) {
    stamps.push_back(stamp_of(file.path));
    files.push_back({file.name, file.path, bytes_of(file.path)});
  }
  files_ = std::move(files);
  stamps_ = std::move(stamps);
}

void Shown::refresh() {
  const bool same = std::all_of(stamps_.begin(), stamps_.end(),
                                [](const Stamp& stamp) { return stamp_of(stamp.path) == stamp; });
  if (same) return;
  try {
    list();
  } catch (const Error&) {
    // Gone for a moment while an editor replaces it: the last version stays.
  }
}

const char* Shown::kind() const { return path_.empty() ? "nothing" : run_ ? "results" : "scene"; }

std::shared_ptr<const std::string> Shown::file(std::size_t index) const {
  if (index >= files_.size()) return {};
  const File& file = files_[index];
  if (file.bytes) return file.bytes;
  try {
    return bytes_of(file.path);
  } catch (const Error&) {
    return {};
  }
}

std::string Shown::describe() const {
  Output output(true);
  JsonWriter json(output);
  json.begin_object();
  json.members({{"version", version_}, {"kind", kind()}, {"name", path_}});
  json.key("files");
  json.begin_array();
  for (const File& file : files_) json.value(file.name);
  json.end_array();
  json.end_object();
  return output.take();
}

}  // namespace tensio::cli
