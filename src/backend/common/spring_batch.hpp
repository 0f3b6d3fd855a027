// Some springs at a time, in loops that do one thing each: compilers then process several
// springs together, while a loop that does everything for one spring after the other waits for
// roots and quotients.
#pragma once

#include <algorithm>
#include <cmath>

#include "backend/backend.hpp"
#include "backend/loops.hpp"

namespace tensio {

inline constexpr int kBatch = 128;

/// Adds terms in four sums that do not wait for each other.
inline void add_terms(const double* term, int count, EnergyValue& sum) {
  double value[4] = {}, magnitude[4] = {};
  const auto add = [&](int i, int lane) {
    value[lane] += term[i];
    magnitude[lane] += std::abs(term[i]);
  };
  int i = 0;
  for (; i + 4 <= count; i += 4)
    for (int lane = 0; lane < 4; ++lane) add(i + lane, lane);
  for (; i < count; ++i) add(i, 0);
  sum.value += (value[0] + value[1]) + (value[2] + value[3]);
  sum.magnitude += (magnitude[0] + magnitude[1]) + (magnitude[2] + magnitude[3]);
}

template <int D>
struct SpringBatch {
  int first, count;
  double d[D][kBatch], l[kBatch];
  double energy[kBatch], tension[kBatch], tangent[kBatch], q[kBatch];

  Vec<D> vector(int i) const {
    Vec<D> own;
    for (int axis = 0; axis < D; ++axis) own[axis] = d[axis][i];
    return own;
  }

  /// All of the above of the springs first .. first + count - 1, whose law is this.
  template <Law law>
  void compute(const NetworkData& net, const double* x, const Extras& extras) {
    const int *a = net.a.data() + first, *b = net.b.data() + first;
    for (int i = 0; i < count; ++i) {
      const double *xa = x + axis_offset<D>(a[i]), *xb = x + axis_offset<D>(b[i]);
      for (int axis = 0; axis < D; ++axis) d[axis][i] = xb[axis] - xa[axis];
    }
    for (int i = 0; i < count; ++i) l[i] = length(vector(i));
    // Parts are asked for once, not for each spring.
    extras.parts ? values<law>(net, extras) : values<law>(net, Extras(extras.custom));
  }

  /// f += q d, as scatter_forces() adds them; what springs in a row do to a node goes there once.
  void scatter(const NetworkData& net, double* f) const {
    const int *a = net.a.data() + first, *b = net.b.data() + first;
    for (int i = 0; i < count;) {
      const int node = a[i];
      Vec<D> sum = load<D>(f, node);
      for (; i < count && a[i] == node; ++i) {
        double* fb = f + axis_offset<D>(b[i]);
        for (int axis = 0; axis < D; ++axis) {
          const double force = d[axis][i] * q[i];
          sum[axis] += force;
          fb[axis] -= force;
        }
      }
      for (int axis = 0; axis < D; ++axis) f[axis_offset<D>(node) + axis] = sum[axis];
    }
  }
  /// The force of each spring on its end a.
  void store(double* force) const {
    for (int i = 0; i < count; ++i)
      for (int axis = 0; axis < D; ++axis)
        force[axis_offset<D>(first + i) + axis] = d[axis][i] * q[i];
  }
  /// What the springs' blocks are made of.
  void stiffness(bool projected, SpringStiffness<D>* to) const {
    for (int i = 0; i < count; ++i)
      to[first + i] = stiffness_of(vector(i), l[i], tangent[i], q[i], projected);
  }

 private:
  template <Law law>
  [[gnu::always_inline]] void values(const NetworkData& net, const Extras extras) {
    for (int i = 0; i < count; ++i) {
      const LawValue value = value_of<law>(net, first + i, l[i], extras);
      energy[i] = value.energy;
      tension[i] = value.tension;
      tangent[i] = value.tangent;
      q[i] = value.q;
    }
  }
};

/// Calls f(batch) for the springs begin .. end - 1, in their order.
template <int D, class F>
void for_batches(const NetworkData& net, const double* x, int begin, int end, const Extras& extras,
                 F&& f) {
  SpringBatch<D> batch;
  for_laws(net, begin, end, [&]<Law law>(int first, int last) {
    for (int from = first; from < last; from += kBatch) {
      batch.first = from;
      batch.count = std::min(kBatch, last - from);
      batch.template compute<law>(net, x, extras);
      f(batch);
    }
  });
}

}  // namespace tensio
