// The sweep of explicit steps in single precision for processors with AVX2: eight springs at a
// time.
#if defined(__AVX2__)

#include <immintrin.h>

#include <cstddef>

#include "backend/cpu/kernels/kernel.hpp"

namespace tensio {

namespace {

using Real = float;
using RowRegister = __m128;
using Register = __m256;
#define TENSIO_ROW(name) _mm_##name##_ps
#define TENSIO_LANES(name) _mm256_##name##_ps

#include "backend/cpu/kernels/lanes.inc"
#include "backend/cpu/kernels/lanes_avx2.inc"
#include "backend/cpu/kernels/row.inc"

inline Part first_lanes(int count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

template <class F>
inline Register join(F&& quarter) {
  return _mm256_set_m128(quarter(4), quarter(0));
}
inline void split(float* to, Lanes a) {
  _mm_storeu_ps(to, _mm256_castps256_ps128(a.v));
  _mm_storeu_ps(to + 16, _mm256_extractf128_ps(a.v, 1));
}

template <class Chosen>
inline Lanes gather(const float* from, const Chosen& chosen) {
  float values[kLanes];
  for (int i = 0; i < kLanes; ++i) values[i] = from[chosen[i]];
  return load_lanes(values);
}

#include "backend/cpu/kernels/common.inc"
#include "backend/cpu/kernels/group_single.inc"
#include "backend/cpu/kernels/runs.inc"
#include "backend/cpu/kernels/sweep.inc"

}  // namespace

const Kernel<float> kAvx2SingleKernel = {sweep_all, watch_all, sweep_runs, watch_runs};

}  // namespace tensio

#endif
