// The sweep of explicit steps in single precision for processors with AVX2: eight springs at a
// time.
#if defined(__AVX2__)

#include <immintrin.h>

#include <cstddef>

#include "backend/cpu/kernel.hpp"

namespace tensio {

namespace {

using Real = float;
using Row = __m128;
using Lanes = __m256;
constexpr int kLanes = 8;

#include "backend/cpu/kernel_row_single.inc"

inline Lanes add(Lanes a, Lanes b) { return _mm256_add_ps(a, b); }
inline Lanes sub(Lanes a, Lanes b) { return _mm256_sub_ps(a, b); }
inline Lanes mul(Lanes a, Lanes b) { return _mm256_mul_ps(a, b); }
inline Lanes div(Lanes a, Lanes b) { return _mm256_div_ps(a, b); }
inline Lanes larger(Lanes a, Lanes b) { return _mm256_max_ps(a, b); }  // b, where a is none
inline Lanes root(Lanes a) { return _mm256_sqrt_ps(a); }
inline Lanes every(float a) { return _mm256_set1_ps(a); }
inline Lanes load_lanes(const float* from) { return _mm256_loadu_ps(from); }
inline void store(float* to, Lanes a) { _mm256_storeu_ps(to, a); }
using Suspects = __m256;  // all bits set in their lanes
inline Suspects none() { return _mm256_setzero_ps(); }
inline Suspects or_above(Suspects suspects, Lanes a, Lanes bound) {
  return _mm256_or_ps(suspects, _mm256_cmp_ps(a, bound, _CMP_NLE_UQ));
}
inline bool any(Suspects suspects) { return _mm256_movemask_ps(suspects) != 0; }
using Part = __m256i;  // the first lanes
inline Part first_lanes(int count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
inline Lanes load_part(const float* from, Part part) { return _mm256_maskload_ps(from, part); }
inline void store_part(float* to, Lanes a, Part part) { _mm256_maskstore_ps(to, part, a); }
inline Suspects part_of(Suspects suspects, Part part) {
  return _mm256_and_ps(suspects, _mm256_castsi256_ps(part));
}
inline Lanes both(Row low, Row high) { return _mm256_set_m128(high, low); }

struct Group {
  Lanes d[4];  // springs 0 and 4, 1 and 5, ...

  [[gnu::always_inline]] inline Group(const float* x, const int* lower, const int* upper) {
    const auto row = [&](int node) { return load(x + 4 * static_cast<std::ptrdiff_t>(node)); };
    for (int i = 0; i < 4; ++i)
      d[i] = sub(both(row(upper[i]), row(upper[i + 4])), both(row(lower[i]), row(lower[i + 4])));
  }
  // The square root of (x x + y y) + z z.
  Lanes length() const {
    const Lanes p0 = mul(d[0], d[0]), p1 = mul(d[1], d[1]);
    const Lanes p2 = mul(d[2], d[2]), p3 = mul(d[3], d[3]);
    const Lanes xy01 = _mm256_unpacklo_ps(p0, p1), xy23 = _mm256_unpacklo_ps(p2, p3);
    const Lanes z01 = _mm256_unpackhi_ps(p0, p1), z23 = _mm256_unpackhi_ps(p2, p3);
    const Lanes xx = _mm256_shuffle_ps(xy01, xy23, 0x44);
    const Lanes yy = _mm256_shuffle_ps(xy01, xy23, 0xee);
    const Lanes zz = _mm256_shuffle_ps(z01, z23, 0x44);
    return _mm256_sqrt_ps(add(add(xx, yy), zz));
  }
  void times(Lanes q, float* force) const {
    put(force, mul(d[0], _mm256_shuffle_ps(q, q, 0x00)));
    put(force + 4, mul(d[1], _mm256_shuffle_ps(q, q, 0x55)));
    put(force + 8, mul(d[2], _mm256_shuffle_ps(q, q, 0xaa)));
    put(force + 12, mul(d[3], _mm256_shuffle_ps(q, q, 0xff)));
  }
  static void put(float* force, Lanes f) {
    store(force, _mm256_castps256_ps128(f));
    store(force + 16, _mm256_extractf128_ps(f, 1));
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
  const Lanes p01 = both(pair(0), pair(4)), p23 = both(pair(2), pair(6));
  k = _mm256_shuffle_ps(p01, p23, 0x88);
  l0 = _mm256_shuffle_ps(p01, p23, 0xdd);
}

template <class Chosen>
inline void read_values(const float* stiffness, const float* rest_length, const Chosen& chosen,
                        Lanes& k, Lanes& l0) {
  const auto eight = [&](const float* from) {
    if (!chosen.which) return _mm256_loadu_ps(from + chosen.s);
    float values[kLanes];
    for (int i = 0; i < kLanes; ++i) values[i] = from[chosen[i]];
    return _mm256_loadu_ps(values);
  };
  k = eight(stiffness);
  l0 = eight(rest_length);
}

template <bool has_length>
inline Lanes linear_q(Lanes l, Lanes k, Lanes l0) {
  const Lanes zero = _mm256_setzero_ps();
  Lanes point = _mm256_cmp_ps(l, zero, _CMP_EQ_OQ);
  if constexpr (!has_length) point = _mm256_or_ps(point, _mm256_cmp_ps(l0, zero, _CMP_EQ_OQ));
  return _mm256_blendv_ps(div(mul(k, sub(l, l0)), l), k, point);
}

// As evaluate() in physics/spring_law.hpp; has_length: a rest length that is not zero.
template <int law, bool has_length = false>
inline Lanes q_of(Lanes l, Lanes k, Lanes l0) {
  if constexpr (law == kLinear) {
    return linear_q<has_length>(l, k, l0);
  } else if constexpr (law == kCable) {
    return _mm256_and_ps(linear_q<has_length>(l, k, l0), _mm256_cmp_ps(l, l0, _CMP_GE_OQ));
  } else if constexpr (law == kStrut) {
    const Lanes short_enough = _mm256_cmp_ps(l, l0, _CMP_LE_OQ);
    return _mm256_and_ps(
        linear_q<has_length>(l, k, l0),
        _mm256_and_ps(short_enough, _mm256_cmp_ps(l0, _mm256_setzero_ps(), _CMP_GT_OQ)));
  } else if constexpr (law == kForceDensity) {
    return k;
  } else {
    const Lanes point = every(0x1p-20f);
    return _mm256_blendv_ps(div(k, point), div(mul(k, l0), l),
                            _mm256_cmp_ps(l, mul(point, l0), _CMP_GT_OQ));
  }
}

#include "backend/cpu/kernel_runs.inc"
#include "backend/cpu/kernel_sweep.inc"

}  // namespace

const Kernel<float> kAvx2SingleKernel = {sweep_all, watch_all, sweep_runs, watch_runs};

}  // namespace tensio

#endif
