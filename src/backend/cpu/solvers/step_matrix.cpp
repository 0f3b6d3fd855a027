#include "backend/cpu/solvers/step_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "backend/loops.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// H is worked with in single precision where its least eigenvalue is at least this part of the
/// largest: else the rounding of what moves most (6e-8 of it) would be more than what the stiffest
/// springs let move,
constexpr double kWellConditioned = 1e-6;
/// and its numbers are neither too large nor too small for that.
constexpr double kFarFromOne = 1e15;
/// A node is the middle of a spring where it is off by less than this part of its length.
constexpr double kOffMiddle = 0.01;
/// Springs that are fetched ahead of their use.
constexpr int kSpringsAhead = 16;

struct Middle {
  int node = -1, first = -1, second = -1;  // the springs to the ends
  double off = 0;
};

// The node nearest to the middle of spring s that springs join to both of its ends.
template <int D>
Middle middle_of(const NetworkData& net, int s) {
  const double* x = net.position.data();
  const Vec<D> a = load<D>(x, net.a[s]), c = load<D>(x, net.b[s]);
  double length = 0;
  for (int i = 0; i < D; ++i) length += (c[i] - a[i]) * (c[i] - a[i]);
  Middle best;
  best.off = kOffMiddle * kOffMiddle * length;
  const auto for_springs_of = [&](int node, auto&& visit) {
    for (int e = net.incidence_start[node]; e < net.incidence_start[usize(node) + 1]; ++e) {
      const int spring = net.incident[e];
      visit(spring, net.a[spring] == node ? net.b[spring] : net.a[spring]);
    }
  };
  for_springs_of(net.a[s], [&](int first, int m) {
    if (m == net.b[s]) return;
    const Vec<D> middle = load<D>(x, m);
    double off = 0;
    for (int i = 0; i < D; ++i) {
      const double d = middle[i] - 0.5 * (a[i] + c[i]);
      off += d * d;
    }
    if (!(off < best.off)) return;
    for_springs_of(m, [&](int second, int other) {
      if (other == net.b[s]) best = {m, first, second, off};
    });
  });
  return best;
}

}  // namespace

std::vector<int> folded_springs(const NetworkData& net) {
  std::vector<Middle> middle(usize(net.spring_count));
  for (int s = 0; s < net.spring_count; ++s)
    middle[s] = net.dimension == 2 ? middle_of<2>(net, s) : middle_of<3>(net, s);
  // What it would be laid on must stay itself.
  std::vector<int> node(middle.size(), -1);
  for (std::size_t s = 0; s < middle.size(); ++s)
    if (middle[s].node >= 0 && middle[middle[s].first].node < 0 &&
        middle[middle[s].second].node < 0)
      node[s] = middle[s].node;
  return node;
}

LowerPattern unfolded_pattern(const NetworkData& net, const std::vector<int>& folded) {
  LowerPattern pattern;
  std::vector<std::vector<int>> rows(usize(net.node_count));
  for (int s = 0; s < net.spring_count; ++s)
    if (folded[s] < 0) rows[std::max(net.a[s], net.b[s])].push_back(std::min(net.a[s], net.b[s]));
  for (std::vector<int>& row : rows) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    pattern.column.insert(pattern.column.end(), row.begin(), row.end());
    pattern.start.push_back(static_cast<int>(pattern.column.size()));
  }
  return pattern;
}

template <int D>
StepMatrix<D>::StepMatrix(const NetworkData& net)
    : net_(net),
      middle_(folded_springs(net)),
      pattern_(unfolded_pattern(net, middle_)),
      place_(wave_order(pattern_)),
      sum_(usize(net.node_count)) {
  pattern_ = pattern_.reordered(place_);
  const auto slot = [&](int a, int b) {
    return pattern_.slot(std::max(place_[a], place_[b]), std::min(place_[a], place_[b]));
  };
  const auto for_slots = [&](auto&& visit) {
    for (int s = 0; s < net.spring_count; ++s) {
      const int m = middle_[s];
      const std::uint32_t whole = 2 * static_cast<std::uint32_t>(s);
      if (m < 0) {
        visit(slot(net.a[s], net.b[s]), whole);
      } else {
        visit(slot(net.a[s], m), whole + 1);
        visit(slot(m, net.b[s]), whole + 1);
      }
    }
  };
  part_start_.assign(pattern_.column.size() + 1, 0);
  for_slots([&](int at, std::uint32_t) { ++part_start_[usize(at) + 1]; });
  std::partial_sum(part_start_.begin(), part_start_.end(), part_start_.begin());
  parts_.resize(usize(part_start_.back()));
  std::vector<int> next(part_start_.begin(), part_start_.end() - 1);
  for_slots([&](int at, std::uint32_t part) { parts_[next[at]++] = part; });
}

// By Gershgorin's circles: no eigenvalue is below the least diagonal, or above twice the largest
// sum of stiffnesses and its diagonal.
template <int D>
void StepMatrix<D>::choose_precision(AtNodes nodes, const SpringStiffness<D>* springs) {
  std::fill(sum_.begin(), sum_.end(), 0.0);
  for (int s = 0; s < net_.spring_count; ++s) {
    const double k = std::abs(springs[s].along + springs[s].q);
    sum_[net_.a[s]] += k;
    sum_[net_.b[s]] += k;
  }
  for (const NodeBlock<D>& own : nodes.blocks)
    for (int i = 0; i < D; ++i) sum_[own.node] += 0.5 * own.block(i, i);
  double least = std::numeric_limits<double>::infinity(), largest = 0;
  for (int node = 0; node < net_.node_count; ++node) {
    least = std::min(least, nodes.of(net_, node));
    largest = std::max(largest, 2 * sum_[node] + nodes.of(net_, node));
  }
  is_single_ =
      least >= kWellConditioned * largest && least > 1 / kFarFromOne && largest < kFarFromOne;
}

template <int D>
bool StepMatrix<D>::prepare(AtNodes nodes, const SpringStiffness<D>* springs, const double* q,
                            Renew renew) {
  if (renew == Renew::all) choose_precision(nodes, springs);
  if (is_single_) {
    if (!single_) single_ = std::make_unique<TwoLevel<D, float>>(net_, pattern_, place_);
    return prepare(*single_, nodes, springs, q, renew);
  }
  if (!double_) double_ = std::make_unique<TwoLevel<D, double>>(net_, pattern_, place_);
  return prepare(*double_, nodes, springs, q, renew);
}

// The springs' blocks below the diagonal, block by block: each is a sum over its springs in their
// order.
template <int D>
template <class Real>
void StepMatrix<D>::add_springs(std::vector<Real>& lower, const SpringStiffness<D>* springs,
                                const double* q) {
  using Lane = Lanes<D, Real>;
  Lane unit[D];
  for (int j = 0; j < D; ++j) {
    double axes[D] = {};
    axes[j] = 1;
    unit[j] = Lane::of(axes);
  }
  const int last = static_cast<int>(parts_.size()) - 1;
  const int slots = static_cast<int>(part_start_.size()) - 1;
  Real* to = lower.data();
  for (int slot = 0, e = 0; slot < slots; ++slot, to += D * D) {
    Lane sum[D] = {};
    for (const int end = part_start_[usize(slot) + 1]; e < end; ++e) {
      const std::uint32_t s = parts_[e] >> 1;
      __builtin_prefetch(springs + (parts_[std::min(e + kSpringsAhead, last)] >> 1));
      const SpringStiffness<D>& spring = springs[s];
      const double twice = 1 + (parts_[e] & 1);
      const double across = twice * std::max(q[s], 0.0);
      const Real along = static_cast<Real>(twice * std::max(spring.along + spring.q, 0.0) - across);
      const Lane direction = Lane::of(spring.n.v);
      for (int j = 0; j < D; ++j) {
        Lane column;
        column.set_product(static_cast<Real>(across), unit[j]);
        column.add_product(along * static_cast<Real>(spring.n[j]), direction);
        sum[j].subtract(column);
      }
    }
    // What is behind the D numbers is overwritten by the next column.
    for (int j = 0; j < D; ++j) sum[j].store(to + j * D);
  }
}

// Each block below the diagonal stands on it twice, at both of its nodes.
template <int D>
template <class Real>
void StepMatrix<D>::add_diagonals(const Real* lower, Real* diagonal, AtNodes nodes) {
  using Lane = Lanes<D, Real>;
  constexpr int kWidth = Lane::kWidth;
  constexpr std::ptrdiff_t kBlock = D * kWidth;
  std::fill_n(diagonal, net_.node_count * kBlock, Real(0));
  for (int node = 0; node < net_.node_count; ++node)
    for (int i = 0; i < D; ++i)
      diagonal[place_[node] * kBlock + i * kWidth + i] = static_cast<Real>(nodes.of(net_, node));
  for (const NetworkData::Target& target : net_.targets)
    for (int i = 0; i < D; ++i)
      diagonal[place_[target.node] * kBlock + i * kWidth + i] +=
          static_cast<Real>(target.stiffness);
  for (const NodeBlock<D>& own : nodes.blocks)
    for (int j = 0; j < D; ++j)
      for (int i = 0; i < D; ++i)
        diagonal[place_[own.node] * kBlock + j * kWidth + i] += static_cast<Real>(own.block(i, j));
  for (int row = 0; row < pattern_.rows(); ++row) {
    Lane own[D];
    for (int j = 0; j < D; ++j) own[j] = Lane::load(diagonal + row * kBlock + j * kWidth);
    for (int e = pattern_.start[row]; e < pattern_.start[usize(row) + 1]; ++e) {
      Real* const other = diagonal + pattern_.column[e] * kBlock;
      for (int j = 0; j < D; ++j) {
        const Lane block = Lane::load(lower + block_offset<D>(e) + j * D);
        Lane sum = Lane::load(other + j * kWidth);
        sum.subtract(block);
        sum.store(other + j * kWidth);
        own[j].subtract(block);
      }
    }
    for (int j = 0; j < D; ++j) own[j].store(diagonal + row * kBlock + j * kWidth);
  }
}

template <int D>
template <class Real>
bool StepMatrix<D>::prepare(TwoLevel<D, Real>& cycle, AtNodes nodes,
                            const SpringStiffness<D>* springs, const double* q, Renew renew) {
  add_springs(cycle.lower(), springs, q);
  add_diagonals(cycle.lower().data(), cycle.diagonal().data(), nodes);
  return cycle.prepare(renew == Renew::all);
}

template <int D>
void StepMatrix<D>::solve(const double* f, double* p) {
  is_single_ ? single_->solve(f, p) : double_->solve(f, p);
}

template class StepMatrix<2>;
template class StepMatrix<3>;

}  // namespace tensio
