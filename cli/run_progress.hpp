// What is seen of a run while it goes on, and what stops it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "args.hpp"
#include "tensio/motion_frame.hpp"

namespace tensio::cli {

/// Passes a run on to its recording, shows it on standard error, and stops it at a signal or after
/// --stop-after. Verbose: a line for each frame. Else, on a terminal: a bar that is written over.
class RunObserver final : public MotionObserver {
 public:
  explicit RunObserver(const Args& args);
  ~RunObserver() override { take_away(); }
  RunObserver(const RunObserver&) = delete;
  RunObserver& operator=(const RunObserver&) = delete;

  /// Takes the bar away.
  void take_away();
  void show_to(MotionObserver* recording) { recording_ = recording; }
  /// From when to when it runs, for the bar.
  /// With --verbose: by what implicit steps are solved, and the head of the table.
  void announce(const std::string& linear_solver);
  void set_span(double time, std::int64_t steps, double duration);

  void frame(const MotionFrame& frame) override;
  void probes(const ProbeRow& row) override;
  void event(const MotionEvent& event) override;
  bool step(double time, std::int64_t steps) override;
  std::int64_t next_step(std::int64_t) const override { return INT64_MAX; }
  bool wants_nodes() const override { return recording_ != nullptr; }
  bool wants_springs() const override { return recording_ != nullptr; }

  bool out_of_time() const { return out_of_time_; }
  /// Spent on the files so far [s].
  double recording_seconds() const { return recording_seconds_; }
  /// The books of the first frame that was seen.
  const std::optional<MotionEnergies>& first_energies() const { return first_; }

 private:
  using Clock = std::chrono::steady_clock;
  template <class Show>
  void record(const Show& show);
  void show_bar(double time, std::int64_t steps, Clock::time_point now);

  MotionObserver* recording_ = nullptr;
  bool verbose_;
  bool bar_;            // a bar is wanted
  bool shown_ = false;  // and stands on the terminal
  double stop_after_;   // [s]; 0: never
  bool out_of_time_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_ = {};
  double begin_time_ = 0, duration_ = 0;
  std::int64_t begin_steps_ = 0;
  double energy_ = 0;
  double recording_seconds_ = 0;
  std::optional<MotionEnergies> first_ = {};
};

}  // namespace tensio::cli
