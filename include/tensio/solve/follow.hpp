// The load-displacement curve of a net: the equilibria from no load to full load and
// beyond, through limit points and snap-backs.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tensio/model/options.hpp"
#include "tensio/model/system.hpp"
#include "tensio/solve/observer.hpp"
#include "tensio/solve/report.hpp"

namespace tensio {

/// A coordinate that is recorded along the curve: its displacement from the drawn shape.
struct PathProbe {
  int node = 0;
  int axis = 0;  ///< 0, 1, 2 for x, y, z
};

/// On which side of the path a branch begins: where the coordinate that its direction moves most
/// grows (plus), or falls (minus).
enum class BranchSign { both, plus, minus };

/// The branches to follow from the bifurcations of the path.
struct BranchOptions {
  bool all = false;          ///< from every bifurcation
  std::vector<int> at = {};  ///< from these alone, by their number on the path, from 1
  BranchSign sign = BranchSign::both;
  /// Length of the first step away from the path, in the unit of PathPoint::arc_length. It is
  /// halved where no state is found at that distance.
  double first_step = 0.02;

  bool wanted() const { return all || !at.empty(); }
};

struct FollowOptions {
  std::string load_case = {};           ///< the case that grows; empty: all loads and gravity
  double until = 1;                     ///< the load factor at which to end; may be negative, not 0
  int max_steps = 1000;                 ///< along the curve
  std::vector<PathProbe> probes = {};   ///< empty: the coordinate that moves most
  bool keep_positions = false;          ///< fill PathPoint::position
  BranchOptions branches = {};          ///< none if nothing is asked for
  EquilibriumOptions equilibrium = {};  ///< tolerance, and how the first state is found
};

enum class PathPointKind {
  regular,
  maximum,      ///< a limit point: the load factor rises before it and falls after it
  minimum,      ///< a limit point: the load factor falls before it and rises after it
  bifurcation,  ///< the number of negative modes changes, but it is not a limit point
};

const char* to_string(PathPointKind kind);
const char* to_string(BranchSign sign);

/// An equilibrium on the curve.
struct PathPoint {
  PathPointKind kind = PathPointKind::regular;
  double load_factor = 0;
  /// Length of the curve so far, in the space of displacements (over those that first-order theory
  /// gives for `until`) and load factors (over `until`).
  double arc_length = 0;
  std::vector<double> probe = {};  ///< displacements, in the order of LoadPath::probes
  int negative_modes = 0;  ///< at limit points and bifurcations the smaller one of both sides
  double residual = 0;     ///< as in Report
  double energy = 0;       ///< as in Report, with the loads of this point
  int iterations = 0;      ///< of Newton's method, for this point
  std::vector<double> position = {};  ///< user's order, where they are kept
};

/// A limit point or a bifurcation.
struct SpecialPoint {
  std::size_t point = 0;  ///< its place in LoadPath::points
  double load_factor = 0;
  double within = 0;  ///< difference between the load factors of the two states that enclose it
  int modes_before = 0, modes_after = 0;  ///< negative modes on both sides
};

/// Points of the curve from one place to another, both of them included.
struct Stretch {
  std::size_t first = 0, last = 0;  ///< places in LoadPath::points
  double from = 0, to = 0;          ///< their load factors
};

/// A spring that would yield or break. The curve is that of springs that do not: it is elastic from
/// its start on.
struct PassedLimit {
  std::size_t point = 0;  ///< the first such place in LoadPath::points
  double load_factor = 0;
  int spring = -1;      ///< user's id
  bool breaks = false;  ///< or yields
};

/// A curve of equilibria. `status` says how it ended: converged where `until` was reached or a
/// branch has returned to its beginning, iteration_limit after max_steps, stalled where no step
/// leads on, no_equilibrium where there is no start.
struct PathCurve {
  Status status = Status::stalled;
  std::string reason = {};             ///< one sentence that explains the status
  std::vector<PathPoint> points = {};  ///< in the order of the curve
  std::vector<SpecialPoint> limit_points = {};
  std::vector<SpecialPoint> bifurcations = {};
  std::vector<Stretch> unstable = {};  ///< where the net has negative modes

  bool converged() const { return status == Status::converged; }
};

/// A curve that leaves the path at a bifurcation, which is its first point. It has no points where
/// it could not be begun; the reason says why.
struct Branch : PathCurve {
  int bifurcation = 0;  ///< its number on the path, from 1
  /// The combination of the null vectors of K in which it leaves the path, in the user's order; the
  /// largest component is 1 or -1.
  std::vector<double> direction = {};
  BranchSign sign = BranchSign::plus;  ///< that of the largest component
};

/// The curve from load factor 0, and the branches that were asked for.
struct [[nodiscard]] LoadPath : PathCurve {
  /// Those asked for, or the one that was chosen, and with branches the coordinate that the first
  /// of them moves most.
  std::vector<PathProbe> probes = {};
  std::vector<Branch> branches = {};
  /// The first spring to pass its limit, where one does.
  std::optional<PassedLimit> passed_limit = {};
  Equilibrium last = {};  ///< the last state of the path, with tensions and reactions
  double seconds = 0;
};

/// Called with every point as it is found; false asks to stop.
using PathWatch = std::function<bool(const PathPoint&)>;

/// Finds states with (spring forces) + (constant loads) + (load factor) x (growing loads) = 0, one
/// after the other. The observer sees the solve without the growing load and is asked inside steps;
/// where it says stop, the path ends with the last point. Throws Error for a bad system, a case
/// without loads, or bad options.
LoadPath follow(const System& system, const FollowOptions& options, const PathWatch& watch = {},
                Observer* observer = nullptr);

}  // namespace tensio
