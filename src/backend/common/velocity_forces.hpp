// Dashpots of springs, and lengths of springs along directions: formulas of single springs, and
// sums over springs begin .. end - 1.
#pragma once

#include <algorithm>
#include <cmath>

#include "backend/evaluation.hpp"
#include "backend/loops.hpp"

namespace tensio {

/// Eight sums, each of every eighth item of a block, and their total.
struct BlockSum {
  double of[8] = {};
  double total() const {
    return ((of[0] + of[1]) + (of[2] + of[3])) + ((of[4] + of[5]) + (of[6] + of[7]));
  }
};

/// See MotionPasses::subtract_turning(): on end a of spring s.
template <int D>
Vec<D> turning_force(const NetworkData& net, const double* x, const double* from, double part,
                     const double* u, int s) {
  const Vec<D> d = vector_of<D>(net, x, s), before = vector_of<D>(net, from, s);
  const Vec<D> du = vector_of<D>(net, u, s);
  const double l = length(d);
  if (!(l > 0.0) || is_slack(net, s, l)) return {};
  // Where it was slack, the dashpot counts from the rest length, which does not turn.
  const double along = dot(before, d) / l;
  if (is_slack(net, s, along)) return {};
  const double turn = dot(before, du) - along * (dot(d, du) / l);
  return sum(Vec<D>{}, -part * net.damping[s] * turn / l / l, d);
}

/// The power that each of the dashpots begin .. end - 1 takes at x, v.
template <int D>
void dashpot_powers(const NetworkData& net, const double* x, const double* v, int begin, int end,
                    double* power) {
  for_laws(net, begin, end, [&]<Law law>(int first, int last) {
    for (int s = first; s < last; ++s)
      power[s] = damping_power<law>(vector_of<D>(net, x, s), vector_of<D>(net, v, s),
                                    net.damping[s], net.rest_length[s]);
  });
}

/// Adds the power of each spring to that of its lower node.
inline void add_to_lower_nodes(const NetworkData& net, const double* spring_power, double* power) {
  for (int s = 0; s < net.spring_count; ++s) power[std::min(net.a[s], net.b[s])] += spring_power[s];
}

/// The power of nodes begin .. end - 1, which have that of their springs: with drag, summed eight
/// nodes side by side. The block begins at a multiple of eight.
template <int D>
double dissipated_in_block(const NetworkData& net, const double* v, const double* power, int begin,
                           int end) {
  BlockSum sum;
  for (int node = begin; node < end; ++node) {
    double squares = 0;
    for (int i = 0; i < D; ++i) {
      const std::ptrdiff_t axis = axis_offset<D>(node) + i;
      if (!net.constrained[axis]) squares += v[axis] * v[axis];
    }
    sum.of[node % 8] += power[node] + net.drag * net.mass[node] * squares;
  }
  return sum.total();
}

/// The lengths that MotionPasses::dashpot_power() uses, by spring.
struct StageLengths {
  const double *lengths, *slack_by, *l_star;
  double b;
};

/// In long steps springs turn far, and the velocities along them say too much. Dashpots of cables
/// and struts pull while they are not slack, and their force counts from where they were not.
inline double stage_power(const NetworkData& net, const StageLengths& stage, int begin, int end) {
  const auto& [l, slack_by, l_star, b] = stage;
  double power = 0;
  for (const LawRange& range : net.laws)
    for (int s = std::max(begin, range.begin); s < std::min(end, range.end); ++s) {
      const double rate = (l[s] - l_star[s]) / b, l0 = net.rest_length[s];
      if (is_slack(range.law, slack_by[s], l0)) continue;
      const bool tightens = is_slack(range.law, l_star[s], l0);
      power += net.damping[s] * (tightens ? (l[s] - l0) / b : rate) * rate;
    }
  return power;
}

/// Drag or dashpots act.
inline bool is_damped(const NetworkData& net) { return net.drag != 0 || !net.damping.empty(); }

/// Supports have no drag.
template <int D>
void add_drag(const NetworkData& net, const double* v, double* f) {
  if (!is_damped(net)) return;
  for (std::size_t i = 0; i < net.constrained.size(); ++i)
    if (!net.constrained[i]) f[i] -= net.drag * net.mass[i / D] * v[i];
}

/// Of the free axes begin .. end - 1.
template <int D>
double kinetic_energy_of(const NetworkData& net, const double* v, int begin, int end) {
  double sum = 0;
  for (int i = begin; i < end; ++i) {
    const auto axis = usize(i);
    if (!net.constrained[axis]) sum += 0.5 * net.mass[axis / D] * v[i] * v[i];
  }
  return sum;
}

/// Spring s of y along its direction in x; 0 where it has none.
template <int D>
double length_along(const NetworkData& net, const double* x, const double* y, int s) {
  const Vec<D> d = vector_of<D>(net, x, s);
  const double l = length(d);
  return l > 0.0 ? dot(d, vector_of<D>(net, y, s)) / l : 0.0;
}

/// Whether spring s of y has less than `part` of its length in x, along its direction there.
template <int D>
bool is_shortened(const NetworkData& net, const double* x, const double* y, double part, int s) {
  return net.stiffness[s] != 0 &&
         length_along<D>(net, x, y, s) < part * length(vector_of<D>(net, x, s));
}

/// Of the springs begin .. end - 1. `finite`: of positions and velocities.
template <int D>
LargestStrain largest_strain_of(const NetworkData& net, const double* x, bool finite, int begin,
                                int end) {
  LargestStrain most;
  most.finite = finite;
  for (const LawRange& range : net.laws)
    for (int s = std::max(begin, range.begin), last = std::min(end, range.end); s < last; ++s) {
      const auto i = usize(s);
      if (net.stiffness[i] == 0.0) continue;
      const double l0 = net.rest_length[i];
      const double of = has_rest_length(range.law) && l0 > 0.0 ? l0 : net.length_scale;
      const double l = length(vector_of<D>(net, x, s));
      const double strain = of == l0 ? (l - l0) / l0 : l / of;
      if (!std::isfinite(strain)) {
        if (most.finite || most.spring < 0) most = {s, strain, false};
      } else if (strain > most.strain && (most.spring < 0 || std::isfinite(most.strain))) {
        most.spring = s;
        most.strain = strain;
      }
    }
  return most;
}

}  // namespace tensio
