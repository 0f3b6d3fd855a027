// The folder of a run as the program uses it: who may write to it, and the checkpoints from which a
// run continues.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tensio {

/// What is not the same from run to run: times, versions. Written by programs, not by Recording.
inline constexpr const char* kSummaryFile = "summary.json";

/// The sole right to write to the folder of a run. Copies share it; the system takes it back when
/// the last one is gone, or the program ends in any way.
class FolderLock {
 public:
  /// Throws Error (io) where the folder cannot be opened, or another run is writing to it.
  explicit FolderLock(const std::string& folder);
  const std::string& folder() const;
  /// Throws Error (io) where the folder was removed or replaced since.
  void check() const;

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

/// Removes what an earlier run left in a folder, and nothing else. Throws Error (io), with nothing
/// removed, where `frames` is a symbolic link.
void clear_recording(const FolderLock& lock);

/// What a run needs to continue.
struct Checkpoint {
  double time = 0;
  std::string scene = {};       ///< the scene as it ran, as JSON
  std::string options = {};     ///< of the program, in its own words
  std::string simulation = {};  ///< Simulation::save(); empty: the scene is yet to begin
  std::string recording = {};   ///< Recording::save(); empty: nothing was recorded yet
  std::string machine = {};     ///< solver and CPU, on which bits may depend
};

/// Writes to a temporary file, brings it to the disk, renames: the old one stays whole until then.
void save_checkpoint(const Checkpoint& checkpoint, const std::string& path);
/// Throws Error where the file is damaged, cut off, or of a newer version.
Checkpoint load_checkpoint(const std::string& path);

/// "FOLDER/checkpoint_000001.tensio".
std::string checkpoint_path(const std::string& folder, int number);

struct FoundCheckpoint {
  Checkpoint checkpoint = {};
  int number = 0;
  int last_number = 0;                    ///< the highest of all files, whole or not
  std::vector<std::string> skipped = {};  ///< what was wrong with newer ones, by file
};
/// The one with the highest number that is whole and not of a later time; empty where there is
/// none. Throws Error where there are some and all are damaged.
std::optional<FoundCheckpoint> newest_checkpoint(
    const std::string& folder, double latest = std::numeric_limits<double>::infinity());

}  // namespace tensio
