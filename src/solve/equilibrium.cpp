// From a system to its equilibrium: check the supports, separate coincident nodes, solve, report.
#include "tensio/solve/equilibrium.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "backend/backend.hpp"
#include "backend/interrupt.hpp"
#include "core/index.hpp"
#include "solve/methods/newton.hpp"
#include "solve/methods/other_methods.hpp"
#include "solve/methods/precise_forces.hpp"
#include "solve/methods/rest_on_obstacles.hpp"
#include "solve/methods/separate_coincident.hpp"
#include "solve/methods/stiffness_continuation.hpp"
#include "solve/methods/supports.hpp"
#include "solve/methods/unbounded.hpp"
#include "solve/paths/chained_solves.hpp"
#include "solve/paths/changing_springs.hpp"
#include "solve/results.hpp"
#include "solve/stability/eigen_pairs.hpp"
#include "solve/stability/rigidity.hpp"
#include "solve/stability/stability.hpp"

namespace tensio {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Shows iterations to the caller's observer, and stops them if the nodes move without bound.
Watch watch_for(Backend& backend, VectorId x, Observer* observer, std::vector<double>& position,
                Runaway& runaway, int& iterations) {
  return [&backend, x, observer, &position, &runaway, &iterations](const NewtonStep& step) {
    iterations = step.iteration;
    if (runaway.at(x)) return false;
    if (observer == nullptr) return true;
    Frame frame;
    frame.iteration = step.iteration;
    frame.residual = step.residual;
    frame.energy = step.energy;
    frame.step_length = step.length;
    frame.projected = step.projected;
    if (observer->wants_position()) {
      backend.download(x, position);
      frame.position = position;
    }
    return observer->observe(frame);
  };
}

// The result of a solve that the observer stopped inside an iteration.
NewtonResult stopped_inside(Backend& backend, VectorId x, VectorId f, int iterations) {
  NewtonResult result;
  const ForceNorms summary = backend.force_norms(x, f);
  result.status = Status::interrupted;
  result.reason = "stopped on request";
  result.iterations = iterations;
  result.residual = relative_residual(summary);
  result.residual_force = summary.largest_force;
  return result;
}

// Sets f to zero on constrained axes.
void mask(Backend& backend, const NetworkData& net, VectorId f) {
  const auto d = usize(net.dimension);
  std::vector<double> user(net.constrained.size());
  backend.download(f, user);
  for (std::size_t axis = 0; axis < net.constrained.size(); ++axis)
    if (net.constrained[axis]) user[usize(net.node_user[axis / d]) * d + axis % d] = 0;
  backend.upload(user, f);
}

// Moves the supports in the user's `position` back to where they are drawn; `u` becomes their
// displacements. False if there are none.
bool separate_support_displacements(Backend& backend, const NetworkData& net,
                                    std::vector<double>& position, VectorId u) {
  const auto d = usize(net.dimension);
  std::vector<double> moves(net.constrained.size(), 0.0);
  bool any = false;
  for (std::size_t axis = 0; axis < net.fixed.size(); ++axis) {
    if (!net.fixed[axis] || net.beginning()[axis] == net.position[axis]) continue;
    const std::size_t user = usize(net.node_user[axis / d]) * d + axis % d;
    position[user] = net.position[axis];
    moves[user] = net.beginning()[axis] - net.position[axis];
    any = true;
  }
  backend.upload(moves, u);
  return any;
}

// First-order theory: K u = f about `start`, with supports where they are drawn: their
// displacements are part of u. `f` becomes the residual, also on constrained axes.
NewtonResult solve_linear(Backend& backend, const NetworkData& net, VectorId x, VectorId f,
                          std::vector<double>& start) {
  const VectorId u = backend.make_vector(), moves = backend.make_vector();
  const bool moved = separate_support_displacements(backend, net, start, moves);
  if (moved) backend.upload(start, x);
  NewtonResult result;
  ForceNorms summary = backend.force_norms(x, f);
  const Factor factor = backend.factorise(x, {});
  if (moved) {
    backend.subtract_product(moves, f);
    mask(backend, net, f);
  }
  if (factor != Factor::positive_definite || !backend.solve(f, u, 1e-13)) {
    result.status = Status::stalled;
    result.residual = relative_residual(summary);
    result.residual_force = summary.largest_force;
    result.reason = fmt::format(
        "the stiffness matrix of the start shape is {}: there is no linear solution; the method "
        "newton may find an equilibrium",
        factor == Factor::indefinite ? "not positive definite" : "singular");
    backend.forces(x, f, false);
    return result;
  }
  if (moved) backend.axpy(1, moves, u);
  backend.forces(x, f, false);
  backend.subtract_product(u, f);
  backend.axpy(1, u, x);
  // The residual of the linear equations, over the degrees of freedom.
  std::vector<double> left(net.constrained.size());
  backend.download(f, left);
  summary.largest_force = 0;
  const auto d = usize(net.dimension);
  for (std::size_t axis = 0; axis < net.constrained.size(); ++axis) {
    const std::size_t user = usize(net.node_user[axis / d]) * d + axis % d;
    if (!net.constrained[axis])
      summary.largest_force = std::max(summary.largest_force, std::abs(left[user]));
  }
  result.status = Status::converged;
  result.iterations = 1;
  result.residual = relative_residual(summary);
  result.residual_force = summary.largest_force;
  result.reason = "first-order theory about the start: one linear solve";
  return result;
}

// The residual of the state, more accurate than the one of the iteration.
void report_residual(const ForceNorms& summary, double tolerance, Report& report) {
  report.residual = relative_residual(summary);
  report.residual_force = summary.largest_force;
  report.reason = reason_for_rest(summary, tolerance);
}

// The modes, and a sentence on the nodes that can move freely.
void report_modes(const Stability& stability, const NetworkData& net, Report& report) {
  if (!stability.known) return;
  report.modes = Modes{stability.negative, stability.rigid, stability.mechanism, stability.slack};
  report.moving_nodes = stability.moving;
  if (!report.modes->neutral()) return;
  std::string nodes;
  for (int user : stability.moving)
    nodes += fmt::format("{}{}", nodes.empty() ? "" : ", ", node_text(net, net.node_rank[user]));
  report.reason += fmt::format("; some nodes can move without resistance: {}", nodes);
}

// Names a spring whose tension is NaN or infinite, if there is one.
std::string spring_with_nan(const Equilibrium& rest) {
  for (std::size_t s = 0; s < rest.tension.size(); ++s)
    if (!std::isfinite(rest.tension[s]))
      return fmt::format("the law of spring {} gives NaN or infinity at the length {}", s,
                         rest.length[s]);
  return {};
}

// Mechanisms, states of self-stress and the lowest stiffness, if that takes little time.
void report_stiffness(Backend& backend, const NetworkData& net, VectorId x, const SoftModes& soft,
                      Equilibrium& rest) {
  constexpr std::ptrdiff_t kMostUnknowns = 100000;
  if (!rest.report.modes ||
      std::count(net.constrained.begin(), net.constrained.end(), std::uint8_t{0}) > kMostUnknowns)
    return;
  rest.report.lowest_stiffness = lowest_stiffness(backend, net, x, *rest.report.modes, soft);
  if (const auto bars = count_rigidity(backend, net, rest.state.position)) {
    rest.report.mechanisms = bars->mechanisms();
    rest.report.self_stresses = bars->self_stresses();
  }
}

// Methods that only large nets use, and why they were used.
void report_large_net(Backend& backend, const NewtonResult& found, Report& report) {
  if (found.cheap_iterations > 0)
    report.linear_note = fmt::format(
        "far from equilibrium, where the stiffness matrix is not positive definite, {} steps of "
        "lbfgs with the scalar Laplacian came first",
        found.cheap_iterations);
  if (found.reused_iterations > 0)
    report.linear_note +=
        fmt::format(", then {} with a projected matrix whose factor was reused for 20 steps each",
                    found.reused_iterations);
  const LinearSystem* const nodewise = backend.solver(SolverKind::nodewise);
  const int iterations = nodewise ? nodewise->iterations() : 0;
  if (iterations == 0) return;
  report.linear_solver = LinearSolver::pcg;
  report.linear_note += fmt::format(
      "{}the springs are in tension, so conjugate gradients with the scalar Laplacian were used: "
      "{} iterations",
      report.linear_note.empty() ? "" : "; ", iterations);
}

// Elastic energy - (load + weight) . position.
double total_energy(Backend& backend, const NetworkData& net, VectorId x) {
  double energy = backend.energy(x).value;
  for (std::size_t i = 0; i < net.external.size(); ++i) energy -= net.external[i] * net.position[i];
  return energy;
}

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
  const NetworkData& net = network.data();
  const std::unique_ptr<Backend> backend = make_backend(net, options);
  if (observer != nullptr) observer->begin(backend->linear_solver());
  const VectorId x = backend->make_vector(), f = backend->make_vector();
  backend->set_start(x);
  std::vector<double> position(net.constrained.size());
  backend->download(x, position);
  std::vector<double> start = position;

  Equilibrium rest;
  const bool linear = options.method == Method::linear;
  NewtonResult found;
  const bool obstacles = !net.solids.empty();
  Penalty penalty;
  std::string reason = unsupported_load(net);
  if (!reason.empty() && (linear || !obstacles)) {
    const ForceNorms summary = backend->force_norms(x, f);
    found.status = Status::no_equilibrium;
    found.reason = std::move(reason);
    found.residual = relative_residual(summary);
    found.residual_force = summary.largest_force;
    backend->forces(x, f, false);
  } else if (linear) {
    try {
      found = solve_linear(*backend, net, x, f, start);
    } catch (const Interrupted&) {
      found = stopped_inside(*backend, x, f, 0);
    }
  } else {
    if (separate_coincident_ends(net, position)) backend->upload(position, x);
    Runaway runaway(*backend, net, position);
    int iterations = 0;
    const auto watch = watch_for(*backend, x, observer, position, runaway, iterations);
    const auto solve = [&] {
      return options.method == Method::newton
                 ? newton_with_continuation(*backend, net, x, options, watch)
                 : other_method(*backend, x, options, watch);
    };
    try {
      found =
          obstacles ? solve_on_obstacles(*backend, x, options.tolerance, penalty, solve) : solve();
    } catch (const Interrupted&) {
      found = stopped_inside(*backend, x, f, iterations);
    }
    const bool unfinished =
        found.status == Status::stalled || found.status == Status::iteration_limit;
    if (!runaway.reason().empty() || (unfinished && runaway.ended_at(x))) {
      found.status = Status::no_equilibrium;
      found.reason = runaway.reason();
    }
    if (!reason.empty() && found.status != Status::converged &&
        found.status != Status::interrupted) {
      found.status = Status::no_equilibrium;
      found.reason = reason + ", nor does an obstacle";
    }
    backend->forces(x, f, false);
  }

  rest.state.position.resize(position.size());
  backend->download(x, rest.state.position);
  fill_springs(net, rest);
  if (linear && found.status == Status::converged) fill_linear_tensions(net, start, rest);
  fill_utilisation(net, rest);
  rest.report.status = found.status;
  rest.report.reason = std::move(found.reason);
  if (std::string cause = spring_with_nan(rest); !cause.empty())
    rest.report.reason = fmt::format("{}; {}", cause, rest.report.reason);
  std::vector<double> force(position.size());
  backend->download(f, force);
  fill_reactions(net, force, rest);
  if (obstacles && !linear) rest.contact = pushes_of_obstacles(*backend, x, penalty, force);

  rest.report.iterations = found.iterations;
  rest.report.projected_iterations = found.projected_iterations;
  rest.report.residual = found.residual;
  rest.report.residual_force = found.residual_force;
  if (found.status == Status::converged && !linear) {
    // Only the backend knows the penalty of obstacles.
    if (!obstacles)
      report_residual(precise_norms(net, rest.state.position), options.tolerance, rest.report);
    rest.report.at_rounding = rest.report.residual > options.tolerance;
    try {
      if (options.stability) {
        const Stability stability = judge(*backend, net, x, found.negative_modes);
        report_modes(stability, net, rest.report);
        report_stiffness(*backend, net, x, stability.soft, rest);
      }
    } catch (const Interrupted&) {
      rest.report.status = Status::interrupted;
      rest.report.reason = "stopped on request, at equilibrium, before the modes were counted";
    }
  }
  rest.report.judged = options.stability;
  rest.report.energy = total_energy(*backend, net, x);
  rest.report.method = options.method;
  rest.report.linear_solver = backend->linear_solver();
  report_large_net(*backend, found, rest.report);
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
  return choose_linear_solver(network.data(), options);
}

bool has_cholmod() { return built_with_cholmod(); }

}  // namespace tensio
