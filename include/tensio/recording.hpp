// A run's folder: what it wrote, frame by frame, and the checkpoints from which it can go on.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tensio/motion_frame.hpp"
#include "tensio/system.hpp"

namespace tensio {

enum class FrameFormat {
  vtk,  ///< frames/frame_000000.vtp, ..., and frames.pvd with their times
  npy,  ///< position.npy and velocity.npy, frames x nodes x axes, and time.npy
  npz,  ///< the same three in frames.npz, once the run is finished
};
const char* to_string(FrameFormat format);

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

/// Writes history.csv, probes.csv, events.csv and the frames into a folder while a run goes on. The
/// same run gives the same bytes. Throws Error (io) with the file's name where one cannot be
/// written, or was removed or replaced since it was begun, or where another run is writing to the
/// folder. A `frames` that is a symbolic link is refused.
class Recording final : public MotionObserver {
 public:
  /// Begins a new recording in an existing folder: writes scene.json.
  Recording(const FolderLock& lock, const System& system,
            const std::vector<std::string>& probe_names, FrameFormat format = FrameFormat::vtk);
  Recording(const std::string& folder, const System& system,
            const std::vector<std::string>& probe_names, FrameFormat format = FrameFormat::vtk)
      : Recording(FolderLock(folder), system, probe_names, format) {}
  /// Goes on where save() was called: what was written later is cut off.
  Recording(const FolderLock& lock, const System& system,
            const std::vector<std::string>& probe_names, std::string_view saved);
  Recording(const std::string& folder, const System& system,
            const std::vector<std::string>& probe_names, std::string_view saved)
      : Recording(FolderLock(folder), system, probe_names, saved) {}
  ~Recording() override;

  void frame(const MotionFrame& frame) override;
  void probes(const ProbeRow& row) override;
  void event(const MotionEvent& event) override;
  std::int64_t next_step(std::int64_t) const override { return INT64_MAX; }

  /// Brings everything written so far to the disk, and says where the files stand, as bytes.
  std::string save();
  /// Ends the files: the .npz, energy.svg and probes.svg.
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Removes what an earlier run left in a folder, and nothing else. Throws Error (io), with nothing
/// removed, where `frames` is a symbolic link.
void clear_recording(const FolderLock& lock);

/// What a run needs to go on.
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
