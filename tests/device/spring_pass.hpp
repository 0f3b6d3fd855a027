// A pass over springs as a device runs it: every law, its force, its blocks and its damping, over
// plain pointers. Compiled by nvcc it runs in a __global__ kernel (laws.cu); any other compiler
// runs the same text in a loop (physics/device_laws_test.cpp).
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "core/index.hpp"
#include "core/random.hpp"
#include "physics/spring.hpp"
#include "physics/spring_part.hpp"

namespace tensio::device {

/// What springs read; numbers of springs or nodes one after the other.
struct SpringView {
  const double* x;  // D of each node
  const double* v;
  const int *a, *b;  // the ends of each spring
  const double *k, *l0;
  const double* damping;
  const double* offset;  // D of each spring: of a periodic cell
  const double* curve;   // rows of physics/curve.hpp
  const CustomValue* custom;
  const SpringPart* part;
  int pieces, degree;
  bool of_strain;
};

/// How many numbers a spring's results are: the law's four values, with and without its part; the
/// force, with an offset too; blocks, plain, projected and of damping; the damping force; d²U;
/// slack.
template <int D>
inline constexpr int kResults = 8 + 3 * D + 3 * D* D + 4 * D* D + 2;

template <Law law>
TENSIO_HD inline auto more_of(const SpringView& view, int s) {
  if constexpr (law == Law::table)
    return CurveView{view.curve, view.pieces, view.degree, view.of_strain};
  else if constexpr (law == Law::custom)
    return view.custom[s];
  else
    return NoMore{};
}

/// All that one spring gives, to the kResults<D> numbers from `to` on.
template <Law law, int D>
TENSIO_HD inline void compute_spring(const SpringView& view, int s, double* to) {
  const Vec<D> a = load<D>(view.x, view.a[s]), b = load<D>(view.x, view.b[s]);
  const Vec<D> va = load<D>(view.v, view.a[s]), vb = load<D>(view.v, view.b[s]);
  const Vec<D> offset = load<D>(view.offset, s);
  const double k = view.k[s], l0 = view.l0[s];
  const auto more = more_of<law>(view, s);
  const Vec<D> d = spring_vector(a, b, NoOffset{}), dv = spring_vector(va, vb, NoOffset{});
  const double l = length(d);

  const LawValue plain = evaluate<law>(l, k, l0, more);
  const LawValue values[] = {plain, with_part(plain, l, view.part[s])};
  for (const LawValue& value : values) {
    *to++ = value.energy;
    *to++ = value.tension;
    *to++ = value.tangent;
    *to++ = value.q;
  }
  const Vec<D> forces[] = {spring_force<law>(a, b, k, l0, NoOffset{}, more),
                           spring_force<law>(a, b, k, l0, offset, more),
                           damping_force(d, dv, view.damping[s])};
  for (const Vec<D>& force : forces)
    for (int i = 0; i < D; ++i) *to++ = force[i];
  const Block<D> blocks[] = {spring_block<law>(a, b, k, l0, NoOffset{}, false, more),
                             spring_block<law>(a, b, k, l0, offset, true, more),
                             damping_block(d, view.damping[s])};
  for (const Block<D>& block : blocks)
    for (int i = 0; i < D * D; ++i) *to++ = block.m[i];
  spring_hessian(blocks[0], to);
  to += 4 * D * D;
  *to++ = spring_energy<law>(a, b, k, l0, offset, more);
  *to++ = is_slack(law, l, l0) ? 1.0 : 0.0;
}

/// Random springs of every kind of state: slack and taut, without rest length, without length.
template <int D>
struct Springs {
  std::vector<double> x, v, k, l0, damping, offset, curve;
  std::vector<int> a, b;
  std::vector<CustomValue> custom;
  std::vector<SpringPart> part;

  Springs(int count, std::uint64_t seed) {
    Random random(seed);
    const int nodes = count / 2 + 2;
    for (int i = 0; i < nodes * D; ++i) {
      x.push_back(random.uniform(-1, 1));
      v.push_back(random.uniform(-1, 1));
    }
    for (int s = 0; s < count; ++s) {
      a.push_back(random.index(nodes));
      // Some springs have no length; some pull over a length of 2^-20 or less.
      b.push_back(random.index(16) == 0 ? a.back() : random.index(nodes));
      k.push_back(random.uniform(-1, 10));
      l0.push_back(random.index(8) == 0 ? 0.0 : random.uniform(0, 3));
      if (random.index(32) == 0) l0.back() *= 0x1p21;
      damping.push_back(random.uniform(0, 2));
      for (int i = 0; i < D; ++i) offset.push_back(random.uniform(-1, 1));
      custom.push_back({random.uniform(0, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
      SpringPart one;
      one.yield = random.uniform(0, 4);
      one.ratio = random.uniform(0, 1);
      if (random.index(2) == 0) {
        one.stiffness = random.uniform(0, 1);
        one.force = random.uniform(-1, 1);
        one.damping = random.uniform(0, 1);
        one.from = random.uniform(0, 1);
        one.low = random.uniform(0, 1);
        one.high = random.uniform(1, 2);
      }
      part.push_back(one);
    }
    // Three cubic pieces.
    for (const double start : {-1.0, 0.25, 1.0}) {
      curve.push_back(start);
      for (int i = 0; i < 5; ++i) curve.push_back(random.uniform(-1, 1));
    }
  }

  int count() const { return static_cast<int>(k.size()); }
  SpringView view(bool of_strain) const {
    return {x.data(),
            v.data(),
            a.data(),
            b.data(),
            k.data(),
            l0.data(),
            damping.data(),
            offset.data(),
            curve.data(),
            custom.data(),
            part.data(),
            3,
            3,
            of_strain};
  }
};

/// The pass in a loop.
template <Law law, int D>
std::vector<double> pass_on_host(const SpringView& view, int count) {
  std::vector<double> results(usize(count) * kResults<D>);
  for (int s = 0; s < count; ++s)
    compute_spring<law, D>(view, s, results.data() + static_cast<std::ptrdiff_t>(s) * kResults<D>);
  return results;
}

/// How many numbers differ in their bits; all NaN are alike.
inline long differences(const std::vector<double>& one, const std::vector<double>& other) {
  if (one.size() != other.size()) return -1;
  long count = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const bool both_nan = one[i] != one[i] && other[i] != other[i];
    if (!both_nan && std::memcmp(&one[i], &other[i], sizeof(double)) != 0) ++count;
  }
  return count;
}

}  // namespace tensio::device
