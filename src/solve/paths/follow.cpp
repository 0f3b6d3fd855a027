// From a system to its load-displacement curve: the start, the steps, and the report.
#include "tensio/solve/follow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

#include "backend/interrupt.hpp"
#include "core/index.hpp"
#include "solve/methods/supports.hpp"
#include "solve/paths/branches.hpp"
#include "solve/paths/changing_springs.hpp"
#include "solve/paths/growing_load.hpp"
#include "solve/paths/path_steps.hpp"
#include "solve/results.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {

namespace {

using Clock = std::chrono::steady_clock;

void refuse_bad_options(const System& system, const FollowOptions& options) {
  if (options.until == 0 || !std::isfinite(options.until))
    throw Error(fmt::format("until is {}; it must be a load factor other than 0", options.until));
  if (options.max_steps < 1)
    throw Error(fmt::format("max_steps is {}; it must be at least 1", options.max_steps));
  for (const int number : options.branches.at)
    if (number < 1)
      throw Error(fmt::format("a branch names bifurcation {}; they are numbered from 1", number));
  if (!(options.branches.first_step > 0) || options.branches.first_step > 1)
    throw Error(fmt::format("first_step of the branches is {}; it must be above 0 and at most 1",
                            options.branches.first_step));
  for (const PathProbe& probe : options.probes) {
    if (probe.node < 0 || probe.node >= system.node_count())
      throw Error(fmt::format("a probe names node {}; the nodes are 0 to {}", probe.node,
                              system.node_count() - 1));
    if (probe.axis < 0 || probe.axis >= system.dimension)
      throw Error(fmt::format("a probe names axis {}; the axes are 0 to {}", probe.axis,
                              system.dimension - 1));
  }
}

using Probes = std::vector<PathProbe>;

class Recorder {
 public:
  Recorder(const System& system, const FollowOptions& options, const PathWatch& watch,
           const Probes& probes, PathCurve& curve)
      : drawn_(system.nodes.position),
        dimension_(usize(system.dimension)),
        watch_(watch),
        probes_(probes),
        curve_(curve) {
    keep_ = options.keep_positions || probes.empty();
  }

  // Which coordinate moves most is known only at the end.
  bool take(PathPoint&& point, const std::vector<double>& position) {
    if (keep_) point.position = position;
    point.probe = displacements(probes_, position);
    curve_.points.push_back(std::move(point));
    return !watch_ || watch_(curve_.points.back());
  }

  // Fills in what needs the whole curve.
  void finish(Walk&& walk) {
    curve_.status = walk.status;
    curve_.reason = std::move(walk.reason);
    curve_.limit_points = std::move(walk.limit_points);
    curve_.bifurcations = std::move(walk.bifurcations);
    for (std::size_t i = 0; i < curve_.points.size(); ++i)
      if (curve_.points[i].negative_modes > 0) lengthen_unstable(i);
  }

  // The coordinate that moves most.
  PathProbe largest() const {
    std::size_t moves_most = 0;
    double most = -1;
    for (std::size_t axis = 0; axis < drawn_.size(); ++axis) {
      double largest = 0;
      for (const PathPoint& point : curve_.points)
        largest = std::max(largest, std::abs(point.position[axis] - drawn_[axis]));
      if (largest > most) {
        most = largest;
        moves_most = axis;
      }
    }
    return {static_cast<int>(moves_most / dimension_), static_cast<int>(moves_most % dimension_)};
  }

  // Reads the probes again, where positions were kept for them.
  void read(const Probes& probes, bool keep_positions) {
    for (PathPoint& point : curve_.points) {
      point.probe = displacements(probes, point.position);
      if (!keep_positions) point.position = {};
    }
  }

 private:
  std::vector<double> displacements(const Probes& probes,
                                    const std::vector<double>& position) const {
    std::vector<double> found;
    for (const PathProbe& probe : probes) {
      const std::size_t axis = usize(probe.node) * dimension_ + usize(probe.axis);
      found.push_back(position[axis] - drawn_[axis]);
    }
    return found;
  }

  // Point i is unstable; the unstable range reaches from the point before it to the point after it.
  void lengthen_unstable(std::size_t i) {
    const std::size_t before = i == 0 ? 0 : i - 1,
                      behind = std::min(i + 1, curve_.points.size() - 1);
    // Two ranges that share a point are one, unless that point is stable.
    const bool joins = !curve_.unstable.empty() && curve_.unstable.back().last >= i;
    if (!joins) {
      curve_.unstable.push_back({});
      curve_.unstable.back().first = before;
      curve_.unstable.back().from = curve_.points[before].load_factor;
    }
    curve_.unstable.back().last = behind;
    curve_.unstable.back().to = curve_.points[behind].load_factor;
  }

  const std::vector<double>& drawn_;
  std::size_t dimension_;
  const PathWatch& watch_;
  const Probes& probes_;
  PathCurve& curve_;
  bool keep_ = false;
};

// The place of the largest component, the first of those that are equal to rounding.
std::size_t largest_component(const std::vector<double>& direction) {
  double largest = 0;
  for (double entry : direction) largest = std::max(largest, std::abs(entry));
  std::size_t at = 0;
  while (at + 1 < direction.size() && std::abs(direction[at]) < (1 - 1e-6) * largest) ++at;
  return at;
}

// Follows the branches that were asked for.
class Branches {
 public:
  Branches(ArcLength& arc, const System& system, const FollowOptions& options,
           const WalkOptions& walk_options, const PathWatch& watch, LoadPath& path)
      : arc_(arc),
        system_(system),
        options_(options),
        walk_options_(walk_options),
        watch_(watch),
        path_(path) {
    walk_options_.keep_branch_points = false;
  }

  void follow(const std::vector<BranchPoint>& points) {
    const BranchOptions& wanted = options_.branches;
    std::vector<int> numbers = wanted.at;
    if (wanted.all) {
      numbers.resize(points.size());
      std::iota(numbers.begin(), numbers.end(), 1);
    }
    for (const int number : numbers) {
      if (number > static_cast<int>(points.size()))
        refuse(number, fmt::format("the path has {} bifurcation{}", points.size(),
                                   points.size() == 1 ? "" : "s"));
      else if (!try_from(number, points[usize(number) - 1])) {
        path_.status = Status::interrupted;
        path_.reason = "stopped on request, on a branch";
        return;
      }
    }
  }

 private:
  void refuse(int number, std::string reason) {
    Branch branch;
    branch.bifurcation = number;
    branch.reason = std::move(reason);
    path_.branches.push_back(std::move(branch));
  }

  // False if it was stopped.
  bool try_from(int number, const BranchPoint& point) {
    try {
      return follow_from(number, point);
    } catch (const Interrupted&) {
      return false;
    }
  }

  bool follow_from(int number, const BranchPoint& point) {
    BranchStarts found = find_branches(arc_, point, options_.branches.first_step);
    if (found.starts.empty()) refuse(number, std::move(found.problem));
    // Those on the side plus first.
    for (const BranchSign side : {BranchSign::plus, BranchSign::minus})
      for (const BranchStart& start : found.starts)
        if (!follow_on(side, number, point, start)) return false;
    return true;
  }

  // Follows a branch if it begins on this side, and if that side is wanted.
  bool follow_on(BranchSign side, int number, const BranchPoint& point, const BranchStart& start) {
    Branch branch;
    branch.bifurcation = number;
    set_direction(start, branch);
    const BranchSign wanted = options_.branches.sign;
    if (branch.sign != side || (wanted != BranchSign::both && wanted != side)) return true;
    Recorder recorder(system_, options_, watch_, path_.probes, branch);
    const TakePoint take = [&](PathPoint&& taken, const std::vector<double>& position) {
      return recorder.take(std::move(taken), position);
    };
    recorder.finish(
        PathWalk(arc_, arc_.net(), walk_options_, take).run_branch(point.at, start.first));
    path_.branches.push_back(std::move(branch));
    return path_.branches.back().status != Status::interrupted;
  }

  void set_direction(const BranchStart& start, Branch& branch) {
    branch.direction.resize(arc_.net().constrained.size());
    arc_.backend().download(start.direction.along, branch.direction);
    const double first = branch.direction[largest_component(branch.direction)];
    branch.sign = first < 0 ? BranchSign::minus : BranchSign::plus;
    double largest = 0;
    for (double entry : branch.direction) largest = std::max(largest, std::abs(entry));
    for (double& entry : branch.direction) entry /= largest;
  }

  ArcLength& arc_;
  const System& system_;
  const FollowOptions& options_;
  WalkOptions walk_options_;
  const PathWatch& watch_;
  LoadPath& path_;
};

// The coordinates that the path, and the first branch at its beginning, move most.
void choose_probes(const System& system, const FollowOptions& options, LoadPath& path) {
  if (!options.probes.empty() || system.nodes.position.empty() || path.points.empty()) return;
  const Probes none;
  const PathWatch silent;
  Probes probes = {Recorder(system, options, silent, none, path).largest()};
  for (const Branch& branch : path.branches) {
    if (branch.direction.empty()) continue;
    const std::size_t axis = largest_component(branch.direction), d = usize(system.dimension);
    const PathProbe most{static_cast<int>(axis / d), static_cast<int>(axis % d)};
    if (most.node != probes[0].node || most.axis != probes[0].axis) probes.push_back(most);
    break;
  }
  Recorder(system, options, silent, none, path).read(probes, options.keep_positions);
  for (Branch& branch : path.branches)
    Recorder(system, options, silent, none, branch).read(probes, options.keep_positions);
  path.probes = std::move(probes);
}

// Tensions and reactions of the last state.
void report_last(ArcLength& arc, const NetworkData& net, const PathState& state, LoadPath& path) {
  Backend& backend = arc.backend();
  Equilibrium& last = path.last;
  last.state.position.resize(net.constrained.size());
  backend.download(state.x, last.state.position);
  fill_springs(net, last);
  const VectorId f = backend.make_vector();
  arc.set_factor(state.factor);
  backend.forces(state.x, f, false);
  std::vector<double> force(net.constrained.size());
  backend.download(f, force);
  fill_reactions(net, force, last);
  last.report.status = path.status;
  last.report.reason = path.reason;
  last.report.iterations = state.iterations;
  last.report.residual = state.residual;
  last.report.residual_force = state.residual_force;
  last.report.energy = arc.energy(state);
  last.report.linear_solver = backend.linear_solver();
}

// A spring in compression of zero length has no direction, and the curve ends there.
std::string vanished_spring(const System& system, const NetworkData& net,
                            const std::vector<double>& length) {
  for (const LawRange& range : net.laws)
    for (int s = range.begin; s < range.end; ++s) {
      const int user = net.spring_user[s];
      if (length[user] < 1e-6 * net.rest_length[s] && one_way(range.law) <= 0)
        return spring_label(system, user);
    }
  return {};
}

}  // namespace

const char* to_string(PathPointKind kind) {
  switch (kind) {
    case PathPointKind::maximum: return "maximum";
    case PathPointKind::minimum: return "minimum";
    case PathPointKind::bifurcation: return "bifurcation";
    default: return "regular";
  }
}

const char* to_string(BranchSign sign) {
  switch (sign) {
    case BranchSign::plus: return "plus";
    case BranchSign::minus: return "minus";
    default: return "both";
  }
}

LoadPath follow(const System& system, const FollowOptions& options, const PathWatch& watch,
                Observer* observer) {
  const Clock::time_point begin = Clock::now();
  const Asking asking(observer);
  refuse_bad_options(system, options);
  const GrowingLoad load = growing_load(system, options.load_case);
  const Network growing = compile(load.growing);
  LoadPath path;
  path.probes = options.probes;
  Recorder recorder(system, options, watch, options.probes, path);

  // One solver throughout, which also solves with matrices that are not positive definite.
  WalkOptions walk_options{options.until, options.max_steps, options.branches.wanted(),
                           options.equilibrium};
  walk_options.equilibrium.linear_solver = LinearSolver::ldlt;
  walk_options.equilibrium.method = Method::newton;
  // Yielding and breaking before the load grows are part of the start.
  std::optional<NetInRounds> limits;
  if (solved_in_rounds(load.constant))
    limits.emplace(load.constant, walk_options.equilibrium, observer);
  const Network constant = compile(load.constant);
  path.last =
      limits ? limits->solve() : solve_equilibrium(constant, walk_options.equilibrium, observer);
  ArcLength arc(limits ? limits->net() : constant.data(), growing.data(), walk_options.equilibrium);
  const NetworkData& net = arc.net();
  arc.set_factor(options.until);
  if (std::string reason = unsupported_load(net); !reason.empty()) {
    path.status = path.last.report.status = Status::no_equilibrium;
    path.reason = path.last.report.reason = std::move(reason);
    return path;
  }
  if (!path.last.converged()) {
    path.status = path.last.report.status;
    path.reason = path.last.report.reason = "without the growing load: " + path.last.report.reason;
    return path;
  }
  const TakePoint take = [&](PathPoint&& point, const std::vector<double>& position) {
    if (limits && !path.passed_limit)
      if (const auto event = limits->passes_limit(position))
        path.passed_limit = {path.points.size(), point.load_factor, event->spring,
                             event->kind == MotionEvent::Kind::breaks};
    return recorder.take(std::move(point), position);
  };
  Walk walk = PathWalk(arc, net, walk_options, take).run(path.last.state.position);
  const std::vector<BranchPoint> branch_points = std::move(walk.branch_points);
  const PathState last = walk.last;
  recorder.finish(std::move(walk));
  report_last(arc, net, last, path);
  if (options.branches.wanted() && path.status != Status::interrupted)
    Branches(arc, system, options, walk_options, watch, path).follow(branch_points);
  choose_probes(system, options, path);
  if (path.status == Status::stalled)
    if (const std::string spring = vanished_spring(system, net, path.last.length); !spring.empty())
      path.reason += fmt::format("; {} has shrunk to a point there", spring);
  path.last.report.reason = path.reason;
  path.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return path;
}

}  // namespace tensio
