// Solving with K, and properties of K, without a factorisation of it.
#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu_backend.hpp"

namespace tensio {

namespace {

/// Smaller nets have a factor of K in no time, and keep the bits they always had.
constexpr std::ptrdiff_t kSmallForNodewise = 2000;

}  // namespace

template <int D>
bool CpuBackend<D>::large_at_rest() const {
  // The incomplete factors of a chain, which are exact, are tried first.
  const bool iterates = iterates_at_rest_ || (!needs_verdict_ && !expects_solves_ && is_chain());
  return may_change_solver_ && !iterates && nodes_.empty() &&
         std::count(net_.constrained.begin(), net_.constrained.end(), std::uint8_t{0}) >=
             kSmallForNodewise;
}

// Null where the net does not suit it.
template <int D>
NodePcg<D>* CpuBackend<D>::nodewise() {
  if (!large_at_rest()) return nullptr;
  if (!nodewise_) nodewise_ = std::make_unique<NodePcg<D>>(net_, pool_, reproducible_);
  return nodewise_.get();
}

template <int D>
Factor CpuBackend<D>::prepare_laplacian() {
  std::vector<double> weight = net_.stiffness;
  for (double& k : weight) k = std::abs(k);
  laplacian_ = std::make_unique<ScalarLaplacian>(net_, choose_node_solver(net_, reproducible_));
  if (laplacian_->factorise(weight, std::vector<double>(net_.mass.size(), 0.0)))
    return Factor::positive_definite;
  // Parts without supports: a little stiffness at each node.
  std::vector<double> little = net_.node_stiffness;
  for (double& k : little) k *= 1e-6;
  return laplacian_->factorise(weight, little) ? Factor::positive_definite : Factor::failed;
}

template <int D>
LinearSystem* CpuBackend<D>::solver(SolverKind kind) {
  switch (kind) {
    case SolverKind::nodewise: return large_at_rest() ? &nodewise_system_ : nullptr;
    case SolverKind::laplacian: return &laplacian_system_;
    case SolverKind::prefactored: return &prefactored_;
    case SolverKind::node_blocks: return &node_blocks_;
    case SolverKind::chosen: break;
  }
  return &chosen_;
}

template <int D>
bool CpuBackend<D>::surely_semidefinite(VectorId id) {
  if (!nodes_.empty()) return false;
  const double* x = at(id);
  const Extras extras = this->extras(x);
  bool none_negative = true;
  for_laws(net_, 0, net_.spring_count, [&]<Law law>(int begin, int end) {
    for (int s = begin; s < end && none_negative; ++s) {
      const LawValue value = value_of<law>(net_, s, length(vector_of<D>(net_, x, s)), extras);
      none_negative = value.tangent >= 0.0 && value.q >= 0.0;
    }
  });
  return none_negative;
}

template <int D>
bool CpuBackend<D>::surely_above(VectorId x, double part) {
  NodePcg<D>* const solver = nodewise();
  return solver && solver->surely_above(at(x), extras(at(x)), part);
}

#ifndef TENSIO_GROUPED
template class CpuBackend<2>;
template class CpuBackend<3>;
#endif

}  // namespace tensio
