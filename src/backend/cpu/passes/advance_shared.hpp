// Data that the threads of one call of Sweeper::advance() share.
#pragma once

#include <atomic>

#include "backend/cpu/passes/advance.hpp"
#include "core/barrier.hpp"

namespace tensio {

template <class Real>
struct Sweeper<Real>::Shared {
  explicit Shared(int threads) : barrier(threads) {}
  Barrier barrier;
  // Flags of odd and even rounds take turns: all have read one before anyone writes it again.
  std::atomic<bool> flag[2] = {false, false};

  /// True for all where it is for one; ends a round.
  bool any(int round, bool mine) {
    if (mine) flag[round % 2] = true;
    barrier.wait();
    return flag[round % 2];
  }

  // Whether some node is near an obstacle. A flag is cleared once all have read it, a round before
  // it is written again.
  std::atomic<bool> near[3] = {false, false, false};
};

}  // namespace tensio
