// At a simple bifurcation the branch leaves along the null vector of K, on both sides. At a double
// one it leaves along combinations of two. For every angle in their plane there is a state at a
// distance s that only forces across that direction keep from equilibrium; branches are where
// these forces change their sign.
#include "solve/paths/branches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tensio {

namespace {

constexpr int kAngles = 72;
constexpr int kHalvings = 8;
constexpr int kRefinements = 12;    ///< of an angle
constexpr double kNarrow = 1e-9;    ///< angle
constexpr double kAboveNoise = 10;  ///< a force that is not rounding
constexpr double kPi = 3.141592653589793;

class Search {
 public:
  Search(ArcLength& arc, const BranchPoint& point) : arc_(arc), point_(point) {
    for (int i = 0; i < point.modes; ++i) {
      null_.push_back(arc.make_state());
      turned_.push_back(arc.make_state());
    }
    state_ = arc.make_state();
  }

  BranchStarts run(double first_step) {
    if (point_.modes > 2)
      return {{},
              fmt::format("{} modes change their sign together there; branches are searched "
                          "for where one or two do",
                          point_.modes)};
    if (!arc_.softest(point_.at, point_.secant, null_))
      return {{}, "the matrix has no null vector there"};
    for (int i = 0; i < kHalvings; ++i, first_step *= 0.5) {
      s_ = first_step;
      starts_.clear();
      if (point_.modes == 1 ? add(0) && add(kPi) : around()) return {std::move(starts_), {}};
    }
    return {{}, fmt::format("no other equilibrium was found at a distance of {:.3g} or more", s_)};
  }

 private:
  // The directions at this angle and across it.
  void turn(double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    if (point_.modes == 1) {
      arc_.combine(null_, {c < 0 ? -1.0 : 1.0}, turned_[0]);
      return;
    }
    arc_.combine(null_, {c, s}, turned_[0]);
    arc_.combine(null_, {-s, c}, turned_[1]);
  }

  // state_ = the state at this angle; across_ the force across.
  bool look(double angle) {
    turn(angle);
    return arc_.step_across(point_.at, turned_, s_, state_, across_, noise_) && on_branch();
  }

  // Another curve may meet the plane far away.
  bool on_branch() { return arc_.distance(point_.at, state_) <= 2 * s_; }

  // Adds the branch at this angle.
  bool add(double angle) {
    if (!look(angle)) return false;
    if (point_.modes == 2) {
      // From nearly balanced to equilibrium; its angle may still change a little.
      if (!arc_.correct_across(turned_[0], state_) || !on_branch() ||
          std::abs(arc_.advance(point_.at, turned_[1], state_)) > kPi / kAngles * s_)
        return false;
    }
    starts_.push_back({arc_.make_state(), arc_.make_state()});
    std::vector<double> parts;
    for (const PathState& direction : turned_)
      parts.push_back(arc_.advance(point_.at, direction, state_) / s_);
    arc_.combine(turned_, parts, starts_.back().direction);
    arc_.copy(state_, starts_.back().first);
    return true;
  }

  // All branches of a double bifurcation; false if a state is not found.
  bool around() {
    std::vector<double> across(kAngles + 1);
    double largest = 0, noise = 0;
    for (int i = 0; i < kAngles; ++i) {
      if (!look(angle(i))) return false;
      across[i] = across_;
      largest = std::max(largest, std::abs(across_));
      noise = std::max(noise, noise_);
    }
    // The same in every direction, as for a round column: one of them, and its opposite.
    if (largest <= kAboveNoise * noise) return add(0) && add(kPi);
    across[kAngles] = across[0];
    for (int i = 0; i < kAngles; ++i)
      if ((across[i] < 0) != (across[i + 1] < 0)) (void)add(zero(i, across[i], across[i + 1]));
    return !starts_.empty();
  }

  static double angle(int i) { return 2 * kPi * (i + 0.37) / kAngles; }

  // The angle between two neighbours at which the force changes its sign.
  double zero(int i, double low_force, double high_force) {
    double low = angle(i), high = angle(i + 1), middle = low;
    for (int n = 0; n < kRefinements && high - low > kNarrow; ++n) {
      // Every third time in the middle, so that both ends move.
      const double part = n % 3 == 2 ? 0.5 : low_force / (low_force - high_force);
      middle = low + part * (high - low);
      if (!look(middle) || across_ == 0) break;
      const bool below = (across_ < 0) == (low_force < 0);
      (below ? low : high) = middle;
      (below ? low_force : high_force) = across_;
    }
    return middle;
  }

  ArcLength& arc_;
  const BranchPoint& point_;
  std::vector<PathState> null_, turned_;
  PathState state_;
  double s_ = 0, across_ = 0, noise_ = 0;
  std::vector<BranchStart> starts_;
};

}  // namespace

BranchStarts find_branches(ArcLength& arc, const BranchPoint& point, double first_step) {
  return Search(arc, point).run(first_step);
}

}  // namespace tensio
