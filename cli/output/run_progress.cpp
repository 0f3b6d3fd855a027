// What is seen of a run while it continues, and what stops it.
#include "output/run_progress.hpp"

#include <algorithm>
#include <cmath>

#include "clock.hpp"
#include "output/output.hpp"
#include "output/text_output.hpp"
#include "signals.hpp"

namespace tensio::cli {

namespace {

constexpr int kBarWidth = 20;
/// After this many steps and seconds beyond the first step the pace is known.
constexpr std::int64_t kPaceSteps = 5;
constexpr double kPaceSeconds = 1;

// "12 s", "3 min", "2.5 h": of what is still to come, which nobody knows exactly.
std::string remaining_text(double seconds) {
  if (seconds < 99) return fmt::format("{:.0f} s", seconds);
  if (seconds < 99 * 60) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

StartObserver::StartObserver(const Args& args)
    : verbose_(args.verbose), quiet_(args.quiet), stop_after_(args.run.stop_after.value_or(0)) {}

ProgressObserver& StartObserver::progress() {
  return progress_ ? *progress_ : progress_.emplace(verbose_, quiet_);
}

bool StartObserver::goes_on(bool wanted) {
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
  stopped_ = stopped_ || !wanted || (stop_after_ > 0 && spent.count() >= stop_after_);
  return !stopped_;
}

RunObserver::RunObserver(const Args& args)
    : verbose_(args.verbose),
      bar_(!args.verbose && !args.quiet && is_terminal(2)),
      stop_after_(args.run.stop_after.value_or(0)) {}

void RunObserver::announce(const std::string& backend, const std::string& linear_solver) {
  if (!verbose_) return;
  if (!backend.empty()) say("backend: " + backend + "\n");
  if (!linear_solver.empty()) say("linear solver: " + linear_solver + "\n");
  implicit_ = !linear_solver.empty();
  say(fmt::format(
      "time              step           kinetic           elastic             total{}\n",
      implicit_ ? "  linear iterations" : ""));
}

void RunObserver::take_away() {
  if (shown_) say("\r\033[K");
  shown_ = false;
}

// Passes something on to the recording and the page, and counts the time that takes.
template <class Show>
void RunObserver::record(const Show& show) {
  if (!wants_nodes()) return;
  const Stopwatch watch;
  if (recording_ != nullptr) show(*recording_);
  if (page_ != nullptr) show(*page_);
  recording_seconds_ += watch.seconds();
}

void RunObserver::frame(const MotionFrame& frame) {
  energy_ = frame.energy.total;
  if (frame.step == 0) first_ = frame.energy;
  if (verbose_) {
    const std::int64_t since = frame.linear_iterations - linear_iterations_;
    say(fmt::format("{:<12.8g}  {:>8}  {:>16.8g}  {:>16.8g}  {:>16.8g}{}\n", frame.time, frame.step,
                    frame.energy.kinetic, frame.energy.elastic, frame.energy.total,
                    implicit_ ? fmt::format("  {:>17}", since) : ""));
  }
  linear_iterations_ = frame.linear_iterations;
  record([&](MotionObserver& recording) { recording.frame(frame); });
}

void RunObserver::probes(const ProbeRow& row) {
  record([&](MotionObserver& recording) { recording.probes(row); });
}

void RunObserver::event(const MotionEvent& event) {
  record([&](MotionObserver& recording) { recording.event(event); });
}

bool RunObserver::step(double time, std::int64_t steps) {
  if (bar_ || stop_after_ > 0) {
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double> spent = now - begin_;
    out_of_time_ = stop_after_ > 0 && spent.count() >= stop_after_;
    if (!pace_) pace_ = Pace{now, time, steps};
    if (bar_ && now - last_ > std::chrono::milliseconds(100)) show_bar(time, steps, now);
  }
  return !out_of_time_ && remembered_signal() == 0;
}

// --stop-after lets a step end: a run that is resumed again and again would else not move on.
bool RunObserver::working(Activity activity) {
  // A step that takes long says what it is doing.
  const Clock::time_point now = Clock::now();
  if (bar_ && now - std::max({begin_, last_, activity_shown_}) > std::chrono::seconds(1)) {
    activity_shown_ = now;
    shown_ = true;
    say(fmt::format("\r\033[K{}{}", bar_text_, to_string(activity)));
  }
  return remembered_signal() == 0;
}

void RunObserver::show_bar(double time, std::int64_t steps, Clock::time_point now) {
  last_ = now;
  shown_ = true;
  const double part = duration_ > 0 ? std::clamp(time / duration_, 0.0, 1.0) : 0;
  const int full = static_cast<int>(std::floor(part * kBarWidth));
  // Nothing is said of the pace before it is known.
  const double spent = std::chrono::duration<double>(now - pace_->at).count();
  const std::int64_t taken = steps - pace_->steps;
  std::string pace, left;
  if (spent >= kPaceSeconds && taken >= kPaceSteps) {
    const double speed = (time - pace_->time) / spent;
    pace = fmt::format("  {:.3g} steps/s  speed {:.3g}", static_cast<double>(taken) / spent, speed);
    if (speed > 0) left = "  " + remaining_text(std::max(0.0, duration_ - time) / speed) + " left";
  }
  bar_text_ = fmt::format("[{}{}] {:3.0f} %  time {:.4g} of {:.4g}{}  energy {:.6g}{}  ",
                          std::string(static_cast<std::size_t>(full), '#'),
                          std::string(static_cast<std::size_t>(kBarWidth - full), '.'), 100 * part,
                          time, duration_, pace, energy_, left);
  say("\r\033[K" + bar_text_);
}

}  // namespace tensio::cli
