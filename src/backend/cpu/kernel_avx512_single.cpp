// The sweep of explicit steps in single precision for processors with AVX-512: sixteen springs at a
// time.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)

#include <immintrin.h>

#include <cstddef>

#include "backend/cpu/kernel.hpp"

namespace tensio {

namespace {

using Real = float;
using Row = __m128;
using Lanes = __m512;
constexpr int kLanes = 16;

#include "backend/cpu/kernel_row_single.inc"

inline Lanes add(Lanes a, Lanes b) { return _mm512_add_ps(a, b); }
inline Lanes sub(Lanes a, Lanes b) { return _mm512_sub_ps(a, b); }
inline Lanes mul(Lanes a, Lanes b) { return _mm512_mul_ps(a, b); }
inline Lanes div(Lanes a, Lanes b) { return _mm512_div_ps(a, b); }
inline Lanes larger(Lanes a, Lanes b) { return _mm512_max_ps(a, b); }  // b, where a is none
inline Lanes root(Lanes a) { return _mm512_sqrt_ps(a); }
inline Lanes every(float a) { return _mm512_set1_ps(a); }
inline Lanes load_lanes(const float* from) { return _mm512_loadu_ps(from); }
inline void store(float* to, Lanes a) { _mm512_storeu_ps(to, a); }
using Suspects = __mmask16;
inline Suspects none() { return 0; }
inline Suspects or_above(Suspects suspects, Lanes a, Lanes bound) {
  return static_cast<Suspects>(suspects | _mm512_cmp_ps_mask(a, bound, _CMP_NLE_UQ));
}
inline bool any(Suspects suspects) { return suspects != 0; }
using Part = __mmask16;  // the first lanes
inline Part first_lanes(int count) { return static_cast<Part>((1u << count) - 1); }
inline Lanes load_part(const float* from, Part part) { return _mm512_maskz_loadu_ps(part, from); }
inline void store_part(float* to, Lanes a, Part part) { _mm512_mask_storeu_ps(to, part, a); }
inline Suspects part_of(Suspects suspects, Part part) {
  return static_cast<Suspects>(suspects & part);
}
inline Lanes four(Row a, Row b, Row c, Row d) {
  const Lanes low = _mm512_castps256_ps512(_mm256_set_m128(b, a));
  return _mm512_insertf32x8(low, _mm256_set_m128(d, c), 1);
}

struct Group {
  Lanes d[4];  // springs 0, 4, 8 and 12; 1, 5, 9 and 13; ...

  [[gnu::always_inline]] inline Group(const float* x, const int* lower, const int* upper) {
    const auto rows = [&](const int* ends) {
      const auto row = [&](int i) { return load(x + 4 * static_cast<std::ptrdiff_t>(ends[i])); };
      return four(row(0), row(4), row(8), row(12));
    };
    for (int i = 0; i < 4; ++i) d[i] = sub(rows(upper + i), rows(lower + i));
  }
  // The square root of (x x + y y) + z z.
  Lanes length() const {
    const Lanes p0 = mul(d[0], d[0]), p1 = mul(d[1], d[1]);
    const Lanes p2 = mul(d[2], d[2]), p3 = mul(d[3], d[3]);
    const Lanes xy01 = _mm512_unpacklo_ps(p0, p1), xy23 = _mm512_unpacklo_ps(p2, p3);
    const Lanes z01 = _mm512_unpackhi_ps(p0, p1), z23 = _mm512_unpackhi_ps(p2, p3);
    const Lanes xx = _mm512_shuffle_ps(xy01, xy23, 0x44);
    const Lanes yy = _mm512_shuffle_ps(xy01, xy23, 0xee);
    const Lanes zz = _mm512_shuffle_ps(z01, z23, 0x44);
    return _mm512_sqrt_ps(add(add(xx, yy), zz));
  }
  void times(Lanes q, float* force) const {
    put(force, mul(d[0], _mm512_shuffle_ps(q, q, 0x00)));
    put(force + 4, mul(d[1], _mm512_shuffle_ps(q, q, 0x55)));
    put(force + 8, mul(d[2], _mm512_shuffle_ps(q, q, 0xaa)));
    put(force + 12, mul(d[3], _mm512_shuffle_ps(q, q, 0xff)));
  }
  static void put(float* force, Lanes f) {
    store(force, _mm512_castps512_ps128(f));
    store(force + 16, _mm512_extractf32x4_ps(f, 1));
    store(force + 32, _mm512_extractf32x4_ps(f, 2));
    store(force + 48, _mm512_extractf32x4_ps(f, 3));
  }
};

template <class Number, class Chosen>
inline void read_materials(const KernelMaterial<float>* all, const Number* number,
                           const Chosen& chosen, Lanes& k, Lanes& l0) {
  const auto pair = [&](int i) {
    const auto at = [&](int j) {
      return reinterpret_cast<const __m64*>(&all[number[chosen[j]]].stiffness);
    };
    return _mm_loadh_pi(_mm_loadl_pi(_mm_setzero_ps(), at(i)), at(i + 1));
  };
  const Lanes p01 = four(pair(0), pair(4), pair(8), pair(12));
  const Lanes p23 = four(pair(2), pair(6), pair(10), pair(14));
  k = _mm512_shuffle_ps(p01, p23, 0x88);
  l0 = _mm512_shuffle_ps(p01, p23, 0xdd);
}

template <class Chosen>
inline void read_values(const float* stiffness, const float* rest_length, const Chosen& chosen,
                        Lanes& k, Lanes& l0) {
  if (!chosen.which) {
    k = _mm512_loadu_ps(stiffness + chosen.s);
    l0 = _mm512_loadu_ps(rest_length + chosen.s);
  } else {
    const __m512i at = _mm512_loadu_si512(chosen.which);
    k = _mm512_i32gather_ps(at, stiffness, 4);
    l0 = _mm512_i32gather_ps(at, rest_length, 4);
  }
}

template <bool has_length>
inline Lanes linear_q(Lanes l, Lanes k, Lanes l0) {
  const Lanes zero = _mm512_setzero_ps();
  __mmask16 point = _mm512_cmp_ps_mask(l, zero, _CMP_EQ_OQ);
  if constexpr (!has_length)
    point = static_cast<__mmask16>(point | _mm512_cmp_ps_mask(l0, zero, _CMP_EQ_OQ));
  return _mm512_mask_blend_ps(point, div(mul(k, sub(l, l0)), l), k);
}

// As evaluate() in physics/spring_law.hpp; has_length: a rest length that is not zero.
template <int law, bool has_length = false>
inline Lanes q_of(Lanes l, Lanes k, Lanes l0) {
  if constexpr (law == kLinear) {
    return linear_q<has_length>(l, k, l0);
  } else if constexpr (law == kCable) {
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(l, l0, _CMP_GE_OQ),
                               linear_q<has_length>(l, k, l0));
  } else if constexpr (law == kStrut) {
    const __mmask16 pushes =
        static_cast<__mmask16>(_mm512_cmp_ps_mask(l, l0, _CMP_LE_OQ) &
                               _mm512_cmp_ps_mask(l0, _mm512_setzero_ps(), _CMP_GT_OQ));
    return _mm512_maskz_mov_ps(pushes, linear_q<has_length>(l, k, l0));
  } else if constexpr (law == kForceDensity) {
    return k;
  } else {
    const Lanes point = every(0x1p-20f);
    return _mm512_mask_blend_ps(_mm512_cmp_ps_mask(l, mul(point, l0), _CMP_GT_OQ), div(k, point),
                                div(mul(k, l0), l));
  }
}

#include "backend/cpu/kernel_runs.inc"
#include "backend/cpu/kernel_sweep.inc"

}  // namespace

const Kernel<float> kAvx512SingleKernel = {sweep_all, watch_all, sweep_runs, watch_runs};

}  // namespace tensio

#endif
