// Ranks that are threads of this process.
#include "backend/test_ranks.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "backend/petsc/petsc_backend.hpp"
#include "core/index.hpp"

namespace tensio::testing {

namespace {

using Bytes = std::vector<char>;

/// Messages on their way, by sender and receiver.
struct Post {
  std::mutex lock;
  std::condition_variable arrived;
  std::map<std::pair<int, int>, std::deque<Bytes>> boxes;

  void put(int from, int to, const void* bytes, std::size_t count) {
    const char* begin = static_cast<const char*>(bytes);
    const std::lock_guard<std::mutex> guard(lock);
    boxes[{from, to}].emplace_back(begin, begin + count);
    arrived.notify_all();
  }
  void take(int from, int to, void* bytes, std::size_t count) {
    std::unique_lock<std::mutex> guard(lock);
    auto& box = boxes[{from, to}];
    arrived.wait(guard, [&] { return !box.empty(); });
    // Both sides must agree.
    if (box.front().size() != count) std::abort();
    if (count > 0) std::memcpy(bytes, box.front().data(), count);
    box.pop_front();
  }
};

class ThreadRank final : public Ranks {
 public:
  ThreadRank(Post& post, int rank, int count, std::atomic<std::size_t>& exchanged)
      : post_(post), rank_(rank), count_(count), exchanged_(exchanged) {}
  int rank() const override { return rank_; }
  int count() const override { return count_; }
  void broadcast(void* bytes, std::size_t size) override {
    if (rank_ != 0) return post_.take(0, rank_, bytes, size);
    for (int to = 1; to < count_; ++to) post_.put(0, to, bytes, size);
  }
  void send(int to, const void* bytes, std::size_t size) override {
    post_.put(rank_, to, bytes, size);
  }
  void receive(int from, void* bytes, std::size_t size) override {
    post_.take(from, rank_, bytes, size);
  }
  void exchange(std::span<RankMessage> messages) override {
    for (const RankMessage& message : messages) {
      exchanged_ += message.sent.size();
      send(message.rank, message.sent.data(), message.sent.size() * sizeof(double));
    }
    for (RankMessage& message : messages)
      receive(message.rank, message.received.data(), message.received.size() * sizeof(double));
  }
  std::int64_t least(std::int64_t number) override {
    if (rank_ != 0) {
      send(0, &number, sizeof number);
    } else {
      for (int from = 1; from < count_; ++from) {
        std::int64_t other = 0;
        receive(from, &other, sizeof other);
        number = std::min(number, other);
      }
    }
    broadcast(&number, sizeof number);
    return number;
  }
  void end_all(int) override { std::abort(); }

 private:
  Post& post_;
  int rank_, count_;
  std::atomic<std::size_t>& exchanged_;
};

thread_local Ranks* ranks_here = nullptr;

}  // namespace

const bool kCountsExchanges = true;

std::vector<int> rank_counts() { return {1, 2, 3, 8}; }

struct TestRanks::All {
  Post post;
  std::atomic<std::size_t> exchanged{0};
  std::vector<std::unique_ptr<ThreadRank>> ranks;
  std::vector<std::thread> threads;
};

TestRanks::TestRanks(int count) : all_(std::make_unique<All>()) {
  for (int rank = 0; rank < count; ++rank)
    all_->ranks.push_back(std::make_unique<ThreadRank>(all_->post, rank, count, all_->exchanged));
  for (int rank = 1; rank < count; ++rank)
    all_->threads.emplace_back([this, rank] { follow_rank_zero(*all_->ranks[usize(rank)]); });
  ranks_here = all_->ranks[0].get();
}

TestRanks::~TestRanks() {
  end_ranks(*ranks_here, 1);
  for (std::thread& thread : all_->threads) thread.join();
  ranks_here = nullptr;
}

std::size_t TestRanks::exchanged() const { return all_->exchanged; }

std::unique_ptr<Backend> make_ranks_backend(NetworkData net, const EquilibriumOptions& options) {
  return with_ranks(make_cpu_backend(std::move(net), options), *ranks_here);
}

}  // namespace tensio::testing
