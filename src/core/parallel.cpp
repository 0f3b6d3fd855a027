// A pool that wakes its threads for each loop and waits for them.
#include "core/parallel.hpp"
#include "core/index.hpp"

#include <algorithm>
#include <vector>

#if !defined(__EMSCRIPTEN__)
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#endif

namespace tensio {

#if defined(__EMSCRIPTEN__)

int hardware_threads() { return 1; }
struct ThreadPool::Workers {};
ThreadPool::ThreadPool(int) : threads_(1) {}
ThreadPool::~ThreadPool() = default;
void ThreadPool::parallel_for(int count, BodyRef<void> body, int) {
  if (count > 0) body(0, count);
}

#else

int hardware_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

struct ThreadPool::Workers {
  std::mutex mutex;
  std::condition_variable wake;
  std::condition_variable done;
  const BodyRef<void>* body = nullptr;
  int count = 0;
  int parts = 1;
  int round = 0;    // loops started so far
  int running = 0;  // threads still in the current loop
  bool stop = false;
  std::vector<std::thread> threads;

  // With fewer threads where the system has no more: results do not depend on them.
  explicit Workers(int extra) {
    threads.reserve(usize(extra));
    try {
      for (int part = 1; part <= extra; ++part) threads.emplace_back([this, part] { work(part); });
    } catch (const std::system_error&) {
    }
    parts = static_cast<int>(threads.size()) + 1;
  }
  ~Workers() {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      stop = true;
    }
    wake.notify_all();
    for (std::thread& thread : threads) thread.join();
  }
  // Part p of the items, cut so that the parts differ by at most one.
  static int cut(int count, int part, int parts) {
    return static_cast<int>(static_cast<long long>(count) * part / parts);
  }
  void work(int part) {
    int seen = 0;
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
      wake.wait(lock, [&] { return stop || round != seen; });
      if (stop) return;
      seen = round;
      const auto* call = body;
      const int begin = cut(count, part, parts), end = cut(count, part + 1, parts);
      lock.unlock();
      if (begin < end) (*call)(begin, end);
      lock.lock();
      if (--running == 0) done.notify_one();
    }
  }
  void run(int items, const BodyRef<void>& call) {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      body = &call;
      count = items;
      running = static_cast<int>(threads.size());
      ++round;
    }
    wake.notify_all();
    call(0, cut(items, 1, parts));
    std::unique_lock<std::mutex> lock(mutex);
    done.wait(lock, [&] { return running == 0; });
  }
};

ThreadPool::ThreadPool(int threads) : threads_(threads > 0 ? threads : hardware_threads()) {}
ThreadPool::~ThreadPool() = default;

void ThreadPool::parallel_for(int count, BodyRef<void> body, int serial_items) {
  if (count <= 0) return;
  if (threads_ == 1 || count < serial_items || count < threads_) {
    body(0, count);
    return;
  }
  if (!workers_) workers_ = std::make_unique<Workers>(threads_ - 1);
  workers_->run(count, body);
}

#endif

double ThreadPool::parallel_sum(int count, BodyRef<double> block) {
  const int blocks = sum_block_count(count);
  if (blocks <= 1) return count > 0 ? block(0, count) : 0.0;
  sums_.resize(usize(blocks));
  const auto body = [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const SumBlock items = sum_block(i, count);
      sums_[i] = block(items.begin, items.end);
    }
  };
  parallel_for(blocks, body, 2);
  double total = 0;
  for (double sum : sums_) total += sum;
  return total;
}

}  // namespace tensio
