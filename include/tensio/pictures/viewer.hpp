// A viewer of results, as one HTML page: runs that play and are scrubbed, rest states.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tensio/model/system.hpp"
#include "tensio/motion/frame.hpp"
#include "tensio/pictures/page.hpp"

namespace tensio {

/// What the frames of a page take at most, all panes together, before they are written as text.
inline constexpr std::size_t kViewerBytes = 24'000'000;

/// Keeps a run for the viewer: positions, tensions and broken springs of its frames in single
/// precision, and their energies. Where the frames would take too much memory, every second of
/// them is dropped; the first and the last are always kept.
class ViewedRun final : public MotionObserver {
 public:
  /// Throws Error (limit) where not even two frames fit.
  ViewedRun(const System& system, std::size_t most_bytes = kViewerBytes);

  void frame(const MotionFrame& frame) override;
  std::int64_t next_step(std::int64_t) const override { return INT64_MAX; }
  /// How the run ended. Call it last.
  void finish(const MotionReport& report);

  std::size_t frame_count() const { return frames_.size(); }  ///< that are kept
  std::size_t frames_seen() const { return seen_; }
  /// 1: all frames are kept; 4: every fourth.
  std::size_t every() const { return every_; }

  /// A moment of the run.
  struct Frame {
    double time = 0;
    std::vector<float> position = {}, tension = {};
    std::vector<unsigned char> broken = {};  ///< empty where no spring can break
  };
  /// Energies at one time; the order is that of MotionEnergies.
  struct Row {
    double time = 0;
    std::array<double, 8> energy = {};
  };
  const std::vector<Frame>& frames() const { return frames_; }
  const std::vector<Row>& rows() const { return rows_; }
  /// Of each spring, NaN where it has none or does not keep it.
  const std::vector<float>& rest_length() const { return rest_length_; }
  const MotionReport& report() const { return report_; }

 private:
  std::size_t most_bytes_, frame_bytes_;
  std::vector<Frame> frames_ = {};
  Frame last_ = {};  // the newest, where it is not among the others
  bool has_last_ = false;
  std::size_t seen_ = 0, every_ = 1;
  std::vector<Row> rows_ = {};
  Row last_row_ = {};
  std::size_t rows_every_ = 1;
  std::vector<float> rest_length_ = {};
  MotionReport report_ = {};
};

/// What the viewer's page is to show, as JSON that can stand in a script element.
std::string viewer_data(const System& system, std::span<const ViewedRun> runs);
/// The drawn shape and rest states, instead of runs.
std::string viewer_data(const System& system, const std::vector<PageResult>& results);

/// The page of the viewer (`tensio-viewer.html`, as it is built) with data in it.
std::string viewer_page(std::string_view viewer, const std::string& title, const std::string& data);

/// The page of page_html() with a viewer above its text, in a frame of its own. Scripts may run in
/// that frame only; without them the page shows all else.
std::string page_with_viewer(const std::string& page, const std::string& viewer);

}  // namespace tensio
