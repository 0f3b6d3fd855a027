#include "solve/methods/stiffness_continuation.hpp"

#include <algorithm>
#include <memory>

#include "core/index.hpp"
#include "physics/spring_law.hpp"
#include "solve/methods/far_start.hpp"

namespace tensio {

namespace {

/// Iterations after which a solve counts as slow; most end within 30.
constexpr int kPatience = 50;
/// Ratio of stiffnesses that Newton's method can handle, and from one solve to the next.
constexpr double kRatio = 100;
/// Tolerance and iterations of the solves with limited stiffness.
constexpr double kLimitedTolerance = 1e-4;
constexpr int kMostLimitedIterations = 500;

struct Range {
  double low = 0, high = 0;
};

Range stiffness_range(const NetworkData& net) {
  Range range;
  for (const LawRange& law : net.laws)
    for (int s = law.begin; s < law.end && has_rest_length(law.law); ++s) {
      const double k = net.stiffness[s];
      if (!(k > 0.0)) continue;
      range.low = range.low > 0.0 ? std::min(range.low, k) : k;
      range.high = std::max(range.high, k);
    }
  return range;
}

// The same net with no spring stiffer than `most`.
NetworkData with_stiffness_limit(const NetworkData& net, double most) {
  NetworkData result = net;
  // The copy has other values, so it shares no cached analyses.
  result.analysis_cache = std::make_shared<AnalysisCache>();
  for (const LawRange& law : net.laws)
    for (int s = law.begin; s < law.end && has_rest_length(law.law); ++s) {
      const auto i = usize(s);
      const double excess = net.stiffness[i] - most;
      if (!(excess > 0.0)) continue;
      result.stiffness[i] = most;
      result.node_stiffness[net.a[i]] -= excess;
      result.node_stiffness[net.b[i]] -= excess;
    }
  // Differences may be lost to cancellation; they are at least one spring's stiffness.
  for (double& k : result.node_stiffness) k = std::max(k, most);
  return result;
}

Limits limits(const EquilibriumOptions& options) {
  Limits result = {options.tolerance, options.max_iterations};
  result.count_modes = options.stability;
  return result;
}

/// A chain of solves, each from where the last one ended.
struct StiffnessContinuation {
  Backend& backend;
  const NetworkData& net;
  VectorId x;
  const EquilibriumOptions& options;
  const Watch& watch;
  NewtonResult result = {};
  std::int64_t limited_linear_iterations = 0;

  // Solves the net itself; true if the chain ends with this.
  bool solve_net(int more) {
    const int projected = result.projected_iterations;
    result = newton_far_start(backend, x, options, limits(options.tolerance, more), watch);
    result.projected_iterations += projected;
    const bool unfinished =
        result.status == Status::iteration_limit || result.status == Status::stalled;
    return !unfinished || result.iterations >= options.max_iterations;
  }

  // Solves the net with no spring stiffer than `most`; false if that was interrupted.
  bool solve_limited(double most) {
    const std::unique_ptr<Backend> other = make_backend(with_stiffness_limit(net, most), options);
    const VectorId y = other->make_vector();
    std::vector<double> position(net.constrained.size());
    backend.download(x, position);
    other->upload(position, y);
    // Observers see positions in the net's own backend.
    const auto copy_position = [&] {
      other->download(y, position);
      backend.upload(position, x);
    };
    Watch watch_other;
    if (watch)
      watch_other = [&](const NewtonStep& step) {
        copy_position();
        return watch(step);
      };
    if (!options.stability) other->expect_solves(y);
    const Limits near = limits(kLimitedTolerance, kMostLimitedIterations);
    const NewtonResult found = newton(*other, y, {near, false}, watch_other);
    limited_linear_iterations += other->linear_iterations();
    copy_position();
    result.iterations = found.iterations;
    result.projected_iterations += found.projected_iterations;
    if (found.status != Status::interrupted) return true;
    // No further step: this evaluates the state.
    result = newton(backend, x, {limits(options.tolerance, 0), false}, {});
    result.status = found.status;
    result.reason = found.reason;
    return false;
  }

  Limits limits(double tolerance, int more) const {
    const int left = options.max_iterations - result.iterations;
    Limits all = {tolerance, result.iterations + std::min(more, left), result.iterations};
    all.count_modes = options.stability;
    return all;
  }
};

}  // namespace

NewtonResult newton_with_continuation(Backend& backend, const NetworkData& net, VectorId x,
                                      const EquilibriumOptions& options, const Watch& watch) {
  const Range range = stiffness_range(net);
  if (!(range.high > kRatio * range.low))
    return newton_far_start(backend, x, options, limits(options), watch);
  StiffnessContinuation chain{backend, net, x, options, watch};
  if (chain.solve_net(kPatience)) return chain.result;
  bool interrupted = false;
  for (double most = kRatio * range.low; most < range.high && !interrupted; most *= kRatio)
    interrupted = !chain.solve_limited(most);
  if (!interrupted) chain.solve_net(options.max_iterations);
  chain.result.limited_linear_iterations = chain.limited_linear_iterations;
  return chain.result;
}

}  // namespace tensio
