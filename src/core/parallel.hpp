// Threads for loops over arrays: the items are split among them, the results never depend on how.
#pragma once

#include <functional>
#include <memory>

namespace tensio {

/// Loops over fewer items stay on the calling thread.
inline constexpr int kSerialItems = 4096;
/// Sums are taken over blocks of this many items, then over the blocks in order.
inline constexpr int kSumBlock = 4096;

/// As many threads as the machine offers, at least 1.
int hardware_threads();

class ThreadPool {
 public:
  /// 0: as many as the machine offers. Threads are started by the first loop that needs them.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }
  /// Calls body(begin, end) on parts that cover 0 .. count once; body must not throw.
  void parallel_for(int count, const std::function<void(int, int)>& body,
                    int serial_items = kSerialItems);
  /// Sum of block(begin, end) over blocks of kSumBlock items, added in order of the blocks.
  double parallel_sum(int count, const std::function<double(int, int)>& block);

 private:
  struct Workers;
  int threads_;
  std::unique_ptr<Workers> workers_;
};

}  // namespace tensio
