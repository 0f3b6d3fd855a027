#include "backend/interrupt.hpp"

#include <chrono>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#if !defined(__EMSCRIPTEN__)
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#endif

namespace tensio {

namespace {

thread_local Observer* asked = nullptr;

#if !defined(__EMSCRIPTEN__)

/// How often the observer is asked while other threads work.
constexpr std::chrono::milliseconds kBetween(20);

// What is still at work when its solve has been stopped.
class LeftAlone {
 public:
  ~LeftAlone() {
    for (std::thread& thread : threads_) thread.join();
  }
  void take(std::thread thread) {
    const std::lock_guard<std::mutex> lock(mutex_);
    threads_.push_back(std::move(thread));
  }

 private:
  std::mutex mutex_;
  std::vector<std::thread> threads_;
};

LeftAlone& left_alone() {
  static LeftAlone all;
  return all;
}

struct Work {
  std::mutex mutex;
  std::condition_variable done;
  bool is_done = false;
  std::exception_ptr problem;
  std::function<void()> body;

  void run() {
    std::exception_ptr caught;
    try {
      body();
    } catch (...) {
      caught = std::current_exception();
    }
    body = nullptr;  // which gives back what it owns
    const std::lock_guard<std::mutex> lock(mutex);
    problem = caught;
    is_done = true;
    done.notify_one();
  }
};

#endif

}  // namespace

Asking::Asking(Observer* observer) : before_(asked) { asked = observer; }

Asking::~Asking() { asked = before_; }

bool is_asking() { return asked != nullptr; }

void ask(Activity activity) {
  if (asked != nullptr && !asked->working(activity)) throw Interrupted{};
}

#if defined(__EMSCRIPTEN__)

void run_and_ask(Activity, std::function<void()> work) { work(); }

#else

void run_and_ask(Activity activity, std::function<void()> body) {
  const auto work = std::make_shared<Work>();
  work->body = std::move(body);
  std::thread thread;
  try {
    (void)left_alone();  // made now, so that it outlives what the work makes
    thread = std::thread([work] { work->run(); });
  } catch (const std::system_error&) {
    // No more threads are to be had.
    work->body();
    return;
  }
  try {
    std::unique_lock<std::mutex> lock(work->mutex);
    while (!work->done.wait_for(lock, kBetween, [&] { return work->is_done; })) {
      lock.unlock();
      ask(activity);
      lock.lock();
    }
  } catch (...) {
    left_alone().take(std::move(thread));
    throw;
  }
  thread.join();
  if (work->problem) std::rethrow_exception(work->problem);
}

#endif

}  // namespace tensio
