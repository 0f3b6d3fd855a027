// Passes over springs and nodes.
#include "backend/cpu/cpu_backend.hpp"

#include <algorithm>

#include "backend/common/across.hpp"
#include "backend/common/force_norms.hpp"
#include "backend/common/spring_batch.hpp"
#include "core/index.hpp"

namespace tensio {

template <int D>
EnergyValue CpuBackend<D>::elastic(const double* x, const SpringPart* parts) {
  const Extras extras(custom_.at(x, pool_), parts);
  return sum_both(net_.spring_count, [&](int begin, int end, EnergyValue& sum) {
    for_laws(net_, begin, end, [&]<Law law>(int first, int last) {
      for (int s = first; s < last; ++s) sum.add(energy_of<law, D>(net_, x, s, extras));
    });
  });
}

template <int D>
StateValue CpuBackend<D>::evaluate(VectorId x, VectorId f, Want want) {
  switch (want) {
    case Want::energy: return {.energy = total_energy(x)};
    case Want::forces: total_forces(at(x), nullptr, at(f)); return {};
    case Want::free_forces:
      total_forces(at(x), nullptr, at(f));
      mask_forces(net_, 0, axes(), at(f));
      return {};
    case Want::norms: return {.norms = norms(x, f)};
    case Want::energy_and_norms: break;
  }
  return energy_and_norms(x, f);
}

template <int D>
double CpuBackend<D>::elastic_energy(VectorId id) {
  return elastic(at(id), nullptr).value;
}

template <int D>
EnergyValue CpuBackend<D>::total_energy(VectorId id) {
  const double* x = at(id);
  const EnergyValue inner = elastic(x, step_parts()), nodes = node_energy(x);
  const EnergyValue external = sum_both(axes(), [&](int begin, int end, EnergyValue& sum) {
    for (int i = begin; i < end; ++i) {
      const auto axis = usize(i);
      sum.add(-net_.external[axis] * (x[i] - net_.position[axis]));
    }
  });
  return {inner.value + external.value + nodes.value,
          inner.magnitude + external.magnitude + nodes.magnitude};
}

template <int D>
void CpuBackend<D>::total_forces(const double* x, const double* v, double* f) {
  if (sweeper_.is_usable() && !step_parts() && net_.slack_width == 0) {
    sweeper_.forces(x, v, f);
  } else {
    Extras extras = this->extras(x);
    extras.velocity = v;
    std::fill(f, f + axes(), 0.0);
    if (pool_.threads() == 1 || net_.spring_count < kSerialItems || net_.incident.empty()) {
      scatter_forces<D>(net_, x, f, extras);
    } else {
      spring_force_.resize(usize(net_.spring_count) * D);
      pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
        spring_forces<D>(net_, x, begin, end, spring_force_.data(), extras);
      });
      pool_.parallel_for(
          net_.node_count,
          [&](int begin, int end) { gather_forces<D>(net_, spring_force_.data(), begin, end, f); },
          2);
    }
  }
  add_external(f);
  add_node_forces(x, f);
}

template <int D>
ForceNorms CpuBackend<D>::norms(VectorId id, VectorId fid) {
  const double* x = at(id);
  double* f = at(fid);
  const Extras extras = this->extras(x);
  // Forces and roundings of the springs.
  spring_force_.resize(usize(net_.spring_count) * D);
  spring_rounding_.resize(usize(net_.spring_count));
  pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
    spring_forces<D>(net_, x, begin, end, spring_force_.data(), extras);
    for_laws(net_, begin, end, [&]<Law law>(int first, int last) {
      for (int s = first; s < last; ++s)
        spring_rounding_[s] = spring_rounding<law, D>(net_, x, s, spring_force_.data(), extras);
    });
  });
  std::fill(f, f + axes(), 0.0);
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    gather_forces<D>(net_, spring_force_.data(), begin, end, f);
  });
  add_external(f);
  add_node_forces(x, f);
  mask_forces(net_, 0, axes(), f);
  return tensio::force_norms<D>(net_, nodes_, x, f, spring_force_.data(), spring_rounding_.data());
}

template <int D>
void CpuBackend<D>::compute_springs(const double* x, MatrixKind kind) {
  const Extras extras = this->extras(x);
  springs_.resize(usize(net_.spring_count));
  pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
    for_batches<D>(net_, x, begin, end, extras, [&](const SpringBatch<D>& batch) {
      batch.stiffness(kind.projected, springs_.data());
    });
    replace_across(kind.across < 0 ? nullptr : at(kind.across),
                   kind.added < 0 ? nullptr : at(kind.added), kind.projected, begin, end,
                   springs_.data());
  });
}

template <int D>
void CpuBackend<D>::compute_stiffness(VectorId id, MatrixKind kind) {
  const double* x = at(id);
  has_blocks_ = true;
  compute_springs(x, kind);
  K_.resize(usize(net_.block_count()) * D * D);
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    gather_stiffness<D>(net_, springs_.data(), begin, end, K_.data());
  });
  add_node_blocks(x, kind.projected, K_.data());
}

template <int D>
std::span<const double> CpuBackend<D>::stiffness(VectorId x, bool projected) {
  compute_stiffness(x, {projected, 0});
  return K_;
}

template <int D>
double CpuBackend<D>::predict_across(VectorId xid, VectorId yid, VectorId predicted,
                                     VectorId needed) {
  const double *x = at(xid), *y = at(yid);
  step_energy_.resize(usize(net_.spring_count));
  step_turn_.resize(usize(net_.spring_count));
  const Extras before = extras(x);
  pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
    for_laws(net_, begin, end, [&]<Law law>(int first, int last) {
      for (int s = first; s < last; ++s) {
        const PredictedSpring spring = predicted_spring<law, D>(net_, x, y, s, before);
        at(predicted)[s] = spring.across;
        step_energy_[s] = spring.energy;
        step_turn_[s] = spring.turn;
      }
    });
  });
  if (needed >= 0) {
    const Extras after = extras(y);
    pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
      for_laws(net_, begin, end, [&]<Law law>(int first, int last) {
        for (int s = first; s < last; ++s)
          at(needed)[s] =
              std::max(at(needed)[s], needed_across<law, D>(net_, x, y, s, after, step_energy_[s]));
      });
    });
  }
  return largest_force(step_turn_.data(), 0, net_.spring_count);
}

// Where the sources are compiled as one (TENSIO_GROUPED), the members of all of them.
template class CpuBackend<2>;
template class CpuBackend<3>;

std::unique_ptr<Backend> make_cpu_backend(NetworkData net, const EquilibriumOptions& options) {
  if (net.dimension == 2) return std::make_unique<CpuBackend<2>>(std::move(net), options);
  return std::make_unique<CpuBackend<3>>(std::move(net), options);
}

}  // namespace tensio
