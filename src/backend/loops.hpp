// The loops over springs and nodes that define every sum of the engine.
//
// scatter_*: the plain serial loop over springs, which is the definition.
// gather_*: the same sums by nodes, for threads; each node adds its springs in ascending order, so
// the bits are those of the serial loop.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/index.hpp"
#include "network/network_data.hpp"
#include "physics/rounded_slack.hpp"
#include "physics/spring.hpp"

namespace tensio {

/// Calls f.operator()<law>(begin, end) for each law's part of the springs begin .. end - 1.
template <class F>
void for_laws(const NetworkData& net, int begin, int end, F&& f) {
  for (const LawRange& range : net.laws) {
    const int first = range.begin > begin ? range.begin : begin;
    const int last = range.end < end ? range.end : end;
    if (first >= last) continue;
    with_law(range.law, [&]<Law law>() { f.template operator()<law>(first, last); });
  }
}

/// What springs have beyond the net's arrays: the values that CustomSprings gave at x, in nets with
/// custom springs; what this step adds to their laws, in nets where some have such parts; and the
/// velocities, where the forces of dashpots are wanted.
struct Extras {
  const CustomValue* custom = nullptr;
  const SpringPart* parts = nullptr;
  const double* velocity = nullptr;

  Extras(const CustomValue* values = nullptr, const SpringPart* added = nullptr)
      : custom(values), parts(added) {}
};

/// What the law of spring s needs beyond k and l0.
template <Law law>
auto more_of(const NetworkData& net, int s, const CustomValue* custom) {
  if constexpr (law == Law::table)
    return net.curve_of(s);
  else if constexpr (law == Law::custom)
    return custom[s - net.first_custom];
  else
    return NoMore{};
}

/// Spring s at length l.
template <Law law>
inline LawValue value_of(const NetworkData& net, int s, double l, const Extras& extras) {
  const auto i = usize(s);
  if constexpr (law == Law::cable || law == Law::strut)
    if (net.slack_width > 0.0 && net.rest_length[i] > 0.0)
      return rounded_slack<law>(l, net.stiffness[i], net.rest_length[i], net.slack_width);
  const LawValue value =
      evaluate<law>(l, net.stiffness[i], net.rest_length[i], more_of<law>(net, s, extras.custom));
  return extras.parts ? with_part(value, l, extras.parts[i]) : value;
}

template <int D>
inline Vec<D> vector_of(const NetworkData& net, const double* x, int s) {
  const auto i = usize(s);
  return spring_vector(load<D>(x, net.a[i]), load<D>(x, net.b[i]), NoOffset{});
}

/// Whether spring s is slack at length l: its dashpot transmits nothing then.
inline bool is_slack(const NetworkData& net, int s, double l) {
  for (const LawRange& range : net.laws)
    if (s < range.end) return is_slack(range.law, l, net.rest_length[s]);
  return false;
}

/// Whether a spring without stiffness has a dashpot that acts at some lengths only.
inline bool is_damped_where_slack(const NetworkData& net) {
  if (net.damping.empty()) return false;
  for (const LawRange& range : net.laws)
    for (int s = range.begin; can_be_slack(range.law) && s < range.end; ++s)
      if (net.stiffness[s] == 0.0 && net.damping[s] != 0.0) return true;
  return false;
}

template <Law law, int D>
double energy_of(const NetworkData& net, const double* x, int s, const Extras& extras) {
  return value_of<law>(net, s, length(vector_of<D>(net, x, s)), extras).energy;
}

template <Law law, int D>
Vec<D> force_of(const NetworkData& net, const double* x, int s, const Extras& extras) {
  const auto value = [&](double l) { return value_of<law>(net, s, l, extras); };
  const Vec<D> d = vector_of<D>(net, x, s);
  if (!extras.velocity) return spring_force(d, value);
  const Vec<D> dv = vector_of<D>(net, extras.velocity, s);
  return damped_force<law>(d, dv, net.damping[s], net.rest_length[s], value);
}

template <Law law, int D>
SpringStiffness<D> stiffness_of_spring(const NetworkData& net, const double* x, int s,
                                       bool projected, const Extras& extras) {
  return spring_stiffness(vector_of<D>(net, x, s), projected,
                          [&](double l) { return value_of<law>(net, s, l, extras); });
}

// ---- forces: +F on a, -F on b ----

/// f += the spring forces.
template <int D>
void scatter_forces(const NetworkData& net, const double* x, double* f, const Extras& extras = {}) {
  for_laws(net, 0, net.spring_count, [&]<Law law>(int begin, int end) {
    for (int s = begin; s < end; ++s) {
      const Vec<D> force = force_of<law, D>(net, x, s, extras);
      double* fa = f + axis_offset<D>(net.a[s]);
      double* fb = f + axis_offset<D>(net.b[s]);
      for (int i = 0; i < D; ++i) {
        fa[i] += force[i];
        fb[i] -= force[i];
      }
    }
  });
}

/// The force of each of the springs begin .. end - 1 on its end a.
template <int D>
void spring_forces(const NetworkData& net, const double* x, int begin, int end, double* force,
                   const Extras& extras = {}) {
  for_laws(net, begin, end, [&]<Law law>(int first, int last) {
    for (int s = first; s < last; ++s) {
      const Vec<D> f = force_of<law, D>(net, x, s, extras);
      for (int i = 0; i < D; ++i) force[axis_offset<D>(s) + i] = f[i];
    }
  });
}

/// f += the spring forces, for the nodes begin .. end - 1.
template <int D>
void gather_forces(const NetworkData& net, const double* spring_force, int begin, int end,
                   double* f) {
  for (int node = begin; node < end; ++node) {
    const auto n = usize(node);
    Vec<D> sum = load<D>(f, node);
    for (int e = net.incidence_start[n]; e < net.incidence_start[n + 1]; ++e) {
      const int s = net.incident[e];
      const double* force = spring_force + axis_offset<D>(s);
      if (net.a[s] == node)
        for (int i = 0; i < D; ++i) sum[i] += force[i];
      else
        for (int i = 0; i < D; ++i) sum[i] -= force[i];
    }
    for (int i = 0; i < D; ++i) f[axis_offset<D>(node) + i] = sum[i];
  }
}

// ---- stiffness: +B on both diagonal blocks, -B on both off-diagonal ones ----

/// K += the spring blocks.
template <int D>
void scatter_stiffness(const NetworkData& net, const double* x, bool projected, double* K,
                       const Extras& extras = {}) {
  for_laws(net, 0, net.spring_count, [&]<Law law>(int begin, int end) {
    for (int s = begin; s < end; ++s) {
      const auto i = usize(s);
      const Block<D> block = block_of(stiffness_of_spring<law, D>(net, x, s, projected, extras));
      double* aa = K + block_offset<D>(net.diagonal[net.a[i]]);
      double* bb = K + block_offset<D>(net.diagonal[net.b[i]]);
      double* ab = K + block_offset<D>(net.slot_ab[i]);
      double* ba = K + block_offset<D>(net.slot_ba[i]);
      for (int e = 0; e < D * D; ++e) {
        aa[e] += block.m[e];
        bb[e] += block.m[e];
        ab[e] -= block.m[e];
        ba[e] -= block.m[e];
      }
    }
  });
}

/// The stiffness of each of the springs begin .. end - 1.
template <int D>
void spring_stiffnesses(const NetworkData& net, const double* x, bool projected, int begin, int end,
                        SpringStiffness<D>* stiffness, const Extras& extras = {}) {
  for_laws(net, begin, end, [&]<Law law>(int first, int last) {
    for (int s = first; s < last; ++s)
      stiffness[s] = stiffness_of_spring<law, D>(net, x, s, projected, extras);
  });
}

/// K = the spring blocks, for the rows begin .. end - 1.
template <int D>
void gather_stiffness(const NetworkData& net, const SpringStiffness<D>* stiffness, int begin,
                      int end, double* K) {
  for (int node = begin; node < end; ++node) {
    const auto n = usize(node);
    double* row = K + block_offset<D>(net.row_start[n]);
    const std::ptrdiff_t entries = block_offset<D>(net.row_start[n + 1] - net.row_start[n]);
    for (std::ptrdiff_t k = 0; k < entries; ++k) row[k] = 0.0;
    Block<D> diagonal{};
    for (int e = net.incidence_start[n]; e < net.incidence_start[n + 1]; ++e) {
      const auto s = usize(net.incident[e]);
      const Block<D> block = block_of(stiffness[s]);
      double* off = K + block_offset<D>(net.a[s] == node ? net.slot_ab[s] : net.slot_ba[s]);
      for (int k = 0; k < D * D; ++k) {
        diagonal.m[k] += block.m[k];
        off[k] -= block.m[k];
      }
    }
    double* own = K + block_offset<D>(net.diagonal[n]);
    for (int k = 0; k < D * D; ++k) own[k] = diagonal.m[k];
  }
}

// ---- fixed axes, and the test for rest ----

/// Zero where an axis is not an unknown.
inline void mask_forces(const NetworkData& net, int begin, int end, double* f) {
  for (int i = begin; i < end; ++i)
    if (net.constrained[i]) f[i] = 0.0;
}

/// Largest |f| of the axes begin .. end - 1: each axis on its own, so that opposite forces never
/// hide each other. NaN if one is: it must not pass for rest.
double largest_force(const double* f, int begin, int end);

}  // namespace tensio
