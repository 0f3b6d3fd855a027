// What this machine can do at best, to compare the engine's speed with.
#pragma once

namespace tensio::cli {

struct MachineLimits {
  double stream_bytes = 0;   ///< per second, of a = b + s c over arrays larger than the caches
  double product_flops = 0;  ///< per second, of products of matrices
};

/// Measured on this many threads, the best of several rounds; `quick`: over smaller arrays, fewer
/// rounds.
MachineLimits measure_limits(int threads, bool quick);

}  // namespace tensio::cli
