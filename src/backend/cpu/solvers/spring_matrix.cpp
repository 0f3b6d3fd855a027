#include "backend/cpu/solvers/spring_matrix.hpp"

#include <algorithm>
#include <numeric>

#include "backend/cpu/solvers/block_rows.hpp"
#include "backend/cpu/solvers/domain_order.hpp"
#include "backend/products.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Stiffnesses within this factor of 1 fit single precision together with what they multiply.
constexpr double kFarFromOne = 1e15;

inline const float* direction(const float* n) { return n; }
template <int D>
const double* direction(const Vec<D>& n) {
  return n.v;
}

/// Springs that are fetched ahead of their use.
constexpr int kAhead = 40;

// B d, with d = u of the upper node less u of the lower one.
template <int D, class Spring>
inline DoubleRow<D> force_of(const Spring& spring, const DoubleRow<D>& d) {
  const auto n = DoubleRow<D>::load(direction(spring.n));
  const auto parts = n.pair * d.pair;
  double along = parts[0] + parts[1];
  if constexpr (D == 3) along += n.third * d.third;
  along *= static_cast<double>(spring.along);
  DoubleRow<D> force = along * n;
  force += static_cast<double>(spring.q) * d;
  return force;
}

template <int D>
const NodeBlock<D>* first_at(const std::vector<NodeBlock<D>>& blocks, int node) {
  const auto found =
      std::lower_bound(blocks.begin(), blocks.end(), node,
                       [](const NodeBlock<D>& one, int at) { return one.node < at; });
  return blocks.data() + (found - blocks.begin());
}

}  // namespace

template <int D>
SpringMatrix<D>::SpringMatrix(const NetworkData& net, ThreadPool& pool)
    : net_(net), pool_(pool), start_(usize(net.node_count) + 1, 0) {
  const auto springs = usize(net.spring_count);
  for (std::size_t s = 0; s < springs; ++s) ++start_[usize(std::min(net.a[s], net.b[s])) + 1];
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
  std::vector<int> next(start_.begin(), start_.end() - 1);
  lower_.resize(springs);
  single_.resize(springs);
  spring_.resize(springs);
  for (std::size_t s = 0; s < springs; ++s) {
    const auto [lower, upper] = std::minmax(net.a[s], net.b[s]);
    const auto place = usize(next[lower]++);
    lower_[place] = lower;
    single_[place].upper = upper;
    spring_[place] = static_cast<int>(s);
  }
  find_chunks();
}

// For the threads, which take whole blocks of a sum; the bits do not depend on how many.
template <int D>
void SpringMatrix<D>::find_chunks() {
  const int blocks = sum_block_count(net_.node_count);
  const bool serial = net_.spring_count < kSerialItems;
  const int count = std::max(1, serial ? 1 : std::min(pool_.threads(), blocks));
  std::vector<int> chunk_of(usize(blocks));
  for (int c = 0; c < count; ++c) {
    const int first = static_cast<int>(static_cast<std::int64_t>(blocks) * c / count);
    const int last = static_cast<int>(static_cast<std::int64_t>(blocks) * (c + 1) / count);
    for (int block = first; block < last; ++block) chunk_of[block] = c;
    chunks_.push_back({first * kSumBlock, std::min(net_.node_count, last * kSumBlock), {}});
  }
  for (std::size_t e = 0; e < single_.size(); ++e)
    if (const int chunk = chunk_of[single_[e].upper / kSumBlock];
        chunk != chunk_of[lower_[e] / kSumBlock])
      chunks_[chunk].entering.push_back(static_cast<int>(e));
  sums_.resize(usize(blocks));
}

template <int D>
void SpringMatrix<D>::set(const SpringStiffness<D>* springs, std::vector<double>& at_node,
                          std::vector<NodeBlock<D>>& blocks) {
  springs_ = springs;
  at_node_.swap(at_node);
  blocks_.swap(blocks);
  has_single_ = net_.stiffness_scale < kFarFromOne && net_.stiffness_scale > 1 / kFarFromOne;
  pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
    for (int e = begin; e < end; ++e) {
      const SpringStiffness<D>& from = springs[spring_[e]];
      Single& to = single_[e];
      for (int i = 0; i < D; ++i) to.n[i] = static_cast<float>(from.n[i]);
      to.along = static_cast<float>(from.along);
      to.q = static_cast<float>(from.q);
    }
  });
}

template <int D>
void SpringMatrix<D>::add_node(int node, Block<D>& block) const {
  for (int i = 0; i < D; ++i) block(i, i) += at_node_[node];
  if (blocks_.empty()) return;
  const NodeBlock<D>* const end = blocks_.data() + blocks_.size();
  for (const NodeBlock<D>* one = first_at(blocks_, node); one != end && one->node == node; ++one)
    for (int e = 0; e < D * D; ++e) block.m[e] += one->block.m[e];
}

// Nodes ascending: when it comes to one, springs from lower nodes have been added, in their order.
template <int D>
template <class Stiffness>
void SpringMatrix<D>::multiply_chunk(const Chunk& chunk, const double* u, double* y,
                                     Stiffness&& stiffness) {
  using Row = DoubleRow<D>;
  const auto at = [](auto* vector, int node) { return vector + axis_offset<D>(node); };
  std::fill(at(y, chunk.begin), at(y, chunk.end), 0.0);
  const NodeBlock<D>* const blocks_end = blocks_.data() + blocks_.size();
  for (const NodeBlock<D>* one = first_at(blocks_, chunk.begin);
       one != blocks_end && one->node < chunk.end; ++one)
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j) at(y, one->node)[i] += one->block(i, j) * at(u, one->node)[j];
  const auto add_to_upper = [&](int upper, const Row& force) {
    Row sum = Row::load(at(y, upper));
    sum += force;
    sum.store(at(y, upper));
  };
  for (int e : chunk.entering) {
    Row d = Row::load(at(u, single_[e].upper));
    d -= Row::load(at(u, lower_[e]));
    add_to_upper(single_[e].upper, force_of<D>(stiffness(e), d));
  }
  for (int block = chunk.begin / kSumBlock; block * kSumBlock < chunk.end; ++block) {
    const SumBlock nodes = sum_block(block, net_.node_count);
    double product = 0;
    for (int node = nodes.begin; node < nodes.end; ++node) {
      const Row own = Row::load(at(u, node));
      Row sum = Row::load(at(y, node));
      sum += at_node_[node] * own;
      const int end = start_[usize(node) + 1];
      for (int e = start_[node]; e < end; ++e) {
        const int upper = single_[e].upper;
        Row d = Row::load(at(u, upper));
        d -= own;
        const Row force = force_of<D>(stiffness(e), d);
        __builtin_prefetch(single_.data() + e + kAhead);
        sum -= force;
        if (upper < chunk.end) add_to_upper(upper, force);
      }
      double* const to = at(y, node);
      const std::uint8_t* const constrained = at(net_.constrained.data(), node);
      for (int i = 0; i < D; ++i) {
        to[i] = constrained[i] != 0 ? 0.0 : sum[i];
        product += own[i] * to[i];
      }
    }
    sums_[block] = product;
  }
}

template <int D>
template <class Stiffness>
double SpringMatrix<D>::multiply_with(const double* u, double* y, Stiffness&& stiffness) {
  for_each_item(pool_, static_cast<int>(chunks_.size()),
                [&](int c) { multiply_chunk(chunks_[c], u, y, stiffness); });
  return std::accumulate(sums_.begin(), sums_.end(), 0.0);
}

template <int D>
double SpringMatrix<D>::multiply(const double* u, double* y) {
  const Single* const springs = single_.data();
  return multiply_with(u, y, [springs](int e) -> const Single& { return springs[e]; });
}

template <int D>
double SpringMatrix<D>::multiply_exactly(const double* u, double* y) {
  return multiply_with(u, y,
                       [this](int e) -> const SpringStiffness<D>& { return springs_[spring_[e]]; });
}

// Also where u moves fixed axes, and with what arises there.
template <int D>
void SpringMatrix<D>::subtract_exactly(const double* u, double shift, double* f) {
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for (int node = begin; node < end; ++node) {
      const Vec<D> own = tensio::load<D>(u, node);
      Vec<D> sum{};
      for (int e = net_.incidence_start[node]; e < net_.incidence_start[usize(node) + 1]; ++e) {
        const int s = net_.incident[e];
        const int other = net_.a[s] == node ? net_.b[s] : net_.a[s];
        const Vec<D> change = times_difference(springs_[s], u, other, node);
        for (int i = 0; i < D; ++i) sum[i] += change[i];
      }
      Block<D> block{};
      add_node(node, block);
      for (int i = 0; i < D; ++i) {
        block(i, i) -= shift * net_.node_stiffness[node];
        for (int j = 0; j < D; ++j) sum[i] += block(i, j) * own[j];
        f[axis_offset<D>(node) + i] -= sum[i];
      }
    }
  });
}

template <int D>
void SpringMatrix<D>::subtract(const double* r, double scale, const float* y, float* rest) {
  using Row = typename FloatLanes<D>::Row;
  constexpr int kCount = FloatLanes<D>::kCount;
  const Single* const springs = single_.data();
  const auto force = [&](int e, Row d) {
    const Single& spring = springs[e];
    const Row n = load<D>(spring.n);
    const Row parts = n * d;
    float along = parts[0] + parts[1];
    if constexpr (D == 3) along += parts[2];
    return Row(n * (along * spring.along) + d * spring.q);
  };
  const auto subtract_from = [&](int node, Row value) {
    float* const to = rest + wide(node) * kCount;
    store<D>(load<D>(to) - value, to);
  };
  for_each_item(pool_, static_cast<int>(chunks_.size()), [&](int c) {
    const Chunk& chunk = chunks_[c];
    std::fill(rest + wide(chunk.begin) * kCount, rest + wide(chunk.end) * kCount, 0.0f);
    const NodeBlock<D>* const blocks_end = blocks_.data() + blocks_.size();
    for (const NodeBlock<D>* one = first_at(blocks_, chunk.begin);
         one != blocks_end && one->node < chunk.end; ++one)
      for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j)
          rest[wide(one->node) * kCount + i] -=
              static_cast<float>(one->block(i, j)) * y[wide(one->node) * kCount + j];
    for (int e : chunk.entering)
      subtract_from(single_[e].upper, force(e, load<D>(y + wide(single_[e].upper) * kCount) -
                                                   load<D>(y + wide(lower_[e]) * kCount)));
    for (int node = chunk.begin; node < chunk.end; ++node) {
      const Row own = load<D>(y + wide(node) * kCount);
      Row sum = load<D>(rest + wide(node) * kCount);
      sum -= own * static_cast<float>(at_node_[node]);
      const int end = start_[usize(node) + 1];
      for (int e = start_[node]; e < end; ++e) {
        const int upper = single_[e].upper;
        const Row change = force(e, load<D>(y + wide(upper) * kCount) - own);
        __builtin_prefetch(springs + e + kAhead);
        sum += change;
        if (upper < chunk.end) subtract_from(upper, change);
      }
      const std::uint8_t* const constrained = net_.constrained.data() + axis_offset<D>(node);
      float numbers[kCount];
      store<D>(sum, numbers);
      for (int i = 0; i < D; ++i)
        numbers[i] = constrained[i] != 0
                         ? 0.0f
                         : numbers[i] + static_cast<float>(scale * r[axis_offset<D>(node) + i]);
      store<D>(load<D>(numbers), rest + wide(node) * kCount);
    }
  });
}

template class SpringMatrix<2>;
template class SpringMatrix<3>;

}  // namespace tensio
