#include "backend/cpu/advance.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>

#include "backend/cpu/simd.hpp"
#include "backend/loops.hpp"
#include "core/barrier.hpp"

namespace tensio {

static_assert(kLinear == static_cast<int>(Law::linear) && kCable == static_cast<int>(Law::cable) &&
              kStrut == static_cast<int>(Law::strut) &&
              kForceDensity == static_cast<int>(Law::force_density) &&
              kConstantTension == static_cast<int>(Law::constant_tension) &&
              kCurve == static_cast<int>(Law::polynomial));

namespace {

/// Nets with fewer springs stay on one thread.
constexpr int kThreadedSprings = 8000;
/// Springs and nodes share what many have in common, as long as their numbers take two bytes.
constexpr std::size_t kMostKinds = 65536;
/// Lengths within this part of what is allowed are suspected, so that rounding hides none.
constexpr double kNear = 1 - 1e-9;

std::size_t size(int n) { return static_cast<std::size_t>(n); }

/// Numbers equal entries equally, in the order of their first appearance.
template <std::size_t N>
class Numbering {
 public:
  using Entry = std::array<std::uint64_t, N>;

  /// The number of an entry; kMostKinds where there are too many.
  std::size_t number(const Entry& entry) {
    if (last_ < entries_.size() && entries_[last_] == entry) return last_;
    if (2 * entries_.size() >= places_.size()) grow();
    const std::size_t place = find(entry);
    if (places_[place] < 0) {
      if (entries_.size() == kMostKinds) return kMostKinds;
      places_[place] = static_cast<int>(entries_.size());
      entries_.push_back(entry);
    }
    return last_ = size(places_[place]);
  }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::size_t find(const Entry& entry) const {
    std::uint64_t hash = 0;
    for (std::uint64_t word : entry) {
      hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
    }
    std::size_t place = static_cast<std::size_t>(hash) & (places_.size() - 1);
    while (places_[place] >= 0 && entries_[size(places_[place])] != entry)
      place = (place + 1) & (places_.size() - 1);
    return place;
  }
  void grow() {
    places_.assign(std::max<std::size_t>(256, 2 * places_.size()), -1);
    for (std::size_t i = 0; i < entries_.size(); ++i)
      places_[find(entries_[i])] = static_cast<int>(i);
  }
  std::vector<Entry> entries_;
  std::vector<int> places_;
  std::size_t last_ = 0;
};

std::uint64_t bits(double number) {
  std::uint64_t word;
  std::memcpy(&word, &number, sizeof word);
  return word;
}

double number(std::uint64_t word) {
  double result;
  std::memcpy(&result, &word, sizeof result);
  return result;
}

void curve_q(const void* context, const int* springs, int count, const double* l, double* q) {
  const auto& net = *static_cast<const NetworkData*>(context);
  for (int i = 0; i < count; ++i) {
    const std::size_t s = size(springs[i]);
    q[i] =
        evaluate<Law::table>(l[i], net.stiffness[s], net.rest_length[s], net.curve_of(springs[i]))
            .q;
  }
}

}  // namespace

/// What the threads of one call tell each other.
struct Sweeper::Shared {
  explicit Shared(int threads) : barrier(threads) {}
  Barrier barrier;
  // Flags of odd and even rounds take turns: all have read one before anyone writes it again.
  std::atomic<bool> flag[2] = {false, false};

  /// True for all where it is for one; ends a round.
  bool any(int round, bool mine) {
    if (mine) flag[round % 2] = true;
    barrier.wait();
    return flag[round % 2];
  }
};

bool Sweeper::serves() const { return net_.functions.empty() && net_.spring_count > 0; }

// ---- the net's shape ----

void Sweeper::lay_out() {
  if (laid_out_) return;
  laid_out_ = true;
  order_ends();
  // As many ranges as threads, or one: they wait for each other.
  const bool small = net_.spring_count < kThreadedSprings || net_.node_count < 16 * pool_.threads();
  const std::vector<int> cuts = cut_nodes(small ? 1 : pool_.threads());
  int span = 0;
  for (int s = 0; s < net_.spring_count; ++s) span = std::max(span, upper_[s] - lower_[s]);
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
      KernelSprings springs{};
      springs.law = std::min(static_cast<int>(law.law), static_cast<int>(kCurve));
      springs.begin = first_of(range.begin);
      springs.end = first_of(range.end);
      springs.lower = lower_;
      springs.upper = upper_;
      springs.stiffness = net_.stiffness.data();
      springs.rest_length = net_.rest_length.data();
      springs.offset = std::numeric_limits<double>::infinity();
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
    const int window = net_.laws.size() == 1 ? std::min(nodes, waiting + span + 1) : nodes;
    std::size_t rows = 1;
    while (rows < size(window)) rows *= 2;
    range.f.assign(rows, Row{});
  }
  find_cross_springs();
}

void Sweeper::order_ends() {
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
std::vector<int> Sweeper::cut_nodes(int count) const {
  std::vector<int> cuts{0};
  if (count > 1) {
    constexpr std::int64_t kOfNode = 2;  // moving a node costs as much as so many springs
    std::vector<int> springs(size(net_.node_count), 0);
    for (int s = 0; s < net_.spring_count; ++s) ++springs[size(lower_[s])];
    const std::int64_t total = net_.spring_count + kOfNode * net_.node_count;
    std::int64_t done = 0;
    for (int node = 0; node + 1 < net_.node_count && static_cast<int>(cuts.size()) < count;
         ++node) {
      done += springs[size(node)] + kOfNode;
      const bool enough = done * count >= total * static_cast<std::int64_t>(cuts.size());
      const int left = net_.node_count - node - 1;
      if (enough || left == count - static_cast<int>(cuts.size())) cuts.push_back(node + 1);
    }
  }
  cuts.push_back(net_.node_count);
  return cuts;
}

void Sweeper::find_cross_springs() {
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
      KernelSprings& springs = range.direct[law];
      springs.cross_count = static_cast<int>(range.cross[law].size());
      springs.cross = range.cross[law].data();
      springs.cross_lower = range.cross_lower[law].data();
      springs.cross_upper = range.cross_upper[law].data();
    }
}

// ---- the net's values ----

void Sweeper::take_values() {
  if (values_known_) return;
  values_known_ = true;
  materials_.assign(net_.laws.size(), {});
  for (std::size_t law = 0; law < net_.laws.size(); ++law)
    number_materials(net_.laws[law], materials_[law]);
  for (Range& range : ranges_) {
    range.laws = range.direct;
    for (std::size_t law = 0; law < net_.laws.size(); ++law) {
      const Materials& materials = materials_[law];
      KernelSprings& springs = range.laws[law];
      // Springs have the numbers of the whole net.
      if (!materials.number8.empty())
        springs.material8 = materials.number8.data() - net_.laws[law].begin;
      if (!materials.number16.empty())
        springs.material16 = materials.number16.data() - net_.laws[law].begin;
      springs.materials = materials.table.data();
    }
  }
  number_nodes();
}

void Sweeper::number_materials(const LawRange& law, Materials& materials) const {
  const bool curve = static_cast<int>(law.law) >= kCurve;
  const int count = law.end - law.begin;
  Numbering<2> numbering;
  bool shared = !curve;
  if (shared) materials.number16.resize(size(count));
  for (int i = 0; i < count; ++i) {
    const std::size_t s = size(law.begin + i);
    const double k = net_.stiffness[s];
    double l0 = net_.rest_length[s];
    if (k != 0.0 && has_rest_length(law.law) && l0 > 0.0) {
      if (!(materials.shortest > 0 && materials.shortest <= l0)) materials.shortest = l0;
    } else if (k != 0.0) {
      materials.some_without = true;
    } else {
      // A spring without stiffness may be as long as it likes; its force is zero at any length.
      l0 = 1e150;
    }
    if (!shared) continue;
    const std::size_t kind = numbering.number({bits(k), bits(l0)});
    shared = kind < kMostKinds;
    if (shared) materials.number16[size(i)] = static_cast<std::uint16_t>(kind);
  }
  if (!shared) {
    materials.number16 = {};
    return;
  }
  for (const auto& entry : numbering.entries())
    materials.table.push_back({number(entry[0]), number(entry[1])});
  if (materials.table.size() > 256) return;
  materials.number8.assign(materials.number16.begin(), materials.number16.end());
  materials.number16 = {};
}

void Sweeper::number_nodes() {
  const std::size_t d = size(net_.dimension);
  const auto entry_of = [&](std::size_t node) {
    std::array<std::uint64_t, 5> entry{0, 0, 0, bits(net_.mass[node]), 0};
    for (std::size_t axis = 0; axis < d; ++axis) {
      entry[axis] = bits(net_.external[node * d + axis]);
      if (!net_.held[node * d + axis]) entry[4] |= std::uint64_t{1} << axis;
    }
    return entry;
  };
  const auto add_kind = [&](const std::array<std::uint64_t, 5>& entry) {
    KernelNode node{};
    for (std::size_t axis = 0; axis < 4; ++axis) {
      node.mass[axis] = number(entry[3]);
      if (axis < d) node.external[axis] = number(entry[axis]);
      if (entry[4] >> axis & 1) node.free[axis] = ~std::uint64_t{0};
    }
    nodes_.push_back(node);
  };
  nodes_.clear();
  kind_.resize(size(net_.node_count));
  Numbering<5> numbering;
  for (std::size_t node = 0; node < kind_.size(); ++node) {
    const std::size_t kind = numbering.number(entry_of(node));
    if (kind == kMostKinds) {
      kind_ = {};
      for (std::size_t i = 0; i < size(net_.node_count); ++i) add_kind(entry_of(i));
      return;
    }
    kind_[node] = static_cast<std::uint16_t>(kind);
  }
  for (const auto& entry : numbering.entries()) add_kind(entry);
}

// Lengths at which strains could be beyond what is allowed; see largest_strain().
void Sweeper::suspect_beyond(double strain) {
  for (Range& range : ranges_)
    for (std::size_t law = 0; law < materials_.size(); ++law) {
      const Materials& materials = materials_[law];
      const double without = strain * net_.length_scale * kNear;
      KernelSprings& springs = range.laws[law];
      springs.slope = 0;
      springs.offset = without;
      if (!materials.some_without) {
        springs.slope = (1 + strain) * kNear;
        springs.offset = 0;
      } else if (materials.shortest > 0) {
        springs.offset = std::min(without, (1 + strain) * materials.shortest * kNear);
      }
    }
}

// ---- sweeps ----

void Sweeper::pack(const double* from, int begin, int end, std::vector<Row>& to) const {
  const int d = net_.dimension;
  for (int node = begin; node < end; ++node) {
    Row& row = to[size(node)];
    for (int axis = 0; axis < 4; ++axis) row.v[axis] = axis < d ? from[wide(node) * d + axis] : 0.0;
  }
}

void Sweeper::unpack(const Row* from, int begin, int end, double* to) const {
  const int d = net_.dimension;
  for (int node = begin; node < end; ++node)
    for (int axis = 0; axis < d; ++axis) to[wide(node) * d + axis] = from[node].v[axis];
}

// velocity_verlet: x += h v + h²/2 a, v += h/2 a.
void Sweeper::first_half_step(double h, const double* a, int begin, int end) {
  const int d = net_.dimension;
  for (int node = begin; node < end; ++node)
    for (int axis = 0; axis < d; ++axis) {
      double &x = x_[size(node)].v[axis], &v = v_[size(node)].v[axis];
      x += h * v;
      x += h * h / 2 * a[wide(node) * d + axis];
      v += h / 2 * a[wide(node) * d + axis];
    }
}

KernelSweep Sweeper::sweep_of(Range& range) {
  KernelSweep sweep{};
  sweep.begin = range.begin;
  sweep.end = range.end;
  sweep.x = sweep.x_new = x_.data()->v;
  sweep.v = v_.empty() ? nullptr : v_.data()->v;
  sweep.f = range.f.data()->v;
  sweep.f_mask = static_cast<std::uint32_t>(range.f.size() - 1);
  sweep.beyond = range.beyond;
  sweep.kind = kind_.empty() ? nullptr : kind_.data();
  sweep.nodes = nodes_.data();
  sweep.law_count = static_cast<int>(net_.laws.size());
  sweep.curve = curve_q;
  sweep.context = &net_;
  return sweep;
}

void Sweeper::forces(const double* x, double* f) {
  lay_out();
  x_.resize(size(net_.node_count));
  spare_.resize(size(net_.node_count));
  const Kernel& kernel = kernel_of(simd_level());
  pool_.parallel_for(net_.node_count, [&](int begin, int end) { pack(x, begin, end, x_); });
  const auto body = [&](int begin, int end) {
    for (int r = begin; r < end; ++r) {
      Range& range = ranges_[size(r)];
      KernelSweep sweep = sweep_of(range);
      sweep.scheme = Scheme::forces;
      sweep.laws = range.direct.data();
      sweep.out = spare_.data()->v;
      kernel.sweep(sweep);
      unpack(spare_.data(), range.begin, range.end, f);
    }
  };
  pool_.parallel_for(static_cast<int>(ranges_.size()), body, 2);
}

bool Sweeper::is_finite(const Row* x, int begin, int end) const {
  // A number that is none makes the sum none.
  double none = 0;
  for (int node = begin; node < end; ++node)
    for (int axis = 0; axis < 3; ++axis)
      none += 0.0 * x[node].v[axis] + 0.0 * v_[size(node)].v[axis];
  return none == 0.0;
}

Sweeper::Outcome Sweeper::run(const Advance& steps, Range& range, Shared& shared) {
  const Kernel& kernel = kernel_of(simd_level());
  const bool verlet = steps.integrator == Integrator::velocity_verlet;
  // One range may move its nodes where they are; others still read them.
  Row *x = x_.data(), *other = ranges_.size() > 1 ? spare_.data() : x;
  int round = 0;
  shared.any(round++, false);
  KernelSweep sweep = sweep_of(range);
  sweep.laws = range.laws.data();
  sweep.h = steps.h;
  sweep.out = spare_.empty() ? nullptr : spare_.data()->v;
  const auto move = [&](Scheme scheme) {
    sweep.scheme = scheme;
    sweep.x = x->v;
    sweep.x_new = other->v;
    if (ranges_.size() > 1) sweep.out = other->v;
    const bool suspected = kernel.sweep(sweep);
    if (scheme != Scheme::verlet_last) std::swap(x, other);
    return suspected;
  };
  if (verlet) {
    // A sweep sees the springs at the end of the step whose second half it takes.
    if (!steps.a_known) {
      move(Scheme::verlet_first);
      shared.any(round++, false);
    }
    for (std::int64_t step = 1; step <= steps.count; ++step) {
      const Scheme scheme = step < steps.count ? Scheme::verlet : Scheme::verlet_last;
      if (shared.any(round++, move(scheme))) return {step - 1, nullptr, nullptr};
    }
  } else {
    const Scheme scheme = steps.integrator == Integrator::symplectic_euler
                              ? Scheme::symplectic_euler
                              : Scheme::explicit_euler;
    // A sweep sees the springs at the beginning of its step; where all begins has been looked at.
    for (std::int64_t step = 1; step <= steps.count; ++step) {
      const bool suspected = move(scheme) && step > 1;
      if (shared.any(round++, suspected)) return {step - 2, nullptr, nullptr};
    }
    sweep.x = x->v;
    if (shared.any(round++, kernel.watch(sweep))) return {steps.count - 1, nullptr, nullptr};
  }
  if (shared.any(round++, !is_finite(x, range.begin, range.end))) return {0, nullptr, nullptr};
  return {steps.count, x, verlet ? reinterpret_cast<const Row*>(sweep.out) : nullptr};
}

std::int64_t Sweeper::advance(const Advance& steps, double* x, double* v, double* a) {
  lay_out();
  take_values();
  suspect_beyond(steps.strain);
  const bool verlet = steps.integrator == Integrator::velocity_verlet;
  x_.resize(size(net_.node_count));
  v_.resize(size(net_.node_count));
  if (verlet || ranges_.size() > 1) spare_.resize(size(net_.node_count));
  Shared shared(static_cast<int>(ranges_.size()));
  std::int64_t good = 0;
  const auto body = [&](int first, int last) {
    for (int r = first; r < last; ++r) {
      Range& range = ranges_[size(r)];
      pack(x, range.begin, range.end, x_);
      pack(v, range.begin, range.end, v_);
      if (verlet && steps.a_known) first_half_step(steps.h, a, range.begin, range.end);
      const Outcome end = run(steps, range, shared);
      if (r == 0) good = end.good;
      if (end.good < steps.count) continue;
      unpack(end.x, range.begin, range.end, x);
      unpack(v_.data(), range.begin, range.end, v);
      if (verlet) unpack(end.a, range.begin, range.end, a);
    }
  };
  pool_.parallel_for(static_cast<int>(ranges_.size()), body, 2);
  return good;
}

}  // namespace tensio
