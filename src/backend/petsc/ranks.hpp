// Processes that compute together, numbered 0 .. count() - 1: what the backend needs of MPI. The
// module (module.cpp) does it with MPI; tests do it with threads.
//
// This header includes the standard library only, so that the module shares no code with the
// library that loads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tensio {

/// Numbers that go to another rank and come from it in one exchange.
struct RankMessage {
  int rank = 0;
  std::vector<double> sent, received;
};

class Ranks {
 public:
  virtual ~Ranks() = default;
  virtual int rank() const = 0;
  virtual int count() const = 0;
  /// The bytes of rank 0, to all.
  virtual void broadcast(void* bytes, std::size_t count) = 0;
  /// From one rank to another, in the order in which they are sent.
  virtual void send(int to, const void* bytes, std::size_t count) = 0;
  virtual void receive(int from, void* bytes, std::size_t count) = 0;
  /// Sends and receives all; the others name this rank with the same sizes.
  virtual void exchange(std::span<RankMessage> messages) = 0;
  /// The least of all ranks' numbers.
  virtual std::int64_t least(std::int64_t number) = 0;
  /// Ends all ranks with the exit code.
  [[noreturn]] virtual void end_all(int code) = 0;
};

}  // namespace tensio
