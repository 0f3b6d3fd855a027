// The sweep of explicit steps for processors with AVX-512: eight springs at a time.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)

#include <immintrin.h>

#include <cstddef>

#include "backend/cpu/kernel.hpp"

namespace tensio {

namespace {

using Real = double;
using Row = __m256d;
using Lanes = __m512d;
constexpr int kLanes = 8;

#include "backend/cpu/kernel_row.inc"

inline Lanes add(Lanes a, Lanes b) { return _mm512_add_pd(a, b); }
inline Lanes sub(Lanes a, Lanes b) { return _mm512_sub_pd(a, b); }
inline Lanes mul(Lanes a, Lanes b) { return _mm512_mul_pd(a, b); }
inline Lanes div(Lanes a, Lanes b) { return _mm512_div_pd(a, b); }
inline Lanes larger(Lanes a, Lanes b) { return _mm512_max_pd(a, b); }  // b, where a is none
inline Lanes root(Lanes a) { return _mm512_sqrt_pd(a); }
inline Lanes every(double a) { return _mm512_set1_pd(a); }
inline Lanes load_lanes(const double* from) { return _mm512_loadu_pd(from); }
inline void store(double* to, Lanes a) { _mm512_storeu_pd(to, a); }
using Suspects = __mmask8;
inline Suspects none() { return 0; }
inline Suspects or_above(Suspects suspects, Lanes a, Lanes bound) {
  return static_cast<Suspects>(suspects | _mm512_cmp_pd_mask(a, bound, _CMP_NLE_UQ));
}
inline bool any(Suspects suspects) { return suspects != 0; }
using Part = __mmask8;  // the first lanes
inline Part first_lanes(int count) { return static_cast<Part>((1u << count) - 1); }
inline Lanes load_part(const double* from, Part part) { return _mm512_maskz_loadu_pd(part, from); }
inline void store_part(double* to, Lanes a, Part part) { _mm512_mask_storeu_pd(to, part, a); }
inline Suspects part_of(Suspects suspects, Part part) {
  return static_cast<Suspects>(suspects & part);
}
inline Lanes both(Row low, Row high) {
  return _mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1);
}

struct Group {
  Lanes d[4];  // springs 0 and 1, 2 and 3, ...

  [[gnu::always_inline]] inline Group(const double* x, const int* lower, const int* upper) {
    const auto row = [&](int node) { return load(x + 4 * static_cast<std::ptrdiff_t>(node)); };
    for (int i = 0; i < 4; ++i)
      d[i] = both(_mm256_sub_pd(row(upper[2 * i]), row(lower[2 * i])),
                  _mm256_sub_pd(row(upper[2 * i + 1]), row(lower[2 * i + 1])));
  }
  // The square root of (x x + y y) + (z z + 0).
  Lanes length() const {
    const Lanes p0 = mul(d[0], d[0]), p1 = mul(d[1], d[1]);
    const Lanes p2 = mul(d[2], d[2]), p3 = mul(d[3], d[3]);
    // x x + y y and z z of springs 0, 2 and 1, 3; then of 4, 6 and 5, 7.
    const Lanes s0 = _mm512_add_pd(_mm512_unpacklo_pd(p0, p1), _mm512_unpackhi_pd(p0, p1));
    const Lanes s1 = _mm512_add_pd(_mm512_unpacklo_pd(p2, p3), _mm512_unpackhi_pd(p2, p3));
    const __m512i xy = _mm512_setr_epi64(0, 4, 1, 5, 8, 12, 9, 13);
    const __m512i z = _mm512_setr_epi64(2, 6, 3, 7, 10, 14, 11, 15);
    return _mm512_sqrt_pd(
        _mm512_add_pd(_mm512_permutex2var_pd(s0, xy, s1), _mm512_permutex2var_pd(s0, z, s1)));
  }
  void times(Lanes q, double* force) const {
    for (int i = 0; i < 4; ++i) {
      const __m512i which =
          _mm512_add_epi64(_mm512_setr_epi64(0, 0, 0, 0, 1, 1, 1, 1), _mm512_set1_epi64(2 * i));
      store(force + 8 * i, mul(d[i], _mm512_permutexvar_pd(which, q)));
    }
  }
};

template <class Number, class Chosen>
inline void read_materials(const KernelMaterial<Real>* all, const Number* number,
                           const Chosen& chosen, Lanes& k, Lanes& l0) {
  const auto pair = [&](int i) { return _mm_loadu_pd(&all[number[chosen[i]]].stiffness); };
  const auto four = [&](int i) {
    const Row low = _mm256_insertf128_pd(_mm256_castpd128_pd256(pair(i)), pair(i + 2), 1);
    return both(low, _mm256_insertf128_pd(_mm256_castpd128_pd256(pair(i + 4)), pair(i + 6), 1));
  };
  const Lanes even = four(0), odd = four(1);
  k = _mm512_unpacklo_pd(even, odd);
  l0 = _mm512_unpackhi_pd(even, odd);
}

template <class Chosen>
inline void read_values(const double* stiffness, const double* rest_length, const Chosen& chosen,
                        Lanes& k, Lanes& l0) {
  if (!chosen.which) {
    k = _mm512_loadu_pd(stiffness + chosen.s);
    l0 = _mm512_loadu_pd(rest_length + chosen.s);
  } else {
    const __m256i at = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(chosen.which));
    k = _mm512_i32gather_pd(at, stiffness, 8);
    l0 = _mm512_i32gather_pd(at, rest_length, 8);
  }
}

template <bool has_length>
inline Lanes linear_q(Lanes l, Lanes k, Lanes l0) {
  const Lanes zero = _mm512_setzero_pd();
  __mmask8 point = _mm512_cmp_pd_mask(l, zero, _CMP_EQ_OQ);
  if constexpr (!has_length)
    point = static_cast<__mmask8>(point | _mm512_cmp_pd_mask(l0, zero, _CMP_EQ_OQ));
  return _mm512_mask_blend_pd(point, div(mul(k, sub(l, l0)), l), k);
}

// As evaluate() in physics/spring_law.hpp; has_length: a rest length that is not zero.
template <int law, bool has_length = false>
inline Lanes q_of(Lanes l, Lanes k, Lanes l0) {
  if constexpr (law == kLinear) {
    return linear_q<has_length>(l, k, l0);
  } else if constexpr (law == kCable) {
    return _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(l, l0, _CMP_GE_OQ),
                               linear_q<has_length>(l, k, l0));
  } else if constexpr (law == kStrut) {
    const __mmask8 pushes =
        static_cast<__mmask8>(_mm512_cmp_pd_mask(l, l0, _CMP_LE_OQ) &
                              _mm512_cmp_pd_mask(l0, _mm512_setzero_pd(), _CMP_GT_OQ));
    return _mm512_maskz_mov_pd(pushes, linear_q<has_length>(l, k, l0));
  } else if constexpr (law == kForceDensity) {
    return k;
  } else {
    const Lanes point = every(0x1p-20);
    return _mm512_mask_blend_pd(_mm512_cmp_pd_mask(l, mul(point, l0), _CMP_GT_OQ),
                                _mm512_div_pd(k, point), _mm512_div_pd(mul(k, l0), l));
  }
}

#include "backend/cpu/kernel_runs.inc"
#include "backend/cpu/kernel_sweep.inc"

}  // namespace

const Kernel<double> kAvx512Kernel = {sweep_all, watch_all, sweep_runs, watch_runs};

}  // namespace tensio

#endif
