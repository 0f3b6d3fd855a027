// Threads for loops over arrays: the items are split among them, the results never depend on how.
#pragma once

#include <memory>
#include <type_traits>
#include <vector>

namespace tensio {

/// Loops over fewer items stay on the calling thread.
inline constexpr int kSerialItems = 4096;
/// Sums are taken over blocks of this many items, then over the blocks in order.
inline constexpr int kSumBlock = 4096;

constexpr int sum_block_count(int items) { return items / kSumBlock + (items % kSumBlock != 0); }
/// The items begin .. end - 1 of a block; the last one may be shorter.
struct SumBlock {
  int begin, end;
};
constexpr SumBlock sum_block(int block, int items) {
  const int begin = block * kSumBlock;
  return {begin, items - begin < kSumBlock ? items : begin + kSumBlock};
}

/// As many threads as the machine offers, at least 1.
int hardware_threads();

/// A function that outlives the call it is passed to; unlike std::function it never allocates.
template <class Result>
class BodyRef {
 public:
  template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, BodyRef>>>
  BodyRef(F&& f)
      : object_(const_cast<void*>(static_cast<const void*>(&f))), call_([](void* g, int b, int e) {
          return (*static_cast<std::remove_reference_t<F>*>(g))(b, e);
        }) {}
  Result operator()(int begin, int end) const { return call_(object_, begin, end); }

 private:
  void* object_;
  Result (*call_)(void*, int, int);
};

class ThreadPool {
 public:
  /// 0: as many as the machine offers. Threads are started by the first loop that needs them.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }
  /// Calls body(begin, end) on parts that cover 0 .. count once; body must not throw.
  void parallel_for(int count, BodyRef<void> body, int serial_items = kSerialItems);
  /// Sum of block(begin, end) over blocks of kSumBlock items, added in order of the blocks.
  double parallel_sum(int count, BodyRef<double> block);

 private:
  struct Workers;
  int threads_;
  std::unique_ptr<Workers> workers_;
  std::vector<double> sums_;  // of blocks; kept, so that sums allocate once
};

}  // namespace tensio
