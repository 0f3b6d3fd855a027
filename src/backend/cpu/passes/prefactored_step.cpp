// Passes of prefactored steps.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backend/common/spring_batch.hpp"
#include "backend/cpu/cpu_backend.hpp"
#include "core/assert.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Nets with fewer nodes take their Newton steps in no time.
constexpr int kSmallForNewton = 150;
/// What an iteration of Newton's method costs, and one of conjugate gradients in it, in iterations
/// of prefactored steps.
struct NewtonCost {
  double own, linear;
};
constexpr NewtonCost kOfDirect = {1.5, 0}, kOfPcg = {1.5, 0.14}, kOfIncomplete = {2, 0.18},
                     kOfMultilevel = {4, 0.38};
/// Nanoseconds of one iteration of a prefactored step for each block of the matrix.
constexpr double kIterationTime = 110;

NewtonCost cost_of(LinearSolver solver) {
  return is_direct(solver)                    ? kOfDirect
         : solver == LinearSolver::pcg        ? kOfPcg
         : solver == LinearSolver::incomplete ? kOfIncomplete
                                              : kOfMultilevel;
}

}  // namespace

template <int D>
double CpuBackend<D>::newton_cost() const {
  if (net_.node_count < kSmallForNewton) return 1;
  return newton_work(1, pcg_ ? first_iterations_ : 0);
}

template <int D>
double CpuBackend<D>::newton_work(int iterations, std::int64_t linear) const {
  if (net_.node_count < kSmallForNewton) return iterations;
  const NewtonCost cost = cost_of(solver_);
  const double each = analysis_ ? factor_time(factor_size(), solver_, net_) / kIterationTime : 0;
  return iterations * (cost.own + each) + static_cast<double>(linear) * cost.linear;
}

// T/l of each spring at x.
template <int D>
void CpuBackend<D>::compute_across(const double* x, double* q) {
  const Extras extras = this->extras(x);
  pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
    for_batches<D>(net_, x, begin, end, extras, [&](const SpringBatch<D>& batch) {
      std::copy_n(batch.q, batch.count, q + batch.first);
    });
  });
}

template <int D>
Factor CpuBackend<D>::prepare_step(VectorId id, MatrixKind kind) {
  const VectorId begin = kind.begin;
  const bool is_new = !step_matrix_;
  if (is_new) {
    step_matrix_ = std::make_unique<StepMatrix<D>>(net_);
    ++analyses_;
  }
  TENSIO_ASSERT(!nodes_.contact.acts());
  compute_springs(at(id), false);
  step_q_.resize(springs_.size());
  if (begin >= 0)
    compute_across(at(begin), step_q_.data());
  else
    for (std::size_t s = 0; s < springs_.size(); ++s) step_q_[s] = springs_[s].q;
  const bool all = begin >= 0 || is_new;
  const auto renew = all ? StepMatrix<D>::Renew::all : StepMatrix<D>::Renew::near_part;
  return step_matrix_->prepare({nodes_.inertia(), kind.shift}, springs_.data(), step_q_.data(),
                               renew)
             ? Factor::positive_definite
             : Factor::failed;
}

template <int D>
StateValue CpuBackend<D>::energy_and_norms(VectorId id, VectorId fid) {
  TENSIO_ASSERT(!nodes_.contact.acts());
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
  nodes_.add_targets(x, f, value.energy);
  node_largest_.assign(usize(net_.node_count) / kSumBlock + 1, {});
  value.energy.add(sum_both(net_.node_count, [&](int begin, int end, EnergyValue& sum) {
    nodes_.add_loads(x, begin, end, f, sum, node_largest_[begin / kSumBlock]);
  }));
  NodeLargest largest;
  for (const NodeLargest& some : node_largest_)
    largest.see(some.force, some.inertia, some.external);
  value.norms.largest_force = largest.force;
  value.norms.largest_inertia = std::max(largest.inertia, nodes_.largest_target_force(x));
  value.norms.largest_external = largest.external;
  return value;
}

#ifndef TENSIO_GROUPED
template class CpuBackend<2>;
template class CpuBackend<3>;
#endif

}  // namespace tensio
