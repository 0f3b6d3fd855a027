// Frames of a run for the viewer, few enough for a page.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/index.hpp"
#include "io/draw/net_values.hpp"
#include "io/text/markup.hpp"
#include "tensio/pictures/viewer.hpp"

namespace tensio {

namespace {

constexpr std::size_t kMostRows = 20000;  // of energies: more than any screen has pixels

// Keeps the first, the third, the fifth ...
template <class Item>
void drop_every_second(std::vector<Item>& items) {
  for (std::size_t i = 1; 2 * i < items.size(); ++i) items[i] = std::move(items[2 * i]);
  items.resize((items.size() + 1) / 2);
}

ViewedRun::Row row_of(const MotionFrame& frame) {
  const MotionEnergies& e = frame.energy;
  return {frame.time,
          {e.kinetic, e.elastic, e.gravity, e.load, e.contact, e.dissipated, e.work, e.total}};
}

}  // namespace

ViewedRun::ViewedRun(const System& system, std::size_t most_bytes)
    : most_bytes_(most_bytes),
      frame_bytes_(usize(system.node_count()) * usize(system.dimension) * sizeof(float) +
                   usize(system.spring_count()) * (sizeof(float) + 1)) {
  if (2 * frame_bytes_ <= most_bytes_) return;
  throw Error(fmt::format("the net is too large for a page: two frames of {} and {} take {:.3g} MB, "
                          "and there is room for {:.3g} MB; write a folder with --out DIR, and "
                          "show it with `tensio studio DIR`",
                          io::count_text(usize(system.node_count()), "node", "nodes"),
                          io::count_text(usize(system.spring_count()), "spring", "springs"),
                          2e-6 * static_cast<double>(frame_bytes_),
                          1e-6 * static_cast<double>(most_bytes_)),
              ErrorKind::limit);
}

void ViewedRun::frame(const MotionFrame& frame) {
  const bool first = seen_ == 0;
  if (first) rest_length_ = io::single_precision(frame.rest_length);
  // Springs that yield, or whose rest length is driven, have no strain that one length gives.
  for (std::size_t i = 0; i < rest_length_.size() && i < frame.rest_length.size(); ++i) {
    if (rest_length_[i] != static_cast<float>(frame.rest_length[i]))
      rest_length_[i] = std::numeric_limits<float>::quiet_NaN();
  }
  // The state at the end may have been shown before.
  if (!first && frame.time <= last_row_.time) return;
  last_row_ = row_of(frame);
  if (seen_ % rows_every_ == 0) rows_.push_back(last_row_);
  if (rows_.size() > kMostRows) {
    drop_every_second(rows_);
    rows_every_ *= 2;
  }
  Frame kept{.time = frame.time,
             .position = io::single_precision(frame.position),
             .tension = io::single_precision(frame.tension),
             .broken = {frame.broken.begin(), frame.broken.end()}};
  has_last_ = seen_ % every_ != 0;
  if (has_last_) {
    last_ = std::move(kept);
  } else {
    frames_.push_back(std::move(kept));
  }
  ++seen_;
  // One more is kept for the end.
  if ((frames_.size() + 1) * frame_bytes_ > most_bytes_ && frames_.size() > 1) {
    if (!has_last_ && frames_.size() % 2 == 0) {
      last_ = frames_.back();
      has_last_ = true;
    }
    drop_every_second(frames_);
    every_ *= 2;
  }
}

void ViewedRun::finish(const MotionReport& report) {
  report_ = report;
  if (has_last_) frames_.push_back(std::move(last_));
  has_last_ = false;
  if (!rows_.empty() && rows_.back().time < last_row_.time) rows_.push_back(last_row_);
}

}  // namespace tensio
