// The sweep of explicit steps for processors with AVX2: four springs at a time.
#if defined(__AVX2__)

#include <immintrin.h>

#include <cstddef>

#include "backend/cpu/kernels/kernel.hpp"

namespace tensio {

namespace {

using Real = double;
using RowRegister = __m256d;
using Register = __m256d;
#define TENSIO_ROW(name) _mm256_##name##_pd
#define TENSIO_LANES(name) _mm256_##name##_pd

#include "backend/cpu/kernels/lanes.inc"
#include "backend/cpu/kernels/lanes_avx2.inc"
#include "backend/cpu/kernels/row.inc"

inline Part first_lanes(int count) {
  return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
}

struct Group {
  Row d[4];

  Group(const double* x, const int* lower, const int* upper) {
    for (int i = 0; i < 4; ++i)
      d[i] = load(x + 4 * static_cast<std::ptrdiff_t>(upper[i])) -
             load(x + 4 * static_cast<std::ptrdiff_t>(lower[i]));
  }
  // (x x + y y) + (z z + 0), of each spring.
  Lanes dot(const Group& other) const {
    const Row p0 = d[0] * other.d[0], p1 = d[1] * other.d[1];
    const Row p2 = d[2] * other.d[2], p3 = d[3] * other.d[3];
    const auto pairs = [](Row a, Row b) {
      return _mm256_add_pd(_mm256_unpacklo_pd(a.v, b.v), _mm256_unpackhi_pd(a.v, b.v));
    };
    const Register s01 = pairs(p0, p1), s23 = pairs(p2, p3);
    return Lanes{_mm256_permute2f128_pd(s01, s23, 0x20)} +
           Lanes{_mm256_permute2f128_pd(s01, s23, 0x31)};
  }
  Lanes length() const { return root(dot(*this)); }
  void times(Lanes q, double* force) const {
    store(force, d[0] * Row{_mm256_permute4x64_pd(q.v, 0x00)});
    store(force + 4, d[1] * Row{_mm256_permute4x64_pd(q.v, 0x55)});
    store(force + 8, d[2] * Row{_mm256_permute4x64_pd(q.v, 0xaa)});
    store(force + 12, d[3] * Row{_mm256_permute4x64_pd(q.v, 0xff)});
  }
};

template <class Index, class Chosen>
inline void read_materials(const KernelMaterial<Real>* all, const Index* number,
                           const Chosen& chosen, Lanes& k, Lanes& l0) {
  const auto pair = [&](int i) { return _mm_loadu_pd(&all[number[chosen[i]]].stiffness); };
  const Register p02 = _mm256_insertf128_pd(_mm256_castpd128_pd256(pair(0)), pair(2), 1);
  const Register p13 = _mm256_insertf128_pd(_mm256_castpd128_pd256(pair(1)), pair(3), 1);
  k = {_mm256_unpacklo_pd(p02, p13)};
  l0 = {_mm256_unpackhi_pd(p02, p13)};
}

template <class Chosen>
inline Lanes gather(const double* from, const Chosen& chosen) {
  return {_mm256_setr_pd(from[chosen[0]], from[chosen[1]], from[chosen[2]], from[chosen[3]])};
}

#include "backend/cpu/kernels/common.inc"
#include "backend/cpu/kernels/runs.inc"
#include "backend/cpu/kernels/sweep.inc"

}  // namespace

const Kernel<double> kAvx2Kernel = {sweep_all, watch_all, sweep_runs, watch_runs};

}  // namespace tensio

#endif
