// From a system to its equilibrium: check the supports, separate coincident nodes, solve, report.
#include "tensio/solve/equilibrium.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "backend/backend.hpp"
#include "backend/interrupt.hpp"
#include "solve/equilibrium_report.hpp"
#include "solve/methods/linear_theory.hpp"
#include "solve/methods/other_methods.hpp"
#include "solve/methods/rest_on_obstacles.hpp"
#include "solve/methods/separate_coincident.hpp"
#include "solve/methods/stiffness_continuation.hpp"
#include "solve/methods/supports.hpp"
#include "solve/methods/unbounded.hpp"
#include "solve/paths/chained_solves.hpp"
#include "solve/paths/changing_springs.hpp"
#include "solve/results.hpp"

namespace tensio {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Shows iterations to the caller's observer, and stops them if the nodes move without bound.
Watch watch_for(Backend& backend, VectorId x, Observer* observer, std::vector<double>& position,
                Runaway& runaway, int& iterations) {
  return [&backend, x, observer, &position, &runaway, &iterations,
          before = std::int64_t{0}](const NewtonStep& step) mutable {
    iterations = step.iteration;
    const std::int64_t inner = backend.linear_iterations();
    const std::int64_t inner_now = inner - std::exchange(before, inner);
    if (runaway.at(x)) return false;
    if (observer == nullptr) return true;
    Frame frame;
    frame.iteration = step.iteration;
    frame.residual = step.residual;
    frame.energy = step.energy;
    frame.step_length = step.length;
    frame.projected = step.projected;
    frame.linear_iterations = inner_now;
    if (observer->wants_position()) {
      backend.download(x, position);
      frame.position = position;
    }
    return observer->observe(frame);
  };
}

// A solve of one compiled net.
class EquilibriumSolve {
 public:
  EquilibriumSolve(const NetworkData& net, const EquilibriumOptions& options, Observer* observer)
      : net_(net),
        options_(options),
        observer_(observer),
        backend_(make_backend(net, options)),
        x_(backend_->make_vector()),
        f_(backend_->make_vector()),
        linear_(options.method == Method::linear),
        obstacles_(!net.solids.empty()),
        position_(net.constrained.size()) {
    if (observer != nullptr) observer->begin(backend_->linear_solver());
    backend_->set_start(x_);
    backend_->download(x_, position_);
    start_ = position_;
  }

  Equilibrium run() {
    const std::string unsupported = unsupported_load(net_);
    if (!unsupported.empty() && (linear_ || !obstacles_)) {
      stop(Status::no_equilibrium, unsupported, 0);
      backend_->forces(x_, f_, false);
    } else if (linear_) {
      solve_linearly();
    } else {
      solve(unsupported);
      backend_->forces(x_, f_, false);
    }
    return result();
  }

 private:
  void solve_linearly() {
    try {
      found_ = solve_linear(*backend_, net_, x_, f_, start_);
    } catch (const Interrupted&) {
      stop(Status::interrupted, "stopped on request", 0);
    }
  }

  // `unsupported`: why no equilibrium exists without obstacles; may be empty.
  void solve(const std::string& unsupported) {
    if (separate_coincident_ends(net_, position_)) backend_->upload(position_, x_);
    Runaway runaway(*backend_, net_, position_);
    int iterations = 0;
    const auto watch = watch_for(*backend_, x_, observer_, position_, runaway, iterations);
    const auto method = [&] {
      return options_.method == Method::newton
                 ? newton_with_continuation(*backend_, net_, x_, options_, watch)
                 : other_method(*backend_, x_, options_, watch);
    };
    try {
      // Newton's method chooses for large nets, where it cannot solve them node by node.
      if (options_.method == Method::newton && !backend_->solver(SolverKind::nodewise))
        backend_->expect_solves(x_);
      found_ = obstacles_ ? solve_on_obstacles(*backend_, x_, options_.tolerance, penalty_, method)
                          : method();
    } catch (const Interrupted&) {
      stop(Status::interrupted, "stopped on request", iterations);
    }
    const bool unfinished =
        found_.status == Status::stalled || found_.status == Status::iteration_limit;
    if (!runaway.reason().empty() || (unfinished && runaway.ended_at(x_))) {
      found_.status = Status::no_equilibrium;
      found_.reason = runaway.reason();
    }
    if (!unsupported.empty() && found_.status != Status::converged &&
        found_.status != Status::interrupted) {
      found_.status = Status::no_equilibrium;
      found_.reason = unsupported + ", nor does an obstacle";
    }
  }

  // The result of a solve that ended at x without an iteration's own report.
  void stop(Status status, std::string reason, int iterations) {
    const ForceNorms norms = backend_->force_norms(x_, f_);
    found_ = {};
    found_.status = status;
    found_.reason = std::move(reason);
    found_.iterations = iterations;
    found_.residual = relative_residual(norms);
    found_.residual_force = norms.largest_force;
  }

  Equilibrium result() {
    Equilibrium rest;
    rest.state.position.resize(position_.size());
    backend_->download(x_, rest.state.position);
    fill_springs(net_, rest);
    if (linear_ && found_.status == Status::converged) fill_linear_tensions(net_, start_, rest);
    fill_utilisation(net_, rest);
    std::vector<double> force(position_.size());
    backend_->download(f_, force);
    fill_reactions(net_, force, rest);
    if (obstacles_ && !linear_) rest.contact = pushes_of_obstacles(*backend_, x_, penalty_, force);
    fill_report(*backend_, x_, found_, options_, rest);
    return rest;
  }

  const NetworkData& net_;
  const EquilibriumOptions& options_;
  Observer* observer_;
  std::unique_ptr<Backend> backend_;
  VectorId x_, f_;
  bool linear_, obstacles_;
  std::vector<double> position_, start_;  // user's order
  Penalty penalty_;
  NewtonResult found_;
};

}  // namespace

void refuse_bad_options(const EquilibriumOptions& options) {
  if (!(options.tolerance > 0) || !std::isfinite(options.tolerance))
    throw Error(fmt::format("tolerance is {}; it must be positive", options.tolerance));
  if (options.max_iterations < 0)
    throw Error(
        fmt::format("max_iterations is {}; it must not be negative", options.max_iterations));
  if (!(options.relaxation > 0) || options.relaxation > 1)
    throw Error(
        fmt::format("relaxation is {}; it must be above 0 and at most 1", options.relaxation));
  if (options.load_steps < 1)
    throw Error(fmt::format("load_steps is {}; it must be at least 1", options.load_steps));
  if (options.threads < 0)
    throw Error(fmt::format("threads is {}; it must be 0 (all) or more", options.threads));
}

Equilibrium solve_equilibrium(const Network& network, const EquilibriumOptions& options,
                              Observer* observer) {
  refuse_bad_options(options);
  if (options.load_steps > 1)
    throw Error("load_steps: a compiled net has its full loads; solve the system itself instead");
  const Clock::time_point begin = Clock::now();
  const Asking asking(observer);
  Equilibrium rest = EquilibriumSolve(network.data(), options, observer).run();
  rest.report.seconds = seconds_since(begin);
  return rest;
}

Equilibrium solve_equilibrium(const System& system, const EquilibriumOptions& options,
                              Observer* observer, Validated validated) {
  refuse_bad_options(options);
  if (options.load_steps > 1) return solve_load_steps(system, options, observer);
  if (solved_in_rounds(system)) return solve_in_rounds(system, options, observer, validated);
  const Clock::time_point begin = Clock::now();
  const Network network = compile(system, validated);
  const double compile_seconds = seconds_since(begin);
  Equilibrium rest = solve_equilibrium(network, options, observer);
  rest.report.compile_seconds = compile_seconds;
  return rest;
}

Equilibrium solve_equilibrium(const System& system) {
  return solve_equilibrium(system, system.equilibrium);
}

LinearSolver chosen_linear_solver(const Network& network, const EquilibriumOptions& options) {
  const std::unique_ptr<Backend> backend = make_backend(network.data(), options);
  const VectorId x = backend->make_vector();
  backend->set_start(x);
  backend->expect_solves(x);
  return backend->linear_solver();
}

bool has_cholmod() { return built_with_cholmod(); }

}  // namespace tensio
