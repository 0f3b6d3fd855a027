// From a system to its load-displacement curve: the start, the steps, and the report.
#include "tensio/solve/follow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>

#include "backend/interrupt.hpp"
#include "core/index.hpp"
#include "solve/methods/supports.hpp"
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
  for (const PathProbe& probe : options.probes) {
    if (probe.node < 0 || probe.node >= system.node_count())
      throw Error(fmt::format("a probe names node {}; the nodes are 0 to {}", probe.node,
                              system.node_count() - 1));
    if (probe.axis < 0 || probe.axis >= system.dimension)
      throw Error(fmt::format("a probe names axis {}; the axes are 0 to {}", probe.axis,
                              system.dimension - 1));
  }
}

class Recorder {
 public:
  Recorder(const System& system, const FollowOptions& options, const PathWatch& watch)
      : drawn_(system.nodes.position), dimension_(usize(system.dimension)), watch_(watch) {
    keep_ = options.keep_positions;
    path.probes = options.probes;
  }

  bool take(PathPoint&& point, const std::vector<double>& position) {
    for (const PathProbe& probe : path.probes) point.probe.push_back(displacement(probe, position));
    // The coordinate that moves most is known only at the end.
    if (keep_ || path.probes.empty()) point.position = position;
    path.points.push_back(std::move(point));
    return !watch_ || watch_(path.points.back());
  }

  // Fills in results that need the whole path.
  void finish() {
    if (path.probes.empty() && !drawn_.empty()) choose_probe();
    for (std::size_t i = 0; i < path.points.size(); ++i) {
      if (!keep_) path.points[i].position = {};
      if (path.points[i].negative_modes > 0) lengthen_unstable(i);
    }
  }

  LoadPath path;

 private:
  double displacement(const PathProbe& probe, const std::vector<double>& position) const {
    const std::size_t axis = usize(probe.node) * dimension_ + usize(probe.axis);
    return position[axis] - drawn_[axis];
  }

  void choose_probe() {
    std::size_t moves_most = 0;
    double most = -1;
    for (std::size_t axis = 0; axis < drawn_.size(); ++axis) {
      double largest = 0;
      for (const PathPoint& point : path.points)
        largest = std::max(largest, std::abs(point.position[axis] - drawn_[axis]));
      if (largest > most) {
        most = largest;
        moves_most = axis;
      }
    }
    path.probes = {
        {static_cast<int>(moves_most / dimension_), static_cast<int>(moves_most % dimension_)}};
    for (PathPoint& point : path.points)
      point.probe = {displacement(path.probes[0], point.position)};
  }

  // Point i is unstable; the unstable range reaches from the point before it to the point after it.
  void lengthen_unstable(std::size_t i) {
    const std::size_t before = i == 0 ? 0 : i - 1, behind = std::min(i + 1, path.points.size() - 1);
    // Two ranges that share a point are one, unless that point is stable.
    const bool joins = !path.unstable.empty() && path.unstable.back().last >= i;
    if (!joins) {
      path.unstable.push_back({});
      path.unstable.back().first = before;
      path.unstable.back().from = path.points[before].load_factor;
    }
    path.unstable.back().last = behind;
    path.unstable.back().to = path.points[behind].load_factor;
  }

  const std::vector<double>& drawn_;
  std::size_t dimension_;
  const PathWatch& watch_;
  bool keep_ = false;
};

// Tensions and reactions of the last state.
void report_last(ArcLength& arc, const NetworkData& net, const Walk& walk, LoadPath& path) {
  Backend& backend = arc.backend();
  Equilibrium& last = path.last;
  last.state.position.resize(net.constrained.size());
  backend.download(walk.last.x, last.state.position);
  fill_springs(net, last);
  const VectorId f = backend.make_vector();
  arc.set_factor(walk.last.factor);
  backend.forces(walk.last.x, f, false);
  std::vector<double> force(net.constrained.size());
  backend.download(f, force);
  fill_reactions(net, force, last);
  last.report.status = path.status;
  last.report.reason = path.reason;
  last.report.iterations = walk.last.iterations;
  last.report.residual = walk.last.residual;
  last.report.residual_force = walk.last.residual_force;
  last.report.energy = arc.energy(walk.last);
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

LoadPath follow(const System& system, const FollowOptions& options, const PathWatch& watch,
                Observer* observer) {
  const Clock::time_point begin = Clock::now();
  const Asking asking(observer);
  refuse_bad_options(system, options);
  const GrowingLoad load = growing_load(system, options.load_case);
  const Network growing = compile(load.growing);
  Recorder recorder(system, options, watch);
  LoadPath& path = recorder.path;

  // One solver throughout, which also solves with matrices that are not positive definite.
  WalkOptions walk_options{options.until, options.max_steps, options.equilibrium};
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
    return std::move(path);
  }
  if (!path.last.converged()) {
    path.status = path.last.report.status;
    path.reason = path.last.report.reason = "without the growing load: " + path.last.report.reason;
    return std::move(path);
  }
  const TakePoint take = [&](PathPoint&& point, const std::vector<double>& position) {
    if (limits && !path.passed_limit)
      if (const auto event = limits->passes_limit(position))
        path.passed_limit = {path.points.size(), point.load_factor, event->spring,
                             event->kind == MotionEvent::Kind::breaks};
    return recorder.take(std::move(point), position);
  };
  const Walk walk = PathWalk(arc, net, walk_options, take).run(path.last.state.position);
  path.status = walk.status;
  path.reason = walk.reason;
  path.limit_points = walk.limit_points;
  path.bifurcations = walk.bifurcations;
  recorder.finish();
  report_last(arc, net, walk, path);
  if (path.status == Status::stalled)
    if (const std::string spring = vanished_spring(system, net, path.last.length); !spring.empty())
      path.reason += fmt::format("; {} has shrunk to a point there", spring);
  path.last.report.reason = path.reason;
  path.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return std::move(path);
}

}  // namespace tensio
