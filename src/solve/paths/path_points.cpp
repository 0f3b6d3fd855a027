// Finds, between two states of the curve,
//   limit points   the tangent's load factor changes its sign
//   bifurcations   the number of negative modes changes, and no limit point accounts for it
//   the end        the load factor passes `until`
// and encloses each by bisection of the step.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "solve/paths/path_steps.hpp"

namespace tensio {

namespace {

constexpr int kMostInAStep = 16;  ///< bifurcations
/// Modes are counted this part of a step away from a limit point.
constexpr double kMargin = 1e-4;
}  // namespace

bool PathWalk::find_special_points(double length) {
  if (base_.slope * next_.slope >= 0)
    return find_bifurcations(0, base_.negative, length, next_.negative) &&
           visit(length, next_, PathPointKind::regular);
  const bool rising = base_.slope > 0;
  const auto before_it = [&](PathState& p) {
    return arc_.set_tangent_from(base_, p) && (p.slope > 0) == rising;
  };
  const Bracket& b = enclose(0, length, before_it);
  const double low = b.low, high = b.high, within = b.width();
  arc_.copy((b.before.factor > b.after.factor) == rising ? b.before : b.after, limit_);
  // One mode changes its sign there; if others do too, they are searched for.
  const double ahead = std::max(0.5 * low, low - kMargin * length);
  const double beyond = std::min(0.5 * (high + length), high + kMargin * length);
  int before = base_.negative, after = next_.negative;
  if (std::abs(after - before) != 1) {
    before = count_at(ahead);
    after = count_at(beyond);
  }
  if (!find_bifurcations(0, base_.negative, ahead, before)) return false;
  limit_.negative = std::min(before, after);
  if (!visit(low, limit_, rising ? PathPointKind::maximum : PathPointKind::minimum)) return false;
  walk_.limit_points.push_back({points_ - 1, limit_.factor, within, before, after});
  return find_bifurcations(beyond, after, length, next_.negative) &&
         visit(length, next_, PathPointKind::regular);
}

bool PathWalk::find_bifurcations(double low, int modes_low, double high, int modes_high) {
  // Rounding may make zero modes appear and disappear; the loop must end.
  for (int found = 0; modes_low != modes_high && found < kMostInAStep; ++found) {
    const double passed = locate_crossing(low, high);
    const int counted = count_at(passed);
    const int after = counted == modes_low || counted < 0 ? modes_high : counted;
    special_.negative = std::min(modes_low, after);
    const double factor = special_.factor, within = within_;
    if (!visit(crossing_, special_, PathPointKind::bifurcation)) return false;
    walk_.bifurcations.push_back({points_ - 1, factor, within, modes_low, after});
    if (options_.keep_branch_points) keep_branch_point(std::abs(after - modes_low));
    low = passed;
    modes_low = after;
  }
  return true;
}

// Of the bifurcation in special_, between base_ and next_.
void PathWalk::keep_branch_point(int modes) {
  BranchPoint point{arc_.make_state(), arc_.make_state(), modes};
  arc_.copy(special_, point.at);
  arc_.set_secant(base_, next_, point.secant);
  walk_.branch_points.push_back(point);
}

// special_ becomes the first state between low and high at which a mode changes its sign, crossing_
// its distance; returns a distance beyond it.
//
// At that state K is singular and the positions are inaccurate. So the two states are enclosed at
// which the mode's stiffness is a little above and below zero; the crossing is halfway. For a mode
// that is very soft compared with the springs they are where its stiffness can be distinguished
// from zero.
double PathWalk::locate_crossing(double low, double high) {
  arc_.set_zero_scale(base_);
  for (double zero : {1e-7, 1e-8, 1e-9})
    if (locate_between(
            low, high, [&](const PathState& p) { return arc_.modes_below(p, zero); },
            [&](const PathState& p) { return arc_.modes_below(p, -zero); }))
      return beyond_;
  const Count negative = [&](const PathState& p) { return arc_.negative_modes(p, false, true); };
  const Count with_zeros = [&](const PathState& p) { return arc_.negative_modes(p, true, true); };
  if (locate_between(low, high, negative, with_zeros)) return beyond_;
  crossing_ = std::max(low, change_of_count(low, high, negative));
  arc_.copy(bracket_.after, special_);
  within_ = bracket_.width();
  return crossing_;
}

// The same, halfway between the changes of two counts, if these are close together.
bool PathWalk::locate_between(double low, double high, const Count& below, const Count& above) {
  const double first = change_of_count(low, high, below);
  if (first < 0) return false;
  const double first_factor = bracket_.after.factor, first_width = bracket_.width();
  const double second = change_of_count(low, high, above);
  if (second < 0 || std::abs(second - first) > 0.1 * (high - low)) return false;
  const double second_factor = bracket_.after.factor, second_width = bracket_.width();
  crossing_ = 0.5 * (first + second);
  if (!go_to(crossing_, special_)) return false;
  // The deviation of the stiffness from a straight line.
  within_ =
      std::abs(special_.factor - 0.5 * (first_factor + second_factor)) + first_width + second_width;
  beyond_ = std::max(first, second);
  return true;
}

// Distance at which a count of modes first changes; -1 if it does not.
double PathWalk::change_of_count(double low, double high, const Count& count) {
  if (!go_to(low, trial_)) return -1;
  const int first = count(trial_);
  if (!go_to(high, trial_) || count(trial_) == first) return -1;
  enclose(low, high, [&](const PathState& p) { return count(p) == first; });
  return bracket_.high;
}

const Bracket& PathWalk::enclose(double low, double high, const Holds& holds, double part) {
  bracket_.low = low;
  bracket_.high = high;
  (void)go_to(low, bracket_.before);
  (void)go_to(high, bracket_.after);
  narrow(holds, part * (high - low));
  return bracket_;
}

void PathWalk::narrow(const Holds& holds, double width) {
  while (bracket_.high - bracket_.low > width) {
    if (!arc_.halfway(base_, bracket_.before, bracket_.after, trial_)) return;
    const bool before = holds(trial_);
    (before ? bracket_.low : bracket_.high) = 0.5 * (bracket_.low + bracket_.high);
    std::swap(before ? bracket_.before : bracket_.after, trial_);
  }
}

// The state between passed_ and s at which the load factor is `until`.
bool PathWalk::visit_end(double s) {
  for (double part : {1e-3, kEnclosure}) {
    const Bracket& b = enclose(
        passed_, s, [&](const PathState& p) { return !there(p.factor); }, part);
    arc_.copy(b.after, special_);
    arc_.set_factor(special_, options_.until);
    // Newton's method at a fixed load must not leave the enclosure for another equilibrium.
    if (!arc_.settle(special_) || arc_.distance(b.after, special_) > 2 * part * (s - passed_)) {
      if (part > kEnclosure) continue;
      arc_.copy(b.after, special_);
    }
    break;
  }
  special_.negative = count(special_);
  if (!take(special_, PathPointKind::regular)) return false;
  return end(Status::converged, fmt::format("the load factor {:.6g} was reached", options_.until));
}

}  // namespace tensio
