// What motion needs: inertia, forces that depend on velocities, and what is watched in every step.
#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu_backend.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

// Spring s of y along its direction in x; 0 where it has none.
template <int D>
double length_along(const NetworkData& net, const double* x, const double* y, int s) {
  const Vec<D> d = vector_of<D>(net, x, s);
  const double l = length(d);
  return l > 0.0 ? dot(d, vector_of<D>(net, y, s)) / l : 0.0;
}

}  // namespace

template <int D>
EnergyValue CpuBackend<D>::node_energy(const double* x) {
  EnergyValue total;
  for (const NetworkData::Target& target : net_.targets)
    for (int i = 0; i < D; ++i) {
      const double off = x[wide(target.node) * D + i] - target.point[i];
      total.add(0.5 * target.stiffness * off * off);
    }
  if (has_penalty()) {
    const EnergyValue penalty = penalty_energy(x);
    total.value += penalty.value;
    total.magnitude += penalty.magnitude;
  }
  if (inertia_ == 0) return total;
  const double* y = at(inertia_about_);
  const EnergyValue inertia = sum_both(axes(), [&](int begin, int end, EnergyValue& sum) {
    for (int i = begin; i < end; ++i) {
      const auto axis = usize(i);
      const double off = x[i] - y[i];
      if (!net_.constrained[axis]) sum.add(0.5 * inertia_ * net_.mass[axis / D] * off * off);
    }
  });
  total.value += inertia.value;
  total.magnitude += inertia.magnitude;
  return total;
}

template <int D>
void CpuBackend<D>::add_node_forces(const double* x, double* f) {
  for (const NetworkData::Target& target : net_.targets)
    for (int i = 0; i < D; ++i)
      f[wide(target.node) * D + i] -=
          target.stiffness * (x[wide(target.node) * D + i] - target.point[i]);
  if (has_penalty()) add_penalty_forces(x, f);
  if (inertia_ == 0) return;
  const double* y = at(inertia_about_);
  for (int i = 0; i < axes(); ++i) f[i] -= inertia_ * net_.mass[usize(i) / D] * (x[i] - y[i]);
}

template <int D>
void CpuBackend<D>::add_node_blocks(const double* x, bool projected, double* K) {
  for (const NetworkData::Target& target : net_.targets) {
    double* diagonal = K + wide(net_.diagonal[target.node]) * D * D;
    for (int i = 0; i < D; ++i) diagonal[i * D + i] += target.stiffness;
  }
  if (has_penalty()) add_penalty_blocks(x, projected, K);
  if (inertia_ == 0) return;
  for (std::size_t n = 0; n < net_.mass.size(); ++n) {
    double* diagonal = K + wide(net_.diagonal[n]) * D * D;
    for (int i = 0; i < D; ++i) diagonal[i * D + i] += inertia_ * net_.mass[n];
  }
}

template <int D>
double CpuBackend<D>::node_rounding(const double* x, std::size_t axis) const {
  const double penalty = has_penalty() ? penalty_rounding(x, axis) : 0;
  if (inertia_ == 0) return penalty;
  const double y = at(inertia_about_)[axis];
  return penalty + inertia_ * net_.mass[axis / D] * std::max(std::abs(x[axis]), std::abs(y));
}

template <int D>
double CpuBackend<D>::largest_target_force(const double* x) const {
  double largest = 0;
  for (const NetworkData::Target& target : net_.targets)
    for (std::ptrdiff_t i = 0; i < D; ++i) {
      const std::ptrdiff_t axis = wide(target.node) * D + i;
      if (!net_.constrained[axis])
        largest = std::max(largest, target.stiffness * std::abs(x[axis] - target.point[i]));
    }
  return largest;
}

template <int D>
double CpuBackend<D>::largest_inertia(const double* x) const {
  double largest = std::max(has_penalty() ? largest_normal_force(x) : 0, largest_target_force(x));
  if (inertia_ == 0) return largest;
  const double* y = at(inertia_about_);
  for (std::size_t n = 0; n < net_.mass.size(); ++n)
    for (std::size_t i = n * D; i < n * D + D; ++i) {
      const double push = inertia_ * net_.mass[n] * std::abs(x[i] - y[i]);
      largest = std::max(largest, net_.constrained[i] ? 0.0 : push);
    }
  return largest;
}

template <int D>
template <class Force>
void CpuBackend<D>::add_spring_forces(double* f, Force&& force) {
  if (pool_.threads() == 1 || net_.spring_count < kSerialItems || net_.incident.empty()) {
    for (int s = 0; s < net_.spring_count; ++s) {
      const Vec<D> on_a = force(s);
      double* fa = f + wide(net_.a[s]) * D;
      double* fb = f + wide(net_.b[s]) * D;
      for (int i = 0; i < D; ++i) {
        fa[i] += on_a[i];
        fb[i] -= on_a[i];
      }
    }
    return;
  }
  spring_force_.resize(usize(net_.spring_count) * D);
  pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
    for (int s = begin; s < end; ++s) {
      const Vec<D> on_a = force(s);
      for (int i = 0; i < D; ++i) spring_force_[usize(wide(s) * D + i)] = on_a[i];
    }
  });
  pool_.parallel_for(
      net_.node_count,
      [&](int begin, int end) { gather_forces<D>(net_, spring_force_.data(), begin, end, f); }, 2);
}

template <int D>
void CpuBackend<D>::add_velocity_forces(VectorId xid, VectorId vid, VectorId fid) {
  const double* x = at(xid);
  const double* v = at(vid);
  double* f = at(fid);
  if (!net_.damping.empty())
    add_spring_forces(f, [&](int s) {
      const Vec<D> d = vector_of<D>(net_, x, s);
      if (is_slack(net_, s, length(d))) return Vec<D>{};
      return damping_force(d, vector_of<D>(net_, v, s), net_.damping[s]);
    });
  // What a support does is its own affair: drag is on what moves freely.
  if (net_.drag != 0)
    for (std::size_t i = 0; i < net_.constrained.size(); ++i)
      if (!net_.constrained[i]) f[i] -= net_.drag * net_.mass[i / D] * v[i];
}

template <int D>
double CpuBackend<D>::dissipated_power(VectorId xid, VectorId vid) {
  const double* x = at(xid);
  const double* v = at(vid);
  double power = 0;
  if (!net_.damping.empty())
    power += pool_.parallel_sum(net_.spring_count, [&](int begin, int end) {
      double sum = 0;
      for (int s = begin; s < end; ++s) {
        const Vec<D> d = vector_of<D>(net_, x, s), dv = vector_of<D>(net_, v, s);
        if (is_slack(net_, s, length(d))) continue;
        sum += tensio::dot(dv, damping_force(d, dv, net_.damping[s]));
      }
      return sum;
    });
  if (net_.drag != 0) power += net_.drag * 2 * kinetic_energy(vid);
  return power;
}

template <int D>
void CpuBackend<D>::divide_by_mass(VectorId fid) {
  double* f = at(fid);
  pool_.parallel_for(axes(), [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const auto axis = usize(i);
      f[i] = net_.constrained[axis] ? 0.0 : f[i] / net_.mass[axis / D];
    }
  });
}

template <int D>
double CpuBackend<D>::kinetic_energy(VectorId vid) {
  const double* v = at(vid);
  return pool_.parallel_sum(axes(), [&](int begin, int end) {
    double sum = 0;
    for (int i = begin; i < end; ++i) {
      const auto axis = usize(i);
      if (!net_.constrained[axis]) sum += 0.5 * net_.mass[axis / D] * v[i] * v[i];
    }
    return sum;
  });
}

template <int D>
void CpuBackend<D>::momentum(VectorId vid, std::span<double> sum) {
  const double* v = at(vid);
  for (int axis = 0; axis < D; ++axis)
    sum[axis] = pool_.parallel_sum(net_.node_count, [&](int begin, int end) {
      double part = 0;
      for (int node = begin; node < end; ++node) part += net_.mass[node] * v[wide(node) * D + axis];
      return part;
    });
}

template <int D>
void CpuBackend<D>::lengths(VectorId xid, VectorId to) {
  const double* x = at(xid);
  double* lengths = at(to);
  pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
    for (int s = begin; s < end; ++s) lengths[s] = length(vector_of<D>(net_, x, s));
  });
}

template <int D>
void CpuBackend<D>::lengths_along(VectorId xid, VectorId yid, VectorId to) {
  const double* x = at(xid);
  const double* y = at(yid);
  double* lengths = at(to);
  pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
    for (int s = begin; s < end; ++s) lengths[s] = length_along<D>(net_, x, y, s);
  });
}

template <int D>
bool CpuBackend<D>::shortens(VectorId xid, VectorId yid, double part) {
  const double* x = at(xid);
  const double* y = at(yid);
  return pool_.parallel_sum(net_.spring_count, [&](int begin, int end) {
    double shorter = 0;
    for (int s = begin; s < end; ++s)
      if (net_.stiffness[s] != 0 &&
          length_along<D>(net_, x, y, s) < part * length(vector_of<D>(net_, x, s)))
        ++shorter;
    return shorter;
  }) > 0;
}

// In long steps springs turn far, and the velocities along them say too much. Dashpots of cables
// and struts pull while they are not slack, and their force counts from where they were not.
template <int D>
double CpuBackend<D>::dashpot_power(const DashpotPower& stage) {
  const double *l = at(stage.lengths), *slack_by = at(stage.slack_by);
  const double *l_star = at(stage.dashpot.l_star), b = stage.dashpot.b;
  return pool_.parallel_sum(net_.spring_count, [&](int begin, int end) {
    double power = 0;
    for (const LawRange& range : net_.laws)
      for (int s = std::max(begin, range.begin); s < std::min(end, range.end); ++s) {
        const double rate = (l[s] - l_star[s]) / b, l0 = net_.rest_length[s];
        if (is_slack(range.law, slack_by[s], l0)) continue;
        const bool tightens = is_slack(range.law, l_star[s], l0);
        power += net_.damping[s] * (tightens ? (l[s] - l0) / b : rate) * rate;
      }
    return power;
  });
}

template <int D>
void CpuBackend<D>::subtract_turning(VectorId xid, VectorId from_id, double part, VectorId uid,
                                     VectorId fid) {
  const double *x = at(xid), *from = at(from_id), *u = at(uid);
  if (!net_.damping.empty())
    add_spring_forces(at(fid), [&](int s) {
      const Vec<D> d = vector_of<D>(net_, x, s), before = vector_of<D>(net_, from, s);
      const Vec<D> du = vector_of<D>(net_, u, s);
      const double l = length(d);
      if (!(l > 0.0) || is_slack(net_, s, l)) return Vec<D>{};
      // Where it was slack, the dashpot counts from the rest length, which does not turn.
      const double along = tensio::dot(before, d) / l;
      if (is_slack(net_, s, along)) return Vec<D>{};
      const double turn = tensio::dot(before, du) - along * (tensio::dot(d, du) / l);
      return sum(Vec<D>{}, -part * net_.damping[s] * turn / l / l, d);
    });
  mask_forces(net_, 0, axes(), at(fid));
}

template <int D>
LargestStrain CpuBackend<D>::largest_strain(VectorId xid, VectorId vid) {
  const double* x = at(xid);
  const double* v = at(vid);
  LargestStrain most;
  // One NaN or infinity makes the sum NaN.
  const double none = pool_.parallel_sum(axes(), [&](int begin, int end) {
    double sum = 0;
    for (int i = begin; i < end; ++i) sum += 0.0 * x[i] + 0.0 * v[i];
    return sum;
  });
  most.finite = none == 0.0;
  for (const LawRange& range : net_.laws)
    for (int s = range.begin; s < range.end; ++s) {
      const auto i = usize(s);
      if (net_.stiffness[i] == 0.0) continue;
      const double l0 = net_.rest_length[i];
      const double of = has_rest_length(range.law) && l0 > 0.0 ? l0 : net_.length_scale;
      const double l = length(vector_of<D>(net_, x, s));
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

template class CpuBackend<2>;
template class CpuBackend<3>;

}  // namespace tensio
