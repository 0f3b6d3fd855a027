// The sweep of explicit steps in single precision for processors with AVX-512: sixteen springs at a
// time.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)

#include <immintrin.h>

#include <cstddef>

#include "backend/cpu/kernels/kernel.hpp"

namespace tensio {

namespace {

using Real = float;
using RowRegister = __m128;
using Register = __m512;
using MaskBits = __mmask16;
#define TENSIO_ROW(name) _mm_##name##_ps
#define TENSIO_LANES(name) _mm512_##name##_ps
#define TENSIO_LANES_MASK(name) _mm512_##name##_ps_mask

#include "backend/cpu/kernels/lanes.inc"
#include "backend/cpu/kernels/lanes_avx512.inc"
#include "backend/cpu/kernels/row.inc"

template <class F>
inline Register join(F&& quarter) {
  const Register low = _mm512_castps256_ps512(_mm256_set_m128(quarter(4), quarter(0)));
  return _mm512_insertf32x8(low, _mm256_set_m128(quarter(12), quarter(8)), 1);
}
inline void split(float* to, Lanes a) {
  _mm_storeu_ps(to, _mm512_castps512_ps128(a.v));
  _mm_storeu_ps(to + 16, _mm512_extractf32x4_ps(a.v, 1));
  _mm_storeu_ps(to + 32, _mm512_extractf32x4_ps(a.v, 2));
  _mm_storeu_ps(to + 48, _mm512_extractf32x4_ps(a.v, 3));
}

template <class Chosen>
inline Lanes gather(const float* from, const Chosen& chosen) {
  return {_mm512_i32gather_ps(_mm512_loadu_si512(chosen.which), from, 4)};
}

#include "backend/cpu/kernels/common.inc"
#include "backend/cpu/kernels/group_single.inc"
#include "backend/cpu/kernels/runs.inc"
#include "backend/cpu/kernels/sweep.inc"

}  // namespace

const Kernel<float> kAvx512SingleKernel = {sweep_all, watch_all, sweep_runs, watch_runs};

}  // namespace tensio

#endif
