// A place where threads wait for each other.
#pragma once

#include <atomic>
#include <cstdint>

namespace tensio {

/// Threads that arrive look around for a few microseconds, since the others are usually near, and
/// then sleep, so that no core is kept busy where there are more threads than cores.
class Barrier {
 public:
  explicit Barrier(int threads) : threads_(threads), missing_(threads) {}
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;

  void wait() {
    if (threads_ == 1) return;
    const std::uint32_t round = round_.load(std::memory_order_acquire);
    if (missing_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      missing_.store(threads_, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_release);
      round_.notify_all();
      return;
    }
    for (int i = 0; i < kLooks; ++i)
      if (round_.load(std::memory_order_acquire) != round) return;
    while (round_.load(std::memory_order_acquire) == round) round_.wait(round);
  }

 private:
  static constexpr int kLooks = 4000;
  int threads_;
  std::atomic<int> missing_;
  std::atomic<std::uint32_t> round_{0};
};

}  // namespace tensio
