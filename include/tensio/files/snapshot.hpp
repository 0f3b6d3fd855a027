// A net at one time, wherever that comes from: a scene's start, a frame of a run.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tensio/files/recording.hpp"
#include "tensio/model/system.hpp"

namespace tensio {

/// Where a net is at one time; arrays in the user's order.
struct Snapshot {
  double time = 0;
  std::vector<double> position = {};       ///< node_count x dimension
  std::vector<double> velocity = {};       ///< the same; empty: not known
  std::vector<double> tension = {};        ///< of each spring [N]; empty: not known
  std::vector<unsigned char> broken = {};  ///< of each spring; empty: none is
  std::vector<double> rest_length = {};    ///< of each spring [m]; empty: as the scene says
  /// Of each spring, as the columns of SpringSet; empty: not known, or as the scene says.
  std::vector<double> plastic_elongation = {}, hardening_force = {}, viscous_tension = {};
  /// How many events of the scene lie behind, in order of time; empty: not known.
  std::optional<std::size_t> events_applied = {};
};

/// `nodes.position` and no velocity.
Snapshot drawn_snapshot(const System& system);
/// `nodes.start` and `nodes.velocity`; the drawn shape where there is no start.
Snapshot start_snapshot(const System& system);
/// The scene that starts at this state and time: `nodes.start`, `nodes.velocity` where they are
/// known, broken springs, permanent elongations, the state of yielding and creep. Events that lie
/// behind have changed its values and are gone. Throws Error where the state does not hold what
/// the scene would need.
System with_snapshot(const System& system, const Snapshot& state);

/// States of one net in the order of time, each made when it is asked for.
class FrameSource {
 public:
  virtual ~FrameSource() = default;
  virtual const std::vector<double>& times() const = 0;
  virtual Snapshot frame(std::size_t index) const = 0;
};

/// States that are there already.
class StoredFrames final : public FrameSource {
 public:
  explicit StoredFrames(std::vector<Snapshot> frames);
  const std::vector<double>& times() const override { return times_; }
  Snapshot frame(std::size_t index) const override { return frames_[index]; }

 private:
  std::vector<Snapshot> frames_;
  std::vector<double> times_ = {};
};

/// What `tensio run --out DIR` wrote: the scene, and its frames in any of the frame formats.
class ResultFolder final : public FrameSource {
 public:
  /// Throws Error (io) where there is no scene.json or no frame in the folder, Error (content)
  /// where they do not fit together.
  explicit ResultFolder(const std::string& folder);
  ~ResultFolder() override;
  ResultFolder(ResultFolder&&) noexcept;
  ResultFolder& operator=(ResultFolder&&) noexcept;

  const System& scene() const;
  FrameFormat format() const;
  /// Of the frames, ascending; at least one.
  const std::vector<double>& times() const override;
  Snapshot frame(std::size_t index) const override;
  /// The frame whose time is nearest; of two the earlier.
  std::size_t frame_at(double time) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tensio
