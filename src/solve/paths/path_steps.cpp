// The steps of the walk: how long they are, how they get past corners, where they end.
#include "solve/paths/path_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "backend/interrupt.hpp"
#include "core/index.hpp"
#include "solve/methods/newton.hpp"

namespace tensio {

namespace {

// Lengths of steps, in units of `until` and of what first-order theory gives for it.
constexpr double kFirstStep = 0.02;
constexpr double kCornerStep = 1e-4;  ///< below it, a sharp corner is supposed
constexpr double kSmallestStep = 1e-10;
constexpr double kLargestRise = 0.05;   ///< of the load factor in one step
constexpr double kLargestError = 0.02;  ///< of the load factor that the tangent foretells
constexpr double kLargestBend = 0.02;   ///< 1 - cosine between the tangents at a step's ends
constexpr double kSameSide = 1e-3;      ///< the same, for places without a kink between them
constexpr double kEasyStep = 4;         ///< iterations; with fewer the next step is longer

/// A curve that goes this far the other way, or moves a node this many times the net's extent, is
/// given up.
constexpr double kOtherWay = 10;
constexpr double kFarOut = 1000;

double extent(const NetworkData& net) {
  const auto d = usize(net.dimension);
  double largest = net.length_scale;
  for (std::size_t i = 0; i < net.position.size(); ++i)
    largest = std::max(largest, std::abs(net.position[i] - net.position[i % d]));
  return largest;
}

}  // namespace

PathWalk::PathWalk(ArcLength& arc, const NetworkData& net, const WalkOptions& options,
                   const TakePoint& take)
    : arc_(arc),
      options_(options),
      take_(take),
      far_(kFarOut * extent(net)),
      start_(arc.make_place()),
      base_(arc.make_place()),
      next_(arc.make_place()),
      trial_(arc.make_place()),
      special_(arc.make_place()),
      limit_(arc.make_place()),
      corner_(arc.make_place()),
      position_(net.constrained.size()),
      length_(kFirstStep),
      corner_step_(kCornerStep) {
  bracket_.before = arc.make_place();
  bracket_.after = arc.make_place();
  walk_.last = arc.make_place();
}

Walk PathWalk::run(const std::vector<double>& start) {
  try {
    if (begin(start)) walk();
  } catch (const Interrupted&) {
    end(Status::interrupted, "stopped on request");
  }
  return walk_;
}

bool PathWalk::end(Status status, std::string reason) {
  ended_ = true;
  walk_.status = status;
  walk_.reason = std::move(reason);
  return false;
}

bool PathWalk::begin(const std::vector<double>& start) {
  arc_.backend().upload(start, base_.x);
  arc_.copy(base_, walk_.last);
  if (!arc_.settle(base_))
    return end(Status::stalled, "no equilibrium was found without the growing load");
  const bool resists = arc_.begin(base_, options_.until);
  base_.negative = count(base_);
  arc_.copy(base_, start_);
  return take(base_, PathPointKind::regular) && (resists || begin_by_load());
}

// Where nothing resists at first (slack cables, a straight rope), a small load gives the
// direction.
bool PathWalk::begin_by_load() {
  arc_.copy(base_, next_);
  arc_.set_factor(next_, kFirstStep * options_.until);
  const EquilibriumOptions& options = options_.equilibrium;
  const NewtonResult found =
      newton(arc_.backend(), next_.x, {{options.tolerance, options.max_iterations}}, {});
  if (found.status != Status::converged || !arc_.settle(next_) || !arc_.aim(base_, next_))
    return end(Status::stalled,
               fmt::format("nothing resists the load at first, and no equilibrium was found at "
                           "load factor {:.6g}",
                           next_.factor));
  next_.iterations += found.iterations;
  next_.negative = count(next_);
  std::swap(base_, next_);
  return take(base_, PathPointKind::regular);
}

void PathWalk::walk() {
  for (int step = 0; step < options_.max_steps; ++step) {
    passed_ = 0;
    const double length = find_next();
    if (ended_) return;
    if (length == 0) {
      end(Status::stalled,
          fmt::format("no step from load factor {:.8g} converges, however short", base_.factor));
      return;
    }
    if (!look_between(length) || !keeps_near()) return;
    std::swap(base_, next_);
  }
  end(Status::iteration_limit,
      fmt::format("the limit of {} steps was reached at load factor {:.8g}", options_.max_steps,
                  base_.factor));
}

// The next place, by a step as long as the curve allows; its length, or 0 where there is none.
double PathWalk::find_next() {
  length_ = std::min(length_, kLargestRise * std::abs(options_.until / base_.slope));
  double last_bend = 2;
  for (; length_ > kSmallestStep; length_ *= 0.5) {
    if (length_ < corner_step_) {
      corner_step_ = length_ / 32;
      if (const double length = turn_corner(2 * length_); length > 0 || ended_) return length;
    }
    if (!reach(base_, length_, next_)) continue;
    const double bend = 1 - arc_.turn(base_, next_);
    // At a kink the tangents differ however short the step is.
    const bool kink = bend > 0.7 * last_bend;
    last_bend = bend;
    if (bend > kLargestBend && !kink) continue;
    const double foretold = base_.factor + length_ * base_.slope;
    if (std::abs(next_.factor - foretold) > kLargestError * std::abs(options_.until)) continue;
    next_.negative = count(next_);
    const double taken = length_;
    corner_step_ = std::clamp(taken / 8, corner_step_, kCornerStep);
    length_ *= std::clamp(kEasyStep / std::max(1, next_.iterations), 0.5, 2.0);
    return taken;
  }
  return 0;
}

// A spring that goes slack may send the curve back across the plane of the step. Then the curve
// is followed to the corner, and on with the matrix that holds behind it, one way or the other.
// base_ becomes the corner; the length of the step to next_, or 0 where none is found.
double PathWalk::turn_corner(double beyond) {
  arc_.copy(base_, corner_);
  double low = 0;
  for (double high = beyond; high - low > kEnclosure * beyond;) {
    const double middle = 0.5 * (low + high);
    const bool before = reach(base_, middle, trial_) && same_side(base_, trial_);
    (before ? low : high) = middle;
    if (before) arc_.copy(trial_, corner_);
  }
  for (double length = kFirstStep; length > kSmallestStep; length *= 0.1)
    for (double way : {1.0, -1.0}) {
      if (!arc_.aim_past(corner_, 0.1 * length, way, trial_)) continue;
      if (!reach(trial_, length, next_) || !same_side(trial_, next_)) continue;
      const bool way_back = arc_.turn(corner_, next_) < -1 + 1e-6;
      if (way_back) continue;
      length_ = 2 * length;
      corner_step_ = length / 8;
      return take_corner(low) ? length : 0;
    }
  return 0;
}

// No kink between two places that are close together.
bool PathWalk::same_side(const PathPlace& from, const PathPlace& to) {
  return arc_.turn(from, to) > 1 - kSameSide;
}

// The corner at distance s from base_ was turned, with trial_ its new direction.
bool PathWalk::take_corner(double s) {
  corner_.negative = count(corner_);
  next_.negative = count(next_);
  const bool limit = corner_.slope * trial_.slope < 0;
  const int before = corner_.negative;
  if (limit) corner_.negative = std::min(before, next_.negative);
  const PathPointKind kind = !limit              ? PathPointKind::regular
                             : corner_.slope > 0 ? PathPointKind::maximum
                                                 : PathPointKind::minimum;
  if (!visit(s, corner_, kind)) return false;
  if (limit) {
    const double within = std::abs(corner_.factor - next_.factor);
    walk_.limit_points.push_back({points_ - 1, corner_.factor, within, before, next_.negative});
  }
  std::swap(base_, trial_);
  base_.negative = limit ? next_.negative : before;
  passed_ = 0;
  return true;
}

bool PathWalk::keeps_near() {
  if (next_.factor / options_.until < -kOtherWay)
    return end(Status::stalled,
               fmt::format("the path leads away from load factor {:.6g}: it has reached {:.6g}",
                           options_.until, next_.factor));
  if (arc_.largest_move(start_, next_) > far_)
    return end(Status::stalled,
               fmt::format("the net runs away: at load factor {:.6g} a node has moved {} times "
                           "the net's extent",
                           next_.factor, kFarOut));
  return true;
}

// The place at distance s; the plane there may also be met far away, by another curve.
bool PathWalk::reach(const PathPlace& from, double s, PathPlace& to) {
  return arc_.step(from, s, to) && arc_.distance(from, to) <= 2 * s;
}

// The place at distance s from base_.
bool PathWalk::go_to(double s, PathPlace& place) {
  if (s > 0) return reach(base_, s, place);
  arc_.copy(base_, place);
  return true;
}

// Of a new place of the curve.
int PathWalk::count(const PathPlace& place) { return arc_.negative_modes(place); }

int PathWalk::count_at(double s) { return go_to(s, trial_) ? arc_.negative_modes(trial_) : -1; }

// Takes a place at distance s from base_, or the end before it; false ends the walk.
bool PathWalk::visit(double s, const PathPlace& place, PathPointKind kind) {
  if (there(place.factor)) return visit_end(s);
  passed_ = s;
  return take(place, kind);
}

bool PathWalk::take(const PathPlace& place, PathPointKind kind) {
  PathPoint point;
  point.kind = kind;
  point.load_factor = place.factor;
  if (points_ > 0) arc_length_ += arc_.distance(walk_.last, place);
  point.arc_length = arc_length_;
  point.negative_modes = place.negative;
  point.residual = place.residual;
  point.energy = arc_.energy(place);
  point.iterations = place.iterations;
  arc_.backend().download(place.x, position_);
  arc_.copy(place, walk_.last);
  ++points_;
  return take_(std::move(point), position_) || end(Status::interrupted, "stopped on request");
}

}  // namespace tensio
