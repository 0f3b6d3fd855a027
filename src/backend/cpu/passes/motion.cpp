// What motion needs: inertia, forces that depend on velocities, and what is watched in every step.
#include <algorithm>

#include "backend/common/velocity_forces.hpp"
#include "backend/cpu/cpu_backend.hpp"
#include "core/index.hpp"
#include "model/integrator_traits.hpp"
#include "physics/impact.hpp"

namespace tensio {

// Sums at single nodes, in the order of NodeTerms.
template <int D>
EnergyValue CpuBackend<D>::node_energy(const double* x) {
  EnergyValue total = nodes_.target_energy(x);
  if (nodes_.contact.acts()) total.add(penalty_energy(x));
  if (nodes_.inertia() != 0)
    total.add(sum_both(axes(), [&](int begin, int end, EnergyValue& sum) {
      nodes_.add_inertia_energy(x, begin, end, sum);
    }));
  return total;
}

template <int D>
void CpuBackend<D>::add_node_forces(const double* x, double* f) {
  if (nodes_.empty()) return;
  pool_.parallel_for(net_.node_count,
                     [&](int begin, int end) { nodes_.add_forces(x, begin, end, f); });
}

template <int D>
void CpuBackend<D>::add_node_blocks(const double* x, bool projected, double* K) {
  if (nodes_.empty()) return;
  pool_.parallel_for(net_.node_count,
                     [&](int begin, int end) { nodes_.add_blocks(x, projected, begin, end, K); });
}

template <int D>
template <class Force>
void CpuBackend<D>::add_spring_forces(double* f, Force&& force) {
  if (pool_.threads() == 1 || net_.spring_count < kSerialItems || net_.incident.empty()) {
    for (int s = 0; s < net_.spring_count; ++s) {
      const Vec<D> on_a = force(s);
      double* fa = f + axis_offset<D>(net_.a[s]);
      double* fb = f + axis_offset<D>(net_.b[s]);
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
      for (int i = 0; i < D; ++i) spring_force_[usize(axis_offset<D>(s) + i)] = on_a[i];
    }
  });
  pool_.parallel_for(
      net_.node_count,
      [&](int begin, int end) { gather_forces<D>(net_, spring_force_.data(), begin, end, f); }, 2);
}

template <int D>
void CpuBackend<D>::motion_forces(VectorId x, VectorId v, VectorId f) {
  total_forces(at(x), net_.damping.empty() ? nullptr : at(v), at(f));
  add_drag<D>(net_, at(v), at(f));
}

template <int D>
double CpuBackend<D>::dissipated_power(VectorId xid, VectorId vid) {
  if (!is_damped(net_)) return 0;
  const double* x = at(xid);
  const double* v = at(vid);
  node_power_.assign(usize(net_.node_count), 0.0);
  if (!net_.damping.empty()) {
    spring_power_.resize(net_.damping.size());
    pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
      dashpot_powers<D>(net_, x, v, begin, end, spring_power_.data());
    });
    add_to_lower_nodes(net_, spring_power_.data(), node_power_.data());
  }
  return pool_.parallel_sum(net_.node_count, [&](int begin, int end) {
    return dissipated_in_block<D>(net_, v, node_power_.data(), begin, end);
  });
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
  return pool_.parallel_sum(
      axes(), [&](int begin, int end) { return kinetic_energy_of<D>(net_, v, begin, end); });
}

template <int D>
void CpuBackend<D>::momentum(VectorId vid, std::span<double> sum) {
  const double* v = at(vid);
  for (int axis = 0; axis < D; ++axis)
    sum[axis] = pool_.parallel_sum(net_.node_count, [&](int begin, int end) {
      double part = 0;
      for (int node = begin; node < end; ++node)
        part += net_.mass[node] * v[axis_offset<D>(node) + axis];
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
    for (int s = begin; s < end; ++s) shorter += is_shortened<D>(net_, x, y, part, s);
    return shorter;
  }) > 0;
}

template <int D>
double CpuBackend<D>::dashpot_power(const DashpotPower& stage) {
  const StageLengths lengths{at(stage.lengths), at(stage.slack_by), at(stage.dashpot.l_star),
                             stage.dashpot.b};
  return pool_.parallel_sum(net_.spring_count, [&](int begin, int end) {
    return stage_power(net_, lengths, begin, end);
  });
}

template <int D>
void CpuBackend<D>::subtract_turning(VectorId xid, VectorId from_id, double part, VectorId uid,
                                     VectorId fid) {
  const double *x = at(xid), *from = at(from_id), *u = at(uid);
  if (!net_.damping.empty())
    add_spring_forces(at(fid), [&](int s) { return turning_force<D>(net_, x, from, part, u, s); });
  mask_forces(net_, 0, axes(), at(fid));
}

template <int D>
LargestStrain CpuBackend<D>::largest_strain(VectorId xid, VectorId vid) {
  const double* x = at(xid);
  const double* v = at(vid);
  // One NaN or infinity makes the sum NaN.
  const double none = pool_.parallel_sum(axes(), [&](int begin, int end) {
    double sum = 0;
    for (int i = begin; i < end; ++i) sum += 0.0 * x[i] + 0.0 * v[i];
    return sum;
  });
  const auto of = [&](int begin, int end, bool finite) {
    return largest_strain_of<D>(net_, x, finite, begin, end);
  };
  if (none != 0.0) return of(0, net_.spring_count, false);
  const int blocks = sum_block_count(net_.spring_count);
  block_strains_.resize(usize(blocks));
  pool_.parallel_for(
      blocks,
      [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
          const SumBlock springs = sum_block(i, net_.spring_count);
          block_strains_[i] = of(springs.begin, springs.end, true);
        }
      },
      2);
  // The first of the largest, as one loop would find it.
  LargestStrain most;
  for (const LargestStrain& part : block_strains_) {
    if (!part.finite) return of(0, net_.spring_count, true);
    if (part.strain > most.strain) most = part;
  }
  return most;
}

namespace {

template <int D>
struct Stops final : NodeStops {
  Stops(HostContact<D>& own, double step, double part) : contact(own), h(step), share(part) {}
  const std::uint8_t* touching() const override { return contact.touching().data(); }
  void stop(int node, const double* x0, const double* v0, double* x, double* v,
            ContactBalance& balance) override {
    NodeStep<D> step{load<D>(x0, 0), load<D>(v0, 0), load<D>(x, 0), load<D>(v, 0), {}, h, share};
    if (!contact.stop_node(node, step, balance)) return;
    std::copy_n(step.x.v, D, x);
    std::copy_n(step.v.v, D, v);
  }
  HostContact<D>& contact;
  double h, share;
};

}  // namespace

template <int D>
std::int64_t CpuBackend<D>::advance(const Advance& steps) {
  double* a = steps.a < 0 ? nullptr : at(steps.a);
  double* guess = steps.guess < 0 ? nullptr : at(steps.guess);
  Stops<D> stops(nodes_.contact, steps.h, traits_of(steps.integrator).velocity_share);
  if constexpr (kHasSinglePrecision)
    if (steps.precision == Precision::single_precision) {
      if (!single_) single_ = std::make_unique<Sweeper<float>>(net_, pool_);
      return single_->advance(steps, at(steps.x), at(steps.v), a, guess, &stops);
    }
  return sweeper_.advance(steps, at(steps.x), at(steps.v), a, guess, &stops);
}

// Contact is computed in blocks of nodes; their balances are added in order.
template <int D>
void CpuBackend<D>::stop_at_solids(const ImpactStep& step, ContactBalance& balance) {
  const int blocks = sum_block_count(net_.node_count);
  block_balances_.resize(usize(blocks));
  pool_.parallel_for(
      blocks,
      [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
          const SumBlock items = sum_block(i, net_.node_count);
          block_balances_[i].clear(net_.solids.size());
          nodes_.contact.stop_nodes(step, items.begin, items.end, block_balances_[i]);
        }
      },
      2);
  balance.clear(net_.solids.size());
  for (const ContactBalance& own : block_balances_) add_balance(own, balance);
}

#ifndef TENSIO_GROUPED
template class CpuBackend<2>;
template class CpuBackend<3>;
#endif

}  // namespace tensio
