// Passes of prefactored steps.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backend/cpu/cpu_backend.hpp"
#include "core/assert.hpp"

namespace tensio {

template <int D>
bool CpuBackend<D>::prepare_step(VectorId id) {
  if (!step_matrix_) {
    step_matrix_ = std::make_unique<StepMatrix<D>>(net_, pool_,
                                                   reproducible_ || solver_ == LinearSolver::ldlt);
    ++analyses_;
  }
  return step_matrix_->prepare(inertia_, stiffness(id, true).data());
}

template <int D>
template <class Add>
void CpuBackend<D>::step_springs(const double* x, int begin, int end, const Extras& extras,
                                 EnergyValue& energy, double& largest, Add&& add) {
  for_laws(net_, begin, end, [&]<Law law>(int first, int last) {
    for (int s = first; s < last; ++s) {
      Vec<D> d = vector_of<D>(net_, x, s);
      const LawValue value = value_of<law>(net_, s, length(d), extras);
      energy.add(value.energy);
      largest = std::max(largest, std::abs(value.tension));
      for (int i = 0; i < D; ++i) d[i] *= value.q;
      add(s, d);
    }
  });
}

template <int D>
StepFacts CpuBackend<D>::step_facts(VectorId id, VectorId fid) {
  TENSIO_ASSERT(!has_skin());
  const double* x = at(id);
  double* f = at(fid);
  const Extras extras = this->extras(x);
  StepFacts facts;
  facts.forces.largest_in_ulp = std::numeric_limits<double>::infinity();
  block_largest_.assign(static_cast<std::size_t>(net_.spring_count / kSumBlock + 1), 0.0);
  std::fill(f, f + axes(), 0.0);
  const bool serial = pool_.threads() == 1 || net_.spring_count < kSerialItems;
  if (!serial) spring_force_.resize(static_cast<std::size_t>(net_.spring_count) * D);
  facts.energy = sum_both(net_.spring_count, [&](int begin, int end, EnergyValue& sum) {
    double& largest = block_largest_[static_cast<std::size_t>(begin / kSumBlock)];
    if (serial)
      step_springs(x, begin, end, extras, sum, largest, [&](int s, const Vec<D>& force) {
        double* fa = f + wide(net_.a[static_cast<std::size_t>(s)]) * D;
        double* fb = f + wide(net_.b[static_cast<std::size_t>(s)]) * D;
        for (int i = 0; i < D; ++i) {
          fa[i] += force[i];
          fb[i] -= force[i];
        }
      });
    else
      step_springs(x, begin, end, extras, sum, largest, [&](int s, const Vec<D>& force) {
        for (int i = 0; i < D; ++i)
          spring_force_[static_cast<std::size_t>(wide(s) * D + i)] = force[i];
      });
  });
  if (!serial)
    pool_.parallel_for(
        net_.node_count,
        [&](int begin, int end) { gather_forces<D>(net_, spring_force_.data(), begin, end, f); },
        2);
  for (double largest : block_largest_)
    facts.forces.largest_tension = std::max(facts.forces.largest_tension, largest);
  for (const NetworkData::Target& target : net_.targets)
    for (int i = 0; i < D; ++i) {
      const double off = x[wide(target.node) * D + i] - target.point[i];
      facts.energy.add(0.5 * target.stiffness * off * off);
      f[wide(target.node) * D + i] -= target.stiffness * off;
    }
  // Loads and inertia.
  const double* y = inertia_ != 0 ? at(inertia_about_) : x;
  const EnergyValue nodes = sum_both(axes(), [&](int begin, int end, EnergyValue& sum) {
    for (int i = begin; i < end; ++i) {
      const auto axis = static_cast<std::size_t>(i);
      sum.add(-net_.external[axis] * (x[i] - net_.position[axis]));
      if (net_.held[axis]) {
        f[i] = 0.0;
        continue;
      }
      const double off = x[i] - y[i], push = inertia_ * net_.mass[axis / D] * off;
      sum.add(0.5 * push * off);
      f[i] += net_.external[axis] - push;
    }
  });
  facts.energy.value += nodes.value;
  facts.energy.magnitude += nodes.magnitude;
  facts.forces.largest_force = largest_force(f, 0, axes());
  facts.forces.largest_inertia = largest_inertia(x);
  for (double e : net_.external)
    facts.forces.largest_external = std::max(facts.forces.largest_external, std::abs(e));
  return facts;
}

template class CpuBackend<2>;
template class CpuBackend<3>;

}  // namespace tensio
