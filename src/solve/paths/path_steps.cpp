// The steps of the walk: their lengths, corners, the end.
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

// Lengths of steps, in units of `until` and of its displacement in first-order theory.
constexpr double kFirstStep = 0.02;
constexpr double kCornerStep = 1e-4;  ///< below it, a sharp corner is assumed
constexpr double kSmallestStep = 1e-10;
constexpr double kLargestRise = 0.05;   ///< of the load factor in one step
constexpr double kLargestError = 0.02;  ///< of the load factor that the tangent predicts
constexpr double kLargestBend = 0.02;   ///< 1 - cosine between the tangents at a step's ends
constexpr double kSameSide = 1e-3;      ///< the same, for states without a kink between them
constexpr double kEasyStep = 4;         ///< iterations; with fewer the next step is longer

/// A branch is closed if it comes this close to its beginning.
constexpr double kClosed = 1e-5;

/// The walk stops if the load factor is this many times `until` in the other direction, or if a
/// node has moved this many times the net's extent.
constexpr double kMostReversed = 10;
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
      start_(arc.make_state()),
      base_(arc.make_state()),
      next_(arc.make_state()),
      trial_(arc.make_state()),
      special_(arc.make_state()),
      limit_(arc.make_state()),
      corner_(arc.make_state()),
      position_(net.constrained.size()),
      length_(kFirstStep),
      corner_step_(kCornerStep) {
  bracket_.before = arc.make_state();
  bracket_.after = arc.make_state();
  walk_.last = arc.make_state();
}

Walk PathWalk::run(const std::vector<double>& start) {
  try {
    if (begin(start)) walk();
  } catch (const Interrupted&) {
    end(Status::interrupted, "stopped on request");
  }
  return walk_;
}

Walk PathWalk::run_branch(const PathState& bifurcation, const PathState& beside) {
  try {
    if (begin_branch(bifurcation, beside)) walk();
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

// If nothing resists at first (slack cables, a straight rope), a small load gives the direction.
bool PathWalk::begin_by_load() {
  arc_.copy(base_, next_);
  arc_.set_factor(next_, kFirstStep * options_.until);
  const EquilibriumOptions& options = options_.equilibrium;
  const NewtonResult found =
      newton(arc_.backend(), next_.x, {{options.tolerance, options.max_iterations}}, {});
  if (found.status != Status::converged || !arc_.settle(next_) ||
      !arc_.set_tangent_from(base_, next_))
    return end(Status::stalled,
               fmt::format("nothing resists the load at first, and no equilibrium was found at "
                           "load factor {:.6g}",
                           next_.factor));
  next_.iterations += found.iterations;
  next_.negative = count(next_);
  std::swap(base_, next_);
  return take(base_, PathPointKind::regular);
}

bool PathWalk::begin_branch(const PathState& bifurcation, const PathState& beside) {
  is_branch_ = true;
  arc_.copy(bifurcation, start_);
  arc_.copy(beside, base_);
  if (!arc_.set_tangent_from(start_, base_))
    return end(Status::stalled, "the branch has no direction beside the bifurcation");
  base_.negative = count(base_);
  arc_.copy(start_, walk_.last);
  return take(start_, PathPointKind::bifurcation) &&
         (there(base_.factor)
              ? end(Status::converged, "the branch begins at the load factor asked for")
              : take(base_, PathPointKind::regular));
}

// Whether the step from base_ passes the beginning of the branch.
bool PathWalk::closes(double length) {
  const double ahead = arc_.advance(base_, base_, start_);
  if (ahead <= 0 || ahead > length || arc_.distance(base_, start_) > 2 * ahead) return false;
  if (!go_to(ahead, special_) || arc_.distance(start_, special_) > kClosed) return false;
  special_.negative = start_.negative;
  if (take(special_, PathPointKind::bifurcation))
    end(Status::converged, "the branch has returned to its beginning");
  return true;
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
    if (is_branch_ && closes(length)) return;
    if (!find_special_points(length) || !within_limits()) return;
    std::swap(base_, next_);
  }
  end(Status::iteration_limit,
      fmt::format("the limit of {} steps was reached at load factor {:.8g}", options_.max_steps,
                  base_.factor));
}

// The next state, by a step as long as the curve allows; returns its length, or 0 if there is none.
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
    const double predicted = base_.factor + length_ * base_.slope;
    if (std::abs(next_.factor - predicted) > kLargestError * std::abs(options_.until)) continue;
    next_.negative = count(next_);
    const double taken = length_;
    corner_step_ = std::clamp(taken / 8, corner_step_, kCornerStep);
    length_ *= std::clamp(kEasyStep / std::max(1, next_.iterations), 0.5, 2.0);
    return taken;
  }
  return 0;
}

// When a spring becomes slack, the curve may turn back across the plane of the step. Then the curve
// is followed to the corner, and continued with the matrix beyond it, in either direction. base_
// becomes the corner; returns the length of the step to next_, or 0 if none is found.
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
    for (double sign : {1.0, -1.0}) {
      if (!arc_.set_tangent_ahead(corner_, 0.1 * length, sign, trial_)) continue;
      if (!reach(trial_, length, next_) || !same_side(trial_, next_)) continue;
      const bool reversed = arc_.turn(corner_, next_) < -1 + 1e-6;
      if (reversed) continue;
      length_ = 2 * length;
      corner_step_ = length / 8;
      return take_corner(low) ? length : 0;
    }
  return 0;
}

// No kink between two states that are close together.
bool PathWalk::same_side(const PathState& from, const PathState& to) {
  return arc_.turn(from, to) > 1 - kSameSide;
}

// Takes the corner at distance s from base_; trial_ has the new direction.
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

bool PathWalk::within_limits() {
  if (next_.factor / options_.until < -kMostReversed)
    return end(Status::stalled,
               fmt::format("the path leads away from load factor {:.6g}: it has reached {:.6g}",
                           options_.until, next_.factor));
  if (arc_.largest_displacement(start_, next_) > far_)
    return end(Status::stalled,
               fmt::format("the net runs away: at load factor {:.6g} a node has moved {} times "
                           "the net's extent",
                           next_.factor, kFarOut));
  return true;
}

// The state at distance s; another curve may meet the plane far away.
bool PathWalk::reach(const PathState& from, double s, PathState& to) {
  return arc_.step(from, s, to) && arc_.distance(from, to) <= 2 * s;
}

// The state at distance s from base_.
bool PathWalk::go_to(double s, PathState& state) {
  if (s > 0) return reach(base_, s, state);
  arc_.copy(base_, state);
  return true;
}

// The negative modes of a new state of the curve.
int PathWalk::count(const PathState& state) { return arc_.negative_modes(state); }

int PathWalk::count_at(double s) { return go_to(s, trial_) ? arc_.negative_modes(trial_) : -1; }

// Takes a state at distance s from base_, or the end before it; false ends the walk.
bool PathWalk::visit(double s, const PathState& state, PathPointKind kind) {
  if (there(state.factor)) return visit_end(s);
  passed_ = s;
  return take(state, kind);
}

bool PathWalk::take(const PathState& state, PathPointKind kind) {
  PathPoint point;
  point.kind = kind;
  point.load_factor = state.factor;
  if (points_ > 0) arc_length_ += arc_.distance(walk_.last, state);
  point.arc_length = arc_length_;
  point.negative_modes = state.negative;
  point.residual = state.residual;
  point.energy = arc_.energy(state);
  point.iterations = state.iterations;
  arc_.backend().download(state.x, position_);
  arc_.copy(state, walk_.last);
  ++points_;
  return take_(std::move(point), position_) || end(Status::interrupted, "stopped on request");
}

}  // namespace tensio
