// The penalty of obstacles, in implicit steps and at rest.
#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu_backend.hpp"
#include "core/index.hpp"
#include "physics/node.hpp"

namespace tensio {

namespace {

// Nodes that begin to slip and nodes that are fixed again may follow each other in a circle. After
// so many solves those begin in turns.
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

// The obstacle's way in the step so far.
template <int D>
Vec<D> way_of(const Solid& solid, const Penalty& penalty, std::size_t which) {
  if (penalty.shift0.empty()) return {};
  return difference(load<D>(solid.shift, 0), load<D>(penalty.shift0.data() + 3 * which, 0));
}

// What one solid does to a node at z that began at x0.
template <int D>
PenaltyValue<D> value_at(const Solid& solid, const Vec<D>& way, const Penalty& penalty,
                         const PenaltyPoint* point, const Vec<D>& z, const Vec<D>& x0, double kappa,
                         bool projected) {
  PenaltyValue<D> value =
      penalty_force(penalty_nearest(solid, point, z), solid.thickness, kappa, projected);
  if (point && penalty.slip > 0 && solid.friction * point->push > 0)
    add_friction(*point, difference(difference(z, x0), way), solid.friction * point->push,
                 penalty.slip, value);
  return value;
}

// The plane that touches where the way between two places, both relative to the solid, first meets
// the contact surface.
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

template <int D>
template <class F>
void CpuBackend<D>::for_penalty(const double* x, bool projected, int begin, int end, F&& f) const {
  const Penalty& penalty = *penalty_;
  const double* x0 = penalty.x0 < 0 ? x : at(penalty.x0);
  PointsOf points(penalty.points, begin);
  for (int node = begin; node < end; ++node) {
    if (!is_free(node)) continue;
    const Vec<D> start = load<D>(x0, node);
    const Vec<D> z = sum(start, penalty.reach, difference(load<D>(x, node), start));
    const double stiffness = kappa(penalty, node);
    for (std::size_t i = 0; i < net_.solids.size(); ++i) {
      const Solid& solid = net_.solids[i];
      const PenaltyPoint* point = points.find(node, static_cast<int>(i));
      PenaltyValue<D> value = value_at(solid, way_of<D>(solid, penalty, i), penalty, point, z,
                                       start, stiffness, projected);
      if (value.push == 0 && value.energy == 0 && !(point && point->push > 0)) continue;
      // Felt at z, told of x.
      value.energy /= penalty.reach;
      for (double& entry : value.block.m) entry *= penalty.reach;
      f(node, value);
    }
  }
}

template <int D>
EnergyValue CpuBackend<D>::penalty_energy(const double* x) {
  return sum_both(net_.node_count, [&](int begin, int end, EnergyValue& sum) {
    for_penalty(x, false, begin, end,
                [&](int, const PenaltyValue<D>& value) { sum.add(value.energy); });
  });
}

template <int D>
void CpuBackend<D>::add_penalty_forces(const double* x, double* f) {
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for_penalty(x, false, begin, end, [&](int node, const PenaltyValue<D>& value) {
      for (int i = 0; i < D; ++i) f[wide(node) * D + i] += value.force[i];
    });
  });
}

template <int D>
void CpuBackend<D>::add_penalty_blocks(const double* x, bool projected, double* K) {
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for_penalty(x, projected, begin, end, [&](int node, const PenaltyValue<D>& value) {
      double* diagonal = K + wide(net_.diagonal[node]) * D * D;
      for (int e = 0; e < D * D; ++e) diagonal[e] += value.block.m[e];
    });
  });
}

// One ulp of a coordinate changes the depth, and that the push; at the surface it decides whether
// there is one.
template <int D>
double CpuBackend<D>::penalty_rounding(const double* x, std::size_t axis) const {
  constexpr double kAtSurface = 1e-9;
  const Penalty& penalty = *penalty_;
  const int node = static_cast<int>(axis) / D;
  const double* x0 = penalty.x0 < 0 ? x : at(penalty.x0);
  const Vec<D> here = load<D>(x, node), start = load<D>(x0, node);
  const Vec<D> z = sum(start, penalty.reach, difference(here, start));
  PointsOf points(penalty.points, node);
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
    double stiffness = penalty.reach * kappa(penalty, node);
    if (has_friction) stiffness += solid.friction * point->push / penalty.slip;
    rounding += stiffness * largest;
  }
  return rounding;
}

template <int D>
double CpuBackend<D>::largest_normal_force(const double* x) const {
  double largest = 0;
  for_penalty(x, false, 0, net_.node_count,
              [&](int, const PenaltyValue<D>& value) { largest = std::max(largest, value.push); });
  return largest;
}

template <int D>
PenaltySummary CpuBackend<D>::follow_paths(VectorId from, VectorId to, bool measure,
                                           Penalty& penalty) {
  const double *x0 = at(from), *x = at(to);
  PenaltySummary summary;
  std::vector<PenaltyPoint> points;
  PointsOf known(penalty.points, 0);
  for (int node = 0; node < net_.node_count; ++node) {
    if (!is_free(node)) continue;
    const Vec<D> begin = load<D>(x0, node), end = load<D>(x, node);
    for (std::size_t i = 0; i < net_.solids.size(); ++i) {
      const Solid& solid = net_.solids[i];
      const PenaltyPoint* old = known.find(node, static_cast<int>(i));
      PenaltyPoint point = old ? *old : PenaltyPoint{node, static_cast<int>(i)};
      // At rest there is no way that counts.
      if (!point.plane && !penalty.at_rest) {
        const Vec<D> p = difference(begin, load<D>(penalty.shift0.data() + 3 * i, 0));
        const Vec<D> q = difference(end, load<D>(solid.shift, 0));
        if (first_reach(solid, p, q, (1 - kMostDepth) * solid.thickness) <= 1) {
          put_plane(solid, p, q, point);
          summary.caught = true;
        }
      }
      if (measure) {
        const Nearest<D> near = penalty_nearest(solid, &point, end);
        const double depth = std::max(0.0, solid.thickness - near.distance);
        const double push = kappa(penalty, node) * depth;
        summary.deepest = std::max(summary.deepest, depth / solid.thickness);
        summary.largest_normal_force = std::max(summary.largest_normal_force, push);
        summary.begins |= push > 0 && !(point.push > 0);
        if (penalty.slip > 0 && solid.friction > 0) {
          const Vec<D> way = difference(difference(end, begin), way_of<D>(solid, penalty, i));
          const bool may_slip = penalty.lag < kAllAtOnce || (node + penalty.lag) % kInTurns == 0;
          const double change = update_friction(way, near.normal, solid.friction, push,
                                                penalty.slip, may_slip, point);
          summary.friction_change = std::max(summary.friction_change, change);
        }
        point.push = push;
        for (int k = 0; k < D; ++k) point.normal[k] = near.normal[k];
      }
      if (point.plane || point.push > 0) points.push_back(point);
    }
  }
  penalty.points.swap(points);
  return summary;
}

// A force F does F.(way of the node); what it had from the obstacle's way is the obstacle's work,
// and the rest is lost. So is what an impact takes from the motion along n and against friction:
// the kinetic energy there, with what all forces did on the way.
template <int D>
void CpuBackend<D>::settle_penalty(const PenaltyStep& step, const Penalty& penalty,
                                   ContactBalance& balance) {
  const std::size_t count = net_.solids.size();
  balance.clear(count);
  PointsOf points(penalty.points, 0);
  for (int node = 0; node < net_.node_count; ++node) {
    if (!is_free(node)) continue;
    const Vec<D> end = load<D>(at(step.x), node);
    for (std::size_t i = 0; i < count; ++i) {
      const Solid& solid = net_.solids[i];
      std::uint8_t& touching = step.touching[usize(node) * count + i];
      const PenaltyPoint* point = points.find(node, static_cast<int>(i));
      if (point && point->push > 0) {
        const Vec<D> w = sum(Vec<D>{}, 1 / step.h, way_of<D>(solid, penalty, i));
        const double speed =
            tensio::dot(load<D>(point->normal, 0), difference(w, load<D>(at(step.v0), node)));
        if (!touching) balance.begun.push_back({node, static_cast<int>(i), std::max(0.0, speed)});
        touching = 1;
        settle_point(step, penalty, *point, w, balance);
      } else if (touching) {
        const double distance = nearest(solid, difference(end, load<D>(solid.shift, 0))).distance;
        if (distance > (1 + kTouchEnds) * solid.thickness) touching = 0;
      }
    }
  }
}

// The balance of one point, whose obstacle moves with w; and its node's stop along n.
template <int D>
void CpuBackend<D>::settle_point(const PenaltyStep& step, const Penalty& penalty,
                                 const PenaltyPoint& point, const Vec<D>& w,
                                 ContactBalance& balance) {
  const int node = point.node;
  const Solid& solid = net_.solids[point.solid];
  const double mass = net_.mass[node];
  const Vec<D> begin = load<D>(at(step.x0), node), end = load<D>(at(step.x), node);
  const Vec<D> moved = difference(end, begin), before = load<D>(at(step.v0), node);
  const Vec<D> normal = load<D>(point.normal, 0), after = load<D>(at(step.v), node);
  // Friction is what the way that came out makes it, which the solve knew to some digits.
  Vec<D> force = penalty_force(penalty_nearest(solid, &point, end), solid.thickness,
                               kappa(penalty, node), false)
                     .force;
  if (penalty.slip > 0)
    force = sum(force, 1,
                friction_against(difference(moved, sum(Vec<D>{}, step.h, w)), normal,
                                 solid.friction * point.push, penalty.slip));
  double* v = at(step.v) + wide(node) * D;
  const double left = tensio::dot(normal, difference(after, w));
  for (int k = 0; k < D; ++k)
    if (!net_.constrained[usize(wide(node) * D + k)]) v[k] -= left * normal[k];
  // To stop it takes an impulse, too.
  const double work = step.h * tensio::dot(force, w) - mass * left * tensio::dot(normal, w);
  balance.give(point.solid, step.h, force);
  balance.give(point.solid, -mass * left, normal);
  balance.work += work;
  balance.dissipated += work - tensio::dot(force, moved);
  // Along n, and along friction.
  Vec<D> across = sum(force, -tensio::dot(force, normal), normal);
  const double size = length(across);
  for (int k = 0; k < D; ++k) across[k] = size > 0 ? across[k] / size : 0;
  for (const Vec<D>& way : {normal, across}) {
    const double was = tensio::dot(way, before), came = tensio::dot(way, after);
    const double now = tensio::dot(way, load<D>(v, 0));
    const double made = came - tensio::dot(way, load<D>(at(step.carried), node));
    balance.dissipated +=
        mass * made / step.b * tensio::dot(way, moved) + 0.5 * mass * (was * was - now * now);
  }
}

template class CpuBackend<2>;
template class CpuBackend<3>;

}  // namespace tensio
