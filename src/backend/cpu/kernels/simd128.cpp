// The sweep of explicit steps for WebAssembly with vectors of 128 bits: two springs at a time.
#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

#include <cstddef>

#include "backend/cpu/kernels/kernel.hpp"

namespace tensio {

namespace {

using Real = double;

// ---- lanes: one number of each of two springs ----

struct Lanes {
  v128_t v;
};
constexpr int kLanes = 2;

inline Lanes operator+(Lanes a, Lanes b) { return {wasm_f64x2_add(a.v, b.v)}; }
inline Lanes operator-(Lanes a, Lanes b) { return {wasm_f64x2_sub(a.v, b.v)}; }
inline Lanes operator*(Lanes a, Lanes b) { return {wasm_f64x2_mul(a.v, b.v)}; }
inline Lanes operator/(Lanes a, Lanes b) { return {wasm_f64x2_div(a.v, b.v)}; }
inline Lanes larger(Lanes a, Lanes b) { return {wasm_f64x2_pmax(b.v, a.v)}; }  // b, if a is NaN
inline Lanes root(Lanes a) { return {wasm_f64x2_sqrt(a.v)}; }
inline Lanes every(Real a) { return {wasm_f64x2_splat(a)}; }
inline Lanes load_lanes(const Real* from) { return {wasm_v128_load(from)}; }
inline void store(Real* to, Lanes a) { wasm_v128_store(to, a.v); }

struct Mask {
  v128_t v;
};
inline Mask operator|(Mask a, Mask b) { return {wasm_v128_or(a.v, b.v)}; }
inline Mask operator&(Mask a, Mask b) { return {wasm_v128_and(a.v, b.v)}; }
inline Mask operator==(Lanes a, Lanes b) { return {wasm_f64x2_eq(a.v, b.v)}; }
inline Mask operator<=(Lanes a, Lanes b) { return {wasm_f64x2_le(a.v, b.v)}; }
inline Mask operator>=(Lanes a, Lanes b) { return {wasm_f64x2_ge(a.v, b.v)}; }
inline Mask operator>(Lanes a, Lanes b) { return {wasm_f64x2_gt(a.v, b.v)}; }
inline Mask exceeds(Lanes a, Lanes b) { return {wasm_v128_not(wasm_f64x2_le(a.v, b.v))}; }
inline Lanes select(Mask mask, Lanes a, Lanes b) { return {wasm_v128_bitselect(a.v, b.v, mask.v)}; }
inline Mask none() { return {wasm_i64x2_const(0, 0)}; }
inline bool any(Mask mask) { return wasm_v128_any_true(mask.v); }

struct Part {
  int count;  // of the first lanes
};
inline Part first_lanes(int count) { return {count}; }
inline Lanes load_part(const Real* from, Part part) {
  return part.count >= kLanes ? load_lanes(from) : Lanes{wasm_v128_load64_zero(from)};
}
inline void store_part(Real* to, Lanes a, Part part) {
  if (part.count >= kLanes)
    store(to, a);
  else
    *to = wasm_f64x2_extract_lane(a.v, 0);
}
inline Mask part_of(Mask mask, Part part) {
  return {wasm_v128_and(mask.v, wasm_i64x2_make(part.count > 0 ? -1 : 0, part.count > 1 ? -1 : 0))};
}

// ---- rows: four numbers of a node ----

struct Row {
  v128_t xy, zw;
};

inline Row load(const Real* from) { return {wasm_v128_load(from), wasm_v128_load(from + 2)}; }
inline void store(Real* to, Row a) {
  wasm_v128_store(to, a.xy);
  wasm_v128_store(to + 2, a.zw);
}
inline Row operator+(Row a, Row b) {
  return {wasm_f64x2_add(a.xy, b.xy), wasm_f64x2_add(a.zw, b.zw)};
}
inline Row operator-(Row a, Row b) {
  return {wasm_f64x2_sub(a.xy, b.xy), wasm_f64x2_sub(a.zw, b.zw)};
}
inline Row operator*(Row a, Row b) {
  return {wasm_f64x2_mul(a.xy, b.xy), wasm_f64x2_mul(a.zw, b.zw)};
}
inline Row operator/(Row a, Row b) {
  return {wasm_f64x2_div(a.xy, b.xy), wasm_f64x2_div(a.zw, b.zw)};
}
inline Row every_axis(Real a) { return {wasm_f64x2_splat(a), wasm_f64x2_splat(a)}; }
/// (x + y) + z.
inline Real sum_of_axes(Row a) {
  return wasm_f64x2_extract_lane(a.xy, 0) + wasm_f64x2_extract_lane(a.xy, 1) +
         wasm_f64x2_extract_lane(a.zw, 0);
}
inline Row only(const Real* bits, Row a) {
  const Row mask = load(bits);
  return {wasm_v128_and(a.xy, mask.xy), wasm_v128_and(a.zw, mask.zw)};
}

struct Group {
  Row d[2];

  Group(const double* x, const int* lower, const int* upper) {
    for (int i = 0; i < 2; ++i)
      d[i] = load(x + 4 * static_cast<std::ptrdiff_t>(upper[i])) -
             load(x + 4 * static_cast<std::ptrdiff_t>(lower[i]));
  }
  // (x x + y y) + z z, of each spring.
  Lanes dot(const Group& other) const {
    const Row p0 = d[0] * other.d[0], p1 = d[1] * other.d[1];
    const Lanes x{wasm_i64x2_shuffle(p0.xy, p1.xy, 0, 2)},
        y{wasm_i64x2_shuffle(p0.xy, p1.xy, 1, 3)}, z{wasm_i64x2_shuffle(p0.zw, p1.zw, 0, 2)};
    return (x + y) + z;
  }
  Lanes length() const { return root(dot(*this)); }
  void times(Lanes q, double* force) const {
    store(force, d[0] * every_axis(wasm_f64x2_extract_lane(q.v, 0)));
    store(force + 4, d[1] * every_axis(wasm_f64x2_extract_lane(q.v, 1)));
  }
};

template <class Index, class Chosen>
inline void read_materials(const KernelMaterial<Real>* all, const Index* number,
                           const Chosen& chosen, Lanes& k, Lanes& l0) {
  const v128_t first = wasm_v128_load(&all[number[chosen[0]]].stiffness);
  const v128_t second = wasm_v128_load(&all[number[chosen[1]]].stiffness);
  k = {wasm_i64x2_shuffle(first, second, 0, 2)};
  l0 = {wasm_i64x2_shuffle(first, second, 1, 3)};
}

template <class Chosen>
inline Lanes gather(const double* from, const Chosen& chosen) {
  return {wasm_f64x2_make(from[chosen[0]], from[chosen[1]])};
}

#include "backend/cpu/kernels/common.inc"
#include "backend/cpu/kernels/runs.inc"
#include "backend/cpu/kernels/sweep.inc"

}  // namespace

const Kernel<double> kSimd128Kernel = {sweep_all, watch_all, sweep_runs, watch_runs};

}  // namespace tensio

#endif
