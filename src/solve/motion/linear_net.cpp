#include "solve/motion/linear_net.hpp"

#include <algorithm>
#include <cmath>

#include "backend/loops.hpp"
#include "core/parallel.hpp"
#include "network/custom_springs.hpp"

namespace tensio {

LinearNet::LinearNet(const NetworkData& net, const std::vector<double>& x, Shape shape)
    : net_(net), shape_(shape), drag_(net.drag), scale_(net.held.size()), scaled_(net.held.size()) {
  const auto d = static_cast<std::size_t>(net.dimension);
  for (std::size_t axis = 0; axis < scale_.size(); ++axis) {
    if (net.held[axis]) continue;
    scale_[axis] = 1 / std::sqrt(net.mass[axis / d]);
    free_.push_back(static_cast<int>(axis));
  }
  const auto springs = static_cast<std::size_t>(net.spring_count);
  along_.resize(springs * d);
  tangent_.resize(springs);
  across_.resize(springs);
  if (std::any_of(net.damping.begin(), net.damping.end(), [](double c) { return c != 0; }))
    damping_ = net.damping;
  net.dimension == 2 ? take_springs<2>(x) : take_springs<3>(x);
}

template <int D>
void LinearNet::take_springs(const std::vector<double>& x) {
  ThreadPool pool(1);
  CustomSprings custom(net_);
  const Extras extras(custom.at(x.data(), pool), net_.parts.empty() ? nullptr : net_.parts.data());
  double sum = 0;
  for_laws(net_, 0, net_.spring_count, [&]<Law law>(int begin, int end) {
    for (int s = begin; s < end; ++s) {
      const auto i = static_cast<std::size_t>(s);
      const Vec<D> vector = vector_of<D>(net_, x.data(), s);
      const double l = length(vector);
      LawValue value = value_of<law>(net_, s, l, extras);
      if (is_slack(law, l, net_.rest_length[i])) value.tangent += net_.stiffness[i];
      if (shape_ == Shape::any) value.tangent = value.q = std::max(value.tangent, value.q);
      for (int axis = 0; axis < D; ++axis)
        along_[i * D + static_cast<std::size_t>(axis)] = l > 0 ? vector[axis] / l : 0.0;
      tangent_[i] = value.tangent - value.q;
      across_[i] = value.q;
      sum += 0.0 * value.tangent + 0.0 * value.q;
    }
  });
  finite_ = sum == 0.0;
}

// Springs damp along themselves (in any shape: all over), so what they resist across must be
// nothing; targets do not damp.
std::optional<LinearNet::EvenDamping> LinearNet::even_damping() const {
  if (damping_.empty()) return EvenDamping{0, drag_};
  constexpr double kSame = 1e-12;
  const bool any = shape_ == Shape::any;
  const std::vector<double>&stiff = any ? across_ : tangent_, &beside = any ? tangent_ : across_;
  const auto most = std::max_element(stiff.begin(), stiff.end()) - stiff.begin();
  const double largest = stiff[static_cast<std::size_t>(most)];
  if (!(largest > 0)) return {};
  const double per_a = damping_[static_cast<std::size_t>(most)] / largest;
  for (std::size_t s = 0; s < stiff.size(); ++s) {
    const double expected = per_a * stiff[s];
    if (std::abs(damping_[s] - expected) > kSame * expected) return {};
    // A vibration that this alone resists is as slow as those that count as still.
    if (std::abs(beside[s]) > kStill * kStill * largest) return {};
  }
  const bool held = std::any_of(net_.targets.begin(), net_.targets.end(),
                                [](const auto& target) { return target.stiffness != 0; });
  if (held && per_a != 0) return {};
  return EvenDamping{per_a, drag_};
}

template <int D>
void LinearNet::add_springs(double a, double b, const double* y, double* out) const {
  for (int s = 0; s < net_.spring_count; ++s) {
    const auto i = static_cast<std::size_t>(s);
    const Vec<D> dy = vector_of<D>(net_, y, s);
    const Vec<D> n = load<D>(along_.data(), s);
    const double damping = damping_.empty() ? 0.0 : b * damping_[i];
    double along = a * tangent_[i], across = a * across_[i];
    (shape_ == Shape::any ? across : along) += damping;
    along *= dot(n, dy);
    double* at_a = out + wide(net_.a[i]) * D;
    double* at_b = out + wide(net_.b[i]) * D;
    for (int axis = 0; axis < D; ++axis) {
      const double force = along * n[axis] + across * dy[axis];
      at_a[axis] -= force;
      at_b[axis] += force;
    }
  }
}

void LinearNet::product(double a, double b, const std::vector<double>& y,
                        std::vector<double>& out) const {
  out.assign(y.size(), 0.0);
  for (std::size_t i = 0; i < y.size(); ++i) scaled_[i] = scale_[i] * y[i];
  if (net_.dimension == 2)
    add_springs<2>(a, b, scaled_.data(), out.data());
  else
    add_springs<3>(a, b, scaled_.data(), out.data());
  const auto d = static_cast<std::size_t>(net_.dimension);
  for (const NetworkData::Target& target : net_.targets)
    for (std::size_t i = static_cast<std::size_t>(target.node) * d, axis = 0; axis < d; ++axis)
      out[i + axis] += a * target.stiffness * scaled_[i + axis];
  const double drag = b * drag_;
  for (std::size_t i = 0; i < y.size(); ++i)
    out[i] = scale_[i] == 0 ? 0.0 : scale_[i] * out[i] + drag * y[i];
}

}  // namespace tensio
