// The names of the files in a run's folder.
#include "io/run/recording_files.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <vector>

#include "io/run/run_folder.hpp"
#include "io/text/file_output.hpp"
#include "tensio/error.hpp"
#include "tensio/files/recording.hpp"

namespace tensio::io {
namespace {

namespace fs = std::filesystem;

constexpr std::array kNames = {kSceneFile,     kHistoryFile,  kProbesFile,     kEventsFile,
                               kEnergyPlot,    kProbesPlot,   kFrameList,      kFrameArchive,
                               kPositionFile,  kVelocityFile, kTimeFile,       kSummaryFile,
                               kTensionFile,   kBrokenFile,   kRestLengthFile, kPlasticFile,
                               kHardeningFile, kViscousFile,  kEventCountFile};

std::optional<std::uint64_t> number_between(std::string_view name, std::string_view prefix,
                                            std::string_view suffix) {
  if (!name.starts_with(prefix) || !name.ends_with(suffix)) return {};
  if (name.size() < prefix.size() + suffix.size() + 6) return {};
  name = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
  std::uint64_t number = 0;
  for (const char c : name) {
    if (c < '0' || c > '9' || number > (std::uint64_t{1} << 56)) return {};
    number = 10 * number + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

bool is_run_file(std::string_view name) {
  for (const char* known : kNames) {
    if (name == known) return true;
  }
  return frame_number(name) || checkpoint_number(name);
}

// The name of a run's file while it was written.
bool is_temporary(std::string_view name) {
  const std::size_t mark = name.rfind(kTemporaryMark);
  return mark != std::string_view::npos && is_run_file(name.substr(0, mark));
}

// Removes the files of a folder whose name says so.
template <class Choose>
void remove_files(const fs::path& folder, const Choose& choose) {
  std::error_code error;
  std::vector<fs::path> chosen;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    const bool plain = !fs::is_directory(it->symlink_status(ignored));
    if (plain && choose(it->path().filename().string())) chosen.push_back(it->path());
  }
  for (const fs::path& path : chosen) {
    if (!fs::remove(path, error) && error) fail_writing(path.string(), error.value());
  }
}

}  // namespace

void refuse_linked_frames(const std::string& folder) {
  const std::string frames = in_folder(folder, kFrameFolder);
  std::error_code ignored;
  if (!fs::is_symlink(fs::symlink_status(frames, ignored))) return;
  throw Error({{.file = frames,
                .message = "is a symbolic link, which a run does not follow: remove the link, or "
                           "name another folder"}},
              ErrorKind::io);
}

std::string in_folder(const std::string& folder, std::string_view name) {
  return (fs::path(folder) / name).string();
}

std::string checkpoint_name(std::uint64_t number) {
  return fmt::format("checkpoint_{:06}.tensio", number);
}

std::optional<std::uint64_t> frame_number(std::string_view name) {
  return number_between(name, "frame_", ".vtp");
}

std::optional<std::uint64_t> checkpoint_number(std::string_view name) {
  return number_between(name, "checkpoint_", ".tensio");
}

void remove_temporaries(const std::string& folder) {
  refuse_linked_frames(folder);
  remove_files(folder, is_temporary);
  remove_files(fs::path(folder) / kFrameFolder, is_temporary);
}

void remove_frames(const std::string& folder, std::uint64_t from) {
  refuse_linked_frames(folder);
  remove_files(fs::path(folder) / kFrameFolder, [&](std::string_view name) {
    const std::optional<std::uint64_t> number = frame_number(name);
    return number && *number >= from;
  });
}

}  // namespace tensio::io

namespace tensio {

void clear_recording(const FolderLock& lock) {
  lock.check();
  const std::string& folder = lock.folder();
  io::remove_temporaries(folder);
  io::remove_frames(folder, 0);
  // only where nothing else is in it
  std::error_code ignored;
  std::filesystem::remove(std::filesystem::path(folder) / io::kFrameFolder, ignored);
  io::remove_files(folder, [](std::string_view name) {
    return !io::frame_number(name) && io::is_run_file(name);
  });
}

}  // namespace tensio
