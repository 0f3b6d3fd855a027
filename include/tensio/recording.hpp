// A run's folder: what it wrote, frame by frame, and the checkpoints from which it can go on.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tensio/motion_frame.hpp"
#include "tensio/system.hpp"

namespace tensio {

enum class FrameFormat { vtk, npy, npz };

/// Writes history.csv, probes.csv, events.csv and the frames into a folder while a run goes on.
class Recording final : public MotionObserver {
 public:
  /// Begins a new recording in an existing empty folder: writes scene.json.
  Recording(const std::string& folder, const System& system,
            const std::vector<std::string>& probe_names, FrameFormat format = FrameFormat::vtk);
  /// Goes on where save() was called: what was written later is cut off.
  Recording(const std::string& folder, const System& system,
            const std::vector<std::string>& probe_names, std::string_view saved);
  ~Recording() override;

  void frame(const MotionFrame& frame) override;
  void probes(const ProbeRow& row) override;
  void event(const MotionEvent& event) override;

  /// Brings everything written so far to the disk, and says where the files stand, as bytes.
  std::string save();
  /// Ends the files: the .pvd, the headers of .npy, the .npz, energy.svg and probes.svg.
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// What a run needs to go on.
struct Checkpoint {
  double time = 0;
  std::string scene = {};       ///< the scene as it ran, as JSON
  std::string options = {};     ///< of the program, in its own words
  std::string simulation = {};  ///< Simulation::save()
  std::string recording = {};   ///< Recording::save()
  std::string machine = {};     ///< solver and CPU, on which bits may depend
};

/// Writes to a temporary file, brings it to the disk, renames: the old one stays whole until then.
void save_checkpoint(const Checkpoint& checkpoint, const std::string& path);
/// Throws Error where the file is damaged, cut off, or of a newer version.
Checkpoint load_checkpoint(const std::string& path);

}  // namespace tensio
