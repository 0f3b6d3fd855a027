#include "backend/cpu/solvers/group_transfer.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "backend/cpu/solvers/block_rows.hpp"
#include "backend/interrupt.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Groups for which threads are worth waking.
constexpr int kGroupsForThreads = 256;
/// Numbers behind the last product that may be read.
constexpr int kReadBehind = 4;

void sort_unique(std::vector<int>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

template <int D>
GroupTransfer<D>::GroupTransfer(const NetworkData& net, Interpolation groups, ThreadPool& pool)
    : net_(net), groups_(std::move(groups)), pool_(pool) {
  // Everywhere the weights that are kept with the products.
  for (double& weight : groups_.weight) weight = static_cast<double>(static_cast<float>(weight));
  ask(Activity::ordering);
  find_products();
  ask(Activity::ordering);
  find_coarse();
}

// The groups of each node, and where their products lie.
template <int D>
void GroupTransfer<D>::find_products() {
  reach_start_.assign(1, 0);
  product_start_.assign(usize(groups_.count) + 1, 0);
  std::vector<int> near;
  for (int node = 0; node < net_.node_count; ++node) {
    near.clear();
    for (int slot = net_.row_start[node]; slot < net_.row_start[usize(node) + 1]; ++slot) {
      const int other = net_.column[slot];
      near.insert(near.end(), groups_.group.begin() + groups_.start[other],
                  groups_.group.begin() + groups_.start[usize(other) + 1]);
    }
    sort_unique(near);
    for (int group : near) ++product_start_[usize(group) + 1];
    reach_.insert(reach_.end(), near.begin(), near.end());
    reach_start_.push_back(static_cast<int>(reach_.size()));
  }
  std::partial_sum(product_start_.begin(), product_start_.end(), product_start_.begin());
  std::vector<int> next(product_start_);
  place_.resize(reach_.size());
  member_.resize(reach_.size());
  for (int node = 0; node < net_.node_count; ++node)
    for (int e = reach_start_[node]; e < reach_start_[usize(node) + 1]; ++e) {
      place_[e] = next[reach_[e]]++;
      float weight = 0;
      for (int own = groups_.start[node]; own < groups_.start[usize(node) + 1]; ++own)
        if (groups_.group[own] == reach_[e]) weight = static_cast<float>(groups_.weight[own]);
      member_[place_[e]] = {node, weight};
    }
  exact_.resize(reach_.size() * D * D);
  products_.resize(reach_.size() * D * D + kReadBehind);
}

// The pattern of Pᵀ A P on and below the diagonal: by columns of blocks, and of single entries.
template <int D>
void GroupTransfer<D>::find_coarse() {
  coarse_start_.assign(1, 0);
  coarse_value_.assign(1, 0);
  std::vector<int> near;
  for (int group = 0; group < groups_.count; ++group) {
    near.assign(1, group);
    for (int i = product_start_[group]; i < product_start_[usize(group) + 1]; ++i) {
      const int node = member_[i].node;
      for (int e = groups_.start[node]; e < groups_.start[usize(node) + 1]; ++e)
        if (groups_.group[e] > group) near.push_back(groups_.group[e]);
    }
    sort_unique(near);
    coarse_group_.insert(coarse_group_.end(), near.begin(), near.end());
    coarse_start_.push_back(static_cast<int>(coarse_group_.size()));
    const auto blocks = static_cast<std::ptrdiff_t>(near.size());
    coarse_value_.push_back(coarse_value_.back() + blocks * D * D - D * (D - 1) / 2);
  }
}

template <int D>
void GroupTransfer<D>::prepare(const BlockMatrix& A, std::vector<double>& coarse) {
  pool_.parallel_for(net_.node_count, [&](int begin, int end) { multiply_rows(A, begin, end); });
  pool_.parallel_for(
      groups_.count, [&](int begin, int end) { add_up(begin, end, coarse.data()); },
      kGroupsForThreads);
}

// A P, without the diagonal of axes that are not unknowns.
template <int D>
void GroupTransfer<D>::multiply_rows(const BlockMatrix& A, int begin, int end) {
  std::vector<Block<D>> sums;
  std::vector<int> index(usize(groups_.count));  // of the groups of the node at hand
  for (int node = begin; node < end; ++node) {
    const int first = reach_start_[node], near = reach_start_[usize(node) + 1] - first;
    for (int i = 0; i < near; ++i) index[reach_[first + i]] = i;
    sums.assign(usize(near), {});
    const bool is_fixed = any_fixed<D>(net_, node);
    for (int slot = net_.row_start[node]; slot < net_.row_start[usize(node) + 1]; ++slot) {
      const int other = net_.column[slot];
      const double* values = A.K + block_offset<D>(slot);
      Block<D> block;
      if (other == node || is_fixed || any_fixed<D>(net_, other)) {
        A.read(node, slot, block);
        for (int i = 0; i < D && other == node; ++i)
          if (net_.constrained[usize(axis_offset<D>(node) + i)]) block(i, i) = 0.0;
        values = block.m;
      }
      const auto pairs = BlockPairs<D>::load(values);
      for (int e = groups_.start[other]; e < groups_.start[usize(other) + 1]; ++e)
        pairs.add_to(groups_.weight[e], sums[index[groups_.group[e]]].m);
    }
    for (int i = 0; i < near; ++i)
      std::copy_n(sums[i].m, D * D, exact_.data() + block_offset<D>(place_[first + i]));
  }
}

// The columns of Pᵀ A P of some groups, from their columns of A P.
template <int D>
void GroupTransfer<D>::add_up(int begin, int end, double* coarse) {
  std::vector<Block<D>> sums;
  std::vector<int> index(usize(groups_.count));  // of the blocks in the column at hand
  for (int group = begin; group < end; ++group) {
    const int first = coarse_start_[group], blocks = coarse_start_[usize(group) + 1] - first;
    for (int i = 0; i < blocks; ++i) index[coarse_group_[first + i]] = i;
    sums.assign(usize(blocks), {});
    for (int i = product_start_[group]; i < product_start_[usize(group) + 1]; ++i) {
      const double* product = exact_.data() + block_offset<D>(i);
      const auto pairs = BlockPairs<D>::load(product);
      const int node = member_[i].node;
      for (int e = groups_.start[node]; e < groups_.start[usize(node) + 1]; ++e)
        if (groups_.group[e] >= group)
          pairs.add_to(groups_.weight[e], sums[index[groups_.group[e]]].m);
      for (int m = 0; m < D * D; ++m)
        products_[usize(block_offset<D>(i) + m)] = static_cast<float>(product[m]);
    }
    double* to = coarse + coarse_value_[group];
    for (int j = 0; j < D; ++j)
      for (int i = 0; i < blocks; ++i)
        for (int k = i == 0 ? j : 0; k < D; ++k) *to++ = sums[i](k, j);
  }
}

template <int D>
void GroupTransfer<D>::restrict_to(const double* r, double* right) {
  const auto add = [&](int begin, int end) {
    for (int group = begin; group < end; ++group) {
      Vec<D> sum{};
      for (int i = product_start_[group]; i < product_start_[usize(group) + 1]; ++i)
        for (int k = 0; k < D; ++k)
          sum[k] += static_cast<double>(member_[i].weight) * r[axis_offset<D>(member_[i].node) + k];
      for (int k = 0; k < D; ++k) right[axis_offset<D>(group) + k] = sum[k];
    }
  };
  pool_.parallel_for(groups_.count, add, kGroupsForThreads);
}

template <int D>
void GroupTransfer<D>::restrict_rest(const double* r, const float* y, double unit, double* right) {
  using Row = typename FloatLanes<D>::Row;
  const auto add = [&](int begin, int end) {
    for (int group = begin; group < end; ++group) {
      DoubleRow<D> sum{}, product{};
      for (int i = product_start_[group]; i < product_start_[usize(group) + 1]; ++i) {
        const Member member = member_[i];
        sum += static_cast<double>(member.weight) *
               DoubleRow<D>::load(r + axis_offset<D>(member.node));
        const float* block = products_.data() + block_offset<D>(i);
        const float* own = y + wide(member.node) * FloatLanes<D>::kCount;
        Row part = load<D>(block) * own[0];
        for (int j = 1; j < D; ++j) part += load<D>(block + j * D) * own[j];
        float numbers[FloatLanes<D>::kCount];
        store<D>(part, numbers);
        product += DoubleRow<D>::load(numbers);
      }
      sum -= unit * product;
      sum.store(right + axis_offset<D>(group));
    }
  };
  pool_.parallel_for(groups_.count, add, kGroupsForThreads);
}

template <int D>
void GroupTransfer<D>::extend(const double* motion, double* z) {
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for (int node = begin; node < end; ++node) {
      DoubleRow<D> sum{};
      for (int e = groups_.start[node]; e < groups_.start[usize(node) + 1]; ++e)
        sum += groups_.weight[e] * DoubleRow<D>::load(motion + axis_offset<D>(groups_.group[e]));
      for (int k = 0; k < D; ++k) {
        const std::ptrdiff_t axis = axis_offset<D>(node) + k;
        if (!net_.constrained[usize(axis)]) z[axis] += sum[k];
      }
    }
  });
}

template class GroupTransfer<2>;
template class GroupTransfer<3>;

}  // namespace tensio
