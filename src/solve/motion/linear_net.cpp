#include "solve/motion/linear_net.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "backend/loops.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

constexpr int kBlock = 1024;

}  // namespace

LinearNet::LinearNet(const NetworkData& net, std::span<const double> x, Shape shape, int threads,
                     int most_stored)
    : net_(net),
      x_(x.begin(), x.end()),
      shape_(shape),
      drag_(net.drag),
      sprung_damping_(
          std::any_of(net.damping.begin(), net.damping.end(), [](double c) { return c != 0; })),
      block_(net.spring_count <= most_stored ? net.spring_count : kBlock),
      custom_(net),
      root_(net.mass.size()),
      pool_(block_ == net.spring_count ? 1 : threads),
      scaled_(x_.size()) {
  const auto d = usize(net.dimension);
  for (std::size_t node = 0; node < root_.size(); ++node)
    root_[node] = 1 / std::sqrt(net.mass[node]);
  free_.reserve(usize(std::count(net.constrained.begin(), net.constrained.end(), std::uint8_t{0})));
  for (std::size_t axis = 0; axis < x_.size(); ++axis)
    if (!net.constrained[axis]) free_.push_back(static_cast<int>(axis));
  springs_.along.resize(usize(block_) * d);
  springs_.tangent.resize(usize(block_));
  springs_.across.resize(usize(block_));
  ThreadPool one(1);
  custom_values_ = custom_.at(x_.data(), one);
  make_ranges();
  double sum = 0;
  for_blocks([&](const Springs& springs) {
    for (int s = 0; s < springs.end - springs.begin; ++s) {
      const auto i = usize(s);
      sum += 0.0 * springs.tangent[i] + 0.0 * springs.across[i];
    }
  });
  finite_ = sum == 0.0;
}

// Nodes are numbered by where they are, so few springs are in two ranges.
void LinearNet::make_ranges() {
  const int count = std::clamp(pool_.threads(), 1, std::max(1, net_.node_count));
  for (int i = 0; i < count; ++i) {
    const auto border = [&](int at) {
      return static_cast<int>(std::int64_t{net_.node_count} * at / count);
    };
    ranges_.push_back({border(i), border(i + 1), {}});
  }
  if (count == 1) {
    ranges_[0].springs.push_back({0, net_.spring_count});
    return;
  }
  const auto range_of = [&](int node) {
    auto i = usize(std::int64_t{node} * count / net_.node_count);
    while (node < ranges_[i].begin) --i;
    while (node >= ranges_[i].end) ++i;
    return i;
  };
  const auto add = [&](int s, std::size_t range) {
    std::vector<SumBlock>& springs = ranges_[range].springs;
    if (!springs.empty() && springs.back().end == s)
      ++springs.back().end;
    else
      springs.push_back({s, s + 1});
  };
  for (int s = 0; s < net_.spring_count; ++s) {
    const std::size_t a = range_of(net_.a[usize(s)]), b = range_of(net_.b[usize(s)]);
    add(s, a);
    if (b != a) add(s, b);
  }
  springs_in_.assign(ranges_.size(), springs_);
}

template <class F>
void LinearNet::for_blocks(F&& f) const {
  for (int begin = 0; begin < net_.spring_count; begin += block_) {
    const int end = std::min(begin + block_, net_.spring_count);
    if (springs_.begin != begin || springs_.end != end)
      net_.dimension == 2 ? take_springs<2>(begin, end, springs_)
                          : take_springs<3>(begin, end, springs_);
    f(springs_);
  }
}

template <int D>
void LinearNet::take_springs(int first, int last, Springs& springs) const {
  const Extras extras(custom_values_, net_.parts.empty() ? nullptr : net_.parts.data());
  for_laws(net_, first, last, [&]<Law law>(int begin, int end) {
    for (int s = begin; s < end; ++s) {
      const auto i = usize(s), at = usize(s - first);
      const Vec<D> vector = vector_of<D>(net_, x_.data(), s);
      const double l = length(vector);
      LawValue value = value_of<law>(net_, s, l, extras);
      if (is_slack(law, l, net_.rest_length[i])) value.tangent += net_.stiffness[i];
      if (shape_ == Shape::any) value.tangent = value.q = std::max(value.tangent, value.q);
      const double inverse = l > 0 ? 1 / l : 0.0;
      for (int axis = 0; axis < D; ++axis)
        springs.along[at * D + usize(axis)] = vector[axis] * inverse;
      springs.tangent[at] = value.tangent - value.q;
      springs.across[at] = value.q;
    }
  });
  springs.begin = first;
  springs.end = last;
}

// Springs damp along themselves (for any shape: in all directions), so their stiffness across must
// vanish; targets do not damp.
std::optional<LinearNet::EvenDamping> LinearNet::even_damping() const {
  if (!sprung_damping_) return EvenDamping{0, drag_};
  constexpr double kSame = 1e-12;
  const bool any = shape_ == Shape::any;
  double largest = 0, damping = 0;  // of the stiffest spring
  for_blocks([&](const Springs& springs) {
    const std::vector<double>& stiff = any ? springs.across : springs.tangent;
    for (int s = springs.begin; s < springs.end; ++s)
      if (const double k = stiff[s - springs.begin]; k > largest) {
        largest = k;
        damping = net_.damping[s];
      }
  });
  if (!(largest > 0)) return {};
  const double per_a = damping / largest;
  bool even = true;
  for_blocks([&](const Springs& springs) {
    const std::vector<double>& stiff = any ? springs.across : springs.tangent;
    const std::vector<double>& beside = any ? springs.tangent : springs.across;
    for (int s = springs.begin; s < springs.end; ++s) {
      const auto at = usize(s - springs.begin);
      const double expected = per_a * stiff[at];
      if (std::abs(net_.damping[s] - expected) > kSame * expected) even = false;
      // A vibration with this stiffness alone is as slow as those that count as rest.
      if (std::abs(beside[at]) > kStill * kStill * largest) even = false;
    }
  });
  if (!even) return {};
  const bool constrained = std::any_of(net_.targets.begin(), net_.targets.end(),
                                       [](const auto& target) { return target.stiffness != 0; });
  if (constrained && per_a != 0) return {};
  return EvenDamping{per_a, drag_};
}

template <int D>
void LinearNet::add_springs(const Springs& springs, double a, double b, const Range& range,
                            double* out) const {
  const double* const y = scaled_.data();
  const auto here = [&](int node) { return node >= range.begin && node < range.end; };
  for (int s = springs.begin; s < springs.end; ++s) {
    const auto i = usize(s);
    const auto at = usize(s - springs.begin);
    const Vec<D> dy = vector_of<D>(net_, y, s);
    const Vec<D> n = load<D>(springs.along.data(), s - springs.begin);
    const double damping = sprung_damping_ ? b * net_.damping[i] : 0.0;
    double along = a * springs.tangent[at], across = a * springs.across[at];
    (shape_ == Shape::any ? across : along) += damping;
    along *= dot(n, dy);
    Vec<D> force;
    for (int axis = 0; axis < D; ++axis) force[axis] = along * n[axis] + across * dy[axis];
    if (here(net_.a[i]))
      for (int axis = 0; axis < D; ++axis) out[wide(net_.a[i]) * D + axis] -= force[axis];
    if (here(net_.b[i]))
      for (int axis = 0; axis < D; ++axis) out[wide(net_.b[i]) * D + axis] += force[axis];
  }
}

LinearNet::Bounds LinearNet::bounds() const {
  return net_.dimension == 2 ? bounds<2>() : bounds<3>();
}

// For a spring with a positive semidefinite block S, (u_a - u_b).S(u_a - u_b) <= 2 u_a.S u_a +
// 2 u_b.S u_b. So u.K u is at most twice the sum of u_i.D_i u_i over the nodes, where D_i is the
// sum of the blocks of a node's springs, whose eigenvalues are at most the largest sum of a row.
template <int D>
LinearNet::Bounds LinearNet::bounds() const {
  constexpr std::size_t d = D;
  using Block = std::array<double, d * d>;
  std::vector<Block> stiff(root_.size()), damped(sprung_damping_ ? root_.size() : 0);
  std::vector<double> below(root_.size());
  // along n nᵀ + across (1 - n nᵀ), to both ends.
  const auto add = [&](int s, const Vec<D>& n, double along, double across,
                       std::vector<Block>& to) {
    for (int node : {net_.a[s], net_.b[s]})
      for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = 0; j < d; ++j)
          to[node][i * d + j] += (along - across) * n[int(i)] * n[int(j)] + (i == j ? across : 0.0);
  };
  for_blocks([&](const Springs& springs) {
    for (int s = springs.begin; s < springs.end; ++s) {
      const auto at = usize(s - springs.begin);
      const Vec<D> n = load<D>(springs.along.data(), s - springs.begin);
      const double across = springs.across[at], along = springs.tangent[at] + across;
      add(s, n, std::max(along, 0.0), std::max(across, 0.0), stiff);
      for (int node : {net_.a[s], net_.b[s]}) below[node] += std::max({-along, -across, 0.0});
      if (!sprung_damping_) continue;
      const double damping = net_.damping[s];
      add(s, n, damping, shape_ == Shape::any ? damping : 0.0, damped);
    }
  });
  for (const NetworkData::Target& target : net_.targets)
    for (std::size_t i = 0; i < d; ++i) stiff[target.node][i * (d + 1)] += 0.5 * target.stiffness;
  const auto row = [](const Block& block, std::size_t i) {
    double sum = 0;
    for (std::size_t j = 0; j < d; ++j) sum += std::abs(block[i * d + j]);
    return sum;
  };
  Bounds most{0, 0, drag_};
  for (int axis : free_) {
    const std::size_t node = usize(axis) / d, i = usize(axis) % d;
    const double twice = 2 / net_.mass[node];
    most.a = std::max(most.a, twice * row(stiff[node], i));
    most.below = std::max(most.below, twice * below[node]);
    if (sprung_damping_) most.b = std::max(most.b, twice * row(damped[node], i) + drag_);
  }
  return most;
}

void LinearNet::product(double a, double b, const std::vector<double>& y,
                        std::vector<double>& out) const {
  net_.dimension == 2 ? product<2>(a, b, y, out) : product<3>(a, b, y, out);
}

template <int D>
void LinearNet::product(double a, double b, const std::vector<double>& y,
                        std::vector<double>& out) const {
  out.resize(y.size());
  const int count = static_cast<int>(ranges_.size());
  const auto each = [&](auto&& f) {
    const auto body = [&](int begin, int end) {
      for (int i = begin; i < end; ++i) f(usize(i));
    };
    pool_.parallel_for(count, body, 2);
  };
  each([&](std::size_t r) {
    for (std::size_t node = usize(ranges_[r].begin); node < usize(ranges_[r].end); ++node)
      for (std::size_t i = node * D, end = i + D; i < end; ++i) {
        scaled_[i] = net_.constrained[i] ? 0.0 : root_[node] * y[i];
        out[i] = 0.0;
      }
  });
  each([&](std::size_t r) {
    product_in<D>(ranges_[r], count == 1 ? springs_ : springs_in_[r], a, b, y, out);
  });
}

// The rows of the nodes of a range.
template <int D>
void LinearNet::product_in(const Range& range, Springs& springs, double a, double b,
                           const std::vector<double>& y, std::vector<double>& out) const {
  constexpr std::size_t d = D;
  for (const SumBlock& interval : range.springs)
    for (int begin = interval.begin; begin < interval.end; begin += block_) {
      const int end = std::min(begin + block_, interval.end);
      if (springs.begin != begin || springs.end != end) take_springs<D>(begin, end, springs);
      add_springs<D>(springs, a, b, range, out.data());
    }
  for (const NetworkData::Target& target : net_.targets)
    if (target.node >= range.begin && target.node < range.end)
      for (std::size_t i = usize(target.node) * d, axis = 0; axis < d; ++axis)
        out[i + axis] += a * target.stiffness * scaled_[i + axis];
  const double drag = b * drag_;
  for (std::size_t node = usize(range.begin); node < usize(range.end); ++node)
    for (std::size_t i = node * d, end = i + d; i < end; ++i)
      out[i] = net_.constrained[i] ? 0.0 : root_[node] * out[i] + drag * y[i];
}

}  // namespace tensio
