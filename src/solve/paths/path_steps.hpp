// Traces the curve step by step: the length of the steps, special points between them, the end.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "solve/paths/arc_length.hpp"
#include "solve/paths/branches.hpp"
#include "tensio/solve/follow.hpp"

namespace tensio {

struct WalkOptions {
  double until = 1;
  int max_steps = 1000;
  bool keep_branch_points = false;
  EquilibriumOptions equilibrium = {};
};

/// The result of a walk. The probes of its points are filled in by TakePoint.
struct Walk {
  Status status = Status::stalled;
  std::string reason = {};
  std::vector<SpecialPoint> limit_points = {};
  std::vector<SpecialPoint> bifurcations = {};
  std::vector<BranchPoint> branch_points = {};  ///< of each bifurcation, if they are kept
  PathState last = {};
};

/// Takes a point and its positions in the user's order; false asks to stop.
using TakePoint = std::function<bool(PathPoint&&, const std::vector<double>&)>;

/// Special points are enclosed to this fraction of a step.
inline constexpr double kEnclosure = 1e-10;

/// Two states at distances low and high from the same base.
struct Bracket {
  double low = 0, high = 0;
  PathState before = {}, after = {};

  double width() const { return std::abs(after.factor - before.factor); }
};

class PathWalk {
 public:
  PathWalk(ArcLength& arc, const NetworkData& net, const WalkOptions& options,
           const TakePoint& take);

  /// Follows the curve from `start`, an equilibrium at load factor 0 in the user's order.
  Walk run(const std::vector<double>& start);
  /// Follows the curve from a bifurcation and a state beside it, away from the bifurcation. It ends
  /// where it returns to its beginning, too.
  Walk run_branch(const PathState& bifurcation, const PathState& beside);

 private:
  using Holds = std::function<bool(PathState&)>;
  using Count = std::function<int(const PathState&)>;  // of modes

  // path_steps.cpp: the steps
  bool end(Status status, std::string reason);
  bool begin(const std::vector<double>& start);
  bool begin_by_load();
  bool begin_branch(const PathState& bifurcation, const PathState& beside);
  void keep_branch_point(int modes);
  bool closes(double length);
  void walk();
  double find_next();
  double turn_corner(double beyond);
  bool same_side(const PathState& from, const PathState& to);
  bool take_corner(double s);
  bool within_limits();
  bool reach(const PathState& from, double s, PathState& to);
  bool go_to(double s, PathState& state);
  int count(const PathState& state);
  int count_at(double s);
  bool visit(double s, const PathState& state, PathPointKind kind);
  bool take(const PathState& state, PathPointKind kind);

  // path_points.cpp: special points between base_ and next_; false ends the walk
  bool find_special_points(double length);
  bool find_bifurcations(double low, int modes_low, double high, int modes_high);
  double locate_crossing(double low, double high);
  bool locate_between(double low, double high, const Count& below, const Count& above);
  double change_of_count(double low, double high, const Count& count);
  const Bracket& enclose(double low, double high, const Holds& holds, double part = kEnclosure);
  void narrow(const Holds& holds, double width);
  bool visit_end(double s);

  // The load factor has reached or passed `until`.
  bool there(double factor) const { return (factor - options_.until) * options_.until >= 0; }

  ArcLength& arc_;
  const WalkOptions& options_;
  const TakePoint& take_;
  Walk walk_;
  bool is_branch_ = false;
  double far_;
  PathState start_, base_, next_, trial_, special_, limit_, corner_;
  Bracket bracket_;
  std::vector<double> position_;
  double length_;        // of the next step
  double corner_step_;   // below it, a corner is searched for
  double passed_ = 0;    // distance from base_ of the last point taken
  double crossing_ = 0;  // distance from base_ of special_
  double beyond_ = 0;    // a distance beyond it, at which the mode has changed its sign
  double within_ = 0;    // its uncertainty
  double arc_length_ = 0;
  std::size_t points_ = 0;
  bool ended_ = false;
};

}  // namespace tensio
