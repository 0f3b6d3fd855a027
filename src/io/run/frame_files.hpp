// The frames of a run, as files of one format or another.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tensio/files/recording.hpp"

namespace tensio::io {

/// How much of the files was written.
struct FrameMark {
  std::uint64_t count = 0;
  std::uint64_t list_size = 0;  ///< bytes of the list of .vtp files, without its foot
};

class FrameFiles {
 public:
  virtual ~FrameFiles() = default;
  virtual void append(const MotionFrame& frame) = 0;
  /// Brings all that was written to the disk.
  virtual void sync() = 0;
  virtual void finish() = 0;
  virtual FrameMark mark() const = 0;
};

/// New files in a folder, or with a mark those that are there, cut back to it.
std::unique_ptr<FrameFiles> make_frame_files(FrameFormat format, const std::string& folder,
                                             const System& system, const FrameMark* mark);

}  // namespace tensio::io
