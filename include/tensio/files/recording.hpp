// A run's folder: what a simulation writes, frame by frame.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tensio/model/system.hpp"
#include "tensio/motion/frame.hpp"

namespace tensio {

enum class FrameFormat {
  vtk,  ///< frames/frame_000000.vtp, ..., and frames.pvd with their times
  npy,  ///< position.npy and velocity.npy, frames x nodes x axes, and time.npy
  npz,  ///< the same three in frames.npz, once the run is finished
};
const char* to_string(FrameFormat format);

class FolderLock;

/// Writes history.csv, probes.csv, events.csv and the frames into a folder while a run continues.
/// The same run gives the same bytes. Throws Error (io) with the file's name where one cannot be
/// written, or was removed or replaced since it was begun, or where another run is writing to the
/// folder. A `frames` that is a symbolic link is refused.
class Recording final : public MotionObserver {
 public:
  /// Begins a new recording in an existing folder: writes scene.json.
  Recording(const FolderLock& lock, const System& system,
            const std::vector<std::string>& probe_names, FrameFormat format = FrameFormat::vtk);
  Recording(const std::string& folder, const System& system,
            const std::vector<std::string>& probe_names, FrameFormat format = FrameFormat::vtk);
  /// Continues where save() was called: what was written later is cut off.
  Recording(const FolderLock& lock, const System& system,
            const std::vector<std::string>& probe_names, std::string_view saved);
  Recording(const std::string& folder, const System& system,
            const std::vector<std::string>& probe_names, std::string_view saved);
  ~Recording() override;

  void frame(const MotionFrame& frame) override;
  void probes(const ProbeRow& row) override;
  void event(const MotionEvent& event) override;
  std::int64_t next_step(std::int64_t) const override { return INT64_MAX; }

  /// What the titles of plots say of the run, such as "velocity_verlet, step 1 ms".
  void describe(std::string how);
  /// Brings everything written so far to the disk, and says where the files stand, as bytes.
  std::string save();
  /// Ends the files: the .npz, energy.svg and probes.svg.
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tensio
