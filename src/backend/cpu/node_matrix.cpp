#include "backend/cpu/node_matrix.hpp"

#include <algorithm>

#include "backend/backend.hpp"
#include "core/assert.hpp"

namespace tensio {

namespace {

/// With fewer nodes the supernodal solver's set-up costs more than it saves.
constexpr int kSmallForCholmod = 1000;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// By symmetry, the upper part of row c is the lower part of column c.
NodeColumns pattern(const NetworkData& net) {
  NodeColumns result;
  result.start.push_back(0);
  for (int node = 0; node < net.node_count; ++node) {
    for (int slot = net.diagonal[at(node)]; slot < net.row_start[at(node) + 1]; ++slot)
      result.row.push_back(net.column[at(slot)]);
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

NodeMatrix::NodeMatrix(const NetworkData& net, LinearSolver direct)
    : net_(net), matrix_(pattern(net)), factor_(make_factor(matrix_, direct)) {
  work_.resize(at(net.node_count) * (net.dimension == 2 ? 2 : 4));
}

bool NodeMatrix::factorise(std::span<const double> spring_weight,
                           std::span<const double> node_diagonal) {
  const std::size_t d = at(net_.dimension);
  const auto held = [&](int node) {
    for (std::size_t axis = at(node) * d; axis < at(node) * d + d; ++axis)
      if (!net_.held[axis]) return false;
    return true;
  };
  std::fill(matrix_.value.begin(), matrix_.value.end(), 0.0);
  for (std::size_t s = 0; s < net_.a.size(); ++s) {
    const int low = std::min(net_.a[s], net_.b[s]), high = std::max(net_.a[s], net_.b[s]);
    const int slot = low == net_.a[s] ? net_.slot_ab[s] : net_.slot_ba[s];
    const bool low_held = held(low), high_held = held(high);
    if (!low_held) matrix_.value[at(matrix_.start[at(low)])] += spring_weight[s];
    if (!high_held) matrix_.value[at(matrix_.start[at(high)])] += spring_weight[s];
    if (!low_held && !high_held)
      matrix_.value[at(matrix_.start[at(low)] + slot - net_.diagonal[at(low)])] -= spring_weight[s];
  }
  for (int node = 0; node < net_.node_count; ++node) {
    double& diagonal = matrix_.value[at(matrix_.start[at(node)])];
    diagonal = held(node) ? net_.stiffness_scale : diagonal + node_diagonal[at(node)];
  }
  return factor_->factorise(matrix_, panels_);
}

void NodeMatrix::solve(const double* right, double* result) {
  const std::size_t d = at(net_.dimension), width = d == 2 ? 2 : 4;
  const std::span<const int> place = factor_->place();
  for (std::size_t node = 0; node < place.size(); ++node) {
    double* to = work_.data() + at(place[node]) * width;
    for (std::size_t i = 0; i < d; ++i) to[i] = net_.held[node * d + i] ? 0.0 : right[node * d + i];
  }
  panels_.solve(work_.data(), static_cast<int>(width));
  for (std::size_t node = 0; node < place.size(); ++node) {
    const double* from = work_.data() + at(place[node]) * width;
    for (std::size_t i = 0; i < d; ++i)
      result[node * d + i] = net_.held[node * d + i] ? 0.0 : from[i];
  }
}

}  // namespace tensio
