// Regular nets: runs of nodes that follow each other and are alike, which kernels move several at a
// time.
#include <algorithm>

#include "backend/cpu/advance.hpp"

namespace tensio {

namespace {

/// The kernels work on groups of about so many nodes; a run that ends in the middle of one wastes
/// the rest.
constexpr int kGroup = 8;
/// As much may be wasted for each spring before other sweeps are faster.
constexpr double kMostWaste = 0.5;
/// Sums are kept for so many nodes more than springs reach, and moved once these are done.
constexpr int kLeastWindow = 1024;

std::size_t size(int n) { return static_cast<std::size_t>(n); }

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
  by_runs_ = net_.laws.size() == 1 && net_.laws[0].law < Law::polynomial &&
             (find_runs(true) || find_runs(false));
  for (Range& range : ranges_) {
    if (by_runs_)
      make_window(range);
    else
      std::vector<KernelRun>().swap(range.runs);
  }
  if (!by_runs_) pattern_springs_.clear();
}

/// Whether nodes are alike; shared: in all values, too, else only in where their springs lead and
/// in what is held.
template <class Real>
bool Sweeper<Real>::find_runs(bool shared) {
  patterns_.clear();
  pattern_springs_.clear();
  run_mass_.clear();
  run_external_.clear();
  if (shared && (materials_[0].table.empty() || kind_.empty())) return false;
  std::map<std::vector<int>, int> known;
  double lanes = 0;
  for (Range& range : ranges_) {
    if (!find_runs(range, shared, known)) return false;
    for (const KernelRun& run : range.runs) {
      const KernelPattern& pattern = patterns_[size(run.pattern)];
      const int groups = (run.count + kGroup - 1) / kGroup;
      lanes += static_cast<double>(groups) * kGroup * (pattern.end - pattern.begin);
    }
  }
  if (lanes > (1 + kMostWaste) * net_.spring_count) return false;
  for (Range& range : ranges_) {
    range.run_stiffness.clear();
    range.run_rest_length.clear();
    if (!shared) take_run_values(range);
  }
  if (!shared) take_node_values();
  return true;
}

template <class Real>
bool Sweeper<Real>::find_runs(Range& range, bool shared, std::map<std::vector<int>, int>& known) {
  const KernelSprings<Real>& springs = range.direct[0];
  range.runs.clear();
  std::vector<int> last;
  int s = springs.begin;
  for (int node = range.begin; node < range.end; ++node) {
    const int first = s;
    while (s < springs.end && lower_[s] == node) ++s;
    if (s - first > kMostPatternSprings) return false;
    std::vector<int> pattern = pattern_of(node, first, s, shared);
    if (range.runs.empty() || pattern != last) {
      const auto [found, added] = known.emplace(pattern, static_cast<int>(patterns_.size()));
      if (added) add_pattern(pattern, node_kind(node));
      range.runs.push_back({node, 0, found->second, first - springs.begin});
      // Not worth more looking.
      if (static_cast<int>(range.runs.size()) > 64 + (node - range.begin) / 2) return false;
      last.swap(pattern);
    }
    ++range.runs.back().count;
  }
  range.strays.clear();
  for (int spring : range.cross[0]) {
    const KernelMaterial<Real> values = values_of(spring);
    range.strays.push_back({lower_[spring], upper_[spring], values.stiffness, values.rest_length});
  }
  return true;
}

/// The values of springs, place after place, as the kernels read them.
template <class Real>
void Sweeper<Real>::take_run_values(Range& range) {
  const KernelSprings<Real>& springs = range.direct[0];
  const std::size_t count = size(springs.end - springs.begin + kKernelPad);
  range.run_stiffness.assign(count, Real{0});
  range.run_rest_length.assign(count, Real{0});
  for (const KernelRun& run : range.runs) {
    const KernelPattern& pattern = patterns_[size(run.pattern)];
    int s = springs.begin + run.values;
    for (int i = 0; i < run.count; ++i)
      for (int place = 0; place < pattern.end - pattern.begin; ++place, ++s) {
        const std::size_t at = size(run.values) + size(place) * size(run.count) + size(i);
        const KernelMaterial<Real> values = values_of(s);
        range.run_stiffness[at] = values.stiffness;
        range.run_rest_length[at] = values.rest_length;
      }
  }
}

template <class Real>
void Sweeper<Real>::take_node_values() {
  const std::size_t distance = static_cast<std::size_t>(axis_distance());
  const std::size_t d = size(net_.dimension);
  run_mass_.assign(size(net_.node_count + kKernelPad), Real{1});
  run_external_.assign(d * distance, Real{0});
  for (std::size_t node = 0; node < size(net_.node_count); ++node) {
    run_mass_[node] = static_cast<Real>(net_.mass[node]);
    for (std::size_t axis = 0; axis < d; ++axis)
      run_external_[axis * distance + node] = static_cast<Real>(net_.external[node * d + axis]);
  }
}

template <class Real>
int Sweeper<Real>::material_of(int spring) const {
  return number8_.empty() ? number16_[size(spring)] : number8_[size(spring)];
}

template <class Real>
KernelMaterial<Real> Sweeper<Real>::values_of(int spring) const {
  if (!materials_[0].table.empty()) return materials_[0].table[size(material_of(spring))];
  const std::size_t s = size(spring);
  return {static_cast<Real>(net_.stiffness[s]), static_cast<Real>(net_.rest_length[s])};
}

/// What nodes of a run have in common: what they are, and of each spring the offset and the
/// material.
template <class Real>
std::vector<int> Sweeper<Real>::pattern_of(int node, int first, int end, bool shared) const {
  std::vector<int> pattern{node_kind(node)};
  if (!shared) {
    pattern[0] = 0;
    for (int axis = 0; axis < net_.dimension; ++axis)
      pattern[0] = 2 * pattern[0] + (net_.held[size(node * net_.dimension + axis)] ? 1 : 0);
  }
  for (int s = first; s < end; ++s) {
    pattern.push_back(upper_[s] - node);
    pattern.push_back(shared ? material_of(s) : -1);
  }
  return pattern;
}

template <class Real>
void Sweeper<Real>::add_pattern(const std::vector<int>& pattern, int node) {
  const int begin = static_cast<int>(pattern_springs_.size());
  const int count = static_cast<int>(pattern.size()) / 2;
  for (int place = 0; place < count; ++place) {
    const int offset = pattern[size(2 * place + 1)], number = pattern[size(2 * place + 2)];
    KernelMaterial<Real> values{};
    if (number >= 0) values = materials_[0].table[size(number)];
    pattern_springs_.push_back({offset, place, values.stiffness, values.rest_length, Real{0}});
  }
  // A node takes from the nodes before it in their order: the farthest first.
  std::stable_sort(pattern_springs_.begin() + begin, pattern_springs_.end(),
                   [](const auto& one, const auto& other) { return one.offset > other.offset; });
  patterns_.push_back({node, begin, begin + count});
}

template <class Real>
void Sweeper<Real>::make_window(Range& range) {
  const int nodes = range.end - range.begin + range.beyond;
  const int wanted = span_ + std::max(kLeastWindow, 2 * span_);
  range.window_nodes = std::min(nodes, wanted) + span_ + 2 * kKernelPad;
  range.window.assign(3 * size(range.window_nodes), Real{0});
}

template <class Real>
KernelRunSweep<Real> Sweeper<Real>::run_sweep_of(Range& range) {
  KernelRunSweep<Real> sweep{};
  if (!by_runs_) return sweep;
  sweep.law = range.laws[0].law;
  sweep.axes = net_.dimension == 3 ? 3 : 2;
  sweep.begin = range.begin;
  sweep.end = range.end;
  sweep.axis = layout_.axis;
  sweep.v = v_.data()->v;
  sweep.f = range.window.data();
  sweep.window = range.window_nodes;
  sweep.reach = span_;
  sweep.nodes = nodes_.data();
  sweep.patterns = patterns_.data();
  sweep.springs = pattern_springs_.data();
  sweep.runs = range.runs.data();
  sweep.run_count = static_cast<int>(range.runs.size());
  if (!range.run_stiffness.empty()) {
    sweep.stiffness = range.run_stiffness.data();
    sweep.rest_length = range.run_rest_length.data();
    sweep.mass = run_mass_.data();
    sweep.external = run_external_.data();
  }
  sweep.slope = range.laws[0].slope;
  sweep.offset = range.laws[0].offset;
  sweep.cross = range.strays.data();
  sweep.cross_count = static_cast<int>(range.strays.size());
  return sweep;
}

template class Sweeper<double>;
template class Sweeper<float>;

}  // namespace tensio
