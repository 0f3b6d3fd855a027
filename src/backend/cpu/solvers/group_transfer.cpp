#include "backend/cpu/solvers/group_transfer.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "backend/cpu/solvers/domain_order.hpp"
#include "backend/interrupt.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Groups for which threads are worth waking.
constexpr int kGroupsForThreads = 256;
/// Nodes that are added up together, at least; and how often at most, since each time takes memory
/// of its own.
constexpr int kNodesPerChunk = 16384, kMostChunks = 8;

/// Springs that are fetched ahead of their use.
constexpr int kAhead = 24;

void sort_unique(std::vector<int>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

template <int D>
GroupTransfer<D>::GroupTransfer(const NetworkData& net, Interpolation groups, ThreadPool& pool)
    : net_(net), groups_(std::move(groups)), pool_(pool) {
  // Everywhere the weights that are kept with the members.
  for (double& weight : groups_.weight) weight = static_cast<double>(static_cast<float>(weight));
  ask(Activity::ordering);
  find_members();
  ask(Activity::ordering);
  find_coarse();
}

template <int D>
void GroupTransfer<D>::find_members() {
  member_start_.assign(usize(groups_.count) + 1, 0);
  for (int group : groups_.group) ++member_start_[usize(group) + 1];
  std::partial_sum(member_start_.begin(), member_start_.end(), member_start_.begin());
  member_.resize(groups_.group.size());
  std::vector<int> next(member_start_.begin(), member_start_.end() - 1);
  for (int node = 0; node < net_.node_count; ++node)
    for (int e = groups_.start[node]; e < groups_.start[usize(node) + 1]; ++e)
      member_[next[groups_.group[e]]++] = {node, static_cast<float>(groups_.weight[e])};
}

// The groups that the row of each node leads to, and from them the pattern of Pᵀ A P on and below
// the diagonal: by columns of blocks, and of single entries.
template <int D>
void GroupTransfer<D>::find_coarse() {
  std::vector<int> near;
  reach_start_.assign(1, 0);
  for (int node = 0; node < net_.node_count; ++node) {
    near.clear();
    for (int slot = net_.row_start[node]; slot < net_.row_start[usize(node) + 1]; ++slot) {
      const int other = net_.column[slot];
      near.insert(near.end(), groups_.group.begin() + groups_.start[other],
                  groups_.group.begin() + groups_.start[usize(other) + 1]);
    }
    sort_unique(near);
    reach_.insert(reach_.end(), near.begin(), near.end());
    reach_start_.push_back(static_cast<int>(reach_.size()));
  }
  coarse_start_.assign(1, 0);
  coarse_value_.assign(1, 0);
  for (int group = 0; group < groups_.count; ++group) {
    near.assign(1, group);
    for (int i = member_start_[group]; i < member_start_[usize(group) + 1]; ++i) {
      const int node = member_[i].node;
      for (int e = reach_start_[node]; e < reach_start_[usize(node) + 1]; ++e)
        if (reach_[e] > group) near.push_back(reach_[e]);
    }
    sort_unique(near);
    coarse_group_.insert(coarse_group_.end(), near.begin(), near.end());
    coarse_start_.push_back(static_cast<int>(coarse_group_.size()));
    const auto blocks = static_cast<std::ptrdiff_t>(near.size());
    coarse_value_.push_back(coarse_value_.back() + blocks * D * D - D * (D - 1) / 2);
  }
}

template <int D>
void GroupTransfer<D>::find_chunks() {
  const int count = std::clamp(net_.node_count / kNodesPerChunk, 1, kMostChunks);
  const auto cut = [&](int part) {
    return static_cast<int>(static_cast<std::int64_t>(net_.node_count) * part / count);
  };
  for (int c = 0; c < count; ++c) {
    Chunk chunk{cut(c), cut(c + 1), 0, 0, {}, std::vector<int>(usize(groups_.count)), {}};
    const auto first = reach_.begin() + reach_start_[chunk.begin],
               last = reach_.begin() + reach_start_[chunk.end];
    if (first != last) {
      const auto [least, most] = std::minmax_element(first, last);
      chunk.first_group = *least;
      chunk.last_group = *most + 1;
    }
    chunks_.push_back(std::move(chunk));
  }
}

template <int D>
void GroupTransfer<D>::prepare(const SpringMatrix<D>& A, std::vector<double>& coarse) {
  if (chunks_.empty()) find_chunks();
  near_fixed_.assign(usize(net_.node_count), 0);
  for (int node = 0; node < net_.node_count; ++node)
    if (any_fixed<D>(net_, node))
      for (int slot = net_.row_start[node]; slot < net_.row_start[usize(node) + 1]; ++slot)
        near_fixed_[net_.column[slot]] = 1;
  for_each_item(pool_, static_cast<int>(chunks_.size()), [&](int c) { add_rows(A, chunks_[c]); });
  pool_.parallel_for(
      groups_.count, [&](int begin, int end) { write_columns(begin, end, coarse.data()); },
      kGroupsForThreads);
}

template <int D>
void GroupTransfer<D>::add_rows(const SpringMatrix<D>& A, Chunk& chunk) {
  const int blocks = coarse_start_[chunk.last_group] - coarse_start_[chunk.first_group];
  chunk.blocks.assign(usize(blocks) * D * D, 0.0);
  for (int node = chunk.begin; node < chunk.end; ++node) {
    const int first = reach_start_[node], near = reach_start_[usize(node) + 1] - first;
    for (int i = 0; i < near; ++i) chunk.index[reach_[first + i]] = i;
    chunk.row.assign(usize(near), {});
    if (near_fixed_[node] != 0)
      add_row_in_part(A, node, chunk);
    else
      add_row(A, node, chunk);
    add_products(node, chunk);
  }
}

// The row of A P of a node far from fixed axes: all blocks are symmetric.
template <int D>
void GroupTransfer<D>::add_row(const SpringMatrix<D>& A, int node, Chunk& chunk) {
  using Half = HalfBlock<D>;
  const auto add_column = [&](int at, double sign, const Half& block) {
    for (int e = groups_.start[at]; e < groups_.start[usize(at) + 1]; ++e)
      block.add_to(sign * groups_.weight[e], chunk.row[chunk.index[groups_.group[e]]].m);
  };
  Block<D> alone{};
  A.add_node(node, alone);
  Half diagonal = Half::of(alone.m);
  const int last = static_cast<int>(net_.incident.size()) - 1;
  for (int e = net_.incidence_start[node]; e < net_.incidence_start[usize(node) + 1]; ++e) {
    const int s = net_.incident[e];
    A.prefetch(net_.incident[std::min(e + kAhead, last)]);
    const Half block = Half::of(A.spring(s).n.v, A.spring(s).along, A.spring(s).q);
    diagonal += block;
    add_column(net_.a[s] == node ? net_.b[s] : net_.a[s], -1, block);
  }
  add_column(node, 1, diagonal);
  for (Block<D>& block : chunk.row) Half::complete(block.m);
}

// The same where axes are fixed: these do not move with their groups.
template <int D>
void GroupTransfer<D>::add_row_in_part(const SpringMatrix<D>& A, int node, Chunk& chunk) {
  const auto is_fixed = [&](int at, int i) {
    return net_.constrained[usize(axis_offset<D>(at) + i)] != 0;
  };
  const auto add_column = [&](int at, double sign, Block<D> block) {
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j)
        if (is_fixed(node, i) || is_fixed(at, j)) block(i, j) = 0.0;
    const auto pairs = BlockPairs<D>::load(block.m);
    for (int e = groups_.start[at]; e < groups_.start[usize(at) + 1]; ++e)
      pairs.add_to(sign * groups_.weight[e], chunk.row[chunk.index[groups_.group[e]]].m);
  };
  Block<D> diagonal{};
  A.add_node(node, diagonal);
  for (int e = net_.incidence_start[node]; e < net_.incidence_start[usize(node) + 1]; ++e) {
    const int s = net_.incident[e];
    const Block<D> block = block_of(A.spring(s));
    for (int i = 0; i < D * D; ++i) diagonal.m[i] += block.m[i];
    add_column(net_.a[s] == node ? net_.b[s] : net_.a[s], -1, block);
  }
  add_column(node, 1, diagonal);
}

// What a node brings to Pᵀ A P with its row of A P.
template <int D>
void GroupTransfer<D>::add_products(int node, Chunk& chunk) {
  const int* const reach = reach_.data() + reach_start_[node];
  const int near = static_cast<int>(chunk.row.size());
  const int first = coarse_start_[chunk.first_group];
  for (int e = groups_.start[node]; e < groups_.start[usize(node) + 1]; ++e) {
    const int group = groups_.group[e];
    int slot = coarse_start_[group];
    for (int i = chunk.index[group]; i < near; ++i, ++slot) {
      while (coarse_group_[slot] != reach[i]) ++slot;
      BlockPairs<D>::load(chunk.row[i].m)
          .add_to(groups_.weight[e], chunk.blocks.data() + block_offset<D>(slot - first));
    }
  }
}

// What the chunks have of the columns of some groups. Blocks lie by the row of the group, which is
// the column of the lower triangle.
template <int D>
void GroupTransfer<D>::write_columns(int begin, int end, double* coarse) const {
  std::vector<Block<D>> sums;
  for (int group = begin; group < end; ++group) {
    const int first = coarse_start_[group], blocks = coarse_start_[usize(group) + 1] - first;
    sums.assign(usize(blocks), {});
    for (const Chunk& chunk : chunks_) {
      if (group < chunk.first_group || group >= chunk.last_group) continue;
      const double* from =
          chunk.blocks.data() + block_offset<D>(first - coarse_start_[chunk.first_group]);
      for (int i = 0; i < blocks; ++i)
        for (int m = 0; m < D * D; ++m) sums[i].m[m] += *from++;
    }
    double* to = coarse + coarse_value_[group];
    for (int j = 0; j < D; ++j)
      for (int i = 0; i < blocks; ++i)
        for (int k = i == 0 ? j : 0; k < D; ++k) *to++ = sums[i](j, k);
  }
}

template <int D>
void GroupTransfer<D>::restrict_to(const double* r, double* right) {
  const auto add = [&](int begin, int end) {
    for (int group = begin; group < end; ++group) {
      DoubleRow<D> sum{};
      for (int i = member_start_[group]; i < member_start_[usize(group) + 1]; ++i)
        sum += static_cast<double>(member_[i].weight) *
               DoubleRow<D>::load(r + axis_offset<D>(member_[i].node));
      sum.store(right + axis_offset<D>(group));
    }
  };
  pool_.parallel_for(groups_.count, add, kGroupsForThreads);
}

template <int D>
void GroupTransfer<D>::restrict_rows(const float* r, double unit, double* right) {
  const auto add = [&](int begin, int end) {
    for (int group = begin; group < end; ++group) {
      DoubleRow<D> sum{};
      for (int i = member_start_[group]; i < member_start_[usize(group) + 1]; ++i)
        sum += static_cast<double>(member_[i].weight) *
               DoubleRow<D>::load(r + wide(member_[i].node) * FloatLanes<D>::kCount);
      (unit * sum).store(right + axis_offset<D>(group));
    }
  };
  pool_.parallel_for(groups_.count, add, kGroupsForThreads);
}

// P motion at a node, without regard to fixed axes.
template <int D>
inline DoubleRow<D> GroupTransfer<D>::motion_of(int node, const double* motion) const {
  DoubleRow<D> sum{};
  for (int e = groups_.start[node]; e < groups_.start[usize(node) + 1]; ++e)
    sum += groups_.weight[e] * DoubleRow<D>::load(motion + axis_offset<D>(groups_.group[e]));
  return sum;
}

template <int D>
void GroupTransfer<D>::extend(const double* motion, double* z) {
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for (int node = begin; node < end; ++node) {
      const DoubleRow<D> sum = motion_of(node, motion);
      for (int k = 0; k < D; ++k) {
        const std::ptrdiff_t axis = axis_offset<D>(node) + k;
        if (!net_.constrained[usize(axis)]) z[axis] += sum[k];
      }
    }
  });
}

template <int D>
double GroupTransfer<D>::extend_rows(const double* motion, const float* y, double unit,
                                     const double* r, double* z) {
  return pool_.parallel_sum(net_.node_count, [&](int begin, int end) {
    double product = 0;
    for (int node = begin; node < end; ++node) {
      DoubleRow<D> sum = motion_of(node, motion);
      sum += unit * DoubleRow<D>::load(y + wide(node) * FloatLanes<D>::kCount);
      for (int k = 0; k < D; ++k) {
        const std::ptrdiff_t axis = axis_offset<D>(node) + k;
        z[axis] = net_.constrained[usize(axis)] ? 0.0 : sum[k];
        product += r[axis] * z[axis];
      }
    }
    return product;
  });
}

template class GroupTransfer<2>;
template class GroupTransfer<3>;

}  // namespace tensio
