#include "backend/cpu/solvers/two_level.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>

#include "backend/interrupt.hpp"
#include "backend/loops.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Seeds of groups are this many springs apart, and further where a factorisation of the groups'
/// matrix would take more than kGroupWork products of blocks for each block of the matrix.
constexpr int kApart = 4;
constexpr double kGroupWork = 20;
/// Products are listed, 8 bytes each: at most 80 MB of them.
constexpr double kMostProducts = 1e7;
/// The cycle is positive definite while the smoother does not carry any motion to more than twice
/// its end; where it gets near that, it is taken in part.
constexpr double kFurthest = 1.8, kLess = 0.7, kLeast = 0.01;
/// How much stiffer a fixed axis is than the stiffest spring of its node.
constexpr double kFixed = 1e4;

// Approximate minimum degree of the groups' graph.
std::vector<int> elimination_order(const std::vector<std::vector<int>>& lower) {
  const int size = static_cast<int>(lower.size());
  std::vector<Eigen::Triplet<double, int>> entries;
  for (int row = 0; row < size; ++row) {
    entries.emplace_back(row, row, 1.0);
    for (int column : lower[row]) {
      entries.emplace_back(row, column, 1.0);
      entries.emplace_back(column, row, 1.0);
    }
  }
  Eigen::SparseMatrix<double, Eigen::ColMajor, int> matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(matrix, order);
  std::vector<int> place(usize(size));
  for (int i = 0; i < size; ++i) place[order.indices()[i]] = i;
  return place;
}

std::vector<int> inverse_of(const std::vector<int>& place) {
  std::vector<int> at(place.size());
  for (std::size_t i = 0; i < place.size(); ++i) at[place[i]] = static_cast<int>(i);
  return at;
}

void sort_and_join(std::vector<int>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// The groups that a node's row leads to.
void find_reach(const PatternGraph& graph, const Interpolation& groups, int node,
                std::vector<int>& reach) {
  reach.clear();
  const auto add = [&](int n) {
    reach.insert(reach.end(), groups.group.begin() + groups.start[n],
                 groups.group.begin() + groups.start[usize(n) + 1]);
  };
  add(node);
  for (int e = graph.start[node]; e < graph.start[usize(node) + 1]; ++e) add(graph.other[e]);
  sort_and_join(reach);
}

// The groups' matrix below its diagonal.
std::vector<std::vector<int>> rows_of_groups(const PatternGraph& graph,
                                             const Interpolation& groups) {
  std::vector<std::vector<int>> rows(usize(groups.count));
  std::vector<int> reach;
  const int nodes = static_cast<int>(graph.start.size()) - 1;
  for (int node = 0; node < nodes; ++node) {
    find_reach(graph, groups, node, reach);
    for (int e = groups.start[node]; e < groups.start[usize(node) + 1]; ++e)
      for (int other : reach)
        if (other < groups.group[e]) rows[groups.group[e]].push_back(other);
  }
  for (std::vector<int>& row : rows) sort_and_join(row);
  return rows;
}

// The same of nodes with other numbers.
Interpolation reordered(const Interpolation& groups, const std::vector<int>& place) {
  const auto node_of = inverse_of(place);
  Interpolation result;
  result.count = groups.count;
  result.group.reserve(groups.group.size());
  result.weight.reserve(groups.weight.size());
  for (int node : node_of) {
    for (int e = groups.start[node]; e < groups.start[usize(node) + 1]; ++e) {
      result.group.push_back(groups.group[e]);
      result.weight.push_back(groups.weight[e]);
    }
    result.start.push_back(static_cast<int>(result.group.size()));
  }
  return result;
}

LowerPattern pattern_of(const std::vector<std::vector<int>>& rows) {
  LowerPattern pattern;
  for (const std::vector<int>& row : rows) {
    pattern.column.insert(pattern.column.end(), row.begin(), row.end());
    pattern.start.push_back(static_cast<int>(pattern.column.size()));
  }
  return pattern;
}

}  // namespace

template <int D, class Real>
TwoLevel<D, Real>::TwoLevel(const NetworkData& net, const LowerPattern& pattern,
                            const std::vector<int>& place)
    : net_(net),
      pattern_(pattern),
      place_(place),
      graph_(graph_of(pattern)),
      lower_(pattern.column.size() * usize(D * D) + kBehindBlocks),
      diagonal_(usize(net.node_count) * usize(kBlock)),
      mask_(usize(net.node_count) * usize(kWidth)),
      factors_(pattern) {
  choose_groups();
  for (std::vector<Real>* rows : {&r_, &y_, &h_, &z_})
    rows->assign(usize(net.node_count) * usize(kWidth), Real(0));
}

template <int D, class Real>
void TwoLevel<D, Real>::choose_groups() {
  const double blocks = static_cast<double>(pattern_.column.size() + pattern_.start.size());
  // By the numbers that the nodes have, so that groups do not depend on places.
  const PatternGraph graph = graph_of(pattern_.reordered(inverse_of(place_)));
  for (int apart = kApart;; apart += 1 + apart / 4) {
    ask(Activity::ordering);
    groups_ = reordered(interpolate(net_, graph, apart), place_);
    const std::vector<int> place = elimination_order(rows_of_groups(graph_, groups_));
    for (int& group : groups_.group) group = place[group];
    coarse_pattern_ = pattern_of(rows_of_groups(graph_, groups_)).filled();
    const std::vector<int> wave = wave_order(coarse_pattern_);
    for (int& group : groups_.group) group = wave[group];
    coarse_pattern_ = coarse_pattern_.reordered(wave);
    const double work = BlockFactor<D, Real>::work(coarse_pattern_);
    if (work <= std::min(kGroupWork * blocks, kMostProducts) || apart > net_.node_count) break;
  }
  coarse_factors_ = std::make_unique<BlockFactor<D, Real>>(coarse_pattern_);
  weight_.assign(groups_.weight.begin(), groups_.weight.end());
  coarse_lower_.resize(coarse_pattern_.column.size() * usize(D * D) + kBehindBlocks);
  coarse_diagonal_.resize(usize(groups_.count) * usize(kBlock));
  coarse_right_.resize(usize(groups_.count) * usize(kWidth));
  coarse_motion_.resize(coarse_right_.size());
  place_of_.assign(usize(groups_.count), -1);
  place_moves(coarse_pattern_);
}

template <int D, class Real>
void TwoLevel<D, Real>::place_moves(const LowerPattern& filled) {
  std::vector<int> reach;
  std::size_t most = 0;
  reach_start_.assign(1, 0);
  move_start_.assign(1, 0);
  for (int node = 0; node < net_.node_count; ++node) {
    find_reach(graph_, groups_, node, reach);
    most = std::max(most, reach.size());
    reach_.insert(reach_.end(), reach.begin(), reach.end());
    reach_start_.push_back(static_cast<int>(reach_.size()));
    for (int e = groups_.start[node]; e < groups_.start[usize(node) + 1]; ++e) {
      const int row = groups_.group[e];
      for (std::size_t i = 0; i < reach.size() && reach[i] <= row; ++i)
        moves_.push_back(
            {static_cast<int>(i), reach[i] == row ? ~row : filled.slot(row, reach[i])});
      move_start_.push_back(static_cast<int>(moves_.size()));
    }
  }
  products_.resize(most * usize(kBlock));
}

// Fixed axes are rows and columns of their own: apart where a whole node is fixed, else so stiff
// that hardly anything moves them, which leaves blocks symmetric.
template <int D, class Real>
void TwoLevel<D, Real>::hold_fixed_axes() {
  for (int unplaced = 0; unplaced < net_.node_count; ++unplaced) {
    const int node = place_[unplaced];
    int fixed = 0;
    for (int i = 0; i < D; ++i) {
      const bool constrained = net_.constrained[usize(axis_offset<D>(unplaced) + i)] != 0;
      mask_[usize(node * kWidth + i)] = constrained ? Real(0) : Real(1);
      fixed += constrained;
    }
    if (fixed == 0) continue;
    Real* const own = diagonal_.data() + node * kBlock;
    if (fixed < D) {
      Real largest = 0;
      for (int i = 0; i < D; ++i) largest = std::max(largest, own[i * kWidth + i]);
      for (int i = 0; i < D; ++i)
        if (mask_[usize(node * kWidth + i)] == 0)
          own[i * kWidth + i] += static_cast<Real>(kFixed) * largest;
      continue;
    }
    for (int j = 0; j < D; ++j)
      for (int i = 0; i < D; ++i)
        own[j * kWidth + i] = i == j ? static_cast<Real>(net_.stiffness_scale) : Real(0);
    for (int e = graph_.start[node]; e < graph_.start[usize(node) + 1]; ++e)
      std::fill_n(lower_.data() + block_offset<D>(graph_.slot[e]), D * D, Real(0));
  }
}

template <int D, class Real>
bool TwoLevel<D, Real>::prepare(bool groups) {
  hold_fixed_axes();
  if (groups) {
    smoothing_ = 1;
    if (!prepare_groups()) return false;
  }
  return factors_.factorise(lower_.data(), diagonal_.data());
}

// A P of a node's row.
template <int D, class Real>
void TwoLevel<D, Real>::multiply_row(int node) {
  const int first = reach_start_[node], length = reach_start_[usize(node) + 1] - first;
  for (int i = 0; i < length; ++i) place_of_[reach_[usize(first + i)]] = i;
  std::fill_n(products_.data(), length * kBlock, Real(0));
  const auto add = [&](int other, const Real* block, int stride) {
    const Real* mask = mask_.data() + wide(other) * kWidth;
    Lane column[D];
    for (int j = 0; j < D; ++j) column[j].set_product(mask[j], Lane::load(block + j * stride));
    for (int e = groups_.start[other]; e < groups_.start[usize(other) + 1]; ++e) {
      Real* to = products_.data() + place_of_[groups_.group[e]] * kBlock;
      for (int j = 0; j < D; ++j) {
        Lane sum = Lane::load(to + j * kWidth);
        sum.add_product(weight_[e], column[j]);
        sum.store(to + j * kWidth);
      }
    }
  };
  add(node, diagonal_.data() + node * kBlock, kWidth);
  for (int e = graph_.start[node]; e < graph_.start[usize(node) + 1]; ++e)
    add(graph_.other[e], lower_.data() + block_offset<D>(graph_.slot[e]), D);
}

// A padded block, its rows times factors that are zero behind the D numbers. All columns are loaded
// before one is stored, since those of `to` may overlap.
template <int D, class Real>
void TwoLevel<D, Real>::add_block(const Real* from, const Lane& factor, Real* to, int stride) {
  Lane sum[D];
  for (int j = 0; j < D; ++j) {
    Lane part = Lane::load(from + j * kWidth);
    part.multiply(factor);
    sum[j] = Lane::load(to + j * stride);
    sum[j].add(part);
  }
  for (int j = 0; j < D; ++j) sum[j].store(to + j * stride);
}

template <int D, class Real>
bool TwoLevel<D, Real>::prepare_groups() {
  std::fill(coarse_lower_.begin(), coarse_lower_.end(), Real(0));
  std::fill(coarse_diagonal_.begin(), coarse_diagonal_.end(), Real(0));
  for (int node = 0; node < net_.node_count; ++node) {
    const Lane mask = Lane::load(mask_.data() + wide(node) * kWidth);
    multiply_row(node);
    for (int e = groups_.start[node]; e < groups_.start[usize(node) + 1]; ++e) {
      Lane factor;
      factor.set_product(weight_[e], mask);
      for (int m = move_start_[e]; m < move_start_[usize(e) + 1]; ++m) {
        const int target = moves_[m].target;
        const bool own = target < 0;
        Real* to = own ? coarse_diagonal_.data() + ~target * kBlock
                       : coarse_lower_.data() + block_offset<D>(target);
        add_block(products_.data() + moves_[m].place * kBlock, factor, to, own ? kWidth : D);
      }
    }
  }
  // Groups of fixed nodes move nowhere.
  for (int group = 0; group < groups_.count; ++group)
    for (int i = 0; i < D; ++i)
      if (Real& entry = coarse_diagonal_[usize(group * kBlock + i * kWidth + i)]; entry == 0)
        entry = static_cast<Real>(net_.stiffness_scale);
  return coarse_factors_->factorise(coarse_lower_.data(), coarse_diagonal_.data());
}

// y = A x
template <int D, class Real>
void TwoLevel<D, Real>::multiply(const Real* x, Real* y) const {
  const Real *block = lower_.data(), *const diagonal = diagonal_.data();
  const int *const start = pattern_.start.data(), *const column = pattern_.column.data();
  const int rows = pattern_.rows();
  for (int row = 0, e = 0; row < rows; ++row) {
    const Lane own = Lane::load(x + wide(row) * kWidth);
    Lane part[D];  // whose sums are y's row, since blocks are symmetric
    for (int j = 0; j < D; ++j) {
      part[j] = Lane::load(diagonal + row * kBlock + j * kWidth);
      part[j].multiply(own);
    }
    for (const int end = start[row + 1]; e < end; ++e, block += D * D) {
      const Lane other = Lane::load(x + wide(column[e]) * kWidth);
      Real* const to = y + wide(column[e]) * kWidth;
      Lane back = Lane::load(to);
      for (int j = 0; j < D; ++j) {
        const Lane entries = Lane::load(block + j * D);
        part[j].add_product(entries, other);
        back.add_product(own[j], entries);
      }
      back.store(to);
    }
    Lane::sums(part).store(y + wide(row) * kWidth);
  }
}

// y += P A_c⁻¹ Pᵀ (r - A y)
template <int D, class Real>
void TwoLevel<D, Real>::add_groups(const Real* r, const Real* Ay, Real* y) {
  std::fill(coarse_right_.begin(), coarse_right_.end(), Real(0));
  for (int node = 0; node < net_.node_count; ++node) {
    Lane rest = Lane::load(r + wide(node) * kWidth);
    rest.subtract(Lane::load(Ay + wide(node) * kWidth));
    rest.multiply(Lane::load(mask_.data() + wide(node) * kWidth));
    for (int e = groups_.start[node]; e < groups_.start[usize(node) + 1]; ++e) {
      Real* to = coarse_right_.data() + wide(groups_.group[e]) * kWidth;
      Lane sum = Lane::load(to);
      sum.add_product(weight_[e], rest);
      sum.store(to);
    }
  }
  coarse_factors_->solve(coarse_right_.data(), coarse_motion_.data());
  for (int node = 0; node < net_.node_count; ++node) {
    Lane sum = {};
    for (int e = groups_.start[node]; e < groups_.start[usize(node) + 1]; ++e)
      sum.add_product(weight_[e],
                      Lane::load(coarse_motion_.data() + wide(groups_.group[e]) * kWidth));
    sum.multiply(Lane::load(mask_.data() + wide(node) * kWidth));
    sum.add(Lane::load(y + wide(node) * kWidth));
    sum.store(y + wide(node) * kWidth);
  }
}

template <int D, class Real>
double TwoLevel<D, Real>::sum_of_products(const Real* x, const Real* y) const {
  double total = 0;
  for (int begin = 0; begin < net_.node_count; begin += 256) {
    Lane sum = {};
    for (int node = begin; node < std::min(begin + 256, net_.node_count); ++node) {
      Lane product = Lane::load(x + wide(node) * kWidth);
      product.multiply(Lane::load(y + wide(node) * kWidth));
      sum.add(product);
    }
    Real lane[kWidth];
    sum.store(lane);
    for (int i = 0; i < D; ++i) total += static_cast<double>(lane[i]);
  }
  return total;
}

// y = the smoother's part of the way, h = A y.
template <int D, class Real>
void TwoLevel<D, Real>::smooth() {
  for (;;) {
    factors_.solve(r_.data(), y_.data());
    if (smoothing_ != 1)
      for (Real& value : y_) value *= smoothing_;
    multiply(y_.data(), h_.data());
    const double along = sum_of_products(r_.data(), y_.data());
    if (!(sum_of_products(h_.data(), y_.data()) > kFurthest * along) ||
        smoothing_ < static_cast<Real>(kLeast))
      return;
    smoothing_ *= static_cast<Real>(kLess);
  }
}

template <int D, class Real>
void TwoLevel<D, Real>::solve(const double* f, double* p) {
  // In units of the largest, single precision is never too narrow.
  const int axes = net_.node_count * D;
  const double largest = largest_force(f, 0, axes);
  const double scale = largest > 0 ? 1 / largest : 0.0;
  for (int node = 0; node < net_.node_count; ++node)
    for (int i = 0; i < D; ++i) {
      const auto lane = usize(place_[node] * kWidth + i);
      r_[lane] = static_cast<Real>(scale * f[axis_offset<D>(node) + i]) * mask_[lane];
    }
  smooth();
  add_groups(r_.data(), h_.data(), y_.data());
  multiply(y_.data(), h_.data());
  for (std::size_t i = 0; i < h_.size(); ++i) h_[i] = r_[i] - h_[i];
  factors_.solve(h_.data(), z_.data());
  for (int node = 0; node < net_.node_count; ++node)
    for (int i = 0; i < D; ++i) {
      const auto lane = usize(place_[node] * kWidth + i);
      p[axis_offset<D>(node) + i] =
          largest * static_cast<double>(mask_[lane] * (y_[lane] + smoothing_ * z_[lane]));
    }
}

template class TwoLevel<2, float>;
template class TwoLevel<3, float>;
template class TwoLevel<2, double>;
template class TwoLevel<3, double>;

}  // namespace tensio
