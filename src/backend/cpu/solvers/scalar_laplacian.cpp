#include "backend/cpu/solvers/scalar_laplacian.hpp"

#include <algorithm>

#include "backend/backend.hpp"
#include "backend/interrupt.hpp"
#include "backend/loops.hpp"
#include "core/assert.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// With fewer nodes the supernodal solver's set-up costs more than it saves.
constexpr int kSmallForCholmod = 1000;

// By symmetry, the upper part of row c is the lower part of column c.
NodeColumns pattern(const NetworkData& net) {
  NodeColumns result;
  result.start.push_back(0);
  for (int node = 0; node < net.node_count; ++node) {
    for (int slot = net.diagonal[node]; slot < net.row_start[usize(node) + 1]; ++slot)
      result.row.push_back(net.column[slot]);
    result.start.push_back(static_cast<int>(result.row.size()));
  }
  result.value.resize(result.row.size());
  return result;
}

std::unique_ptr<NodeFactor> make_factor(const NodeColumns& matrix, LinearSolver direct) {
#if defined(TENSIO_HAS_CHOLMOD)
  if (direct == LinearSolver::cholmod) return make_cholmod_node_factor(matrix);
#endif
  TENSIO_ASSERT(direct == LinearSolver::ldlt);
  return make_ldlt_node_factor(matrix);
}

}  // namespace

LinearSolver choose_node_solver(const NetworkData& net, bool reproducible) {
  return built_with_cholmod() && !reproducible && net.node_count > kSmallForCholmod
             ? LinearSolver::cholmod
             : LinearSolver::ldlt;
}

ScalarLaplacian::ScalarLaplacian(const NetworkData& net, LinearSolver direct)
    : net_(net), direct_(direct) {
  order();
}

void ScalarLaplacian::order() {
  shared_ = std::make_shared<Factorisation>();
  shared_->matrix = pattern(net_);
  on_factorisation(Activity::ordering, [direct = direct_](Factorisation& shared) {
    shared.factor = make_factor(shared.matrix, direct);
  });
}

template <class Work>
void ScalarLaplacian::on_factorisation(Activity activity, Work work) {
  ask(activity);
  if (!is_asking() || net_.node_count < kLongWork) return work(*shared_);
  try {
    run_and_ask(activity, [work, shared = shared_] { work(*shared); });
  } catch (const Interrupted&) {
    shared_.reset();
    throw;
  }
}

bool ScalarLaplacian::factorise(std::span<const double> spring_weight,
                                std::span<const double> node_diagonal, Precision precision) {
  const std::size_t d = usize(net_.dimension);
  const auto constrained = [&](int node) {
    for (std::size_t axis = usize(node) * d; axis < usize(node) * d + d; ++axis)
      if (!net_.constrained[axis]) return false;
    return true;
  };
  if (!shared_) order();
  NodeColumns& matrix = shared_->matrix;
  std::fill(matrix.value.begin(), matrix.value.end(), 0.0);
  for (std::size_t s = 0; s < net_.a.size(); ++s) {
    const int low = std::min(net_.a[s], net_.b[s]), high = std::max(net_.a[s], net_.b[s]);
    const int slot = low == net_.a[s] ? net_.slot_ab[s] : net_.slot_ba[s];
    const bool low_fixed = constrained(low), high_fixed = constrained(high);
    if (!low_fixed) matrix.value[matrix.start[low]] += spring_weight[s];
    if (!high_fixed) matrix.value[matrix.start[high]] += spring_weight[s];
    if (!low_fixed && !high_fixed)
      matrix.value[matrix.start[low] + slot - net_.diagonal[low]] -= spring_weight[s];
  }
  for (int node = 0; node < net_.node_count; ++node) {
    double& diagonal = matrix.value[matrix.start[node]];
    diagonal = constrained(node) ? net_.stiffness_scale : diagonal + node_diagonal[node];
  }
  on_factorisation(Activity::factorising, [](Factorisation& shared) {
    shared.good = shared.factor->factorise(shared.matrix);
  });
  if (!shared_->good) return false;
  precision_ = precision;
  const std::size_t size = usize(net_.node_count) * (d == 2 ? 2 : 4);
  if (precision == Precision::single_precision) {
    shared_->factor->give(single_);
    single_work_.resize(size);
  } else {
    shared_->factor->give(panels_);
    work_.resize(size);
  }
  return true;
}

template <class Real>
void ScalarLaplacian::solve(const Panels<Real>& panels, std::vector<Real>& work, double scale,
                            const double* right, double* result) const {
  const std::size_t d = usize(net_.dimension), width = d == 2 ? 2 : 4;
  const std::span<const int> place = shared_->factor->place();
  for (std::size_t node = 0; node < place.size(); ++node) {
    Real* to = work.data() + usize(place[node]) * width;
    for (std::size_t i = 0; i < d; ++i)
      to[i] =
          net_.constrained[node * d + i] ? Real(0) : static_cast<Real>(scale * right[node * d + i]);
  }
  panels.solve(work.data(), static_cast<int>(width));
  const double back = 1.0 / scale;
  for (std::size_t node = 0; node < place.size(); ++node) {
    const Real* from = work.data() + usize(place[node]) * width;
    for (std::size_t i = 0; i < d; ++i)
      result[node * d + i] =
          net_.constrained[node * d + i] ? 0.0 : back * static_cast<double>(from[i]);
  }
}

void ScalarLaplacian::solve(const double* right, double* result) {
  if (precision_ == Precision::double_precision) return solve(panels_, work_, 1.0, right, result);
  // In units of the largest, single precision is never too narrow.
  const double largest = largest_force(right, 0, static_cast<int>(net_.constrained.size()));
  solve(single_, single_work_, largest > 0.0 ? 1.0 / largest : 1.0, right, result);
}

}  // namespace tensio
