// What this machine can do at best: limits THREADS
//
// Prints the bytes per second of a stream triad a = b + s c over arrays far larger than the caches
// (24 bytes a number), the operations per second of products of matrices, and the square roots with a
// quotient each per second, of numbers in the nearest cache; on a given number of threads.
#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <thread>
#include <vector>

namespace {

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Of the slowest thread; time in which other programs had the processor does not count.
double seconds_of(int threads, const std::function<void(int)>& work) {
  std::vector<double> took(static_cast<std::size_t>(threads));
  const auto timed = [&](int i) {
    const double start = processor_seconds();
    work(i);
    took[static_cast<std::size_t>(i)] = processor_seconds() - start;
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(timed, i);
  timed(0);
  for (std::thread& other : others) other.join();
  return *std::max_element(took.begin(), took.end());
}

double triad(int threads) {
  const std::size_t count = std::size_t{1} << 25;  // 3 x 256 MB
  std::vector<double> a(count), b(count, 1.0), c(count, 2.0);
  double best = 1e30;
  for (int repeat = 0; repeat < 8; ++repeat)
    best = std::min(best, seconds_of(threads, [&](int i) {
                      const auto part = [&](int k) {
                        return count * static_cast<std::size_t>(k) /
                               static_cast<std::size_t>(threads);
                      };
                      const double s = 0.5 + repeat;
                      double* __restrict to = a.data();
                      const double *from = b.data(), *other = c.data();
                      for (std::size_t k = part(i); k < part(i + 1); ++k)
                        to[k] = from[k] + s * other[k];
                    }));
  if (a[count / 2] == 0) std::puts("");
  return 24.0 * static_cast<double>(count) / best;
}

double products(int threads) {
  const int n = 512;
  std::vector<Eigen::MatrixXd> a, b, c;
  for (int i = 0; i < threads; ++i) {
    a.push_back(Eigen::MatrixXd::Random(n, n));
    b.push_back(Eigen::MatrixXd::Random(n, n));
    c.push_back(Eigen::MatrixXd::Zero(n, n));
  }
  double best = 1e30;
  for (int repeat = 0; repeat < 12; ++repeat)
    best = std::min(best, seconds_of(threads, [&](int i) {
                      const auto k = static_cast<std::size_t>(i);
                      c[k].noalias() = a[k] * b[k];
                    }));
  if (c[0](0, 0) == 0) std::puts("");
  return 2.0 * n * n * n * threads / best;
}

double roots(int threads) {
  constexpr std::size_t kCount = 512;
  constexpr int kTimes = 2000;
  std::vector<std::vector<double>> squares(static_cast<std::size_t>(threads),
                                           std::vector<double>(kCount, 2.0));
  std::vector<std::vector<double>> quotients = squares;
  double best = 1e30;
  for (int repeat = 0; repeat < 12; ++repeat)
    best = std::min(best, seconds_of(threads, [&](int i) {
                      const auto k = static_cast<std::size_t>(i);
                      const double* __restrict from = squares[k].data();
                      double* __restrict to = quotients[k].data();
                      for (int time = 0; time < kTimes; ++time)
                        for (std::size_t j = 0; j < kCount; ++j)
                          to[j] = (1.0 + to[j]) / std::sqrt(from[j]);
                    }));
  if (quotients[0][0] == 0) std::puts("");
  return static_cast<double>(kCount) * kTimes * threads / best;
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
  std::printf("%.6e %.6e %.6e\n", triad(threads), products(threads), roots(threads));
}
