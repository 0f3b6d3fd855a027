// From blocks by rows to single entries by columns: by symmetry, the upper part of row c is the
// lower part of column c.
#include "backend/common/scalar_matrix.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "core/assert.hpp"
#include "core/index.hpp"
#include "network/size_limits.hpp"

namespace tensio {

namespace {

// Calls visit(row axis, index into the block values) for the entries on and below the diagonal of
// column `axis`.
template <class Visit>
void for_column(const NetworkData& net, int axis, Visit&& visit) {
  const int d = net.dimension, node = axis / d, local = axis % d;
  for (int slot = net.diagonal[node]; slot < net.row_start[usize(node) + 1]; ++slot) {
    const int other = net.column[slot];
    for (int k = 0; k < d; ++k) {
      const int row = other * d + k;
      if (row < axis) continue;
      visit(row, (usize(slot) * usize(d) + usize(local)) * usize(d) + usize(k));
    }
  }
}

}  // namespace

ScalarMatrix::ScalarMatrix(const NetworkData& net)
    : all_(net.constrained.size()), dimension_(net.dimension) {
  const int all = net.node_count * net.dimension;
  const auto constrained =
      std::count(net.constrained.begin(), net.constrained.end(), std::uint8_t{1});
  const bool unknowns_only = 10 * constrained > all;
  std::vector<int> place(usize(all), -1);
  for (int axis = 0; axis < all; ++axis) {
    if (unknowns_only && net.constrained[axis]) continue;
    place[axis] = static_cast<int>(axes_.size());
    axes_.push_back(axis);
  }
  outer_.reserve(axes_.size() + 1);
  outer_.push_back(0);
  for (int axis : axes_) {
    for_column(net, axis, [&](int row, std::size_t) {
      if (place[row] >= 0) inner_.push_back(place[row]);
    });
    refuse_if_too_many_entries(static_cast<std::int64_t>(inner_.size()));
    outer_.push_back(static_cast<int>(inner_.size()));
  }
  values_.resize(inner_.size());
}

ScalarMatrix::ScalarMatrix(int d, const std::vector<int>& start, const std::vector<int>& neighbour)
    : all_((start.size() - 1) * usize(d)), dimension_(d), axes_(all_) {
  std::iota(axes_.begin(), axes_.end(), 0);
  outer_.push_back(0);
  for (int axis : axes_) {
    const int node = axis / d;
    for (int e = start[node]; e < start[usize(node) + 1]; ++e)
      for (int row = std::max(axis, neighbour[e] * d); row < (neighbour[e] + 1) * d; ++row)
        inner_.push_back(row);
    refuse_if_too_many_entries(static_cast<std::int64_t>(inner_.size()));
    outer_.push_back(static_cast<int>(inner_.size()));
  }
  values_.resize(inner_.size());
}

bool ScalarMatrix::is_usable(std::span<const std::uint8_t> constrained) const {
  if (axes_.size() == constrained.size()) return true;
  const auto unknowns = std::count(constrained.begin(), constrained.end(), std::uint8_t{0});
  return usize(unknowns) == axes_.size() &&
         std::all_of(axes_.begin(), axes_.end(), [&](int axis) { return !constrained[axis]; });
}

void ScalarMatrix::gather(const NetworkData& net, const double* K, double shift,
                          DiagonalShift more) {
  const int d = net.dimension;
  std::vector<std::uint8_t> is_free(usize(net.node_count), 1);
  for (std::size_t axis = 0; axis < net.constrained.size(); ++axis)
    if (net.constrained[axis]) is_free[axis / usize(d)] = 0;
  double* to = values_.data();
  for (int axis : axes_) {
    const std::size_t node = usize(axis / d);
    double* const diagonal = to;
    to = is_free[node] ? copy_column(net, K, axis, is_free, to) : gather_column(net, K, axis, to);
    if (!net.constrained[axis])
      *diagonal = *diagonal + more.uniform + more.per_mass * net.mass[node] +
                  shift * net.node_stiffness[node] +
                  (more.node ? more.per_node * more.node[node] : 0.0);
  }
  TENSIO_ASSERT(to == values_.data() + values_.size());
}

// A column of a node that has no fixed axis.
double* ScalarMatrix::copy_column(const NetworkData& net, const double* K, int axis,
                                  std::span<const std::uint8_t> is_free, double* to) const {
  const int d = net.dimension, node = axis / d, local = axis % d;
  const bool unknowns_only = axes_.size() != net.constrained.size();
  const double* from = K + (usize(net.diagonal[node]) * usize(d) + usize(local)) * usize(d);
  to = std::copy(from + local, from + d, to);
  for (int slot = net.diagonal[node] + 1; slot < net.row_start[usize(node) + 1]; ++slot) {
    from += d * d;
    const int other = net.column[slot];
    if (is_free[other]) {
      for (int k = 0; k < d; ++k) *to++ = from[k];
      continue;
    }
    for (int k = 0; k < d; ++k) {
      const bool constrained = net.constrained[usize(other) * usize(d) + usize(k)] != 0;
      if (unknowns_only && constrained) continue;
      *to++ = constrained ? 0.0 : from[k];
    }
  }
  return to;
}

double* ScalarMatrix::gather_column(const NetworkData& net, const double* K, int axis,
                                    double* to) const {
  const bool unknowns_only = axes_.size() != net.constrained.size();
  const bool constrained = net.constrained[axis] != 0;
  for_column(net, axis, [&](int row, std::size_t source) {
    const bool row_fixed = net.constrained[row] != 0;
    if (unknowns_only && row_fixed) return;
    *to++ = constrained && row == axis ? net.stiffness_scale
            : constrained || row_fixed ? 0.0
                                       : K[source];
  });
  return to;
}

void ScalarMatrix::restrict_to(const double* all, double* reduced) const {
  for (std::size_t i = 0; i < axes_.size(); ++i) reduced[i] = all[axes_[i]];
}

void ScalarMatrix::extend_from(const double* reduced, double* all) const {
  std::fill(all, all + all_, 0.0);
  for (std::size_t i = 0; i < axes_.size(); ++i) all[axes_[i]] = reduced[i];
}

}  // namespace tensio
