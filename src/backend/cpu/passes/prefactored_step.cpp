// Passes of prefactored steps.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backend/common/spring_batch.hpp"
#include "backend/cpu/cpu_backend.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Nets with fewer nodes take a step in some ten microseconds by either method: iterations count
/// the same.
constexpr int kSmallForNewton = 20;
/// Nanoseconds for each node and for each block of the matrix, on a core half as fast as the one of
/// the times below, as those of factor_time(). Blocks of conjugate gradients count by their
/// entries, and are those in space here. Fitted to the times of an iteration, in microseconds:
///
///               nodes  springs  prefactored  Newton's, with the linear iterations it needs
///                                            incomplete    multilevel    pcg
///   chain         501      500           41     146 (1.4)     234 (1.2)    750 (57)
///   cloth         441    2,438           65     853 (23)      726 (6.7)  1,650 (78)
///   net         3,721    7,320          489   5,130 (25)    6,900 (15)  19,600 (187)
///   lattice     7,321   21,600          781   3,760 (6.8)   5,780 (4.6)  4,110 (17)
///   soft_body   2,541   20,040          566   4,950 (13)    7,050 (7.7)  8,250 (44)
///   graph         400   13,300          327   1,720 (1.3)   2,030 (1.3)  1,160 (3.6)
struct PassTime {
  double per_node, per_block;
};
constexpr PassTime kPrefactored = {80, 22};
/// What an iteration of Newton's method costs beside linear ones or a factorisation, and one of
/// conjugate gradients in it.
struct NewtonTime {
  PassTime own, linear;
};
constexpr NewtonTime kByDirect = {{200, 50}, {0, 0}}, kByPcg = {{200, 50}, {22, 8}},
                     kByIncomplete = {{200, 60}, {22, 16}}, kByMultilevel = {{240, 90}, {22, 32}};
constexpr double kEntriesInSpace = 9;

NewtonTime time_of(LinearSolver solver) {
  return is_direct(solver)                    ? kByDirect
         : solver == LinearSolver::pcg        ? kByPcg
         : solver == LinearSolver::incomplete ? kByIncomplete
                                              : kByMultilevel;
}

double nanoseconds(const NetworkData& net, PassTime time, double of_blocks = 1) {
  return time.per_node * net.node_count + time.per_block * of_blocks * net.block_count();
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
  const NewtonTime time = time_of(solver_);
  double each = nanoseconds(net_, time.own);
  if (analysis_) each += factor_time(factor_size(), solver_, net_) * net_.block_count();
  const double each_linear = nanoseconds(net_, time.linear, D * D / kEntriesInSpace);
  return (iterations * each + static_cast<double>(linear) * each_linear) /
         nanoseconds(net_, kPrefactored);
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
  compute_springs(at(id), false);
  step_q_.resize(springs_.size());
  if (begin >= 0)
    compute_across(at(begin), step_q_.data());
  else
    for (std::size_t s = 0; s < springs_.size(); ++s) step_q_[s] = springs_[s].q;
  contact_blocks_.clear();
  if (nodes_.contact.acts()) nodes_.contact.list_blocks(at(id), true, contact_blocks_);
  const bool all = begin >= 0 || is_new;
  const auto renew = all ? StepMatrix<D>::Renew::all : StepMatrix<D>::Renew::near_part;
  return step_matrix_->prepare({nodes_.inertia(), kind.shift, contact_blocks_}, springs_.data(),
                               step_q_.data(), renew)
             ? Factor::positive_definite
             : Factor::failed;
}

template <int D>
StateValue CpuBackend<D>::energy_and_norms(VectorId id, VectorId fid) {
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
  const double largest_push =
      nodes_.contact.acts() ? nodes_.contact.add_energy_and_forces(x, f, value.energy) : 0;
  node_largest_.assign(usize(net_.node_count) / kSumBlock + 1, {});
  value.energy.add(sum_both(net_.node_count, [&](int begin, int end, EnergyValue& sum) {
    nodes_.add_loads(x, begin, end, f, sum, node_largest_[begin / kSumBlock]);
  }));
  NodeLargest largest;
  for (const NodeLargest& some : node_largest_)
    largest.see(some.force, some.inertia, some.external);
  value.norms.largest_force = largest.force;
  value.norms.largest_inertia =
      std::max({largest.inertia, largest_push, nodes_.largest_target_force(x)});
  value.norms.largest_external = largest.external;
  return value;
}

#ifndef TENSIO_GROUPED
template class CpuBackend<2>;
template class CpuBackend<3>;
#endif

}  // namespace tensio
