// The ranks of a cluster, by MPI. A module of its own, which the program loads when it needs
// it, so that the program starts without them. It shares ranks.hpp with the library, no code.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "backend/petsc/module_interface.hpp"
#include "backend/petsc/ranks.hpp"

namespace tensio {

namespace {

constexpr int kMessageTag = 1, kExchangeTag = 2;
/// MPI counts are ints.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

void check(int code, const char* what) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw std::runtime_error(std::string(what) + " did not succeed: " + text);
}

/// Waits without taking the core from others who compute: a rank may wait for long.
void wait_gently(MPI_Request* request) {
  int done = 0;
  for (int round = 0; !done; ++round) {
    check(MPI_Test(request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done) return;
    if (round < 2000)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &count_);
  }
  int rank() const override { return rank_; }
  int count() const override { return count_; }
  void broadcast(void* bytes, std::size_t size) override {
    if (count_ == 1) return;
    MPI_Request request;
    check(MPI_Ibcast(bytes, static_cast<int>(size), MPI_BYTE, 0, comm_, &request), "MPI_Ibcast");
    wait_gently(&request);
  }
  void send(int to, const void* bytes, std::size_t size) override {
    const char* at = static_cast<const char*>(bytes);
    do {
      const std::size_t part = std::min(size, kMostBytes);
      check(MPI_Send(at, static_cast<int>(part), MPI_BYTE, to, kMessageTag, comm_), "MPI_Send");
      at += part;
      size -= part;
    } while (size > 0);
  }
  void receive(int from, void* bytes, std::size_t size) override {
    char* at = static_cast<char*>(bytes);
    do {
      const std::size_t part = std::min(size, kMostBytes);
      check(MPI_Recv(at, static_cast<int>(part), MPI_BYTE, from, kMessageTag, comm_,
                     MPI_STATUS_IGNORE),
            "MPI_Recv");
      at += part;
      size -= part;
    } while (size > 0);
  }
  void exchange(std::span<RankMessage> messages) override {
    requests_.clear();
    for (RankMessage& message : messages)
      check(MPI_Irecv(message.received.data(), static_cast<int>(message.received.size()),
                      MPI_DOUBLE, message.rank, kExchangeTag, comm_, &requests_.emplace_back()),
            "MPI_Irecv");
    for (RankMessage& message : messages)
      check(MPI_Isend(message.sent.data(), static_cast<int>(message.sent.size()), MPI_DOUBLE,
                      message.rank, kExchangeTag, comm_, &requests_.emplace_back()),
            "MPI_Isend");
    check(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE),
          "MPI_Waitall");
  }
  std::int64_t least(std::int64_t number) override {
    check(MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT64_T, MPI_MIN, comm_), "MPI_Allreduce");
    return number;
  }
  void end_all(int code) override {
    MPI_Abort(comm_, code);
    std::_Exit(code);
  }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0, count_ = 1;
  std::vector<MPI_Request> requests_;
};

}  // namespace

}  // namespace tensio

extern "C" {

tensio::Ranks* TENSIO_START_RANKS() {
  // Several ranks on one core let each other compute while they wait.
  setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  int level = MPI_THREAD_SINGLE;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS)
    return nullptr;
  static tensio::MpiRanks ranks;
  return &ranks;
}

void TENSIO_FINISH_RANKS() { MPI_Finalize(); }
}
