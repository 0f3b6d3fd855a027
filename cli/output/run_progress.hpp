// What is seen of a run while it continues, and what stops it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "args/args.hpp"
#include "output/text_output.hpp"
#include "tensio/motion/frame.hpp"

namespace tensio::cli {

/// Sees the equilibrium that a run starts from; stops that solve at a signal that was remembered
/// and after --stop-after.
class StartObserver final : public Observer {
 public:
  explicit StartObserver(const Args& args);
  void begin(LinearSolver solver) override { progress().begin(solver); }
  bool observe(const Frame& frame) override { return goes_on(progress().observe(frame)); }
  bool working(Activity activity) override { return goes_on(progress().working(activity)); }
  /// Takes what it shows away.
  void take_away() { progress_.reset(); }
  bool stopped() const { return stopped_; }

 private:
  ProgressObserver& progress();
  bool goes_on(bool wanted);

  bool verbose_, quiet_;
  std::optional<ProgressObserver> progress_ = {};  // from the first call on
  double stop_after_;                              // [s]; 0: never
  bool stopped_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

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
  /// Besides the recording.
  void show_page_to(MotionObserver* page) { page_ = page; }
  /// With --verbose: what takes the steps, by what implicit ones are solved, and the head of the
  /// table. Implicit steps have a column with the iterations of the linear solver since the last
  /// frame.
  void announce(const std::string& backend, const std::string& linear_solver);
  /// Until when it runs, for the bar.
  void set_span(double duration) { duration_ = duration; }

  void frame(const MotionFrame& frame) override;
  void probes(const ProbeRow& row) override;
  void event(const MotionEvent& event) override;
  bool step(double time, std::int64_t steps) override;
  std::int64_t next_step(std::int64_t) const override { return INT64_MAX; }
  bool working(Activity activity) override;
  bool wants_nodes() const override { return recording_ != nullptr || page_ != nullptr; }
  bool wants_springs() const override { return wants_nodes(); }

  bool out_of_time() const { return out_of_time_; }
  /// Spent on the files so far [s].
  double recording_seconds() const { return recording_seconds_; }
  /// The energy balance of the first frame that was seen.
  const std::optional<MotionEnergies>& first_energies() const { return first_; }

 private:
  using Clock = std::chrono::steady_clock;
  template <class Show>
  void record(const Show& show);
  void show_bar(double time, std::int64_t steps, Clock::time_point now);

  MotionObserver* recording_ = nullptr;
  MotionObserver* page_ = nullptr;
  bool verbose_;
  bool implicit_ = false;
  std::int64_t linear_iterations_ = 0;  // up to the last frame
  bool bar_;                            // a bar is wanted
  bool shown_ = false;                  // and is on the terminal
  std::string bar_text_ = "first step: ";
  double stop_after_;  // [s]; 0: never
  bool out_of_time_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_ = {};            // that the bar was shown
  Clock::time_point activity_shown_ = {};  // behind it
  // The end of the first step, which takes longer than others: the speed counts from here.
  struct Pace {
    Clock::time_point at;
    double time;
    std::int64_t steps;
  };
  std::optional<Pace> pace_ = {};
  double duration_ = 0;
  double energy_ = 0;
  double recording_seconds_ = 0;
  std::optional<MotionEnergies> first_ = {};
};

}  // namespace tensio::cli
