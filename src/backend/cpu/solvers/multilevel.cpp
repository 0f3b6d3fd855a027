// Incomplete Cholesky for what neighbours do to each other, and an exact solution for groups of
// nodes that move as a whole, which is what incomplete factors are slow at.
//
// P takes the motions of groups to those of their nodes, A_c = Pᵀ A P, Q = P A_c⁻¹ Pᵀ. With M the
// incomplete factors, the preconditioner is z = y + Q (r - A y), y = M⁻¹ r: "A-DEF2" of [Tang,
// Nabben, Vuik, Erlangga 2009]. It is not symmetric, but conjugate gradients that begin with
// Pᵀ r = 0 do not see that, and it needs less work than a symmetric cycle. As Pᵀ A y = (A P)ᵀ y,
// and A P has blocks only where springs lead from a node to a group, it costs little beside M.
#include <Eigen/SparseCholesky>
#include <algorithm>

#include "backend/cpu/solvers/incomplete.hpp"
#include "backend/cpu/solvers/node_groups.hpp"
#include "backend/interrupt.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Groups of at most 2^6 nodes: 8 x 8 of a cloth, 4 x 4 x 4 of a lattice.
constexpr int kPairings = 6;
/// Groups grow until a factorisation of A_c takes at most this many multiplications per block of A,
/// about as long as ten iterations.
constexpr double kCoarseWork = 100;
/// Pivots of A_c below this fraction of the diagonal stand for motions without stiffness.
constexpr double kZeroPivot = 1e-12;
/// What is then added, as a fraction of the diagonal.
constexpr double kCoarseShift = 1e-8;

using Sparse = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

// A_c by single entries: whole blocks on and below the diagonal, of which the lower triangle
// counts.
class CoarseMatrix {
 public:
  // Columns of blocks: for each group its neighbours from itself on, ascending.
  CoarseMatrix(const std::vector<std::vector<int>>& columns, int d) : d_(d) {
    const int size = static_cast<int>(columns.size()) * d;
    outer_.push_back(0);
    for (const std::vector<int>& column : columns) {
      start_.push_back(static_cast<int>(inner_.size()));
      for (int axis = 0; axis < d; ++axis) {
        for (int group : column)
          for (int k = 0; k < d; ++k) inner_.push_back(group * d + k);
        outer_.push_back(static_cast<int>(inner_.size()));
      }
      length_.push_back(static_cast<int>(column.size()) * d);
    }
    values_.assign(inner_.size(), 0.0);
    ldlt_.analyzePattern(view());
    right_.resize(size);
  }

  double work() const { return ldlt_.work(); }
  void clear() { std::fill(values_.begin(), values_.end(), 0.0); }
  // The first entry of the block that is `place` blocks down from the diagonal of `group`; rows lie
  // next to each other, columns are length() apart.
  double* block(int group, int place) { return values_.data() + start_[group] + place * d_; }
  int length(int group) const { return length_[group]; }

  // `empty`: what stands on the diagonal where a group has no unknown.
  Factor factorise(double empty) {
    for (int axis = 0; axis < right_.size(); ++axis)
      if (diagonal(axis) == 0.0) diagonal(axis) = empty;
    Factor factor = pivots();
    if (factor != Factor::nearly_singular && factor != Factor::failed) return factor;
    for (int axis = 0; axis < right_.size(); ++axis) diagonal(axis) *= 1 + kCoarseShift;
    factor = pivots();
    return factor == Factor::failed ? Factor::indefinite : factor;
  }

  // The right side is worked on in place, between restrict and extend.
  Eigen::VectorXd& right() { return right_; }
  const Eigen::VectorXd& solve() {
    result_ = ldlt_.solve(right_);
    return result_;
  }

 private:
  struct Ldlt : Eigen::SimplicialLDLT<Sparse, Eigen::Lower> {
    double work() const { return m_nonZerosPerCol.template cast<double>().squaredNorm(); }
  };
  Sparse view() const {
    const int size = static_cast<int>(outer_.size()) - 1;
    return Eigen::Map<const Sparse>(size, size, static_cast<Eigen::Index>(inner_.size()),
                                    outer_.data(), inner_.data(), values_.data());
  }
  double& diagonal(int axis) {
    const int group = axis / d_, local = axis % d_;
    return values_[usize(start_[group] + local * length_[group] + local)];
  }
  Factor pivots() {
    ldlt_.factorize(view());
    if (ldlt_.info() != Eigen::Success) return Factor::failed;
    const auto& place = ldlt_.permutationP().indices();
    Factor factor = Factor::positive_definite;
    for (int axis = 0; axis < right_.size(); ++axis) {
      const double pivot = ldlt_.vectorD()[place[axis]], entry = diagonal(axis);
      if (!(entry > 0) || !(pivot > -kCoarseShift * entry)) return Factor::indefinite;
      if (pivot < kZeroPivot * entry) factor = Factor::nearly_singular;
    }
    return factor;
  }

  int d_;
  std::vector<int> outer_, inner_;
  std::vector<int> start_, length_;
  std::vector<double> values_;
  Ldlt ldlt_;
  Eigen::VectorXd right_, result_;
};

// Which groups the springs of each node lead to, its own among them.
struct Reach {
  std::vector<int> start, group;
  std::vector<int> of_slot;  // block of A -> place in group
};

Reach reach_of(const NetworkData& net, const NodeGroups& groups) {
  Reach reach;
  reach.start.push_back(0);
  reach.of_slot.resize(net.column.size());
  std::vector<int> near;
  for (std::size_t n = 0; n < usize(net.node_count); ++n) {
    near.clear();
    for (int slot = net.row_start[n]; slot < net.row_start[n + 1]; ++slot)
      near.push_back(groups.of_node[net.column[slot]]);
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    for (int slot = net.row_start[n]; slot < net.row_start[n + 1]; ++slot) {
      const int group = groups.of_node[net.column[slot]];
      reach.of_slot[slot] =
          reach.start.back() +
          static_cast<int>(std::lower_bound(near.begin(), near.end(), group) - near.begin());
    }
    reach.group.insert(reach.group.end(), near.begin(), near.end());
    reach.start.push_back(static_cast<int>(reach.group.size()));
  }
  return reach;
}

// For each group, those from itself on that springs lead to, ascending.
std::vector<std::vector<int>> columns_of(const NodeGroups& groups, const Reach& reach) {
  std::vector<std::vector<int>> columns(usize(groups.count));
  for (std::size_t n = 0; n < groups.of_node.size(); ++n)
    for (int e = reach.start[n]; e < reach.start[n + 1]; ++e)
      if (reach.group[e] >= groups.of_node[n]) columns[groups.of_node[n]].push_back(reach.group[e]);
  for (std::vector<int>& column : columns) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
  }
  return columns;
}

template <int D>
class Multilevel final : public Preconditioner {
 public:
  explicit Multilevel(const NetworkData& net) : net_(net), factors_(net) {
    groups_ = single_nodes(net);
    for (int pairing = 0; pairing < kPairings; ++pairing) {
      ask(Activity::ordering);
      groups_ = paired(net, groups_);
    }
    for (;;) {
      ask(Activity::ordering);
      reach_ = reach_of(net, groups_);
      ask(Activity::ordering);
      const std::vector<std::vector<int>> columns = columns_of(groups_, reach_);
      ask(Activity::ordering);
      coarse_ = std::make_unique<CoarseMatrix>(columns, D);
      NodeGroups larger;
      if (coarse_->work() <= kCoarseWork * net.block_count() ||
          (larger = paired(net, groups_)).count == groups_.count) {
        place_blocks(columns);
        break;
      }
      groups_ = std::move(larger);
    }
    products_.resize(reach_.group.size() * D * D);
  }

  Factor prepare(const BlockMatrix& A) override {
    ask(Activity::factorising);
    multiply_groups(A);
    ask(Activity::factorising);
    coarse_->clear();
    for (int node = 0; node < net_.node_count; ++node) {
      const int group = groups_.of_node[node], length = coarse_->length(group);
      for (int e = reach_.start[node]; e < reach_.start[usize(node) + 1]; ++e) {
        if (place_[e] < 0) continue;
        const double* product = products_.data() + block_offset<D>(e);
        double* target = coarse_->block(group, place_[e]);
        for (int i = 0; i < D; ++i)
          for (int j = 0; j < D; ++j) target[wide(i) * length + j] += product[i * D + j];
      }
    }
    if (coarse_->factorise(net_.stiffness_scale) == Factor::indefinite) return Factor::indefinite;
    return factors_.factorise(A);
  }

  void apply(const double* r, double* z) override {
    factors_.solve(r, z);
    restrict_to_groups(r);
    Eigen::VectorXd& right = coarse_->right();
    for (int node = 0; node < net_.node_count; ++node) {
      const Vec<D> own = load<D>(z, node);
      for (int e = reach_.start[node]; e < reach_.start[usize(node) + 1]; ++e) {
        const double* product = products_.data() + block_offset<D>(e);
        double* target = right.data() + axis_offset<D>(reach_.group[e]);
        for (int j = 0; j < D; ++j) {
          double sum = product[j] * own[0];
          for (int i = 1; i < D; ++i) sum += product[i * D + j] * own[i];
          target[j] -= sum;
        }
      }
    }
    add_groups(z);
  }

  bool correct(const double* r, double* x) override {
    restrict_to_groups(r);
    add_groups(x);
    return true;
  }

 private:
  void place_blocks(const std::vector<std::vector<int>>& columns) {
    place_.assign(reach_.group.size(), -1);
    for (std::size_t n = 0; n < usize(net_.node_count); ++n) {
      const std::vector<int>& column = columns[groups_.of_node[n]];
      for (int e = reach_.start[n]; e < reach_.start[n + 1]; ++e)
        if (reach_.group[e] >= groups_.of_node[n])
          place_[e] = static_cast<int>(
              std::lower_bound(column.begin(), column.end(), reach_.group[e]) - column.begin());
    }
  }

  // A P over the unknowns.
  void multiply_groups(const BlockMatrix& A) {
    std::fill(products_.begin(), products_.end(), 0.0);
    for (int node = 0; node < net_.node_count; ++node)
      for (int slot = net_.row_start[node]; slot < net_.row_start[usize(node) + 1]; ++slot) {
        Block<D> block = A.block<D>(node, slot);
        if (slot == net_.diagonal[node])
          for (int i = 0; i < D; ++i)
            if (net_.constrained[usize(node) * D + usize(i)]) block(i, i) = 0.0;
        double* target = products_.data() + block_offset<D>(reach_.of_slot[slot]);
        for (int i = 0; i < D * D; ++i) target[i] += block.m[i];
      }
  }

  // right = Pᵀ r; r is zero on fixed axes.
  void restrict_to_groups(const double* r) {
    Eigen::VectorXd& right = coarse_->right();
    right.setZero();
    for (int node = 0; node < net_.node_count; ++node)
      for (int i = 0; i < D; ++i)
        right[axis_offset<D>(groups_.of_node[node]) + i] += r[axis_offset<D>(node) + i];
  }

  // z += P A_c⁻¹ right.
  void add_groups(double* z) {
    const Eigen::VectorXd& motion = coarse_->solve();
    for (int node = 0; node < net_.node_count; ++node)
      for (int i = 0; i < D; ++i) {
        const auto axis = usize(node) * D + usize(i);
        if (!net_.constrained[axis]) z[axis] += motion[axis_offset<D>(groups_.of_node[node]) + i];
      }
  }

  const NetworkData& net_;
  Incomplete<D> factors_;
  NodeGroups groups_;
  Reach reach_;
  std::vector<int> place_;        // of each product in its column of A_c; -1: above the diagonal
  std::vector<double> products_;  // A P, by rows
  std::unique_ptr<CoarseMatrix> coarse_;
};

}  // namespace

std::unique_ptr<Preconditioner> make_multilevel(const NetworkData& net) {
  if (net.dimension == 2) return std::make_unique<Multilevel<2>>(net);
  return std::make_unique<Multilevel<3>>(net);
}

}  // namespace tensio
