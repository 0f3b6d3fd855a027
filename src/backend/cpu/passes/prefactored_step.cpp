// Passes of prefactored steps.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backend/cpu/cpu_backend.hpp"
#include "backend/cpu/passes/spring_batch.hpp"
#include "core/assert.hpp"
#include "core/index.hpp"

namespace tensio {

template <int D>
Factor CpuBackend<D>::prepare_step(VectorId id) {
  if (!step_matrix_) {
    step_matrix_ = std::make_unique<StepMatrix<D>>(net_, pool_,
                                                   reproducible_ || solver_ == LinearSolver::ldlt);
    ++analyses_;
  }
  TENSIO_ASSERT(!has_penalty());
  work_out_springs(at(id), true);
  return step_matrix_->prepare(inertia_, springs_.data()) ? Factor::positive_definite
                                                          : Factor::failed;
}

template <int D>
StateValue CpuBackend<D>::energy_and_norms(VectorId id, VectorId fid) {
  TENSIO_ASSERT(!has_penalty());
  const double* x = at(id);
  double* f = at(fid);
  const Extras extras = this->extras(x);
  StateValue value;
  value.norms.largest_in_ulp = std::numeric_limits<double>::infinity();
  block_largest_.assign(usize(net_.spring_count) / kSumBlock + 1, 0.0);
  std::fill(f, f + axes(), 0.0);
  const bool serial = pool_.threads() == 1 || net_.spring_count < kSerialItems;
  if (!serial) spring_force_.resize(usize(net_.spring_count) * D);
  value.energy = sum_both(net_.spring_count, [&](int begin, int end, EnergyValue& sum) {
    double& largest = block_largest_[begin / kSumBlock];
    for_batches<D>(net_, x, begin, end, extras, [&](const SpringBatch<D>& batch) {
      add_terms(batch.energy, batch.count, sum);
      largest = std::max(largest, largest_force(batch.tension, 0, batch.count));
      serial ? batch.scatter(net_, f) : batch.store(spring_force_.data());
    });
  });
  if (!serial)
    pool_.parallel_for(
        net_.node_count,
        [&](int begin, int end) { gather_forces<D>(net_, spring_force_.data(), begin, end, f); },
        2);
  for (double largest : block_largest_)
    value.norms.largest_tension = std::max(value.norms.largest_tension, largest);
  for (const NetworkData::Target& target : net_.targets)
    for (int i = 0; i < D; ++i) {
      const double off = x[wide(target.node) * D + i] - target.point[i];
      value.energy.add(0.5 * target.stiffness * off * off);
      f[wide(target.node) * D + i] -= target.stiffness * off;
    }
  // Loads and inertia.
  const double* y = inertia_ != 0 ? at(inertia_about_) : x;
  node_largest_.assign(usize(net_.node_count) / kSumBlock + 1, {});
  const EnergyValue nodes = sum_both(net_.node_count, [&](int begin, int end, EnergyValue& sum) {
    NodeLargest& largest = node_largest_[begin / kSumBlock];
    double term[kBatch * D][2], push[kBatch * D];
    for (int from = begin; from < end; from += kBatch) {
      const int count = std::min(kBatch, end - from);
      const std::ptrdiff_t first = wide(from) * D;
      const double *external = net_.external.data() + first, *mass = net_.mass.data() + from;
      for (int n = 0; n < count; ++n)
        for (int i = n * D; i < n * D + D; ++i) {
          const std::ptrdiff_t axis = first + i;
          const bool constrained = net_.constrained[axis] != 0;
          const double off = x[axis] - y[axis];
          push[i] = constrained ? 0.0 : inertia_ * mass[n] * off;
          term[i][0] = -external[i] * (x[axis] - net_.position[axis]);
          term[i][1] = 0.5 * push[i] * off;
          f[axis] = constrained ? 0.0 : f[axis] + (external[i] - push[i]);
        }
      add_terms(&term[0][0], 2 * count * D, sum);
      largest.see(largest_force(f + first, 0, count * D), largest_force(push, 0, count * D),
                  largest_force(external, 0, count * D));
    }
  });
  value.energy.value += nodes.value;
  value.energy.magnitude += nodes.magnitude;
  NodeLargest largest;
  for (const NodeLargest& some : node_largest_)
    largest.see(some.force, some.inertia, some.external);
  value.norms.largest_force = largest.force;
  value.norms.largest_inertia = std::max(largest.inertia, largest_target_force(x));
  value.norms.largest_external = largest.external;
  return value;
}

template class CpuBackend<2>;
template class CpuBackend<3>;

}  // namespace tensio
