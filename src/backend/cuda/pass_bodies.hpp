// What a device does for one node, as functions of its number. A device calls them in parallel, the
// tests in a loop: the text is the same, and each node's sum has the order of the serial loop.
#pragma once

#include <cmath>
#include <cstddef>

#include "backend/cuda/device_views.hpp"
#include "physics/obstacle.hpp"
#include "physics/spring_law.hpp"

namespace tensio {

template <int D>
TENSIO_HD inline Vec<D> vec_of(const NodeRow<D>& row) {
  Vec<D> result;
  for (int i = 0; i < D; ++i) result[i] = row.v[i];
  return result;
}

template <int D>
TENSIO_HD inline NodeRow<D> row_of(const Vec<D>& vec) {
  NodeRow<D> row{};
  for (int i = 0; i < D; ++i) row.v[i] = vec[i];
  return row;
}

/// Calls f.template operator()<law>() for a law of springs that a device knows.
template <class F>
TENSIO_HD inline double with_device_law(int law, F&& f) {
  switch (static_cast<Law>(law)) {
    case Law::cable: return f.template operator()<Law::cable>();
    case Law::strut: return f.template operator()<Law::strut>();
    case Law::force_density: return f.template operator()<Law::force_density>();
    case Law::constant_tension: return f.template operator()<Law::constant_tension>();
    case Law::table: return f.template operator()<Law::table>();
    default: return f.template operator()<Law::linear>();
  }
}

template <Law law>
TENSIO_HD inline double device_q(const DeviceNet& net, const DeviceMaterial& spring, double l) {
  if constexpr (law == Law::table) {
    const DeviceCurve& curve = net.curves[spring.curve];
    const CurveView view{net.curve_rows + curve.first, curve.pieces, curve.degree, curve.of_strain};
    return laws::curve(l, spring.stiffness, spring.rest_length, view).q;
  } else {
    return laws::values_of<law>(l, spring.stiffness, spring.rest_length).q;
  }
}

/// A pass over the springs of one node, and what the node makes of them.
template <int D, bool linear, bool dashpots, bool packed>
struct NodePass {
  DeviceStep<D> step;

  TENSIO_HD void operator()(int node) const {
    const DeviceNet& net = step.net;
    if (step.pass == DevicePass::verlet_first && step.near && !*step.near) return;
    Sums sums{.node = node, .x = vec_of(step.x[node])};
    if (net.damped && step.u) sums.u = vec_of(step.u[node]);
    const int end = net.start[node + 1];
    for (int e = net.start[node]; e < end; ++e) add(half_spring(e), sums);
    if (sums.suspected && step.suspected) *step.suspected = 1;
    if (step.pass != DevicePass::watch) finish(node, sums.x, sums.u, sums.f, sums.power);
  }

 private:
  struct Half {
    int node;
    const DeviceMaterial* material;
  };
  /// Of a node, with what its springs add up to.
  struct Sums {
    int node;
    Vec<D> x, u{}, f{};
    double power = 0;
    bool suspected = false;
  };

  TENSIO_HD Half half_spring(int e) const {
    const DeviceNet& net = step.net;
    if constexpr (packed) {
      const std::uint32_t both = net.packed[e];
      const std::uint32_t mask = (std::uint32_t{1} << net.node_bits) - 1;
      return {static_cast<int>(both & mask), net.materials + (both >> net.node_bits)};
    } else {
      const HalfSpring half = net.unpacked[e];
      return {static_cast<int>(half.node), net.materials + half.material};
    }
  }

  // At the other end d, and with it what is added, changes its sign: x - y is x + (-y) to the bit.
  TENSIO_HD void add(const Half& half, Sums& sums) const {
    const DeviceMaterial& spring = *half.material;
    const Vec<D> other = vec_of(step.x[half.node]);
    Vec<D> d;
    for (int i = 0; i < D; ++i) d[i] = other[i] - sums.x[i];
    const double l = std::sqrt(dot(d, d));
    // Also where it is NaN.
    sums.suspected |= !(l <= spring.longest);
    double q;
    if constexpr (linear)
      q = device_q<Law::linear>(step.net, spring, l);
    else
      q = with_device_law(spring.law,
                          [&]<Law law>() { return device_q<law>(step.net, spring, l); });
    if constexpr (dashpots) {
      const Vec<D> fast = vec_of(step.u[half.node]);
      Vec<D> dv;
      for (int i = 0; i < D; ++i) dv[i] = fast[i] - sums.u[i];
      const double rate = dot(d, dv), added = dashpot(spring, l) * rate;
      q = q + added;
      // A spring's power counts at its lower end.
      if (sums.node < half.node) sums.power += added * rate;
    }
    for (int i = 0; i < D; ++i) sums.f[i] += q * d[i];
  }

  TENSIO_HD static double dashpot(const DeviceMaterial& spring, double l) {
    const double c = spring.damping, l0 = spring.rest_length;
    if constexpr (linear) return laws::dashpot_of<Law::linear>(l, c, l0);
    return with_device_law(spring.law, [&]<Law law>() { return laws::dashpot_of<law>(l, c, l0); });
  }

  TENSIO_HD void finish(int id, const Vec<D>& x, const Vec<D>& u, Vec<D>& f, double power) const {
    const DeviceNode& node = step.net.kinds[step.net.kind[id]];
    const double mass = node.mass, drag = step.net.drag;
    if (step.power) {
      double squares = 0;
      for (int i = 0; i < D; ++i)
        if (!(node.constrained >> i & 1)) squares += u[i] * u[i];
      step.power[id] = power + drag * mass * squares;
    }
    if (step.pass == DevicePass::power) return;
    for (int i = 0; i < D; ++i) {
      f[i] += node.external[i];
      if (step.net.damped && !(node.constrained >> i & 1)) f[i] -= drag * mass * u[i];
    }
    if (step.pass == DevicePass::forces) {
      step.out[id] = row_of(f);
      return;
    }
    for (int i = 0; i < D; ++i) f[i] = (node.constrained >> i & 1) ? 0.0 : f[i] / mass;
    move(id, x, f);
  }

  // The formulas of solve/motion/explicit.cpp.
  TENSIO_HD void move(int id, const Vec<D>& x, const Vec<D>& a) const {
    const double h = step.h, half = step.h / 2;
    Vec<D> v = vec_of(step.v[id]);
    switch (step.pass) {
      case DevicePass::symplectic_euler:
        v = sum(v, h, a);
        step.x_new[id] = row_of(sum(x, h, v));
        step.v_new[id] = row_of(v);
        return;
      case DevicePass::explicit_euler:
        step.x_new[id] = row_of(sum(x, h, v));
        step.v_new[id] = row_of(sum(v, h, a));
        return;
      case DevicePass::verlet_last:
        step.v_new[id] = row_of(sum(middle_of(id, v), half, a));
        if (step.out) step.out[id] = row_of(a);
        return;
      case DevicePass::verlet:
        v = sum(middle_of(id, v), half, a);
        if (step.middle) step.v_new[id] = row_of(v);
        if (step.near && *step.near) return;
        break;
      default: break;
    }
    step.x_new[id] = row_of(sum(sum(x, h, v), h * h / 2, a));
    if (step.guess) step.guess[id] = row_of(sum(v, h, a));
    (step.middle ? step.middle : step.v_new)[id] = row_of(sum(v, half, a));
  }

  // The velocity half a step on, which else is v.
  TENSIO_HD Vec<D> middle_of(int id, const Vec<D>& v) const {
    return step.middle ? vec_of(step.middle[id]) : v;
  }
};

/// The begin of a step of velocity_verlet whose acceleration is known.
template <int D>
struct FirstHalf {
  double h;
  NodeRow<D>*x, *v;
  const NodeRow<D>* a;

  TENSIO_HD void operator()(int node) const {
    const Vec<D> acceleration = vec_of(a[node]), before = vec_of(v[node]);
    x[node] = row_of(sum(sum(vec_of(x[node]), h, before), h * h / 2, acceleration));
    v[node] = row_of(sum(before, h / 2, acceleration));
  }
};

/// Takes the numbers of another vector if a flag is set.
template <int D>
struct CopyIf {
  const int* flag;
  const NodeRow<D>* from;
  NodeRow<D>* to;

  TENSIO_HD void operator()(int node) const {
    if (*flag) to[node] = from[node];
  }
};

/// Sets a flag where a number is NaN or infinite.
template <int D>
struct FiniteCheck {
  const NodeRow<D>*x, *v;
  int* suspected;

  TENSIO_HD void operator()(int node) const {
    double none = 0;
    for (int i = 0; i < D; ++i) none += 0.0 * x[node].v[i] + 0.0 * v[node].v[i];
    if (!(none == 0.0)) *suspected = 1;
  }
};

/// One of the sums.
struct EighthSum {
  EighthSums all;

  TENSIO_HD void operator()(int i) const {
    const int pass = i / (8 * all.blocks), of_pass = i % (8 * all.blocks);
    const double* const numbers = all.numbers + static_cast<std::ptrdiff_t>(pass) * all.count;
    const int begin = of_pass / 8 * all.block;
    const int end = all.count - begin < all.block ? all.count : begin + all.block;
    double sum = 0;
#if defined(__CUDACC__)
#pragma unroll 16
#endif
    for (int at = begin + of_pass % 8; at < end; at += 8) sum += numbers[at];
    all.sums[i] = sum;
  }
};

/// y += factor x.
struct Axpy {
  double factor;
  const double* x;
  double* y;
  TENSIO_HD void operator()(int i) const { y[i] += factor * x[i]; }
};

/// f = f / mass on free axes, zero on others.
template <int D>
struct DivideByMass {
  const DeviceNode* kinds;
  const int* kind;
  NodeRow<D>* f;
  TENSIO_HD void operator()(int id) const {
    const DeviceNode& node = kinds[kind[id]];
    for (int i = 0; i < D; ++i)
      f[id].v[i] = (node.constrained >> i & 1) ? 0.0 : f[id].v[i] / node.mass;
  }
};

/// From numbers one after the other, as they lie on the host, to rows; and back.
template <int D>
struct ToRows {
  const double* numbers;
  NodeRow<D>* rows;
  TENSIO_HD void operator()(int id) const { rows[id] = row_of(load<D>(numbers, id)); }
};
template <int D>
struct FromRows {
  const NodeRow<D>* rows;
  double* numbers;
  TENSIO_HD void operator()(int id) const {
    for (int i = 0; i < D; ++i) numbers[static_cast<std::ptrdiff_t>(id) * D + i] = rows[id].v[i];
  }
};

/// Single numbers of rows, by their place where they lie one after the other.
template <int D>
struct SetPlaces {
  const int* places;
  const double* values;
  NodeRow<D>* rows;
  TENSIO_HD void operator()(int i) const { rows[places[i] / D].v[places[i] % D] = values[i]; }
};
template <int D>
struct GetPlaces {
  const int* places;
  const NodeRow<D>* rows;
  double* values;
  TENSIO_HD void operator()(int i) const { values[i] = rows[places[i] / D].v[places[i] % D]; }
};
/// External forces of nodes that share theirs with no other.
template <int D>
struct SetExternal {
  const int* places;
  const double* values;
  DeviceNode* nodes;
  TENSIO_HD void operator()(int i) const {
    nodes[places[i] / D].external[places[i] % D] = values[i];
  }
};

}  // namespace tensio
