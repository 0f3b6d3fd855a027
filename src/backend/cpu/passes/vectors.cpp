// Passes over vectors, several of them together where that saves time.
#include <algorithm>

#include "backend/cpu/cpu_backend.hpp"
#include "core/assert.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Vectors that are taken together: each has a sum of its own, and none waits for another.
constexpr std::size_t kTogether = 4;

struct Several {
  const double* x[kTogether];
  std::size_t count;
};

}  // namespace

template <int D>
void CpuBackend<D>::copy(VectorId from, VectorId to) {
  TENSIO_ASSERT(size_of(from) == size_of(to));
  const double* source = at(from);
  double* target = at(to);
  pool_.parallel_for(size_of(to), [&](int begin, int end) {
    std::copy(source + begin, source + end, target + begin);
  });
}

template <int D>
void CpuBackend<D>::axpy(double factor, VectorId x, VectorId y) {
  const double* from = at(x);
  double* to = at(y);
  pool_.parallel_for(size_of(y), [&](int begin, int end) {
    for (int i = begin; i < end; ++i) to[i] += factor * from[i];
  });
}

template <int D>
void CpuBackend<D>::divide(VectorId x, double divisor) {
  double* to = at(x);
  pool_.parallel_for(size_of(x), [&](int begin, int end) {
    for (int i = begin; i < end; ++i) to[i] /= divisor;
  });
}

// Each product is summed as if it were alone.
template <int D>
void CpuBackend<D>::dots(std::span<const VectorId> x, VectorId y, std::span<double> products) {
  TENSIO_ASSERT(x.size() == products.size());
  const double* v = at(y);
  if (x.size() == 1) {
    const double* u = at(x[0]);
    products[0] = pool_.parallel_sum(size_of(y), [&](int begin, int end) {
      double sum = 0;
      for (int i = begin; i < end; ++i) sum += u[i] * v[i];
      return sum;
    });
    return;
  }
  const int size = size_of(y), blocks = sum_block_count(size);
  for (std::size_t first = 0; first < x.size(); first += kTogether) {
    Several some{{}, std::min(kTogether, x.size() - first)};
    // Where there are fewer, the last one stands in.
    for (std::size_t i = 0; i < kTogether; ++i)
      some.x[i] = at(x[first + std::min(i, some.count - 1)]);
    product_sums_.resize(usize(blocks) * kTogether);
    pool_.parallel_for(
        blocks,
        [&](int begin, int end) {
          for (int block = begin; block < end; ++block) {
            const SumBlock items = sum_block(block, size);
            double sum[kTogether] = {};
            for (int i = items.begin; i < items.end; ++i)
              for (std::size_t j = 0; j < kTogether; ++j) sum[j] += some.x[j][i] * v[i];
            std::copy_n(sum, kTogether, product_sums_.data() + usize(block) * kTogether);
          }
        },
        2);
    for (std::size_t j = 0; j < some.count; ++j) {
      double total = 0;
      for (std::size_t block = 0; block < usize(blocks); ++block)
        total += product_sums_[block * kTogether + j];
      products[first + j] = total;
    }
  }
}

template <int D>
void CpuBackend<D>::combine(VectorId x, double factor, VectorId y, VectorId z) {
  const double *u = at(x), *v = at(y);
  double* to = at(z);
  pool_.parallel_for(size_of(z), [&](int begin, int end) {
    for (int i = begin; i < end; ++i) to[i] = u[i] + factor * v[i];
  });
}

template <int D>
void CpuBackend<D>::add_all(std::span<const double> factors, std::span<const VectorId> x,
                            VectorId y) {
  TENSIO_ASSERT(x.size() == factors.size());
  double* to = at(y);
  for (std::size_t first = 0; first < x.size(); first += kTogether) {
    Several some{{}, std::min(kTogether, x.size() - first)};
    for (std::size_t j = 0; j < some.count; ++j) some.x[j] = at(x[first + j]);
    const double* factor = factors.data() + first;
    pool_.parallel_for(size_of(y), [&](int begin, int end) {
      if (some.count == kTogether)
        for (int i = begin; i < end; ++i) {
          double sum = to[i];
          for (std::size_t j = 0; j < kTogether; ++j) sum += factor[j] * some.x[j][i];
          to[i] = sum;
        }
      else
        for (std::size_t j = 0; j < some.count; ++j)
          for (int i = begin; i < end; ++i) to[i] += factor[j] * some.x[j][i];
    });
  }
}

#ifndef TENSIO_GROUPED
template class CpuBackend<2>;
template class CpuBackend<3>;
#endif

}  // namespace tensio
