// The shape of a net as the kernels need it: ends in order, ranges of nodes, springs between them.
#include <algorithm>
#include <limits>

#include "backend/cpu/passes/advance.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Nets with fewer springs stay on one thread.
constexpr int kThreadedSprings = 8000;

}  // namespace

template <class Real>
void Sweeper<Real>::lay_out() {
  if (laid_out_) return;
  laid_out_ = true;
  order_ends();
  // As many ranges as threads, or one: they wait for each other.
  const bool small = net_.spring_count < kThreadedSprings || net_.node_count < 16 * pool_.threads();
  const std::vector<int> cuts = cut_nodes(small ? 1 : pool_.threads());
  for (int s = 0; s < net_.spring_count; ++s) span_ = std::max(span_, upper_[s] - lower_[s]);
  ranges_.resize(cuts.size() - 1);
  for (std::size_t r = 0; r < ranges_.size(); ++r) {
    Range& range = ranges_[r];
    range.begin = cuts[r];
    range.end = cuts[r + 1];
    int last = range.end - 1, waiting = 0;
    for (const LawRange& law : net_.laws) {
      const auto first_of = [&](int node) {
        return static_cast<int>(std::lower_bound(lower_ + law.begin, lower_ + law.end, node) -
                                lower_);
      };
      const KernelSprings<Real> springs =
          springs_of(law, first_of(range.begin), first_of(range.end));
      range.direct.push_back(springs);
      int moved = range.begin;
      for (int s = springs.begin; s < springs.end; ++s) {
        last = std::max(last, upper_[s]);
        waiting = std::max(waiting, lower_[s] - moved);
        if ((s + 1 - springs.begin) % kKernelBlock == 0) moved = lower_[s];
      }
    }
    range.beyond = last + 1 - range.end;
    // With one law the sums of a node begin at most a span before it, and end a block behind it.
    const int nodes = range.end - range.begin + range.beyond;
    const int window = net_.laws.size() == 1 ? std::min(nodes, waiting + span_ + 1) : nodes;
    std::size_t rows = 1;
    while (rows < usize(window)) rows *= 2;
    range.f.assign(rows, Row{});
  }
  find_cross_springs();
}

template <class Real>
KernelSprings<Real> Sweeper<Real>::springs_of(const LawRange& law, int begin, int end) const {
  KernelSprings<Real> springs{};
  springs.law = law.law;
  springs.begin = begin;
  springs.end = end;
  springs.lower = lower_;
  springs.upper = upper_;
  springs.offset = std::numeric_limits<Real>::infinity();
  return springs;
}

template <class Real>
void Sweeper<Real>::order_ends() {
  lower_ = net_.a.data();
  upper_ = net_.b.data();
  bool in_order = true;
  for (std::size_t s = 0; s < net_.a.size(); ++s) in_order &= net_.a[s] < net_.b[s];
  if (in_order) return;
  own_lower_.resize(net_.a.size());
  own_upper_.resize(net_.a.size());
  for (std::size_t s = 0; s < net_.a.size(); ++s) {
    own_lower_[s] = std::min(net_.a[s], net_.b[s]);
    own_upper_[s] = std::max(net_.a[s], net_.b[s]);
  }
  lower_ = own_lower_.data();
  upper_ = own_upper_.data();
}

// Ranges with about as much work each.
template <class Real>
std::vector<int> Sweeper<Real>::cut_nodes(int count) const {
  std::vector<int> cuts{0};
  if (count > 1) {
    constexpr std::int64_t kOfNode = 2;  // moving a node costs as much as two springs
    std::vector<int> springs(usize(net_.node_count), 0);
    for (int s = 0; s < net_.spring_count; ++s) ++springs[lower_[s]];
    const std::int64_t total = net_.spring_count + kOfNode * net_.node_count;
    std::int64_t done = 0;
    for (int node = 0; node + 1 < net_.node_count && static_cast<int>(cuts.size()) < count;
         ++node) {
      done += springs[node] + kOfNode;
      const bool enough = done * count >= total * static_cast<std::int64_t>(cuts.size());
      const int left = net_.node_count - node - 1;
      if (enough || left == count - static_cast<int>(cuts.size())) cuts.push_back(node + 1);
    }
  }
  cuts.push_back(net_.node_count);
  return cuts;
}

template <class Real>
void Sweeper<Real>::find_cross_springs() {
  for (Range& range : ranges_) {
    range.cross.resize(net_.laws.size());
    range.cross_lower.resize(net_.laws.size());
    range.cross_upper.resize(net_.laws.size());
  }
  for (std::size_t from = 0; from + 1 < ranges_.size(); ++from)
    for (std::size_t law = 0; law < net_.laws.size(); ++law)
      for (int s = ranges_[from].direct[law].begin; s < ranges_[from].direct[law].end; ++s) {
        std::size_t to = from;
        while (upper_[s] >= ranges_[to].end) ++to;
        if (to == from) continue;
        ranges_[to].cross[law].push_back(s);
        ranges_[to].cross_lower[law].push_back(lower_[s]);
        ranges_[to].cross_upper[law].push_back(upper_[s]);
      }
  for (Range& range : ranges_)
    for (std::size_t law = 0; law < net_.laws.size(); ++law) {
      KernelSprings<Real>& springs = range.direct[law];
      springs.cross_count = static_cast<int>(range.cross[law].size());
      springs.cross = range.cross[law].data();
      springs.cross_lower = range.cross_lower[law].data();
      springs.cross_upper = range.cross_upper[law].data();
    }
}

#ifndef TENSIO_GROUPED
template class Sweeper<double>;
template class Sweeper<float>;
#endif

}  // namespace tensio
