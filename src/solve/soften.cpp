#include "solve/soften.hpp"

#include <algorithm>
#include <memory>

namespace tensio {

namespace {

/// Iterations after which a solve counts as crawling; most end within 30.
constexpr int kPatience = 50;
/// Ratio of stiffnesses that Newton takes in its stride, and from one solve to the next.
constexpr double kRatio = 100;
/// The solves on the way only have to come near.
constexpr double kNear = 1e-4;
constexpr int kMostOnTheWay = 500;

bool is_elastic(Law law) { return law != Law::force_density && law != Law::constant_tension; }

struct Range {
  double low = 0, high = 0;
};

Range stiffness_range(const NetworkData& net) {
  Range range;
  for (const LawRange& law : net.laws)
    for (int s = law.begin; s < law.end && is_elastic(law.law); ++s) {
      const double k = net.stiffness[static_cast<std::size_t>(s)];
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
  result.shelf = std::make_shared<NetworkData::Shelf>();
  for (const LawRange& law : net.laws)
    for (int s = law.begin; s < law.end && is_elastic(law.law); ++s) {
      const auto i = static_cast<std::size_t>(s);
      const double excess = net.stiffness[i] - most;
      if (!(excess > 0.0)) continue;
      result.stiffness[i] = most;
      result.node_stiffness[static_cast<std::size_t>(net.a[i])] -= excess;
      result.node_stiffness[static_cast<std::size_t>(net.b[i])] -= excess;
    }
  // What cancellation left of a sum may be anything: no less than a spring's.
  for (double& k : result.node_stiffness) k = std::max(k, most);
  return result;
}

}  // namespace

NewtonResult newton_from_soft(Backend& backend, const NetworkData& net, VectorId x,
                              const EquilibriumOptions& options, const Watch& watch) {
  const Range range = stiffness_range(net);
  NewtonOptions limits{{options.tolerance, options.max_iterations}};
  if (!(range.high > kRatio * range.low)) return newton(backend, x, limits, watch);
  limits.max_iterations = std::min(kPatience, options.max_iterations);
  NewtonResult result = newton(backend, x, limits, watch);
  const auto goes_on = [&] {
    return (result.status == Status::iteration_limit || result.status == Status::stalled) &&
           result.iterations < options.max_iterations;
  };
  std::vector<double> position(net.held.size());
  int projected = result.projected_iterations;
  for (double most = kRatio * range.low; goes_on() && most < range.high; most *= kRatio) {
    const NetworkData softer = softened(net, most);
    const std::unique_ptr<Backend> other = make_backend(softer, options);
    const VectorId y = other->make_vector();
    backend.download(x, position);
    other->upload(position, y);
    limits = {{kNear, std::min(result.iterations + kMostOnTheWay, options.max_iterations),
               result.iterations},
              false};
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
    const NewtonResult near = newton(*other, y, limits, watch_other);
    bring_back();
    if (near.status == Status::interrupted) {
      // No further step: this measures the state.
      result =
          newton(backend, x, {{options.tolerance, near.iterations, near.iterations}, false}, {});
      result.status = near.status;
      result.reason = near.reason;
      return result;
    }
    result.iterations = near.iterations;
    projected += near.projected_iterations;
  }
  if (!goes_on()) return result;
  limits = {{options.tolerance, options.max_iterations, result.iterations}};
  result = newton(backend, x, limits, watch);
  result.projected_iterations += projected;
  return result;
}

}  // namespace tensio
