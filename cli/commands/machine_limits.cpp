// The two limits of a machine: how fast numbers come from memory, how fast they are worked with.
#include "commands/machine_limits.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <thread>
#include <vector>

namespace tensio::cli {

namespace {

// Like the engine, the loops are compiled for the vector units that the machine may have.
#if defined(__x86_64__) && defined(__ELF__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define TENSIO_CLI_FOR_EACH_UNIT __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define TENSIO_CLI_FOR_EACH_UNIT
#endif

constexpr std::size_t kRows = 8, kColumns = 16, kDepth = 256;

TENSIO_CLI_FOR_EACH_UNIT
void triad(double* a, const double* b, const double* c, double s, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) a[i] = b[i] + s * c[i];
}

// sums += left * right, both in the first cache.
TENSIO_CLI_FOR_EACH_UNIT
void product(double* sums, const double* left, const double* right) {
  double own[kRows][kColumns] = {};
  for (std::size_t k = 0; k < kDepth; ++k)
    for (std::size_t i = 0; i < kRows; ++i)
      for (std::size_t j = 0; j < kColumns; ++j)
        own[i][j] += left[k * kRows + i] * right[k * kColumns + j];
  for (std::size_t i = 0; i < kRows; ++i)
    for (std::size_t j = 0; j < kColumns; ++j) sums[i * kColumns + j] += own[i][j];
}

// The least wall time of some rounds in which each thread does its part.
template <class Part>
double least_seconds(int threads, int rounds, const Part& part) {
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back([&part, i] { part(i); });
    part(0);
    for (std::thread& other : others) other.join();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    least = std::min(least, took.count());
  }
  return least;
}

double stream_bytes(int threads, bool quick) {
  const std::size_t count = std::size_t{1} << (quick ? 21 : 24);
  std::vector<double> a(count), b(count, 1.0), c(count, 2.0);
  const auto start = [&](int i) {
    return count * static_cast<std::size_t>(i) / static_cast<std::size_t>(threads);
  };
  const double seconds = least_seconds(threads, quick ? 3 : 10, [&](int i) {
    const std::size_t from = start(i);
    triad(a.data() + from, b.data() + from, c.data() + from, 0.5, start(i + 1) - from);
  });
  return 3 * sizeof(double) * static_cast<double>(count) / seconds;
}

double product_flops(int threads, bool quick) {
  const int repeats = quick ? 100 : 2000;
  const std::vector<double> left(kRows * kDepth, 0.5), right(kColumns * kDepth, 0.25);
  std::vector<std::vector<double>> sums(static_cast<std::size_t>(threads),
                                        std::vector<double>(kRows * kColumns));
  const double seconds = least_seconds(threads, quick ? 3 : 10, [&](int i) {
    double* own = sums[i].data();
    for (int repeat = 0; repeat < repeats; ++repeat) product(own, left.data(), right.data());
  });
  return 2.0 * kRows * kColumns * kDepth * repeats * threads / seconds;
}

}  // namespace

MachineLimits measure_limits(int threads, bool quick) {
  return {stream_bytes(threads, quick), product_flops(threads, quick)};
}

}  // namespace tensio::cli
