// The penalty of obstacles, in implicit steps and at rest.
#include "backend/common/host_contact.hpp"

#include <algorithm>
#include <cmath>

#include "backend/loops.hpp"

namespace tensio {

namespace {

// Nodes that begin to slip and nodes that stick again may alternate forever. After kAllAtOnce
// solves only every third node may begin to slip, in turns.
constexpr int kAllAtOnce = 3, kInTurns = 3;

// The points of a node, found in ascending order of nodes.
class PointsOf {
 public:
  PointsOf(const std::vector<PenaltyPoint>& points, int node)
      : next_(std::lower_bound(
            points.data(), points.data() + points.size(), node,
            [](const PenaltyPoint& point, int before) { return point.node < before; })),
        end_(points.data() + points.size()) {}

  const PenaltyPoint* find(int node, int solid) {
    while (next_ != end_ && (next_->node < node || (next_->node == node && next_->solid < solid)))
      ++next_;
    return next_ != end_ && next_->node == node && next_->solid == solid ? next_ : nullptr;
  }

 private:
  const PenaltyPoint *next_, *end_;
};

// The plane that touches where the path between two positions, both relative to the solid, first
// meets the contact surface.
template <int D>
void put_plane(const Solid& solid, const Vec<D>& from, const Vec<D>& to, PenaltyPoint& point) {
  const double s = std::min(first_reach(solid, from, to, solid.thickness), 1.0);
  Vec<D> p = sum(from, s, difference(to, from));
  const Nearest<D> near = nearest(solid, p);
  p = sum(p, solid.thickness - near.distance, near.normal);
  point.plane = true;
  for (int i = 0; i < D; ++i) {
    point.normal[i] = near.normal[i];
    point.place[i] = p[i] + solid.shift[i];
  }
}

}  // namespace

// ---- what a step leaves for the next ----

template <int D>
void HostContact<D>::begin_step() {
  current_ = accepted_;
  current_.touching.resize(usize(net_.node_count) * net_.solids.size(), 0);
  for (PenaltyPoint& point : current_.points) point.plane = false;
  shift0_.clear();
  for (const Solid& solid : net_.solids)
    shift0_.insert(shift0_.end(), solid.shift, solid.shift + 3);
}

template <int D>
std::vector<double> HostContact<D>::save() const {
  std::vector<double> saved = {static_cast<double>(accepted_.points.size())};
  for (const PenaltyPoint& point : accepted_.points) {
    saved.insert(saved.end(),
                 {static_cast<double>(point.node), static_cast<double>(point.solid), point.push});
    saved.insert(saved.end(), point.normal, point.normal + 3);
    saved.insert(saved.end(), point.slide, point.slide + 3);
    saved.push_back(point.slid);
  }
  for (std::size_t i = 0; i < accepted_.touching.size(); ++i)
    if (accepted_.touching[i]) saved.push_back(static_cast<double>(i));
  return saved;
}

template <int D>
void HostContact<D>::restore(std::span<const double> saved) {
  constexpr std::size_t kNumbers = 10;  // of a point
  accepted_ = {};
  accepted_.touching.assign(usize(net_.node_count) * net_.solids.size(), 0);
  std::size_t at = 1;
  for (double i = 0; !saved.empty() && i < saved[0] && at + kNumbers <= saved.size(); ++i) {
    PenaltyPoint point;
    point.node = static_cast<int>(saved[at]);
    point.solid = static_cast<int>(saved[at + 1]);
    point.push = saved[at + 2];
    std::copy_n(saved.data() + at + 3, 3, point.normal);
    std::copy_n(saved.data() + at + 6, 3, point.slide);
    point.slid = saved[at + 9];
    accepted_.points.push_back(point);
    at += kNumbers;
  }
  for (; at < saved.size(); ++at)
    if (saved[at] < static_cast<double>(accepted_.touching.size()))
      accepted_.touching[static_cast<std::size_t>(saved[at])] = 1;
  current_ = accepted_;
}

// ---- one node and one obstacle ----

template <int D>
bool HostContact<D>::is_free(int node) const {
  for (int i = 0; i < D; ++i)
    if (!net_.constrained[usize(axis_offset<D>(node) + i)]) return true;
  return false;
}

template <int D>
double HostContact<D>::kappa(int node) const {
  return penalty_->factor * (net_.node_stiffness[node] + last_inertia_ * net_.mass[node]);
}

// The obstacle's path in the step so far.
template <int D>
Vec<D> HostContact<D>::path_of(const Solid& solid, std::size_t which) const {
  if (shift0_.empty()) return {};
  return difference(load<D>(solid.shift, 0), load<D>(shift0_.data() + 3 * which, 0));
}

// The effect of one solid on a node at z that began at x0.
template <int D>
PenaltyValue<D> HostContact<D>::value_at(std::size_t which, const PenaltyPoint* point,
                                         const Vec<D>& z, const Vec<D>& x0, double stiffness,
                                         bool projected) const {
  const Solid& solid = net_.solids[which];
  PenaltyValue<D> value =
      penalty_force(penalty_nearest(solid, point, z), solid.thickness, stiffness, projected);
  if (point && penalty_->slip > 0 && solid.friction * point->push > 0)
    add_friction(*point, difference(difference(z, x0), path_of(solid, which)),
                 solid.friction * point->push, penalty_->slip, value);
  return value;
}

// Calls f(node, value) where an obstacle acts on a node of begin .. end - 1.
template <int D>
template <class F>
void HostContact<D>::for_penalty(const double* x, bool projected, int begin, int end, F&& f) const {
  const Penalty& penalty = *penalty_;
  const double* x0 = penalty.x0 < 0 ? x : vectors_.at(penalty.x0);
  PointsOf points(current_.points, begin);
  for (int node = begin; node < end; ++node) {
    if (!is_free(node)) continue;
    const Vec<D> start = load<D>(x0, node);
    const Vec<D> z = sum(start, penalty.reach, difference(load<D>(x, node), start));
    const double stiffness = kappa(node);
    for (std::size_t i = 0; i < net_.solids.size(); ++i) {
      const PenaltyPoint* point = points.find(node, static_cast<int>(i));
      PenaltyValue<D> value = value_at(i, point, z, start, stiffness, projected);
      if (value.push == 0 && value.energy == 0 && !(point && point->push > 0)) continue;
      // It acts at z; the derivatives are those with respect to x.
      value.energy /= penalty.reach;
      for (double& entry : value.block.m) entry *= penalty.reach;
      f(node, value);
    }
  }
}

template <int D>
void HostContact<D>::add_energy(const double* x, int begin, int end, EnergyValue& sum) const {
  for_penalty(x, false, begin, end,
              [&](int, const PenaltyValue<D>& value) { sum.add(value.energy); });
}

template <int D>
void HostContact<D>::add_forces(const double* x, int begin, int end, double* f) const {
  for_penalty(x, false, begin, end, [&](int node, const PenaltyValue<D>& value) {
    for (int i = 0; i < D; ++i) f[axis_offset<D>(node) + i] += value.force[i];
  });
}

template <int D>
double HostContact<D>::add_energy_and_forces(const double* x, double* f,
                                             EnergyValue& energy) const {
  double largest = 0;
  for_penalty(x, false, 0, net_.node_count, [&](int node, const PenaltyValue<D>& value) {
    energy.add(value.energy);
    for (int i = 0; i < D; ++i) f[axis_offset<D>(node) + i] += value.force[i];
    largest = std::max(largest, value.push);
  });
  return largest;
}

template <int D>
void HostContact<D>::add_blocks(const double* x, bool projected, int begin, int end,
                                double* K) const {
  for_penalty(x, projected, begin, end, [&](int node, const PenaltyValue<D>& value) {
    double* diagonal = K + block_offset<D>(net_.diagonal[node]);
    for (int e = 0; e < D * D; ++e) diagonal[e] += value.block.m[e];
  });
}

template <int D>
void HostContact<D>::list_blocks(const double* x, bool projected,
                                 std::vector<NodeBlock<D>>& blocks) const {
  for_penalty(x, projected, 0, net_.node_count, [&](int node, const PenaltyValue<D>& value) {
    blocks.push_back({node, value.block});
  });
}

// One ulp of a coordinate changes the depth, and that the push; at the surface it decides whether
// there is one.
template <int D>
double HostContact<D>::rounding(const double* x, std::size_t axis) const {
  constexpr double kAtSurface = 1e-9;
  const Penalty& penalty = *penalty_;
  const int node = static_cast<int>(axis) / D;
  const double* x0 = penalty.x0 < 0 ? x : vectors_.at(penalty.x0);
  const Vec<D> here = load<D>(x, node), start = load<D>(x0, node);
  const Vec<D> z = sum(start, penalty.reach, difference(here, start));
  PointsOf points(current_.points, node);
  double rounding = 0;
  for (std::size_t i = 0; i < net_.solids.size(); ++i) {
    const Solid& solid = net_.solids[i];
    const PenaltyPoint* point = points.find(node, static_cast<int>(i));
    const double depth = solid.thickness - penalty_nearest(solid, point, z).distance;
    const bool has_friction = point && penalty.slip > 0 && point->push > 0;
    if (depth < -kAtSurface * solid.thickness && !has_friction) continue;
    double largest = solid.thickness;
    for (int k = 0; k < D; ++k)
      largest = std::max({largest, std::abs(here[k]), std::abs(start[k]),
                          std::abs(solid.point[k] + solid.shift[k])});
    double stiffness = penalty.reach * kappa(node);
    if (has_friction) stiffness += solid.friction * point->push / penalty.slip;
    rounding += stiffness * largest;
  }
  return rounding;
}

template <int D>
double HostContact<D>::largest_normal_force(const double* x) const {
  double largest = 0;
  for_penalty(x, false, 0, net_.node_count,
              [&](int, const PenaltyValue<D>& value) { largest = std::max(largest, value.push); });
  return largest;
}

// What the end of a node's path makes of its point.
template <int D>
void HostContact<D>::measure_point(const Vec<D>& begin, const Vec<D>& end, PenaltyPoint& point,
                                   PenaltySummary& summary) const {
  const Solid& solid = net_.solids[point.solid];
  const Nearest<D> near = penalty_nearest(solid, &point, end);
  const double depth = std::max(0.0, solid.thickness - near.distance);
  const double push = kappa(point.node) * depth, slip = penalty_->slip;
  summary.deepest = std::max(summary.deepest, depth / solid.thickness);
  summary.largest_normal_force = std::max(summary.largest_normal_force, push);
  summary.begins |= push > 0 && !(point.push > 0);
  if (slip > 0 && solid.friction > 0) {
    const Vec<D> path = difference(difference(end, begin), path_of(solid, usize(point.solid)));
    const int lag = penalty_->lag;
    const bool may_slip = lag < kAllAtOnce || (point.node + lag) % kInTurns == 0;
    const double change =
        update_friction(path, near.normal, solid.friction, push, slip, may_slip, point);
    summary.friction_change = std::max(summary.friction_change, change);
  }
  point.push = push;
  for (int k = 0; k < D; ++k) point.normal[k] = near.normal[k];
}

template <int D>
PenaltySummary HostContact<D>::follow_paths(VectorId from, VectorId to, bool measure) {
  const double *x0 = vectors_.at(from), *x = vectors_.at(to);
  PenaltySummary summary;
  std::vector<PenaltyPoint> points;
  PointsOf known(current_.points, 0);
  for (int node = 0; node < net_.node_count; ++node) {
    if (!is_free(node)) continue;
    const Vec<D> begin = load<D>(x0, node), end = load<D>(x, node);
    for (std::size_t i = 0; i < net_.solids.size(); ++i) {
      const Solid& solid = net_.solids[i];
      const PenaltyPoint* old = known.find(node, static_cast<int>(i));
      PenaltyPoint point = old ? *old : PenaltyPoint{node, static_cast<int>(i)};
      // At rest no path counts.
      bool caught = false;
      if (!point.plane && !penalty_->at_rest) {
        const Vec<D> p = difference(begin, load<D>(shift0_.data() + 3 * i, 0));
        const Vec<D> q = difference(end, load<D>(solid.shift, 0));
        if (first_reach(solid, p, q, (1 - kMostDepth) * solid.thickness) <= 1) {
          put_plane(solid, p, q, point);
          summary.caught = caught = true;
        }
      }
      // The end that was found without the plane is not where the node will be: neither its depth
      // nor its normal force counts.
      if (measure && !caught) measure_point(begin, end, point, summary);
      if (point.plane || point.push > 0) points.push_back(point);
    }
  }
  current_.points.swap(points);
  summary.points = !current_.points.empty();
  return summary;
}

// A force F does F.(way of the node); what it had from the obstacle's way is the obstacle's work,
// and the rest is lost. So is what an impact takes from the motion along n and against friction:
// the kinetic energy there, with what all forces did on the way.
template <int D>
void HostContact<D>::settle(const PenaltyStep& step, ContactBalance& balance) {
  const std::size_t count = net_.solids.size();
  balance.clear(count);
  PointsOf points(current_.points, 0);
  for (int node = 0; node < net_.node_count; ++node) {
    if (!is_free(node)) continue;
    const Vec<D> end = load<D>(vectors_.at(step.x), node);
    for (std::size_t i = 0; i < count; ++i) {
      const Solid& solid = net_.solids[i];
      std::uint8_t& touching = current_.touching[usize(node) * count + i];
      const PenaltyPoint* point = points.find(node, static_cast<int>(i));
      if (point && point->push > 0) {
        const Vec<D> w = sum(Vec<D>{}, 1 / step.h, path_of(solid, i));
        const double speed =
            dot(load<D>(point->normal, 0), difference(w, load<D>(vectors_.at(step.v0), node)));
        if (!touching) balance.begun.push_back({node, static_cast<int>(i), std::max(0.0, speed)});
        touching = 1;
        settle_point(step, *point, w, balance);
      } else if (touching) {
        const double distance = nearest(solid, difference(end, load<D>(solid.shift, 0))).distance;
        if (distance > (1 + kTouchEnds) * solid.thickness) touching = 0;
      }
    }
  }
}

// The balance of one point, whose obstacle moves with w; and its node's stop along n.
template <int D>
void HostContact<D>::settle_point(const PenaltyStep& step, const PenaltyPoint& point,
                                  const Vec<D>& w, ContactBalance& balance) {
  const int node = point.node;
  const Solid& solid = net_.solids[point.solid];
  const double mass = net_.mass[node];
  const Vec<D> begin = load<D>(vectors_.at(step.x0), node),
               end = load<D>(vectors_.at(step.x), node);
  const Vec<D> moved = difference(end, begin), before = load<D>(vectors_.at(step.v0), node);
  const Vec<D> normal = load<D>(point.normal, 0), after = load<D>(vectors_.at(step.v), node);
  // Friction is what the way that came out makes it, which the solve knew to some digits.
  Vec<D> force =
      penalty_force(penalty_nearest(solid, &point, end), solid.thickness, kappa(node), false).force;
  if (penalty_->slip > 0)
    force = sum(force, 1,
                friction_against(difference(moved, sum(Vec<D>{}, step.h, w)), normal,
                                 solid.friction * point.push, penalty_->slip));
  double* v = vectors_.at(step.v) + axis_offset<D>(node);
  const double left = dot(normal, difference(after, w));
  for (int k = 0; k < D; ++k)
    if (!net_.constrained[usize(axis_offset<D>(node) + k)]) v[k] -= left * normal[k];
  // To stop it takes an impulse, too.
  const double work = step.h * dot(force, w) - mass * left * dot(normal, w);
  balance.give(point.solid, step.h, force);
  balance.give(point.solid, -mass * left, normal);
  balance.work += work;
  balance.dissipated += work - dot(force, moved);
  // Along n, and along friction; what rounding leaves of the force there has no direction.
  constexpr double kNone = 1e-10;
  Vec<D> across = sum(force, -dot(force, normal), normal);
  const double size = length(across);
  const bool has_friction = size > kNone * length(force);
  for (int k = 0; k < D; ++k) across[k] = has_friction ? across[k] / size : 0;
  for (const Vec<D>& way : {normal, across}) {
    const double was = dot(way, before), came = dot(way, after);
    const double now = dot(way, load<D>(v, 0));
    const double made = came - dot(way, load<D>(vectors_.at(step.carried), node));
    balance.dissipated +=
        mass * made / step.b * dot(way, moved) + 0.5 * mass * (was * was - now * now);
  }
}

template class HostContact<2>;
template class HostContact<3>;

}  // namespace tensio
