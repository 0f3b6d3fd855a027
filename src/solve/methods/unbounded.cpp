#include "solve/methods/unbounded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "core/union_find.hpp"
#include "network/given_springs.hpp"
#include "physics/spring_law.hpp"
#include "solve/methods/supports.hpp"

namespace tensio {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
/// A solve is far away at this multiple of the net's size, and is examined again when it has moved
/// four times as far. If it ends without an equilibrium, less counts as far.
constexpr double kFar = 1000, kFarther = 4, kFarAtTheEnd = 10;
/// Longer than any spring; its square does not overflow.
constexpr double kBeyond = 0x1p300;
/// The slope must be below zero by at least this, relative to its terms.
constexpr double kCertain = 1e-9;
/// Nodes that move by less than this part of the fastest do not count as moving.
constexpr double kMoves = 1e-3;

// The tension of a curve at infinite length: its last piece decides.
double curve_at_infinity(const CurveView& curve, double k, double l0) {
  const double* last = curve.rows + (curve.pieces - 1) * curve.width();
  for (int power = curve.degree; power > 0; --power)
    if (const double leading = k * last[2 + power]; leading != 0)
      return leading > 0 ? kInfinite : -kInfinite;
  return k * (curve.of_strain ? l0 : 1.0) * last[2];
}

// The tension of a spring at infinite length. Custom laws are assumed to resist.
double tension_at_infinity(const NetworkData& net, Law law, int s) {
  if (net.is_broken(usize(s))) return 0;
  const double k = net.stiffness[s], l0 = net.rest_length[s];
  if (law == Law::custom) return kInfinite;
  if (needs_more(law)) return curve_at_infinity(net.curve_of(s), k, l0);
  // Far beyond any net, a tension that still changes has no bound.
  const double far = spring_value(net, law, s, kBeyond, k, l0).tension;
  const double farther = spring_value(net, law, s, 2 * kBeyond, k, l0).tension;
  return farther > far ? kInfinite : farther < far ? -kInfinite : far;
}

std::vector<double> tensions_at_infinity(const NetworkData& net) {
  std::vector<double> tension(usize(net.spring_count));
  for (const LawRange& range : net.laws)
    for (int s = range.begin; s < range.end; ++s)
      tension[s] = tension_at_infinity(net, range.law, s);
  return tension;
}

double speed_of(const NetworkData& net, const std::vector<double>& u, int node) {
  const std::size_t d = usize(net.dimension);
  double sum = 0;
  for (std::size_t i = usize(node) * d; i < usize(node) * d + d; ++i) sum += u[i] * u[i];
  return std::sqrt(sum);
}

double speed_between(const NetworkData& net, const std::vector<double>& u, int s) {
  const std::size_t d = usize(net.dimension), a = usize(net.a[s]), b = usize(net.b[s]);
  double sum = 0;
  for (std::size_t i = 0; i < d; ++i) {
    const double between = u[b * d + i] - u[a * d + i];
    sum += between * between;
  }
  return std::sqrt(sum);
}

// Nodes joined by springs of infinite tension move together: by the mean of their displacements,
// and not at all along an axis on which one of them is fixed.
void move_joined_nodes(const NetworkData& net, const std::vector<double>& tension,
                       std::vector<double>& u) {
  const std::size_t d = usize(net.dimension), n = usize(net.node_count);
  UnionFind parts(net.node_count);
  for (int s = 0; s < net.spring_count; ++s)
    if (tension[s] == kInfinite) parts.join(net.a[s], net.b[s]);
  std::vector<double> sum(n * d, 0.0), count(n, 0.0);
  std::vector<char> constrained(n * d, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t root = usize(parts.find(static_cast<int>(i)));
    count[root] += 1;
    for (std::size_t axis = 0; axis < d; ++axis) {
      sum[root * d + axis] += u[i * d + axis];
      constrained[root * d + axis] |= static_cast<char>(net.constrained[i * d + axis]);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t root = usize(parts.find(static_cast<int>(i)));
    for (std::size_t axis = 0; axis < d; ++axis)
      u[i * d + axis] = constrained[root * d + axis] ? 0.0 : sum[root * d + axis] / count[root];
  }
}

struct Slope {
  double pull = 0;  // of the loads and weights, along u
  double hold = 0;  // of the springs, against it
  bool certain() const { return pull - hold > kCertain * (std::abs(pull) + std::abs(hold)); }
};

Slope slope_along(const NetworkData& net, const std::vector<double>& tension,
                  const std::vector<double>& u) {
  Slope slope;
  for (std::size_t i = 0; i < u.size(); ++i) slope.pull += net.external[i] * u[i];
  for (int s = 0; s < net.spring_count; ++s)
    if (const double speed = speed_between(net, u, s); speed > 0) slope.hold += tension[s] * speed;
  return slope;
}

// "(0, -1)".
std::string direction_text(const NetworkData& net, const std::vector<double>& u, int node) {
  const std::size_t d = usize(net.dimension);
  const double speed = speed_of(net, u, node);
  std::string text;
  for (std::size_t i = 0; i < d; ++i) {
    const double part = std::round(1000 * u[usize(node) * d + i] / speed) / 1000;
    text += fmt::format("{}{:g}", text.empty() ? "" : ", ", part == 0 ? 0.0 : part);
  }
  return "(" + text + ")";
}

// The nodes that move: the fastest one, the number of others, and whether all move in one
// direction.
struct MovingNodes {
  int fastest = 0;
  int others = -1;
  bool together = true;
};

MovingNodes moving_nodes_in(const NetworkData& net, const std::vector<double>& u) {
  MovingNodes moving;
  for (int node = 1; node < net.node_count; ++node)
    if (speed_of(net, u, node) > speed_of(net, u, moving.fastest)) moving.fastest = node;
  const std::size_t d = usize(net.dimension);
  const double fastest = speed_of(net, u, moving.fastest);
  for (int node = 0; node < net.node_count; ++node) {
    const double speed = speed_of(net, u, node);
    if (!(speed > kMoves * fastest)) continue;
    ++moving.others;
    double along = 0;
    for (std::size_t i = 0; i < d; ++i)
      along += u[usize(node) * d + i] * u[usize(moving.fastest) * d + i];
    moving.together &= along > (1 - kMoves) * speed * fastest;
  }
  return moving;
}

// A sentence on the first spring (user's order) that does not resist; empty if all do.
std::string spring_without_resistance(const NetworkData& net, const std::vector<double>& u,
                                      double fastest) {
  int first = -1;
  Law first_law = Law::linear;
  for (const LawRange& range : net.laws)
    for (int s = range.begin; s < range.end; ++s) {
      if (net.is_broken(usize(s)) || !(speed_between(net, u, s) > kMoves * fastest)) continue;
      if (first >= 0 && net.spring_user[s] >= net.spring_user[first]) continue;
      first = s;
      first_law = range.law;
    }
  if (first < 0) return {};
  return fmt::format(
      "; {}{}", spring_text(net, first),
      first_law == Law::strut ? ", a strut, never pulls" : " does not pull when it is long");
}

std::string reason_for(const NetworkData& net, const std::vector<double>& u, const Slope& slope) {
  const MovingNodes moving = moving_nodes_in(net, u);
  const double fastest = speed_of(net, u, moving.fastest);
  const double pull = slope.pull / fastest, hold = slope.hold / fastest;
  const bool one = moving.others == 0;
  std::string who = node_text(net, moving.fastest);
  if (!one)
    who += fmt::format(" and {} other node{}", moving.others, moving.others == 1 ? "" : "s");
  const std::string direction =
      moving.together ? "along " + direction_text(net, u, moving.fastest) : "apart";
  const char* whom = one ? "it" : "them";
  if (hold == -kInfinite)
    return fmt::format("{} move{} {} without end: springs push {} more the longer they are", who,
                       one ? "s" : "", direction, whom);
  const std::string loads = fmt::format("{} move{} {} without end: the loads pull with {:.6g}", who,
                                        one ? "s" : "", direction, pull);
  if (hold > kMoves * pull)
    return fmt::format("{} there, and the springs can hold {} with {:.6g} at most", loads, whom,
                       hold);
  if (hold < 0) return fmt::format("{} there, and springs push with {:.6g}", loads, -hold);
  return fmt::format("{} there, and nothing holds {}{}", loads, whom,
                     spring_without_resistance(net, u, fastest));
}

// The largest |coordinate|.
double reach_of(const std::vector<double>& x) {
  double reach = 0;
  for (double value : x) reach = std::max(reach, std::abs(value));
  return reach;
}

// The longest side of the box around all nodes, at least the length of a spring.
double extent_of(const NetworkData& net, const std::vector<double>& x) {
  const std::size_t d = usize(net.dimension);
  double extent = net.length_scale;
  for (std::size_t axis = 0; axis < d; ++axis) {
    double low = kInfinite, high = -kInfinite;
    for (std::size_t i = axis; i < x.size(); i += d) {
      low = std::min(low, x[i]);
      high = std::max(high, x[i]);
    }
    extent = std::max(extent, high - low);
  }
  return extent;
}

}  // namespace

Runaway::Runaway(Backend& backend, const NetworkData& net, const std::vector<double>& start)
    : backend_(backend),
      net_(net),
      start_(compiled_order(net, start)),
      reach_(reach_of(start_)),
      extent_(extent_of(net, start_)),
      limit_(reach_ + kFar * extent_) {}

bool Runaway::at(VectorId x) { return beyond(x, limit_); }

bool Runaway::ended_at(VectorId x) { return beyond(x, reach_ + kFarAtTheEnd * extent_); }

bool Runaway::beyond(VectorId x, double limit) {
  const double reach = backend_.max_abs(x);
  if (!(reach > limit) || !std::isfinite(reach)) return false;
  limit_ = kFarther * reach;
  std::vector<double> user(start_.size());
  backend_.download(x, user);
  std::vector<double> u = compiled_order(net_, user);
  for (std::size_t i = 0; i < u.size(); ++i)
    u[i] = net_.constrained[i] ? 0.0 : u[i] / reach - start_[i] / reach;
  return proves(x, u, reach);
}

bool Runaway::proves(VectorId x, const std::vector<double>& direction, double distance) {
  const std::vector<double> tension = tensions_at_infinity(net_);
  std::vector<double> u = direction;
  move_joined_nodes(net_, tension, u);
  const Slope slope = slope_along(net_, tension, u);
  if (!slope.certain()) return false;
  // Only the backend knows the obstacles: the energy must decrease as predicted.
  if (trial_ < 0) {
    trial_ = backend_.make_vector();
    direction_ = backend_.make_vector();
  }
  backend_.upload(user_order(net_, u), direction_);
  const double here = backend_.energy(x).value;
  const double fall = std::isfinite(slope.hold) ? 0.5 * (slope.pull - slope.hold) : 0;
  for (double t = distance; t < 1e4 * distance; t *= 10) {
    backend_.copy(x, trial_);
    backend_.axpy(t, direction_, trial_);
    if (!(backend_.energy(trial_).value < here - t * fall)) return false;
  }
  reason_ = reason_for(net_, u, slope);
  return true;
}

}  // namespace tensio
