// Rank and null spaces of the equilibrium matrix.
#include "solve/stability/rigidity.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "solve/dense.hpp"
#include "solve/each_spring.hpp"
#include "solve/stability/stability.hpp"

namespace tensio {

namespace {

// A motion that lengthens bars by less than 1e-6 of the relative displacement of their ends counts
// as one that lengthens none: drawings are not exact. This is the square.
constexpr double kZeroBar = 1e-12;
// Eigenvalues of A Aᵀ above this part of the largest belong to no such motion.
constexpr double kSoftBar = 1e-9;

template <int D>
void collect(const NetworkData& net, const double* x, Bars& bars) {
  for_each_spring<D>(net, x, [&](Law, int s, const Vec<D>& d, double l, const LawValue& value) {
    if (l == 0.0 || value.tangent == 0.0) return;
    bars.spring.push_back(s);
    for (int axis = 0; axis < D; ++axis) bars.direction.push_back(d[axis] / l);
  });
}

// A Aᵀ as blocks with the pattern of K: the stiffness of unstressed bars of stiffness 1.
std::vector<double> bar_blocks(const NetworkData& net, const Bars& bars) {
  const int d = net.dimension;
  std::vector<double> blocks(usize(net.block_count()) * usize(d * d), 0.0);
  const auto add = [&](int slot, double factor, const double* n) {
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j)
        blocks[usize(wide(slot) * d * d + i * d + j)] += factor * n[i] * n[j];
  };
  for (std::size_t bar = 0; bar < bars.spring.size(); ++bar) {
    const std::size_t s = usize(bars.spring[bar]);
    const double* n = bars.direction.data() + bar * usize(d);
    add(net.diagonal[usize(net.a[s])], 1, n);
    add(net.diagonal[usize(net.b[s])], 1, n);
    add(net.slot_ab[s], -1, n);
    add(net.slot_ba[s], -1, n);
  }
  return blocks;
}

// A Aᵀ as a sum over bars.
StiffnessForm bar_form(const NetworkData& net, const Bars& bars) {
  std::vector<SpringTerm> terms(usize(net.spring_count));
  std::vector<double> uncertain(terms.size(), 0.0);
  for (std::size_t bar = 0; bar < bars.spring.size(); ++bar) {
    const std::size_t s = usize(bars.spring[bar]);
    std::copy_n(bars.direction.data() + bar * usize(net.dimension), net.dimension, terms[s].n);
    terms[s].tangent = 1;
    uncertain[s] = kZeroBar;
  }
  return {net, std::move(terms), std::move(uncertain)};
}

// A bound on the eigenvalues of A Aᵀ: twice the bars of the node that has most.
double largest_eigenvalue(const NetworkData& net, const Bars& bars) {
  std::vector<int> degree(usize(net.node_count), 0);
  for (int s : bars.spring) {
    ++degree[usize(net.a[usize(s)])];
    ++degree[usize(net.b[usize(s)])];
  }
  int most = 1;
  for (int bars_here : degree) most = std::max(most, bars_here);
  return 2.0 * most;
}

int unknowns_of(const NetworkData& net) {
  return static_cast<int>(
      std::count(net.constrained.begin(), net.constrained.end(), std::uint8_t{0}));
}

// The rigid motions of the net's parts, over all axes in the user's order.
Eigen::MatrixXd rigid_columns(const NetworkData& net, const std::vector<Part>& parts) {
  const int d = net.dimension;
  int count = 0;
  for (const Part& part : parts) count += part.rigid;
  Eigen::MatrixXd columns =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(net.constrained.size()), count);
  int column = 0;
  for (const Part& part : parts)
    for (int motion = 0; motion < part.rigid; ++motion, ++column)
      for (std::size_t i = 0; i < part.nodes.size(); ++i)
        for (int axis = 0; axis < d; ++axis)
          columns(static_cast<Eigen::Index>(user_axis(net, usize(part.nodes[i] * d + axis))),
                  column) = part.modes(static_cast<Eigen::Index>(i) * d + axis, motion);
  return columns;
}

// A over the unknowns, which are `axes` of the user's; columns in the user's order of springs.
Eigen::MatrixXd equilibrium_matrix(const NetworkData& net, const Bars& bars,
                                   const std::vector<int>& axes,
                                   const std::vector<std::size_t>& order) {
  const int d = net.dimension;
  std::vector<int> index(net.constrained.size(), -1);
  for (std::size_t i = 0; i < axes.size(); ++i) index[usize(axes[i])] = static_cast<int>(i);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(axes.size()),
                                            static_cast<Eigen::Index>(order.size()));
  for (std::size_t column = 0; column < order.size(); ++column) {
    const std::size_t bar = order[column], s = usize(bars.spring[bar]);
    for (int axis = 0; axis < d; ++axis) {
      const double n = bars.direction[bar * usize(d) + usize(axis)];
      const int a = index[user_axis(net, usize(net.a[s] * d + axis))];
      const int b = index[user_axis(net, usize(net.b[s] * d + axis))];
      if (a >= 0) A(a, static_cast<Eigen::Index>(column)) -= n;
      if (b >= 0) A(b, static_cast<Eigen::Index>(column)) += n;
    }
  }
  return A;
}

// Rows for `axes` of the user's, as rows for all axes in compiled order.
Eigen::MatrixXd over_all_axes(const NetworkData& net, const std::vector<int>& axes,
                              const Eigen::MatrixXd& rows) {
  Eigen::MatrixXd all =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(net.constrained.size()), rows.cols());
  all(axes, Eigen::all) = rows;
  return in_compiled_order(net, all);
}

// Makes the largest component of each column positive; of several equal ones, the first.
void make_positive(Eigen::MatrixXd& columns) {
  for (Eigen::Index c = 0; c < columns.cols(); ++c) {
    const double largest = columns.col(c).lpNorm<Eigen::Infinity>();
    for (Eigen::Index i = 0; i < columns.rows(); ++i)
      if (std::abs(columns(i, c)) >= (1 - 1e-6) * largest) {
        if (columns(i, c) < 0) columns.col(c) *= -1;
        break;
      }
  }
}

}  // namespace

Bars bars_at(const NetworkData& net, const std::vector<double>& user_position) {
  Bars bars;
  const std::vector<double> x = compiled_order(net, user_position);
  if (net.dimension == 2)
    collect<2>(net, x.data(), bars);
  else
    collect<3>(net, x.data(), bars);
  return bars;
}

std::optional<RigidityCounts> count_rigidity(Backend& backend, const NetworkData& net,
                                             const std::vector<double>& user_position) {
  const Bars bars = bars_at(net, user_position);
  const std::vector<double> blocks = bar_blocks(net, bars);
  const double largest = largest_eigenvalue(net, bars);
  const int zeros = backend.negative_pivots(blocks, {-kZeroBar * largest, 0});
  if (zeros < 0) return {};
  RigidityCounts counts;
  counts.bars = static_cast<int>(bars.spring.size());
  counts.unknowns = unknowns_of(net);
  counts.rank = counts.unknowns - zeros;
  if (zeros == 0) return counts;
  const StiffnessForm form = bar_form(net, bars);
  for (const Part& part : rigid_parts(form, user_position)) counts.rigid += part.rigid;
  // Long waves of slender parts lengthen bars a little.
  if (zeros == counts.rigid || zeros > SoftModes::kMost) return counts;
  if (const SoftModes soft = soft_modes(backend, blocks, form); soft.known && soft.listed)
    counts.rank = counts.unknowns - soft.zero;
  return counts;
}

RigiditySpaces rigidity_spaces(const NetworkData& net, const std::vector<double>& user_position) {
  const Bars bars = bars_at(net, user_position);
  const StiffnessForm form = bar_form(net, bars);
  std::vector<int> axes;
  for (int axis = 0; axis < static_cast<int>(net.constrained.size()); ++axis)
    if (!net.constrained[compiled_axis(net, usize(axis))]) axes.push_back(axis);
  std::vector<std::size_t> order(bars.spring.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return net.spring_user[usize(bars.spring[i])] < net.spring_user[usize(bars.spring[j])];
  });
  const Eigen::MatrixXd A = equilibrium_matrix(net, bars, axes, order);

  RigiditySpaces result;
  // The motions, those that lengthen nothing first.
  const SymmetricEigen eigen = symmetric_eigen(product(A, A.transpose()));
  Eigen::MatrixXd motions = eigen.vectors;
  const double soft = kSoftBar * largest_eigenvalue(net, bars);
  Eigen::MatrixXd softest =
      over_all_axes(net, axes, motions.leftCols((eigen.values.array() < soft).count()));
  const Eigen::Index zeros = zeros_first(form, softest);
  softest = in_user_order(net, softest);
  motions.leftCols(softest.cols()) = softest(axes, Eigen::all);
  result.counts.bars = static_cast<int>(bars.spring.size());
  result.counts.unknowns = static_cast<int>(axes.size());
  result.counts.rank = static_cast<int>(A.rows() - zeros);
  // Motions: rigid ones, and those that lengthen nothing and are orthogonal to them.
  result.rigid = rigid_columns(net, rigid_parts(form, user_position));
  result.counts.rigid = static_cast<int>(result.rigid.cols());
  const Eigen::MatrixXd free = motions.leftCols(zeros);
  Eigen::MatrixXd rigid(A.rows(), result.rigid.cols());
  for (Eigen::Index i = 0; i < rigid.rows(); ++i) rigid.row(i) = result.rigid.row(axes[i]);
  const Eigen::MatrixXd others =
      product(free, orthogonal_complement(transposed_product(free, rigid)));
  result.mechanisms = Eigen::MatrixXd::Zero(result.rigid.rows(), others.cols());
  for (Eigen::Index i = 0; i < others.rows(); ++i) result.mechanisms.row(axes[i]) = others.row(i);
  // Tensions: the orthogonal complement of the rows of A.
  const Eigen::MatrixXd stresses =
      orthogonal_complement(transposed_product(A, motions.rightCols(A.rows() - zeros)));
  result.stresses = Eigen::MatrixXd::Zero(net.spring_count, stresses.cols());
  for (std::size_t i = 0; i < order.size(); ++i)
    result.stresses.row(net.spring_user[usize(bars.spring[order[i]])]) =
        stresses.row(static_cast<Eigen::Index>(i));
  make_positive(result.rigid);
  make_positive(result.mechanisms);
  make_positive(result.stresses);
  return result;
}

}  // namespace tensio
