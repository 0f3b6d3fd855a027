// Dashpots of springs, and lengths of springs along directions: formulas of single springs, and
// sums over springs begin .. end - 1.
#pragma once

#include <algorithm>
#include <cmath>

#include "backend/evaluation.hpp"
#include "backend/loops.hpp"

namespace tensio {

/// The dashpot's force on end a of spring s.
template <int D>
Vec<D> dashpot_force(const NetworkData& net, const double* x, const double* v, int s) {
  const Vec<D> d = vector_of<D>(net, x, s);
  if (is_slack(net, s, length(d))) return {};
  return damping_force(d, vector_of<D>(net, v, s), net.damping[s]);
}

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

/// Power that dashpots take at x, v.
template <int D>
double damping_power(const NetworkData& net, const double* x, const double* v, int begin, int end) {
  double power = 0;
  for (int s = begin; s < end; ++s) {
    const Vec<D> d = vector_of<D>(net, x, s), dv = vector_of<D>(net, v, s);
    if (is_slack(net, s, length(d))) continue;
    power += dot(dv, damping_force(d, dv, net.damping[s]));
  }
  return power;
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

/// Supports have no drag.
template <int D>
void add_drag(const NetworkData& net, const double* v, double* f) {
  if (net.drag == 0) return;
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

/// `finite`: of positions and velocities.
template <int D>
LargestStrain largest_strain_of(const NetworkData& net, const double* x, bool finite) {
  LargestStrain most;
  most.finite = finite;
  for (const LawRange& range : net.laws)
    for (int s = range.begin; s < range.end; ++s) {
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
