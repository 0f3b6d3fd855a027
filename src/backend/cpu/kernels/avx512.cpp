// The sweep of explicit steps for processors with AVX-512: eight springs at a time.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)

#include <immintrin.h>

#include <cstddef>

#include "backend/cpu/kernels/kernel.hpp"

namespace tensio {

namespace {

using Real = double;
using RowRegister = __m256d;
using Register = __m512d;
using MaskBits = __mmask8;
#define TENSIO_ROW(name) _mm256_##name##_pd
#define TENSIO_LANES(name) _mm512_##name##_pd
#define TENSIO_LANES_MASK(name) _mm512_##name##_pd_mask

#include "backend/cpu/kernels/lanes.inc"
#include "backend/cpu/kernels/lanes_avx512.inc"
#include "backend/cpu/kernels/row.inc"

inline Lanes both(RowRegister low, RowRegister high) {
  return {_mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1)};
}

struct Group {
  Lanes d[4];  // springs 0 and 1, 2 and 3, ...

  [[gnu::always_inline]] inline Group(const double* x, const int* lower, const int* upper) {
    const auto row = [&](int node) { return load(x + 4 * static_cast<std::ptrdiff_t>(node)); };
    const auto along = [&](int i) { return (row(upper[i]) - row(lower[i])).v; };
    for (int i = 0; i < 4; ++i) d[i] = both(along(2 * i), along(2 * i + 1));
  }
  // (x x + y y) + (z z + 0), of each spring.
  Lanes dot(const Group& other) const {
    const Lanes p0 = d[0] * other.d[0], p1 = d[1] * other.d[1];
    const Lanes p2 = d[2] * other.d[2], p3 = d[3] * other.d[3];
    const auto pairs = [](Lanes a, Lanes b) {
      return _mm512_add_pd(_mm512_unpacklo_pd(a.v, b.v), _mm512_unpackhi_pd(a.v, b.v));
    };
    // x x + y y and z z of springs 0, 2 and 1, 3; then of 4, 6 and 5, 7.
    const Register s0 = pairs(p0, p1), s1 = pairs(p2, p3);
    const __m512i xy = _mm512_setr_epi64(0, 4, 1, 5, 8, 12, 9, 13);
    const __m512i z = _mm512_setr_epi64(2, 6, 3, 7, 10, 14, 11, 15);
    return Lanes{_mm512_permutex2var_pd(s0, xy, s1)} + Lanes{_mm512_permutex2var_pd(s0, z, s1)};
  }
  Lanes length() const { return root(dot(*this)); }
  void times(Lanes q, double* force) const {
    for (int i = 0; i < 4; ++i) {
      const __m512i which =
          _mm512_add_epi64(_mm512_setr_epi64(0, 0, 0, 0, 1, 1, 1, 1), _mm512_set1_epi64(2 * i));
      store(force + 8 * i, d[i] * Lanes{_mm512_permutexvar_pd(which, q.v)});
    }
  }
};

template <class Index, class Chosen>
inline void read_materials(const KernelMaterial<Real>* all, const Index* number,
                           const Chosen& chosen, Lanes& k, Lanes& l0) {
  const auto pair = [&](int i) { return _mm_loadu_pd(&all[number[chosen[i]]].stiffness); };
  const auto four = [&](int i) {
    const auto two = [&](int j) {
      return _mm256_insertf128_pd(_mm256_castpd128_pd256(pair(j)), pair(j + 2), 1);
    };
    return both(two(i), two(i + 4)).v;
  };
  const Register even = four(0), odd = four(1);
  k = {_mm512_unpacklo_pd(even, odd)};
  l0 = {_mm512_unpackhi_pd(even, odd)};
}

template <class Chosen>
inline Lanes gather(const double* from, const Chosen& chosen) {
  const __m256i at = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(chosen.which));
  return {_mm512_i32gather_pd(at, from, 8)};
}

#include "backend/cpu/kernels/common.inc"
#include "backend/cpu/kernels/runs.inc"
#include "backend/cpu/kernels/sweep.inc"

}  // namespace

const Kernel<double> kAvx512Kernel = {sweep_all, watch_all, sweep_runs, watch_runs};

}  // namespace tensio

#endif
