// Regular nets: runs of nodes that follow each other and are alike, which kernels move several at a
// time.
#include <algorithm>
#include <cstring>

#include "backend/cpu/passes/advance.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Nodes of a group in the kernels, about; a run that ends in the middle of one wastes
/// the rest.
constexpr int kGroup = 8;
/// As much may be wasted for each spring before other sweeps are faster.
constexpr double kMostWaste = 0.35;
/// Sums are stored for this many nodes more than springs reach, and moved once these are done.
constexpr int kLeastWindow = 1024;

/// A pattern is compared with this many before it.
constexpr int kRecentPatterns = 32;

template <class Real>
bool same(Real one, Real other) {
  // By bits: 0 and -0 differ. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
  return std::memcmp(&one, &other, sizeof one) == 0;
}

template <class Real>
bool same(const KernelNumber<Real>& one, const KernelNumber<Real>& other) {
  return one.plane == other.plane && same(one.shared, other.shared);
}

template <class Real>
bool same(const KernelPattern<Real>& one, const KernelPattern<Real>& other,
          const KernelPatternSpring<Real>* springs) {
  bool result = one.end - one.begin == other.end - other.begin && same(one.mass, other.mass);
  for (int axis = 0; axis < 3; ++axis)
    result = result && one.free[axis] == other.free[axis] &&
             same(one.external[axis], other.external[axis]);
  for (int i = 0; result && i < one.end - one.begin; ++i) {
    const auto &a = springs[one.begin + i], &b = springs[other.begin + i];
    result = a.offset == b.offset && a.place == b.place && same(a.stiffness, b.stiffness) &&
             same(a.rest_length, b.rest_length) && same(a.damping, b.damping);
  }
  return result;
}

/// Separates what the nodes of a run share from what each has of its own.
template <class Real>
struct Planes {
  int nodes;
  int count;  // of planes
  std::vector<Real>& values;

  /// value(i): what the i-th node of the run has.
  template <class Value>
  KernelNumber<Real> number(const Value& value) {
    const Real first = static_cast<Real>(value(0));
    bool shared = true;
    for (std::size_t i = 1; shared && i < usize(nodes); ++i)
      shared = same(static_cast<Real>(value(i)), first);
    if (shared) return {first, -1};
    for (std::size_t i = 0; i < usize(nodes); ++i) values.push_back(static_cast<Real>(value(i)));
    return {Real{0}, count++};
  }
};

/// A node takes from the nodes before it in their order: of springs that lead nearly as far, the
/// farthest first. Others begin in other chunks, so they may stand between these: a vector that
/// overlaps one written a few moments before is read with delay.
template <class Real>
void put_in_order(std::vector<KernelPatternSpring<Real>>& springs, int begin) {
  const auto first = springs.begin() + begin;
  std::stable_sort(first, springs.end(),
                   [](const auto& one, const auto& other) { return one.offset > other.offset; });
  // Groups of offsets that differ by less than a chunk.
  std::vector<std::vector<KernelPatternSpring<Real>>> groups;
  for (auto spring = first; spring != springs.end(); ++spring) {
    if (groups.empty() || groups.back().back().offset - spring->offset >= kKernelChunk)
      groups.emplace_back();
    groups.back().push_back(*spring);
  }
  for (auto& group : groups) std::reverse(group.begin(), group.end());
  // The next is of the group with most left, other than the last one.
  std::size_t last = groups.size();
  for (auto spring = first; spring != springs.end(); ++spring) {
    std::size_t next = groups.size();
    for (std::size_t i = 0; i < groups.size(); ++i)
      if (!groups[i].empty() && (i != last || next == groups.size()) &&
          (next == groups.size() || next == last || groups[i].size() > groups[next].size()))
        next = i;
    *spring = groups[next].back();
    groups[next].pop_back();
    last = next;
  }
}

}  // namespace

// Arrays of the axes do not begin at the same place of a page: the processor would take writes to
// one for writes to the other.
template <class Real>
std::ptrdiff_t Sweeper<Real>::axis_distance() const {
  constexpr std::ptrdiff_t kPage = 512, kShift = 192;
  return (net_.node_count + kKernelPad + kPage - 1) / kPage * kPage + kShift;
}

template <class Real>
void Sweeper<Real>::find_runs() {
  by_runs_ = net_.laws.size() == 1 && !needs_more(net_.laws[0].law);
  for (Range& range : ranges_) by_runs_ = by_runs_ && cut_runs(range);
  patterns_.clear();
  pattern_springs_.clear();
  run_values_.clear();
  if (by_runs_) {
    describe_runs();
    for (Range& range : ranges_) make_window(range);
  } else {
    for (Range& range : ranges_) std::vector<KernelRun>().swap(range.runs);
  }
}

/// False where too few nodes are alike.
template <class Real>
bool Sweeper<Real>::cut_runs(Range& range) {
  const KernelSprings<Real>& springs = range.direct[0];
  range.runs.clear();
  double lanes = 0;
  int s = springs.begin, last = s;
  for (int node = range.begin; node < range.end; ++node) {
    const int first = s;
    while (s < springs.end && lower_[s] == node) ++s;
    if (s - first > kMostPatternSprings) return false;
    const bool goes_on = !range.runs.empty() && alike(node - 1, last, node, first, s - first);
    last = first;
    if (!goes_on) range.runs.push_back({node, 0, 0, 0});
    if (range.runs.back().count++ % kGroup == 0) lanes += kGroup * (s - first);
    // Not worth more looking.
    if (lanes > 1000 + 2 * (1 + kMostWaste) * (s - springs.begin)) return false;
  }
  return lanes <= (1 + kMostWaste) * (springs.end - springs.begin);
}

/// Whether a node and the next one have springs to nodes equally far, and the same axes fixed.
template <class Real>
bool Sweeper<Real>::alike(int node, int springs, int next, int next_springs, int count) const {
  if (next_springs - springs != count) return false;
  for (int i = 0; i < count; ++i)
    if (upper_[springs + i] - node != upper_[next_springs + i] - next) return false;
  const std::size_t d = usize(net_.dimension);
  for (std::size_t axis = 0; axis < d; ++axis)
    if (net_.constrained[usize(node) * d + axis] != net_.constrained[usize(next) * d + axis])
      return false;
  return true;
}

/// What the nodes of each run share stands in a pattern, what each has of its own in planes.
template <class Real>
void Sweeper<Real>::describe_runs() {
  for (Range& range : ranges_) {
    int s = range.direct[0].begin;
    for (KernelRun& run : range.runs) {
      run.values = static_cast<std::int64_t>(run_values_.size());
      const int first = s;
      while (s < net_.spring_count && lower_[s] == run.first) ++s;
      const int springs = s - first;
      run.pattern = pattern_of(run, first, springs);
      s = first + springs * run.count;
    }
    range.run_cross.clear();
    for (int spring : range.cross[0])
      range.run_cross.push_back({lower_[spring], upper_[spring],
                                 static_cast<Real>(net_.stiffness[spring]),
                                 static_cast<Real>(length_without_force(spring)),
                                 static_cast<Real>(damping_of_spring(spring))});
  }
  // Kernels may read behind the last one.
  run_values_.resize(run_values_.size() + kKernelPad);
}

template <class Real>
int Sweeper<Real>::pattern_of(const KernelRun& run, int first, int springs) {
  const std::size_t d = usize(net_.dimension), node = usize(run.first);
  Planes<Real> planes{run.count, 0, run_values_};
  KernelPattern<Real> pattern{};
  pattern.mass = planes.number([&](std::size_t i) { return net_.mass[node + i]; });
  for (std::size_t axis = 0; axis < d; ++axis) {
    pattern.free[axis] = !net_.constrained[node * d + axis];
    pattern.external[axis] =
        planes.number([&](std::size_t i) { return net_.external[(node + i) * d + axis]; });
  }
  pattern.begin = static_cast<int>(pattern_springs_.size());
  for (int place = 0; place < springs; ++place) {
    const auto spring = [&](std::size_t i) {
      return first + static_cast<int>(i) * springs + place;
    };
    const auto stiffness = [&](std::size_t i) { return net_.stiffness[spring(i)]; };
    const auto length = [&](std::size_t i) { return length_without_force(spring(i)); };
    const auto damping = [&](std::size_t i) { return damping_of_spring(spring(i)); };
    // Planes follow each other in this order.
    const KernelNumber<Real> k = planes.number(stiffness), l0 = planes.number(length);
    pattern_springs_.push_back(
        {upper_[first + place] - run.first, place, k, l0, planes.number(damping), Real{0}});
  }
  pattern.end = static_cast<int>(pattern_springs_.size());
  put_in_order(pattern_springs_, pattern.begin);
  const int known = static_cast<int>(patterns_.size());
  for (int i = known - 1; i >= 0 && i >= known - kRecentPatterns; --i)
    if (same(patterns_[i], pattern, pattern_springs_.data())) {
      pattern_springs_.resize(usize(pattern.begin));
      return i;
    }
  patterns_.push_back(pattern);
  return known;
}

template <class Real>
void Sweeper<Real>::make_window(Range& range) {
  const int nodes = range.end - range.begin + range.beyond;
  const int wanted = span_ + std::max(kLeastWindow, 2 * span_);
  range.window_nodes = std::min(nodes, wanted) + span_ + kKernelChunk + 2 * kKernelPad;
  range.window.assign(3 * usize(range.window_nodes), Real{0});
}

template <class Real>
KernelRunSweep<Real> Sweeper<Real>::run_sweep_of(Range& range) {
  KernelRunSweep<Real> sweep{};
  if (!by_runs_) return sweep;
  sweep.law = range.laws[0].law;
  sweep.axes = net_.dimension == 3 ? 3 : 2;
  sweep.begin = range.begin;
  sweep.axis = layout_.axis;
  sweep.v = v_.data()->v;
  sweep.f = range.window.data();
  sweep.window = range.window_nodes;
  sweep.reach = span_;
  sweep.patterns = patterns_.data();
  sweep.springs = pattern_springs_.data();
  sweep.runs = range.runs.data();
  sweep.run_count = static_cast<int>(range.runs.size());
  sweep.values = run_values_.data();
  sweep.slope = range.laws[0].slope;
  sweep.offset = range.laws[0].offset;
  sweep.cross = range.run_cross.data();
  sweep.cross_count = static_cast<int>(range.run_cross.size());
  sweep.damping = damping_of();
  return sweep;
}

#ifndef TENSIO_GROUPED
template class Sweeper<double>;
template class Sweeper<float>;
#endif

}  // namespace tensio
