// The sweep of explicit steps for processors with AVX2: four springs at a time.
#if defined(__AVX2__)

#include <immintrin.h>

#include <cstddef>

#include "backend/cpu/kernel.hpp"

namespace tensio {

namespace {

using Real = double;
using Row = __m256d;
using Lanes = __m256d;
constexpr int kLanes = 4;

#include "backend/cpu/kernel_row.inc"

inline Lanes larger(Lanes a, Lanes b) { return _mm256_max_pd(a, b); }  // b, where a is none
inline Lanes root(Lanes a) { return _mm256_sqrt_pd(a); }
inline Lanes every(double a) { return _mm256_set1_pd(a); }
inline Lanes load_lanes(const double* from) { return _mm256_loadu_pd(from); }
using Suspects = __m256d;  // all bits set in their lanes
inline Suspects none() { return _mm256_setzero_pd(); }
inline Suspects or_above(Suspects suspects, Lanes a, Lanes bound) {
  return _mm256_or_pd(suspects, _mm256_cmp_pd(a, bound, _CMP_NLE_UQ));
}
inline bool any(Suspects suspects) { return _mm256_movemask_pd(suspects) != 0; }
using Part = __m256i;  // the first lanes
inline Part first_lanes(int count) {
  return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
}
inline Lanes load_part(const double* from, Part part) { return _mm256_maskload_pd(from, part); }
inline void store_part(double* to, Lanes a, Part part) { _mm256_maskstore_pd(to, part, a); }
inline Suspects part_of(Suspects suspects, Part part) {
  return _mm256_and_pd(suspects, _mm256_castsi256_pd(part));
}

struct Group {
  Row d[4];

  Group(const double* x, const int* lower, const int* upper) {
    for (int i = 0; i < 4; ++i)
      d[i] = _mm256_sub_pd(_mm256_loadu_pd(x + 4 * static_cast<std::ptrdiff_t>(upper[i])),
                           _mm256_loadu_pd(x + 4 * static_cast<std::ptrdiff_t>(lower[i])));
  }
  // The square root of (x x + y y) + (z z + 0).
  Lanes length() const {
    const Row p0 = mul(d[0], d[0]), p1 = mul(d[1], d[1]);
    const Row p2 = mul(d[2], d[2]), p3 = mul(d[3], d[3]);
    const Row s01 = add(_mm256_unpacklo_pd(p0, p1), _mm256_unpackhi_pd(p0, p1));
    const Row s23 = add(_mm256_unpacklo_pd(p2, p3), _mm256_unpackhi_pd(p2, p3));
    return _mm256_sqrt_pd(
        add(_mm256_permute2f128_pd(s01, s23, 0x20), _mm256_permute2f128_pd(s01, s23, 0x31)));
  }
  void times(Lanes q, double* force) const {
    store(force, mul(d[0], _mm256_permute4x64_pd(q, 0x00)));
    store(force + 4, mul(d[1], _mm256_permute4x64_pd(q, 0x55)));
    store(force + 8, mul(d[2], _mm256_permute4x64_pd(q, 0xaa)));
    store(force + 12, mul(d[3], _mm256_permute4x64_pd(q, 0xff)));
  }
};

template <class Number, class Chosen>
inline void read_materials(const KernelMaterial<Real>* all, const Number* number,
                           const Chosen& chosen, Lanes& k, Lanes& l0) {
  const auto pair = [&](int i) { return _mm_loadu_pd(&all[number[chosen[i]]].stiffness); };
  const Row p02 = _mm256_insertf128_pd(_mm256_castpd128_pd256(pair(0)), pair(2), 1);
  const Row p13 = _mm256_insertf128_pd(_mm256_castpd128_pd256(pair(1)), pair(3), 1);
  k = _mm256_unpacklo_pd(p02, p13);
  l0 = _mm256_unpackhi_pd(p02, p13);
}

template <class Chosen>
inline void read_values(const double* stiffness, const double* rest_length, const Chosen& chosen,
                        Lanes& k, Lanes& l0) {
  const auto four = [&](const double* from) {
    if (!chosen.which) return _mm256_loadu_pd(from + chosen.s);
    return _mm256_setr_pd(from[chosen[0]], from[chosen[1]], from[chosen[2]], from[chosen[3]]);
  };
  k = four(stiffness);
  l0 = four(rest_length);
}

template <bool has_length>
inline Lanes linear_q(Lanes l, Lanes k, Lanes l0) {
  const Lanes zero = _mm256_setzero_pd();
  Lanes point = _mm256_cmp_pd(l, zero, _CMP_EQ_OQ);
  if constexpr (!has_length) point = _mm256_or_pd(point, _mm256_cmp_pd(l0, zero, _CMP_EQ_OQ));
  return _mm256_blendv_pd(div(mul(k, sub(l, l0)), l), k, point);
}

// As evaluate() in physics/spring_law.hpp; has_length: a rest length that is not zero.
template <int law, bool has_length = false>
inline Lanes q_of(Lanes l, Lanes k, Lanes l0) {
  if constexpr (law == kLinear) {
    return linear_q<has_length>(l, k, l0);
  } else if constexpr (law == kCable) {
    return _mm256_and_pd(linear_q<has_length>(l, k, l0), _mm256_cmp_pd(l, l0, _CMP_GE_OQ));
  } else if constexpr (law == kStrut) {
    const Lanes short_enough = _mm256_cmp_pd(l, l0, _CMP_LE_OQ);
    return _mm256_and_pd(
        linear_q<has_length>(l, k, l0),
        _mm256_and_pd(short_enough, _mm256_cmp_pd(l0, _mm256_setzero_pd(), _CMP_GT_OQ)));
  } else if constexpr (law == kForceDensity) {
    return k;
  } else {
    const Lanes point = every(0x1p-20);
    return _mm256_blendv_pd(div(k, point), div(mul(k, l0), l),
                            _mm256_cmp_pd(l, mul(point, l0), _CMP_GT_OQ));
  }
}

#include "backend/cpu/kernel_runs.inc"
#include "backend/cpu/kernel_sweep.inc"

}  // namespace

const Kernel<double> kAvx2Kernel = {sweep_all, watch_all, sweep_runs, watch_runs};

}  // namespace tensio

#endif
