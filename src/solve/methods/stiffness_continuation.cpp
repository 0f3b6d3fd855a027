#include "solve/methods/stiffness_continuation.hpp"

#include <algorithm>
#include <memory>

#include "core/index.hpp"
#include "physics/spring_law.hpp"
#include "solve/methods/other_methods.hpp"

namespace tensio {

namespace {

/// Iterations after which a solve counts as crawling; most end within 30.
constexpr int kPatience = 50;
/// Ratio of stiffnesses that Newton takes in its stride, and from one solve to the next.
constexpr double kRatio = 100;
/// The solves on the way only have to come near.
constexpr double kNear = 1e-4;
constexpr int kMostOnTheWay = 500;
/// Where the cheap steps that bring a large net nearer end: one of Newton's costs as much as fifty
/// of them. Where matrices are factorised the first ones are enough.
constexpr double kNearer = 1e-4;
constexpr int kMostCheap = 2000, kFirstCheap = 300;
/// Steps with factors that are kept cost a tenth of Newton's.
constexpr int kMostKept = 1000;

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
NetworkData softened(const NetworkData& net, double most) {
  NetworkData result = net;
  // Backends of another net leave their work elsewhere.
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
  // What cancellation left of a sum may be anything: no less than a spring's.
  for (double& k : result.node_stiffness) k = std::max(k, most);
  return result;
}

Limits limits(const EquilibriumOptions& options) {
  Limits result = {options.tolerance, options.max_iterations};
  result.count_modes = options.stability;
  return result;
}

// Newton's method; where a large net is far from rest and K does not serve, cheaper steps first.
NewtonResult newton_far_start(Backend& backend, VectorId x, const EquilibriumOptions& options,
                              const Limits& limits, const Watch& watch) {
  NewtonOptions newton_options{limits};
  newton_options.stop_far = backend.large_at_rest();
  NewtonResult result = newton(backend, x, newton_options, watch);
  if (!result.far) return result;
  const int projected = result.projected_iterations;
  int cheap = 0, kept = 0;
  const auto reported = [&] {
    result.projected_iterations += projected;
    result.cheap_iterations = cheap;
    result.kept_iterations = kept;
    return result;
  };
  const auto nearer = [&](FirstMatrix first, int most) {
    EquilibriumOptions near = options;
    near.tolerance = std::max(kNearer, options.tolerance);
    near.max_iterations = std::min(result.iterations + most, limits.max_iterations);
    near.stability = false;
    const int before = result.iterations;
    result = come_nearer(backend, x, near, first, before, watch);
    return result.iterations - before;
  };
  LinearSystem* const laplacian = backend.solver(SolverKind::laplacian);
  if (laplacian && laplacian->prepare(x, {}) == Factor::positive_definite) {
    const bool direct = is_direct(backend.linear_solver());
    cheap = nearer(FirstMatrix::scalar_laplacian, direct ? kFirstCheap : kMostCheap);
    if (direct && result.status == Status::iteration_limit)
      kept = nearer(FirstMatrix::projected, kMostKept);
    if (result.status == Status::interrupted) return reported();
  }
  newton_options.stop_far = false;
  newton_options.shown = true;
  newton_options.done = result.iterations;
  result = newton(backend, x, newton_options, watch);
  return reported();
}

/// Solves one after the other, each from where the last one ended.
struct Softening {
  Backend& backend;
  const NetworkData& net;
  VectorId x;
  const EquilibriumOptions& options;
  const Watch& watch;
  NewtonResult result = {};

  // The net itself; true where this is the end.
  bool as_it_is(int more) {
    const int projected = result.projected_iterations;
    result = newton_far_start(backend, x, options, limits(options.tolerance, more), watch);
    result.projected_iterations += projected;
    const bool unfinished =
        result.status == Status::iteration_limit || result.status == Status::stalled;
    return !unfinished || result.iterations >= options.max_iterations;
  }

  // No spring stiffer than `most`; false where it was interrupted.
  bool softened_to(double most) {
    const std::unique_ptr<Backend> other = make_backend(softened(net, most), options);
    const VectorId y = other->make_vector();
    std::vector<double> position(net.constrained.size());
    backend.download(x, position);
    other->upload(position, y);
    // Observers see the net's own positions.
    const auto bring_back = [&] {
      other->download(y, position);
      backend.upload(position, x);
    };
    Watch watch_other;
    if (watch)
      watch_other = [&](const NewtonStep& step) {
        bring_back();
        return watch(step);
      };
    const NewtonResult near = newton(*other, y, {limits(kNear, kMostOnTheWay), false}, watch_other);
    bring_back();
    result.iterations = near.iterations;
    result.projected_iterations += near.projected_iterations;
    if (near.status != Status::interrupted) return true;
    // No further step: this measures the state.
    result = newton(backend, x, {limits(options.tolerance, 0), false}, {});
    result.status = near.status;
    result.reason = near.reason;
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

NewtonResult newton_from_soft(Backend& backend, const NetworkData& net, VectorId x,
                              const EquilibriumOptions& options, const Watch& watch) {
  const Range range = stiffness_range(net);
  if (!(range.high > kRatio * range.low))
    return newton_far_start(backend, x, options, limits(options), watch);
  Softening solve{backend, net, x, options, watch};
  if (solve.as_it_is(kPatience)) return solve.result;
  for (double most = kRatio * range.low; most < range.high; most *= kRatio)
    if (!solve.softened_to(most)) return solve.result;
  solve.as_it_is(options.max_iterations);
  return solve.result;
}

}  // namespace tensio
